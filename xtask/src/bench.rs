//! Measuring random playouts, ours and those of others in the same run.

use std::fmt::Write as _;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::command::{cargo, output, run};
use crate::needs::{self, Need};
use crate::python::{self, Environment};

/// The release we compare with, so that ratios of different days compare.
const OPEN_SPIEL: &str = "open_spiel==2.0.2";

/// What `cargo xtask bench` can be asked.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Measure this game only.
    game: Option<String>,
    /// Measure `OpenSpiel`'s rollouts too, in turns with ours; needs Python and installs it into target/python.
    #[arg(long)]
    peers: bool,
    /// Measure the batched environment of the Python package instead, in turns with pgx and `OpenSpiel`; installs them
    /// into target/python.
    #[arg(long, conflicts_with_all = ["game", "peers"])]
    python: bool,
    /// Seconds for each measurement.
    #[arg(long)]
    seconds: Option<f64>,
    /// Measure so many times; the median counts.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

/// A line of `rainette bench --json`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
struct Ours {
    game: String,
    seats: usize,
    games_per_cpu_second: f64,
    actions_per_cpu_second: f64,
    position_bytes: usize,
    allocations_per_playout: f64,
}

/// A line of peers/openspiel.py.
#[derive(Clone, PartialEq, Debug, Deserialize)]
struct Theirs {
    game: String,
    version: String,
    games_per_cpu_second: f64,
    moves_per_cpu_second: f64,
}

/// What the work of two games is compared by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum By {
    Games,
    Actions,
}

/// Which games are comparable work, and what we want to reach.
const PAIRS: [(&str, &str, By, f64); 3] = [
    ("hop-it", "checkers", By::Games, 15.0),
    ("abagio", "backgammon", By::Games, 16.0),
    ("pool-party", "maedn", By::Actions, 7.0),
];

/// Measures and prints tables.
pub(crate) fn bench(arguments: &Arguments) -> Result<()> {
    if arguments.python || arguments.peers {
        needs::see_to(&[Need::Python])?;
    }
    if arguments.python {
        return python::bench(arguments.rounds, arguments.seconds);
    }
    run(&mut cargo("build --release --package rainette"))?;
    let peers = if arguments.peers { Some(install_peers()?) } else { None };
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for round in 1..=arguments.rounds {
        println!("round {round} of {}", arguments.rounds);
        ours.push(measure_ours(arguments)?);
        if let Some(peers) = &peers {
            theirs.push(measure_theirs(peers, arguments, round)?);
        }
    }
    let ours =
        medians(&ours, &[|line| &mut line.games_per_cpu_second, |line| &mut line.actions_per_cpu_second])?;
    print!("\n{}", our_table(&ours));
    if arguments.peers {
        let theirs = medians(
            &theirs,
            &[|line| &mut line.games_per_cpu_second, |line| &mut line.moves_per_cpu_second],
        )?;
        print!("\n{}", peer_table(&ours, &theirs));
    }
    println!("\nper CPU-second on one core; medians of {}", arguments.rounds);
    Ok(())
}

fn measure_ours(arguments: &Arguments) -> Result<Vec<Ours>> {
    let mut bench = cargo("run --quiet --release --package rainette -- bench --json");
    bench.args(&arguments.game);
    if let Some(seconds) = arguments.seconds {
        bench.arg("--seconds").arg(seconds.to_string());
    }
    let json = output(&mut bench)?;
    serde_json::from_str(&json).context("`rainette bench --json` printed something unexpected")
}

fn install_peers() -> Result<Environment> {
    let peers = Environment::named("open-spiel")?;
    peers.install(&[OPEN_SPIEL.as_ref()])?;
    Ok(peers)
}

fn measure_theirs(peers: &Environment, arguments: &Arguments, round: u32) -> Result<Vec<Theirs>> {
    let mut driver = peers.python();
    driver.args(["xtask/peers/openspiel.py", "--seed", &round.to_string()]);
    if let Some(seconds) = arguments.seconds {
        driver.arg("--seconds").arg(seconds.to_string());
    }
    serde_json::from_str(&output(&mut driver)?).context("openspiel.py printed something unexpected")
}

/// The median of each field over rounds that measured the same things in the same order.
fn medians<T: Clone>(rounds: &[Vec<T>], fields: &[fn(&mut T) -> &mut f64]) -> Result<Vec<T>> {
    let Some(first) = rounds.first() else { bail!("nothing was measured") };
    if rounds.iter().any(|round| round.len() != first.len()) {
        bail!("the rounds measured different things");
    }
    let mut medians = first.clone();
    for (index, median) in medians.iter_mut().enumerate() {
        for field in fields {
            let mut values: Vec<f64> = rounds.iter().map(|round| *field(&mut round[index].clone())).collect();
            values.sort_by(f64::total_cmp);
            let middle = values.len() / 2;
            *field(median) = if values.len() % 2 == 1 {
                values[middle]
            } else {
                f64::midpoint(values[middle - 1], values[middle])
            };
        }
    }
    Ok(medians)
}

