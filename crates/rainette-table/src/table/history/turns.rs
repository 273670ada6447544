//! Whom a game waits for, and by what people are known again.

use std::collections::BTreeMap;

use rainette_core::Seat;

use super::History;
use crate::journal::{Event, Person};
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

    /// By what people are known again at other public tables, by their numbers; none at tables that are not public.
    pub(in crate::table) fn marks(&self) -> BTreeMap<u32, String> {
        self.marks_if(self.settings.is_public, &[])
    }

    /// The same at a table that is about to be public or not, with people who are about to come.
    pub(in crate::table) fn marks_if(&self, is_public: bool, new: &[Person]) -> BTreeMap<u32, String> {
        if !is_public {
            return BTreeMap::new();
        }
        let people = self.beside.people.values().chain(new);
        people.filter_map(|person| Some((person.number, person.holder?.mark()))).collect()
    }
}
