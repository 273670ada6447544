//! Proofs of real tables hold, for us and for a script that shares nothing with us; and of a thousand changed ones each
//! gets the verdict that is stated for its kind.

mod forge;
mod mutations;
mod newcomers;
mod page;
mod played;
mod tables;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use proptest::prelude::*;
use proptest::sample::Index;
use rainette_core::Seat;
use rainette_table::Error;
use rainette_table::fair::{Commitment, Entry, Proof, Seed, Verdict, Wrong, verify};
use rainette_table::journal::Event;
use rainette_table::protocol::ClockKind;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use mutations::{Mutation, Mutator, Stated, redraws};
use played::{Dice, KINDS, Kind, play, started};

/// Seals a changed proof anew, as anybody can.
pub(crate) fn seal(json: &mut Value) {
    let fields = json.as_object_mut().expect("an object");
    fields.remove("seal");
    let digest = Sha256::digest(sorted(json).as_bytes());
    let seal = digest.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    json["seal"] = json!(seal);
}

fn sorted(value: &Value) -> String {
    match value {
        Value::Array(values) => format!("[{}]", values.iter().map(sorted).collect::<Vec<_>>().join(",")),
        Value::Object(fields) => {
            let fields: BTreeMap<_, _> = fields.iter().collect();
            let fields: Vec<_> = fields
                .into_iter()
                .map(|(name, value)| format!("{}:{}", json!(name), sorted(value)))
                .collect();
            format!("{{{}}}", fields.join(","))
        }
        plain => plain.to_string(),
    }
}

/// What `rainette verify` says of a file, with a kept head or without.
fn command(json: &Value, head: Option<Commitment>) -> Option<Verdict> {
    let proof: Proof = serde_json::from_value(json.clone()).ok()?;
    let verified = verify(&proof).ok()?;
    assert_eq!(verified.redraws, redraws(&proof.log), "redraws are counted");
    head.is_none_or(|head| verified.number_of(head).is_some()).then(|| verified.verdict())
}

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/verify.py")
}

