//! Who may change seats and table as it stands.

use rainette_core::Seat;

use super::{History, Place};
use crate::Error;
use crate::journal::{Event, TokenHash};
use crate::protocol::Status;
use crate::table::MOST_COMMITMENTS;

impl History {
    /// The seats that somebody may take, with the invitation or without.
    pub fn free_seats(&self, is_invited: bool) -> Vec<Seat> {
        let is_free = |seat: &Seat| {
            self.places[seat.index()].by.is_none() && (is_invited || !self.opening.invited[seat.index()])
        };
        Seat::all(self.places.len()).filter(is_free).collect()
    }

    /// Can seats and commitments still change?
    pub(in crate::table) fn check_lobby(&self) -> Result<(), Error> {
        match self.play.status {
            Status::Waiting if self.dice.frozen.is_some() => Err(Error::Frozen),
            Status::Waiting => Ok(()),
            Status::Starting | Status::Playing => Err(Error::AlreadyStarted),
            Status::Finished | Status::Abandoned => Err(Error::Over),
        }
    }

    /// Can one still come to this table? Not if it was closed before a game began.
    pub fn check_open(&self) -> Result<(), Error> {
        let has_started = self.log.rows.iter().any(|kept| matches!(kept.row.event, Event::Started { .. }));
        match self.play.status {
            Status::Abandoned if has_started => Err(Error::Over),
            Status::Abandoned => Err(Error::Closed),
            _ => Ok(()),
        }
    }

    pub(in crate::table) fn check_host(&self, holder: Option<TokenHash>) -> Result<(), Error> {
        let me = holder.and_then(|holder| self.first_person(holder)).ok_or(Error::NotSeated)?;
        if self.host() == Some(me) { Ok(()) } else { Err(Error::NotHost) }
    }

    pub(in crate::table) fn may_rematch(&self, holder: Option<TokenHash>) -> Result<(), Error> {
        if holder.is_none_or(|holder| self.seats_of(holder).is_empty()) {
            return Err(Error::NotSeated);
        }
        match self.play.status {
            Status::Finished | Status::Abandoned => Ok(()),
            _ => Err(Error::NotOver),
        }
    }

    /// May this person commit once more?
    pub(in crate::table) fn check_commits(&self, person: u32) -> Result<(), Error> {
        let times = self.dice.commitments.get(&person).map_or(0, |known| known.times);
        if times < MOST_COMMITMENTS { Ok(()) } else { Err(Error::TooManyCommitments(MOST_COMMITMENTS)) }
    }

    /// Can everybody agree that something random is taken back? A computer player cannot.
    pub(in crate::table) fn check_redraw(&self) -> Result<(), Error> {
        if self.places.iter().any(|place| place.level().is_some()) {
            return Err(Error::UndoAgainstComputer);
        }
        let is_gone = |person| self.beside.people.get(&person).is_none_or(|person| person.holder.is_none());
        // Whoever has erased their name here cannot be asked any more.
        if self.places.iter().filter_map(Place::person).any(is_gone) {
            return Err(Error::UndoRefused);
        }
        Ok(())
    }

    /// Has this holder a seat that no commitment stands for, while one can still be made?
    pub(in crate::table) fn is_commitment_wanted(&self, holder: TokenHash) -> bool {
        let is_open = self.play.status == Status::Waiting && self.dice.frozen.is_none();
        let persons: Vec<u32> = self.persons_of(holder).collect();
        let mut mine = self.places.iter().filter_map(Place::person).filter(|person| persons.contains(person));
        is_open && mine.any(|person| self.promiser(person).is_none())
    }
}
