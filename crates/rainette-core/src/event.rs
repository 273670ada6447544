//! Events, whole and as an observer may know them.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Effect, Game, Seat};

/// One thing that happened in a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Event<G: Game> {
    /// A seat acted, in its turn.
    Action(Seat, G::Action),
    /// Something random came out.
    Chance(G::Chance),
}

impl<G: Game> Event<G> {
    /// The seat that acted, if one did.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Self::Action(seat, _) => Some(*seat),
            Self::Chance(_) => None,
        }
    }
}

/// The event in notation, without the seat.
impl<G: Game> fmt::Display for Event<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Action(_, action) => action.fmt(f),
            Self::Chance(chance) => chance.fmt(f),
        }
    }
}

impl<G: Game> fmt::Debug for Event<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Action(seat, action) => write!(f, "seat {seat}: `{action}`"),
            Self::Chance(chance) => write!(f, "chance: `{chance}`"),
        }
    }
}

/// An event as one observer may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Told {
    /// The seat that acted, or none if it was chance.
    pub seat: Option<Seat>,
    /// The event in notation, with `?` for what this observer may not know: `keep ?`.
    pub event: String,
    /// Is something hidden from this observer?
    pub hidden: bool,
    /// What was seen to happen, in order.
    pub effects: Vec<Effect>,
}

impl Told {
    /// An event that hides nothing: what happens when it meets this position.
    pub fn whole<G: Game>(position: &G, event: &Event<G>) -> Self {
        let mut effects = Vec::new();
        let mut next = *position;
        match *event {
            Event::Action(_, action) => next.act(action, &mut effects),
            Event::Chance(chance) => next.apply_chance(chance, &mut effects),
        }
        Self { seat: event.seat(), event: event.to_string(), hidden: false, effects }
    }
}
