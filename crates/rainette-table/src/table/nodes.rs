//! A table that several nodes serve: what others have stored, who is there elsewhere, and what is not in the log.
//!
//! The log is the fence: whoever stores a number first wins, and everybody else reads on from there. Presence and seeds
//! that are shown before the start are told from node to node; where such a word is lost, a table is a little less
//! informed, but never wrong.

use std::collections::BTreeSet;

use rainette_core::Turn;
use serde::{Deserialize, Serialize};

use super::Tail;
use super::commands::Reply;
use super::state::{LoadError, Machine, Pending, UndoAsked, Voice};
use super::{CHAT_KEPT, Input, Output};
use crate::Error;
use crate::fair::Seed;
use crate::journal::{Holder, UndoWish};
use crate::protocol::{Millis, Number, Status, Thinking};

/// How long a computer player of another node has before this one thinks too.
const OTHERS_THINK: Millis = 3_000;

/// How often others are told who is here.
const TELL_PRESENCE: Millis = 10_000;

/// How often others are told again of seeds that were shown, while the game starts: a node that has yet to read who sits
/// where makes nothing of them.
const TELL_SEEDS: Millis = 500;

/// How long others are believed to be there.
const BELIEVE_PRESENCE: Millis = 25_000;

/// What one node tells the others about a table, apart from what is stored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "word", rename_all = "kebab-case")]
pub enum Word {
    /// Who listens at this node: hashes of tokens, and how many others.
    Present {
        /// By whose tokens.
        holders: Vec<[u8; 32]>,
        /// How many look on.
        spectators: u32,
    },
    /// Who is there? Whoever has somebody tells it.
    WhoIsThere,
    /// Somebody showed their seed, after commitments were frozen.
    Shown {
        /// The number of the person.
        person: u32,
        /// The seed.
        seed: Seed,
    },
    /// A computer player thinks at this node.
    Thinking {
        /// About the position after this event.
        number: Number,
        /// Has it yet to begin, because others come first?
        is_waiting: bool,
    },
}

/// Who listens at another node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Elsewhere {
    holders: BTreeSet<Holder>,
    spectators: u32,
    until: Millis,
}

/// What a machine knows of other nodes.
#[derive(Default)]
pub(super) struct Nodes {
    /// May there be others?
    is_shared: bool,
    others: std::collections::BTreeMap<u64, Elsewhere>,
    /// What others were told last of who is here, and when.
    told: (BTreeSet<Holder>, u32),
    told_at: Millis,
    /// When this node thinks too, where another has not acted after this event.
    overdue: Option<(Number, Millis)>,
    /// What another node thinks about: the position after this event, and whether it has yet to begin.
    thinking: Option<(Number, bool)>,
}

impl Nodes {
    pub(super) fn is_there(&self, holder: Holder) -> bool {
        self.others.values().any(|other| other.holders.contains(&holder))
    }

    pub(super) fn spectators(&self) -> u32 {
        self.others.values().map(|other| other.spectators).sum()
    }

    pub(super) fn alarm(&self) -> Option<Millis> {
        let refresh = (self.told != Default::default()).then_some(self.told_at + TELL_PRESENCE);
        let gone = self.others.values().map(|other| other.until).min();
        let overdue = self.overdue.map(|(_, at)| at);
        [refresh, gone, overdue].into_iter().flatten().min()
    }

    pub(super) fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// Does nobody listen elsewhere?
    pub(super) fn is_empty(&self) -> bool {
        self.others.is_empty()
    }

    /// Does this node wait for another one to act?
    pub(super) fn waits(&self) -> bool {
        self.overdue.is_some()
    }
}

impl Machine {
    /// From now on other nodes may serve this table too.
    pub fn share(&mut self, now: Millis) {
        self.nodes.is_shared = true;
        self.out.retain(|output| !matches!(output, Output::Think(_)));
        self.thinking = None;
        self.think_later(now);
        self.tell(Word::WhoIsThere);
    }

    pub(super) fn tell(&mut self, word: Word) {
        if self.nodes.is_shared {
            self.out.push(Output::Tell(word));
        }
    }

