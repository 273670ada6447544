//! What can be seen: everything.

use rainette_core::{Game as _, Seat};
use serde::{Deserialize, Serialize};

use super::board::{LANES, SPACES};
use super::rules::MOST_TURNS;
use super::{PoolParty, Roll, Stage};

/// All there is to see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// Each seat's frogs from lane 1 to lane 5: the space, or none while the frog is on its stack.
    pub frogs: Vec<[Option<u8>; LANES]>,
    /// Whose turn it is, unless the game is over.
    pub turn: Option<Seat>,
    /// The number of the turn under way, or of the last one, all seats and passes counted.
    pub turn_number: u16,
    /// The game ends with this turn.
    pub most_turns: u16,
    /// The dice that are to be used now, the larger first.
    pub roll: Option<[u8; 2]>,
    /// Where each seat has most of its frogs in one straight line.
    pub lines: Vec<Line>,
    /// The seats that won, once the game is over.
    pub winners: Option<Vec<Seat>>,
}

/// A straight line from the island to the rim, and a seat's frogs in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Line {
    /// The space of every lane that the line crosses: of several with as many frogs the first. None while no frog is in
    /// the pool.
    pub space: Option<u8>,
    /// How many of the seat's five frogs are in it.
    pub frogs: u8,
}

impl PoolParty {
    pub(super) fn seen(&self) -> View {
        let frogs_of = |seat| std::array::from_fn(|index| self.frog(seat, index + 1));
        let winners = match self.stage {
            Stage::Rolling | Stage::Moving(_) => None,
            Stage::Won(seat) => Some(vec![seat]),
            Stage::Drawn => Some(Vec::new()),
        };
        View {
            frogs: Seat::all(self.seats()).map(frogs_of).collect(),
            turn: winners.is_none().then_some(self.mover),
            turn_number: self.turns + u16::from(winners.is_none()),
            most_turns: MOST_TURNS,
            roll: self.roll().map(|roll: Roll| [roll.larger(), roll.smaller()]),
            lines: Seat::all(self.seats()).map(|seat| self.best_line(seat)).collect(),
            winners,
        }
    }

    /// The line with most frogs of a seat.
    fn best_line(&self, seat: Seat) -> Line {
        let in_line = |space| (1..=LANES).filter(|&lane| self.frog(seat, lane) == Some(space)).count();
        let lines = (0..SPACES).map(|space| Line { space: Some(space), frogs: in_line(space) as u8 });
        let none = Line { space: None, frogs: 0 };
        lines.fold(none, |best, line| if line.frogs > best.frogs { line } else { best })
    }
}
