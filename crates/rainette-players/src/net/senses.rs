//! What a net is shown of a game.

use rainette_core::{Game, Seat};

/// No position has more active inputs, whatever the game: so many rows of bytes fit into sums of 16 bits.
pub const MOST_ACTIVE: usize = 250;

/// No action has more signs.
pub const MOST_SIGNS: usize = 4;

/// The signs of an action; those that it does not have are [`NO_SIGN`], at the end.
pub(crate) type Signs = [u16; MOST_SIGNS];

/// Stands where an action has no further sign.
pub const NO_SIGN: u16 = u16::MAX;

/// So many signs, and none after them.
pub(crate) fn signs<const N: usize>(given: [usize; N]) -> Signs {
    let mut signs = [NO_SIGN; MOST_SIGNS];
    for (sign, given) in signs.iter_mut().zip(given) {
        *sign = given as u16;
    }
    signs
}

/// A game that a net can judge: nothing in it is hidden, and nothing is random once a seat has to choose.
///
/// A net sees a position as a list of *inputs* that are active, and an action as a few *signs*: letters of the way it is
/// said and what comes of it. Both are told from the view of the seat that is to choose: seats are counted from it in turn
/// order, and whatever else can be renamed without changing the game is named in an order of its own.
pub(crate) trait Senses: Game {
    /// How one looks at a position: from which seat, and in which order the rest is named.
    type Gaze: Copy + Send;

    /// How many inputs there are with so many seats. All inputs are below.
    fn inputs(seats: usize) -> usize;

    /// How many of them can be active at once; [`MOST_ACTIVE`] at most.
    fn most_active(seats: usize) -> usize;

    /// How many signs actions have with so many seats. All signs are below.
    fn signs(seats: usize) -> usize;

    /// How many actions a seat can have to choose from.
    fn most_actions(seats: usize) -> usize;

    /// The look of the seat that is to choose. There must be one.
    fn gaze(&self) -> Self::Gaze;

    /// Adds the inputs that are active.
    fn sense(&self, gaze: Self::Gaze, active: &mut Vec<u16>);

    /// The signs of a legal action.
    fn signs_of(&self, gaze: Self::Gaze, action: Self::Action) -> Signs;
}

/// How many seats after the one that looks another has its turn.
pub(crate) fn turned(seat: Seat, from: Seat, seats: usize) -> usize {
    (seat.index() + seats - from.index()) % seats
}
