//! The project's chores, as `cargo xtask CHORE`.

mod bench;
mod bless;
mod command;
#[cfg(unix)]
mod container;
mod licences;
mod metadata;
mod mutants;
mod needs;
mod node;
mod page;
mod plain;
mod python;
mod services;
mod siege;
mod test;
mod tidy;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The project's chores.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Everything a change has to pass, as CI runs it.
    Test(test::Arguments),
    /// Check what the architecture document promises, and other things no compiler checks.
    Tidy,
    /// Write the golden files afresh. Read the diff before you commit it.
    Bless,
    /// Measure random playouts, on request beside `OpenSpiel`'s in the same run.
    Bench(bench::Arguments),
    /// Break the rules one line at a time and see whether the tests notice (cargo-mutants).
    Mutants(mutants::Arguments),
    /// Kill the server while people play, and compare what they were told with what it has stored.
    Crash(siege::CrashArguments),
    /// Measure a server as it is shipped under load: sockets, durable actions, latency, memory.
    Load(siege::LoadArguments),
    /// Kill a server as it is shipped with many games under way, and measure how soon it acknowledges again.
    Recover(siege::RecoverArguments),
    /// Make the server's disk fail while people play, and measure how soon it heals. As root, or where all may mount.
    Faults(siege::FaultsArguments),
    /// Try to take a server as it is shipped down from one address while others play: refusals, bytes, memory, others' waits.
    Attack(siege::AttackArguments),
    /// Try what the image holds without an engine: a static binary in an empty root. As root.
    #[cfg(unix)]
    Container,
    /// Check dependencies with cargo-deny: licences, sources, bans and known vulnerabilities.
    Deny,
}

fn main() -> ExitCode {
    let done = match Arguments::parse().chore {
        Chore::Test(arguments) => test::test(&arguments),
        Chore::Tidy => tidy::tidy(),
        Chore::Bless => bless::bless(),
        Chore::Bench(arguments) => bench::bench(&arguments),
        Chore::Mutants(arguments) => mutants::mutants(&arguments),
        Chore::Crash(arguments) => siege::crash(&arguments),
        Chore::Load(arguments) => siege::load(&arguments),
        Chore::Recover(arguments) => siege::recover(&arguments),
        Chore::Faults(arguments) => siege::faults(&arguments),
        Chore::Attack(arguments) => siege::attack(&arguments),
        #[cfg(unix)]
        Chore::Container => container::container(),
        Chore::Deny => licences::deny(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        super::Arguments::command().debug_assert();
    }
}
