//! Everything a change has to pass. CI runs this and nothing else.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::ValueEnum;

use crate::command::{cargo, has_tool, run, shown, tool};
use crate::needs::{self, Need, WASM};
use crate::{licences, page, plain, python, services, siege, tidy};

/// What `cargo xtask test` can be asked.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Run these steps only.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "STEP")]
    only: Vec<Step>,
}

/// The steps, in the order in which they run: each finds what it can share already built by those before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Step {
    /// Formatting.
    Fmt,
    /// Lints, of tests and benches too; a warning is an error.
    Clippy,
    /// Unit and integration tests.
    Tests,
    /// The server's integration tests once more, with tables kept in PostgreSQL.
    Stores,
    /// A server that is killed while people play: nothing that was acknowledged is lost. Then three nodes, of which
    /// one is killed at a time, while PostgreSQL and NATS come and go.
    Crash,
    /// Clients that want the server for themselves: what they are refused, and what they cost.
    Attack,
    /// Table, games and players for the page: they compile without a system under them.
    Wasm,
    /// The command as people build it, which says what it was built without.
    Plain,
    /// The page: types, unit tests, the built output, whole games in a real browser.
    Page,
    /// The Python package: the wheel in a clean environment, its tests, its types.
    Python,
    /// The examples in the documentation.
    Doctests,
    /// The documentation itself; a warning is an error.
    Docs,
    /// Licences and sources of dependencies.
    Licences,
    /// The promises of ARCHITECTURE.md, and other things no compiler checks.
    Tidy,
}

/// The integration tests that start servers with a store of their own.
const ON_BOTH_STORES: [&str; 3] = ["games", "people", "refusals"];

fn binaries(before: &str, after: &str, between: &str) -> String {
    ON_BOTH_STORES.map(|name| format!("{before}{name}{after}")).join(between)
}

/// What came of a step.
struct Report {
    step: Step,
    took: Duration,
    result: Result<()>,
}

/// Runs the steps, all of them even when one fails, and names those that failed at the end.
pub(crate) fn test(arguments: &Arguments) -> Result<()> {
    let steps = chosen(&arguments.only);
    // First of all: nobody should wait for a build to learn that something is missing.
    needs::see_to(&needs(&steps))?;
    let reports: Vec<_> = steps
        .into_iter()
        .map(|step| {
            let start = Instant::now();
            let result = step.run();
            let report = Report { step, took: start.elapsed(), result };
            println!("{}", report.line());
            report
        })
        .collect();
    conclude(&reports)
}

fn chosen(only: &[Step]) -> Vec<Step> {
    let steps = Step::value_variants().iter().copied();
    steps.filter(|step| only.is_empty() || only.contains(step)).collect()
}

fn needs(steps: &[Step]) -> Vec<Need> {
    steps.iter().flat_map(|step| step.needs()).copied().collect()
}

