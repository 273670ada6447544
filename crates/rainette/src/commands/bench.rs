//! `rainette bench`: how fast the rules are.

use std::io::{IsTerminal as _, Write as _};

use cpu_time::ThreadTime;
use rainette_core::{Actions, Game, Observer, Setup, Turn, fixed_setup, playout};
use rainette_games::{Visitor, games, visit};
use rainette_players::{Budget, Generator, Mcts, Plain, Player as _, Question};
use serde::Serialize;

use crate::counting::allocations;

/// Measure random playouts on one core: whole games from the empty table, set-up included.
///
/// Rates are per second of CPU time of this thread, the median of three runs. Chance events are not counted as
/// actions.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game's id; by default all are measured.
    game: Option<String>,

    /// Print the speeds as JSON.
    #[arg(long)]
    json: bool,

    /// Measure plain tree search from the first decision on, beside random playouts from the same position.
    #[arg(long)]
    search: bool,

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
    if args.search {
        return search(args, &ids, &mut out);
    }
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

#[derive(Serialize)]
struct Searched {
    game: &'static str,
    seats: usize,
    playouts_per_cpu_second: f64,
    iterations_per_cpu_second: f64,
    ratio: f64,
}

fn search(args: &Args, ids: &[&str], out: &mut impl std::io::Write) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    if !args.json {
        writeln!(
            out,
            "{:<12} {:>5} {:>12} {:>14} {:>6}",
            "game", "seats", "playouts/s", "iterations/s", "ratio"
        )?;
    }
    for id in ids {
        for row in visit(id, Search { seconds: args.seconds })? {
            if !args.json {
                let Searched { game, seats, playouts_per_cpu_second, iterations_per_cpu_second, ratio } =
                    &row;
                writeln!(
                    out,
                    "{game:<12} {seats:>5} {playouts_per_cpu_second:>12.0} {iterations_per_cpu_second:>14.0} {ratio:>6.2}"
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

struct Search {
    seconds: f64,
}

impl Visitor for Search {
    type Output = Vec<Searched>;

    fn visit<G: Game>(self) -> Vec<Searched> {
        let setups =
            G::INFO.seats.map(|seats| Setup::<G>::new(seats).expect("a number of seats that the game has"));
        setups.map(|setup| measure_search(setup, self.seconds)).collect()
    }
}

/// Playouts and searches take turns, so that both meet the same weather.
fn measure_search<G: Game>(setup: Setup<G>, seconds: f64) -> Searched {
    let game = fixed_setup(setup);
    let Turn::Seat(seat) = game.turn() else { unreachable!("a fixed set-up ends at a seat's turn") };
    let story = game.story(Observer::Seat(seat));
    let player = Mcts { exploration: 0.7, hints: Plain };
    let mut random = Generator::new(1);
    let mut actions = Actions::new();
    let (mut playouts, mut playout_time, mut iterations, mut search_time) = (0_u64, 0.0, 0_u64, 0.0);
    while playout_time < seconds || search_time < seconds {
        let clock = ThreadTime::now();
        for _ in 0..1000 {
            playout(*game.position(), &mut random, &mut actions);
        }
        playouts += 1000;
        playout_time += clock.elapsed().as_secs_f64();
        let clock = ThreadTime::now();
        let answer = player.think(&Question::new(&story, Budget::Iterations(10_000), iterations));
        iterations += answer.expect("it is this seat's turn").iterations;
        search_time += clock.elapsed().as_secs_f64();
    }
    let (playouts, iterations) = (playouts as f64 / playout_time, iterations as f64 / search_time);
    Searched {
        game: G::INFO.id,
        seats: setup.seats(),
        playouts_per_cpu_second: playouts,
        iterations_per_cpu_second: iterations,
        ratio: iterations / playouts,
    }
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
