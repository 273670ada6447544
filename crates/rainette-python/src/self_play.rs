//! Games of a net against itself, thousands at once: trees in Rust, judgements from wherever the caller has them made.

use numpy::{
    IntoPyArray as _, PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray2, PyReadwriteArray2,
    PyUntypedArrayMethods as _,
};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rainette_players::{Examples, MOST_ACTIVE, MOST_SIGNS, OwnGames, OwnPlan, Shape, net_of, own_games};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::arena::cores;
use crate::error;

/// A net of integers, as players use it: read from the bytes of its file, for a game and a number of seats.
#[pyclass(module = "rainette", frozen)]
pub(crate) struct Net(rainette_players::Net);

/// Logits of the seats' shares and of all signs, a row for each position.
type Logits<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray2<f32>>);

#[pymethods]
impl Net {
    #[new]
    fn new(game: &str, seats: usize, file: &[u8]) -> PyResult<Self> {
        net_of(game, seats, file).map(Self).map_err(|error| error::net(&error))
    }

    /// Inputs, sums of the first and of the second layer, seats, signs.
    #[getter]
    fn sizes(&self) -> (usize, usize, usize, usize, usize) {
        let sizes = self.0.sizes();
        (sizes.inputs, sizes.first, sizes.second, sizes.seats, sizes.signs)
    }

    /// What the net says of rows of active inputs, as `SelfPlay.leaves` gives them: logits of the seats' shares, and of
    /// all signs.
    fn evaluate<'py>(&self, py: Python<'py>, leaves: PyReadonlyArray2<'_, u16>) -> PyResult<Logits<'py>> {
        let (rows, width) = (leaves.shape()[0], leaves.shape()[1]);
        let sizes = self.0.sizes();
        let leaves = leaves.as_slice()?;
        if width > MOST_ACTIVE || leaves.iter().any(|&input| usize::from(input) > sizes.inputs) {
            return Err(PyValueError::new_err(format!(
                "a row has at most {MOST_ACTIVE} inputs, none above {}",
                sizes.inputs
            )));
        }
        let (values, signs) = py.detach(|| self.0.evaluate(leaves, width));
        let shaped = |numbers: Vec<f32>, width| numbers.into_pyarray(py).reshape([rows, width]);
        Ok((shaped(values, sizes.seats)?, shaped(signs, sizes.signs)?))
    }
}

/// Many games that a net plays against itself, searching in all of them at once.
///
/// Each game grows a tree and stops where it needs a judgement: `leaves` goes on to the next positions that do, `answer`
/// takes what a net says of them. After so many iterations an action is taken, and what the search has found becomes an
/// example; a game that is over makes way for the next. All of it follows from the seed and the answers, on however many
/// threads.
///
/// >>> import numpy as np, rainette
/// >>> play = rainette.SelfPlay("china-moon", seats=3, games=8, iterations=4, seed=1)
/// >>> leaves = play.leaves()
/// >>> leaves.dtype, len(leaves)
/// (dtype('uint16'), 8)
/// >>> play.answer(np.zeros((8, play.seats), np.float32), np.zeros((8, play.signs), np.float32))
#[pyclass(module = "rainette")]
pub(crate) struct SelfPlay {
    game: String,
    games: OwnGames,
    shape: Shape,
    leaves: usize,
    pool: ThreadPool,
    /// Do leaves wait for an answer?
    waits: bool,
}

impl SelfPlay {
    fn rows(&self) -> usize {
        self.games.len() * self.leaves
    }

    /// How many games a thread takes at once.
    fn share(&self) -> usize {
        self.games.len().div_ceil(self.pool.current_num_threads() * 8).max(1)
    }
}

