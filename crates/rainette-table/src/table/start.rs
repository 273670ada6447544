//! Starting: commitments, then the freeze, then seeds, then the first events.
//!
//! The order is what makes dice fair. Whoever could commit after a seed was shown could choose the dice; so all
//! commitments are stored as settled before any seed is asked for, taken or told.

use std::collections::BTreeMap;

use rainette_core::Seat;

use super::machine::Machine;
use super::plan::Draft;
use super::{Change, SEED_WAIT};
use crate::fair::{Promise, Seed, Seeds, Showing};
use crate::journal::{Event, TokenHash};
use crate::protocol::{Millis, Starts, Status};

impl Machine {
    /// Goes on with the start as far as nothing is missing, and begins it if the table asks for no host.
    pub(super) fn start_when_ready(&mut self, now: Millis) {
        if self.room.desk.pending.is_some() || self.history.play.status != Status::Waiting {
            return;
        }
        if self.history.dice.frozen.is_some() {
            if !self.history.holders_seated().into_iter().any(|holder| self.is_seed_wanted(holder)) {
                self.start_with_what_there_is(now);
            }
            return;
        }
        if self.room.start.committing.is_none() {
            let is_rematch = self.history.opening.rematch_of.is_some();
            let all_present =
                || self.history.holders_seated().iter().all(|holder| self.is_connected(*holder));
            let starts_by_itself = self.history.settings.start_when_full
                && self.history.is_full()
                && self.history.is_everybody_ready();
            if !starts_by_itself || (is_rematch && !all_present()) {
                return;
            }
            self.begin_start(now);
        }
        if !self.waits_for_commitments() {
            self.freeze(now);
        }
    }

    fn begin_start(&mut self, now: Millis) {
        self.room.start.committing = Some(now + SEED_WAIT);
        if self.waits_for_commitments() {
            self.broadcast_state(now);
        }
    }

    /// Have all who sit come to this table? In a rematch people sit who may not know of it: whoever has committed was
    /// there.
    pub(super) fn has_everybody_come(&self, now: Millis) -> bool {
        let has_come = |holder: &TokenHash| {
            self.is_there(*holder, now)
                || self
                    .history
                    .persons_seated(*holder)
                    .into_iter()
                    .all(|it| self.history.promiser(it).is_some())
        };
        self.history.opening.rematch_of.is_none() || self.history.holders_seated().iter().all(has_come)
    }

    /// In a rematch nobody has sat down with a commitment, so the table asks for them first.
    fn waits_for_commitments(&self) -> bool {
        let is_rematch = self.history.opening.rematch_of.is_some();
        is_rematch
            && self
                .history
                .holders_seated()
                .into_iter()
                .any(|holder| self.history.is_commitment_wanted(holder))
    }

    /// Settles seats and commitments for good. Where there is no seed to wait for, the game starts with it.
    pub(super) fn freeze(&mut self, now: Millis) {
        if !self.history.is_full() || !self.history.is_everybody_ready() {
            self.room.start.committing = None;
            return;
        }
        let mut seats: BTreeMap<u32, Vec<Seat>> = BTreeMap::new();
        for (seat, place) in Seat::all(self.history.places.len()).zip(&self.history.places) {
            if let Some(person) = place.person().and_then(|person| self.history.promiser(person)) {
                seats.entry(person).or_default().push(seat);
            }
        }
        let promise = |(person, seats)| {
            let commitment = self.history.dice.commitments.get(&person)?.commitment;
            Some(Promise { person, seats, commitment })
        };
        let players: Vec<Promise> = seats.into_iter().filter_map(promise).collect();
        let is_nobody = players.is_empty();
        let mut draft = self.history.draft(now);
        draft.add(Event::Frozen { players });
        if is_nobody {
            self.submit_start(draft, Vec::new());
        } else {
            self.submit(draft);
        }
    }

    /// Does the table wait for a seed of this holder?
    pub(super) fn is_seed_wanted(&self, holder: TokenHash) -> bool {
        let Some(starting) = &self.room.start.starting else { return false };
        let persons: Vec<u32> = self.history.persons_of(holder).collect();
        let is_missing = |promise: &Promise| {
            persons.contains(&promise.person) && !starting.seeds.contains_key(&promise.person)
        };
        self.history.frozen().iter().any(is_missing)
    }

    /// Starts with the seeds that were shown: whose are missing stands in the log.
    pub(super) fn start_with_what_there_is(&mut self, now: Millis) {
        // It stays until the start is stored, in case that it is not.
        let Some(starting) = &self.room.start.starting else { return };
        let seeds = starting.seeds.iter().map(|(&person, &seed)| Showing { person, seed }).collect();
        let draft = self.history.draft(now);
        self.submit_start(draft, seeds);
    }

    fn submit_start(&mut self, mut draft: Draft, seeds: Vec<Showing>) {
        draft.seeds =
            Some(Seeds::new(self.history.opening.seed, seeds.iter().map(|shown| shown.seed).collect()));
        draft.add(Event::Started { seeds });
        let first = match self.history.settings.starts {
            Starts::Lot => draft.seeds.as_ref().map(|seeds| (seeds.lot(self.history.places.len()), true)),
            starts if starts == Starts::default() => None,
            Starts::Seat { seat } => Some((seat, false)),
        };
        if let Some((first, is_lot)) = first {
            draft.add(Event::Began { first, is_lot });
        }
        draft.settle(&self.history.places);
        let status = draft.ends().unwrap_or(Status::Playing);
        let line = self.history.line_after(&draft, status);
        let mut changes = draft.changes();
        changes.push(Change::Listed(Box::new(line)));
        self.store(changes, Vec::new());
    }

    /// Takes a seed that another node was shown. It is told again if this one has not read of the freeze yet.
    pub(super) fn take_shown(&mut self, person: u32, seed: Seed, now: Millis) {
        let promised = seed.commitment();
        let fits = |promise: &Promise| promise.person == person && promise.commitment == promised;
        if self.history.frozen().iter().any(fits)
            && let Some(starting) = &mut self.room.start.starting
        {
            starting.seeds.insert(person, seed);
            self.start_when_ready(now);
        }
    }
}
