//! What can be seen to happen: one vocabulary for every game.
//!
//! Effects are data. The page and the terminal word and animate them; the rules never write a sentence.

use serde::{Deserialize, Serialize};

use crate::{Name, Seat, Spot};

/// Something that is moved, taken or shown: a frog, a lily, a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Piece {
    /// What it is: `frog`, `tadpole`, `chief`, `lily-W`, a card's id.
    pub kind: Name,
    /// Whose it is, if pieces have owners.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub owner: Option<Seat>,
}

impl Piece {
    /// A piece that belongs to a seat.
    pub fn owned(kind: &str, owner: Seat) -> Self {
        Self { kind: Name::of(kind), owner: Some(owner) }
    }

    /// A piece that belongs to nobody.
    pub fn free(kind: impl std::fmt::Display) -> Self {
        Self { kind: Name::of(kind), owner: None }
    }
}

/// One thing that happened, in the order in which it is seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "effect", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "each field is named for what it is, and the variant says the rest")]
pub enum Effect {
    /// Dice were rolled. `by` is the seat that uses them; if every seat rolls for itself there is none.
    Rolled { dice: Vec<u8>, by: Option<Seat> },
    /// This seat begins the game.
    Starts { seat: Seat },
    /// A piece was put on a place where it was not before: a set-up, a refill, the chief frog.
    Placed { piece: Piece, at: Spot },
    /// A piece left its place and stands aside.
    Removed { piece: Piece, from: Spot },
    /// A piece swam, slid or walked.
    Stepped { piece: Piece, from: Spot, to: Spot },
    /// A piece hopped, over the named places if the rules care what was hopped over.
    Hopped { piece: Piece, from: Spot, over: Vec<Spot>, to: Spot },
    /// A piece was pushed along by another.
    Pushed { piece: Piece, from: Spot, to: Spot },
    /// A piece was hit and flung back.
    Hit { piece: Piece, from: Spot, to: Spot },
    /// A pair was covered and can no longer move.
    Capped { piece: Piece, at: Spot },
    /// A tadpole became a frog.
    Matured { piece: Piece, at: Spot },
    /// A piece was removed from the board by another, for the named seat if captured pieces are kept.
    Captured { piece: Piece, at: Spot, by: Option<Seat> },
    /// A crane ate a piece.
    Eaten { piece: Piece, at: Spot },
    /// A seat sent one of its pieces away.
    Sent { piece: Piece, by: Seat, to: Spot },
    /// A seat took something for itself.
    Taken { piece: Piece, from: Spot, by: Seat },
    /// A seat gave something to another seat.
    Given { piece: Piece, from: Seat, to: Seat },
    /// A seat lost something, which lies on a place now.
    Dropped { piece: Piece, by: Seat, at: Spot },
    /// A seat received a card; the card is named to those who may know it.
    Dealt { seat: Seat, card: Option<Name> },
    /// A seat chose a card and put the other away; the card is named to those who may know it.
    Kept { seat: Seat, card: Option<Name> },
    /// Something hidden was shown to everybody.
    Revealed { seat: Seat, card: Name },
    /// A seat gained or lost points for something.
    Scored { seat: Seat, points: i32, from: Name },
    /// A seat could not use these dice, or did not have to.
    Forfeited { seat: Seat, dice: Vec<u8> },
    /// A seat did nothing.
    Passed { seat: Seat },
    /// The game is over. `why` is the rule that ended it.
    Ended { winners: Vec<Seat>, why: Name },
}

/// Takes effects as the rules bring them about.
///
/// Positions are moved by one piece of code, whether effects are wanted or not: with [`NoEffects`] as the sink, they
/// are never made.
pub trait EffectSink {
    /// Takes one effect. `effect` is called only if the effect is kept.
    fn emit(&mut self, effect: impl FnOnce() -> Effect);
}

/// The sink of search and playouts, which keeps no effect.
#[derive(Clone, Copy, Debug)]
pub struct NoEffects;

impl EffectSink for NoEffects {
    #[inline(always)]
    fn emit(&mut self, _: impl FnOnce() -> Effect) {}
}

impl EffectSink for Vec<Effect> {
    fn emit(&mut self, effect: impl FnOnce() -> Effect) {
        self.push(effect());
    }
}
