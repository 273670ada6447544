//! Many games between computer players.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use rainette_core::Setup;
use rainette_players::{
    Brain, Budget, Cancel, Contender, Estimate, Plan, Scores, Spec, Start, Tally, ThinkError, Visitor,
    net_name, read_book, visit,
};

use crate::convert::Options;
use crate::player::{budget, patiently};
use crate::{error, numbers};

/// What is asked for.
struct Wish {
    /// Their names, who they are, and budgets of their own.
    players: Vec<(String, Who, Option<Budget>)>,
    seats: usize,
    games: u64,
    seed: u64,
    threads: usize,
    budget: Option<Budget>,
    options: Vec<(String, i64)>,
    keeps_records: bool,
    adjusts: bool,
    book: Option<Book>,
}

/// A player: of a name that the engine knows, or guided by the net of a file.
enum Who {
    Named(Spec),
    Guided(Option<f32>, Vec<u8>),
}

/// A player's name, and the budget of its own that follows `@` in it.
fn own_budget(name: &str) -> PyResult<(&str, Option<Budget>)> {
    let Some((player, own)) = name.split_once('@') else { return Ok((name, None)) };
    let wrong = || {
        PyValueError::new_err(format!(
            "`@{own}` is no budget: expected seconds such as `@0.5s` or iterations such as `@2000`"
        ))
    };
    let asked = match own.strip_suffix('s') {
        Some(seconds) => budget(None, Some(seconds.parse().map_err(|_| wrong())?))?.map(core_time),
        None => Some(Budget::Iterations(own.parse().map_err(|_| wrong())?)),
    };
    Ok((player, asked))
}

impl Who {
    fn asked(name: &str) -> PyResult<Self> {
        let Some((exploration, file)) = net_name(name) else {
            return name.parse().map(Self::Named).map_err(|error| error::spec(&error));
        };
        let bytes = std::fs::read(file)
            .map_err(|error| io::Error::new(error.kind(), format!("`{file}` cannot be read: {error}")))?;
        Ok(Self::Guided(exploration, bytes))
    }

    fn contender<G: Brain>(
        &self,
        name: &str,
        seats: usize,
        budget: Option<Budget>,
    ) -> PyResult<Contender<G>> {
        match self {
            Self::Named(spec) => Ok(Contender::new(name, *spec, seats, budget)),
            Self::Guided(exploration, bytes) => Contender::guided(name, bytes, *exploration, seats, budget)
                .map_err(|error| error::net(&error)),
        }
    }
}

/// No book is larger.
const MOST_BYTES: u64 = 64 << 20;

/// What stands in a file, and of one that is too large no more than shows it.
fn read(file: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(file)?.take(MOST_BYTES + 1).read_to_string(&mut text)?;
    Ok(text)
}

/// From where rounds begin.
enum Book {
    /// From the starts that come with the game.
    Own,
    /// From those of a file that `rainette book` has made: its name and its text.
    File(PathBuf, String),
}

impl Book {
    /// The book that is asked for: `True`, a path, or none.
    fn asked(book: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Self>> {
        let Some(book) = book else { return Ok(None) };
        if let Ok(own) = book.extract::<bool>() {
            return Ok(own.then_some(Self::Own));
        }
        let file = book.extract::<PathBuf>().map_err(|_| {
            PyTypeError::new_err("book must be True, for the one that comes with the game, or a path")
        })?;
        let text = read(&file).map_err(|error| {
            io::Error::new(error.kind(), format!("`{}` cannot be read: {error}", file.display()))
        })?;
        if text.len() as u64 > MOST_BYTES {
            return Err(PyValueError::new_err(format!(
                "`{}` is too large for a book: expected no more than {MOST_BYTES} bytes",
                file.display()
            )));
        }
        Ok(Some(Self::File(file, text)))
    }

    fn starts<G: Brain>(&self, setup: Setup<G>) -> PyResult<Vec<Start<G>>> {
        match self {
            Self::Own => {
                let (id, seats) = (G::INFO.id, setup.seats());
                let text = G::book(seats).ok_or_else(|| {
                    PyValueError::new_err(format!(
                        "no book comes with `{id}` for {seats} seats: give the path of one that `rainette book` has made"
                    ))
                })?;
                let name = format!("the book that comes with `{id}`");
                read_book(text, setup).map_err(|error| error::book(&name, &error))
            }
            Self::File(file, text) => {
                let name = format!("`{}`", file.display());
                read_book(text, setup).map_err(|error| error::book(&name, &error))
            }
        }
    }
}

/// What came of it.
struct Met {
    names: Vec<String>,
    scores: Scores,
    /// How many starts the book has; 0 without one.
    starts: usize,
    records: Vec<String>,
}

struct Run<'a>(Wish, &'a Cancel);

