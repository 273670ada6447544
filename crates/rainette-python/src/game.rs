//! A game in notation: the plain way to play.

use pyo3::exceptions::{PyIndexError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};
use rainette_core::{Choice, Draw, Info, Name, Path, Record, Seat, Table, Turn};
use rainette_players::Generator;

use crate::convert::{self, Options};
use crate::error;
use crate::numbers::seats_or_least;
use crate::story::Story;

/// A game being played: `rainette.new("abagio")`.
///
/// >>> import rainette
/// >>> game = rainette.new("hop-it")
/// >>> game.turn
/// 0
/// >>> game.legal_actions()[:2]
/// ['b2-c3', 'c1>a3']
/// >>> game.play("b2-c3")
/// >>> game.turn
/// 1
/// >>> len(game), game.events
/// (1, ['b2-c3'])
#[pyclass(module = "rainette")]
pub(crate) struct Game {
    table: Box<dyn Table>,
    random: Generator,
    /// Is chance drawn as soon as the game waits for it?
    draws: bool,
}

/// A seed that nobody can foresee.
pub(crate) fn unforeseen() -> u64 {
    use std::hash::{BuildHasher as _, RandomState};
    RandomState::new().hash_one(std::process::id())
}

impl Game {
    pub(crate) fn of(table: Box<dyn Table>, random: Generator, draws: bool) -> Self {
        Self { table, random, draws }
    }

    /// Draws chance until a seat is to act, if that is wished.
    fn settle(&mut self) {
        while self.draws && self.table.turn() == Turn::Chance {
            self.table.draw(&mut self.random).expect("the game waits for chance");
        }
    }

    pub(crate) fn story_of(&self, seat: Option<usize>) -> PyResult<Story> {
        let observer = convert::observer(seat, self.table.seats())?;
        Ok(Story::new(self.table.duplicate(), observer))
    }

    /// The story of the seat whose turn it is.
    pub(crate) fn story_of_turn(&self) -> PyResult<Story> {
        match self.table.turn() {
            Turn::Seat(seat) => self.story_of(Some(seat.index())),
            Turn::Chance => {
                Err(error::PlayerError::new_err("the game waits for a chance event, not for a player"))
            }
            Turn::Over => Err(error::PlayerError::new_err("the game is over")),
        }
    }
}

#[pymethods]
impl Game {
    /// A new game. See `rainette.new`.
    #[new]
    #[pyo3(signature = (game, seats=None, *, seed=None, draws=true, options=None))]
    fn new(
        game: &str,
        seats: Option<usize>,
        seed: Option<u64>,
        draws: bool,
        options: Option<Options>,
    ) -> PyResult<Self> {
        let options: Vec<_> = options.unwrap_or_default().into_iter().collect();
        let table = rainette_games::table(game, seats_or_least(game, seats), &options)
            .map_err(|error| error::open(&error))?;
        let mut game = Self::of(table, Generator::new(seed.unwrap_or_else(unforeseen)), draws);
        game.settle();
        Ok(game)
    }

