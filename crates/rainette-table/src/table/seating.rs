//! Sitting down, standing up, and what else happens around a game.

use rainette_core::Seat;

use super::commands::{Reply, commitment};
use super::draft::Draft;
use super::machine::Machine;
use super::room::Voice;
use super::text::name;
use super::{Answer, Change, VISIT_NOTED};
use crate::Error;
use crate::journal::{By, Event, Holder, Person};
use crate::protocol::{Join, Millis, Status};

impl Machine {
    pub(super) fn join(
        &mut self,
        voice: Voice,
        holder: Option<Holder>,
        join: &Join,
        is_invited: bool,
        now: Millis,
    ) -> Result<Option<Answer>, Error> {
        let holder = holder.ok_or(Error::NotSeated)?;
        self.history.check_open()?;
        let mine = self.history.seats_of(holder);
        if !mine.is_empty() {
            // Whoever sits already just comes back.
            return Ok(Some(Answer::Seated(mine)));
        }
        self.history.check_lobby()?;
        let opening = self.history.opening_events();
        if opening > 0 && !join.agrees_to_opening {
            return Err(Error::OpeningNotAgreed(opening as u32));
        }
        let free = self.history.free_seats(is_invited);
        let seat = match join.seat {
            Some(seat) if seat.index() >= self.history.places.len() => return Err(Error::NoSuchSeat(seat)),
            Some(seat) if !free.contains(&seat) => return Err(Error::SeatTaken(seat)),
            Some(seat) => seat,
            None => *free.first().ok_or(Error::Full)?,
        };
        // Whoever was here before is the same person again, with the same number: what they committed to, and who does
        // not hear them, goes by it.
        let next = self.history.beside.people.keys().next_back().map_or(1, |last| last + 1);
        let number = self.history.first_person(holder).unwrap_or(next);
        let person = Person { number, name: Some(name(&join.name)?), holder: Some(holder) };
        let promised = join.commitment.as_deref().map(commitment).transpose()?;
        let promised = promised.filter(|promised| {
            self.history.dice.commitments.get(&number).is_none_or(|known| known.commitment != *promised)
        });
        if promised.is_some() {
            self.history.check_commits(number)?;
        }
        let mut draft = self.history.draft(now);
        draft.add(Event::Seated { seat, by: By::Person(number), agreed_to_opening: opening > 0 });
        if let Some(commitment) = promised {
            draft.add(Event::Committed { person: number, commitment });
        }
        draft.people.push(person);
        self.submit_seats(draft, voice, Answer::Seated(vec![seat]));
        Ok(None)
    }

    /// Closes a table that waits and that nobody comes to; notes where somebody is there.
    pub(super) fn close_unvisited(&mut self, voice: Voice, is_due: bool, now: Millis) -> Option<Answer> {
        let is_waiting = self.history.play.status == Status::Waiting
            && self.history.dice.frozen.is_none()
            && self.room.start.committing.is_none();
        let is_deserted =
            self.room.here.sockets.is_empty() && self.room.nodes.is_empty() && !self.is_a_player_there(now);
        if !is_waiting || (is_deserted && !is_due) {
            return Some(Answer::Done);
        }
        let done = Reply::Answer(Answer::Done);
        if is_deserted {
            let mut draft = self.history.draft(now);
            draft.add(Event::Abandoned);
            self.submit(draft, vec![(voice, done)]);
        } else {
            self.room.visited_at = now;
            self.store(vec![Change::Visited(now)], vec![(voice, done)]);
        }
        None
    }

    /// Notes that somebody has come to a table that waits, so that it is not closed.
    pub(super) fn note_visit(&mut self, now: Millis) {
        let is_waiting = self.history.play.status == Status::Waiting && self.room.desk.pending.is_none();
        if is_waiting && now >= self.room.visited_at + VISIT_NOTED {
            self.room.visited_at = now;
            self.store(vec![Change::Visited(now)], Vec::new());
        }
    }

    pub(super) fn leave(
        &mut self,
        voice: Voice,
        holder: Option<Holder>,
        seat: Option<Seat>,
        now: Millis,
    ) -> Result<Option<Answer>, Error> {
        let holder = holder.ok_or(Error::NotSeated)?;
        let mine = self.history.seats_of(holder);
        if mine.is_empty() {
            return Err(Error::NotSeated);
        }
        if let Some(seat) = seat
            && !mine.contains(&seat)
        {
            return Err(Error::NotYourSeat(seat));
        }
        self.history.check_lobby()?;
        let mut draft = self.history.draft(now);
        for seat in mine.into_iter().filter(|mine| seat.is_none_or(|seat| seat == *mine)) {
            draft.add(Event::Left { seat });
        }
        self.submit_seats(draft, voice, Answer::Done);
        Ok(None)
    }

    pub(super) fn remove(
        &mut self,
        voice: Voice,
        holder: Option<Holder>,
        seat: Seat,
        now: Millis,
    ) -> Result<Option<Answer>, Error> {
        self.history.check_host(holder)?;
        self.history.check_lobby()?;
        if seat.index() >= self.history.places.len() {
            return Err(Error::NoSuchSeat(seat));
        }
        if self.history.holder_of(seat) == holder || self.history.places[seat.index()].person().is_none() {
            return Err(Error::SeatTaken(seat));
        }
        let mut draft = self.history.draft(now);
        draft.add(Event::Left { seat });
        self.submit_seats(draft, voice, Answer::Done);
        Ok(None)
    }

