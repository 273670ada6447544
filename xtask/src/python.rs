//! The Python package: its wheel, its own tests in an environment made for them, and its speed beside others.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::command::{built, program, root, run};

/// What builds the wheel.
const MATURIN: &str = "maturin==1.16.0";

/// All that the wheel needs, as in the requirements of its tests.
const NUMPY: &str = "numpy==2.4.6";

/// Where the package lies.
const PACKAGE: &str = "crates/rainette-python";

/// The Python that makes environments.
const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };

/// The oldest Python for which the tests' packages are to be had.
const OLDEST: (u32, u32) = (3, 11);

/// What is wrong with Python on this machine; none if it can make environments.
pub(crate) fn fault() -> Option<String> {
    // Debian has `venv` without `ensurepip`, which is in a package of its own.
    let script = "import sys; print(*sys.version_info[:2]); import venv, ensurepip";
    let Ok(asked) = program(PYTHON).args(["-c", script]).stdin(Stdio::null()).output() else {
        return Some(format!("there is no `{PYTHON}`"));
    };
    let said = String::from_utf8_lossy(&asked.stdout);
    let mut numbers = said.split_whitespace().map_while(|number| number.parse().ok());
    match (numbers.next(), numbers.next()) {
        (Some(major), Some(minor)) if (major, minor) < OLDEST => {
            Some(format!("`{PYTHON}` is {major}.{minor}, and {}.{} is needed", OLDEST.0, OLDEST.1))
        }
        (Some(_), Some(_)) if asked.status.success() => None,
        (Some(_), Some(_)) => Some(format!("`{PYTHON}` has no `venv` or no `ensurepip`")),
        _ => Some(format!("`{PYTHON}` does not work")),
    }
}

/// A Python environment below `target/`.
///
/// A mark says that it is whole: it is taken away before anything is changed and put back afterwards, so that what was
/// interrupted is noticed and made anew.
pub(crate) struct Environment(PathBuf);

impl Environment {
    /// The environment of this name, made unless it is there.
    pub(crate) fn named(name: &str) -> Result<Self> {
        Self::at(root().join("target/python").join(name))
    }

    fn at(folder: PathBuf) -> Result<Self> {
        let environment = Self(folder);
        if !environment.is_whole() {
            environment.change(program(PYTHON).args(["-m", "venv", "--clear"]).arg(&environment.0))?;
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

    /// Is it marked, and does its Python, which lies elsewhere, still run?
    fn is_whole(&self) -> bool {
        let mut pip = self.python();
        pip.args(["-m", "pip", "--version"]).stdin(Stdio::null());
        self.mark().exists() && pip.output().is_ok_and(|output| output.status.success())
    }

    fn mark(&self) -> PathBuf {
        self.0.join("whole")
    }

    /// Runs what changes it.
    fn change(&self, command: &mut Command) -> Result<()> {
        match fs::remove_file(self.mark()) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("cannot change {}", self.0.display()));
            }
            _ => run(command)?,
        }
        fs::write(self.mark(), "").with_context(|| format!("cannot change {}", self.0.display()))
    }

    fn program(&self, name: &str) -> PathBuf {
        let folder = if cfg!(windows) { "Scripts" } else { "bin" };
        self.0.join(folder).join(name).with_extension(std::env::consts::EXE_EXTENSION)
    }

    pub(crate) fn python(&self) -> Command {
        program(self.program("python"))
    }

    /// Installs what is named, quick when it is there already.
    pub(crate) fn install(&self, what: &[&OsStr]) -> Result<()> {
        self.change(self.pip_install().args(what))
    }

    /// Installs a wheel into a folder outside of it.
    pub(crate) fn install_apart(&self, what: &str, folder: &Path) -> Result<()> {
        let mut pip = self.pip_install();
        run(pip.args(["--only-binary", ":all:", "--no-deps", "--target"]).arg(folder).arg(what))
    }

    fn pip_install(&self) -> Command {
        let mut pip = self.python();
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        pip
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
        self.change(&mut pip)
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

    let mut pytest = tests.python();
    pytest.args(["-m", "pytest"]).current_dir(&package);
    run(pytest.env("RAINETTE_BIN", built()?))?;
    for what in [None, Some("examples")] {
        let mut mypy = tests.python();
        mypy.args(["-m", "mypy"]).args(what).current_dir(&package);
        run(&mut mypy)?;
    }
    let mut stubs = tests.python();
    stubs.args(["-m", "mypy.stubtest", "rainette._rainette", "rainette._new"]);
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
    maturin.args(["build", "--profile", "dist", "--quiet", "--manifest-path"]);
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
    fn an_environment_that_is_only_half_made_is_made_anew() {
        let folder = std::env::temp_dir().join(format!("rainette-half-made-{}", std::process::id()));
        let half = Environment(folder.clone());
        let python = half.program("python");
        fs::create_dir_all(python.parent().expect("it lies in a folder")).expect("a folder");
        // As `venv` leaves it if there is no `ensurepip`: a Python, and no pip.
        fs::write(&python, "").expect("written");
        assert!(!half.is_whole());
        let whole = Environment::at(folder.clone()).expect("it can be made");
        assert!(whole.is_whole());

        whole.change(&mut program("no-such-program")).expect_err("there is no such program");
        assert!(!whole.is_whole(), "who knows what was changed?");
        fs::remove_dir_all(&folder).expect("removed");
    }

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
