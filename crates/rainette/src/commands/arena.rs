//! `rainette arena`: many games between computer players.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use rainette_core::Setup;
use rainette_players::{
    Brain, Budget, Cancel, Contender, Plan, Played, Tally, Verdict, Visitor, arena, visit,
};
use serde_json::json;

/// Let computer players play many games against each other and say what that proves.
///
/// Games come in rounds: the players change seats until each has sat everywhere, with the same dice and deals. Ctrl-C
/// prints what there is so far.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game's id, as `rainette games` lists it.
    game: String,

    /// Who plays, such as `best,uct` or `level4,level3`: one for each seat, or two: then the first meets the second on
    /// all other seats. `level1` to `level8`, `best`, `mcts[:C]`, `uct[:C]`, `greedy`, `random`; a budget of one's own
    /// follows `@`, as in `uct@0.5s` or `best@2000`.
    #[arg(long, value_name = "A,B[,…]", value_delimiter = ',', required = true)]
    players: Vec<String>,

    /// How many games, rounded up to whole rounds.
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,

    /// How many play; by default as many as players are named, and at least as many as the game needs.
    #[arg(long, value_name = "N")]
    seats: Option<usize>,

    /// An option of the game, such as `frogs=1`.
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = super::option_value)]
    options: Vec<(String, i64)>,

    /// Thinking time per action in seconds of one core, for players without a budget of their own.
    #[arg(long, value_name = "S", conflicts_with = "iterations")]
    time: Option<f64>,

    /// Iterations per action, for players without a budget of their own.
    #[arg(long, value_name = "N")]
    iterations: Option<u32>,

    /// The seed of all random numbers.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Games at once; by default one per core.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Stop as soon as a sequential test decides between these two differences in Elo points (two seats only).
    #[arg(long, value_name = "ELO0,ELO1", value_parser = bounds, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,

    /// Hand each player back, at its next turn, the tree it has grown (for thinking times only).
    #[arg(long)]
    reuse: bool,

    /// Write the record of every game into this folder.
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

fn bounds(text: &str) -> Result<(f64, f64), String> {
    let parts = text.split_once(',').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    parts.filter(|(low, high)| low < high).ok_or_else(|| "expected two numbers such as `0,20`".to_owned())
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    visit(&args.game, Run(args))?
}

struct Run<'a>(&'a Args);

/// What is known of the players so far, by place in the list of players.
struct Results {
    names: Vec<String>,
    tallies: Vec<Tally>,
    answers: Vec<Vec<Duration>>,
    games: u64,
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
        let places: Vec<usize> = (0..seats).map(|seat| seat.min(contenders.len() - 1)).collect();
        let seated: Vec<_> = places.iter().map(|&place| &contenders[place]).collect();
        let threads =
            args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        let rounds = args.games.div_ceil(seats as u64).max(1);
        let plan = Plan { setup, rounds, seed: args.seed, threads, reuse: args.reuse };

        let cancel = Cancel::default();
        let asked = cancel.clone();
        ctrlc::set_handler(move || asked.cancel()).context("Ctrl-C cannot be watched")?;
        if let Some(folder) = &args.records {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("`{}` cannot be made", folder.display()))?;
        }
        let names = contenders.iter().map(|contender| contender.name.clone()).collect::<Vec<_>>();
        let mut results = Results {
            tallies: vec![Tally::default(); names.len()],
            answers: vec![Vec::new(); names.len()],
            names,
            games: 0,
        };
        let bar = ProgressBar::new(rounds * seats as u64);
        bar.set_style(ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left  {msg}")?);
        let mut failed = None;
        arena(&plan, &seated, &cancel, |played| {
            if let Some(folder) = &args.records {
                failed = failed.take().or(keep(folder, &played).err());
            }
            results.add(&played, &places);
            bar.set_position(results.games);
            bar.set_message(results.first());
            let decided =
                args.sprt.is_some_and(|(low, high)| results.tallies[0].sprt(low, high).1 != Verdict::Open);
            failed.is_none() && !decided
        })?;
        bar.finish_and_clear();
        if let Some(error) = failed {
            return Err(error);
        }
        results.print(args, seats)
    }
}

fn contenders<G: Brain>(args: &Args, seats: usize) -> anyhow::Result<Vec<Contender<G>>> {
    let for_all = match (args.time, args.iterations) {
        (Some(seconds), _) => Some(time(seconds)?),
        (None, Some(iterations)) => Some(Budget::Iterations(iterations)),
        (None, None) => None,
    };
    let contender = |name: &String| {
        let (spec, budget) =
            name.split_once('@').map_or((name.as_str(), None), |(spec, own)| (spec, Some(own)));
        let contender = Contender::new(name, spec.parse()?, seats, for_all);
        let budget = budget.map_or(Ok(contender.budget), own_budget)?;
        Ok(Contender { budget, ..contender })
    };
    args.players.iter().map(contender).collect()
}

