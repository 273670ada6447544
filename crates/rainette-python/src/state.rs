//! A game in numbers: one state, stepped letter by letter, with or without the events that led to it.

use std::sync::Arc;

use numpy::{PyReadwriteArray1, PyUntypedArrayMethods as _};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rainette_core::{
    Actions, Encode, Event, Guess as _, Match, Observer, Outcome, PlayError, Seat, Setup, Table, Turn,
    equally,
};
use rainette_core::{Letter, Spelling};
use rainette_games::{Visitor, visit};
use rainette_players::Generator;
use serde_json::Value;

use crate::convert::{self, Options, rewards};
use crate::error;
use crate::game::{Game, unforeseen};
use crate::numbers::{self, seats_or_least};

/// A state of some game.
trait Played: Send + Sync {
    fn setup_table(&self) -> Box<dyn Table>;
    fn table(&self) -> Option<Box<dyn Table>>;
    fn seats(&self) -> usize;
    fn size(&self) -> usize;
    fn turn(&self) -> Turn;
    fn spelling(&self) -> &Spelling;
    fn name(&self, letter: usize) -> String;
    fn say(&mut self, letter: Letter) -> Option<String>;
    fn outcomes(&self, most: usize) -> Option<Vec<(String, f64)>>;
    fn try_chance(&mut self, text: &str) -> Result<(), PlayError>;
    fn draw(&mut self, random: &mut Generator) -> Option<String>;
    fn result(&self) -> Option<Outcome>;
    fn view(&self, observer: Observer) -> Value;
    fn picture(&self, observer: Observer) -> String;
    fn observe(&self, seat: Seat, numbers: &mut [f32]);
    fn public(&self) -> &str;
    fn guess(&self, seat: Seat, random: &mut Generator) -> PyResult<Box<dyn Played>>;
    fn duplicate(&self) -> Box<dyn Played>;
}

#[derive(Clone)]
struct At<G: Encode> {
    setup: Setup<G>,
    position: G,
    spelling: Spelling,
    /// What everybody was told, an event per line.
    public: Arc<String>,
    /// The whole game, unless the position is a guess.
    game: Option<Match<G>>,
}

impl<G: Encode> At<G> {
    fn new(setup: Setup<G>) -> Self {
        let position = G::new(setup);
        let spelling = Spelling::new(&position, &mut Actions::new());
        Self { setup, position, spelling, public: Arc::default(), game: Some(Match::new(setup)) }
    }

    /// Lets a legal or possible event happen.
    fn add(&mut self, event: Event<G>) {
        let told = self.position.tell(&event, Observer::Spectator);
        let public = Arc::make_mut(&mut self.public);
        public.push_str(&told.event);
        public.push('\n');
        self.position = match event {
            Event::Action(_, action) => self.position.after(action),
            Event::Chance(chance) => self.position.after_chance(chance),
        };
        if let Some(game) = &mut self.game {
            game.add(event).expect("a legal or possible event");
        }
        self.spelling.begin(&self.position, &mut Actions::new());
    }
}

impl<G: Encode> Played for At<G> {
    fn setup_table(&self) -> Box<dyn Table> {
        Box::new(Match::new(self.setup))
    }

    fn table(&self) -> Option<Box<dyn Table>> {
        self.game.as_ref().map(|game| Box::new(game.clone()) as Box<dyn Table>)
    }

    fn seats(&self) -> usize {
        self.setup.seats()
    }

    fn size(&self) -> usize {
        numbers::size::<G>(self.seats())
    }

    fn turn(&self) -> Turn {
        self.position.turn()
    }

    fn spelling(&self) -> &Spelling {
        &self.spelling
    }

    fn name(&self, letter: usize) -> String {
        numbers::name(&G::alphabet(self.seats()), letter).to_owned()
    }

    fn say(&mut self, letter: Letter) -> Option<String> {
        let Turn::Seat(seat) = self.position.turn() else { return None };
        let action = self.spelling.say(&self.position, letter, &mut Actions::new())?;
        self.add(Event::Action(seat, action));
        Some(action.to_string())
    }

    fn outcomes(&self, most: usize) -> Option<Vec<(String, f64)>> {
        if self.turn() != Turn::Chance {
            return None;
        }
        let draw = self.position.chance();
        if draw.count() > most as u128 {
            return None;
        }
        let mut outcomes = Vec::new();
        let total = draw.total() as f64;
        draw.each(|drawn, weight| {
            outcomes.push((self.position.chance_from_draw(drawn).to_string(), weight as f64 / total));
        });
        Some(outcomes)
    }

    fn try_chance(&mut self, text: &str) -> Result<(), PlayError> {
        let chance: G::Chance = text.parse()?;
        self.position.try_chance(chance)?;
        self.add(Event::Chance(chance));
        Ok(())
    }

