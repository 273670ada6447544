//! What can be seen: everything.

use rainette_core::{Game as _, Seat};
use serde::{Deserialize, Serialize};

use super::board::LANES;
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
    /// The seats that won, once the game is over.
    pub winners: Option<Vec<Seat>>,
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
            winners,
        }
    }
}
