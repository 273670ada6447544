//! Who may change seats and table as it stands.

use rainette_core::Seat;

use super::{History, Kept, Place};
use crate::Error;
use crate::journal::{By, Event, TokenHash};
use crate::protocol::Status;
use crate::table::{KEPT_LOBBY_ROWS, MOST_COMMITMENTS, MOST_GUEST_CHANGES, MOST_LOBBY_ROWS, MOST_SITTINGS};

impl History {
    /// The seats that somebody may take, with the invitation or without.
    pub fn free_seats(&self, is_invited: bool) -> Vec<Seat> {
        let is_free = |seat: &Seat| {
            let place = &self.places[seat.index()];
            place.by.is_none() && (is_invited || !place.is_invited)
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

    /// May something more be arranged here?
    pub(in crate::table) fn check_changes(&self) -> Result<(), Error> {
        if self.log.rows.len() < MOST_LOBBY_ROWS {
            Ok(())
        } else {
            Err(Error::TooManyChanges(MOST_LOBBY_ROWS))
        }
    }

    /// May this holder change something more before the start? Everybody at the host's screen has what the host has.
    pub(in crate::table) fn check_own_changes(&self, holder: TokenHash) -> Result<(), Error> {
        self.check_changes()?;
        if self.first_person(holder) == self.host() {
            return Ok(());
        }
        let mine = self.persons_of(holder).filter_map(|person| self.lobby.changes.get(&person));
        let has_room = self.log.rows.len() < MOST_LOBBY_ROWS - KEPT_LOBBY_ROWS;
        if has_room && mine.sum::<usize>() < MOST_GUEST_CHANGES {
            Ok(())
        } else {
            Err(Error::TooManyGuestChanges(MOST_GUEST_CHANGES))
        }
    }

    /// May this person sit down once more?
    pub(in crate::table) fn check_sittings(&self, person: u32) -> Result<(), Error> {
        let sat =
            |kept: &&Kept| matches!(kept.row.event, Event::Seated { by: By::Person(by), .. } if by == person);
        let times = self.log.rows.iter().filter(sat).count();
        if times < MOST_SITTINGS { Ok(()) } else { Err(Error::TooManySittings(MOST_SITTINGS)) }
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

    /// Can everybody agree that something random is taken back? A computer player cannot, and is not asked at a practice
    /// table.
    pub(in crate::table) fn check_redraw(&self) -> Result<(), Error> {
        if !self.opening.is_practice && self.places.iter().any(|place| place.level().is_some()) {
            return Err(Error::UndoAgainstComputer);
        }
        let is_gone = |person| self.beside.people.get(&person).is_none_or(|person| person.holder.is_none());
        // Whoever has erased their name here cannot be asked any more.
        if self.persons_playing().into_iter().any(is_gone) {
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
