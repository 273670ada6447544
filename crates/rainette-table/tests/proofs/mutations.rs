//! A thousand ways to change a proof, each kind with what the checkers have to say of it.

mod lobby;
mod missed;
mod seats;

use rainette_core::{Random as _, Seat, Turn};
use rainette_table::fair::{Commitment, Entry, Proof, Seed, Seeds};
use rainette_table::protocol::{ClockKind, GameResult};
use serde_json::{Value, json};

use crate::forge::Forger;
use crate::played::{Dice, Kind};
use crate::seal;

/// What a checker says of a changed proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stated {
    /// The same verdict as before: the change cannot be seen.
    Same,
    /// The opening was not drawn.
    NotDrawn,
    /// A seed is missing.
    NotProved,
    /// It does not hold.
    Wrong,
}

/// A changed proof, sealed anew, and what the checkers say.
pub(crate) struct Mutation {
    pub(crate) kind: &'static str,
    pub(crate) json: Value,
    /// The command without a kept head.
    pub(crate) command: Stated,
    /// The script without a kept head.
    pub(crate) script: Stated,
    /// Both, with a head that somebody kept who was told the truth.
    pub(crate) kept: Stated,
    /// The kept head, if it is not the last one of the true log.
    pub(crate) head: Option<Commitment>,
}

pub(crate) struct Mutator<'a> {
    proof: &'a Proof,
    json: Value,
    kind: Kind,
    dice: Dice,
    pub(crate) all: Vec<Mutation>,
}

/// Finds something at random that is so.
fn some<T>(list: Vec<T>, dice: &mut Dice) -> Option<T> {
    let mut list = list;
    if list.is_empty() { None } else { Some(list.swap_remove(dice.pick(list.len()))) }
}

impl<'a> Mutator<'a> {
    pub(crate) fn new(proof: &'a Proof, kind: Kind, seed: u64) -> Self {
        let json = serde_json::to_value(proof).expect("JSON");
        Self { proof, json, kind, dice: Dice::new(seed), all: Vec::new() }
    }

    fn push(&mut self, kind: &'static str, mut json: Value, [command, script, kept]: [Stated; 3]) {
        assert_ne!(json, self.json, "{kind} changes nothing");
        seal(&mut json);
        self.all.push(Mutation { kind, json, command, script, kept, head: None });
    }

    /// Notices whoever looks.
    fn wrong(&mut self, kind: &'static str, json: Value) {
        self.push(kind, json, [Stated::Wrong; 3]);
    }

    /// Notices whoever kept a head.
    fn forged(&mut self, kind: &'static str, proof: &Proof) {
        let json = serde_json::to_value(proof).expect("JSON");
        self.push(kind, json, [Stated::Same, Stated::Same, Stated::Wrong]);
    }

    /// The places in the log at which an event of this kind stands.
    fn places(&self, is_one: impl Fn(&Entry) -> bool) -> Vec<usize> {
        self.proof.log.iter().enumerate().filter(|(_, entry)| is_one(entry)).map(|(at, _)| at).collect()
    }

    fn of_kind(&mut self, kind: &str) -> Option<usize> {
        some(self.places(|entry| entry.kind() == kind), &mut self.dice)
    }

    fn started(&self) -> usize {
        self.places(|entry| entry.kind() == "started")[0]
    }

    /// Every kind of change, once.
    pub(crate) fn round(&mut self) {
        self.events();
        self.actions();
        self.numbers();
        self.seeds();
        self.commitments();
        self.openings();
        self.insertions();
        self.undos();
        self.cuts();
        self.labels();
        self.withheld();
        self.told_otherwise();
        self.fields();
        self.results();
        self.tables();
        self.lobby();
        self.first();
        self.choices();
        self.newcomers();
        self.flags();
        self.stand_ins();
        self.seats_back();
        self.losses();
        self.levels();
        self.strangers();
    }

