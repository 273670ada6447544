//! Computer players.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rainette_players::{Advice, Budget, Cancel, Spec, choose};

use crate::error;
use crate::game::{Game, unforeseen};
use crate::story::Story;

/// How often Ctrl-C is looked for.
const PATIENCE: Duration = Duration::from_millis(50);

/// A computer player: a level from 1 to 8, or one of the players that the arena knows by name.
///
/// It is handed what its seat was told and nothing else, so it cannot cheat. The same seed gives the same answers,
/// unless it is given seconds.
///
/// >>> import rainette
/// >>> game = rainette.new("hop-it")
/// >>> player = rainette.Player(level=2, seed=1)
/// >>> player.choose(game.view(0)) in game.legal_actions()
/// True
#[pyclass(module = "rainette")]
pub(crate) struct Player {
    spec: Spec,
    budget: Option<Budget>,
    seed: u64,
    asked: u64,
}

/// A budget of iterations or of seconds, if one is given.
pub(crate) fn budget(iterations: Option<u32>, seconds: Option<f64>) -> PyResult<Option<Budget>> {
    match (iterations, seconds) {
        (Some(_), Some(_)) => Err(PyValueError::new_err("either iterations or seconds, not both")),
        (None, Some(seconds)) => Duration::try_from_secs_f64(seconds)
            .map(|time| Some(Budget::Time(time)))
            .map_err(|_| PyValueError::new_err(format!("{seconds} is no length of time"))),
        (iterations, None) => Ok(iterations.map(Budget::Iterations)),
    }
}

/// Does something long on another thread while Python goes on, and cancels it on Ctrl-C.
pub(crate) fn patiently<T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    thread::scope(|scope| {
        let (done, mut ended) = channel();
        let worker = scope.spawn(move || {
            let result = work();
            // Nobody waits if Ctrl-C came first.
            let _ = done.send(());
            result
        });
        let mut interrupted = Ok(());
        let mut waits = |py: Python<'_>| {
            let ended: &mut Receiver<()> = &mut ended;
            py.detach(move || ended.recv_timeout(PATIENCE)) == Err(RecvTimeoutError::Timeout)
        };
        while waits(py) {
            if let Err(error) = py.check_signals() {
                cancel.cancel();
                interrupted = Err(error);
                break;
            }
        }
        let result = py.detach(|| worker.join());
        interrupted?;
        result.map_err(|_| error::PlayerError::new_err("the player broke down"))
    })
}

impl Player {
    fn think(&mut self, py: Python<'_>, about: &Bound<'_, PyAny>) -> PyResult<Advice> {
        let story = story_of(about)?;
        let (spec, budget, cancel) = (self.spec, self.budget, Cancel::default());
        let seed = self.seed.wrapping_add(self.asked.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        self.asked += 1;
        let story = story.get();
        let answer = patiently(py, &cancel, || choose(story.text(), spec, budget, seed, &cancel))?;
        answer.map_err(|error| error::choose(&error))
    }
}

/// The story of a view, of a game's seat to act, or a story itself.
fn story_of<'py>(about: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Story>> {
    if let Ok(story) = about.cast::<Story>() {
        return Ok(story.clone());
    }
    if let Ok(game) = about.cast::<Game>() {
        return Bound::new(about.py(), game.borrow().story_of_turn()?);
    }
    let story = about.getattr("story").ok().and_then(|story| story.cast_into::<Story>().ok());
    story.ok_or_else(|| {
        PyTypeError::new_err(
            "a player is asked with `game.view(seat)`, `game.story(seat)` or the game itself",
        )
    })
}

#[pymethods]
impl Player {
    /// A player of a level from 1 to 8, or `best`, `best-1`, `mcts`, `uct`, `greedy`, `random`. Without iterations or
    /// seconds a level thinks as long as it is meant to, and any other for 1,000 iterations.
    #[new]
    #[pyo3(signature = (name=None, *, level=None, iterations=None, seconds=None, seed=None))]
    fn new(
        name: Option<Bound<'_, PyAny>>,
        level: Option<i64>,
        iterations: Option<u32>,
        seconds: Option<f64>,
        seed: Option<u64>,
    ) -> PyResult<Self> {
        let name = match (name, level) {
            (Some(_), Some(_)) => return Err(PyValueError::new_err("either a name or a level, not both")),
            (None, None) => return Err(PyValueError::new_err("a player has a name or a level")),
            (Some(name), None) => name.extract::<String>().map_err(|_| {
                PyTypeError::new_err(format!(
                    "the name of a player is text; a level is given as `level={name}`"
                ))
            })?,
            (None, Some(level)) => format!("level{level}"),
        };
        let spec = name.parse().map_err(|error| error::spec(&error))?;
        let budget = budget(iterations, seconds)?;
        Ok(Self { spec, budget, seed: seed.unwrap_or_else(unforeseen), asked: 0 })
    }

    /// The name by which the arena and the command know the player.
    #[getter]
    fn name(&self) -> String {
        self.spec.to_string()
    }

    /// The action it chooses, asked with `game.view(seat)`, `game.story(seat)` or the game itself.
    fn choose(&mut self, py: Python<'_>, about: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.think(py, about)?.action)
    }

    /// The action it chooses, what it expects for every seat from 0 to 1, every action that it looked at with what its
    /// own seat can expect of it, the best first, and how many iterations it spent.
    fn advise<'py>(&mut self, py: Python<'py>, about: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let advice = self.think(py, about)?;
        let dict = PyDict::new(py);
        dict.set_item("action", advice.action)?;
        dict.set_item("values", advice.values)?;
        dict.set_item("ranked", advice.ranked)?;
        dict.set_item("iterations", advice.iterations)?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        format!("<rainette.Player {}>", self.spec)
    }
}
