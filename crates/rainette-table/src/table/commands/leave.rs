//! Standing up.

use rainette_core::Seat;

use crate::Error;
use crate::journal::Event;
use crate::table::Response;
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};

pub(in crate::table) fn plan(table: &Machine, caller: &Caller, seat: Option<Seat>) -> Result<Plan, Error> {
    let history = &table.history;
    history.check_room()?;
    let mine = caller.seats(table);
    if mine.is_empty() {
        return Err(Error::NotSeated);
    }
    if let Some(seat) = seat
        && !mine.contains(&seat)
    {
        return Err(Error::NotYourSeat(seat));
    }
    history.check_lobby()?;
    let mut draft = history.draft(caller.now);
    for seat in mine.into_iter().filter(|mine| seat.is_none_or(|seat| seat == *mine)) {
        draft.add(Event::Left { seat, is_removed: false });
    }
    Ok(Plan::store(caller, history.seating(draft), Response::Done))
}