    /// A roll or card is rewritten, or what was drawn, or what it was drawn from.
    fn events(&mut self) {
        let Some(at) = self.of_kind("chance") else { return };
        let mut json = self.json.clone();
        let entry = &mut json["log"][at];
        match self.dice.below(3) {
            0 => {
                let text = entry["event"].as_str().expect("text").to_owned();
                let turned: String = text
                    .chars()
                    .map(|c| {
                        if c == '1' {
                            '2'
                        } else if c == 'R' {
                            'Y'
                        } else {
                            c
                        }
                    })
                    .collect();
                entry["event"] = if turned == text { json!(format!("{text} 1")) } else { json!(turned) };
            }
            1 => {
                let drawn = entry["drawn"].as_array_mut().expect("a list");
                let last = drawn.len() - 1;
                drawn[last] = json!((drawn[last].as_u64().expect("a number") + 1) % 6);
            }
            _ => entry["draw"] = json!({ "dice": { "count": 3, "sorted": true } }),
        }
        self.wrong("a roll is rewritten", json);
    }

    /// An action is replaced: by a legal one, with the rest written to fit; or by one that the rules forbid.
    fn actions(&mut self) {
        let is_plain = |entry: &Entry| matches!(entry, Entry::Action { .. });
        let Some(at) = some(self.places(is_plain), &mut self.dice) else { return };
        let Entry::Action { seat, event, .. } = self.proof.log[at].clone() else { return };
        let mut forger = Forger::of(self.proof, at);
        let script = if forger.waits() { Stated::Same } else { Stated::Wrong };
        let mut others = forger.choices();
        others.retain(|other| *other != event);
        if let Some(other) = some(others, &mut self.dice) {
            forger.act(seat, other);
            forger.play_on(4, &mut self.dice);
            if forger.turn() != Turn::Over {
                self.forged("an action is replaced by another legal one", &forger.proof());
            }
        }
        let mut json = self.json.clone();
        json["log"][at]["event"] = json!("a1-z9");
        self.push("an action is replaced by an illegal one", json, [Stated::Wrong, script, Stated::Wrong]);
    }

    fn numbers(&mut self) {
        let at = self.dice.pick(self.proof.log.len());
        let mut json = self.json.clone();
        match self.dice.below(3) {
            0 => json["log"][at]["number"] = json!(at + 2),
            1 => drop(json["log"].as_array_mut().expect("a list").remove(at)),
            _ => {
                let twice = json["log"][at].clone();
                json["log"].as_array_mut().expect("a list").insert(at, twice);
            }
        }
        self.wrong("numbers are changed", json);
    }

    fn seeds(&mut self) {
        let other = json!(self.dice.seed().reveal());
        let mut json = self.json.clone();
        let shown = self.proof.players.iter().position(|player| player.seed.is_some());
        match (self.dice.below(3), shown) {
            (0, Some(player)) => json["players"][player]["seed"] = other,
            (1, Some(_)) => json["log"][self.started()]["seeds"][0]["seed"] = other,
            _ => json["server"]["seed"] = other,
        }
        self.wrong("a seed is another", json);
    }

    fn commitments(&mut self) {
        let other = json!(self.dice.seed().commitment().to_string());
        let mut json = self.json.clone();
        let frozen = self.places(|entry| entry.kind() == "frozen")[0];
        let Some(committed) = self.of_kind("committed") else { return };
        match self.dice.below(4) {
            0 => json["log"][committed]["commitment"] = other,
            1 => json["log"][frozen]["players"][0]["commitment"] = other,
            2 => json["players"][0]["commitment"] = other,
            _ => json["server"]["commitment"] = other,
        }
        self.wrong("a commitment is another", json);
        // Somebody chooses another seed when all others are known, and writes everything anew.
        let Some(player) = self.proof.players.iter().find(|player| player.seed.is_some()) else { return };
        let (person, seed) = (player.person, self.dice.seed());
        let proof = self.with_another_seed(person, Some(seed));
        self.forged("a player's seed is chosen afterwards and everything written anew", &proof);
    }

