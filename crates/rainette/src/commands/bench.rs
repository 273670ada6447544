//! `rainette bench`: how fast the rules are.

use std::io::{IsTerminal as _, Write as _};

use cpu_time::ThreadTime;
use rainette_core::{Actions, Game, Setup, playout};
use rainette_games::{Visitor, games, visit};
use serde::Serialize;

use crate::counting::allocations;
use crate::random::Generator;

/// Measure random playouts on one core: whole games from the empty table, set-up included.
///
/// Rates are per second of CPU time of this thread, the median of three runs. Chance events are not counted as
/// actions.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game's id; by default all are measured.
    game: Option<String>,

    /// Print JSON.
    #[arg(long)]
    json: bool,

    /// CPU seconds per run.
    #[arg(long, value_name = "S", default_value_t = 0.5)]
    seconds: f64,
}

#[derive(Serialize)]
struct Row {
    game: &'static str,
    seats: usize,
    games_per_cpu_second: f64,
    actions_per_cpu_second: f64,
    actions_per_game: f64,
    position_bytes: usize,
    allocations_per_playout: f64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    anyhow::ensure!(
        args.seconds > 0.0 && args.seconds <= 3600.0,
        "--seconds must be above 0 and at most 3600"
    );
    let ids = match &args.game {
        Some(id) => vec![id.as_str()],
        None => games().iter().map(|info| info.id).collect(),
    };
    let mut out = std::io::stdout().lock();
    let mut rows = Vec::new();
    if !args.json {
        let heads = ["seats", "games/s", "actions/s", "actions/game", "bytes", "allocs/playout"];
        writeln!(
            out,
            "{:<12} {:>5} {:>10} {:>12} {:>12} {:>6} {:>14}",
            "game", heads[0], heads[1], heads[2], heads[3], heads[4], heads[5]
        )?;
    }
    for id in ids {
        for row in visit(id, Bench { seconds: args.seconds, shows_progress: args.json })? {
            if !args.json {
                writeln!(
                    out,
                    "{:<12} {:>5} {:>10.0} {:>11.2}M {:>12.1} {:>6} {:>14.3}",
                    row.game,
                    row.seats,
                    row.games_per_cpu_second,
                    row.actions_per_cpu_second / 1e6,
                    row.actions_per_game,
                    row.position_bytes,
                    row.allocations_per_playout,
                )?;
            }
            rows.push(row);
        }
    }
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)?;
    }
    Ok(())
}

struct Bench {
    seconds: f64,
    shows_progress: bool,
}

impl Visitor for Bench {
    type Output = Vec<Row>;

    fn visit<G: Game>(self) -> Vec<Row> {
        let setups =
            G::INFO.seats.map(|seats| Setup::<G>::new(seats).expect("a number of seats that the game has"));
        let row = |setup: Setup<G>| {
            if self.shows_progress && std::io::stderr().is_terminal() {
                eprintln!("measuring {setup:?}");
            }
            measure(setup, self.seconds)
        };
        setups.map(row).collect()
    }
}

fn measure<G: Game>(setup: Setup<G>, seconds: f64) -> Row {
    let mut random = Generator::new(1);
    let mut actions = Actions::new();
    let start = G::new(setup);
    let mut run = |seconds: f64| {
        let (mut games, mut played) = (0_u64, 0_u64);
        let before = allocations();
        let clock = ThreadTime::now();
        loop {
            for _ in 0..16 {
                played += playout(start, &mut random, &mut actions).1;
            }
            games += 16;
            let spent = clock.elapsed().as_secs_f64();
            if spent >= seconds {
                let allocated = (allocations() - before) as f64 / games as f64;
                return (games as f64 / spent, played as f64 / spent, allocated);
            }
        }
    };
    run(seconds / 5.0);
    let mut runs = [run(seconds), run(seconds), run(seconds)];
    runs.sort_by(|a, b| a.1.total_cmp(&b.1));
    let (games, played, allocated) = runs[1];
    Row {
        game: G::INFO.id,
        seats: setup.seats(),
        games_per_cpu_second: games,
        actions_per_cpu_second: played,
        actions_per_game: played / games,
        position_bytes: size_of::<G>(),
        allocations_per_playout: allocated,
    }
}
