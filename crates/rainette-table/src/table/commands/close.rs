//! Closing tables that nobody needs: the server's own wish.

use crate::Error;
use crate::journal::Event;
use crate::protocol::{Millis, Status};
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};
use crate::table::room::RoomChange;
use crate::table::{Change, Response};

/// Closes a table that waits and that nobody comes to; notes it if somebody is there.
pub(in crate::table) fn unvisited(table: &Machine, caller: &Caller, is_due: bool) -> Plan {
    let (history, room, now) = (&table.history, &table.room, caller.now);
    let is_waiting = history.play.status == Status::Waiting
        && history.dice.frozen.is_none()
        && room.start.committing.is_none();
    let is_deserted = room.here.sockets.is_empty() && room.nodes.is_empty() && !table.is_a_player_there(now);
    if !is_waiting || (is_deserted && !is_due) {
        return Plan::answer(caller, Response::Done);
    }
    if is_deserted {
        let mut draft = history.draft(now);
        draft.add(Event::Abandoned { by: None });
        return Plan::draft(table, caller, draft, Response::Done);
    }
    let plan = Plan::store(caller, vec![Change::Visited(now)], Response::Done);
    Plan { room: vec![RoomChange::Visited(now)], ..plan }
}

/// Closes a game at which nothing has happened since then and that everybody has left. If a clock runs, it ends by
/// itself.
pub(in crate::table) fn quiet(table: &Machine, caller: &Caller, before: Millis) -> Result<Plan, Error> {
    let history = &table.history;
    if history.play.status != Status::Playing {
        return Err(Error::NotStarted);
    }
    let is_quiet = history.log.rows.last().is_none_or(|kept| kept.row.at < before);
    if !is_quiet || table.is_a_player_there(caller.now) || history.play.clocks.deadline().is_some() {
        return Err(Error::OthersPlay);
    }
    let mut draft = history.draft(caller.now);
    draft.add(Event::Abandoned { by: None });
    Ok(Plan::draft(table, caller, draft, Response::Done))
}
