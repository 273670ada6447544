//! The command `rainette`: five frog board games, served to browsers and in the terminal.
//!
//! One module per subcommand under [`commands`], each with its own flags; [`words`] says what happened in the reader's
//! language, [`terminal`] shows it. No game is named here: everything goes through the registry of `rainette-games`.

mod commands;
mod counting;
mod plot;
mod random;
mod terminal;
mod words;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use commands::{
    arena, backup, bench, book, calibrate, fsck, games, hint, judge, migrate, perft, play, positions, probe,
    replay, reports, serve, tables, trace, train, verify, worker,
};
use words::Language;

#[global_allocator]
static ALLOCATOR: counting::Counting = counting::Counting;

/// Five frog board games: serve, play, trace and measure them.
#[derive(Parser)]
#[command(
    version,
    after_help = "Without a command, `rainette serve` is run.\nExit codes: 0 done, 1 it did not work (the message says why), 2 the command line was not understood."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,

    /// The language of boards and messages; by default that of the environment.
    #[arg(long, global = true, value_name = "LANG", env = "RAINETTE_LANG", value_parser = words::language_parser())]
    lang: Option<Language>,
}

#[derive(Subcommand)]
enum Command {
    Serve(Box<serve::Args>),
    Worker(worker::Args),
    Migrate(migrate::Args),
    Fsck(fsck::Args),
    Backup(backup::Args),
    Reports(reports::Args),
    Probe(probe::Args),
    Games(games::Args),
    Play(play::Args),
    Replay(replay::Args),
    Hint(hint::Args),
    Trace(trace::Args),
    Perft(perft::Args),
    Bench(bench::Args),
    Arena(arena::Args),
    Book(book::Args),
    Positions(positions::Args),
    Judge(judge::Args),
    Calibrate(calibrate::Args),
    Train(train::Args),
    Tables(tables::Args),
    Verify(verify::Args),
    /// Print a completion script for a shell.
    ///
    /// For bash: `rainette completions bash > ~/.local/share/bash-completion/completions/rainette`
    Completions {
        /// The shell that is to complete commands.
        shell: clap_complete::Shell,
    },
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let lang = cli.lang.unwrap_or_else(words::language_of_environment);
    let done = match cli.command {
        None => serve::run(serve::Args::of_environment(), lang),
        Some(Command::Serve(args)) => serve::run(*args, lang),
        Some(Command::Worker(args)) => worker::run(&args),
        Some(Command::Migrate(args)) => migrate::run(&args, lang),
        Some(Command::Fsck(args)) => fsck::run(args, lang),
        Some(Command::Backup(args)) => backup::run(args, lang),
        Some(Command::Reports(args)) => reports::run(args, lang),
        Some(Command::Probe(args)) => probe::run(&args),
        Some(Command::Games(args)) => games::run(&args, lang),
        Some(Command::Play(args)) => play::run(&args, lang),
        Some(Command::Replay(args)) => replay::run(&args, lang),
        Some(Command::Hint(args)) => hint::run(&args, lang),
        Some(Command::Trace(args)) => trace::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Arena(args)) => arena::run(&args),
        Some(Command::Book(args)) => book::run(&args),
        Some(Command::Positions(args)) => positions::run(&args),
        Some(Command::Judge(args)) => judge::run(&args),
        Some(Command::Calibrate(args)) => calibrate::run(&args),
        Some(Command::Train(args)) => train::run(&args),
        Some(Command::Tables(args)) => tables::run(&args),
        Some(Command::Verify(args)) => verify::run(&args, lang),
        Some(Command::Completions { shell }) => {
            clap_complete::generate(shell, &mut Cli::command(), "rainette", &mut std::io::stdout());
            Ok(())
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // The program that reads our output has seen enough, as in `rainette trace … | head`.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("rainette: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.chain().find_map(|cause| cause.downcast_ref::<std::io::Error>());
    io.is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
