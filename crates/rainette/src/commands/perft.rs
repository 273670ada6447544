//! `rainette perft`: how many sequences of events can follow a position.

use std::io::Write as _;
use std::time::Instant;

use rainette_core::{Game, Match, Record, Setup, divide, fixed_setup, perft};
use rainette_games::{Visitor, visit};

use super::flags::Opening;
use super::read_record;

/// Count the sequences of events that can follow a position.
///
/// Every action and every different chance outcome is one event. Without a record, the count starts after a fixed
/// set-up, at the first seat's turn.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    opening: Opening,

    /// How many events deep.
    depth: u32,

    /// Start at the end of this record.
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["seats", "options"])]
    from: Option<String>,

    /// Split the deepest count by the first event.
    #[arg(long)]
    divide: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let record = match &args.from {
        None => args.opening.table()?.record(),
        Some(file) => {
            let record = read_record(file)?.record();
            anyhow::ensure!(
                record.game == args.opening.game,
                "`{file}` is a record of {}, not of {}",
                record.game,
                args.opening.game
            );
            record
        }
    };
    visit(&record.game, Count { args, record: &record })?
}

struct Count<'a> {
    args: &'a Args,
    record: &'a Record,
}

impl Visitor for Count<'_> {
    type Output = anyhow::Result<()>;

    fn visit<G: Game>(self) -> anyhow::Result<()> {
        let Record { edition, seats, options, .. } = self.record;
        let game: Match<G> = if self.args.from.is_some() {
            Match::replay(self.record)?
        } else {
            fixed_setup(Setup::with(*edition, *seats, options)?)
        };
        let mut out = std::io::stdout().lock();
        if self.args.from.is_none() {
            for event in game.events() {
                writeln!(out, "set-up: {event}")?;
            }
        }
        for depth in 1..=self.args.depth {
            let start = Instant::now();
            let nodes = perft(game.position(), depth);
            writeln!(out, "{depth:>3} {nodes:>20}   {:.3} s", start.elapsed().as_secs_f64())?;
        }
        if self.args.divide {
            for (event, nodes) in divide(game.position(), self.args.depth) {
                writeln!(out, "{event}: {nodes}")?;
            }
        }
        Ok(())
    }
}