#[pymethods]
impl SelfPlay {
    #[new]
    #[pyo3(signature = (game, seats=None, games=256, *, iterations=64, leaves=1, noise=0.25, spread=8.0, opening=30,
                        inner=0, exploration=None, seed=1, threads=None))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn new(
        game: &str,
        seats: Option<usize>,
        games: usize,
        iterations: u32,
        leaves: usize,
        noise: f32,
        spread: f32,
        opening: u32,
        inner: u32,
        exploration: Option<f32>,
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let exploration = exploration.unwrap_or(OwnPlan::default().exploration);
        let fits = games > 0
            && iterations > 0
            && (1..=1_024).contains(&leaves)
            && (0.0..=1.0).contains(&noise)
            && spread > 0.0
            && exploration >= 0.0
            && (spread + exploration).is_finite();
        if !fits {
            return Err(PyValueError::new_err(
                "games, iterations and leaves must be at least 1, noise from 0 to 1, spread above 0",
            ));
        }
        let plan = OwnPlan { iterations, leaves, noise, spread, opening, inner, exploration, seed };
        let seats = crate::numbers::seats_or_least(game, seats);
        let own = own_games(game, seats, games, plan).map_err(|error| error::net(&error))?;
        let threads = threads.unwrap_or_else(cores).clamp(1, games);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let shape = own[0].shape();
        Ok(Self { game: game.to_owned(), games: own, shape, leaves, pool, waits: false })
    }

    /// How many play.
    #[getter]
    fn seats(&self) -> usize {
        self.shape.sizes.seats
    }

    /// How many inputs there are. In rows the number itself stands for none.
    #[getter]
    fn inputs(&self) -> usize {
        self.shape.sizes.inputs
    }

    /// How many signs actions have.
    #[getter]
    fn signs(&self) -> usize {
        self.shape.sizes.signs
    }

    /// How long a row of active inputs is.
    #[getter]
    fn width(&self) -> usize {
        self.shape.width
    }

    /// How many games were finished.
    #[getter]
    fn finished(&self) -> u64 {
        self.games.iter().map(|game| game.finished()).sum()
    }

    /// Goes on in every game until judgements are needed: a row of active inputs for each position that waits, as told from
    /// the seat that is to choose. Rows that are not needed are filled with `inputs`. An array of the right shape may be
    /// handed in to be written into, such as one in pinned memory.
    #[pyo3(signature = (into=None))]
    fn leaves<'py>(
        &mut self,
        py: Python<'py>,
        into: Option<Bound<'py, PyArray2<u16>>>,
    ) -> PyResult<Bound<'py, PyArray2<u16>>> {
        if self.waits {
            return Err(PyRuntimeError::new_err("`answer` comes first: leaves are waiting"));
        }
        let (rows, width) = (self.rows(), self.shape.width);
        let into = into.unwrap_or_else(|| PyArray2::zeros(py, [rows, width], false));
        let mut array: PyReadwriteArray2<'_, u16> = into.try_readwrite()?;
        if array.shape() != [rows, width] {
            return Err(PyValueError::new_err(format!("the leaves are an array of {rows} × {width}")));
        }
        let inputs = array.as_slice_mut()?;
        let (share, leaves) = (self.share(), self.leaves);
        let (games, pool) = (&mut self.games, &self.pool);
        py.detach(|| {
            pool.install(|| {
                let chunks = inputs.par_chunks_mut(share * leaves * width);
                games.par_chunks_mut(share).zip(chunks).for_each(|(games, inputs)| {
                    for (game, rows) in games.iter_mut().zip(inputs.chunks_exact_mut(leaves * width)) {
                        game.ask(rows);
                    }
                });
            });
        });
        drop(array);
        self.waits = true;
        Ok(into)
    }

    /// Takes what a net says of the leaves, row by row: logits of the seats' shares of the win, in turn order from the seat
    /// that is to choose, and logits of all signs; how promising an action is follows from the sum over its signs.
    fn answer(
        &mut self,
        py: Python<'_>,
        values: PyReadonlyArray2<'_, f32>,
        policies: PyReadonlyArray2<'_, f32>,
    ) -> PyResult<()> {
        if !self.waits {
            return Err(PyRuntimeError::new_err("`leaves` comes first: nothing waits for an answer"));
        }
        let (rows, sizes) = (self.rows(), self.shape.sizes);
        if values.shape() != [rows, sizes.seats] || policies.shape() != [rows, sizes.signs] {
            return Err(PyValueError::new_err(format!(
                "the answer to {rows} leaves is {rows} × {} values and {rows} × {} policies",
                sizes.seats, sizes.signs
            )));
        }
        let (values, policies) = (values.as_slice()?, policies.as_slice()?);
        let (share, leaves) = (self.share(), self.leaves);
        let (games, pool) = (&mut self.games, &self.pool);
        let is_finite =
            |numbers: &[f32]| numbers.par_chunks(1 << 16).all(|part| part.iter().all(|n| n.is_finite()));
        let judged = py.detach(|| {
            pool.install(|| {
                if !is_finite(values) || !is_finite(policies) {
                    return false;
                }
                let values = values.par_chunks(share * leaves * sizes.seats);
                let policies = policies.par_chunks(share * leaves * sizes.signs);
                games.par_chunks_mut(share).zip(values).zip(policies).for_each(
                    |((games, values), policies)| {
                        let values = values.chunks_exact(leaves * sizes.seats);
                        let policies = policies.chunks_exact(leaves * sizes.signs);
                        for ((game, values), policies) in games.iter_mut().zip(values).zip(policies) {
                            game.judged(values, policies);
                        }
                    },
                );
                true
            })
        });
        if !judged {
            return Err(PyValueError::new_err("a value or a policy is not finite"));
        }
        self.waits = false;
        Ok(())
    }

    /// Goes on for so many iterations in every game with judgements of this net, which needs no array.
    fn think(&mut self, py: Python<'_>, net: &Bound<'_, Net>, iterations: u64) -> PyResult<()> {
        if self.waits {
            return Err(PyRuntimeError::new_err("`answer` comes first: leaves are waiting"));
        }
        let net = &net.get().0;
        let (found, needed) = (net.sizes(), self.shape.sizes);
        let fits = net.game() == self.game
            && (found.inputs, found.seats, found.signs) == (needed.inputs, needed.seats, needed.signs);
        if !fits {
            return Err(error::PlayerError::new_err(
                "the net is for another game or another number of seats",
            ));
        }
        let share = self.share();
        let (games, pool) = (&mut self.games, &self.pool);
        py.detach(|| {
            pool.install(|| {
                games.par_chunks_mut(share).for_each(|games| {
                    for game in games {
                        game.think(net, iterations);
                    }
                });
            });
        });
        Ok(())
    }

    /// What can be learned from the games that were finished since it was asked last: a dict of arrays with a row for each
    /// position. `inputs` are like leaves; `searched` is what the search found for each seat and `results` what each had in
    /// the end, in turn order from the seat that was to choose; `actions` are the signs of its actions (65535 is none),
    /// `tried` how often each was tried. `inner` marks positions that were only thought of, whose results are what the
    /// search found.
    fn examples<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut all = Examples::default();
        self.games.iter_mut().for_each(|game| game.take(&mut all));
        let (rows, Shape { sizes, width, actions }) = (all.len(), self.shape);
        let dict = PyDict::new(py);
        dict.set_item("inputs", all.inputs.into_pyarray(py).reshape([rows, width])?)?;
        dict.set_item("searched", all.searched.into_pyarray(py).reshape([rows, sizes.seats])?)?;
        dict.set_item("results", all.results.into_pyarray(py).reshape([rows, sizes.seats])?)?;
        dict.set_item("actions", all.actions.into_pyarray(py).reshape([rows, actions, MOST_SIGNS])?)?;
        dict.set_item("tried", all.tried.into_pyarray(py).reshape([rows, actions])?)?;
        dict.set_item("inner", PyArray1::from_vec(py, all.inner))?;
        Ok(dict)
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    fn __repr__(&self) -> String {
        format!(
            "<rainette.SelfPlay {}, {} seats, {} games, {} finished>",
            self.game,
            self.shape.sizes.seats,
            self.games.len(),
            self.finished()
        )
    }
}
