//! What kind of table it was, who plays for whom, and who is out: put in, left out or told otherwise.

use rainette_core::Seat;
use rainette_table::fair::{Entry, Who};
use rainette_table::protocol::{ClockKind, GameResult, Out, Settings};
use serde_json::{Value, json};

use super::{Mutator, Stated, some};
use crate::forge::Forger;
use crate::played::Kind;

/// Only whoever kept a head notices.
const UNSEEN: [Stated; 3] = [Stated::Same, Stated::Same, Stated::Wrong];
/// Whoever knows the rules notices, and whoever kept a head.
const BY_RULES: [Stated; 3] = [Stated::Wrong, Stated::Same, Stated::Wrong];
const WRONG: [Stated; 3] = [Stated::Wrong; 3];

/// The seat that an entry is about, if it is about one.
fn seat_of(entry: &Entry) -> Option<Seat> {
    serde_json::to_value(entry).ok().and_then(|entry| serde_json::from_value(entry["seat"].clone()).ok())
}

fn is_end(entry: &Entry) -> bool {
    matches!(entry, Entry::Resigned { .. } | Entry::OutOfTime { .. })
}

impl Mutator<'_> {
    /// What was arranged last.
    fn settings(&self) -> Settings {
        let arranged = self.proof.log.iter().rev().find_map(|entry| match entry {
            Entry::Opened { settings, .. } | Entry::Arranged { settings, .. } => Some(settings.clone()),
            _ => None,
        });
        arranged.expect("it was opened")
    }

    fn has(&self, is_one: impl Fn(&Entry) -> bool) -> bool {
        self.proof.log.iter().any(is_one)
    }

    /// The next entry after this one that is about the same seat.
    fn next_of_its_seat(&self, at: usize) -> Option<&Entry> {
        let seat = seat_of(&self.proof.log[at]);
        self.proof.log[at + 1..].iter().find(|entry| seat_of(entry) == seat)
    }

    /// The proof without an entry.
    fn without(&self, at: usize) -> Value {
        let mut json = self.json.clone();
        let log = json["log"].as_array_mut().expect("a list");
        log.remove(at);
        for (index, entry) in log.iter_mut().enumerate() {
            entry["number"] = json!(index + 1);
            if let Some(from) = entry["from"].as_u64().filter(|from| *from > at as u64) {
                entry["from"] = json!(from - 1);
            }
        }
        json
    }

    /// The beginning of the log, something after it, and the table closed then.
    fn ended(&self, kept: usize, more: &[Value]) -> Value {
        let mut json = self.json.clone();
        let log = json["log"].as_array_mut().expect("a list");
        log.truncate(kept);
        log.extend(more.iter().cloned());
        log.push(json!({ "kind": "abandoned", "by": null }));
        for (index, entry) in log.iter_mut().enumerate() {
            entry["number"] = json!(index + 1);
        }
        json
    }

    /// An action of a person whom the game waits for, who had not settled it.
    fn waited_for(&mut self) -> Option<(usize, Seat, Forger)> {
        let at = some(
            self.places(|entry| matches!(entry, Entry::Action { by_computer: false, .. })),
            &mut self.dice,
        )?;
        let forger = Forger::of(self.proof, at);
        let seat = seat_of(&self.proof.log[at])?;
        forger.waits().then_some((at, seat, forger))
    }

    /// The table is said to have been of another kind.
    pub(super) fn flags(&mut self) {
        let is_redrawn = |at: usize| {
            let Entry::Undo { from, .. } = self.proof.log[at] else { return false };
            let forger = Forger::of(self.proof, at);
            forger.has_computers() && forger.is_over_chance(from)
        };
        let undone = self.places(|entry| matches!(entry, Entry::Undo { .. }));
        let is_used = match self.kind {
            Kind::Practice => undone.into_iter().any(is_redrawn),
            _ => false,
        };
        let missed =
            |entry: &Entry| matches!(entry, Entry::SatIn { missed: true, .. } | Entry::OutOfTime { .. });
        let came = |entry: &Entry| matches!(entry, Entry::CameIn { .. });
        let flags = [("practice", is_used), ("strict", self.has(missed)), ("newcomers", self.has(came))];
        for (flag, is_used) in flags {
            let mut json = self.json.clone();
            json["log"][0][flag] = json!(json["log"][0][flag] != json!(true));
            if is_used {
                self.wrong("a table is said to be of another kind than it needs to be", json);
            } else {
                self.push("a table is said to be of another kind", json, UNSEEN);
            }
        }
    }

    /// Computer players who sit in for somebody.
    pub(super) fn stand_ins(&mut self) {
        if let Some(at) = self.of_kind("sat-in") {
            let entry = self.json["log"][at].clone();
            let json = self.insert(at + 1, entry);
            self.wrong("a computer player sits in twice", json);
            let next = self.next_of_its_seat(at);
            let is_needed = matches!(next, Some(Entry::Action { .. } | Entry::TookBack { .. }));
            if is_needed {
                let json = self.without(at);
                self.wrong("a computer player who sat in is left out", json);
            }
            let mut json = self.json.clone();
            let is_missed = json["log"][at]["missed"] == json!(true);
            json["log"][at]["missed"] = json!(!is_missed);
            // Nobody misses a turn where no time is counted; whether somebody was away is the server's word.
            let is_turn = || {
                let seat = seat_of(&self.proof.log[at]).expect("somebody's seat");
                Forger::of(self.proof, at).turn() == rainette_core::Turn::Seat(seat)
            };
            let stated = match is_missed {
                false => WRONG,
                true if is_turn() => UNSEEN,
                true => BY_RULES,
            };
            self.push("a turn was missed, or somebody was away", json, stated);
        }
        let Some((at, seat, forger)) = self.waited_for() else { return };
        let level = self.settings().stand_in;
        let sat_in =
            |missed: bool| json!({ "kind": "sat-in", "seat": seat, "level": level, "missed": missed });
        let back = json!({ "kind": "took-back", "seat": seat });
        let json = self.insert_all(at, &[sat_in(false), back.clone()]);
        self.push("a computer player sits in for a moment", json, UNSEEN);
        let json = self.insert_all(at, &[sat_in(true), back.clone()]);
        self.wrong("a seat is taken back before the turn that was missed", json);
        // Something is taken back while it is the computer player who plays.
        if let (Some(from), Some(person)) = (forger.last_of(seat), forger.person_at(seat)) {
            let agreed = if forger.is_over_chance(from) { forger.people() } else { vec![person] };
            let undo = json!({ "kind": "undo", "seat": seat, "from": from, "agreed": agreed });
            let json = self.ended(at, &[sat_in(false), undo]);
            self.wrong("something is taken back at a seat for which a computer player plays", json);
        }
        let is_lenient = self.settings().clock != ClockKind::None && self.kind != Kind::Strict;
        let turns = self.places(|entry| matches!(entry, Entry::Action { by_computer: false, .. }));
        let turns = turns.windows(2).filter(|pair| {
            pair[0] + 1 == pair[1] && seat_of(&self.proof.log[pair[0]]) == seat_of(&self.proof.log[pair[1]])
        });
        let turns = turns.map(|pair| pair[0]).collect();
        let Some(at) = some(turns, &mut self.dice) else { return };
        if !Forger::of(self.proof, at).waits() {
            return;
        }
        let seat = &self.json["log"][at]["seat"];
        let sat_in = json!({ "kind": "sat-in", "seat": seat, "level": level, "missed": true });
        let mut first = self.json["log"][at].clone();
        first["by_computer"] = json!(true);
        let back = json!({ "kind": "took-back", "seat": seat });
        let mut json = self.insert_all(at, &[sat_in, first]);
        json["log"][at + 2] = back;
        json["log"][at + 2]["number"] = json!(at + 3);
        // It is the action that is in its old place plus one now.
        for entry in json["log"].as_array_mut().expect("a list") {
            if entry["from"] == json!(at + 3) {
                entry["from"] = json!(at + 2);
            }
        }
        let stated = if is_lenient { BY_RULES } else { WRONG };
        self.push("a seat is taken back in the middle of a turn that was missed", json, stated);
    }

    /// Seats that are taken back, and who acts.
    pub(super) fn seats_back(&mut self) {
        if let Some(at) = self.of_kind("took-back") {
            let next = self.next_of_its_seat(at);
            let is_needed = matches!(
                next,
                Some(Entry::Action { .. } | Entry::Chose { .. } | Entry::Undo { .. } | Entry::SatIn { .. })
            );
            if is_needed {
                let json = self.without(at);
                self.wrong("a seat that was taken back is left out", json);
            }
        }
        let Some(at) = self.of_kind("action") else { return };
        let mut json = self.json.clone();
        json["log"][at]["by_computer"] = json!(json["log"][at]["by_computer"] != json!(true));
        self.wrong("a computer player acted for somebody, or somebody for one", json);
        let Some((at, seat, _)) = self.waited_for() else { return };
        let json = self.insert(at, json!({ "kind": "took-back", "seat": seat }));
        self.wrong("a seat is taken back that nobody else had", json);
    }

    /// Seats that are lost: somebody gave up, or time was up.
    pub(super) fn losses(&mut self) {
        let are_two = self.proof.seats == 2;
        let is_strict = self.kind == Kind::Strict;
        if let Some(at) = some(self.places(is_end), &mut self.dice) {
            let json = self.without(at);
            self.push("somebody who lost the seat is left out", json, if are_two { BY_RULES } else { WRONG });
            let entry = self.json["log"][at].clone();
            let json = self.insert(if are_two { at + 1 } else { at + 2 }, entry);
            self.wrong("somebody loses the seat twice", json);
            let mut json = self.json.clone();
            if matches!(self.proof.log[at], Entry::OutOfTime { .. }) {
                json["log"][at]["kind"] = json!("resigned");
                let stated = if are_two { BY_RULES } else { UNSEEN };
                self.push("somebody whose time was up is said to have given up", json, stated);
            } else if !is_strict {
                json["log"][at]["kind"] = json!("out-of-time");
                self.wrong("somebody who gave up is said to have had no time", json);
            }
        }
        if let Some(at) = self.of_kind("taken-over") {
            let json = self.without(at);
            self.wrong("nobody takes a lost seat over", json);
            if matches!(self.proof.log.get(at + 1), Some(Entry::Abandoned { by: None, .. })) {
                let mut json = self.json.clone();
                json["log"][at + 1]["by"] = json!(1);
                self.wrong("somebody closes the table at which nobody plays any more", json);
            }
        }
        let Some((at, seat, _)) = self.waited_for() else { return };
        let level = self.settings().stand_in;
        let taken_over = json!({ "kind": "taken-over", "seat": seat, "level": level });
        let json = self.insert(at, taken_over.clone());
        self.wrong("a seat is taken over that was not lost", json);
        let resigned = json!({ "kind": "resigned", "seat": seat });
        let json = self.insert(at, resigned);
        self.wrong("somebody gives up and plays on", json);
        if !is_strict {
            let more = [json!({ "kind": "out-of-time", "seat": seat }), taken_over];
            let json = self.ended(at, if are_two { &more[..1] } else { &more });
            self.wrong("somebody loses the seat whose time was not up", json);
        }
        for out in [Out::Resigned, Out::OutOfTime] {
            if out == Out::Resigned || is_strict {
                self.lost(at, seat, out);
            }
        }
    }

    /// Somebody is said to have lost the seat, and the rest is written to fit.
    fn lost(&mut self, at: usize, seat: Seat, out: Out) {
        let mut forger = Forger::of(self.proof, at);
        forger.add(match out {
            Out::Resigned => Entry::Resigned { number: 0, seat },
            Out::OutOfTime => Entry::OutOfTime { number: 0, seat },
        });
        if self.proof.seats == 2 {
            let winners = Seat::all(2).filter(|other| *other != seat).collect();
            let result = GameResult { winners, scores: None, out: Some(out) };
            forger.add(Entry::Finished { number: 0, result });
        } else {
            forger.add(Entry::TakenOver { number: 0, seat, level: self.settings().stand_in });
            let lost: Vec<Seat> =
                forger.log.iter().filter(|entry| is_end(entry)).filter_map(seat_of).collect();
            let plays = |seat: Seat| forger.person_at(seat).is_some() && !lost.contains(&seat);
            if Seat::all(self.proof.seats).any(plays) {
                forger.play_on(4, &mut self.dice);
            } else {
                forger.add(Entry::Abandoned { number: 0, by: None });
            }
        }
        if forger
            .log
            .last()
            .is_some_and(|entry| matches!(entry, Entry::Finished { .. } | Entry::Abandoned { .. }))
        {
            self.forged(
                "somebody is said to have lost the seat and the rest is written anew",
                &forger.proof(),
            );
        }
    }

    /// Computer players are of the levels that were arranged.
    pub(super) fn levels(&mut self) {
        let is_stand_in = |entry: &Entry| matches!(entry, Entry::SatIn { .. } | Entry::TakenOver { .. });
        let other = self.settings().stand_in % 8 + 1;
        if let Some(at) = some(self.places(is_stand_in), &mut self.dice) {
            let mut json = self.json.clone();
            json["log"][at]["level"] = json!(if self.dice.one_in(2) { other } else { 9 });
            self.wrong("a computer player of another level sits in", json);
        }
        let arranged = self.places(|entry| matches!(entry, Entry::Opened { .. } | Entry::Arranged { .. }));
        let last = *arranged.last().expect("it was opened");
        let mut json = self.json.clone();
        json["log"][last]["settings"]["stand_in"] = json!(other);
        if self.has(is_stand_in) {
            self.wrong("another level was arranged than sits in", json);
        } else {
            self.push("another level was arranged", json, UNSEEN);
        }
        let computers = self.places(|entry| matches!(entry, Entry::Seated { by: Who::Computer(_), .. }));
        if let Some(at) = some(computers, &mut self.dice) {
            let mut json = self.json.clone();
            json["log"][at]["by"] = json!({ "computer": if self.dice.one_in(2) { 0 } else { 9 } });
            self.wrong("a computer player has a level that there is not", json);
        }
        let frozen = self.places(|entry| entry.kind() == "frozen")[0];
        let again =
            json!({ "kind": "arranged", "person": 1, "settings": self.json["log"][last]["settings"] });
        let json = self.insert(frozen, again);
        self.wrong("the table is arranged as it was", json);
        // Time does not run while computer players think.
        let by_computer = self.places(|entry| matches!(entry, Entry::Action { by_computer: true, .. }));
        if let Some(at) = some(by_computer, &mut self.dice)
            && !Forger::of(self.proof, at).has_early_choices()
        {
            let json = self.insert(at, json!({ "kind": "resumed", "lost_ms": 5 }));
            let has_clock = self.settings().clock != ClockKind::None;
            self.push(
                "a pause is put in while no clock runs",
                json,
                if has_clock { BY_RULES } else { WRONG },
            );
        }
    }

    /// People who are put in or left out.
    pub(super) fn strangers(&mut self) {
        let frozen = self.places(|entry| entry.kind() == "frozen")[0];
        let commitment = self.dice.seed().commitment().to_string();
        let committed = json!({ "kind": "committed", "person": 99, "commitment": commitment });
        let json = self.insert(frozen, committed);
        self.wrong("somebody commits who never sat there", json);
        let Some(at) = self.of_kind("came-in") else { return };
        let next = self.next_of_its_seat(at);
        if matches!(next, Some(Entry::Action { .. } | Entry::Chose { .. } | Entry::Resigned { .. })) {
            let json = self.without(at);
            self.wrong("somebody who came in is left out", json);
        }
        let mut forger = Forger::of(self.proof, at);
        if forger.waits() || matches!(forger.turn(), rainette_core::Turn::Seat(_)) {
            let seat = seat_of(&self.proof.log[at]).expect("somebody's seat");
            if let Some(from) = forger.last_of(seat) {
                forger.add(self.proof.log[at].clone());
                let undo = json!({ "kind": "undo", "seat": seat, "from": from, "agreed": forger.people() });
                let json = self.ended(at + 1, &[undo]);
                self.wrong("somebody takes back what the computer player did before they came", json);
            }
        }
        let mut forger = Forger::of(self.proof, at);
        forger.play_on(6, &mut self.dice);
        if forger.turn() != rainette_core::Turn::Over {
            self.forged("somebody who came in is left out and the rest written anew", &forger.proof());
        }
    }
}
