//! Spots: what a person points at to say an action.

use arrayvec::ArrayVec;

use crate::Name;

/// Something on the table that can be pointed at: a pad, a frog, a card, a button.
pub type Spot = Name;

/// The spots pointed at, in order, to say one action. No path has more than six spots.
pub type Path = ArrayVec<Spot, 6>;

/// The paths that lead to one action. Most have one; two frogs that may be moved in either order have two.
pub type Paths = ArrayVec<Path, 2>;

/// Do so many spots of a path say whole steps? Spots come in pairs, where from and where to: after the first of a pair
/// something is picked up and waits for its place, after the second nothing is. What leaves no choice then, such as which
/// frog was jumped over, needs no pointing.
///
/// ```
/// use rainette_core::is_step;
/// assert!(!is_step(1), "a frog is picked up");
/// assert!(is_step(2), "it has its place");
/// assert!(!is_step(0), "nothing is said yet");
/// ```
pub const fn is_step(spots: usize) -> bool {
    spots > 0 && spots.is_multiple_of(2)
}

/// The only path of an action.
///
/// ```
/// use rainette_core::{Name, path};
/// assert_eq!(path([Name::of("c1"), Name::of("e3")])[0][1].as_str(), "e3");
/// ```
pub fn path<const N: usize>(spots: [Spot; N]) -> Paths {
    [spots.into_iter().collect()].into_iter().collect()
}
