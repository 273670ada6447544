//! What may happen at a table before its game: who sits down, promises, the freeze, the start.

use std::collections::BTreeSet;

use rainette_core::Seat;

use super::super::verify::Wrong;
use super::super::{Entry, Promise, Showing, Who};
use super::{HOST, Phase, Place, Replay, need};

impl Replay<'_> {
    pub(super) fn prepare(&mut self, entry: &Entry) -> Result<(), Wrong> {
        match entry {
            Entry::Seated { seat, by, agreed_to_opening, .. } => {
                let is_asked = self.game.opening > 0 && matches!(by, Who::Person(_));
                let is_level = !matches!(by, Who::Computer(level) if !(1..=8).contains(level));
                let place = self.place(entry, *seat)?;
                // A computer player of another level takes the place of one.
                let is_level_new =
                    matches!((place.by, by), (Some(Who::Computer(old)), Who::Computer(new)) if old != *new);
                need(place.by.is_none() || is_level_new, entry, "the seat is taken")?;
                need(is_level, entry, "levels go from 1 to 8")?;
                let last = place.last;
                (place.by, place.last) = (Some(*by), Some(*by));
                self.lobby.sit(entry, *seat, *by, last)?;
                if let Who::Person(person) = by {
                    self.sat.insert(*person);
                }
                need(
                    *agreed_to_opening == is_asked,
                    entry,
                    "people agree to an opening that was not drawn, and to nothing else",
                )
            }
            Entry::Left { seat, is_removed, .. } => {
                let at = self.place(entry, *seat)?;
                let place = std::mem::replace(at, Place { last: at.last, ..Place::default() });
                need(place.by.is_some(), entry, "nobody sits there")?;
                if place.is_computers() {
                    self.lobby.empty(entry);
                }
                if *is_removed {
                    let Some(person) = place.person() else {
                        return need(false, entry, "only people are asked to leave");
                    };
                    self.lobby.remove(person);
                }
                Ok(())
            }
            Entry::Arranged { person, settings, .. } => {
                self.game.table = self.lobby.arrange(entry, *person, settings)?;
                Ok(())
            }
            Entry::Swapped { person, seats: [one, other], .. } => {
                let is_taken =
                    self.place(entry, *one)?.by.is_some() | self.place(entry, *other)?.by.is_some();
                need(is_taken && one != other, entry, "nobody changes seats")?;
                let sit = [one, other].map(|seat| self.places[seat.index()].person());
                // The host moves computer players.
                let is_theirs = sit.contains(&Some(*person)) || (*person == HOST && sit == [None; 2]);
                need(is_theirs, entry, "nobody who sits there says so")?;
                self.lobby.swap(entry, &mut self.places, *person, [*one, *other]);
                Ok(())
            }
            Entry::Ready { person, is_ready, seq, .. } => {
                let sits = self.places.iter().any(|place| place.person() == Some(*person));
                need(sits, entry, "they do not sit here")?;
                self.lobby.say_ready(entry, *person, *is_ready, *seq)
            }
            Entry::Coloured { seat, colour, .. } => {
                self.place(entry, *seat)?;
                self.lobby.colour(entry, *colour)
            }
            Entry::Committed { person, commitment, .. } => {
                let is_known = *person == HOST || self.sat.contains(person);
                need(is_known, entry, "somebody commits who never sat here")?;
                self.commitments.insert(*person, *commitment);
                Ok(())
            }
            Entry::Frozen { players, .. } => {
                need(self.places.iter().all(|place| place.by.is_some()), entry, "a seat is free")?;
                need(self.lobby.is_ready(&self.places), entry, "somebody is not ready")?;
                self.phase = Phase::Frozen;
                self.freeze(entry.number(), players)
            }
            _ => Ok(()),
        }
    }

    /// Everybody who sits and has committed is there, with the last commitment; nobody else is.
    pub(super) fn freeze(&mut self, number: u64, players: &[Promise]) -> Result<(), Wrong> {
        let has_own =
            |person: Option<u32>| person.is_some_and(|person| self.commitments.contains_key(&person));
        let mut taken = BTreeSet::new();
        let mut is_right = players.is_sorted_by(|one, next| one.person < next.person);
        for Promise { person, seats, commitment } in players {
            is_right &= self.commitments.get(person) == Some(commitment) && !seats.is_empty();
            is_right &= seats.is_sorted_by(|one, next| one < next);
            for seat in seats {
                let sitter = self.places.get(seat.index()).and_then(Place::person);
                // People at a shared screen have one commitment together.
                is_right &= sitter == Some(*person) || (sitter.is_some() && !has_own(sitter));
                is_right &= taken.insert(*seat);
            }
        }
        for (seat, place) in Seat::all(self.places.len()).zip(&self.places) {
            is_right &= !has_own(place.person()) || taken.contains(&seat);
        }
        self.frozen = players.to_vec();
        if is_right { Ok(()) } else { Err(Wrong::Frozen { number }) }
    }

    pub(super) fn start(&mut self, entry: &Entry, seeds: &[Showing]) -> Result<(), Wrong> {
        need(seeds.is_sorted_by(|one, next| one.person < next.person), entry, "a seed is shown once")?;
        for Showing { person, seed } in seeds {
            let promise = self.frozen.iter().find(|promise| promise.person == *person);
            let fits = promise.is_some_and(|promise| promise.commitment == seed.commitment());
            need(fits, entry, "a seed fits no frozen commitment")?;
        }
        Ok(())
    }
}