fn own_budget(text: &str) -> anyhow::Result<Budget> {
    let wrong =
        || format!("`@{text}` is no budget: expected seconds such as `@0.5s` or iterations such as `@2000`");
    match text.strip_suffix('s') {
        Some(seconds) => time(seconds.parse().with_context(wrong)?),
        None => Ok(Budget::Iterations(text.parse().with_context(wrong)?)),
    }
}

fn time(seconds: f64) -> anyhow::Result<Budget> {
    ensure!(seconds > 0.0 && seconds <= 3600.0, "thinking time must be above 0 and at most 3600 seconds");
    Ok(Budget::CoreTime(Duration::from_secs_f64(seconds)))
}

fn keep(folder: &std::path::Path, played: &Played) -> anyhow::Result<()> {
    let file = folder.join(format!("{:05}-{}.txt", played.round, played.turned));
    std::fs::write(&file, played.record.to_string())
        .with_context(|| format!("`{}` cannot be written", file.display()))
}

impl Results {
    fn add(&mut self, played: &Played, places: &[usize]) {
        let mut sums = BTreeMap::<usize, (f32, f32)>::new();
        for (&place, share) in places.iter().zip(&played.shares) {
            let sum = sums.entry(place).or_default();
            *sum = (sum.0 + share, sum.1 + 1.0);
        }
        // If a player sits on several seats, its share is that of one of them.
        for (place, (share, seats)) in sums {
            self.tallies[place].add(played.round, share / seats);
        }
        for (&place, answers) in places.iter().zip(&played.answers) {
            self.answers[place].extend(answers);
        }
        self.games += 1;
    }

    /// The time within which so much of the player's answers came.
    fn within(&self, place: usize, share: f64) -> Duration {
        let mut answers = self.answers[place].clone();
        answers.sort_unstable();
        let last = answers.len().saturating_sub(1) as f64;
        answers.get((last * share).round() as usize).copied().unwrap_or_default()
    }

    fn first(&self) -> String {
        let share = self.tallies[0].share();
        format!("{} {:.1} %", self.names[0], 100.0 * share.value)
    }

    fn print(&self, args: &Args, seats: usize) -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        let sprt = args.sprt.map(|(low, high)| self.tallies[0].sprt(low, high));
        if args.json {
            let row = |(place, (name, tally)): (usize, (&String, &Tally))| {
                let (share, elo) = (tally.share(), (seats == 2).then(|| tally.elo()));
                json!({
                    "player": name,
                    "share": share.value,
                    "share_95": [share.low, share.high],
                    "elo": elo.map(|elo| elo.value),
                    "elo_95": elo.map(|elo| [elo.low, elo.high]),
                    "answers": self.answers[place].len(),
                    "answer_median_s": self.within(place, 0.5).as_secs_f64(),
                    "answer_95_s": self.within(place, 0.95).as_secs_f64(),
                })
            };
            let rows: Vec<_> = self.names.iter().zip(&self.tallies).enumerate().map(row).collect();
            let sprt =
                sprt.map(|(ratio, verdict)| json!({ "ratio": ratio, "verdict": format!("{verdict:?}") }));
            let all = json!({ "game": args.game, "seats": seats, "games": self.games, "players": rows, "sprt": sprt });
            writeln!(out, "{}", serde_json::to_string_pretty(&all)?)?;
            return Ok(());
        }
        writeln!(out, "{}, {seats} seats, {} games", args.game, self.games)?;
        for (place, (name, tally)) in self.names.iter().zip(&self.tallies).enumerate() {
            let share = tally.share();
            write!(
                out,
                "{name:<16} {:5.1} %  [{:.1}, {:.1}]",
                100.0 * share.value,
                100.0 * share.low,
                100.0 * share.high
            )?;
            if seats == 2 {
                let elo = tally.elo();
                write!(out, "   {:+.0} Elo  [{:+.0}, {:+.0}]", elo.value, elo.low, elo.high)?;
            }
            let slow = 1000.0 * self.within(place, 0.95).as_secs_f64();
            writeln!(out, "   19 of 20 answers within {slow:.1} ms of a core")?;
        }
        if let Some((ratio, verdict)) = sprt {
            writeln!(out, "sequential test: {verdict:?} (log likelihood ratio {ratio:.2})")?;
        }
        Ok(())
    }
}