    #[classmethod]
    fn __class_getitem__<'py>(
        cls: &Bound<'py, PyType>,
        item: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        cls.py().import("types")?.getattr("GenericAlias")?.call1((cls, item))
    }

    /// The game's id, such as `hop-it`.
    #[getter]
    fn id(&self) -> &str {
        self.table.info().id
    }

    /// The name on the box.
    #[getter]
    fn name(&self) -> &str {
        self.table.info().name
    }

    /// How many seats play.
    #[getter]
    fn seats(&self) -> usize {
        self.table.seats()
    }

    /// The options that differ from their defaults.
    #[getter]
    fn options(&self) -> Options {
        self.table.record().options.into_iter().collect()
    }

    /// Is chance drawn as soon as the game waits for it? Otherwise with `draw` or `play`.
    #[getter]
    fn draws(&self) -> bool {
        self.draws
    }

    /// Whose turn it is: a seat's number, `"chance"`, or `None` once the game is over.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::turn(py, self.table.turn())
    }

    /// Is the game over?
    #[getter]
    fn is_over(&self) -> bool {
        self.table.turn() == Turn::Over
    }

    /// How the game came out, once it is over: winners (none for a draw), scores if the game counts any, and what
    /// that is worth to each seat, 0 in all.
    #[getter]
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        convert::result(py, self.table.result().as_ref(), self.table.seats())
    }

    /// The events so far in notation, those of chance included.
    #[getter]
    fn events(&self) -> Vec<String> {
        self.table.record().events.into_iter().map(|line| line.event).collect()
    }

    fn __len__(&self) -> usize {
        self.table.len()
    }

    /// The legal actions of the seat whose turn it is, in notation and in its order.
    fn legal_actions(&self) -> Vec<String> {
        self.table.choices().into_iter().map(|(action, _)| action).collect()
    }

    /// The legal actions, each with the spots that one points at to say it; some can be said in either of two orders.
    ///
    /// >>> import rainette
    /// >>> rainette.new("hop-it").paths()["b2-c3"]
    /// [['b2', 'c3']]
    fn paths<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let named = |path: &Path| path.iter().map(Name::to_string).collect::<Vec<_>>();
        let dict = PyDict::new(py);
        for (action, paths) in self.table.choices() {
            dict.set_item(action, paths.iter().map(named).collect::<Vec<_>>())?;
        }
        Ok(dict)
    }

    /// Plays an action of the seat whose turn it is, or lets a chance event happen if the game waits for one. With
    /// a seat, the action is refused unless it is that seat's turn.
    ///
    /// >>> import rainette
    /// >>> game = rainette.new("hop-it")
    /// >>> game.play("b2-b4")
    /// Traceback (most recent call last):
    /// ...
    /// rainette.IllegalAction: `b2-b4` is not allowed: that is neither a step nor a hop away
    #[pyo3(signature = (event, seat=None))]
    fn play(&mut self, py: Python<'_>, event: &str, seat: Option<usize>) -> PyResult<()> {
        let seats = self.table.seats();
        let played = match (seat, self.table.turn()) {
            (Some(seat), _) => self.table.play(convert::seat(seat, seats)?, event),
            (None, Turn::Seat(seat)) => self.table.play(seat, event),
            (None, Turn::Chance) => self.table.try_chance(event),
            (None, Turn::Over) => self.table.play(Seat::new(0), event),
        };
        played.map_err(|error| error::play(py, &error))?;
        self.settle();
        Ok(())
    }

    /// Draws the chance event that the game waits for, with its true probability, and gives it in notation.
    fn draw(&mut self, py: Python<'_>) -> PyResult<String> {
        let drawn = self.table.draw(&mut self.random).map_err(|error| error::play(py, &error))?;
        self.settle();
        Ok(drawn)
    }

    /// The chance events that can happen now with their probabilities; none while the game waits for a seat.
    ///
    /// >>> import rainette
    /// >>> game = rainette.new("pool-party", draws=False)
    /// >>> game.turn, len(game.chance_outcomes()), game.chance_outcomes()[1]
    /// ('chance', 21, ('roll 2 1', 0.05555555555555555))
    #[pyo3(signature = (most=100_000))]
    fn chance_outcomes(&self, most: usize) -> PyResult<Vec<(String, f64)>> {
        let Some(draw) = self.table.chance() else { return Ok(Vec::new()) };
        let Some((chances, total)) = self.table.chances(most) else {
            let message = format!(
                "{} chance events can happen, more than {most}: use `draw`, or ask for `most`",
                Draw::count(&draw)
            );
            return Err(error::RainetteError::new_err(message));
        };
        Ok(chances.into_iter().map(|(event, weight)| (event, weight as f64 / total as f64)).collect())
    }

    /// How many chance events can happen now; 0 while the game waits for a seat.
    fn chance_count(&self) -> u128 {
        self.table.chance().map_or(0, |draw| draw.count())
    }

    /// Why the seat whose turn it is cannot point at these spots in this order: the code of the rule that forbids it
    /// and that rule in words. `None` if they lead to a legal action.
    ///
    /// >>> import rainette
    /// >>> rainette.new("hop-it").why_not(["a1"])[0]
    /// 'no-piece'
    fn why_not(&self, spots: Vec<String>) -> PyResult<Option<(&'static str, String)>> {
        let spots: Result<Vec<Name>, _> = spots.iter().map(|spot| spot.parse()).collect();
        let spots = spots.map_err(|error| error::RainetteError::new_err(error.to_string()))?;
        Ok(self.table.why_not(&spots).map(|objection| (objection.code, objection.why)))
    }

    /// What a seat may know of the position, or everybody if no seat is given.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        let observer = convert::observer(seat, self.table.seats())?;
        let view = convert::from_json(py, &self.table.view(observer))?;
        py.import("rainette._view")?.getattr("View")?.call1((view, self.story_of(seat)?))
    }

    /// All that a seat was told, or everybody if no seat is given.
    #[pyo3(signature = (seat=None))]
    fn story(&self, seat: Option<usize>) -> PyResult<Story> {
        self.story_of(seat)
    }

    /// What a seat was told from this event on, with effects.
    #[pyo3(signature = (seat=None, first=0))]
    fn told<'py>(&self, py: Python<'py>, seat: Option<usize>, first: usize) -> PyResult<Bound<'py, PyAny>> {
        let observer = convert::observer(seat, self.table.seats())?;
        let told = self.table.told_from(observer, first);
        let told = serde_json::to_value(told).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        convert::from_json(py, &told)
    }

    /// What a seat may know of the position, as a picture for a terminal.
    #[pyo3(signature = (seat=None))]
    fn picture(&self, seat: Option<usize>) -> PyResult<String> {
        Ok(self.table.picture(convert::observer(seat, self.table.seats())?))
    }

    /// What a seat may know of the position, as an SVG drawing.
    #[pyo3(signature = (seat=None))]
    fn svg<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        let view = convert::from_json(py, &self.table.view(convert::observer(seat, self.table.seats())?))?;
        py.import("rainette.drawing")?.getattr("svg")?.call1((self.id(), view))
    }

    /// What a seat may know of the position, as an image: an array of height, width and three colours.
    #[pyo3(signature = (seat=None, width=600))]
    fn image<'py>(&self, py: Python<'py>, seat: Option<usize>, width: u32) -> PyResult<Bound<'py, PyAny>> {
        let view = convert::from_json(py, &self.table.view(convert::observer(seat, self.table.seats())?))?;
        py.import("rainette.drawing")?.getattr("image")?.call1((self.id(), view, width))
    }

    /// The whole game as text. It tells everything, also what is hidden from some.
    fn record(&self) -> String {
        self.table.record().to_string()
    }

    /// Takes back everything from this event on. A game that draws its chance events draws the next one anew.
    fn truncate(&mut self, events: usize) -> PyResult<()> {
        if events > self.table.len() {
            let len = self.table.len();
            return Err(PyIndexError::new_err(format!("there is no event {events}: the game has {len}")));
        }
        self.table.truncate(events);
        self.settle();
        Ok(())
    }

    /// The same game once more: what happens in one does not happen in the other.
    fn copy(&self) -> Self {
        Self { table: self.table.duplicate(), random: self.random.clone(), draws: self.draws }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    /// Pickled as its record; the chance events to come are drawn anew.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let replay = py.import("rainette")?.getattr("_unpickled")?.into_any();
        let arguments = (self.record(), self.draws).into_pyobject(py)?;
        PyTuple::new(py, [replay, arguments.into_any()])
    }

    fn __str__(&self) -> String {
        self.table.picture(rainette_core::Observer::Spectator)
    }

    fn __repr__(&self) -> String {
        let turn = convert::turn_in_words(self.table.turn());
        let (id, seats, events) = (self.id(), self.seats(), self.table.len());
        format!("<rainette.Game {id}, {seats} seats, {events} events, {turn}>")
    }

    fn _repr_svg_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.svg(py, None)
    }
}

