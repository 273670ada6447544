//! What can be seen: everything.

use rainette_core::{Game as _, Seat, Spot, Turn};
use serde::{Deserialize, Serialize};

use super::board::{Pad, each};
use super::bouquet::Lily;
use super::{ChinaMoon, Stage};

/// All there is to see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// The frogs on pads, in ascending order.
    pub frogs: Vec<Standing>,
    /// The lilies on pads, in ascending order.
    pub lilies: Vec<Lying>,
    /// The lilies left on the Arrival's places 1 to 4.
    pub places: [Option<Lily>; 4],
    /// What each seat has.
    pub players: Vec<Player>,
    /// Who moves the frogs in this turn, unless the game is over.
    pub mover: Option<Seat>,
    /// Who has to choose now: the mover, or the owner of a frog that landed on a trickster or a butterfly.
    pub turn: Option<Seat>,
    /// What `turn` has to choose; without a seat to choose, what else the game waits for.
    pub awaited: Awaited,
    /// The frogs moved in this turn, those on Arrival counted; one on a spring is not counted yet.
    pub moves: u8,
    /// Must the next frog be another player's?
    pub must_move_others: bool,
    /// The seats that won, once the game is over.
    pub winners: Option<Vec<Seat>>,
}

/// A frog on its pad.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    /// The pad that it stands on.
    pub at: Spot,
    /// Whose frog it is.
    pub seat: Seat,
    /// Was it moved in this turn?
    pub moved: bool,
}

/// A lily on its pad.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lying {
    /// The pad that it lies on.
    pub at: Spot,
    /// Its colour, which is all that tells lilies apart.
    pub lily: Lily,
}

/// What a seat has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Player {
    /// The frogs on Start.
    pub on_start: u8,
    /// The frogs on Arrival.
    pub on_arrival: u8,
    /// The lilies, colour by colour.
    pub lilies: Vec<Lily>,
    /// What the lilies of each colour that the seat has are worth.
    pub scoring: Vec<Bunch>,
    /// The sum of these.
    pub score: i32,
}

/// The lilies of one colour that a seat has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bunch {
    /// Their colour; a seat has one bunch of each colour that it has.
    pub lily: Lily,
    /// How many there are.
    pub count: u8,
    /// What they are worth together.
    pub points: i32,
}

/// What the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Awaited {
    /// That the lilies are laid out.
    SetUp,
    /// The move of a frog, chosen by the mover.
    Move,
    /// The further move of a frog on a spring.
    Spring {
        /// The spring that the frog is on.
        frog: Spot,
    },
    /// The exchange of a lily.
    Swap,
    /// The loss of a lily.
    Drop {
        /// The pad that it will lie on.
        to: Spot,
    },
    /// Nothing any more: the game is over.
    Nothing,
}

impl ChinaMoon {
    pub(super) fn seen(&self) -> View {
        let standing = |pad: Pad| {
            let moved = pad.is_in(self.moved);
            self.frog(pad).map(|seat| Standing { at: pad.spot(), seat, moved })
        };
        let lying = |pad: Pad| self.lily(pad).map(|lily| Lying { at: pad.spot(), lily });
        let player = |seat| Player {
            on_start: self.on_start(seat),
            on_arrival: self.on_arrival(seat),
            lilies: self.bouquet(seat).lilies().collect(),
            scoring: self.bouquet(seat).bunches().collect(),
            score: self.bouquet(seat).score(),
        };
        let is_over = self.stage == Stage::Over;
        View {
            frogs: each(self.occupied()).filter_map(standing).collect(),
            lilies: Pad::all().filter_map(lying).collect(),
            places: self.places,
            players: Seat::all(self.seats()).map(player).collect(),
            mover: (!is_over).then_some(self.mover),
            turn: match self.turn() {
                Turn::Seat(seat) => Some(seat),
                Turn::Chance | Turn::Over => None,
            },
            awaited: self.awaited(),
            moves: self.moves,
            must_move_others: self.stage == Stage::Move && self.must_move_others(),
            winners: is_over.then(|| self.winners().collect()),
        }
    }

    fn awaited(&self) -> Awaited {
        match self.stage {
            Stage::SetUp => Awaited::SetUp,
            Stage::Move => Awaited::Move,
            Stage::Spring(frog) => Awaited::Spring { frog: frog.spot() },
            Stage::Swap(_) => Awaited::Swap,
            Stage::Drop(butterfly) => {
                let pad = self.pad_for_drop(butterfly).expect("without a pad for it no lily is dropped");
                Awaited::Drop { to: pad.spot() }
            }
            Stage::Over => Awaited::Nothing,
        }
    }
}
