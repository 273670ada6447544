//! Who acts for a seat: what it had settled before its turn, and who came in for a computer player.

use rainette_table::fair::Entry;
use serde_json::json;

use super::{Mutator, some};

impl Mutator<'_> {
    /// What was settled before a turn is another thing than what is done in it.
    pub(super) fn choices(&mut self) {
        let log = &self.proof.log;
        let is_kept = |at: &usize| {
            let Entry::Chose { seat: mine, .. } = &log[*at] else { return false };
            let next = log[at + 1..].iter().find(|entry| match entry {
                Entry::Action { seat, .. }
                | Entry::Chose { seat, .. }
                | Entry::Resigned { seat, .. }
                | Entry::OutOfTime { seat, .. } => seat == mine,
                Entry::Undo { .. } => true,
                _ => false,
            });
            matches!(next, Some(Entry::Action { .. }))
        };
        let mut settled = self.places(|entry| matches!(entry, Entry::Chose { event: Some(_), .. }));
        settled.retain(is_kept);
        let Some(at) = some(settled, &mut self.dice) else { return };
        let seat = self.json["log"][at]["seat"].clone();
        let mut json = self.json.clone();
        json["log"][at]["event"] = json!("keep ZZ");
        self.wrong("something else was settled before the turn", json);
        let sat_in = json!({ "kind": "sat-in", "seat": seat, "level": 1, "missed": true });
        let took_back = json!({ "kind": "took-back", "seat": seat });
        for entries in [&[took_back.clone()][..], &[sat_in, took_back]] {
            let mut json = self.insert_all(at + 1, entries);
            json["log"][at]["event"] = json!("keep ZZ");
            self.wrong("what was settled is dropped without a reason", json);
        }
    }

    /// Somebody comes in who may not.
    pub(super) fn newcomers(&mut self) {
        if let Some(at) = self.of_kind("came-in") {
            let mut json = self.json.clone();
            json["log"][0]["newcomers"] = json!(false);
            self.wrong("somebody comes to a table that was not opened for it", json);
            let mut json = self.json.clone();
            json["log"][at]["person"] = json!(1);
            self.wrong("somebody comes in who sits there", json);
        }
        // A turn of several actions, during which somebody is put in.
        let actions = self.places(|entry| matches!(entry, Entry::Action { .. } | Entry::Undo { .. }));
        let is_turn = |pair: &&[usize]| match [&self.proof.log[pair[0]], &self.proof.log[pair[1]]] {
            [
                Entry::Action { seat, by_computer: true, .. },
                Entry::Action { seat: next, by_computer: true, .. },
            ] => seat == next,
            _ => false,
        };
        let turns: Vec<usize> = actions.windows(2).filter(is_turn).map(|pair| pair[0]).collect();
        let Some(at) = some(turns, &mut self.dice) else { return };
        let seat = self.json["log"][at]["seat"].clone();
        let came = json!({ "kind": "came-in", "seat": seat, "person": 99, "agreed_to_opening": false });
        let mut json = self.insert(at + 1, came);
        let log = json["log"].as_array_mut().expect("a list");
        for entry in log[at + 2..].iter_mut().filter(|entry| entry["seat"] == seat) {
            if entry["kind"] == "action" {
                entry["by_computer"] = json!(false);
            }
        }
        self.wrong("somebody comes in in the middle of a turn", json);
    }
}
