//! A game to be looked at again, and as a record.

use rainette_core::{End, How, Observer, Record, Seat, Table, Told, Turn};
use serde_json::Value;

use super::History;
use crate::Error;
use crate::journal::TokenHash;
use crate::protocol::{Millis, Number, Replay, Status, Step, TableState, TurnState};
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
        let mark = |index: usize| {
            let number = self.play.numbers.get(index).copied().unwrap_or(0);
            (number, number.checked_sub(1).map_or(0, |place| self.log.rows[place as usize].row.at))
        };
        seen_again(self.play.game.as_ref(), eyes, (after, most), table, mark)
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

    /// The game as the record of a finished one, once it is over. If the table was closed before the game's own end,
    /// nobody plays on: that counts as given up.
    pub fn finished_record(&self) -> Result<Record, Error> {
        let record = self.record()?;
        let seat = match self.play.game.turn() {
            Turn::Over => return Ok(record),
            Turn::Seat(seat) => seat,
            Turn::Chance => Seat::new(0),
        };
        Ok(Record { end: Some(End { how: How::Resigned, seat }), ..record })
    }
}

/// A part of a game, seen again from the step after this many on. `mark` gives the number of an event, counted from 0
/// among those that count, and when it happened.
pub(in crate::table) fn seen_again(
    whole: &dyn Table,
    eyes: Eyes,
    (after, most): (usize, usize),
    table: TableState,
    mark: impl Fn(usize) -> (Number, Millis),
) -> Result<Replay, Error> {
    let observer = match eyes {
        Eyes::Of(observer) => observer,
        Eyes::All => Observer::Spectator,
    };
    let is_abandoned = table.status == Status::Abandoned;
    let record = whole.record();
    let after = after.min(record.events.len());
    let until = record.events.len().min(after + most.clamp(1, STEPS_TOLD));
    let mut game = whole.duplicate();
    game.truncate(until);
    let told = game.told_from(observer, after);
    game.truncate(after);
    let view = game.view(observer);
    let mut steps = Vec::with_capacity(until - after);
    for (index, (line, told)) in (after..).zip(record.events[after..until].iter().zip(told)) {
        match line.seat {
            Some(seat) => game.play(seat, &line.event)?,
            None => game.try_chance(&line.event)?,
        }
        let (number, at) = mark(index);
        let seats = || Seat::all(whole.seats()).map(|seat| game.view(Observer::Seat(seat)));
        steps.push(Step {
            number,
            at,
            told: if eyes == Eyes::All { told_to_all(whole, index, told) } else { told },
            view: game.view(observer),
            seats: (eyes == Eyes::All).then(|| seats().collect::<Vec<Value>>()),
            turn: match game.turn() {
                _ if is_abandoned => TurnState::Over,
                Turn::Seat(seat) => TurnState::Seat { seat },
                Turn::Chance => TurnState::Chance,
                Turn::Over => TurnState::Over,
            },
        });
    }
    let next = (until < record.events.len()).then_some(until as u32);
    Ok(Replay { table, view, steps, all: record.events.len() as u32, next })
}

/// The event as the seat was told it that was told most.
fn told_to_all(whole: &dyn Table, index: usize, told: Told) -> Told {
    if !told.hidden {
        return told;
    }
    let mut stories = Seat::all(whole.seats()).filter_map(|seat| {
        let mut game = whole.duplicate();
        game.truncate(index + 1);
        game.told_from(Observer::Seat(seat), index).pop()
    });
    stories.find(|told| !told.hidden).unwrap_or(told)
}