fn our_table(ours: &[Ours]) -> String {
    let mut table = format!(
        "{:<12}{:>6}{:>12}{:>12}{:>10}{:>14}\n",
        "game", "seats", "games", "actions", "bytes", "allocations"
    );
    for line in ours {
        writeln!(
            table,
            "{:<12}{:>6}{:>12}{:>12}{:>10}{:>14}",
            line.game,
            line.seats,
            short(line.games_per_cpu_second),
            short(line.actions_per_cpu_second),
            line.position_bytes,
            line.allocations_per_playout,
        )
        .expect("a string takes everything");
    }
    table
}

fn peer_table(ours: &[Ours], theirs: &[Theirs]) -> String {
    let version = theirs.first().map_or("", |line| &line.version);
    let mut table = format!(
        "{:<12}{:>6}{:>10}{:>12}{:>18}{:>12}{:>10}{:>8}\n",
        "game",
        "seats",
        "by",
        "ours",
        format!("OpenSpiel {version}"),
        "theirs",
        "ratio",
        "goal"
    );
    for line in ours {
        let Some(&(_, peer, by, goal)) = PAIRS.iter().find(|(game, ..)| *game == line.game) else { continue };
        let Some(their) = theirs.iter().find(|their| their.game == peer) else { continue };
        let (word, our, their) = match by {
            By::Games => ("games", line.games_per_cpu_second, their.games_per_cpu_second),
            By::Actions => ("actions", line.actions_per_cpu_second, their.moves_per_cpu_second),
        };
        writeln!(
            table,
            "{:<12}{:>6}{word:>10}{:>12}{peer:>18}{:>12}{:>10}{:>8}",
            line.game,
            line.seats,
            short(our),
            short(their),
            format!("{:.1}x", our / their),
            format!("{goal}x"),
        )
        .expect("a string takes everything");
    }
    table
}

/// A rate in three figures.
fn short(rate: f64) -> String {
    let (value, unit) = match rate {
        1e6.. => (rate / 1e6, "M"),
        1e3.. => (rate / 1e3, "k"),
        _ => (rate, ""),
    };
    let decimals = match value {
        99.95.. => 0,
        9.995.. => 1,
        _ => 2,
    };
    format!("{value:.decimals$}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(game: &str, games: f64) -> Ours {
        let json = format!(
            r#"{{"game":"{game}","seats":2,"games_per_cpu_second":{games},"actions_per_cpu_second":2.5e7,"position_bytes":40,"allocations_per_playout":0}}"#
        );
        serde_json::from_str(&json).expect("a line of `rainette bench --json`")
    }

    fn theirs(game: &str) -> Theirs {
        let json = format!(
            r#"{{"game":"{game}","version":"2.0.2","games_per_cpu_second":1000,"moves_per_cpu_second":2e6,"moves_per_game":9}}"#
        );
        serde_json::from_str(&json).expect("a line of openspiel.py")
    }

    #[test]
    fn the_median_of_each_field_counts() {
        let rounds = [vec![ours("hop-it", 3.0)], vec![ours("hop-it", 1.0)], vec![ours("hop-it", 2.0)]];
        let field: fn(&mut Ours) -> &mut f64 = |line| &mut line.games_per_cpu_second;
        assert_eq!(medians(&rounds, &[field]).expect("medians"), [ours("hop-it", 2.0)]);
        assert_eq!(medians(&rounds[..2], &[field]).expect("medians"), [ours("hop-it", 2.0)]);
        assert!(medians(&[vec![ours("hop-it", 1.0)], Vec::new()], &[field]).is_err());
        assert!(medians::<Ours>(&[], &[]).is_err());
    }

    #[test]
    fn comparable_work_is_compared() {
        let table = peer_table(
            &[ours("hop-it", 20_000.0), ours("pool-party", 5.0), ours("china-moon", 5.0)],
            &[theirs("checkers"), theirs("maedn")],
        );
        let lines: Vec<_> =
            table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        assert_eq!(
            lines[1..],
            [
                "hop-it 2 games 20.0k checkers 1.00k 20.0x 15x",
                "pool-party 2 actions 25.0M maedn 2.00M 12.5x 7x",
            ]
        );
    }

    #[test]
    fn rates_have_three_figures() {
        let shown = [0.5, 12.34, 914.4, 6600.0, 99_960.0, 2.9e6, 123.4e6].map(short);
        assert_eq!(shown, ["0.50", "12.3", "914", "6.60k", "100k", "2.90M", "123M"]);
    }
}
