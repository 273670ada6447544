//! What can be seen: everything.

use rainette_core::{Name, Seat, Spot};
use serde::{Deserialize, Serialize};

use super::board::Position;
use super::{Abagio, Phase};

/// All there is to see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// What the game waits for.
    pub phase: Phase,
    /// Whose turn it is, the roll included; nobody's before the start and once the game is over.
    pub turn: Option<Seat>,
    /// The dice left, each number as often as it may be used, the larger first.
    pub dice: Vec<u8>,
    /// Every space, in the order of the way: 26 to 8, red's 7 to 2, purple's 7 to 2, 1.
    pub spaces: Vec<Space>,
    /// How many frogs each seat has on the root.
    pub root: [u8; 2],
    /// How many frogs each seat has in the pond.
    pub pond: [u8; 2],
    /// Where the chief frog is: the name of a space, or `aside`.
    pub chief: Spot,
    /// The seats that won, once the game is over.
    pub winners: Option<Vec<Seat>>,
}

/// A space and the frogs on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Space {
    /// The name of the space.
    pub at: Spot,
    /// In the safe sectors, the seat whose space it is.
    pub owner: Option<Seat>,
    /// Whose frogs stand there, from bottom to top.
    pub frogs: Vec<Seat>,
    /// Is the stack at its limit, so that nobody can land on it?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_full: bool,
    /// How many frogs of one colour are on top, if they are a heap, on which the other colour cannot land.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heap: Option<u8>,
}

impl Abagio {
    pub(super) fn seen(&self) -> View {
        let is_on = matches!(self.phase, Phase::Roll | Phase::Leaps | Phase::Chief);
        View {
            phase: self.phase,
            turn: is_on.then_some(self.mover),
            dice: self.dice.numbers().to_vec(),
            spaces: spaces().map(|(position, owner)| self.seen_at(position, owner)).collect(),
            root: self.root,
            pond: self.pond,
            chief: Name::of(self.chief),
            winners: (self.phase == Phase::Over).then(|| vec![self.mover]),
        }
    }

    fn seen_at(&self, position: Position, owner: Option<Seat>) -> Space {
        let stack = self.stack(owner.unwrap_or(Seat::new(0)), position);
        Space {
            at: position.spot(),
            owner,
            frogs: stack.frogs().collect(),
            is_full: stack.is_full(position),
            heap: stack.heap(),
        }
    }
}

/// Every space and, in the safe sectors, whose it is.
fn spaces() -> impl Iterator<Item = (Position, Option<Seat>)> {
    let down = |most: u8, least: u8| (least..=most).rev().filter_map(Position::new);
    let shared = down(26, 8).map(|position| (position, None));
    let safe = Seat::all(2).flat_map(move |seat| down(7, 2).map(move |position| (position, Some(seat))));
    shared.chain(safe).chain([(Position::ONE, None)])
}