    /// Takes in what others have stored. What was handed out to be stored meanwhile was not: it is planned again.
    pub fn catch_up(&mut self, tail: Tail, now: Millis) -> Result<Vec<Output>, LoadError> {
        let refused = self.pending.take();
        let first = self.seq() + 1;
        for row in tail.rows.into_iter().filter(|row| row.number >= first) {
            let number = row.number;
            let wrong = |what: &str| LoadError { table: self.id.clone(), number, what: what.to_owned() };
            if number != self.seq() + 1 {
                return Err(wrong("numbers do not follow each other"));
            }
            let command = row.command.clone();
            self.apply(row).map_err(|what| LoadError { table: self.id.clone(), number, what })?;
            if let Some(undo) = self.undo.take_if(|undo| Some(&undo.command) == command.as_ref()) {
                self.answer(undo.by, Reply::Acked { id: undo.command.1, number });
            }
        }
        let has_more = self.seq() >= first;
        let people = tail.people.into_iter().map(|person| (person.number, person)).collect();
        let are_people_changed = self.people != people;
        self.people = people;
        self.chat.retain(|line| tail.chat.iter().any(|kept| kept.number == line.number));
        for line in &mut self.chat {
            line.name = self.people.get(&line.person).and_then(|person| person.name.clone());
        }
        for line in tail.chat.into_iter().filter(|line| line.number > self.said).collect::<Vec<_>>() {
            self.said = line.number;
            self.spread_chat(&line);
            self.chat.push(line);
        }
        let kept_from = self.chat.len().saturating_sub(CHAT_KEPT);
        self.chat.drain(..kept_from);
        let is_wish_changed = self.take_wish(tail.wish);
        let is_state_changed = is_wish_changed || self.muted != tail.muted;
        self.muted = tail.muted;
        self.think_later(now);
        if has_more || are_people_changed {
            self.seen_presence = self.presence(now);
            self.broadcast(first, now);
        } else if is_state_changed {
            self.broadcast_state(now);
        }
        if let Some(Pending { replies, input, .. }) = refused {
            // Whoever gave the command gives it again, in a way; whoever else waited for it is told.
            let asker = input.as_ref().map_or(Voice::Nobody, voice_of);
            for (voice, reply) in replies {
                if voice != asker
                    && let Reply::Acked { id, .. } = reply
                {
                    let error = Error::Stale(self.seq());
                    self.answer(voice, Reply::Refused { id: Some(id), error });
                }
            }
            if let Some(input) = input {
                self.waiting.push_front(input);
            }
        }
        self.undo_when_agreed(now);
        self.start_when_ready(now);
        Ok(self.run(now))
    }

    /// Takes in what somebody wants to take back, as others have stored it. Has anything changed?
    fn take_wish(&mut self, wish: Option<UndoWish>) -> bool {
        let before = self.undo.as_ref().map(UndoAsked::wish);
        let Some(wish) = wish.filter(|wish| self.still_counts(wish)) else {
            let is_past = before.as_ref().is_some_and(|before| !self.still_counts(before));
            self.drop_undo(if is_past { Error::Stale(self.seq()) } else { Error::UndoRefused });
            return before.is_some();
        };
        let command = (wish.seat, wish.command.clone());
        if let Some(undo) = self.undo.as_mut().filter(|undo| undo.command == command) {
            // Who has agreed anywhere has agreed: two answers at the same time must not undo each other.
            undo.state.waits_for.retain(|person| wish.waits_for.contains(person));
            undo.state.agreed.extend(wish.agreed);
            undo.state.agreed.sort_unstable();
            undo.state.agreed.dedup();
        } else {
            self.drop_undo(Error::UndoRefused);
            self.undo = Some(self.asked(wish));
        }
        self.undo.as_ref().map(UndoAsked::wish) != before
    }

