//! What is put in before the start: who sits where, what is arranged, who is ready, who starts.

use rainette_table::fair::Entry;
use serde_json::{Value, json};

use super::{Mutator, Stated, some};
use crate::forge::Forger;
use crate::played::Kind;

/// Everybody who sits says that they are ready for what had happened by this event.
fn everybody_ready(forger: &Forger, seq: usize) -> Vec<Value> {
    let ready = |person| json!({ "kind": "ready", "person": person, "is_ready": true, "seq": seq });
    forger.people().into_iter().map(ready).collect()
}

impl Mutator<'_> {
    /// Something is put in before the commitments are frozen.
    pub(super) fn lobby(&mut self) {
        let frozen = self.places(|entry| entry.kind() == "frozen")[0];
        let forger = Forger::of(self.proof, frozen);
        let Some(person) = some(forger.people(), &mut self.dice) else { return };
        let ready = |person: u32, is_ready: bool, seq: usize| json!({ "kind": "ready", "person": person, "is_ready": is_ready, "seq": seq });
        let json = self.insert(frozen, ready(person, false, frozen));
        self.wrong("somebody is not ready", json);
        let unseen = [Stated::Same, Stated::Same, Stated::Wrong];
        let json = self.insert(frozen, ready(person, true, frozen));
        self.push("somebody says once more that they are ready", json, unseen);
        let json = self.insert(frozen, ready(99, true, frozen));
        self.wrong("somebody is ready who does not sit there", json);
        let json = self.insert(frozen, ready(person, true, frozen + 1));
        self.wrong("somebody is ready for what nobody has seen", json);
        // What counts is what was arranged last.
        let last = self.places(|entry| matches!(entry, Entry::Opened { .. } | Entry::Arranged { .. }));
        let last = *last.last().expect("it was opened");
        let mut settings = self.json["log"][last]["settings"].clone();
        settings["is_public"] = json!(settings["is_public"] != json!(true));
        let arranged = |person: u32, settings: &Value| json!({ "kind": "arranged", "person": person, "settings": settings });
        let json = self.insert(frozen, arranged(1, &settings));
        if settings["is_public"] == json!(true) && forger.people() != [1] {
            self.wrong("the table is put on the list and nobody is asked", json);
        } else {
            self.push("the table is taken off the list, or put there by the host alone", json, unseen);
        }
        let json = self.insert(frozen, arranged(99, &settings));
        self.wrong("somebody arranges the table who is not the host", json);
        settings["clock"] = json!({ "kind": "days", "days": 29 });
        if forger.people() != [1] {
            let json = self.insert(frozen, arranged(1, &settings));
            self.wrong("the table is arranged anew and nobody is asked", json);
        }
        self.changes(frozen, &forger, "the table is arranged anew", &[arranged(1, &settings)]);
        let mut json = self.json.clone();
        json["log"][0]["settings"]["options"]["nonsense"] = json!(1);
        self.wrong("the table was opened otherwise", json);
        // People, each at a seat of their own, whose commitments count.
        let promised = self.json["log"][frozen]["players"].as_array().expect("a list").clone();
        if let [one, other, ..] = promised.as_slice() {
            let seats = [one["seats"][0].clone(), other["seats"][0].clone()];
            let json = self.insert(frozen, json!({ "kind": "swapped", "person": person, "seats": seats }));
            self.wrong("two people change seats", json);
        }
        if let Some(seat) = promised.first().map(|player| player["seats"][0].clone()) {
            let by = json!({ "person": promised[0]["person"] });
            let agreed_to_opening = self.kind == Kind::Opening;
            let again =
                json!({ "kind": "seated", "seat": seat, "by": by, "agreed_to_opening": agreed_to_opening });
            let left = json!({ "kind": "left", "seat": seat, "is_removed": true });
            let json = self.insert_all(frozen, &[left, again]);
            self.wrong("somebody who was asked to leave sits down again", json);
        }
        self.sitters(frozen, &forger);
        let games = rainette_games::games();
        let has_colours = games.iter().any(|info| info.id == self.proof.game && info.has_colours);
        let colour = json!({ "kind": "coloured", "seat": 0, "colour": 1 });
        let json = self.insert(frozen, colour);
        let command = if has_colours { Stated::Same } else { Stated::Wrong };
        self.push("a seat takes another's colour", json, [command, Stated::Same, Stated::Wrong]);
    }

    /// Something happens before the commitments are frozen, after which everybody is asked anew.
    fn changes(&mut self, frozen: usize, forger: &Forger, kind: &'static str, entries: &[Value]) {
        let ready = everybody_ready(forger, frozen + entries.len());
        let json = self.insert_all(frozen, &[entries, &ready].concat());
        self.push(kind, json, [Stated::Same, Stated::Same, Stated::Wrong]);
        if forger.people() != [1] {
            let json = self.insert_all(frozen, &[entries, &everybody_ready(forger, frozen)].concat());
            self.wrong("people are ready for what they had not seen", json);
        }
    }

    /// Somebody else sits somewhere for a moment, or seats are changed to and fro.
    fn sitters(&mut self, frozen: usize, forger: &Forger) {
        let people = forger.people();
        let agreed_to_opening = self.kind == Kind::Opening;
        let Some(host) = forger.seat_of(1).filter(|_| people.len() > 1) else { return };
        let left = json!({ "kind": "left", "seat": host, "is_removed": false });
        let seated = |by: Value, agreed_to_opening: bool| json!({ "kind": "seated", "seat": host, "by": by, "agreed_to_opening": agreed_to_opening });
        let [one, other] = [1, 2].map(|level| seated(json!({ "computer": level }), false));
        let back = seated(json!({ "person": 1 }), agreed_to_opening);
        let levels = [left.clone(), one, other, left, back];
        let json = self.insert_all(frozen, &levels);
        self.wrong("a computer player has another level and nobody is asked", json);
        self.changes(frozen, forger, "a computer player sits down, changes its level and goes", &levels);
        let [left, one, _, gone, back] = levels;
        let json = self.insert_all(frozen, &[left.clone(), one.clone(), gone.clone(), back.clone()]);
        self.wrong("a computer player sits down and goes, and nobody is asked", json);
        let comes = [left, one, gone, back];
        self.changes(frozen, forger, "a computer player sits down and goes", &comes);
        let Some(seat) = forger.seat_of(people[1]) else { return };
        let swapped = |by: u32| json!({ "kind": "swapped", "person": by, "seats": [host, seat] });
        let ready = everybody_ready(forger, frozen + 2);
        let json = self.insert_all(frozen, &[&[swapped(1), swapped(people[1])][..], &ready].concat());
        let unseen = [Stated::Same, Stated::Same, Stated::Wrong];
        self.push("two people change seats, and back", json, unseen);
        for by in [99, people.get(2).copied().unwrap_or(98)] {
            let json = self.insert_all(frozen, &[&[swapped(by), swapped(by)][..], &ready].concat());
            self.wrong("two people change seats by the word of a third", json);
        }
    }

    /// Another seat starts, or it is not said which one.
    pub(super) fn first(&mut self) {
        let Some(at) = self.of_kind("began") else {
            let began = json!({ "kind": "began", "first": 0, "is_lot": self.dice.one_in(2) });
            let json = self.insert(self.started() + 1, began);
            self.wrong("it is said who starts although the first seat does", json);
            return;
        };
        let mut json = self.json.clone();
        let first = json["log"][at]["first"].as_u64().expect("a seat");
        json["log"][at]["first"] = json!((first + 1) % self.proof.seats as u64);
        self.wrong("another seat starts", json);
        let mut json = self.json.clone();
        json["log"][at]["is_lot"] = json!(json["log"][at]["is_lot"] != json!(true));
        self.wrong("who starts was said, or drawn by lot", json);
        let mut json = self.json.clone();
        json["log"].as_array_mut().expect("a list").remove(at);
        for (index, entry) in json["log"].as_array_mut().expect("a list").iter_mut().enumerate() {
            entry["number"] = json!(index + 1);
        }
        self.wrong("it is not said who starts", json);
    }
}