    fn draw(&mut self, random: &mut Generator) -> Option<String> {
        if self.turn() != Turn::Chance {
            return None;
        }
        let chance = self.position.chance_from_draw(&self.position.chance().sample(random));
        self.add(Event::Chance(chance));
        Some(chance.to_string())
    }

    fn result(&self) -> Option<Outcome> {
        self.position.result()
    }

    fn view(&self, observer: Observer) -> Value {
        serde_json::to_value(self.position.view(observer)).expect("views have string keys only")
    }

    fn picture(&self, observer: Observer) -> String {
        self.position.view(observer).to_string()
    }

    fn observe(&self, seat: Seat, numbers: &mut [f32]) {
        numbers::observe(&self.position, &self.spelling, seat, numbers);
    }

    fn public(&self) -> &str {
        &self.public
    }

    fn guess(&self, seat: Seat, random: &mut Generator) -> PyResult<Box<dyn Played>> {
        if !G::INFO.has_secrets {
            return Ok(self.duplicate());
        }
        let Some(game) = &self.game else {
            return Err(error::RainetteError::new_err(
                "this state is a guess already: nobody was told its story",
            ));
        };
        let guess = G::guess(&game.story(Observer::Seat(seat)), &equally)
            .map_err(|error| error::RainetteError::new_err(error.to_string()))?;
        let position = guess.draw(random);
        Ok(Box::new(Self { position, game: None, ..self.clone() }))
    }

    fn duplicate(&self) -> Box<dyn Played> {
        Box::new(self.clone())
    }
}

/// A game in numbers, stepped letter by letter: what environments and adapters are made of.
///
/// >>> import rainette
/// >>> state = rainette.State("hop-it", seed=1)
/// >>> letters = rainette.alphabet("hop-it")
/// >>> [letters[letter] for letter in state.letters()][:3]
/// ['c1', 'e1', 'g1']
/// >>> state.say(letters.index("b2")), state.say(letters.index("c3"))
/// (None, 'b2-c3')
#[pyclass(module = "rainette")]
pub(crate) struct State {
    played: Box<dyn Played>,
    random: Generator,
    draws: bool,
    size: usize,
}

impl State {
    fn settle(&mut self) {
        while self.draws && self.played.draw(&mut self.random).is_some() {}
    }
}

struct Open<'a>(usize, &'a [(String, i64)]);

impl Visitor for Open<'_> {
    type Output = PyResult<Box<dyn Played>>;

    fn visit<G: Encode>(self) -> Self::Output {
        let setup =
            Setup::<G>::with(G::INFO.edition, self.0, self.1).map_err(|error| error::set_up(&error))?;
        Ok(Box::new(At::new(setup)))
    }
}