/// What the script says of many files, asked all at once: Python takes long to start.
fn scripted(asked: &[(&Value, Option<Commitment>)]) -> Vec<Option<Verdict>> {
    const ASK: &str = "import json, sys, verify\nfor line in sys.stdin:\n proof, kept = json.loads(line)\n \
                       try: print(verify.check(proof, kept)[0])\n except Exception: print('WRONG')";
    let mut python = Command::new("python3")
        .args(["-c", ASK])
        .env("PYTHONPATH", script().parent().expect("a folder"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is there to check proofs independently");
    let mut input = python.stdin.take().expect("it is piped");
    let lines: Vec<String> = asked
        .iter()
        .map(|(proof, head)| {
            json!([proof, head.iter().map(ToString::to_string).collect::<Vec<_>>()]).to_string()
        })
        .collect();
    let writer = std::thread::spawn(move || {
        for line in lines {
            writeln!(input, "{line}").expect("it listens");
        }
    });
    let output = python.wait_with_output().expect("it comes to an end");
    writer.join().expect("everything was asked");
    let text = String::from_utf8(output.stdout).expect("it prints text");
    let verdicts = text.lines().map(|line| match line {
        "WRONG" => None,
        "FAIR" => Some(Verdict::Fair),
        line if line.starts_with("NOT DRAWN") => Some(Verdict::NotDrawn),
        line if line.starts_with("NOT PROVED") => Some(Verdict::NotProved),
        other => panic!("{other}"),
    });
    verdicts.collect()
}

fn expected(stated: Stated, before: Verdict) -> Option<Verdict> {
    match stated {
        Stated::Same => Some(before),
        Stated::NotDrawn => Some(Verdict::NotDrawn),
        Stated::NotProved => Some(Verdict::NotProved),
        Stated::Wrong => None,
    }
}

/// What a game of this kind gets. Where nothing is random, nobody can have chosen anything.
fn verdict_of(kind: Kind) -> Verdict {
    match kind {
        Kind::People | Kind::Computers | Kind::Practice | Kind::Missed | Kind::Strict => Verdict::Fair,
        Kind::Opening => Verdict::NotDrawn,
        Kind::Withheld => Verdict::NotProved,
    }
}

#[test]
fn proofs_of_every_game_and_kind_of_table_hold() {
    let mut all = Vec::new();
    let mut kinds = BTreeMap::new();
    for game in 0..5 {
        for kind in KINDS {
            for seed in 0..4 {
                let proof = play(game, kind, seed);
                let verified = verify(&proof).expect("it holds");
                assert_eq!(verified.verdict(), verdict_of(kind), "{kind:?} of {}", proof.game);
                assert_eq!(verified.events, proof.log.len());
                let text = serde_json::to_string(&proof).expect("JSON");
                assert_eq!(serde_json::from_str::<Proof>(&text).expect("it reads back"), proof);
                for entry in &proof.log {
                    *kinds.entry(entry.kind()).or_insert(0) += 1;
                }
                *kinds.entry("redraw").or_insert(0) += verified.redraws;
                *kinds.entry("practice").or_insert(0) +=
                    verified.redraws * usize::from(kind == Kind::Practice);
                all.push((serde_json::to_value(&proof).expect("JSON"), verified));
            }
        }
    }
    // A proof that nothing happens in proves nothing.
    for kind in
        ["committed", "chance", "undo", "redraw", "practice", "sat-in", "took-back", "came-in", "resumed"]
    {
        assert!(kinds.get(kind).is_some_and(|times| *times > 3), "{kind}: {kinds:?}");
    }
    for kind in ["arranged", "swapped", "ready", "coloured", "began", "chose"] {
        assert!(kinds.get(kind).is_some_and(|times| *times > 3), "{kind}: {kinds:?}");
    }
    for kind in ["resigned", "out-of-time", "taken-over", "finished", "abandoned", "rematch"] {
        assert!(kinds.get(kind).is_some_and(|times| *times > 3), "{kind}: {kinds:?}");
    }
    let asked: Vec<_> = all.iter().map(|(json, verified)| (json, verified.heads.last().copied())).collect();
    let said = scripted(&asked);
    assert_eq!(said.len(), all.len());
    for (said, (json, verified)) in said.iter().zip(&all) {
        assert_eq!(*said, Some(verified.verdict()), "{} {}", json["game"], json["table"]);
    }
}

/// The mutations of all games and kinds of tables: of each the true proof's verdict and last head.
fn mutate() -> Vec<(Verdict, Commitment, Mutation)> {
    let mut all = Vec::new();
    // Also tables at which nothing was arranged anew: an opening can be invented for them alone.
    let tables = KINDS.map(|kind| (kind, 7)).into_iter().chain([(Kind::People, 6)]);
    for (kind, seed) in tables {
        for game in 0..5 {
            let proof = play(game, kind, seed);
            let verified = verify(&proof).expect("it holds");
            let (verdict, head) = (verified.verdict(), *verified.heads.last().expect("there is one"));
            let mut mutator = Mutator::new(&proof, kind, seed);
            mutator.round();
            all.extend(mutator.all.into_iter().map(|mutation| (verdict, head, mutation)));
        }
    }
    all
}

#[test]
fn each_of_a_thousand_mutations_gets_the_verdict_of_its_kind() {
    let all = mutate();
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let mut unsealed = Vec::new();
    for (before, last, mutation) in &all {
        let Mutation { kind, json, command: alone, kept, head, .. } = mutation;
        *kinds.entry(kind).or_default() += 1;
        assert_eq!(command(json, None), expected(*alone, *before), "without a head: {kind} in {json}");
        let head = head.unwrap_or(*last);
        assert_eq!(command(json, Some(head)), expected(*kept, *before), "with a head: {kind} in {json}");
        // Without a new seal every change shows at once.
        let mut json = json.clone();
        json["seal"] = json!(last.to_string());
        assert_eq!(command(&json, None), None, "not sealed: {kind}");
        unsealed.push(json);
    }
    assert!(all.len() >= 1_000, "only {} mutations", all.len());
    assert!(kinds.len() >= 12, "{kinds:?}");
    assert!(kinds.values().all(|times| *times >= 3), "{kinds:?}");

    let asked: Vec<_> = all
        .iter()
        .flat_map(|(_, last, mutation)| {
            [(&mutation.json, None), (&mutation.json, Some(mutation.head.unwrap_or(*last)))]
        })
        .chain(unsealed.iter().map(|json| (json, None)))
        .collect();
    let said = scripted(&asked);
    assert_eq!(said.len(), asked.len());
    for ((before, _, Mutation { kind, json, script, kept, .. }), said) in all.iter().zip(said.chunks(2)) {
        assert_eq!(said[0], expected(*script, *before), "the script, without a head: {kind} in {json}");
        assert_eq!(said[1], expected(*kept, *before), "the script, with a head: {kind} in {json}");
    }
    assert!(said[2 * all.len()..].iter().all(Option::is_none), "not sealed");
}

/// Every place in a JSON value, as a pointer.
fn places(value: &Value, here: &str, all: &mut Vec<String>) {
    match value {
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                places(value, &format!("{here}/{index}"), all);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                places(value, &format!("{here}/{name}"), all);
            }
        }
        _ => {}
    }
    all.push(here.to_owned());
}

