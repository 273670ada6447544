//! Many games at once, stepped letter by letter into the caller's arrays.

use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2, PyUntypedArrayMethods as _};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rainette_core::{Actions, Encode, NoEffects, Random as _, Seat, Setup, Spelling, Turn};
use rainette_games::{Visitor, visit};
use rainette_players::Generator;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::arena::cores;
use crate::convert::{Options, rewards};
use crate::numbers::{self, seats_or_least};
use crate::{error, game};

/// Where everything is written that is known after a step, a row for each game.
struct Rows<'a> {
    observations: &'a mut [f32],
    masks: &'a mut [i8],
    turns: &'a mut [i64],
    rewards: &'a mut [f32],
    terminations: &'a mut [bool],
    played: &'a mut [bool],
}

/// How long a row is.
#[derive(Clone, Copy)]
struct Widths {
    observation: usize,
    letters: usize,
    seats: usize,
}

/// Games of some kind.
trait Batched: Send + Sync {
    fn begin(&mut self, seed: u64, pool: Option<&ThreadPool>, rows: Rows<'_>);
    /// The first game that cannot go on with its letter.
    fn refuses(&self, letters: &[i64]) -> Option<usize>;
    fn step(&mut self, letters: &[i64], pool: Option<&ThreadPool>, rows: Rows<'_>);
    fn sample(&mut self, letters: &mut [i64], pool: Option<&ThreadPool>);
    fn len(&self) -> usize;
    fn widths(&self) -> Widths;
    fn names(&self) -> Vec<String>;
}

/// One game of many. Its random numbers are its own, so that nothing depends on who steps it when.
struct One<G: Encode> {
    position: G,
    spelling: Spelling,
    random: Generator,
    /// For the choice of random letters, so that choosing does not change the dice.
    choices: Generator,
}

struct Many<G: Encode> {
    setup: Setup<G>,
    games: Vec<One<G>>,
    widths: Widths,
}

/// The row of one game.
struct Row<'a> {
    observation: &'a mut [f32],
    mask: &'a mut [i8],
    turn: &'a mut i64,
    rewards: &'a mut [f32],
    terminated: &'a mut bool,
    played: &'a mut bool,
}

impl<G: Encode> One<G> {
    /// A new game, up to the first action.
    fn begin(&mut self, setup: Setup<G>, actions: &mut Actions<G>) {
        self.position = G::new(setup);
        self.settle();
        self.spelling.begin(&self.position, actions);
    }

    #[inline]
    fn settle(&mut self) {
        while self.position.turn() == Turn::Chance {
            let chance = self.position.chance_from_draw(&self.position.chance().sample(&mut self.random));
            self.position.apply_chance(chance, &mut NoEffects);
        }
    }

    /// Says a letter that can be said. A game that is over makes way for the next.
    #[inline]
    fn step(&mut self, letter: i64, setup: Setup<G>, actions: &mut Actions<G>, row: &mut Row<'_>) {
        row.rewards.fill(0.0);
        *row.terminated = false;
        let action = self.spelling.say(&self.position, letter as u8, actions);
        *row.played = action.is_some();
        if let Some(action) = action {
            self.position.act(action, &mut NoEffects);
            self.settle();
            if let Some(outcome) = self.position.result() {
                row.rewards.copy_from_slice(&rewards(&outcome, setup.seats()));
                *row.terminated = true;
                self.begin(setup, actions);
            } else {
                self.spelling.begin(&self.position, actions);
            }
        }
        self.show(row);
    }

