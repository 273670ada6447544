//! `rainette book`: makes starts from which games of the arena begin.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::ensure;
use rainette_players::{BookDefaults, BookPlan, Brain, Visitor, make_book, visit, write_book};

use super::flags::Opening;
use super::{progress, until_interrupted, write};

/// Make a book of starts for the arena: positions in which one seat is ahead.
///
/// Where nothing is left to chance, good players play the same few games over and over, and often draw them. A book has
/// many beginnings that are not balanced, found by playing at random and asking `best-1`; each seat is ahead equally
/// often. `rainette arena --book` lets everybody play each of them from every seat. The same seed gives the same book. Only
/// for games in which nothing is left to chance after the set-up.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    opening: Opening,

    /// How many starts.
    #[arg(long, value_name = "N", default_value_t = BookDefaults::STARTS, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    starts: u64,

    /// The seed of all random numbers.
    #[arg(long, value_name = "S", default_value_t = BookDefaults::SEED)]
    seed: u64,

    /// How many iterations `best-1` thinks about who is ahead.
    #[arg(long, value_name = "N", default_value_t = BookDefaults::ITERATIONS)]
    iterations: u32,

    /// How many actions lead to a start, at least and at most.
    #[arg(long, value_name = "LEAST,MOST", default_value_t = Range(BookDefaults::ACTIONS))]
    actions: Range<u32>,

    /// How far the seat that is ahead is on the way from an equal share (0) to the whole win (1), at least and at most.
    #[arg(long, value_name = "LEAST,MOST", default_value_t = Range(BookDefaults::LEAD))]
    lead: Range<f32>,

    /// Where to write the book; by default it is printed.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The least and the most of something, as in `6,16`.
#[derive(Clone, Copy)]
struct Range<T>((T, T));

impl<T: fmt::Display> fmt::Display for Range<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self((least, most)) = self;
        write!(f, "{least},{most}")
    }
}

impl<T: FromStr + PartialOrd> FromStr for Range<T> {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts =
            text.split_once(',').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
        parts.filter(|(low, high)| low <= high).map(Self).ok_or("expected two numbers such as `6,16`")
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    visit(&args.opening.game, Run(args))?
}

struct Run<'a>(&'a Args);

impl Visitor for Run<'_> {
    type Output = anyhow::Result<()>;

    fn visit<G: Brain>(self) -> anyhow::Result<()> {
        let args = self.0;
        ensure!(
            !G::INFO.has_chance,
            "dice and draws make every game of `{}` begin differently: a book is for games without them",
            G::INFO.id
        );
        let (Range(actions), Range(lead)) = (args.actions, args.lead);
        ensure!((0.0..=1.0).contains(&lead.0) && lead.1 <= 1.0, "--lead must lie between 0 and 1");
        let setup = args.opening.setup::<G>()?;
        let (starts, seed, iterations) = (args.starts as usize, args.seed, args.iterations);
        let plan = BookPlan { setup, starts, seed, iterations, actions, lead };
        let cancel = until_interrupted()?;
        let bar = progress(args.starts, "starts")?;
        let starts = make_book(&plan, &cancel, |starts, tried| {
            bar.set_position(starts as u64);
            bar.set_message(format!("of {tried} beginnings"));
        })?;
        bar.finish_and_clear();
        ensure!(!starts.is_empty(), "no start was found: try other `--actions` or another `--lead`");
        if starts.len() < plan.starts {
            eprintln!("{} starts of {} were found", starts.len(), plan.starts);
        }
        let text = write_book(setup, &starts);
        match &args.out {
            Some(file) => write(file, text)?,
            None => print!("{text}"),
        }
        Ok(())
    }
}
