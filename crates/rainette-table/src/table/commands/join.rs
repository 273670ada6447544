//! Sitting down.

use super::{commitment, take_over};
use crate::Error;
use crate::journal::{By, Event, Person};
use crate::protocol::Join;
use crate::table::Response;
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};
use crate::table::text::name;

pub(in crate::table) fn plan(
    table: &Machine,
    caller: &Caller,
    join: &Join,
    is_invited: bool,
) -> Result<Plan, Error> {
    let history = &table.history;
    history.check_room()?;
    let holder = caller.holder()?;
    history.check_open()?;
    let mine = history.seats_of(holder);
    if !mine.is_empty() {
        // Whoever sits already just comes back.
        return Ok(Plan::answer(caller, Response::Seated(mine)));
    }
    // For good: neither before the start nor as a newcomer.
    if history.is_removed(holder) {
        return Err(Error::Removed);
    }
    if history.takes_newcomers() {
        return take_over::plan(table, caller, join, is_invited);
    }
    history.check_lobby()?;
    let opening = history.opening_events();
    if opening > 0 && !join.agrees_to_opening {
        return Err(Error::OpeningNotAgreed(opening as u32));
    }
    let free = history.free_seats(is_invited);
    let seat = match join.seat {
        Some(seat) if seat.index() >= history.places.len() => return Err(Error::NoSuchSeat(seat)),
        Some(seat) if !free.contains(&seat) => return Err(Error::SeatTaken(seat)),
        Some(seat) => seat,
        None => *free.first().ok_or(Error::Full)?,
    };
    // Whoever was here before is the same person again, with the same number: what they committed to, and who does not
    // hear them, goes by it.
    let number = history.first_person(holder).unwrap_or_else(|| history.next_person());
    history.check_changes()?;
    history.check_sittings(number)?;
    let person = Person { number, name: Some(name(&join.name)?), holder: Some(holder) };
    let promised = join.commitment.as_deref().map(commitment).transpose()?;
    let is_new = |promised: &_| {
        history.dice.commitments.get(&number).is_none_or(|known| known.commitment != *promised)
    };
    let promised = promised.filter(is_new);
    if promised.is_some() {
        history.check_commits(number)?;
    }
    let mut draft = history.draft(caller.now);
    draft.add(Event::Seated { seat, by: By::Person(number), agreed_to_opening: opening > 0 });
    if let Some(commitment) = promised {
        draft.add(Event::Committed { person: number, commitment });
    }
    draft.people.push(person);
    Ok(Plan::store(caller, history.seating(draft), Response::Seated(vec![seat])))
}