/// What is known of every game without playing it.
///
/// >>> import rainette
/// >>> [info["id"] for info in rainette.games()][:2]
/// ['hop-it', 'abagio']
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for info in rainette_games::games() {
        list.append(described(py, &info)?)?;
    }
    Ok(list)
}

fn described<'py>(py: Python<'py>, info: &Info) -> PyResult<Bound<'py, PyDict>> {
    let option = |choice: &Choice| {
        let dict = PyDict::new(py);
        dict.set_item("name", choice.name)?;
        dict.set_item("values", choice.values)?;
        dict.set_item("about", choice.about)?;
        Ok(dict)
    };
    let dict = PyDict::new(py);
    dict.set_item("id", info.id)?;
    dict.set_item("name", info.name)?;
    dict.set_item("seats", info.seats.clone().collect::<Vec<_>>())?;
    dict.set_item("options", info.options.iter().map(option).collect::<PyResult<Vec<_>>>()?)?;
    dict.set_item("has_chance", info.has_chance)?;
    dict.set_item("has_secrets", info.has_secrets)?;
    dict.set_item("about", info.about)?;
    Ok(dict)
}

/// Plays a record, from here or from the command `rainette`. Every event is checked. With `draws` the game goes on to
/// draw its chance events, else it stays exactly where the record ends.
///
/// >>> import rainette
/// >>> game = rainette.new("abagio", seed=1)
/// >>> rainette.replay(game.record()).events == game.events
/// True
#[pyfunction]
#[pyo3(signature = (text, *, seed=None, draws=false))]
pub(crate) fn replay(text: &str, seed: Option<u64>, draws: bool) -> PyResult<Game> {
    let record: Record = text.parse().map_err(|error| error::record(&error))?;
    let table = rainette_games::replay(&record).map_err(|error| error::record(&error))?;
    let mut game = Game::of(table, Generator::new(seed.unwrap_or_else(unforeseen)), draws);
    game.settle();
    Ok(game)
}
