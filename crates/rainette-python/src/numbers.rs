//! A game in numbers: the alphabet to act with and the row of numbers to observe.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use rainette_core::{Block, Encode, Info, Letter, Seat, Setup, Sheet, Spelling, Spot, Turn};
use rainette_games::{Visitor, games, visit};

use crate::error;

/// The letter that ends an action which could also go on.
const END: &str = "done";

/// How many play unless the caller says: as few as the game allows.
pub(crate) fn seats_or_least(game: &str, seats: Option<usize>) -> usize {
    let least = |info: &Info| *info.seats.start();
    seats.or_else(|| games().iter().find(|info| info.id == game).map(least)).unwrap_or(2)
}

/// What is observed of any game besides its own blocks.
fn common_blocks(seats: usize, letters: usize) -> [Block; 3] {
    [
        Block::new("seat", [seats], "the observing seat, counted from 0"),
        Block::new(
            "turn",
            [seats],
            "whose turn it is, counted from the observing seat; all 0 once it is over",
        ),
        Block::new(
            "path",
            [letters],
            "the letters of the action that the observing seat has begun: 1 for the first, 1/2 for the second, 1/3 …",
        ),
    ]
}

/// The blocks of an observation, in order.
pub(crate) fn blocks<G: Encode>(seats: usize) -> Vec<Block> {
    let letters = G::alphabet(seats).len() + 1;
    G::blocks(seats).into_iter().chain(common_blocks(seats, letters)).collect()
}

/// How many numbers an observation has.
pub(crate) fn size<G: Encode>(seats: usize) -> usize {
    blocks::<G>(seats).iter().map(Block::size).sum()
}

/// Writes what a seat may know. Only the seat whose turn it is knows what it has begun to say.
pub(crate) fn observe<G: Encode>(position: &G, spelling: &Spelling, seat: Seat, numbers: &mut [f32]) {
    let seats = position.seats();
    let mut sheet = Sheet::new(numbers);
    position.observe(seat, &mut sheet);
    sheet.one_of(seats, Some(seat.index()));
    let turn = if let Turn::Seat(turn) = position.turn() { Some(turn) } else { None };
    sheet.one_of(seats, turn.map(|turn| (turn.index() + seats - seat.index()) % seats));
    let path = sheet.next(usize::from(spelling.end()) + 1);
    if turn == Some(seat) {
        for (place, letter) in spelling.said().letters().enumerate() {
            path[usize::from(letter)] = 1.0 / (place + 1) as f32;
        }
    }
}

/// The name of a letter.
pub(crate) fn name(alphabet: &[Spot], letter: usize) -> &str {
    alphabet.get(letter).map_or(END, Spot::as_str)
}

/// The letters of a game by name, `done` last.
pub(crate) fn names<G: Encode>(seats: usize) -> Vec<String> {
    let alphabet = G::alphabet(seats);
    (0..=alphabet.len()).map(|letter| name(&alphabet, letter).to_owned()).collect()
}

/// Which letter this is, if it can be one at all.
pub(crate) fn letter(number: i64, spelling: &Spelling) -> Option<Letter> {
    let letter = Letter::try_from(number).ok()?;
    spelling.next().contains(usize::from(letter)).then_some(letter)
}

/// The letters of a game: the spots and options that an action points at, one step each, and `done` at the end.
///
/// >>> import rainette
/// >>> letters = rainette.alphabet("abagio")
/// >>> letters[0], letters[27], letters[-1]
/// ('pond', 'root', 'done')
#[pyfunction]
#[pyo3(signature = (game, seats=None))]
pub(crate) fn alphabet(game: &str, seats: Option<usize>) -> PyResult<Vec<String>> {
    struct Names(usize);

    impl Visitor for Names {
        type Output = PyResult<Vec<String>>;

        fn visit<G: Encode>(self) -> Self::Output {
            Setup::<G>::new(self.0).map_err(|error| error::set_up(&error))?;
            Ok(names::<G>(self.0))
        }
    }

    visit(game, Names(seats_or_least(game, seats))).map_err(|error| error::unknown(&error))?
}

/// The blocks of an observation in order: their names, where they begin, their shapes, and what they say.
///
/// >>> import rainette
/// >>> [(block["name"], block["shape"]) for block in rainette.layout("hop-it")][:2]
/// [('tadpoles', (2, 39)), ('frogs', (2, 39))]
#[pyfunction]
#[pyo3(signature = (game, seats=None))]
pub(crate) fn layout<'py>(py: Python<'py>, game: &str, seats: Option<usize>) -> PyResult<Bound<'py, PyList>> {
    struct Blocks(usize);

    impl Visitor for Blocks {
        type Output = PyResult<Vec<Block>>;

        fn visit<G: Encode>(self) -> Self::Output {
            Setup::<G>::new(self.0).map_err(|error| error::set_up(&error))?;
            Ok(blocks::<G>(self.0))
        }
    }

    let blocks =
        visit(game, Blocks(seats_or_least(game, seats))).map_err(|error| error::unknown(&error))??;
    let list = PyList::empty(py);
    let mut start = 0;
    for block in &blocks {
        let dict = PyDict::new(py);
        dict.set_item("name", block.name)?;
        dict.set_item("start", start)?;
        dict.set_item("shape", pyo3::types::PyTuple::new(py, &block.shape)?)?;
        dict.set_item("about", block.about)?;
        list.append(dict)?;
        start += block.size();
    }
    Ok(list)
}
