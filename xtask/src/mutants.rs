//! Mutation tests: how many broken lines the tests notice.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::command::{install_tool, root, status, tool};

/// The share of broken lines that the tests must notice, in percent.
const GOAL: f64 = 95.0;

/// What `cargo xtask mutants` can be asked.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Anything that cargo-mutants understands, such as `--file 'crates/*/src/hop_it/*.rs'` or `--shard 1/8`.
    #[arg(last = true)]
    rest: Vec<String>,
}

/// Runs cargo-mutants over the core and the games, and fails when too many broken lines went unnoticed.
pub(crate) fn mutants(arguments: &Arguments) -> Result<()> {
    install_tool("mutants")?;
    let mut mutants = tool("mutants --package rainette-core --package rainette-games --no-shuffle");
    let status = status(mutants.args(&arguments.rest))?;
    // 2: some were missed, 3: some ran out of time. Anything else has left no result.
    if !matches!(status.code(), Some(0 | 2 | 3)) {
        bail!("cargo-mutants did not run to its end ({status})");
    }
    if arguments.rest.iter().any(|argument| argument.starts_with("--list")) {
        return Ok(());
    }
    let tally = Tally::read()?;
    print!("{}", tally.report());
    match tally.share() {
        None => bail!("nothing was mutated"),
        Some(share) if share < GOAL => bail!("{share:.1} % caught, the goal is {GOAL} %"),
        Some(_) => Ok(()),
    }
}

/// What came of the mutants.
struct Tally {
    caught: usize,
    timed_out: usize,
    unviable: usize,
    missed: Vec<String>,
}

impl Tally {
    fn read() -> Result<Self> {
        let lines = |name: &str| -> Result<Vec<String>> {
            let path = root().join("mutants.out").join(name);
            let text =
                fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            Ok(text.lines().map(str::to_owned).collect())
        };
        Ok(Self {
            caught: lines("caught.txt")?.len(),
            timed_out: lines("timeout.txt")?.len(),
            unviable: lines("unviable.txt")?.len(),
            missed: lines("missed.txt")?,
        })
    }

    /// The share of mutants that were noticed, in percent. Running out of time is being noticed; what does not compile
    /// does not count.
    fn share(&self) -> Option<f64> {
        let noticed = self.caught + self.timed_out;
        let all = noticed + self.missed.len();
        (all > 0).then(|| 100.0 * noticed as f64 / all as f64)
    }

    fn report(&self) -> String {
        let missed: Vec<_> = self.missed.iter().map(|mutant| format!("missed: {mutant}\n")).collect();
        let share = self.share().map_or_else(|| "-".to_owned(), |share| format!("{share:.1} %"));
        format!(
            "\n{}mutants: {} caught, {} timed out, {} missed, {} did not compile: {share} caught\n",
            missed.concat(),
            self.caught,
            self.timed_out,
            missed.len(),
            self.unviable,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_counts_what_was_noticed() {
        let tally =
            Tally { caught: 17, timed_out: 2, unviable: 5, missed: vec!["a.rs:1: replace f".to_owned()] };
        assert_eq!(tally.share(), Some(95.0));
        assert_eq!(
            tally.report(),
            "\nmissed: a.rs:1: replace f\nmutants: 17 caught, 2 timed out, 1 missed, 5 did not compile: 95.0 % caught\n"
        );
        let none = Tally { caught: 0, timed_out: 0, unviable: 3, missed: Vec::new() };
        assert_eq!(none.share(), None);
    }
}
