//! The programs that chores need besides Rust: looked for before the first step, and installed together if we may.
//!
//! A C compiler is not among them: without one, cargo could not have built this program.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::command::{on_path, output, program, shown};
use crate::{node, page, python, services};

/// A program, or several that come together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Need {
    /// Knows which files belong to the project.
    Git,
    /// Tells a process to stop.
    Kill,
    /// Starts a database.
    Postgres,
    /// Starts a bus.
    Nats,
    /// Makes environments, and checks proofs independently.
    Python,
    /// Builds and tests the page. It is brought along, by Python, unless a suitable one is there.
    Node,
    /// Shows the page.
    Chromium,
    /// Rust's standard library for the page. It is brought along, by rustup.
    Wasm,
}

/// The target of code that runs in the page.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

impl Need {
    /// What it is called.
    const fn name(self) -> &'static str {
        match self {
            Self::Git => "git",
            Self::Kill => "kill",
            Self::Postgres => "PostgreSQL's programs",
            Self::Nats => "nats-server",
            Self::Python => "Python with `venv`",
            Self::Node => "Node with npm",
            Self::Chromium => "Chromium",
            Self::Wasm => "Rust's standard library for WebAssembly",
        }
    }

    /// The Debian packages that bring it.
    const fn packages(self) -> &'static [&'static str] {
        match self {
            Self::Git => &["git"],
            Self::Kill => &["procps"],
            Self::Postgres => &["postgresql"],
            Self::Nats => &["nats-server"],
            Self::Python => &["python3", "python3-venv"],
            Self::Chromium => &["chromium"],
            // Debian's Node is too old, and its npm brings hundreds of packages; a standard library has to be that of
            // the compiler.
            Self::Node | Self::Wasm => &[],
        }
    }

    /// What is wrong with it on this machine; none if it can be used.
    fn fault(self) -> Option<String> {
        let missing = |is_there: bool, what: &str| (!is_there).then(|| format!("there is no {what}"));
        match self {
            Self::Git => missing(on_path("git").is_some(), "`git`"),
            Self::Kill => missing(on_path("kill").is_some(), "`kill`"),
            Self::Postgres => missing(services::has_postgres(), "`initdb`, `postgres` and so on"),
            Self::Nats => missing(services::has_nats(), "`nats-server`"),
            Self::Python => python::fault(),
            Self::Node => node::fault(),
            Self::Chromium => missing(page::chromium().is_some(), "`chromium`"),
            Self::Wasm => missing(has_wasm(), &format!("target `{WASM}`")),
        }
    }

    /// Does it come by other ways than Debian's packages?
    const fn is_brought(self) -> bool {
        matches!(self, Self::Node | Self::Wasm)
    }

    /// Brings it along.
    fn bring(self) -> Result<()> {
        match self {
            Self::Node => node::bring(),
            Self::Wasm => {
                println!("{}: rustup adds the target `{WASM}`", self.name());
                quietly(program("rustup").args(["target", "add", WASM]))
            }
            _ => Ok(()),
        }
    }
}

fn has_wasm() -> bool {
    let sysroot = output(program("rustc").args(["--print", "sysroot"])).unwrap_or_default();
    Path::new(sysroot.trim()).join("lib/rustlib").join(WASM).is_dir()
}

/// Sees to it that everything is there, or says all that is missing.
pub(crate) fn see_to(needs: &[Need]) -> Result<()> {
    see_to_at(&mut ThisMachine, needs)
}

/// Where programs are looked for and installed.
trait Machine {
    /// What is wrong with a program; none if it can be used.
    fn fault(&self, need: Need) -> Option<String>;
    /// May we install Debian's packages?
    fn may_install(&self) -> bool;
    /// Installs Debian's packages.
    fn install(&mut self, packages: &[&str]) -> Result<()>;
    /// Brings something along that is no package of Debian's.
    fn bring(&mut self, need: Need) -> Result<()>;
}

fn see_to_at(machine: &mut impl Machine, needs: &[Need]) -> Result<()> {
    let mut needs: BTreeSet<Need> = needs.iter().copied().collect();
    let brought: Vec<Need> =
        needs.iter().copied().filter(|need| need.is_brought() && machine.fault(*need).is_some()).collect();
    if brought.contains(&Need::Node) {
        needs.insert(Need::Python);
    }
    let faults = |machine: &dyn Fn(Need) -> Option<String>| -> Vec<(Need, String)> {
        let from_debian = needs.iter().filter(|need| !need.is_brought());
        from_debian.filter_map(|need| Some((*need, machine(*need)?))).collect()
    };
    let missing = faults(&|need| machine.fault(need));
    if !missing.is_empty() {
        let packages: Vec<&str> = missing.iter().flat_map(|(need, _)| need.packages()).copied().collect();
        if !machine.may_install() {
            bail!("{}", list(&missing, &packages));
        }
        machine.install(&packages)?;
        for (need, _) in &missing {
            println!("{}: installed Debian's {}", need.name(), need.packages().join(", "));
        }
        let still = faults(&|need| machine.fault(need));
        if !still.is_empty() {
            bail!("{}\nDebian's packages did not help", list(&still, &packages));
        }
    }
    for need in brought {
        machine.bring(need)?;
    }
    Ok(())
}

