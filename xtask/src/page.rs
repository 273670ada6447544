//! The page's own checks: types, lints, unit tests, the built output, and whole games in a real browser.

use std::path::PathBuf;

use anyhow::{Context as _, Result};

use crate::command::{built, on_path, run};
use crate::node::{self, Node};

/// Runs everything that checks the page, against the command as people build it.
pub(crate) fn check() -> Result<()> {
    let node = Node::find()?;
    node::install_packages(&node)?;
    let chromium = chromium().context("there is no `chromium`")?;
    let binary = built()?;
    for arguments in ["run check", "run build -- --check", "test", "run e2e"] {
        let mut npm = node.npm(arguments);
        npm.env("RAINETTE", &binary).env("RAINETTE_BIN", &binary).env("CHROMIUM", &chromium);
        run(&mut npm)?;
    }
    Ok(())
}

/// The browser: the one that `CHROMIUM` names, or one on the path.
pub(crate) fn chromium() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let known = ["chromium", "chromium-browser", "google-chrome"].into_iter().filter_map(on_path);
    named.into_iter().chain(known).find(|file| file.is_file())
}
