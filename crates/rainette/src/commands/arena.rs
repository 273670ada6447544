//! `rainette arena`: many games between computer players.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use rainette_core::Setup;
use rainette_players::{
    Brain, Budget, Contender, Estimate, Plan, Played, Score, Scores, Start, Tally, Verdict, Visitor, arena,
    read_book, visit,
};
use serde_json::json;

use super::flags::{MoreSolved, Pace, option_value};
use super::{contender, core_time, progress, until_interrupted, write};

/// Let computer players play many games against each other and say what that proves.
///
/// Games come in rounds: the players change seats until each has sat everywhere, with the same dice and deals. What luck
/// is left is taken out of the results by comparing every roll and draw with what it might have been, so that fewer games
/// prove as much. Ctrl-C prints what there is so far.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game's id, as `rainette games` lists it.
    game: String,

    /// Who plays, such as `best,uct` or `level4,level3`: one for each seat, or two: then the first meets the second on
    /// all other seats. `level1` to `level8`, `best`, `best-1`, `mcts[:C]`, `uct[:C]`, `greedy`, `random`, or
    /// `net:[C:]FILE`, which the net of a file guides; a budget of one's own follows `@`, as in `uct@0.5s` or `best@2000`.
    #[arg(long, value_name = "A,B[,…]", value_delimiter = ',', required = true)]
    players: Vec<String>,

    /// How many games, rounded up to whole rounds.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,

    /// How many play; by default as many as players are named, and at least as many as the game needs.
    #[arg(long, value_name = "N")]
    seats: Option<usize>,

    /// An option of the game, such as `frogs=1`.
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = option_value)]
    options: Vec<(String, i64)>,

    /// Thinking time per action in seconds of one core, for players without a budget of their own.
    #[arg(long, value_name = "S", conflicts_with = "iterations")]
    time: Option<f64>,

    /// Iterations per action, for players without a budget of their own.
    #[arg(long, value_name = "N")]
    iterations: Option<u32>,

    #[command(flatten)]
    pace: Pace,

    /// Stop as soon as a sequential test decides between these two differences in Elo points (two seats only).
    #[arg(long, value_name = "ELO0,ELO1", value_parser = bounds, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,

    /// Begin the rounds from the starts of a book, one after the other: of FILE, which `rainette book` has made, or of
    /// the one that comes with the game.
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = OWN_BOOK)]
    book: Option<PathBuf>,

    #[command(flatten)]
    solved: MoreSolved,

    /// Hand each player back, at its next turn, the tree it has grown (for thinking times only).
    #[arg(long)]
    reuse: bool,

    /// Write the record of every game into this folder.
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    /// Leave luck in: do not show, beside the results as they were, those without luck. Taking it out costs some
    /// thousand evaluations a game.
    #[arg(long)]
    raw: bool,

    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

/// So often it is said what is known of the first player: to say it takes a look at all of its results.
pub(crate) const OFTEN: Duration = Duration::from_millis(100);

/// Stands for the book that comes with the game.
const OWN_BOOK: &str = "its own";

fn bounds(text: &str) -> Result<(f64, f64), String> {
    let parts = text.split_once(',').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    parts.filter(|(low, high)| low < high).ok_or_else(|| "expected two numbers such as `0,20`".to_owned())
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    visit(&args.game, Run(args))?
}

struct Run<'a>(&'a Args);

/// What is known of the players so far, by place in the list of players.
struct Results<'a> {
    args: &'a Args,
    seats: usize,
    /// How many games are to be played.
    planned: u64,
    /// How many starts the book has; 0 without one.
    starts: usize,
    names: Vec<String>,
    scores: Scores,
}