    /// The lobby and the start with another seed for one person, or none, and another game after it.
    fn with_another_seed(&mut self, person: u32, seed: Option<Seed>) -> Proof {
        let mut players: Vec<(u32, Option<Seed>)> =
            self.proof.players.iter().map(|player| (player.person, player.seed)).collect();
        players.iter_mut().filter(|player| player.0 == person).for_each(|player| player.1 = seed);
        let seeds = players.into_iter().filter_map(|(_, seed)| seed).collect();
        let mut forger = Forger::new(self.proof.header(), self.proof.server.seed, seeds);
        for entry in &self.proof.log[..=self.started()] {
            let mut entry = entry.clone();
            match (&mut entry, seed) {
                (Entry::Committed { person: by, commitment, .. }, Some(seed)) if *by == person => {
                    *commitment = seed.commitment();
                }
                (Entry::Frozen { players, .. }, Some(seed)) => {
                    for promise in players.iter_mut().filter(|promise| promise.person == person) {
                        promise.commitment = seed.commitment();
                    }
                }
                (Entry::Started { seeds, .. }, Some(seed)) => {
                    for shown in seeds.iter_mut().filter(|shown| shown.person == person) {
                        shown.seed = seed;
                    }
                }
                (Entry::Started { seeds, .. }, None) => seeds.retain(|shown| shown.person != person),
                _ => {}
            }
            forger.add(entry);
        }
        forger.begin();
        forger.play_on(8, &mut self.dice);
        forger.proof()
    }

    /// An opening is invented, or removed.
    fn openings(&mut self) {
        if self.kind == Kind::Opening {
            let mut json = self.json.clone();
            json["opening"] = json!([]);
            self.wrong("an opening is removed", json);
            return;
        }
        // What was played is said to have been given, and the rest is written anew.
        let started = self.started();
        let lines: Vec<String> = self.proof.log[started..]
            .iter()
            .take_while(|entry| entry.kind() != "undo")
            .filter_map(|entry| match entry {
                Entry::Action { seat, event, .. } => Some(format!("{seat} {event}")),
                Entry::Chance { event, .. } => Some(format!("chance {event}")),
                _ => None,
            })
            .take(1 + self.dice.pick(6))
            .collect();
        if lines.is_empty() {
            return;
        }
        let mut json = self.json.clone();
        json["opening"] = json!(lines);
        self.wrong("an opening is invented", json);
        // What a table goes on from settles its options and who starts.
        if self.proof.log.iter().any(|entry| matches!(entry, Entry::Arranged { .. } | Entry::Began { .. })) {
            return;
        }
        let mut header = self.proof.header();
        header.opening = lines;
        let seeds = self.proof.players.iter().filter_map(|player| player.seed).collect();
        let mut forger = Forger::new(header, self.proof.server.seed, seeds);
        for entry in &self.proof.log[..=started] {
            let mut entry = entry.clone();
            if let Entry::Seated { by: rainette_table::fair::Who::Person(_), agreed_to_opening, .. } =
                &mut entry
            {
                *agreed_to_opening = true;
            }
            forger.add(entry);
        }
        forger.play_on(6, &mut self.dice);
        if forger.turn() == Turn::Over {
            return;
        }
        let json = serde_json::to_value(forger.proof()).expect("JSON");
        let said = Stated::NotDrawn;
        self.push("an opening is invented and everything written anew", json, [said, said, Stated::Wrong]);
    }