    /// Closes the table: the host before the start, later whoever plays alone with computer players.
    pub(super) fn abandon(
        &mut self,
        voice: Voice,
        holder: Option<Holder>,
        now: Millis,
    ) -> Result<Option<Answer>, Error> {
        match self.history.play.status {
            Status::Waiting | Status::Starting => self.history.check_host(holder)?,
            Status::Playing => {
                let me = holder
                    .filter(|holder| !self.history.seats_of(*holder).is_empty())
                    .ok_or(Error::NotSeated)?;
                let others = self.history.holders_seated().into_iter().filter(|other| *other != me);
                let plays = |other: Holder| {
                    self.history
                        .seats_of(other)
                        .iter()
                        .any(|seat| self.history.places[seat.index()].out.is_none())
                };
                if others.into_iter().any(plays) {
                    return Err(Error::OthersPlay);
                }
            }
            Status::Finished | Status::Abandoned => return Err(Error::Over),
        }
        let mut draft = self.history.draft(now);
        draft.add(Event::Abandoned);
        self.submit(draft, vec![(voice, Reply::Answer(Answer::Done))]);
        Ok(None)
    }

    /// Closes a game that everybody has left: the server's own wish. Where a clock runs, it is not needed.
    pub(super) fn close_quiet(
        &mut self,
        voice: Voice,
        before: Millis,
        now: Millis,
    ) -> Result<Option<Answer>, Error> {
        if self.history.play.status != Status::Playing {
            return Err(Error::NotStarted);
        }
        let is_quiet = self.history.log.rows.last().is_none_or(|kept| kept.row.at < before);
        if !is_quiet || self.is_a_player_there(now) || self.history.play.clocks.deadline().is_some() {
            return Err(Error::OthersPlay);
        }
        let mut draft = self.history.draft(now);
        draft.add(Event::Abandoned);
        self.submit(draft, vec![(voice, Reply::Answer(Answer::Done))]);
        Ok(None)
    }

    pub(super) fn note_rematch(
        &mut self,
        voice: Voice,
        holder: Option<Holder>,
        table: String,
        now: Millis,
    ) -> Result<Option<Answer>, Error> {
        self.history.may_rematch(holder)?;
        if self.history.play.rematch.is_some() {
            return Ok(Some(Answer::Rematch(self.history.play.rematch.clone())));
        }
        let mut draft = self.history.draft(now);
        draft.add(Event::Rematch { table: table.clone() });
        self.submit(draft, vec![(voice, Reply::Answer(Answer::Rematch(Some(table))))]);
        Ok(None)
    }

    /// Hands all one's seats to the holder of another token: another device.
    pub(super) fn move_to(
        &mut self,
        voice: Voice,
        holder: Option<Holder>,
        to: Holder,
    ) -> Result<Option<Answer>, Error> {
        let holder = holder.ok_or(Error::NotSeated)?;
        let people: Vec<Change> = self
            .history
            .persons_of(holder)
            .filter_map(|number| self.history.beside.people.get(&number))
            .map(|person| Change::Person(Person { holder: Some(to), ..person.clone() }))
            .collect();
        if people.is_empty() {
            return Err(Error::NotSeated);
        }
        let seats = self.history.seats_of(holder);
        self.store(people, vec![(voice, Reply::Answer(Answer::Seated(seats)))]);
        Ok(None)
    }

    /// Erases somebody's name, token and chat; the events remain.
    pub(super) fn forget(
        &mut self,
        voice: Voice,
        holder: Option<Holder>,
        _now: Millis,
    ) -> Result<Option<Answer>, Error> {
        let holder = holder.ok_or(Error::NotSeated)?;
        let silenced: Vec<u32> = self.history.persons_of(holder).collect();
        if silenced.is_empty() {
            return Err(Error::NotSeated);
        }
        let mut line = self.history.line(self.history.play.status);
        for sitter in &mut line.seats {
            if let crate::protocol::Sitter::Person { person, name } = sitter
                && silenced.contains(person)
            {
                *name = None;
            }
        }
        let forgotten = |number| Change::Person(Person { number, name: None, holder: None });
        let mut changes: Vec<Change> = silenced.iter().copied().map(forgotten).collect();
        changes.extend(silenced.into_iter().map(Change::Silenced));
        changes.push(Change::Listed(Box::new(line)));
        self.store(changes, vec![(voice, Reply::Answer(Answer::Done))]);
        Ok(None)
    }

    /// Hands out events that change who sits where: lists show it too.
    fn submit_seats(&mut self, draft: Draft, voice: Voice, answer: Answer) {
        let mut line = self.history.line(self.history.play.status);
        for row in draft.rows() {
            match row.event {
                Event::Seated { seat, by: By::Person(number), .. } => {
                    let name = draft.people.iter().find(|person| person.number == number);
                    let name = name.and_then(|person| person.name.clone());
                    line.seats[seat.index()] = crate::protocol::Sitter::Person { person: number, name };
                }
                Event::Left { seat } if self.history.opening.invited[seat.index()] => {
                    line.seats[seat.index()] = crate::protocol::Sitter::Invited;
                }
                Event::Left { seat } => line.seats[seat.index()] = crate::protocol::Sitter::Open,
                _ => {}
            }
            line.changed_at = row.at;
        }
        let mut changes = draft.changes();
        changes.push(Change::Listed(Box::new(line)));
        self.store(changes, vec![(voice, Reply::Answer(answer))]);
    }
}
