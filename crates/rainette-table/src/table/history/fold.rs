//! How an event of the log changes a table.

use rainette_core::{End, How, Observer, Seat, Told, Turn};

use super::super::Change;
use super::{Committed, History, Kept, Place, prove};
use crate::fair::Seeds;
use crate::journal::{By, Event, Row};
use crate::protocol::{Number, Out, Status};

impl History {
    /// Folds in a change: the only way in which a table changes. An error says what of a row cannot have happened.
    pub(in crate::table) fn apply(&mut self, change: Change) -> Result<(), String> {
        match change {
            Change::Row(row) => return self.apply_row(row),
            Change::Said(line) => {
                self.said = self.said.max(line.number);
                self.beside.apply(Change::Said(line));
            }
            change => self.beside.apply(change),
        }
        Ok(())
    }

    /// Carries out an event of the log.
    pub(super) fn apply_row(&mut self, row: Row) -> Result<(), String> {
        let Row { number, at, .. } = row;
        let entry = prove::entry(&row, self.play.game.as_ref(), self.dice.seeds.as_ref(), self.dice.chances)?;
        self.play.clocks.charge(at);
        let is_timed = matches!(row.event, Event::Action { .. }) && self.play.clocks.is_used();
        let left = if is_timed { self.play.clocks.left().to_vec() } else { Vec::new() };
        let mut undone = Vec::new();
        self.lobby.known.note(&row.event);
        match &row.event {
            Event::Opened(_) => {
                if number != 1 {
                    return Err("a table is opened once".to_owned());
                }
            }
            Event::Seated { .. }
            | Event::Left { .. }
            | Event::Arranged { .. }
            | Event::Swapped { .. }
            | Event::Ready { .. }
            | Event::Coloured { .. } => self.arrange(&row.event)?,
            Event::Committed { person, commitment } => {
                let times = self.dice.commitments.get(person).map_or(0, |known| known.times) + 1;
                self.dice.commitments.insert(*person, Committed { commitment: *commitment, number, times });
            }
            Event::Frozen { players } => {
                self.dice.frozen = Some(players.clone());
            }
            Event::Started { seeds } => {
                self.dice.seeds =
                    Some(Seeds::new(self.opening.seed, seeds.iter().map(|shown| shown.seed).collect()));
                self.play.status = Status::Playing;
            }
            Event::Began { first, .. } => {
                if first.index() >= self.places.len() {
                    return Err(format!("there is no seat {first}"));
                }
                self.turn_round(*first);
            }
            Event::Action { seat, action, .. } => {
                if self.play.chosen.remove(seat).is_some_and(|chosen| chosen != *action) {
                    return Err(format!("seat {seat} has settled another action"));
                }
                self.play.game.play(*seat, action).map_err(|error| error.to_string())?;
                self.play.numbers.push(number);
                if !self.is_turn_of(*seat) {
                    self.play.clocks.end_turn(*seat);
                    self.place(*seat)?.is_late = false;
                }
            }
            Event::Chose { seat, action } => self.choose(*seat, action.as_ref())?,
            Event::Chance { chance } => {
                self.play.game.try_chance(chance).map_err(|error| error.to_string())?;
                self.play.numbers.push(number);
                self.dice.chances += 1;
            }
            Event::Undone { from, .. } => {
                let kept = self.play.numbers.partition_point(|number| number < from);
                undone = self.take_back(kept);
            }
            Event::Resigned { seat } => self.leave_game(*seat, Out::Resigned)?,
            Event::OutOfTime { seat } => self.leave_game(*seat, Out::OutOfTime)?,
            Event::SatIn { seat, level, missed } => {
                let place = self.place(*seat)?;
                (place.stand_in, place.is_late) = (Some(*level), *missed);
            }
            Event::TookBack { seat } => {
                self.place(*seat)?.stand_in = None;
                self.play.clocks.refill(*seat);
            }
            Event::TakenOver { seat, level } => self.place(*seat)?.taken_over = Some(*level),
            Event::CameIn { seat, person, .. } => {
                let place = self.place(*seat)?;
                (place.by, place.came_in) = (Some(By::Person(*person)), Some(number));
                self.play.clocks.begin(*seat);
            }
            Event::Resumed { lost_ms } => self.play.clocks.give_back(*lost_ms, at),
            Event::Finished { result } => {
                self.stop_short()?;
                self.play.status = Status::Finished;
                self.play.result = Some(result.clone());
            }
            Event::Abandoned { .. } => {
                self.play.status = Status::Abandoned;
            }
            Event::Rematch { table } => self.play.rematch = Some(table.clone()),
        }
        for (index, told) in undone {
            self.log.rows[index].undone = Some(told);
        }
        if let Some(command) = &row.command {
            self.log.commands.insert(command.clone(), number);
        }
        let head = self.log.chain.add(&entry);
        self.log.rows.push(Kept { row, head, undone: None, left });
        let runs: Vec<Seat> = Seat::all(self.places.len()).filter(|seat| self.may_choose(*seat)).collect();
        self.play.clocks.run(&runs, at);
        self.beside.wish = self.beside.wish.take().filter(|wish| self.still_counts(wish));
        Ok(())
    }