    /// Entries are put in that are not of the game.
    fn insertions(&mut self) {
        let started = self.started();
        let at = started + 1 + self.dice.pick(self.proof.log.len() - started - 1);
        let seat = self.dice.pick(self.proof.seats);
        let entries = [
            json!({ "kind": "seated", "seat": seat, "by": { "person": 9 }, "agreed_to_opening": false }),
            json!({ "kind": "left", "seat": seat, "is_removed": false }),
            json!({ "kind": "arranged", "person": 1, "settings": self.json["log"][0]["settings"] }),
            json!({ "kind": "swapped", "person": 1, "seats": [0, 1] }),
            json!({ "kind": "ready", "person": 1, "is_ready": true, "seq": 1 }),
            json!({ "kind": "coloured", "seat": seat, "colour": 0 }),
            json!({ "kind": "committed", "person": 1, "commitment": self.dice.seed().commitment().to_string() }),
            self.json["log"][0].clone(),
            json!({ "kind": "frozen", "players": [] }),
            json!({ "kind": "started", "seeds": [] }),
            json!({ "kind": "rematch", "table": "x" }),
            json!({ "kind": "table", "event": "resumed" }),
        ];
        let which = self.dice.pick(entries.len());
        let json = self.insert(at, entries[which].clone());
        self.wrong("something is put in that cannot stand there", json);
        // A pause is possible wherever a clock runs. It moves nothing: the dice after it stay as they are.
        let has_clock =
            matches!(&self.proof.log[0], Entry::Opened { settings, .. } if settings.clock != ClockKind::None);
        let is_human = |entry: &Entry| matches!(entry, Entry::Action { by_computer: false, .. });
        if let Some(at) = some(self.places(is_human), &mut self.dice) {
            let json = self.insert(at, json!({ "kind": "resumed", "lost_ms": 5 }));
            // What was settled before a turn is played at once.
            let may_be = has_clock && Forger::of(self.proof, at).waits();
            let [command, script] =
                [may_be, has_clock].map(|is_so| if is_so { Stated::Same } else { Stated::Wrong });
            self.push("a pause is put in", json, [command, script, Stated::Wrong]);
        }
    }

    /// The proof with several things put in.
    fn insert_all(&self, at: usize, entries: &[Value]) -> Value {
        let mut json = self.json.clone();
        let log = json["log"].as_array_mut().expect("a list");
        for (index, entry) in entries.iter().enumerate() {
            let mut entry = entry.clone();
            entry["number"] = json!(0);
            log.insert(at + index, entry);
        }
        for (index, entry) in log.iter_mut().enumerate() {
            entry["number"] = json!(index + 1);
            if let Some(from) = entry["from"].as_u64().filter(|from| *from > at as u64) {
                entry["from"] = json!(from + entries.len() as u64);
            }
        }
        json
    }

    /// The proof with something put in, and all numbers after it one higher.
    fn insert(&self, at: usize, entry: Value) -> Value {
        self.insert_all(at, &[entry])
    }

    /// Something random is taken back that nobody took back.
    fn undos(&mut self) {
        if let Some(at) = self.of_kind("undo") {
            let mut json = self.json.clone();
            json["log"][at]["agreed"] = json!([]);
            self.wrong("an agreement is changed", json);
            let mut json = self.json.clone();
            json["log"][at]["agreed"].as_array_mut().expect("a list").push(json!(99));
            self.wrong("an agreement is changed", json);
            let mut json = self.json.clone();
            let agreed = json["log"][at]["agreed"].as_array_mut().expect("a list");
            agreed.push(agreed[0].clone());
            self.wrong("an agreement is changed", json);
        }
        let is_action = |entry: &Entry| matches!(entry, Entry::Action { by_computer: false, .. });
        let Some(at) = some(self.places(is_action), &mut self.dice) else { return };
        let Entry::Action { seat, .. } = self.proof.log[at] else { return };
        let mut forger = Forger::of(self.proof, at);
        let choices = forger.choices();
        let action = choices[self.dice.pick(choices.len())].clone();
        forger.act(seat, action);
        forger.settle();
        if forger.turn() == Turn::Over {
            return;
        }
        let Some(from) = forger.last_of(seat) else { return };
        let (is_over_chance, people) = (forger.is_over_chance(from), forger.people());
        let number = forger.next();
        if is_over_chance && forger.has_computers() && self.kind != Kind::Practice {
            // Nobody could have taken it back.
            let undo =
                json!({ "kind": "undo", "number": number, "seat": seat, "from": from, "agreed": people });
            let mut json = self.json.clone();
            let mut log: Vec<Value> =
                forger.log.iter().map(|entry| serde_json::to_value(entry).expect("JSON")).collect();
            log.push(undo);
            log.push(json!({ "kind": "abandoned", "number": number + 1, "by": null }));
            json["log"] = json!(log);
            self.wrong("a roll is taken back against a computer player", json);
            return;
        }
        forger.add(Entry::Undo { number, seat, from, agreed: people });
        forger.play_on(5, &mut self.dice);
        if forger.turn() == Turn::Over {
            return;
        }
        let kind = if is_over_chance {
            "an action, a roll and an undo are put in and the rest written anew"
        } else {
            "an action and an undo are put in and the rest written anew"
        };
        self.forged(kind, &forger.proof());
    }

