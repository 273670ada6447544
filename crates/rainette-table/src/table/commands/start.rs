//! Starting the game: the host's word. What follows is the table's own doing.

use crate::Error;
use crate::protocol::Status;
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};
use crate::table::room::RoomChange;
use crate::table::{Response, SEED_WAIT};

pub(in crate::table) fn plan(table: &Machine, caller: &Caller) -> Result<Plan, Error> {
    let history = &table.history;
    let person = caller.person(table)?;
    if history.play.status != Status::Waiting {
        return Err(Error::AlreadyStarted);
    }
    let has_begun = history.dice.frozen.is_some() || table.room.start.committing.is_some();
    if !has_begun {
        if history.host() != Some(person) {
            return Err(Error::NotHost);
        }
        if !history.is_full() {
            return Err(Error::NotFull);
        }
        if !history.is_everybody_ready() || !table.has_everybody_come(caller.now) {
            return Err(Error::NotReady);
        }
    }
    let begin = (!has_begun).then_some(RoomChange::Committing(caller.now + SEED_WAIT));
    Ok(Plan { room: vec![begin.unwrap_or(RoomChange::StartAsked)], ..Plan::answer(caller, Response::Done) })
}
