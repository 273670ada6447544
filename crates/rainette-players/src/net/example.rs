//! What can be learned from a game that was played.

use rainette_core::Seat;

use super::network::Sizes;
use super::senses::{MOST_SIGNS, NO_SIGN, Senses};
use super::tree::Found;
use crate::player::Values;

/// Positions to learn from, each a row of every list: inputs, what each seat could expect, and how often each action was
/// tried. Everything is told from the view of the seat that was to choose: it comes first, the others in turn order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Examples {
    /// The active inputs, as many as there are inputs at most; after them the number of inputs, which is none.
    pub inputs: Vec<u16>,
    /// What the search found for each seat.
    pub searched: Vec<f32>,
    /// What each seat had of the game's result; of a position that was only thought of, what the search found.
    pub results: Vec<f32>,
    /// The signs of each action; after them `NO_SIGN`.
    pub actions: Vec<u16>,
    /// How often each action was tried, all of a position together 1; 0 after the last.
    pub tried: Vec<f32>,
    /// Was the position only thought of?
    pub inner: Vec<bool>,
}

/// How long the rows of examples are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Widths {
    pub(super) inputs: usize,
    pub(super) none: u16,
    pub(super) seats: usize,
    pub(super) actions: usize,
}

impl Widths {
    pub(super) fn of<G: Senses>(seats: usize) -> Self {
        let (none, actions) = (G::inputs(seats) as u16, G::most_actions(seats));
        Self { inputs: G::most_active(seats), none, seats, actions }
    }
}

impl Examples {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.inner.len()
    }

    /// Is there nothing to learn?
    pub fn is_empty(&self) -> bool {
        self.inner.is_empty()
    }

    /// Adds a position. Its result is what was found, until [`result`](Self::result) says better.
    pub(super) fn add<G: Senses>(
        &mut self,
        found: &Found<G>,
        is_inner: bool,
        widths: Widths,
        buffer: &mut Vec<u16>,
    ) {
        // Rows have room for all that was ever seen; an action more would be left out of what is learned, not of play.
        if found.tried.len() > widths.actions {
            return;
        }
        let gaze = found.position.gaze();
        buffer.clear();
        found.position.sense(gaze, buffer);
        buffer.resize(widths.inputs, widths.none);
        self.inputs.extend_from_slice(buffer);
        let turned = in_turn(&found.values, found.seat, widths.seats);
        self.searched.extend(turned.clone());
        self.results.extend(turned);
        let left = widths.actions - found.tried.len();
        for &(action, tried) in &found.tried {
            self.actions.extend(found.position.signs_of(gaze, action));
            self.tried.push(tried);
        }
        self.actions.extend(std::iter::repeat_n(NO_SIGN, left * MOST_SIGNS));
        self.tried.extend(std::iter::repeat_n(0.0, left));
        self.inner.push(is_inner);
    }

    /// Now it is known what each seat had of the game: of the rows in which these seats were to choose.
    pub(super) fn result(&mut self, choosers: &[Seat], values: &Values, seats: usize) {
        for ((results, &seat), &is_inner) in self.results.chunks_mut(seats).zip(choosers).zip(&self.inner) {
            if !is_inner {
                for (result, value) in results.iter_mut().zip(in_turn(values, seat, seats)) {
                    *result = value;
                }
            }
        }
    }

    /// Moves all positions of other examples here.
    pub fn append(&mut self, other: &mut Self) {
        self.inputs.append(&mut other.inputs);
        self.searched.append(&mut other.searched);
        self.results.append(&mut other.results);
        self.actions.append(&mut other.actions);
        self.tried.append(&mut other.tried);
        self.inner.append(&mut other.inner);
    }
}

/// What each seat has, in turn order from one of them.
fn in_turn(values: &Values, first: Seat, seats: usize) -> impl Iterator<Item = f32> + Clone {
    (0..seats).map(move |turn| values[(first.index() + turn) % seats])
}

/// How large the arrays are that go to a net and come from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// How many inputs, signs and seats there are; the layers are those of no net.
    pub sizes: Sizes,
    /// How long a row of active inputs is.
    pub width: usize,
    /// How many actions a row of examples has room for.
    pub actions: usize,
}