    fn cuts(&mut self) {
        let started = self.started();
        let kept = started + 1 + self.dice.pick(self.proof.log.len() - started - 1);
        let mut json = self.json.clone();
        json["log"].as_array_mut().expect("a list").truncate(kept);
        let is_over = |entry: &Entry| matches!(entry, Entry::Finished { .. } | Entry::Abandoned { .. });
        if !is_over(&self.proof.log[kept - 1]) {
            self.wrong("the end is cut off", json);
        }
        let mut forger = Forger::of(self.proof, kept);
        let is_open = forger.waits() && !self.proof.log[..kept].iter().any(is_over);
        let is_due = matches!(self.proof.log[kept - 1], Entry::Resigned { .. } | Entry::OutOfTime { .. })
            || matches!(self.proof.log[kept], Entry::Began { .. });
        if !is_open || is_due {
            return;
        }
        let is_abandoned = matches!(self.proof.log[kept], Entry::Abandoned { .. });
        if is_abandoned {
            return;
        }
        forger.add(Entry::Abandoned { number: 0, by: None });
        let proof = forger.proof();
        self.forged("the end is cut off and closed anew", &proof);
        // Whoever kept an earlier head cannot know what came after it.
        let json = serde_json::to_value(&proof).expect("JSON");
        let head = self.proof.heads()[self.dice.pick(kept + 1)];
        self.push("the end is cut off after the kept head", json, [Stated::Same; 3]);
        if let Some(last) = self.all.last_mut() {
            last.head = Some(head);
        }
    }

    fn labels(&mut self) {
        let mut json = self.json.clone();
        if let Some(at) = self.of_kind("chance") {
            let number = json["log"][at]["chance_number"].as_u64().expect("a number");
            let other = [number + 1, number.wrapping_sub(1), number + 2, at as u64 + 1000][self.dice.pick(4)];
            json["log"][at]["chance_number"] = json!(other);
            self.wrong("a chance event is counted otherwise", json);
        }
        let at = self.dice.pick(self.proof.log.len());
        let mut json = self.json.clone();
        json["log"][at]["kind"] = json!(["chance", "resumed", "table", "end"][self.dice.pick(4)]);
        if json != self.json {
            self.wrong("a kind is another", json);
        }
    }

    /// A seed that was shown is left out.
    fn withheld(&mut self) {
        let shown: Vec<u32> = self
            .proof
            .players
            .iter()
            .filter(|player| player.seed.is_some())
            .map(|player| player.person)
            .collect();
        let Some(person) = some(shown, &mut self.dice) else { return };
        let started = self.started();
        let mut json = self.json.clone();
        json["log"][started]["seeds"]
            .as_array_mut()
            .expect("a list")
            .retain(|shown| shown["person"] != person);
        self.wrong("a shown seed is left out at the start", json.clone());
        for player in json["players"].as_array_mut().expect("a list") {
            if player["person"] == person {
                player["seed"] = Value::Null;
            }
        }
        let said = if self.kind == Kind::Opening { Stated::NotDrawn } else { Stated::NotProved };
        let has_dice = self.proof.log.iter().any(|entry| entry.kind() == "chance");
        // Without it the lot may fall on the same seat by chance.
        let others = self.proof.players.iter().filter(|player| player.person != person);
        let seeds = Seeds::new(self.proof.server.seed, others.filter_map(|player| player.seed).collect());
        let lot = seeds.lot(self.proof.seats);
        let is_other =
            |entry: &Entry| matches!(entry, Entry::Began { first, is_lot: true, .. } if *first != lot);
        if has_dice || self.proof.log.iter().any(is_other) {
            self.wrong("a shown seed is left out everywhere", json);
        } else {
            self.push("a shown seed is left out everywhere", json, [said, said, Stated::Wrong]);
        }
        let json = serde_json::to_value(self.with_another_seed(person, None)).expect("JSON");
        self.push("a seed is withheld and everything written anew", json, [said, said, Stated::Wrong]);
    }