impl Visitor for Run<'_> {
    type Output = PyResult<Result<Met, ThinkError>>;

    fn visit<G: Brain>(self) -> Self::Output {
        let Self(wish, cancel) = self;
        let setup = Setup::<G>::with(G::INFO.edition, wish.seats, &wish.options)
            .map_err(|error| error::set_up(&error))?;
        let contenders =
            wish.players.iter().map(|(name, who, own)| who.contender(name, wish.seats, own.or(wish.budget)));
        let contenders: Vec<Contender<G>> = contenders.collect::<PyResult<_>>()?;
        let places = Scores::places(contenders.len(), wish.seats);
        let seated: Vec<&Contender<G>> = places.iter().map(|&place| &contenders[place]).collect();
        let rounds = wish.games.div_ceil(wish.seats as u64);
        let starts = wish.book.map_or_else(|| Ok(Vec::new()), |book| book.starts(setup))?;
        let plan = Plan {
            threads: wish.threads,
            adjusts: wish.adjusts,
            starts: &starts,
            ..Plan::new(setup, rounds, wish.seed)
        };
        let mut met = Met {
            names: wish.players.iter().map(|(name, ..)| name.clone()).collect(),
            scores: Scores::new(places).from_starts(starts.len()),
            starts: starts.len(),
            records: Vec::new(),
        };
        let played = rainette_players::arena(&plan, &seated, cancel, |played| {
            met.scores.add(&played);
            if wish.keeps_records {
                met.records.push(played.record.to_string());
            }
            true
        });
        Ok(played.map(|()| met))
    }
}

/// Lets computer players play many games against each other, with the same dice and deals for each: the players
/// change seats until each has sat everywhere.
///
/// One player for each seat, or two: then the first meets the second on all other seats. Shares of wins and, at two
/// seats, differences in Elo points come with their 95 % intervals, as they were and, under `adjusted`, with luck taken
/// out (not with `adjust=False`). `games` is rounded up to whole rounds of one game per seat; `asked` in the answer is
/// the number asked for, `games` the number played. An Elo of all or nothing is infinite.
///
/// `net:FILE` is a player that the net of a file guides. A budget of a player's own follows `@`, as in `uct@0.5s` or
/// `best@2000`; a level keeps to its own.
///
/// With `book=True` every round begins from another start of the book that comes with the game, in which one seat is
/// ahead; with a path, from one of a book that `rainette book` has made. `starts` is how many the book has.
///
/// >>> import rainette
/// >>> met = rainette.arena("pool-party", ["greedy", "random"], games=20, seed=1)
/// >>> met["games"], met["players"][0]["share"] > 0.5
/// (20, True)
#[pyfunction]
#[pyo3(signature = (game, players, *, games=100, seats=None, seed=1, threads=None, iterations=None, seconds=None,
                    options=None, records=false, adjust=true, book=None))]
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
    adjust: bool,
    book: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    if games == 0 {
        return Err(PyValueError::new_err("games must be at least 1"));
    }
    let named = |name: String| {
        let (player, own) = own_budget(&name)?;
        Who::asked(player).map(|who| (name.clone(), who, own))
    };
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
        adjusts: adjust,
        book: Book::asked(book)?,
    };
    let asked = Asked { games, seats, records, adjust };
    let cancel = Cancel::default();
    let game = game.to_owned();
    let met = patiently(py, &cancel, || visit(&game, Run(wish, &cancel)))?;
    let met = met.map_err(|error| error::unknown(&error))??.map_err(|error| error::think(&error))?;
    shown(py, &game, asked, &met)
}

/// Games at once, unless the caller says how many.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Time is counted as the time of a core, so that a busy machine favours nobody.
fn core_time(budget: Budget) -> Budget {
    if let Budget::Time(time) = budget { Budget::CoreTime(time) } else { budget }
}

/// What the answer repeats of the question, and what it is to hold.
#[derive(Clone, Copy)]
struct Asked {
    games: u64,
    seats: usize,
    records: bool,
    adjust: bool,
}

fn shown<'py>(py: Python<'py>, game: &str, asked: Asked, met: &Met) -> PyResult<Bound<'py, PyDict>> {
    let interval = |estimate: &Estimate| (estimate.low, estimate.high);
    let estimates = |row: &Bound<'py, PyDict>, tally: &Tally| {
        let (share, elo) = (tally.share(), (asked.seats == 2).then(|| tally.elo()));
        row.set_item("share", share.value)?;
        row.set_item("share_95", interval(&share))?;
        row.set_item("elo", elo.map(|elo| elo.value))?;
        row.set_item("elo_95", elo.as_ref().map(interval))
    };
    let rows = PyList::empty(py);
    for (name, score) in met.names.iter().zip(&met.scores.of) {
        let row = PyDict::new(py);
        row.set_item("player", name)?;
        estimates(&row, &score.raw)?;
        if asked.adjust {
            let adjusted = PyDict::new(py);
            let (luck, luck_error) = score.luck();
            estimates(&adjusted, &score.adjusted())?;
            adjusted.set_item("luck", luck)?;
            adjusted.set_item("luck_error", luck_error)?;
            let factor = score.factor();
            adjusted.set_item("factor", factor.map(|factor| factor.value))?;
            adjusted.set_item("factor_95", factor.as_ref().map(interval))?;
            adjusted.set_item("narrower", score.narrower())?;
            row.set_item("adjusted", adjusted)?;
        }
        rows.append(row)?;
    }
    let dict = PyDict::new(py);
    dict.set_item("game", game)?;
    dict.set_item("seats", asked.seats)?;
    dict.set_item("asked", asked.games)?;
    dict.set_item("games", met.scores.games)?;
    dict.set_item("rounds", met.scores.of[0].raw.rounds())?;
    dict.set_item("starts", met.starts)?;
    dict.set_item("players", rows)?;
    if asked.records {
        dict.set_item("records", &met.records)?;
    }
    Ok(dict)
}
