//! Changing seats before the start: at once if no other person sits there, otherwise once they agree.

use rainette_core::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::get_ready;
use crate::Error;
use crate::journal::{Aside, Event, SwapWish};
use crate::protocol::Number;
use crate::protocol::bounds::SeatIndex;
use crate::table::history::Place;
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};
use crate::table::{Change, Response};

/// Changes seats before the start: at once if the other seat is free, a computer player's or one's own; otherwise
/// whoever sits there is asked. The host may move computer players, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Swap {
    /// One's own seat; for the host also a computer player's.
    #[schema(value_type = SeatIndex)]
    pub seat: Seat,
    /// The other one.
    #[schema(value_type = SeatIndex)]
    pub with: Seat,
    /// The last event that the client has seen: what is said again does not happen again.
    pub seq: Number,
}

/// Answers somebody who would like to change seats; withdraws one's own wish by not agreeing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AnswerSwap {
    /// The seat of whoever asks.
    #[schema(value_type = SeatIndex)]
    pub seat: Seat,
    /// The seat of whoever is asked.
    #[schema(value_type = SeatIndex)]
    pub with: Seat,
    /// Does one agree?
    pub agrees: bool,
}

impl Swap {
    pub(in crate::table) fn plan(self, table: &Machine, caller: &Caller) -> Result<Plan, Error> {
        let Self { seat, with, seq } = self;
        let history = &table.history;
        let person = caller.person(table)?;
        history.check_lobby()?;
        if seq > history.seq() {
            return Err(Error::Ahead(history.seq()));
        }
        for seat in [seat, with] {
            if seat.index() >= history.places.len() {
                return Err(Error::NoSuchSeat(seat));
            }
        }
        if seat == with || history.has_swapped([seat, with], seq) {
            return Ok(Plan::answer(caller, Response::Done));
        }
        if history.has_moved([seat, with], seq) {
            return Err(Error::Stale(history.seq()));
        }
        let mine = caller.seats(table);
        let place = &history.places[seat.index()];
        let is_hosts = place.level().is_some() && history.host() == Some(person);
        if !mine.contains(&seat) && !is_hosts {
            return Err(if mine.is_empty() { Error::NotSeated } else { Error::NotYourSeat(seat) });
        }
        let other = history.places[with.index()].person().filter(|_| !mine.contains(&with));
        // At a shared screen it is the word of whoever sits there.
        let by = place.person().unwrap_or(person);
        let Some(other) = other else {
            return swapped(table, caller, by, [seat, with]);
        };
        // Computer players ask nobody.
        let asker = place.person().ok_or(Error::SeatTaken(with))?;
        if history.swap_of(other).is_some_and(|wish| (wish.seat, wish.with) == (with, seat)) {
            return swapped(table, caller, asker, [with, seat]);
        }
        if history.swap_of(asker).is_some_and(|wish| (wish.seat, wish.with) == (seat, with)) {
            return Ok(Plan::answer(caller, Response::Done));
        }
        // Nobody could agree to it any more.
        history.check_changes()?;
        let wish = SwapWish { seat, with, asked: other, number: history.seq() };
        let payload = serde_json::to_string(&wish).map_err(|_| Error::Internal)?;
        let change = Change::Aside { aside: Aside::Swap(asker), payload: Some(payload) };
        Ok(Plan::store(caller, vec![change], Response::Done))
    }
}

impl AnswerSwap {
    pub(in crate::table) fn plan(self, table: &Machine, caller: &Caller) -> Result<Plan, Error> {
        let Self { seat, with, agrees } = self;
        let history = &table.history;
        history.check_lobby()?;
        let mine = caller.seats(table);
        let asker = history.places.get(seat.index()).and_then(Place::person);
        let asker = asker.ok_or(Error::NoSwapOffered)?;
        let is_it = |wish: &SwapWish| (wish.seat, wish.with) == (seat, with);
        let wish = history.swap_of(asker).filter(is_it).ok_or(Error::NoSwapOffered)?;
        match (mine.contains(&with), mine.contains(&seat)) {
            (true, _) if agrees => swapped(table, caller, wish.asked, [seat, with]),
            (true, _) | (_, true) if !agrees => {
                let change = Change::Aside { aside: Aside::Swap(asker), payload: None };
                Ok(Plan::store(caller, vec![change], Response::Done))
            }
            _ => Err(Error::NoSwapOffered),
        }
    }
}

/// The seats change places by the word of this person: what was asked about them is settled.
fn swapped(table: &Machine, caller: &Caller, person: u32, seats: [Seat; 2]) -> Result<Plan, Error> {
    let history = &table.history;
    history.check_own_changes(caller.holder()?)?;
    let mut draft = history.draft(caller.now);
    draft.add(Event::Swapped { person, seats });
    if history.changes_first(seats) {
        get_ready(table, caller, person, &mut draft);
    }
    let mut changes = history.seating(draft);
    let people = seats.iter().filter_map(|seat| history.places[seat.index()].person());
    let asked = people.map(Aside::Swap).filter(|aside| history.beside.asides.contains_key(aside));
    changes.extend(asked.map(|aside| Change::Aside { aside, payload: None }));
    Ok(Plan::store(caller, changes, Response::Done))
}
