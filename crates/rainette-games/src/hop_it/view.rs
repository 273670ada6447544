//! What can be seen: everything.

use rainette_core::{Seat, Spot};
use serde::{Deserialize, Serialize};

use super::board::{Cell, LILIES, each};
use super::{HopIt, Over};

/// All there is to see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// The pieces, row by row.
    pub pieces: Vec<Standing>,
    /// Whose turn it is, unless the game is over.
    pub turn: Option<Seat>,
    /// The frog that has hopped and may hop on.
    pub hopping: Option<Spot>,
    /// Does the move, about to begin or under way, owe a hop over an enemy piece? Hops over own pieces that lead to it
    /// may come first.
    pub must_hop_enemy: bool,
    /// The frogs on lily pads that are eaten unless their owner moves them in the coming turn or the one under way.
    pub in_danger: Vec<Spot>,
    /// Turns in a row without a tadpole maturing or a piece being removed.
    pub quiet_turns: u8,
    /// The seats that won, once the game is over.
    pub winners: Option<Vec<Seat>>,
}

/// A piece on its cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    /// The cell that it stands on.
    pub at: Spot,
    /// Whose piece it is.
    pub seat: Seat,
    /// Is it a frog? Otherwise it is a tadpole.
    pub frog: bool,
}

impl HopIt {
    pub(super) fn seen(&self) -> View {
        let standing = |cell: Cell| Standing {
            at: cell.spot(),
            seat: Seat::new(usize::from(cell.is_in(self.pieces[1]))),
            frog: cell.is_in(self.frogs),
        };
        let in_danger =
            (self.pieces[0] | self.pieces[1]) & LILIES & !self.chain.map_or(0, |chain| chain.frog.bit());
        let is_on = self.over.is_none();
        View {
            pieces: each(self.pieces[0] | self.pieces[1]).map(standing).collect(),
            turn: is_on.then_some(self.turn),
            hopping: self.chain.map(|chain| chain.frog.spot()),
            must_hop_enemy: self.owes(),
            in_danger: each(in_danger).map(Cell::spot).collect(),
            quiet_turns: self.quiet,
            winners: self.over.map(|over| match over {
                Over::Win(seat) => vec![seat],
                Over::Draw => Vec::new(),
            }),
        }
    }
}
