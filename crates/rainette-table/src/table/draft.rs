//! Events that are planned.

use rainette_core::{Seat, Table, Turn};

use super::Change;
use super::history::{History, Place};
use crate::fair::Seeds;
use crate::journal::{By, Event, Person, Row};
use crate::outcome::result_of;
use crate::protocol::{Millis, Number, Out, Sitter, Status};

/// Events that are planned, and the game as it will be after them.
pub(super) struct Draft {
    rows: Vec<Row>,
    pub(super) people: Vec<Person>,
    pub(super) game: Box<dyn Table>,
    pub(super) seeds: Option<Seeds>,
    /// How many chance events there were before.
    chances: u64,
    next: Number,
    at: Millis,
    pub(super) command: Option<(Seat, String)>,
}

impl Draft {
    pub(super) fn add(&mut self, event: Event) {
        self.rows.push(Row { number: self.next, at: self.at, command: self.command.take(), event });
        self.next += 1;
    }

    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Lets happen what follows by itself: chance events, and the end.
    pub(super) fn settle(&mut self, places: &[Place]) {
        while self.game.turn() == Turn::Chance {
            let Some(seeds) = &self.seeds else { return };
            let Ok(chance) = self.game.draw(&mut seeds.random(self.chances + 1)) else { return };
            self.chances += 1;
            self.add(Event::Chance { chance });
        }
        if self.game.turn() == Turn::Over {
            let result = result_of(self.game.as_ref(), &outs(places));
            self.add(Event::Finished { result });
        }
    }

    pub(super) fn changes(self) -> Vec<Change> {
        let people = self.people.into_iter().map(Change::Person);
        self.rows.into_iter().map(Change::Row).chain(people).collect()
    }

    pub(super) fn ends(&self) -> Option<Status> {
        self.rows.iter().find_map(|row| match row.event {
            Event::Finished { .. } => Some(Status::Finished),
            Event::Abandoned => Some(Status::Abandoned),
            _ => None,
        })
    }
}

impl History {
    pub(super) fn draft(&self, now: Millis) -> Draft {
        let last = self.log.rows.last().map_or(now, |kept| kept.row.at);
        Draft {
            rows: Vec::new(),
            people: Vec::new(),
            game: self.play.game.duplicate(),
            seeds: self.dice.seeds.clone(),
            chances: self.dice.chances,
            next: self.seq() + 1,
            at: now.max(last),
            command: None,
        }
    }

    /// A seat gives up or runs out of time: with two seats the other wins; with more, a computer player takes the seat
    /// over, unless nobody is left who could win.
    pub(super) fn going_out(
        &self,
        seat: Seat,
        out: Out,
        command: Option<(Seat, String)>,
        now: Millis,
    ) -> Draft {
        let mut draft = self.draft(now);
        draft.command = command;
        draft.add(match out {
            Out::Resigned => Event::Resigned { seat },
            Out::OutOfTime => Event::OutOfTime { seat },
        });
        let mut places = self.places.clone();
        places[seat.index()].out = Some(out);
        if places.len() == 2 {
            let result = result_of(draft.game.as_ref(), &outs(&places));
            draft.add(Event::Finished { result });
            return draft;
        }
        draft.add(Event::TakenOver { seat, level: self.opening.stand_in });
        if !places.iter().any(|place| place.person().is_some() && place.out.is_none()) {
            draft.add(Event::Abandoned);
        }
        draft
    }

    /// The changes that events are which change who sits where: lists show it too.
    pub(in crate::table) fn seating(&self, draft: Draft) -> Vec<Change> {
        let mut line = self.line(self.play.status);
        for row in draft.rows() {
            match row.event {
                Event::Seated { seat, by: By::Person(number), .. } => {
                    let name = draft.people.iter().find(|person| person.number == number);
                    let name = name.and_then(|person| person.name.clone());
                    line.seats[seat.index()] = Sitter::Person { person: number, name };
                }
                Event::Left { seat } if self.opening.invited[seat.index()] => {
                    line.seats[seat.index()] = Sitter::Invited;
                }
                Event::Left { seat } => line.seats[seat.index()] = Sitter::Open,
                _ => {}
            }
            line.changed_at = row.at;
        }
        let mut changes = draft.changes();
        changes.push(Change::Listed(Box::new(line)));
        changes
    }
}

/// Why each seat can no longer win.
fn outs(places: &[Place]) -> Vec<Option<Out>> {
    places.iter().map(|place| place.out).collect()
}
