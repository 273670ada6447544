//! Closing a table: the host before the start, later whoever plays alone with computer players.

use rainette_core::Seat;

use crate::Error;
use crate::journal::{Event, TokenHash};
use crate::protocol::Status;
use crate::table::Response;
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};

pub(in crate::table) fn plan(table: &Machine, caller: &Caller) -> Result<Plan, Error> {
    let history = &table.history;
    match history.play.status {
        Status::Waiting | Status::Starting => history.check_host(caller.holder)?,
        Status::Playing => {
            if caller.seats(table).is_empty() {
                return Err(Error::NotSeated);
            }
            let is_in = |seat: &Seat| history.places[seat.index()].out.is_none();
            let plays = |other: TokenHash| history.seats_of(other).iter().any(is_in);
            let others = history.holders_seated().into_iter().filter(|other| Some(*other) != caller.holder);
            if others.into_iter().any(plays) {
                return Err(Error::OthersPlay);
            }
        }
        Status::Finished | Status::Abandoned => return Err(Error::Over),
    }
    let mut draft = history.draft(caller.now);
    draft.add(Event::Abandoned { by: caller.person(table).ok() });
    Ok(Plan::draft(table, caller, draft, Response::Done))
}
