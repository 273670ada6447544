//! The Python package: its wheel, its own tests in an environment made for them, and its speed beside others.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::command::{cargo, program, root, run};

/// What builds the wheel.
const MATURIN: &str = "maturin==1.16.0";

/// All that the wheel needs, as in the requirements of its tests.
const NUMPY: &str = "numpy==2.4.6";

/// Where the package lies.
const PACKAGE: &str = "crates/rainette-python";

/// A Python environment below `target/`.
struct Environment(PathBuf);

impl Environment {
    /// The environment of this name, made unless it is there.
    fn named(name: &str) -> Result<Self> {
        let environment = Self(root().join("target/python").join(name));
        if !environment.program("python").exists() {
            let python = if cfg!(windows) { "python" } else { "python3" };
            let made = run(program(python).args(["-m", "venv", "--clear"]).arg(&environment.0));
            made.context("the Python package needs Python 3.10 or newer with `venv`")?;
        }
        Ok(environment)
    }

    /// Makes the environment of this name afresh.
    fn fresh(name: &str) -> Result<Self> {
        let folder = root().join("target/python").join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
        }
        Self::named(name)
    }

    fn program(&self, name: &str) -> PathBuf {
        let folder = if cfg!(windows) { "Scripts" } else { "bin" };
        self.0.join(folder).join(name).with_extension(std::env::consts::EXE_EXTENSION)
    }

    fn python(&self) -> Command {
        program(self.program("python"))
    }

    /// Installs what is named, quick when it is there already.
    fn install(&self, what: &[&OsStr]) -> Result<()> {
        let mut pip = self.python();
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(what);
        run(&mut pip)
    }

    /// Python as on a machine without a compiler: nothing on the path, no variable that names one, nothing from other
    /// folders.
    fn python_alone(&self) -> Command {
        let mut python = self.python();
        python.arg("-I").env("PATH", "");
        for name in ["CC", "CXX", "LD", "RUSTC", "CARGO", "CARGO_HOME", "RUSTUP_HOME", "PYTHONPATH"] {
            python.env_remove(name);
        }
        python
    }

    /// Installs the wheel without looking for anything else, and with nothing that could compile.
    fn install_wheel(&self, wheel: &Path) -> Result<()> {
        let mut pip = self.python_alone();
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--force-reinstall"]);
        pip.args(["--no-deps", "--no-index", "--only-binary", ":all:"]).arg(wheel);
        run(&mut pip)
    }
}

/// Builds the wheel, installs it into clean environments, and runs the package's tests.
pub(crate) fn check() -> Result<()> {
    let wheel = wheel()?;
    installs_alone(&wheel)?;

    let tests = Environment::named("tests")?;
    let package = root().join(PACKAGE);
    let requirements = package.join("tests/requirements.txt");
    tests.install(&[OsStr::new("--requirement"), requirements.as_os_str()])?;
    tests.install_wheel(&wheel)?;

    // The whole workspace: alone, the command would have its dependencies built anew with fewer features.
    run(&mut cargo("build --workspace"))?;
    let mut pytest = tests.python();
    pytest.args(["-m", "pytest"]).current_dir(&package);
    pytest.env(
        "RAINETTE_BIN",
        root().join("target/debug/rainette").with_extension(std::env::consts::EXE_EXTENSION),
    );
    run(&mut pytest)?;
    for what in [None, Some("examples")] {
        let mut mypy = tests.python();
        mypy.args(["-m", "mypy"]).args(what).current_dir(&package);
        run(&mut mypy)?;
    }
    let mut stubs = tests.python();
    stubs.args(["-m", "mypy.stubtest", "rainette._rainette"]);
    run(stubs.current_dir(&package))
}

/// In an environment with `NumPy` and nothing else, without a compiler, the wheel is installed and every game played.
fn installs_alone(wheel: &Path) -> Result<()> {
    let clean = Environment::fresh("clean")?;
    clean.install(["--only-binary", ":all:", NUMPY].map(OsStr::new).as_slice())?;
    clean.install_wheel(wheel)?;
    let played = run(clean.python_alone().arg(root().join(PACKAGE).join("tests/alone.py")));
    played.context("the wheel does not work in an environment with NumPy alone and no compiler")
}

/// Builds the wheel as people get it, and says where it is.
fn wheel() -> Result<PathBuf> {
    let tools = Environment::named("tools")?;
    tools.install(&[OsStr::new(MATURIN)])?;
    let folder = root().join("target/wheels");
    let out = folder.as_os_str();
    let mut maturin = program(tools.program("maturin"));
    maturin.args(["build", "--release", "--quiet", "--manifest-path"]);
    maturin.arg(root().join(PACKAGE).join("Cargo.toml")).arg("--out").arg(out);
    maturin.arg("--interpreter").arg(tools.program("python"));
    run(maturin.stdin(Stdio::null()))?;
    newest(&folder)
}

fn newest(folder: &Path) -> Result<PathBuf> {
    let mut wheels = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.extension() == Some(OsStr::new("whl")) {
            wheels.push((fs::metadata(&path)?.modified()?, path));
        }
    }
    let Some((_, wheel)) = wheels.into_iter().max() else { bail!("maturin built no wheel") };
    let name = wheel.file_name().unwrap_or_default().to_string_lossy().into_owned();
    ensure!(name.contains("-abi3-"), "`{name}` is made for one version of Python alone");
    Ok(wheel)
}

/// Measures the batched environment beside pgx and `OpenSpiel`.
pub(crate) fn bench(rounds: u32, seconds: Option<f64>) -> Result<()> {
    let wheel = wheel()?;
    let peers = Environment::named("peers")?;
    let requirements = root().join(PACKAGE).join("bench/requirements.txt");
    peers.install(&[OsStr::new("--requirement"), requirements.as_os_str()])?;
    peers.install_wheel(&wheel)?;
    let mut bench = peers.python();
    bench.arg(root().join(PACKAGE).join("bench/peers.py")).args(["--rounds", &rounds.to_string()]);
    if let Some(seconds) = seconds {
        bench.args(["--seconds", &seconds.to_string()]);
    }
    run(&mut bench)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_wheel_counts_and_must_fit_every_python() {
        let folder = root().join("target/wheels-test");
        fs::create_dir_all(&folder).expect("a folder");
        for entry in fs::read_dir(&folder).expect("a folder") {
            fs::remove_file(entry.expect("a file").path()).expect("removed");
        }
        assert!(newest(&folder).is_err());
        fs::write(folder.join("rainette-1-cp311-cp311-linux.whl"), "").expect("written");
        assert!(newest(&folder).expect_err("one version").to_string().contains("one version of Python"));
        std::thread::sleep(std::time::Duration::from_millis(20));
        let good = folder.join("rainette-1-cp310-abi3-linux.whl");
        fs::write(&good, "").expect("written");
        assert_eq!(newest(&folder).expect("a wheel"), good);
        fs::remove_dir_all(&folder).expect("removed");
    }
}