/// Changes one place, somehow.
fn change(json: &mut Value, place: &str, how: u32) {
    let value = json.pointer_mut(place).expect("the place was listed");
    match value {
        Value::Bool(truth) => *truth = !*truth,
        Value::Number(number) => {
            let old = number.as_i64().expect("proofs have small whole numbers");
            *value = (old + [1, -1, 2, 256][how as usize % 4]).into();
        }
        Value::String(text) => {
            let mut letters: Vec<char> = text.chars().collect();
            let at = how as usize % (letters.len() + 1);
            match letters.get_mut(at) {
                Some(letter @ ('0'..='8' | 'a'..='e')) => *letter = char::from(*letter as u8 + 1),
                Some(letter) => *letter = '1',
                None => letters.push('0'),
            }
            *text = letters.into_iter().collect();
        }
        Value::Array(values) => {
            if values.pop().is_none() {
                values.push("roll 1 1".into());
            }
        }
        Value::Object(fields) => {
            let first = fields.keys().next().cloned();
            match first.filter(|_| how.is_multiple_of(2)) {
                Some(first) => drop(fields.remove(&first)),
                None => drop(fields.insert("more".to_owned(), 1.into())),
            }
        }
        Value::Null => *value = 0.into(),
    }
}

/// What there is none of is said to be none: a proof from which that was taken is not the same proof.
#[test]
fn nothing_that_is_none_can_be_left_out() {
    let mut seen = 0;
    for (game, kind) in (0..5).flat_map(|game| KINDS.map(|kind| (game, kind))) {
        let json = serde_json::to_value(play(game, kind, 15)).expect("JSON");
        let mut all = Vec::new();
        places(&json, "", &mut all);
        for place in all.iter().filter(|place| json.pointer(place).is_some_and(Value::is_null)) {
            let (object, field) = place.rsplit_once('/').expect("it is a field");
            let mut changed = json.clone();
            let object = changed.pointer_mut(object).and_then(Value::as_object_mut).expect("an object");
            object.remove(field);
            assert!(command(&changed, None).is_none(), "{place} can be left out");
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen} places have nothing");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any place at all: without a new seal it shows, and with one whoever kept the head sees it.
    #[test]
    fn any_change_is_detected(game in 0..5_usize, kind in 0..KINDS.len(), seed in 0..20_u64, changes in prop::collection::vec((any::<Index>(), any::<u32>()), 20)) {
        let proof = play(game, KINDS[kind], seed);
        let head = *proof.heads().last().expect("there is one");
        let json = serde_json::to_value(proof).expect("JSON");
        let mut all = Vec::new();
        places(&json, "", &mut all);
        for (place, how) in changes {
            let mut changed = json.clone();
            let place = place.get(&all);
            change(&mut changed, place, how);
            if changed == json {
                continue;
            }
            prop_assert!(command(&changed, None).is_none(), "a change at {} is not noticed", place);
            if place.is_empty() || place == "/seal" {
                continue;
            }
            seal(&mut changed);
            prop_assert!(command(&changed, Some(head)).is_none(), "a change at {} fits the head", place);
        }
    }

    #[test]
    fn nonsense_is_refused_without_a_panic(text in ".{0,200}", seats: usize, number: u64) {
        prop_assert!(serde_json::from_str::<Proof>(&text).is_err());
        let mut proof = play(1, Kind::People, 1);
        proof.seats = seats % 1_000;
        proof.opening = vec![text.clone()];
        let _ = verify(&proof);
        let mut proof = play(1, Kind::People, 1);
        let at = proof.log.len() / 2;
        let seat = Seat::new(200);
        proof.log.truncate(at);
        proof.log.push(Entry::Undo { number: at as u64 + 1, seat, from: number, agreed: vec![] });
        prop_assert!(verify(&proof).is_err());
        proof.log.truncate(at);
        proof.log.push(Entry::Action { number: at as u64 + 1, seat, event: text, by_computer: false });
        prop_assert!(verify(&proof).is_err());
        proof.log.truncate(at);
        proof.log.push(Entry::Abandoned { number: u64::MAX, by: None });
        prop_assert!(verify(&proof).is_err());
    }
}

#[test]
fn each_fault_has_its_own_name() {
    let proof = play(1, Kind::People, 1);
    let wrong = |change: &dyn Fn(&mut Proof)| {
        let mut proof = proof.clone();
        change(&mut proof);
        verify(&proof).expect_err("something is wrong")
    };
    let other = Seed::new([9; 32]);
    assert!(matches!(wrong(&|proof| proof.format = 1), Wrong::Format(1)));
    assert!(matches!(wrong(&|proof| proof.server.seed = other), Wrong::Server { .. }));
    assert!(matches!(wrong(&|proof| proof.players[0].seed = Some(other)), Wrong::Player { .. }));
    assert!(matches!(wrong(&|proof| proof.players[0].seats = vec![Seat::new(7)]), Wrong::Players));
    assert!(matches!(wrong(&|proof| proof.players.reverse()), Wrong::Players));
    assert!(matches!(wrong(&|proof| proof.game.push('!')), Wrong::Opening(_)));
    assert!(matches!(wrong(&|proof| proof.opening.push("# nothing".to_owned())), Wrong::NoEvents));
    assert!(matches!(wrong(&|proof| drop(proof.log.remove(0))), Wrong::Number { expected: 1, found: 2 }));
    assert!(matches!(wrong(&|proof| proof.seal = other.commitment()), Wrong::Seal));
    assert!(matches!(wrong(&|proof| proof.log.truncate(proof.log.len() - 2)), Wrong::NotOver));

    let at = |kind: &str| proof.log.iter().position(|entry| entry.kind() == kind).expect("it happened");
    let changed = |kind: &str, change: &dyn Fn(&mut Entry)| wrong(&|proof| change(&mut proof.log[at(kind)]));
    assert!(matches!(
        changed("chance", &|entry| if let Entry::Chance { chance_number, .. } = entry {
            *chance_number += 1;
        }),
        Wrong::ChanceNumber { expected: 1, found: 2, .. }
    ));
    assert!(matches!(
        changed("chance", &|entry| if let Entry::Chance { drawn, .. } = entry {
            drawn.push(1);
        }),
        Wrong::Drawn { .. }
    ));
    assert!(matches!(
        changed("chance", &|entry| if let Entry::Chance { event, .. } = entry {
            event.push('0');
        }),
        Wrong::Chance { .. }
    ));
    assert!(matches!(
        changed("committed", &|entry| if let Entry::Committed { commitment, .. } = entry {
            *commitment = other.commitment();
        }),
        Wrong::Frozen { .. }
    ));
    assert!(matches!(
        changed("action", &|entry| if let Entry::Action { by_computer, .. } = entry {
            *by_computer = !*by_computer;
        }),
        Wrong::Misplaced { kind: "action", .. }
    ));
}

/// A log that somebody has tampered with gets no proof.
#[test]
fn a_log_that_does_not_follow_from_the_seeds_has_no_proof() {
    let mut dice = Dice::new(3);
    let (mut sitting, people) = started(1, Kind::People, ClockKind::None, &mut dice);
    sitting.give_up(&people);
    assert!(sitting.machine.history().proof().is_ok());
    let mut stored = sitting.stored.clone();
    let row = stored.rows.iter_mut().find(|row| matches!(row.event, Event::Chance { .. })).expect("a roll");
    row.event = Event::Chance { chance: "start 6 1".to_owned() };
    let rolled = rainette_table::table::Machine::load(stored, sitting.now, 0);
    if let Ok(machine) = rolled {
        assert_eq!(machine.history().proof().err(), Some(Error::Internal));
    }
}

#[test]
fn the_script_is_short_and_needs_nothing_but_python() {
    let text = std::fs::read_to_string(script()).expect("the script is there");
    assert!(text.lines().count() <= 260, "{} lines", text.lines().count());
    let imports = text.lines().filter(|line| line.starts_with("import ") || line.starts_with("from "));
    assert_eq!(imports.collect::<Vec<_>>(), ["import argparse, hashlib, hmac, itertools, json, sys"]);
}

/// How the script ends for a proof, and what it prints. Tests that run side by side give names of their own.
fn run_script(name: &str, proof: &Proof, heads: &[String]) -> (Option<i32>, String) {
    let file = std::env::temp_dir().join(format!("rainette-{name}-{}.json", std::process::id()));
    std::fs::write(&file, serde_json::to_vec(proof).expect("JSON")).expect("it is written");
    let heads = heads.iter().flat_map(|head| ["--head", head.as_str()]);
    let output = Command::new("python3").arg(script()).arg(&file).args(heads).output().expect("python3");
    std::fs::remove_file(&file).expect("the file is ours");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    (output.status.code(), String::from_utf8(output.stdout).expect("text"))
}

/// The script as its users meet it: what it prints, and how it ends.
#[test]
fn the_script_says_what_it_checked_and_what_not() {
    let run = |proof: &Proof, heads: &[String]| run_script("said", proof, heads);
    let proof = play(1, Kind::People, 1);
    let heads = proof.heads();
    let last = heads.len() - 1;
    let (code, said) = run(&proof, &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains(": FAIR: ") && said.contains("no head was kept"), "{said}");
    assert!(said.contains("the rules were not checked"), "{said}");
    assert!(said.contains(&heads[last].to_string()) && said.contains(&proof.server.commitment.to_string()));
    let (code, said) = run(&proof, &[format!("5:{}", heads[5]), heads[9].to_string()]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains(&format!("events 1 to 9, not the {} after", last - 9)), "{said}");
    for wrong in [format!("6:{}", heads[5]), "0".repeat(64)] {
        let (code, said) = run(&proof, &[wrong]);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(": WRONG: "), "{said}");
    }
    let (code, said) = run(&play(1, Kind::Opening, 1), &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains(": NOT DRAWN"), "{said}");
    let (code, said) = run(&play(1, Kind::Withheld, 1), &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains(": NOT PROVED (seeds not shown: person 2)"), "{said}");
    assert!(!said.contains("came in"), "{said}");
    let came_in = |proof: Proof| {
        let came = proof.log.iter().find_map(|entry| match entry {
            Entry::CameIn { number, seat, person, .. } => Some((*number, *seat, *person)),
            _ => None,
        });
        came.map(|came| (proof, came))
    };
    let mut games = (0..50).map(|seed| play(1, Kind::Computers, seed));
    let (proof, (number, seat, person)) = games.find_map(came_in).expect("somebody comes in now and then");
    let (code, said) = run(&proof, &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains(&format!("person {person} came in at event {number} for seat {seat};")), "{said}");
}
