//! A game to be looked at again, and as a record.

use rainette_core::{Observer, Record, Seat, Table, Told};
use serde_json::Value;

use super::History;
use crate::Error;
use crate::journal::TokenHash;
use crate::protocol::{Number, Replay, Status, Step, TableState};
use crate::table::STEPS_TOLD;

/// Whose knowledge a replay shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eyes {
    /// One observer's.
    Of(Observer),
    /// Everybody's, once the game is over.
    All,
}

impl History {
    /// The game to be looked at again: by anybody as a spectator, by a seat's owner as that seat, by everybody in every
    /// way once it is over. So many steps at most, from the one after this many on.
    pub fn replay(
        &self,
        holder: Option<TokenHash>,
        eyes: Eyes,
        (after, most): (usize, usize),
        table: TableState,
    ) -> Result<Replay, Error> {
        let is_over = matches!(self.play.status, Status::Finished | Status::Abandoned);
        match eyes {
            Eyes::Of(Observer::Seat(seat)) if seat.index() >= self.places.len() => {
                return Err(Error::NoSuchSeat(seat));
            }
            Eyes::Of(Observer::Seat(seat)) => {
                let is_mine = holder.is_some_and(|holder| self.seats_of(holder).contains(&seat));
                if !is_over && !is_mine {
                    return Err(Error::NotYourSeat(seat));
                }
            }
            Eyes::All if !is_over => return Err(Error::NotOver),
            Eyes::Of(Observer::Spectator) | Eyes::All => {}
        }
        if matches!(self.play.status, Status::Waiting | Status::Starting) {
            return Err(Error::NotStarted);
        }
        let observer = match eyes {
            Eyes::Of(observer) => observer,
            Eyes::All => Observer::Spectator,
        };
        let record = self.play.game.record();
        let after = after.min(record.events.len());
        let until = record.events.len().min(after + most.clamp(1, STEPS_TOLD));
        let mut whole = self.play.game.duplicate();
        whole.truncate(until);
        let told = whole.told_from(observer, after);
        let mut game = whole;
        game.truncate(after);
        let view = game.view(observer);
        let mut steps = Vec::with_capacity(until - after);
        for (index, (line, told)) in (after..).zip(record.events[after..until].iter().zip(told)) {
            match line.seat {
                Some(seat) => game.play(seat, &line.event)?,
                None => game.try_chance(&line.event)?,
            }
            let told = if eyes == Eyes::All { self.told_to_all(index, told) } else { told };
            let number = self.play.numbers.get(index).copied().unwrap_or(0);
            let seats = || Seat::all(self.places.len()).map(|seat| game.view(Observer::Seat(seat)));
            steps.push(Step {
                number,
                at: number.checked_sub(1).map_or(0, |place| self.log.rows[place as usize].row.at),
                told,
                view: game.view(observer),
                seats: (eyes == Eyes::All).then(|| seats().collect::<Vec<Value>>()),
                turn: self.turn_state(game.turn()),
            });
        }
        let next = (until < record.events.len()).then_some(until as u32);
        let all = record.events.len() as u32;
        Ok(Replay { table, view, steps, all, next })
    }

    /// The event as the seat was told it that was told most.
    pub(in crate::table) fn told_to_all(&self, index: usize, told: Told) -> Told {
        let seats = Seat::all(self.places.len());
        if !told.hidden {
            return told;
        }
        let mut stories = seats.filter_map(|seat| {
            let mut game = self.play.game.duplicate();
            game.truncate(index + 1);
            game.told_from(Observer::Seat(seat), index).pop()
        });
        stories.find(|told| !told.hidden).unwrap_or(told)
    }

    /// The game as a record, once it is over.
    pub fn record(&self) -> Result<Record, Error> {
        match self.play.status {
            Status::Finished | Status::Abandoned => Ok(self.play.game.record()),
            _ => Err(Error::NotOver),
        }
    }

    /// The game up to an event, to be played on from, once it is over.
    pub fn record_until(&self, number: Number) -> Result<Record, Error> {
        let mut record = self.record()?;
        record.events.truncate(self.play.numbers.partition_point(|&kept| kept <= number));
        record.end = None;
        Ok(record)
    }

    /// The game, once it is over.
    pub fn finished_game(&self) -> Result<Box<dyn Table>, Error> {
        self.record().map(|_| self.play.game.duplicate())
    }
}
