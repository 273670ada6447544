//! Agreeing that something is taken back, or not.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::undo::refused;
use crate::Error;
use crate::journal::UndoWish;
use crate::protocol::Millis;
use crate::protocol::bounds::CommandId;
use crate::table::Change;
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan, Reply};
use crate::table::room::{ReplyTo, RoomChange};

/// Answers somebody's wish to take something back; withdraws one's own by not agreeing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AnswerUndo {
    /// As with `act`.
    #[schema(value_type = CommandId)]
    pub id: String,
    /// Is it agreed to?
    pub agree: bool,
}

impl AnswerUndo {
    pub(in crate::table) fn plan(self, table: &Machine, caller: &Caller) -> Result<Plan, Error> {
        let Self { id, agree } = self;
        let history = &table.history;
        let holder = caller.holder()?;
        let me = caller.person(table)?;
        let mut wish = history.beside.wish.clone().ok_or(Error::NoUndoAsked)?;
        let is_asked = wish.waits_for.contains(&me);
        let acked = Reply::Acked { id: id.clone(), number: history.seq() };
        if !agree && (caller.seats(table).contains(&wish.seat) || is_asked) {
            return Ok(table.withdraw_wish(vec![(caller.reply_to, acked)]));
        }
        if !is_asked {
            return Err(Error::NoUndoAsked);
        }
        wish.waits_for.retain(|person| *person != me);
        wish.agreed.extend(history.persons_seated(holder));
        if wish.waits_for.is_empty() {
            return Ok(table.undo_agreed(&wish, Some((caller.reply_to, id)), caller.now));
        }
        let changes = vec![Change::Wish(Some(wish))];
        Ok(Plan { changes, replies: vec![(caller.reply_to, acked)], ..Plan::default() })
    }
}

impl Machine {
    /// Takes back what everybody has agreed to. Whoever agreed last is answered with the one who asked.
    pub(in crate::table) fn undo_agreed(
        &self,
        wish: &UndoWish,
        last: Option<(ReplyTo, String)>,
        now: Millis,
    ) -> Plan {
        let Ok(mut plan) = self.history.undo_now(wish, vec![self.room.undo_asker], now) else {
            return self.withdraw_wish(
                last.into_iter().map(|(reply_to, id)| (reply_to, refused(Some(id)))).collect(),
            );
        };
        let number = self.history.seq() + 1;
        plan.replies.extend(last.map(|(reply_to, id)| (reply_to, Reply::Acked { id, number })));
        plan.room.push(RoomChange::UndoAsker(ReplyTo::Nobody));
        plan
    }

    /// It is not agreed to: whoever asked is told so, and the others what they are answered.
    fn withdraw_wish(&self, others: Vec<(ReplyTo, Reply)>) -> Plan {
        let id = self.history.beside.wish.as_ref().map(|wish| wish.command.clone());
        let mut replies = vec![(self.room.undo_asker, refused(id))];
        replies.extend(others);
        Plan {
            changes: vec![Change::Wish(None)],
            replies,
            room: vec![RoomChange::UndoAsker(ReplyTo::Nobody)],
        }
    }
}