    #[inline]
    fn show(&self, row: &mut Row<'_>) {
        let seat = if let Turn::Seat(seat) = self.position.turn() { seat } else { Seat::new(0) };
        *row.turn = seat.index() as i64;
        row.mask.fill(0);
        self.spelling.next().iter().for_each(|letter| row.mask[letter] = 1);
        numbers::observe(&self.position, &self.spelling, seat, row.observation);
    }
}

/// Does something to every game and its row, on all threads of the pool.
fn each<G: Encode>(
    games: &mut [One<G>],
    widths: Widths,
    rows: Rows<'_>,
    pool: Option<&ThreadPool>,
    act: impl Fn(usize, &mut One<G>, &mut Row<'_>, &mut Actions<G>) + Sync,
) {
    let share = |first: usize, games: &mut [One<G>], rows: Rows<'_>| {
        let mut actions = Actions::new();
        let observations = rows.observations.chunks_exact_mut(widths.observation);
        let masks = rows.masks.chunks_exact_mut(widths.letters);
        let rewards = rows.rewards.chunks_exact_mut(widths.seats);
        let flags = rows.terminations.iter_mut().zip(rows.played);
        let wide = observations.zip(masks).zip(rewards);
        for (index, (((game, turn), (terminated, played)), ((observation, mask), rewards))) in
            games.iter_mut().zip(rows.turns).zip(flags).zip(wide).enumerate()
        {
            let mut row = Row { observation, mask, turn, rewards, terminated, played };
            act(first + index, game, &mut row, &mut actions);
        }
    };
    let Some(pool) = pool else { return share(0, games, rows) };
    let size = games.len().div_ceil(pool.current_num_threads() * 4).max(1);
    pool.install(|| {
        games
            .par_chunks_mut(size)
            .zip(rows.observations.par_chunks_mut(size * widths.observation))
            .zip(rows.masks.par_chunks_mut(size * widths.letters))
            .zip(rows.turns.par_chunks_mut(size))
            .zip(rows.rewards.par_chunks_mut(size * widths.seats))
            .zip(rows.terminations.par_chunks_mut(size))
            .zip(rows.played.par_chunks_mut(size))
            .enumerate()
            .for_each(
                |(chunk, ((((((games, observations), masks), turns), rewards), terminations), played))| {
                    let rows = Rows { observations, masks, turns, rewards, terminations, played };
                    share(chunk * size, games, rows);
                },
            );
    });
}

impl<G: Encode> Batched for Many<G> {
    fn begin(&mut self, seed: u64, pool: Option<&ThreadPool>, rows: Rows<'_>) {
        let setup = self.setup;
        each(&mut self.games, self.widths, rows, pool, |index, game, row, actions| {
            game.random = Generator::of(seed, index as u64);
            game.choices = Generator::of(!seed, index as u64);
            game.begin(setup, actions);
            row.rewards.fill(0.0);
            (*row.terminated, *row.played) = (false, false);
            game.show(row);
        });
    }

    fn refuses(&self, letters: &[i64]) -> Option<usize> {
        let mut said = self.games.iter().zip(letters);
        said.position(|(game, &letter)| numbers::letter(letter, &game.spelling).is_none())
    }

    fn step(&mut self, letters: &[i64], pool: Option<&ThreadPool>, rows: Rows<'_>) {
        let setup = self.setup;
        each(&mut self.games, self.widths, rows, pool, |index, game, row, actions| {
            game.step(letters[index], setup, actions, row);
        });
    }

    fn sample(&mut self, letters: &mut [i64], pool: Option<&ThreadPool>) {
        let choose = |(game, letter): (&mut One<G>, &mut i64)| {
            let next = game.spelling.next();
            let place = game.choices.below(next.len() as u32) as usize;
            *letter = next.iter().nth(place).unwrap_or_default() as i64;
        };
        match pool {
            None => self.games.iter_mut().zip(letters).for_each(choose),
            Some(pool) => {
                let size = self.games.len().div_ceil(pool.current_num_threads() * 2).max(1);
                let chunks = self.games.par_chunks_mut(size).zip(letters.par_chunks_mut(size));
                pool.install(|| {
                    chunks.for_each(|(games, letters)| games.iter_mut().zip(letters).for_each(choose));
                });
            }
        }
    }

    fn len(&self) -> usize {
        self.games.len()
    }

    fn widths(&self) -> Widths {
        self.widths
    }

    fn names(&self) -> Vec<String> {
        numbers::names::<G>(self.widths.seats)
    }
}

struct Open<'a> {
    seats: usize,
    count: usize,
    options: &'a [(String, i64)],
}

impl Visitor for Open<'_> {
    type Output = PyResult<Box<dyn Batched>>;

    fn visit<G: Encode>(self) -> Self::Output {
        let setup = Setup::<G>::with(G::INFO.edition, self.seats, self.options)
            .map_err(|error| error::set_up(&error))?;
        let widths = Widths {
            observation: numbers::size::<G>(self.seats),
            letters: G::alphabet(self.seats).len() + 1,
            seats: self.seats,
        };
        let position = G::new(setup);
        let spelling = Spelling::new(&position, &mut Actions::new());
        let random = Generator::new(0);
        let one =
            || One { position, spelling: spelling.clone(), random: random.clone(), choices: random.clone() };
        Ok(Box::new(Many { setup, games: (0..self.count).map(|_| one()).collect(), widths }))
    }
}