    /// Takes back where everybody has agreed, each at another node.
    fn undo_when_agreed(&mut self, now: Millis) {
        let is_agreed = self.undo.as_ref().is_some_and(|undo| undo.state.waits_for.is_empty());
        if self.pending.is_none()
            && is_agreed
            && let Some(UndoAsked { state, command, by, .. }) = self.undo.take()
        {
            let id = command.1.clone();
            if let Err(error) = self.undo_now(command, &state, vec![by], now) {
                self.answer(by, Reply::Refused { id: Some(id), error });
            }
        }
    }

    /// Hears what another node tells.
    pub(super) fn hear_word(&mut self, node: u64, word: Word, now: Millis) {
        match word {
            Word::Present { holders, spectators } => {
                let holders: BTreeSet<Holder> = holders.into_iter().map(Holder).collect();
                for holder in &holders {
                    self.absent.remove(holder);
                }
                let is_nobody = holders.is_empty() && spectators == 0;
                let new = Elsewhere { holders, spectators, until: now + BELIEVE_PRESENCE };
                let old = if is_nobody {
                    self.nodes.others.remove(&node)
                } else {
                    self.nodes.others.insert(node, new)
                };
                self.note_gone(old.into_iter().flat_map(|old| old.holders).collect(), now);
                self.start_when_ready(now);
            }
            Word::WhoIsThere => {
                if self.nodes.told != Default::default() {
                    self.tell_presence(now);
                }
                self.tell_thinking();
            }
            Word::Shown { person, seed } => self.take_shown(person, seed, now),
            Word::Thinking { number, is_waiting } => {
                let shown = self.thinks();
                // Words may overtake each other: a later event counts more, and so does having begun.
                let before = self.nodes.thinking.unwrap_or((0, true));
                if (number, !is_waiting) > (before.0, !before.1) {
                    self.nodes.thinking = Some((number, is_waiting));
                }
                if self.thinks() != shown {
                    self.broadcast_state(now);
                }
            }
        }
    }

    /// Who thinks, here or elsewhere.
    pub(super) fn thinks(&self) -> Option<Thinking> {
        if let Some(here) = &self.thinking {
            return Some(Thinking { seat: here.seat, is_waiting: here.is_waiting });
        }
        // What another node thinks about is known only once this one has read as far.
        let (_, is_waiting) = self.nodes.thinking.filter(|(number, _)| *number == self.seq())?;
        match self.game.turn() {
            Turn::Seat(seat) if self.status == Status::Playing => {
                self.places[seat.index()].level().map(|_| Thinking { seat, is_waiting })
            }
            _ => None,
        }
    }

    /// Tells others that a computer player thinks here, where one does.
    pub(super) fn tell_thinking(&mut self) {
        if let Some(super::state::Thinking { number, is_waiting, .. }) = self.thinking {
            self.tell(Word::Thinking { number, is_waiting });
        }
    }

    /// Notes since when people have been away who listen nowhere any more.
    fn note_gone(&mut self, holders: BTreeSet<Holder>, now: Millis) {
        for holder in holders {
            if !self.is_connected(holder) && self.first_person(holder).is_some() {
                self.absent.entry(holder).or_insert(now);
            }
        }
    }

    /// What only time brings about between nodes.
    pub(super) fn run_nodes(&mut self, now: Millis) {
        if !self.nodes.is_shared {
            return;
        }
        let gone: Vec<u64> =
            self.nodes.others.iter().filter(|(_, other)| other.until <= now).map(|(node, _)| *node).collect();
        for node in gone {
            let other = self.nodes.others.remove(&node).unwrap_or_default();
            self.note_gone(other.holders, now);
        }
        self.tell_seeds_when_due(now);
        if let Some((number, at)) = self.nodes.overdue
            && (now >= at || number != self.seq())
        {
            self.nodes.overdue = None;
            self.think(now);
            self.broadcast_state(now);
        }
    }

    /// When others are to be told again of a start.
    pub(super) fn tells_seeds_at(&self) -> Option<Millis> {
        let starting = self.starting.as_ref().filter(|_| self.nodes.is_shared)?;
        Some(starting.told_at + TELL_SEEDS)
    }

