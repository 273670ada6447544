//! The page's own checks: types, lints, unit tests, the built output, and whole games in a real browser.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::command::{cargo, program, root, run};

/// What the page's tests need besides Rust, and the Debian package that brings it.
const NEEDS: [(&str, &str); 3] = [("node", "nodejs"), ("npm", "npm"), ("chromium", "chromium")];

/// Runs everything that checks the page. The command that the tests play against is built first.
pub(crate) fn check() -> Result<()> {
    for (name, package) in NEEDS {
        need(name, package)?;
    }
    install()?;
    // The whole workspace: alone, the command would have its dependencies built anew with fewer features.
    run(&mut cargo("build --workspace"))?;
    let binary = root().join("target/debug/rainette");
    for arguments in ["run check", "run build -- --check", "test", "run e2e"] {
        let mut npm = npm(arguments);
        npm.env("RAINETTE", &binary).env("RAINETTE_BIN", &binary);
        run(&mut npm)?;
    }
    Ok(())
}

/// npm in the page's folder, with these arguments separated by spaces.
fn npm(arguments: &str) -> Command {
    let mut command = program("npm");
    command.current_dir(root().join("web")).args(arguments.split_whitespace());
    command
}

/// Sees to it that a program is there, and installs its Debian package where we may.
fn need(name: &str, package: &str) -> Result<()> {
    if is_there(name) {
        return Ok(());
    }
    println!("{name} is missing: installing Debian's package {package}");
    let mut update = program("apt-get");
    let mut install = program("apt-get");
    update.args(["update", "-q"]).stdout(Stdio::null());
    install.args(["install", "-q", "-y", "--no-install-recommends", package]).stdout(Stdio::null());
    install.env("DEBIAN_FRONTEND", "noninteractive");
    run(&mut update).and_then(|()| run(&mut install)).with_context(|| {
        format!("the page's tests need `{name}`, and Debian's package {package} could not be installed")
    })?;
    ensure!(is_there(name), "the page's tests need `{name}`, which Debian's package {package} did not bring");
    Ok(())
}

fn is_there(name: &str) -> bool {
    let mut ask = program(name);
    ask.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    ask.status().is_ok_and(|status| status.success())
}

/// Installs what the lock file names, unless it is installed already.
fn install() -> Result<()> {
    let changed = |path: &Path| fs::metadata(path).and_then(|file| file.modified()).ok();
    let web = root().join("web");
    let installed = changed(&web.join("node_modules/.package-lock.json"));
    if installed.is_none() || installed < changed(&web.join("package-lock.json")) {
        run(&mut npm("ci --no-audit --no-fund"))?;
    }
    Ok(())
}