impl Visitor for Run<'_> {
    type Output = anyhow::Result<()>;

    fn visit<G: Brain>(self) -> anyhow::Result<()> {
        let args = self.0;
        let least = *G::INFO.seats.start();
        let seats = args.seats.unwrap_or(args.players.len().max(least));
        let setup = Setup::<G>::with(G::INFO.edition, seats, &args.options)?;
        let contenders = contenders::<G>(args, seats)?;
        ensure!(
            contenders.len() == seats || contenders.len() == 2,
            "{seats} seats need {seats} players, or two: the first meets the second on all other seats"
        );
        ensure!(args.sprt.is_none() || seats == 2, "the sequential test is for two seats");
        let places = Scores::places(contenders.len(), seats);
        let seated: Vec<_> = places.iter().map(|&place| &contenders[place]).collect();
        let rounds = args.games.div_ceil(seats as u64);
        let starts = args.book.as_deref().map(|file| book(file, setup)).transpose()?.unwrap_or_default();
        let plan = Plan {
            threads: args.pace.threads(),
            reuse: args.reuse,
            adjusts: !args.raw,
            starts: &starts,
            ..Plan::new(setup, rounds, args.pace.seed)
        };

        let cancel = until_interrupted()?;
        if let Some(folder) = &args.records {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("`{}` cannot be made", folder.display()))?;
        }
        let names = contenders.iter().map(|contender| contender.name.clone()).collect::<Vec<_>>();
        let mut results = Results {
            args,
            seats,
            planned: plan.games(),
            starts: starts.len(),
            names,
            scores: Scores::new(places).from_starts(starts.len()),
        };
        let bar = progress(plan.games(), "games")?;
        let mut failed = None;
        let mut shown = Instant::now();
        arena(&plan, &seated, &cancel, |played| {
            if let Some(folder) = &args.records {
                failed = failed.take().or(keep(folder, &played).err());
            }
            results.scores.add(&played);
            bar.set_position(results.scores.games);
            if shown.elapsed() >= OFTEN {
                bar.set_message(results.first());
                shown = Instant::now();
            }
            failed.is_none() && !results.is_decided()
        })?;
        bar.finish_and_clear();
        if let Some(error) = failed {
            return Err(error);
        }
        results.print()
    }
}

/// The starts of a file, or of the book that comes with the game.
fn book<G: Brain>(file: &Path, setup: Setup<G>) -> anyhow::Result<Vec<Start<G>>> {
    if file != Path::new(OWN_BOOK) {
        let name = file.to_str().context("the name of the book is not UTF-8 text")?;
        let text = String::from_utf8(super::read(name)?)
            .map_err(|_| anyhow::anyhow!("`{name}` is no book: it is not UTF-8 text"))?;
        return read_book(&text, setup).with_context(|| format!("`{}` is no book for this", file.display()));
    }
    let text = G::book(setup.seats()).with_context(|| {
        let (id, seats) = (G::INFO.id, setup.seats());
        format!("no book comes with `{id}` for {seats} seats: name one that `rainette book` has made, as `--book FILE`")
    })?;
    Ok(read_book(text, setup)?)
}

fn contenders<G: Brain>(args: &Args, seats: usize) -> anyhow::Result<Vec<Contender<G>>> {
    let for_all = match (args.time, args.iterations) {
        (Some(seconds), _) => Some(core_time(seconds)?),
        (None, Some(iterations)) => Some(Budget::Iterations(iterations)),
        (None, None) => None,
    };
    let tables = args.solved.endgames(&args.game)?;
    args.players.iter().map(|name| contender(name, seats, for_all, &tables)).collect()
}

fn keep(folder: &Path, played: &Played) -> anyhow::Result<()> {
    let file = folder.join(format!("{:05}-{}.txt", played.round, played.turned));
    write(&file, played.record.to_string())
}

/// An estimate in points, as people read shares of the win.
fn points(share: &Estimate) -> String {
    format!("{:5.1} %  [{:.1}, {:.1}]", 100.0 * share.value, 100.0 * share.low, 100.0 * share.high)
}

fn elo(elo: &Estimate) -> String {
    let said = |elo: f64| {
        if elo.is_finite() { format!("{elo:+.0}") } else { format!("{elo:+}").replace("inf", "∞") }
    };
    format!("{} Elo  [{}, {}]", said(elo.value), said(elo.low), said(elo.high))
}