    fn tell_seeds_when_due(&mut self, now: Millis) {
        if self.tells_seeds_at().is_none_or(|at| now < at) {
            return;
        }
        let Some(starting) = &mut self.starting else { return };
        starting.told_at = now;
        let words: Vec<Word> =
            starting.seeds.iter().map(|(&person, &seed)| Word::Shown { person, seed }).collect();
        for word in words {
            self.tell(word);
        }
    }

    /// Tells others who is here, where that has changed or they may have forgotten.
    pub(super) fn tell_presence_when_due(&mut self, now: Millis) {
        if !self.nodes.is_shared {
            return;
        }
        let here = self.here(now);
        let is_old = here != Default::default() && now >= self.nodes.told_at + TELL_PRESENCE;
        if here != self.nodes.told || is_old {
            self.tell_presence(now);
        }
    }

    fn tell_presence(&mut self, now: Millis) {
        let here = self.here(now);
        let (holders, spectators) = (here.0.iter().map(|holder| holder.0).collect(), here.1);
        self.nodes.told = here;
        self.nodes.told_at = now;
        self.tell(Word::Present { holders, spectators });
    }

    fn here(&self, now: Millis) -> (BTreeSet<Holder>, u32) {
        let seated = self.holders_seated();
        let greeted = self.sockets.values().filter(|listener| listener.is_greeted);
        let was_seen = |holder: &Holder| self.was_seen(*holder, now);
        let (mut holders, mut spectators): (BTreeSet<Holder>, u32) =
            (seated.iter().copied().filter(was_seen).collect(), 0);
        for listener in greeted {
            match listener.holder {
                Some(holder) if seated.contains(&holder) => drop(holders.insert(holder)),
                _ => spectators += 1,
            }
        }
        (holders, spectators)
    }

    /// Lets whoever stored the last event think about it, and thinks too only where nothing comes of that.
    pub(super) fn think_later(&mut self, now: Millis) {
        if !self.nodes.is_shared {
            return self.think(now);
        }
        let number = self.seq();
        let is_on = self.thinking.as_ref().is_some_and(|thinking| thinking.number == number);
        let is_computers = match self.game.turn() {
            Turn::Seat(seat) if self.status == Status::Playing => self.places[seat.index()].level().is_some(),
            _ => false,
        };
        if !is_on && self.thinking.take().is_some() {
            self.out.push(Output::StopThinking);
        }
        self.nodes.overdue = (is_computers && !is_on).then_some((number, now + OTHERS_THINK));
    }

    /// Thinks at once, where somebody sits here and waits.
    pub(super) fn think_for(&mut self, holder: Option<Holder>, now: Millis) {
        if self.nodes.overdue.is_some() && holder.is_some_and(|holder| !self.seats_of(holder).is_empty()) {
            self.nodes.overdue = None;
            self.think(now);
            self.broadcast_state(now);
        }
    }
}

