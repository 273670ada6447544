//! What plain tree search knows of the game: random playouts hardly ever line up, so they are cut short and judged by
//! how far the frogs are from a line.

use rainette_core::{Game as _, Seat};
use rainette_games::pool_party::{LANES, PoolParty, SPACES};

use crate::mcts::Hints;
use crate::player::Values;

/// Cuts playouts off and counts steps to the nearest line.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepsToLine {
    /// Playouts are cut off after so many actions.
    pub(super) horizon: u32,
    /// So many steps fewer make a seat's chances e times better.
    pub(super) steps: f32,
}

impl Hints<PoolParty> for StepsToLine {
    fn horizon(&self) -> Option<u32> {
        Some(self.horizon)
    }

    fn evaluate(&self, position: &PoolParty) -> Values {
        let seats = position.seats();
        let mut values = Values::default();
        for seat in Seat::all(seats) {
            values[seat.index()] = libm::expf(-f32::from(steps(position, seat)) / self.steps);
        }
        let sum: f32 = values.iter().sum();
        values.map(|value| value / sum)
    }
}

/// The fewest steps that bring a seat's frogs into one line, all of them clockwise. A line on the space of a frog in
/// front is as near as any. A frog on the stack counts as one on the ramp.
pub(super) fn steps(position: &PoolParty, seat: Seat) -> u8 {
    let frogs: [u8; LANES] = std::array::from_fn(|lane| position.frog(seat, lane + 1).unwrap_or(0));
    let to = |line: u8| frogs.iter().map(|&frog| (line + SPACES - frog) % SPACES).sum();
    frogs.iter().map(|&frog| to(frog)).min().expect("five frogs")
}
