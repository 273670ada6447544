//! A rematch: may there be one, and there is one.

use crate::Error;
use crate::journal::Event;
use crate::table::Response;
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};

/// May there be a rematch, and is there one already?
pub(in crate::table) fn may(table: &Machine, caller: &Caller) -> Result<Plan, Error> {
    table.history.may_rematch(caller.holder)?;
    Ok(Plan::answer(caller, Response::Rematch(table.history.play.rematch.clone())))
}

/// There is a rematch at this table, unless there is one already.
pub(in crate::table) fn note(table: &Machine, caller: &Caller, rematch: String) -> Result<Plan, Error> {
    let history = &table.history;
    history.may_rematch(caller.holder)?;
    if history.play.rematch.is_some() {
        return Ok(Plan::answer(caller, Response::Rematch(history.play.rematch.clone())));
    }
    let mut draft = history.draft(caller.now);
    draft.add(Event::Rematch { table: rematch.clone() });
    Ok(Plan::draft(table, caller, draft, Response::Rematch(Some(rematch))))
}