#[pymethods]
impl State {
    /// The state before the first event, or before the first action if chance is drawn.
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
        let state = visit(game, Open(seats_or_least(game, seats), &options))
            .map_err(|error| error::unknown(&error))??;
        let random = Generator::new(seed.unwrap_or_else(unforeseen));
        let mut state = Self { size: state.size(), played: state, random, draws };
        state.settle();
        Ok(state)
    }

    /// How many seats play.
    #[getter]
    fn seats(&self) -> usize {
        self.played.seats()
    }

    /// How many numbers an observation has.
    #[getter]
    fn size(&self) -> usize {
        self.size
    }

    /// Whose turn it is: a seat's number, `"chance"`, or `None` once the game is over.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::turn(py, self.played.turn())
    }

    /// How the game came out, once it is over.
    #[getter]
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        convert::result(py, self.played.result().as_ref(), self.played.seats())
    }

    /// What the game is worth to each seat, 0 in all; 0 for each until it is over.
    #[getter]
    fn rewards(&self) -> Vec<f32> {
        let seats = self.played.seats();
        self.played.result().map_or_else(|| vec![0.0; seats], |outcome| rewards(&outcome, seats))
    }

    /// The letters that the seat whose turn it is can say next.
    fn letters(&self) -> Vec<usize> {
        self.played.spelling().next().iter().collect()
    }

    /// The letters that it has said already.
    #[getter]
    fn path(&self) -> Vec<usize> {
        self.played.spelling().said().letters().map(usize::from).collect()
    }

    /// Says a letter. Gives the action in notation if that completes it: then it is played.
    fn say(&mut self, py: Python<'_>, letter: i64) -> PyResult<Option<String>> {
        let Some(said) = numbers::letter(letter, self.played.spelling()) else {
            let name = usize::try_from(letter)
                .ok()
                .filter(|&number| number <= usize::from(self.played.spelling().end()));
            let name = name.map_or_else(String::new, |number| format!(" (`{}`)", self.played.name(number)));
            return Err(error::letter(py, format!("letter {letter}{name} cannot be said now")));
        };
        let played = self.played.say(said);
        if played.is_some() {
            self.settle();
        }
        Ok(played)
    }

    /// The chance events that can happen now with their probabilities, always in the same order; `None` if there
    /// are more than `most` or the game does not wait for chance.
    #[pyo3(signature = (most=100_000))]
    fn chance_outcomes(&self, most: usize) -> Option<Vec<(String, f64)>> {
        self.played.outcomes(most)
    }

    /// Lets a chance event happen.
    fn happen(&mut self, py: Python<'_>, event: &str) -> PyResult<()> {
        self.played.try_chance(event).map_err(|error| error::play(py, &error))?;
        self.settle();
        Ok(())
    }

    /// Draws the chance event that the game waits for.
    fn draw(&mut self, py: Python<'_>) -> PyResult<String> {
        let drawn = self.played.draw(&mut self.random);
        let drawn = drawn.ok_or_else(|| error::letter(py, "the game does not wait for chance".to_owned()))?;
        self.settle();
        Ok(drawn)
    }

    /// Writes what a seat may know into an array of `size` numbers.
    fn observe(&self, seat: usize, mut into: PyReadwriteArray1<'_, f32>) -> PyResult<()> {
        let seat = convert::seat(seat, self.played.seats())?;
        if into.len() != self.size {
            return Err(PyValueError::new_err(format!(
                "an observation has {} numbers, not {}",
                self.size,
                into.len()
            )));
        }
        self.played.observe(seat, into.as_slice_mut()?);
        Ok(())
    }

    /// Writes 1 for each letter that can be said next and 0 for all others into an array as long as the alphabet.
    fn mask(&self, mut into: PyReadwriteArray1<'_, i8>) -> PyResult<()> {
        let letters = usize::from(self.played.spelling().end()) + 1;
        if into.len() != letters {
            return Err(PyValueError::new_err(format!("there are {letters} letters, not {}", into.len())));
        }
        let mask = into.as_slice_mut()?;
        mask.fill(0);
        self.played.spelling().next().iter().for_each(|letter| mask[letter] = 1);
        Ok(())
    }

    /// All that a seat knows, as a text: what everybody was told, what it sees, and what it has begun to say. Two
    /// states with the same text look alike to that seat.
    fn information(&self, seat: usize) -> PyResult<String> {
        let seat = convert::seat(seat, self.played.seats())?;
        let view = self.played.view(Observer::Seat(seat));
        let said = if self.played.turn() == Turn::Seat(seat) { self.path() } else { Vec::new() };
        Ok(format!("{}{view}\n{said:?}", self.played.public()))
    }

    /// What everybody was told, an event per line.
    #[getter]
    fn public(&self) -> &str {
        self.played.public()
    }

    /// A state that a seat cannot tell from this one: what is hidden from it is drawn anew with its true probability.
    #[pyo3(signature = (seat, seed=None))]
    fn guess(&self, seat: usize, seed: Option<u64>) -> PyResult<Self> {
        let seat = convert::seat(seat, self.played.seats())?;
        let mut random = Generator::new(seed.unwrap_or_else(unforeseen));
        let state = self.played.guess(seat, &mut random)?;
        Ok(Self { played: state, random, draws: self.draws, size: self.size })
    }

    /// What a seat may know, or everybody if no seat is given.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        convert::from_json(py, &self.played.view(convert::observer(seat, self.played.seats())?))
    }

    /// The same as a picture for a terminal.
    #[pyo3(signature = (seat=None))]
    fn picture(&self, seat: Option<usize>) -> PyResult<String> {
        Ok(self.played.picture(convert::observer(seat, self.played.seats())?))
    }

    /// The game in notation, with all its events. A guess has none.
    fn game(&self) -> PyResult<Game> {
        let table = self.played.table();
        let table =
            table.ok_or_else(|| error::RainetteError::new_err("this state is a guess: it has no events"))?;
        Ok(Game::of(table, self.random.clone(), self.draws))
    }

    /// The same state once more. With a seed its chance events to come are drawn from there.
    #[pyo3(signature = (seed=None))]
    fn copy(&self, seed: Option<u64>) -> Self {
        let random = seed.map_or_else(|| self.random.clone(), Generator::new);
        Self { played: self.played.duplicate(), random, draws: self.draws, size: self.size }
    }

    fn __copy__(&self) -> Self {
        self.copy(None)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy(None)
    }

    fn __str__(&self) -> String {
        self.played.picture(Observer::Spectator)
    }

    fn __repr__(&self) -> String {
        let info = self.played.setup_table().info();
        let turn = convert::turn_in_words(self.played.turn());
        format!("<rainette.State {}, {} seats, {turn}>", info.id, self.played.seats())
    }
}