/// What is missing, and what brings it.
fn list(missing: &[(Need, String)], packages: &[&str]) -> String {
    let lines: Vec<_> = missing.iter().map(|(need, fault)| format!("\n  {}: {fault}", need.name())).collect();
    format!(
        "programs are missing:{}\non Debian and its relatives, root installs them by\n  apt-get install --no-install-recommends {}",
        lines.concat(),
        packages.join(" ")
    )
}

struct ThisMachine;

impl Machine for ThisMachine {
    fn fault(&self, need: Need) -> Option<String> {
        need.fault()
    }

    fn may_install(&self) -> bool {
        is_root() && Path::new("/usr/bin/apt-get").is_file()
    }

    fn install(&mut self, packages: &[&str]) -> Result<()> {
        println!("installing Debian's {}", packages.join(", "));
        quietly(program("apt-get").args(["update", "--quiet"]))?;
        let mut install = program("apt-get");
        install.args(["install", "--quiet", "--yes", "--no-install-recommends"]).args(packages);
        quietly(install.env("DEBIAN_FRONTEND", "noninteractive"))
    }

    fn bring(&mut self, need: Need) -> Result<()> {
        need.bring()
    }
}

#[cfg(unix)]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata("/proc/self").is_ok_and(|it| it.uid() == 0)
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}

/// Runs a command whose output is seen only if it fails.
fn quietly(command: &mut Command) -> Result<()> {
    let output = command.stdin(Stdio::null()).output();
    let output = output.with_context(|| format!("cannot run `{}`", shown(command)))?;
    if !output.status.success() {
        let said = [output.stdout, output.stderr].concat();
        bail!(
            "`{}` failed ({})\n{}",
            shown(command),
            output.status,
            String::from_utf8_lossy(&said).trim_end()
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A machine that lacks some programs and writes down what is done to it.
    struct Bare {
        lacks: Vec<Need>,
        may_install: bool,
        installs: &'static [Need],
        done: Vec<String>,
    }

    impl Bare {
        fn without(lacks: &[Need]) -> Self {
            Self { lacks: lacks.to_vec(), may_install: true, installs: ALL, done: Vec::new() }
        }
    }

    const ALL: &[Need] = &[
        Need::Git,
        Need::Kill,
        Need::Postgres,
        Need::Nats,
        Need::Python,
        Need::Node,
        Need::Chromium,
        Need::Wasm,
    ];

    impl Machine for Bare {
        fn fault(&self, need: Need) -> Option<String> {
            self.lacks.contains(&need).then(|| "it is gone".to_owned())
        }

        fn may_install(&self) -> bool {
            self.may_install
        }

        fn install(&mut self, packages: &[&str]) -> Result<()> {
            self.done.push(packages.join(" "));
            self.lacks.retain(|need| need.is_brought() || !self.installs.contains(need));
            Ok(())
        }

        fn bring(&mut self, need: Need) -> Result<()> {
            assert!(need != Need::Node || !self.lacks.contains(&Need::Python), "it comes by Python");
            self.done.push(format!("{need:?}"));
            Ok(())
        }
    }

    #[test]
    fn all_that_is_missing_is_installed_at_once() {
        let mut bare = Bare::without(ALL);
        see_to_at(&mut bare, ALL).expect("everything can be installed");
        assert_eq!(
            bare.done,
            ["git procps postgresql nats-server python3 python3-venv chromium", "Node", "Wasm"]
        );
    }

    #[test]
    fn only_what_is_asked_for_and_missing_is_installed() {
        let mut bare = Bare::without(&[Need::Nats, Need::Chromium, Need::Python]);
        see_to_at(&mut bare, &[Need::Postgres, Need::Nats, Need::Nats, Need::Node]).expect("it can");
        assert_eq!(bare.done, ["nats-server"]);
        let mut whole = Bare::without(&[]);
        see_to_at(&mut whole, ALL).expect("nothing is missing");
        assert_eq!(whole.done, [""; 0]);
    }

    #[test]
    fn a_node_needs_a_python_to_come_by() {
        let mut bare = Bare::without(&[Need::Node, Need::Python]);
        see_to_at(&mut bare, &[Need::Node]).expect("both can be had");
        assert_eq!(bare.done, ["python3 python3-venv", "Node"]);
    }

    #[test]
    fn whoever_may_not_install_gets_one_list() {
        let mut bare = Bare { may_install: false, ..Bare::without(&[Need::Postgres, Need::Nats]) };
        let error = see_to_at(&mut bare, ALL).expect_err("two are missing");
        assert_eq!(
            error.to_string(),
            "programs are missing:\n  PostgreSQL's programs: it is gone\n  nats-server: it is gone\n\
             on Debian and its relatives, root installs them by\n  \
             apt-get install --no-install-recommends postgresql nats-server"
        );
        assert_eq!(bare.done, [""; 0]);
    }

    #[test]
    fn what_a_package_does_not_bring_is_an_error() {
        let mut bare = Bare { installs: &[Need::Nats], ..Bare::without(&[Need::Postgres, Need::Nats]) };
        let error = see_to_at(&mut bare, ALL).expect_err("one is still missing").to_string();
        assert!(error.contains("PostgreSQL") && !error.contains("nats-server:"), "{error}");
    }
}
