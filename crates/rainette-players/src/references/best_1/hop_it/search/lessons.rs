//! What a search learns: the transposition table, and which routes did well.

use rainette_core::Seat;

use super::PROVEN;
use crate::references::best_1::hop_it::turns::WholeTurn;

/// Places in the table: as many as positions are searched, within these bounds.
const FEWEST_PLACES: u64 = 1 << 12;
const MOST_PLACES: u64 = 1 << 20;

/// A place in the transposition table.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    /// The upper half of the key.
    pub(super) check: u32,
    /// The lower part of the key of the best turn's position; 0 if none is known.
    pub(super) best: u32,
    pub(super) worth: i16,
    pub(super) depth: i8,
    pub(super) bound: Bound,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Bound {
    #[default]
    None,
    Exact,
    AtLeast,
    AtMost,
}

/// What a search has learned, for the next one of the same seat.
pub(crate) struct Lessons {
    /// The seat that thinks: draws stand in the table as it sees them.
    pub(super) seat: Seat,
    pub(super) table: Vec<Entry>,
    /// How well each route has done for each seat.
    pub(super) history: Vec<[i32; 2]>,
    /// Changes evaluations a little, so that equal turns are not always tried in the same order.
    pub(super) salt: u64,
}

impl Lessons {
    pub(super) fn none(seat: Seat, nodes: u64, seed: u64) -> Self {
        let places = nodes.clamp(FEWEST_PLACES, MOST_PLACES).next_power_of_two();
        Self {
            seat,
            table: vec![Entry::default(); places as usize],
            history: vec![[0; 2]; WholeTurn::ROUTES],
            salt: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
        }
    }
}

/// Wins and losses stand in the table as seen from their own position, not from the root.
pub(super) fn to_table(worth: i32, ply: usize) -> i16 {
    (match worth {
        _ if worth >= PROVEN => worth + ply as i32,
        _ if worth <= -PROVEN => worth - ply as i32,
        _ => worth,
    }) as i16
}

pub(super) fn from_table(worth: i16, ply: usize) -> i32 {
    let worth = i32::from(worth);
    match worth {
        _ if worth >= PROVEN => worth - ply as i32,
        _ if worth <= -PROVEN => worth + ply as i32,
        _ => worth,
    }
}
