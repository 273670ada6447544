//! Many games between computer players.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use rainette_core::Setup;
use rainette_players::{
    Brain, Budget, Cancel, Contender, Estimate, Plan, Played, Spec, Tally, ThinkError, Visitor, visit,
};

use crate::convert::Options;
use crate::player::{budget, patiently};
use crate::{error, numbers};

/// What is asked for.
struct Wish {
    players: Vec<(String, Spec)>,
    seats: usize,
    games: u64,
    seed: u64,
    threads: usize,
    budget: Option<Budget>,
    options: Vec<(String, i64)>,
    keeps_records: bool,
}

/// What came of it.
struct Met {
    names: Vec<String>,
    tallies: Vec<Tally>,
    games: u64,
    records: Vec<String>,
}

struct Run<'a>(Wish, &'a Cancel);

impl Visitor for Run<'_> {
    type Output = PyResult<Result<Met, ThinkError>>;

    fn visit<G: Brain>(self) -> Self::Output {
        let Self(wish, cancel) = self;
        let setup = Setup::<G>::with(G::INFO.edition, wish.seats, &wish.options)
            .map_err(|error| error::set_up(&error))?;
        let contenders: Vec<Contender<G>> = wish
            .players
            .iter()
            .map(|(name, spec)| Contender::new(name, *spec, wish.seats, wish.budget))
            .collect();
        let last = contenders.len() - 1;
        let places: Vec<usize> = (0..wish.seats).map(|seat| seat.min(last)).collect();
        let seated: Vec<&Contender<G>> = places.iter().map(|&place| &contenders[place]).collect();
        let rounds = wish.games.div_ceil(wish.seats as u64).max(1);
        let plan = Plan { setup, rounds, seed: wish.seed, threads: wish.threads, reuse: false };
        let mut met = Met {
            names: wish.players.iter().map(|(name, _)| name.clone()).collect(),
            tallies: vec![Tally::default(); contenders.len()],
            games: 0,
            records: Vec::new(),
        };
        let played = rainette_players::arena(&plan, &seated, cancel, |played| {
            met.add(&played, &places);
            if wish.keeps_records {
                met.records.push(played.record.to_string());
            }
            true
        });
        Ok(played.map(|()| met))
    }
}

impl Met {
    /// If a player sits on several seats, its share is that of one of them.
    fn add(&mut self, played: &Played, places: &[usize]) {
        for (place, tally) in self.tallies.iter_mut().enumerate() {
            let shares: Vec<f32> = places
                .iter()
                .zip(&played.shares)
                .filter(|(at, _)| **at == place)
                .map(|(_, share)| *share)
                .collect();
            tally.add(played.round, shares.iter().sum::<f32>() / shares.len() as f32);
        }
        self.games += 1;
    }
}

/// Lets computer players play many games against each other, with the same dice and deals for each: the players
/// change seats until each has sat everywhere.
///
/// One player for each seat, or two: then the first meets the second on all other seats. Shares of wins and, at two
/// seats, differences in Elo points come with their 95 % intervals.
///
/// >>> import rainette
/// >>> met = rainette.arena("pool-party", ["greedy", "random"], games=20, seed=1)
/// >>> met["games"], met["players"][0]["share"] > 0.5
/// (20, True)
#[pyfunction]
#[pyo3(signature = (game, players, *, games=100, seats=None, seed=1, threads=None, iterations=None, seconds=None,
                    options=None, records=false))]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub(crate) fn arena<'py>(
    py: Python<'py>,
    game: &str,
    players: Vec<String>,
    games: u64,
    seats: Option<usize>,
    seed: u64,
    threads: Option<usize>,
    iterations: Option<u32>,
    seconds: Option<f64>,
    options: Option<Options>,
    records: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let named = |name: String| name.parse().map(|spec| (name, spec)).map_err(|error| error::spec(&error));
    let players = players.into_iter().map(named).collect::<PyResult<Vec<_>>>()?;
    let seats = seats.unwrap_or_else(|| players.len().max(numbers::seats_or_least(game, None)));
    if players.len() != seats && players.len() != 2 {
        return Err(PyValueError::new_err(format!(
            "{seats} seats need {seats} players, or two: the first meets the second on all other seats"
        )));
    }
    let wish = Wish {
        players,
        seats,
        games,
        seed,
        threads: threads.unwrap_or_else(cores),
        budget: budget(iterations, seconds)?.map(core_time),
        options: options.unwrap_or_default().into_iter().collect(),
        keeps_records: records,
    };
    let cancel = Cancel::default();
    let game = game.to_owned();
    let met = patiently(py, &cancel, || visit(&game, Run(wish, &cancel)))?;
    let met = met.map_err(|error| error::unknown(&error))??.map_err(|error| error::think(&error))?;
    shown(py, &game, seats, records, &met)
}

/// Games at once, unless the caller says how many.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Time is counted as the time of a core, so that a busy machine favours nobody.
fn core_time(budget: Budget) -> Budget {
    if let Budget::Time(time) = budget { Budget::CoreTime(time) } else { budget }
}

fn shown<'py>(
    py: Python<'py>,
    game: &str,
    seats: usize,
    records: bool,
    met: &Met,
) -> PyResult<Bound<'py, PyDict>> {
    let interval = |estimate: &Estimate| (estimate.low, estimate.high);
    let rows = PyList::empty(py);
    for (name, tally) in met.names.iter().zip(&met.tallies) {
        let (share, elo) = (tally.share(), (seats == 2).then(|| tally.elo()));
        let row = PyDict::new(py);
        row.set_item("player", name)?;
        row.set_item("share", share.value)?;
        row.set_item("share_95", interval(&share))?;
        row.set_item("elo", elo.map(|elo| elo.value))?;
        row.set_item("elo_95", elo.as_ref().map(interval))?;
        rows.append(row)?;
    }
    let dict = PyDict::new(py);
    dict.set_item("game", game)?;
    dict.set_item("seats", seats)?;
    dict.set_item("games", met.games)?;
    dict.set_item("players", rows)?;
    if records {
        dict.set_item("records", &met.records)?;
    }
    Ok(dict)
}