/// Who waits for the answer to something.
pub(super) fn voice_of(input: &Input) -> Voice {
    match input {
        Input::Say(socket, _) => Voice::Socket(*socket),
        Input::Ask(ticket, ..) => Voice::Ticket(*ticket),
        _ => Voice::Nobody,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Fresh, Socket, Stored, open};
    use super::*;
    use crate::protocol::{ClockKind, OpenTable, SeatWish, ToServer};

    const NOW: Millis = 1_000_000;

    fn load(stored: &Stored) -> Machine {
        let mut machine = Machine::load(stored.clone(), NOW, 0).expect("what was stored can be loaded");
        machine.share(NOW);
        machine
    }

    fn words(outputs: &[Output]) -> Vec<Word> {
        let told = outputs.iter().filter_map(|output| match output {
            Output::Tell(word) => Some(word.clone()),
            _ => None,
        });
        told.collect()
    }

    #[test]
    fn who_thinks_elsewhere_is_shown_in_whatever_order_it_is_told() {
        let wish = OpenTable {
            game: rainette_games::games()[0].id.to_owned(),
            seats: vec![SeatWish::Computer { level: 1 }, SeatWish::Me],
            options: std::collections::BTreeMap::new(),
            clock: ClockKind::None,
            name: "Ana".to_owned(),
            names: std::collections::BTreeMap::new(),
            is_public: false,
            start_when_full: true,
            grace_seconds: None,
            stand_in: None,
            commitment: None,
            from: None,
        };
        let fresh = Fresh {
            id: "table".to_owned(),
            invite: "invite".to_owned(),
            seed: crate::fair::Seed::new([7; 32]),
        };
        let mut stored = Stored::default();
        stored.add(&open(&wish, None, Holder::of("me"), fresh, NOW).expect("a table"));
        let mut here = load(&stored);
        // Computer players think for somebody.
        let mut outputs = here.handle(Input::Attach(Socket(1), None), NOW);
        let hello = ToServer::Hello { after: 0, seat: None };
        outputs.extend(here.handle(Input::Say(Socket(1), hello), NOW));
        let started = outputs.iter().find_map(|output| match output {
            Output::Store(batch) => Some(batch.clone()),
            _ => None,
        });
        stored.add(&started.expect("the table starts"));
        outputs.extend(here.handle(Input::Stored, NOW));
        let number = here.seq();
        let waits = Word::Thinking { number, is_waiting: true };
        assert!(words(&outputs).contains(&waits), "{outputs:?}");

        let mut there = load(&stored);
        assert_eq!(there.table_state(NOW).thinking, None);
        there.handle(Input::Heard(1, waits.clone()), NOW);
        let shown = there.table_state(NOW).thinking;
        assert_eq!(shown, here.table_state(NOW).thinking);
        assert!(shown.is_some_and(|thinking| thinking.is_waiting));

        let begun = words(&here.handle(Input::Thinking(number), NOW));
        assert_eq!(begun, [Word::Thinking { number, is_waiting: false }]);
        let old = Word::Thinking { number: number - 1, is_waiting: false };
        for word in [begun[0].clone(), waits, old] {
            there.handle(Input::Heard(1, word), NOW);
            let shown = there.table_state(NOW).thinking;
            assert!(shown.is_some_and(|thinking| !thinking.is_waiting), "{shown:?}");
        }
        // Whoever comes later asks.
        let told = words(&here.handle(Input::Heard(2, Word::WhoIsThere), NOW));
        assert!(told.contains(&begun[0]), "{told:?}");
    }
    #[test]
    fn whoever_polls_at_one_node_is_there_at_all_of_them() {
        let me = Holder::of("me");
        let wish = OpenTable {
            game: rainette_games::games()[0].id.to_owned(),
            seats: vec![SeatWish::Me, SeatWish::Friend],
            options: std::collections::BTreeMap::new(),
            clock: ClockKind::None,
            name: "Ana".to_owned(),
            names: std::collections::BTreeMap::new(),
            is_public: false,
            start_when_full: true,
            grace_seconds: None,
            stand_in: None,
            commitment: None,
            from: None,
        };
        let fresh = Fresh {
            id: "table".to_owned(),
            invite: "invite".to_owned(),
            seed: crate::fair::Seed::new([7; 32]),
        };
        let mut stored = Stored::default();
        stored.add(&open(&wish, None, me, fresh, NOW).expect("a table"));
        let (mut here, mut there) = (load(&stored), load(&stored));
        here.handle(Input::Tick, NOW);
        let look = super::super::Ask::Look { after: 0, seat: None };
        let told = words(&here.handle(Input::Ask(super::super::Ticket(1), Some(me), look), NOW));
        assert_eq!(told, [Word::Present { holders: vec![me.0], spectators: 0 }]);
        there.handle(Input::Heard(1, told[0].clone()), NOW);
        assert!(there.table_state(NOW).seats[0].is_present);
        // They are gone everywhere once they have been silent for long enough.
        let mut now = NOW;
        while let Some(alarm) = here.alarm().filter(|alarm| *alarm <= NOW + 60_000) {
            now = alarm;
            for word in words(&here.handle(Input::Tick, now)) {
                there.handle(Input::Heard(1, word), now);
            }
        }
        assert!(!here.table_state(now).seats[0].is_present);
        assert!(!there.table_state(now + 5_000).seats[0].is_present);
    }
}