impl Step {
    /// What it needs besides Rust.
    const fn needs(self) -> &'static [Need] {
        match self {
            Self::Fmt
            | Self::Clippy
            | Self::Attack
            | Self::Plain
            | Self::Doctests
            | Self::Docs
            | Self::Licences => &[],
            Self::Tests => &[Need::Kill, Need::Nats, Need::Postgres, Need::Python],
            Self::Stores => &[Need::Postgres],
            Self::Crash => &[Need::Nats, Need::Postgres],
            Self::Page => &[Need::Chromium, Need::Node],
            Self::Python => &[Need::Python],
            Self::Tidy => &[Need::Git],
            Self::Wasm => &[Need::Wasm],
        }
    }

    fn name(self) -> String {
        self.to_possible_value().expect("every step has a name").get_name().to_owned()
    }

    fn run(self) -> Result<()> {
        let headed = |mut command: std::process::Command| {
            self.head(&shown(&command));
            run(&mut command)
        };
        match self {
            Self::Fmt => headed(cargo("fmt --all --check")),
            Self::Clippy => {
                headed(cargo("clippy --workspace --all-targets -- -D warnings"))?;
                // Tests have all features; this is what people build.
                headed(cargo("clippy --package rainette -- -D warnings"))
            }
            // Neither runs benches.
            Self::Tests => {
                let postgres = services::postgres()?;
                let mut tests = if has_tool("nextest") {
                    tool("nextest run --workspace --no-fail-fast")
                } else {
                    cargo("test --workspace --no-fail-fast --lib --bins --tests --examples")
                };
                tests.env("RAINETTE_TEST_POSTGRES", postgres.url());
                headed(tests)
            }
            Self::Stores => {
                let postgres = services::postgres()?;
                let mut tests = if has_tool("nextest") {
                    let mut tests = tool("nextest run --workspace --no-fail-fast --filterset");
                    tests.arg(format!("package(rainette-server) & ({})", binaries("binary(", ")", " | ")));
                    tests
                } else {
                    cargo(&format!("test --workspace --no-fail-fast {}", binaries("--test ", "", " ")))
                };
                tests.env("RAINETTE_TEST_POSTGRES", postgres.url()).env("RAINETTE_TEST_STORE", "postgres");
                headed(tests)
            }
            Self::Crash => {
                self.head("cargo xtask crash");
                siege::crash(&siege::CrashArguments::in_tests())?;
                self.head("cargo xtask crash --nodes 3 --store postgres");
                siege::crash(&siege::CrashArguments::with_nodes_in_tests())
            }
            Self::Attack => {
                self.head("cargo xtask attack --short");
                siege::attack(&siege::AttackArguments::in_tests())
            }
            // What is needed on the way there is needed there too; players and table bring games and core along.
            Self::Wasm => headed(cargo(&format!(
                "check --lib --target {WASM} --package rainette-players --package rainette-table --package rainette-words"
            ))),
            Self::Plain => {
                self.head("cargo build --release, and what it was built without");
                plain::check()
            }
            Self::Page => {
                self.head("npm ci, check, build --check, test, e2e");
                page::check()
            }
            Self::Python => {
                self.head("maturin build, pip install, pytest, mypy");
                python::check()
            }
            Self::Doctests => headed(cargo("test --workspace --no-fail-fast --doc")),
            Self::Docs => {
                let mut docs = cargo("doc --workspace --no-deps --all-features");
                docs.env("RUSTDOCFLAGS", "-D warnings");
                headed(docs)
            }
            Self::Licences => {
                self.head("deny.toml's licences, crates.io's sources");
                licences::check()
            }
            Self::Tidy => {
                self.head("cargo xtask tidy");
                tidy::tidy()
            }
        }
    }

    fn head(self, what: &str) {
        println!("\n=== {}: {what}", self.name());
    }
}

impl Report {
    fn line(&self) -> String {
        let (name, took) = (self.step.name(), self.took.as_secs_f64());
        match &self.result {
            Ok(()) => format!("--- {name}: passed in {took:.1} s"),
            Err(error) => format!("--- {name}: FAILED after {took:.1} s: {error:#}"),
        }
    }
}

fn conclude(reports: &[Report]) -> Result<()> {
    let took: Duration = reports.iter().map(|report| report.took).sum();
    println!("\n=== {} steps in {:.1} s", reports.len(), took.as_secs_f64());
    for report in reports {
        println!("{}", report.line());
    }
    let failed = reports.iter().filter(|report| report.result.is_err());
    let failed: Vec<_> = failed.map(|report| report.step.name()).collect();
    if !failed.is_empty() {
        bail!("failed: {}", failed.join(", "));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn steps_run_in_their_own_order_whatever_is_asked() {
        assert_eq!(chosen(&[Step::Tidy, Step::Fmt]), [Step::Fmt, Step::Tidy]);
        assert_eq!(chosen(&[]), Step::value_variants());
    }

    #[test]
    fn only_what_the_chosen_steps_need_is_looked_for() {
        assert_eq!(needs(&[Step::Fmt, Step::Docs]), []);
        assert_eq!(needs(&[Step::Fmt, Step::Page]), [Need::Chromium, Need::Node]);
        let all = needs(&chosen(&[]));
        for need in [Need::Postgres, Need::Nats, Need::Python, Need::Node, Need::Chromium, Need::Git] {
            assert!(all.contains(&need), "{need:?}");
        }
    }

    #[test]
    fn the_end_names_what_failed() {
        let report = |step, result| Report { step, took: Duration::from_millis(1500), result };
        let good = report(Step::Fmt, Ok(()));
        assert_eq!(good.line(), "--- fmt: passed in 1.5 s");
        assert!(conclude(&[good]).is_ok());

        let bad = [
            report(Step::Clippy, Err(anyhow!("why"))),
            report(Step::Fmt, Ok(())),
            report(Step::Tidy, Err(anyhow!("why"))),
        ];
        assert_eq!(bad[0].line(), "--- clippy: FAILED after 1.5 s: why");
        assert_eq!(conclude(&bad).expect_err("two failed").to_string(), "failed: clippy, tidy");
    }
}
