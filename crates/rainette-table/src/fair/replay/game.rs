//! What may happen at a table while its game is on: actions and chance events, who plays on for whom, what is taken back.

use std::collections::BTreeSet;

use rainette_core::{End, How, PlayError, Seat, Turn};

use super::super::verify::Wrong;
use super::super::{Drawing, Entry, Who};
use super::{Due, HOST, Live, Phase, Place, Replay, need};
use crate::outcome::result_of;
use crate::protocol::{GameResult, Out};

impl Replay<'_> {
    pub(super) fn play(&mut self, entry: &Entry) -> Result<(), Wrong> {
        let number = entry.number();
        let wrong = |error| Wrong::Event { number, error };
        match entry {
            Entry::Action { seat, event, by_computer, .. } => {
                let is_computers = self.place(entry, *seat)?.is_computers();
                need(is_computers == *by_computer, entry, "somebody else acts for this seat")?;
                let is_other = self.game.chosen.remove(seat).is_some_and(|chosen| chosen != *event);
                need(!is_other, entry, "the seat has settled another action")?;
                self.game.table.play(*seat, event).map_err(wrong)?;
                self.game.live.push(Live { number, seat: Some(*seat) });
                if self.game.table.turn() != Turn::Seat(*seat) {
                    self.place(entry, *seat)?.is_late = false;
                }
                Ok(())
            }
            Entry::Chose { seat, event: Some(event), .. } => {
                need(self.may_choose(*seat), entry, "nobody chooses there")?;
                self.game.table.check_early(*seat, event).map_err(wrong)?;
                self.game.chosen.insert(*seat, event.clone());
                Ok(())
            }
            Entry::Chose { seat, event: None, .. } => {
                need(self.game.chosen.remove(seat).is_some(), entry, "nothing is settled there")
            }
            Entry::Chance { chance_number, event, draw, drawn, .. } => {
                let (real, derived) = self.draw(number, *chance_number, event)?;
                if *draw != real {
                    return Err(Wrong::Draw { number });
                }
                if *drawn == derived { Ok(()) } else { Err(Wrong::Drawn { number }) }
            }
            Entry::Undo { seat, from, agreed, .. } => self.undo(number, *seat, *from, agreed),
            Entry::Resigned { seat, .. } => {
                need(self.place(entry, *seat)?.person().is_some(), entry, "no person sits there")?;
                self.go_out(entry, *seat, Out::Resigned)
            }
            Entry::OutOfTime { seat, .. } => {
                let runs = self.lobby.has_clock() && self.may_choose(*seat);
                need(runs, entry, "this seat's clock does not run")?;
                need(
                    self.terms.is_strict,
                    entry,
                    "a computer player sits in for whoever misses a turn here",
                )?;
                self.go_out(entry, *seat, Out::OutOfTime)
            }
            Entry::SatIn { seat, level, missed, .. } => {
                let is_waited_for = if *missed {
                    self.lobby.has_clock() && !self.terms.is_strict && self.may_choose(*seat)
                } else {
                    self.game.table.turn() == Turn::Seat(*seat)
                };
                need(is_waited_for, entry, "nobody is waited for there")?;
                self.lobby.check_stand_in(entry, *level)?;
                let place = self.place(entry, *seat)?;
                need(!place.is_computers(), entry, "a computer player sits there")?;
                (place.stand_in, place.is_late) = (Some(*level), *missed);
                Ok(())
            }
            Entry::TookBack { seat, .. } => {
                let place = self.place(entry, *seat)?;
                let is_lent = place.stand_in.is_some() && place.out.is_none() && !place.is_late;
                need(is_lent, entry, "there is no seat to take back")?;
                place.stand_in = None;
                Ok(())
            }
            Entry::TakenOver { seat, level, .. } => {
                self.lobby.check_stand_in(entry, *level)?;
                self.place(entry, *seat)?.stand_in = Some(*level);
                let plays = |place: &Place| place.person().is_some() && place.out.is_none();
                if !self.places.iter().any(plays) {
                    self.due = Due::Abandoned;
                }
                Ok(())
            }
            Entry::CameIn { seat, person, agreed_to_opening, .. } => {
                self.come_in(entry, *seat, *person, *agreed_to_opening)
            }
            Entry::Resumed { lost_ms, .. } => {
                let runs =
                    self.lobby.has_clock() && Seat::all(self.places.len()).any(|seat| self.may_choose(seat));
                need(runs && *lost_ms > 0, entry, "there is no time to give back")
            }
            Entry::Finished { result, .. } => {
                need(self.game.table.turn() == Turn::Over, entry, "the game is not over")?;
                self.phase = Phase::Over;
                let real = self.game.stopped.take().unwrap_or_else(|| self.result());
                if real == *result { Ok(()) } else { Err(Wrong::Result { number }) }
            }
            // Checked when it was due.
            Entry::Began { .. } => Ok(()),
            _ => need(false, entry, "it is no play"),
        }
    }

    /// Is a seat's owner waited for: in its turn, or for what it will do once its turn comes?
    fn may_choose(&self, seat: Seat) -> bool {
        let is_theirs = |place: &Place| !place.is_computers() && place.out.is_none();
        let is_asked =
            || self.game.table.turn() == Turn::Seat(seat) || !self.game.table.early_choices(seat).is_empty();
        self.places.get(seat.index()).is_some_and(is_theirs)
            && !self.game.chosen.contains_key(&seat)
            && is_asked()
    }

    /// Draws a chance event once more: what it is drawn from, and what is drawn.
    fn draw(&mut self, number: u64, found: u64, event: &str) -> Result<(Drawing, Vec<u8>), Wrong> {
        let wrong = |error| Wrong::Event { number, error };
        let expected = self.count.chances as u64 + 1;
        if found != expected {
            return Err(Wrong::ChanceNumber { number, expected, found });
        }
        let Some(draw) = self.game.table.chance() else {
            return Err(wrong(match self.game.table.turn() {
                Turn::Seat(turn) => PlayError::WaitsForSeat { turn },
                Turn::Chance | Turn::Over => PlayError::Over,
            }));
        };
        let drawn = draw.sample(&mut self.seeds.random(found)).to_vec();
        let derived = self.game.table.draw(&mut self.seeds.random(found)).map_err(wrong)?;
        if derived != event {
            return Err(Wrong::Chance { number, said: event.to_owned(), derived });
        }
        self.game.live.push(Live { number, seat: None });
        self.count.chances += 1;
        Ok((Drawing::from(&draw), drawn))
    }

    /// Somebody new plays on for a computer player, between its turns.
    fn come_in(&mut self, entry: &Entry, seat: Seat, person: u32, has_agreed: bool) -> Result<(), Wrong> {
        let acted = self.game.live.iter().rev().find_map(|live| live.seat);
        let is_mid_turn = self.game.table.turn() == Turn::Seat(seat) && acted == Some(seat);
        let is_asked = self.game.opening > 0;
        let is_computers = matches!(self.place(entry, seat)?.by, Some(Who::Computer(_)));
        need(self.terms.takes_newcomers, entry, "the table was not opened for people who come later")?;
        need(is_computers, entry, "no computer player holds the seat")?;
        need(person != HOST || !is_asked, entry, "whoever gave the opening comes in")?;
        need(!is_mid_turn, entry, "the computer player is in the middle of its turn")?;
        need(self.sat.insert(person), entry, "somebody comes in who has sat here before")?;
        need(
            has_agreed == is_asked,
            entry,
            "people agree to an opening that was not drawn, and to nothing else",
        )?;
        self.count.came_in.push((entry.number(), seat, person));
        let place = self.place(entry, seat)?;
        (place.by, place.came_in) = (Some(Who::Person(person)), entry.number());
        Ok(())
    }

    fn result(&self) -> GameResult {
        let out: Vec<_> = self.places.iter().map(|place| place.out).collect();
        result_of(self.game.table.as_ref(), &out)
    }

    fn go_out(&mut self, entry: &Entry, seat: Seat, out: Out) -> Result<(), Wrong> {
        let place = self.place(entry, seat)?;
        need(place.out.is_none(), entry, "the seat is out already")?;
        place.out = Some(out);
        self.game.chosen.remove(&seat);
        self.due = match self.places.len() {
            2 if self.places.iter().all(|place| place.out.is_some()) => Due::Abandoned,
            2 => Due::Finished(seat),
            _ => Due::TakenOver(seat),
        };
        Ok(())
    }

    /// At a table of two the end follows at once after a seat is out, unless the other one's time was up in the same
    /// moment: then nobody has won.
    pub(super) fn stop_short(&mut self, entry: &Entry, seat: Seat) -> Result<(), Wrong> {
        let (number, out) = (entry.number(), self.place(entry, seat)?.out);
        let is_late_too = out == Some(Out::OutOfTime)
            && matches!(entry, Entry::OutOfTime { seat: other, .. } if *other != seat);
        if is_late_too {
            return Ok(());
        }
        need(matches!(entry, Entry::Finished { .. }), entry, "the game is over")?;
        let how = if out == Some(Out::OutOfTime) { How::OutOfTime } else { How::Resigned };
        self.game.stopped = Some(self.result());
        self.game.table.stop(End { how, seat }).map_err(|error| Wrong::Event { number, error })
    }

    fn undo(&mut self, number: u64, seat: Seat, from: u64, agreed: &[u32]) -> Result<(), Wrong> {
        let wrong = || Wrong::Undo { number, from, seat: seat.index() };
        let own = self.game.live.iter().rposition(|live| live.seat == Some(seat)).ok_or_else(wrong)?;
        let is_theirs = |place: &Place| !place.is_computers() && from > place.came_in;
        let is_seat = self.places.get(seat.index()).is_some_and(is_theirs);
        if self.game.live[own].number != from || !is_seat {
            return Err(wrong());
        }
        // Whoever is out is not asked.
        let play = self.places.iter().filter(|place| place.out.is_none());
        let play: BTreeSet<u32> = play.filter_map(Place::person).collect();
        let is_list = agreed.is_sorted_by(|one, next| one < next);
        let asker = self.places[seat.index()].person();
        let is_over_chance = self.game.live[own..].iter().any(|live| live.seat.is_none());
        let is_agreed = if is_over_chance {
            let is_asked_alone = self.terms.is_practice || !self.places.iter().any(Place::is_computers);
            is_asked_alone && play.iter().eq(agreed)
        } else {
            asker.is_some_and(|asker| agreed.contains(&asker)) && agreed.iter().all(|it| play.contains(it))
        };
        if !is_agreed || !is_list {
            return Err(Wrong::Agreement { number });
        }
        self.count.redraws += usize::from(is_over_chance);
        self.count.undone += self.game.live.len() - own;
        self.game.live.truncate(own);
        self.game.table.truncate(self.game.opening + own);
        let table = &self.game.table;
        self.game.chosen.retain(|seat, event| table.check_early(*seat, event).is_ok());
        Ok(())
    }
}