impl Results<'_> {
    fn first(&self) -> String {
        format!("{} {:.1} %", self.names[0], 100.0 * self.scores.of[0].raw.mean())
    }

    /// How many games were played, and why that is not how many were asked for.
    fn games(&self) -> String {
        let (games, args, seats) = (self.scores.games, self.args, self.seats);
        let whole = u64::from(self.scores.of[0].raw.games());
        let rounded = args.games.next_multiple_of(seats as u64) != args.games;
        let mut said = format!("{games} games");
        if games < self.planned {
            let left = games - whole;
            let _ = write!(
                said,
                " of {}, stopped; {left} of a round that was not finished do not count",
                self.planned
            );
        } else if rounded {
            let _ = write!(said, " ({} asked for, rounded up to whole rounds of {seats})", args.games);
        }
        if self.starts > 0 {
            let (starts, rounds) = (self.starts, games.div_ceil(self.seats as u64));
            let said_again = if rounds > starts as u64 {
                ", some more than once: each start is one observation"
            } else {
                ""
            };
            let _ = write!(said, " from a book of {starts} starts{said_again}");
        }
        said
    }

    fn print(&self) -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        if self.args.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&self.json())?)?;
            return Ok(());
        }
        let seats = self.seats;
        writeln!(out, "{}, {seats} seats, {}", self.args.game, self.games())?;
        for (name, score) in self.names.iter().zip(&self.scores.of) {
            let mut row = |label: &str, tally: &Tally, note: &str| {
                let more = if seats == 2 { format!("   {}", elo(&tally.elo())) } else { String::new() };
                writeln!(out, "{label:<16} {}{more}{note}", points(&tally.share()))
            };
            let slow = 1000.0 * score.within(0.95).as_secs_f64();
            row(name, &score.raw, &format!("   19 of 20 answers within {slow:.1} ms of a core"))?;
            if !self.args.raw {
                row("  without luck", &score.adjusted(), &factor(score))?;
            }
        }
        let first = &self.scores.of[0];
        if let (false, (luck, Some(error))) = (self.args.raw, first.luck()) {
            let (name, luck) = (&self.names[0], 100.0 * luck);
            writeln!(out, "luck gave {name} {luck:+.2} points a game (standard error {:.2})", 100.0 * error)?;
        }
        if let Some((ratio, verdict)) = self.sprt() {
            writeln!(out, "sequential test: {verdict:?} (log likelihood ratio {ratio:.2})")?;
        }
        Ok(())
    }

    /// Does the sequential test decide? It looks at all rounds, and so it is asked after every one of the first hundred, and
    /// then after every hundredth part more.
    fn is_decided(&self) -> bool {
        let (games, seats) = (self.scores.games, self.seats as u64);
        let rounds = games / seats;
        games.is_multiple_of(seats)
            && rounds.is_multiple_of(1 + rounds / 100)
            && self.sprt().is_some_and(|(_, verdict)| verdict != Verdict::Open)
    }

    fn sprt(&self) -> Option<(f64, Verdict)> {
        self.args.sprt.map(|(low, high)| self.scores.sprt(low, high))
    }

    fn json(&self) -> serde_json::Value {
        let (args, seats, scores) = (self.args, self.seats, &self.scores);
        let row = |(name, score): (&String, &Score)| {
            let estimates = |tally: &Tally| (tally.share(), (seats == 2).then(|| tally.elo()));
            let ((share, elo), (adjusted, adjusted_elo)) =
                (estimates(&score.raw), estimates(&score.adjusted()));
            let interval = |estimate: &Estimate| [estimate.low, estimate.high];
            let mut row = json!({
                "player": name,
                "share": share.value,
                "share_95": interval(&share),
                "elo": elo.map(|elo| elo.value),
                "elo_95": elo.as_ref().map(interval),
                "answers": score.answers.len(),
                "answer_median_s": score.within(0.5).as_secs_f64(),
                "answer_95_s": score.within(0.95).as_secs_f64(),
            });
            if !args.raw {
                let ((luck, luck_error), factor) = (score.luck(), score.factor());
                row["adjusted"] = json!({
                    "share": adjusted.value,
                    "share_95": interval(&adjusted),
                    "elo": adjusted_elo.map(|elo| elo.value),
                    "elo_95": adjusted_elo.as_ref().map(interval),
                    "luck": luck,
                    "luck_error": luck_error,
                    "factor": factor.map(|factor| factor.value),
                    "factor_95": factor.as_ref().map(interval),
                    "narrower": score.narrower(),
                });
            }
            row
        };
        let rows: Vec<_> = self.names.iter().zip(&scores.of).map(row).collect();
        let sprt = self.sprt();
        let sprt = sprt.map(|(ratio, verdict)| json!({ "ratio": ratio, "verdict": format!("{verdict:?}") }));
        json!({
            "game": args.game,
            "seats": seats,
            "asked": args.games,
            "games": scores.games,
            "rounds": scores.of[0].raw.rounds(),
            "starts": self.starts,
            "players": rows,
            "sprt": sprt,
        })
    }
}

/// What it brought to take luck out.
fn factor(score: &Score) -> String {
    let Some((Estimate { value, low, high }, narrower)) = score.factor().zip(score.narrower()) else {
        return String::new();
    };
    format!(
        "   as good as {value:.1} [{low:.1}, {high:.1}] times as many games; {narrower:.1} times narrower"
    )
}