    /// A seat settles its action before its turn, or takes that back.
    fn choose(&mut self, seat: Seat, action: Option<&String>) -> Result<(), String> {
        let Some(action) = action else {
            let chosen = self.play.chosen.remove(&seat);
            return chosen.map(drop).ok_or_else(|| format!("seat {seat} has settled nothing"));
        };
        self.play.game.check_early(seat, action).map_err(|error| error.to_string())?;
        match self.play.chosen.insert(seat, action.clone()) {
            None => Ok(()),
            Some(_) => Err(format!("seat {seat} has settled its action before")),
        }
    }

    pub(in crate::table) fn place(&mut self, seat: Seat) -> Result<&mut Place, String> {
        self.places.get_mut(seat.index()).ok_or_else(|| format!("there is no seat {seat}"))
    }

    pub(in crate::table) fn leave_game(&mut self, seat: Seat, out: Out) -> Result<(), String> {
        self.place(seat)?.out = Some(out);
        // Whoever plays on for it chooses anew.
        self.play.chosen.remove(&seat);
        Ok(())
    }

    /// Ends the game before its own end, if a seat is out at a table of two.
    fn stop_short(&mut self) -> Result<(), String> {
        let is_over = self.places.len() > 2 || self.play.game.turn() == Turn::Over;
        let mut outs = Seat::all(self.places.len()).zip(&self.places);
        let out = outs.find_map(|(seat, place)| Some((seat, place.out?)));
        let Some((seat, out)) = out.filter(|_| !is_over) else { return Ok(()) };
        let how = match out {
            Out::Resigned => How::Resigned,
            Out::OutOfTime => How::OutOfTime,
        };
        self.play.game.stop(End { how, seat }).map_err(|error| error.to_string())
    }

    /// Shortens the game, and gives what observers were told of what is taken back, by place in the log.
    pub(in crate::table) fn take_back(&mut self, kept: usize) -> Vec<(usize, Vec<Told>)> {
        let seats = self.places.len();
        let mut stories: Vec<_> = Observer::all(seats)
            .map(|observer| self.play.game.told_from(observer, kept).into_iter())
            .collect();
        let gone: Vec<Number> = self.play.numbers.drain(kept..).collect();
        self.play.game.truncate(kept);
        let game = &self.play.game;
        self.play.chosen.retain(|seat, action| game.check_early(*seat, action).is_ok());
        let first = gone.first().and_then(|number| self.log.rows.get((*number as usize).checked_sub(1)?));
        if let Some(first) = first {
            self.play.clocks.take_back(&first.left, gone.len() == 1);
        }
        let told = gone.into_iter().map(|number| {
            let told = stories.iter_mut().filter_map(Iterator::next).collect();
            (number as usize - 1, told)
        });
        told.collect()
    }
}
