//! What is allowed at a table as it stands.

use rainette_core::{Seat, Turn};

use super::{History, Place};
use crate::Error;
use crate::journal::{Event, TokenHash};
use crate::protocol::{Number, Status};
use crate::table::commands::Reply;
use crate::table::room::ReplyTo;
use crate::table::{MOST_COMMITMENTS, MOST_ROWS};

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

    /// An id that was used before gets the same answer again.
    pub(in crate::table) fn repeated(&self, seat: Seat, id: &str) -> Option<Reply> {
        let number = *self.log.commands.get(&(seat, id.to_owned()))?;
        Some(Reply::Acked { id: id.to_owned(), number })
    }

    pub(in crate::table) fn check_playing(&self) -> Result<(), Error> {
        match self.play.status {
            Status::Waiting | Status::Starting => Err(Error::NotStarted),
            Status::Playing => Ok(()),
            Status::Finished | Status::Abandoned => Err(Error::Over),
        }
    }

    pub(in crate::table) fn check_seat(&self, seat: Seat) -> Result<(), Error> {
        let place = &self.places[seat.index()];
        if place.out.is_some() {
            return Err(Error::SeatOut(seat));
        }
        if place.stand_in.is_some() { Err(Error::ComputerSits(seat)) } else { Ok(()) }
    }

    pub(in crate::table) fn check_seq(&self, seq: Number) -> Result<(), Error> {
        match seq.cmp(&self.seq()) {
            std::cmp::Ordering::Less => Err(Error::Stale(self.seq())),
            std::cmp::Ordering::Equal => Ok(()),
            std::cmp::Ordering::Greater => Err(Error::Ahead(self.seq())),
        }
    }

    /// The seat that a command is for: the one it names, or the one in hand.
    pub(in crate::table) fn pick_seat(
        &self,
        mine: &[Seat],
        hand: Option<Seat>,
        named: Option<Seat>,
    ) -> Result<Seat, Error> {
        if mine.is_empty() {
            return Err(Error::NotSeated);
        }
        match named {
            Some(seat) if seat.index() >= self.places.len() => Err(Error::NoSuchSeat(seat)),
            Some(seat) if !mine.contains(&seat) => Err(Error::NotYourSeat(seat)),
            Some(seat) => Ok(seat),
            None => {
                let turn = match self.play.game.turn() {
                    Turn::Seat(seat) => Some(seat).filter(|seat| mine.contains(seat)),
                    _ => None,
                };
                self.seat_in_hand(mine, hand).or(turn).ok_or(Error::NotSeated)
            }
        }
    }

    /// A shared screen acts for the seat in hand alone if seats have secrets: whether an action is legal would tell
    /// what another one holds. A script's requests show nothing, so that it needs no hand.
    pub(in crate::table) fn check_hand(
        &self,
        reply_to: ReplyTo,
        mine: &[Seat],
        hand: Option<Seat>,
        seat: Seat,
    ) -> Result<(), Error> {
        let is_screen = matches!(reply_to, ReplyTo::Socket(_));
        if is_screen && self.play.game.info().has_secrets && self.seat_in_hand(mine, hand) != Some(seat) {
            return Err(Error::NotInHand(seat));
        }
        Ok(())
    }

    /// The seat whose knowledge somebody with these seats is shown. At a shared screen if seats have secrets that is
    /// the one taken in hand; if there are none, the one whose turn it is.
    pub(in crate::table) fn seat_in_hand(&self, mine: &[Seat], hand: Option<Seat>) -> Option<Seat> {
        match mine {
            [] => None,
            [only] => Some(*only),
            [first, ..] => hand.filter(|hand| mine.contains(hand)).or_else(|| {
                if self.play.game.info().has_secrets {
                    return None;
                }
                match self.play.game.turn() {
                    Turn::Seat(seat) if mine.contains(&seat) => Some(seat),
                    _ => Some(*first),
                }
            }),
        }
    }

    /// May this person commit once more?
    pub(in crate::table) fn check_commits(&self, person: u32) -> Result<(), Error> {
        let times = self.dice.commitments.get(&person).map_or(0, |known| known.times);
        if times < MOST_COMMITMENTS { Ok(()) } else { Err(Error::TooManyCommitments(MOST_COMMITMENTS)) }
    }

    /// A log has an end, however often something is taken back.
    pub(in crate::table) fn check_room(&self) -> Result<(), Error> {
        if self.log.rows.len() < MOST_ROWS { Ok(()) } else { Err(Error::LogFull) }
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