    /// One thing is told, another chained: the head fits, so that only those notice it who were told.
    fn told_otherwise(&mut self) {
        let is_action = |entry: &Entry| matches!(entry, Entry::Action { .. });
        let Some(at) = some(self.places(is_action), &mut self.dice) else { return };
        let Entry::Action { seat, event, .. } = self.proof.log[at].clone() else { return };
        let mut forger = Forger::of(self.proof, at);
        let mut others = forger.choices();
        others.retain(|other| *other != event);
        let Some(other) = some(others, &mut self.dice) else { return };
        forger.act(seat, other);
        forger.play_on(3, &mut self.dice);
        if forger.turn() == Turn::Over {
            return;
        }
        let chained = forger.proof();
        let head = chained.heads().last().copied();
        let json = serde_json::to_value(&chained).expect("JSON");
        self.push("one thing is told and another chained", json, [Stated::Same; 3]);
        if let Some(last) = self.all.last_mut() {
            last.head = head;
        }
    }

    fn fields(&mut self) {
        let at = self.dice.pick(self.proof.log.len());
        let mut json = self.json.clone();
        match self.dice.below(3) {
            0 => json["log"][at]["more"] = json!(1),
            1 => json["more"] = json!([]),
            _ => drop(json["log"][at].as_object_mut().expect("an object").remove("number")),
        }
        self.wrong("a field is invented or missing", json);
    }

    fn results(&mut self) {
        if let Some(at) = self.of_kind("abandoned") {
            let mut json = self.json.clone();
            json["log"][at]["by"] = json!(99);
            self.wrong("somebody closes the table who was never there", json);
        }
        let Some(at) = self.of_kind("finished") else { return };
        let mut json = self.json.clone();
        let result: GameResult = serde_json::from_value(json["log"][at]["result"].clone()).expect("a result");
        let winner = result.winners.first().map_or(0, |seat| (seat.index() + 1) % self.proof.seats);
        json["log"][at]["result"]["winners"] = json!([Seat::new(winner)]);
        self.push("the result is another", json, [Stated::Wrong, Stated::Same, Stated::Wrong]);
    }

    /// The proof is said to be of another table, or of another set-up.
    fn tables(&mut self) {
        let mut json = self.json.clone();
        json["table"] = json!("another");
        self.push("the table is another", json, [Stated::Same, Stated::Same, Stated::Wrong]);
        let mut json = self.json.clone();
        json["options"]["nonsense"] = json!(1);
        self.wrong("an option is invented", json);
    }
}

/// How often something random was taken back, counted plainly.
pub(crate) fn redraws(log: &[Entry]) -> usize {
    let mut live: Vec<(u64, bool)> = Vec::new();
    let mut redraws = 0;
    for entry in log {
        match entry {
            Entry::Action { number, .. } => live.push((*number, false)),
            Entry::Chance { number, .. } => live.push((*number, true)),
            Entry::Undo { from, .. } => {
                redraws += usize::from(live.iter().any(|(number, is_chance)| number >= from && *is_chance));
                live.retain(|(number, _)| number < from);
            }
            _ => {}
        }
    }
    redraws
}