/// The arrays that a step writes into, as Python hands them in.
#[derive(FromPyObject)]
struct Arrays<'py>(
    PyReadwriteArray2<'py, f32>,
    PyReadwriteArray2<'py, i8>,
    PyReadwriteArray1<'py, i64>,
    PyReadwriteArray2<'py, f32>,
    PyReadwriteArray1<'py, bool>,
    PyReadwriteArray1<'py, bool>,
);

impl Arrays<'_> {
    fn rows(&mut self, len: usize, widths: Widths) -> PyResult<Rows<'_>> {
        let fits = self.0.shape() == [len, widths.observation]
            && self.1.shape() == [len, widths.letters]
            && self.2.len() == len
            && self.3.shape() == [len, widths.seats]
            && self.4.len() == len
            && self.5.len() == len;
        if !fits {
            return Err(PyValueError::new_err("an array does not have the shape of the batch"));
        }
        Ok(Rows {
            observations: self.0.as_slice_mut()?,
            masks: self.1.as_slice_mut()?,
            turns: self.2.as_slice_mut()?,
            rewards: self.3.as_slice_mut()?,
            terminations: self.4.as_slice_mut()?,
            played: self.5.as_slice_mut()?,
        })
    }
}

/// Many games at once: what `rainette.vector` is made of. It writes into arrays that its caller owns, on several
/// threads, while other Python threads go on.
#[pyclass(module = "rainette")]
pub(crate) struct Batch {
    games: Box<dyn Batched>,
    pool: Option<ThreadPool>,
}

#[pymethods]
impl Batch {
    /// So many games, none of which has begun.
    #[new]
    #[pyo3(signature = (game, count, seats=None, *, threads=None, options=None))]
    fn new(
        game: &str,
        count: usize,
        seats: Option<usize>,
        threads: Option<usize>,
        options: Option<Options>,
    ) -> PyResult<Self> {
        if count == 0 {
            return Err(PyValueError::new_err("a batch has at least one game"));
        }
        let options: Vec<_> = options.unwrap_or_default().into_iter().collect();
        let open = Open { seats: seats_or_least(game, seats), count, options: &options };
        let games = visit(game, open).map_err(|error| error::unknown(&error))??;
        let threads = threads.unwrap_or_else(cores).clamp(1, count);
        let pool = if threads == 1 {
            None
        } else {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            Some(pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?)
        };
        Ok(Self { games, pool })
    }

    /// Games, numbers of an observation, letters, seats.
    #[getter]
    fn shape(&self) -> (usize, usize, usize, usize) {
        let widths = self.games.widths();
        (self.games.len(), widths.observation, widths.letters, widths.seats)
    }

    /// Begins every game anew and writes what is known then.
    fn begin(&mut self, py: Python<'_>, seed: Option<u64>, mut into: Arrays<'_>) -> PyResult<()> {
        let rows = into.rows(self.games.len(), self.games.widths())?;
        let seed = seed.unwrap_or_else(game::unforeseen);
        let (games, pool) = (&mut self.games, self.pool.as_ref());
        py.detach(|| games.begin(seed, pool, rows));
        Ok(())
    }

    /// Says a letter in every game and writes what is known then. If one cannot be said, nothing happens at all.
    fn step(
        &mut self,
        py: Python<'_>,
        letters: PyReadonlyArray1<'_, i64>,
        mut into: Arrays<'_>,
    ) -> PyResult<()> {
        let rows = into.rows(self.games.len(), self.games.widths())?;
        let letters = letters.as_slice()?;
        if letters.len() != self.games.len() {
            let message = format!("{} games need as many letters, not {}", self.games.len(), letters.len());
            return Err(PyValueError::new_err(message));
        }
        if let Some(index) = self.games.refuses(letters) {
            let letter = letters[index];
            let names = self.games.names();
            let name = usize::try_from(letter).ok().and_then(|number| names.get(number));
            let name = name.map_or_else(String::new, |name| format!(" (`{name}`)"));
            return Err(error::letter(py, format!("game {index}: letter {letter}{name} cannot be said now")));
        }
        let (games, pool) = (&mut self.games, self.pool.as_ref());
        py.detach(|| games.step(letters, pool, rows));
        Ok(())
    }

    /// Writes a letter that can be said for every game, each equally likely.
    fn sample(&mut self, py: Python<'_>, mut into: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        if into.len() != self.games.len() {
            return Err(PyValueError::new_err("an array does not have the shape of the batch"));
        }
        let letters = into.as_slice_mut()?;
        let (games, pool) = (&mut self.games, self.pool.as_ref());
        py.detach(|| games.sample(letters, pool));
        Ok(())
    }
}
