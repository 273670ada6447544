//! Asking a guest to leave: the host, before the start.

use rainette_core::Seat;

use crate::Error;
use crate::journal::Event;
use crate::table::Response;
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};

pub(in crate::table) fn plan(table: &Machine, caller: &Caller, seat: Seat) -> Result<Plan, Error> {
    let history = &table.history;
    history.check_room()?;
    history.check_host(caller.holder)?;
    history.check_lobby()?;
    if seat.index() >= history.places.len() {
        return Err(Error::NoSuchSeat(seat));
    }
    if history.holder_of(seat) == caller.holder || history.places[seat.index()].person().is_none() {
        return Err(Error::SeatTaken(seat));
    }
    let mut draft = history.draft(caller.now);
    draft.add(Event::Left { seat });
    Ok(Plan::store(caller, history.seating(draft), Response::Done))
}
