//! What people at a table can have done: one file each, with what is said, what must hold, and the plan that follows.
//!
//! A command looks at the table and changes nothing: its [`Plan`](super::plan::Plan) says what is stored, who is answered
//! then, and what changes in the room. The machine carries plans out, one after the other.

pub(super) mod abandon;
pub(super) mod act;
pub(super) mod answer_undo;
pub(super) mod arrange;
pub(super) mod chat;
pub(super) mod close;
pub(super) mod colour;
pub(super) mod commit;
pub(super) mod fill;
pub(super) mod forget;
pub(super) mod hello;
pub(super) mod join;
pub(super) mod leave;
pub(super) mod look;
pub(super) mod move_to;
pub(super) mod mute;
pub(super) mod ready;
pub(super) mod rematch;
pub(super) mod remove;
pub(super) mod rename;
pub(super) mod resign;
pub(super) mod reveal;
pub(super) mod sit_in;
pub(super) mod start;
pub(super) mod swap;
pub(super) mod take_back;
pub(super) mod take_hand;
pub(super) mod take_over;
pub(super) mod undo;
pub(super) mod why_not;

use super::machine::Machine;
use super::plan::{Caller, Draft};
use crate::Error;
use crate::fair::Commitment;
use crate::journal::Event;

pub use act::Act;
pub use answer_undo::AnswerUndo;
pub use arrange::Arrange;
pub use chat::Chat;
pub use colour::Colour;
pub use commit::Commit;
pub use fill::{Empty, Fill};
pub use hello::Hello;
pub use mute::Mute;
pub use ready::Ready;
pub use rename::Rename;
pub use resign::Resign;
pub use reveal::Reveal;
pub use sit_in::SitIn;
pub use swap::{AnswerSwap, Swap};
pub use take_back::TakeBack;
pub use take_hand::TakeHand;
pub use undo::Undo;
pub use why_not::WhyNot;

/// A commitment as people write it.
pub(super) fn commitment(text: &str) -> Result<Commitment, Error> {
    text.parse().map_err(|_| Error::WrongSeed("a commitment is 64 hexadecimal digits, in small letters"))
}

/// Whoever changes something at a shared screen speaks for everybody there: they stay ready if they were.
pub(super) fn get_ready(table: &Machine, caller: &Caller, person: u32, draft: &mut Draft) {
    let history = &table.history;
    let mine = caller.holder.map(|holder| history.persons_seated(holder)).unwrap_or_default();
    let seq = draft.rows().last().map_or(history.seq(), |row| row.number);
    for other in mine.into_iter().filter(|other| *other != person && history.lobby.ready.contains(other)) {
        draft.add(Event::Ready { person: other, is_ready: true, seq });
    }
}
