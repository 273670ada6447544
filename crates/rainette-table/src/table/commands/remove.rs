//! Asking a guest to leave for good: the host, before the start.

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
    let holder = history.holder_of(seat);
    if holder == caller.holder || history.places[seat.index()].person().is_none() {
        return Err(Error::SeatTaken(seat));
    }
    // With somebody go all their seats.
    let seats = holder.map_or_else(|| vec![seat], |holder| history.seats_of(holder));
    let mut draft = history.draft(caller.now);
    for seat in seats {
        draft.add(Event::Left { seat, is_removed: true });
    }
    Ok(Plan::store(caller, history.seating(draft), Response::Done))
}
