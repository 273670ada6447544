//! Coming to a game that is on: a person takes the seat of a computer player over.
//!
//! The seat had a computer player from the beginning; one that sits in for a person keeps the seat for them. Nothing else
//! changes: the seeds stay as they were frozen, the game is where it was, and whoever comes is told what that seat was
//! told, from the first event on.

use rainette_core::{Seat, Turn};

use crate::Error;
use crate::journal::{By, Event, Person, TokenHash};
use crate::protocol::{Join, Status};
use crate::table::Response;
use crate::table::history::History;
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};
use crate::table::text::name;

/// A commitment that comes along is not used: no seed is taken any more.
pub(super) fn plan(table: &Machine, caller: &Caller, join: &Join, is_invited: bool) -> Result<Plan, Error> {
    let history = &table.history;
    let holder = caller.holder()?;
    // A table that is not on the list is for whoever has its link.
    if !is_invited && !history.settings.is_public {
        return Err(Error::Full);
    }
    if history.knows_more(holder) {
        return Err(Error::KnowsMore);
    }
    let opening = history.opening_events();
    if opening > 0 && !join.agrees_to_opening {
        return Err(Error::OpeningNotAgreed(opening as u32));
    }
    let seat = history.pick_computer(join.seat)?;
    let number = history.first_person(holder).unwrap_or_else(|| history.next_person());
    let person = Person { number, name: Some(name(&join.name)?), holder: Some(holder) };
    let mut draft = history.draft(caller.now);
    draft.add(Event::CameIn { seat, person: number, agreed_to_opening: opening > 0 });
    draft.people.push(person);
    Ok(Plan::store(caller, history.seating(draft), Response::Seated(vec![seat])))
}

impl History {
    /// Is a game on to which people may still come?
    pub(in crate::table) fn takes_newcomers(&self) -> bool {
        self.opening.takes_newcomers && self.play.status == Status::Playing
    }

    /// Has whoever this is held a seat here, at this device or another one? A host who never sat knows what all know,
    /// unless they gave the opening: nothing of that is hidden from them.
    pub(super) fn knows_more(&self, holder: TokenHash) -> bool {
        let sat = |person: u32| {
            self.log.rows.iter().any(|kept| match kept.row.event {
                Event::Seated { by: By::Person(seated), .. } => seated == person,
                Event::CameIn { person: came, .. } => came == person,
                _ => false,
            })
        };
        let is_stranger = |person: u32| self.host() == Some(person) && self.opening_events() == 0;
        self.persons_of(holder).any(|person| !is_stranger(person) || sat(person))
    }

    /// The seat of a computer player for whom somebody may come in: the one that is named, or the first.
    fn pick_computer(&self, named: Option<Seat>) -> Result<Seat, Error> {
        let is_computers = |seat: &Seat| matches!(self.places[seat.index()].by, Some(By::Computer(_)));
        let seats: Vec<Seat> = match named {
            Some(seat) if seat.index() >= self.places.len() => return Err(Error::NoSuchSeat(seat)),
            Some(seat) if !is_computers(&seat) => return Err(Error::SeatTaken(seat)),
            Some(seat) => vec![seat],
            None => Seat::all(self.places.len()).filter(is_computers).collect(),
        };
        let first = *seats.first().ok_or(Error::Full)?;
        seats.into_iter().find(|seat| !self.is_mid_turn(*seat)).ok_or(Error::MidTurn(first))
    }

    /// Has a seat acted, and is to act once more, before another one does? A thought that was not carried out is no
    /// part of a turn.
    fn is_mid_turn(&self, seat: Seat) -> bool {
        let acted = self.play.numbers.iter().rev().find_map(|number| match self.event(*number) {
            Some(Event::Action { seat, .. }) => Some(*seat),
            _ => None,
        });
        self.play.game.turn() == Turn::Seat(seat) && acted == Some(seat)
    }
}
