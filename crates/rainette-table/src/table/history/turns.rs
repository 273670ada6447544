//! Whom a game waits for, and by what people are known again.

use std::collections::{BTreeMap, BTreeSet};

use rainette_core::Seat;

use super::lobby::HOST;
use super::{History, Place};
use crate::journal::{By, Event, Person};
use crate::protocol::{Number, Status, TurnLine};

impl History {
    /// Whom the game waits for, as the list of somebody's own tables says it: a person, at a table at which others play too.
    pub fn turn_line(&self) -> Option<TurnLine> {
        if self.play.status != Status::Playing || self.holders_seated().len() < 2 {
            return None;
        }
        // Several may be waited for at once, while everybody settles a secret.
        let seats: Vec<Seat> = Seat::all(self.places.len()).filter(|seat| self.may_choose(*seat)).collect();
        let (moved, number) = self.moved_before(*seats.first()?).unzip();
        let is_theirs = |(late, _): &(Vec<Seat>, _)| late.iter().any(|seat| seats.contains(seat));
        let until = self.play.clocks.deadline().filter(is_theirs).map(|(_, at)| at);
        Some(TurnLine { seats, until, moved, number: number.unwrap_or(0) })
    }

    /// The last action of another seat, and its number: since then it has been this seat's turn.
    fn moved_before(&self, seat: Seat) -> Option<(Seat, Number)> {
        self.play.numbers.iter().rev().find_map(|&number| match self.event(number)? {
            Event::Action { seat: other, .. } if *other != seat => Some((*other, number)),
            _ => None,
        })
    }

    /// By what the people who are at the table are known again at other public tables, by their numbers; none at tables
    /// that are not public.
    pub(in crate::table) fn marks(&self) -> BTreeMap<u32, String> {
        self.marks_with(&[])
    }

    /// The same once these people have changed.
    pub(in crate::table) fn marks_with(&self, new: &[Person]) -> BTreeMap<u32, String> {
        self.marks_of(&self.lobby.known, self.places.iter().filter_map(Place::person), new)
    }

    /// The same of those who can be known, if these people sit: the host is at the table with a seat or without.
    pub(in crate::table) fn marks_of(
        &self,
        known: &Known,
        sit: impl Iterator<Item = u32>,
        new: &[Person],
    ) -> BTreeMap<u32, String> {
        let here: BTreeSet<u32> =
            sit.chain(self.host()).filter(|person| known.people.contains(person)).collect();
        let person = |number| {
            let new = new.iter().find(|person| person.number == number);
            new.or_else(|| self.beside.people.get(&number))
        };
        here.into_iter().filter_map(|number| Some((number, person(number)?.holder?.mark()))).collect()
    }
}

/// Who can be known again from one public table to another: whoever has come to this one, or said that they are ready,
/// since it is on the list, and the host who put it there.
#[derive(Clone, Default)]
pub(in crate::table) struct Known {
    is_public: bool,
    people: BTreeSet<u32>,
}

impl Known {
    /// Takes in an event.
    pub(in crate::table) fn note(&mut self, event: &Event) {
        match event {
            Event::Opened(opening) => self.list(opening.is_public, HOST),
            Event::Arranged { person, settings } => self.list(settings.is_public, *person),
            Event::Seated { by: By::Person(person), .. }
            | Event::CameIn { person, .. }
            | Event::Ready { person, is_ready: true, .. }
                if self.is_public =>
            {
                self.people.insert(*person);
            }
            _ => {}
        }
    }

    fn list(&mut self, is_public: bool, by: u32) {
        if is_public && !self.is_public {
            self.people = BTreeSet::from([by]);
        } else if !is_public {
            self.people.clear();
        }
        self.is_public = is_public;
    }

    /// Is somebody known by what they say who was not before?
    pub(in crate::table) fn misses(&self, person: u32) -> bool {
        self.is_public && !self.people.contains(&person)
    }
}
