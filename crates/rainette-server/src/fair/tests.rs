//! Proofs of random games hold, for us and for a script that shares nothing with us, and nothing in them can be changed
//! without being noticed.

use std::path::{Path, PathBuf};
use std::process::Command;

use proptest::prelude::*;
use proptest::sample::Index;
use rainette_core::{End, How, Random, Record, Seat, Table, Turn};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng as _;
use serde_json::Value;

use super::*;

/// A game as a table's log might hold it, with dice from the seeds.
struct Played {
    opening: Record,
    server: Seed,
    players: Vec<Contribution>,
    log: Vec<(u64, Step)>,
}

impl Played {
    fn proof(&self) -> Proof {
        Proof::new(&self.opening, self.server, self.players.clone(), self.log.clone())
            .expect("it was played so")
    }
}

/// Plays at random, to the end or until it is abandoned: now and then something is undone, or something happens that is
/// no play. Of every four games one goes on from a record, and one is given up.
fn play(game: usize, seed: u64) -> Played {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut random = || generator.next_u32();
    let games = rainette_games::games();
    let info = &games[game % games.len()];
    let seats = info.seats.start() + random.below((info.seats.clone().count()) as u32) as usize;
    let pick = |values: &[i64], random: &mut dyn Random| values[random.below(values.len() as u32) as usize];
    let options: Vec<_> = info
        .options
        .iter()
        .map(|option| (option.name.to_owned(), pick(option.values, &mut random)))
        .collect();
    let mut table = rainette_games::table(info.id, seats, &options).expect("the game has this set-up");
    if random.below(4) == 0 {
        let mut given = || random();
        for _ in 0..given.below(20) {
            advance(table.as_mut(), &mut given);
        }
    }
    let opening = table.record();

    let mut bytes = || Seed::new(std::array::from_fn(|_| random.below(256) as u8));
    let server = bytes();
    let shared = 2 + usize::try_from(seed % 2).expect("small");
    let players: Vec<_> =
        Seat::all(seats).step_by(shared).map(|seat| Contribution::new(vec![seat], bytes())).collect();
    let seeds = Seeds::new(server, players.iter().map(|player| player.seed).collect());

    let mut log = Vec::new();
    let mut live: Vec<u64> = Vec::new();
    let given = table.len();
    let (most, gives_up) = (100 + random.below(200) as usize, random.below(4) == 0);
    loop {
        let number = log.len() as u64 + 1;
        let step = match table.turn() {
            Turn::Over => break,
            _ if log.len() >= most && !gives_up => break,
            _ if log.len() >= most => {
                let end = End { how: How::Resigned, seat: Seat::new(0) };
                table.stop(end).expect("it is not over");
                Step::End(end)
            }
            _ if random.below(30) == 0 => Step::Table("sat-in".to_owned()),
            _ if !live.is_empty() && random.below(40) == 0 => {
                let kept = live.len() - 1 - random.below(live.len().min(5) as u32) as usize;
                let from = live[kept];
                live.truncate(kept);
                table.truncate(given + kept);
                Step::Undo(from)
            }
            Turn::Chance => {
                live.push(number);
                Step::Chance(table.draw(&mut seeds.random(number)).expect("it waits for chance"))
            }
            Turn::Seat(seat) => {
                live.push(number);
                Step::Action(seat, act(table.as_mut(), &mut random))
            }
        };
        log.push((number, step));
    }
    Played { opening, server, players, log }
}

fn act(table: &mut dyn Table, random: &mut dyn Random) -> String {
    let Turn::Seat(seat) = table.turn() else { unreachable!("only asked on somebody's turn") };
    let choices = table.choices();
    let action = choices[random.below(choices.len() as u32) as usize].0.clone();
    table.play(seat, &action).expect("it was listed");
    action
}

fn advance(table: &mut dyn Table, random: &mut dyn Random) {
    match table.turn() {
        Turn::Seat(_) => drop(act(table, random)),
        Turn::Chance => drop(table.draw(random)),
        Turn::Over => {}
    }
}

/// What `rainette verify` does with a file.
fn check(json: &Value) -> Result<Verified, String> {
    let proof: Proof = serde_json::from_value(json.clone()).map_err(|error| error.to_string())?;
    verify(&proof).map_err(|wrong| wrong.to_string())
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
    let parent = place.rsplit_once('/').map_or("", |(parent, _)| parent);
    if how % 8 == 7
        && let Some(Value::Array(values)) = json.pointer_mut(parent).filter(|_| !place.is_empty())
    {
        let index: usize = place.rsplit('/').next().and_then(|index| index.parse().ok()).expect("an index");
        match how / 8 % 3 {
            0 => drop(values.remove(index)),
            1 => values.insert(index, values[index].clone()),
            _ => values.swap(index, 0),
        }
        return;
    }
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_proof_of_a_game_holds(game in 0..5_usize, seed: u64) {
        let played = play(game, seed);
        let proof = played.proof();
        let text = serde_json::to_string(&proof).expect("a proof is JSON");
        let read: Proof = serde_json::from_str(&text).expect("it reads back");
        prop_assert_eq!(&read, &proof);
        let verified = verify(&read);
        prop_assert!(verified.is_ok(), "{:?}", verified);
        let verified = verified.expect("just seen");
        prop_assert_eq!(verified.events, played.log.len());
        let chances = played.log.iter().filter(|(_, step)| matches!(step, Step::Chance(_))).count();
        prop_assert_eq!(verified.chances, chances);
    }

    #[test]
    fn any_change_is_detected(game in 0..5_usize, seed: u64, changes in prop::collection::vec((any::<Index>(), any::<u32>()), 20)) {
        let json = serde_json::to_value(play(game, seed).proof()).expect("a proof is JSON");
        let mut all = Vec::new();
        places(&json, "", &mut all);
        for (place, how) in changes {
            let mut changed = json.clone();
            let place = place.get(&all);
            change(&mut changed, place, how);
            if changed != json {
                prop_assert!(check(&changed).is_err(), "a change at {} is not noticed", place);
            }
        }
    }

    /// Who changes a proof can make the seal anew. Then seeds, commitments, numbers and what follows from them still
    /// cannot be changed; only words that nothing follows from can, and a legal action for another.
    #[test]
    fn dice_and_seeds_cannot_be_changed_even_with_a_new_seal(game in 0..5_usize, seed: u64, changes in prop::collection::vec((any::<Index>(), any::<u32>()), 20)) {
        let json = serde_json::to_value(play(game, seed).proof()).expect("a proof is JSON");
        let mut all = Vec::new();
        places(&json, "", &mut all);
        let is_bound = |place: &String| {
            let entry = place.split('/').nth(2).map(|index| &json["log"][index.parse::<usize>().unwrap_or(0)]);
            place.starts_with("/server/")
                || (place.starts_with("/players/") && !place.contains("seats"))
                || (place.starts_with("/log/") && place.ends_with("/number"))
                || (place.starts_with("/log/") && entry.is_some_and(|entry| entry["kind"] == "chance"))
        };
        let all: Vec<_> = all.into_iter().filter(is_bound).collect();
        for (place, how) in changes {
            let mut changed = json.clone();
            let place = place.get(&all);
            // Whole lines at the end may be missing: the game is then a shorter one.
            change(&mut changed, place, if how % 8 == 7 { how - 1 } else { how });
            let Ok(mut proof) = serde_json::from_value::<Proof>(changed.clone()) else { continue };
            proof.seal = proof.sealed();
            if changed != json {
                prop_assert!(verify(&proof).is_err(), "a change at {} is not noticed: {:?}", place, changed.pointer(place));
            }
        }
    }

    #[test]
    fn nonsense_is_refused_without_a_panic(text in ".{0,200}", seats: usize, number: u64) {
        prop_assert!(serde_json::from_str::<Proof>(&text).is_err());
        let mut proof = play(1, 1).proof();
        proof.seats = seats;
        proof.opening = vec![text.clone()];
        let _ = verify(&proof);
        let mut proof = play(1, 1).proof();
        proof.log = vec![
            Entry::Undo { number: 1, from: number },
            Entry::End { number: 2, end: text.clone() },
            Entry::Action { number: u64::MAX, seat: Seat::new(200), event: text },
        ];
        prop_assert!(verify(&proof).is_err());
    }
}

#[test]
fn each_fault_has_its_own_name() {
    let proof = play(1, 1).proof();
    let wrong = |change: &dyn Fn(&mut Proof)| {
        let mut proof = proof.clone();
        change(&mut proof);
        verify(&proof).expect_err("something is wrong")
    };
    assert!(matches!(wrong(&|proof| proof.format = 2), Wrong::Format(2)));
    assert!(matches!(wrong(&|proof| proof.server.seed = Seed::new([9; 32])), Wrong::Server { .. }));
    assert!(matches!(wrong(&|proof| proof.players[0].seed = Seed::new([9; 32])), Wrong::Player { .. }));
    assert!(matches!(wrong(&|proof| proof.players[0].seats = vec![Seat::new(7)]), Wrong::Seats { seats: 2 }));
    let twice = |proof: &mut Proof| proof.players[0].seats = vec![Seat::new(0), Seat::new(0)];
    assert!(matches!(wrong(&twice), Wrong::Seats { seats: 2 }));
    assert!(matches!(wrong(&|proof| proof.game.push('!')), Wrong::Opening(_)));
    assert!(matches!(wrong(&|proof| proof.opening.push("# nothing".to_owned())), Wrong::NoEvents));
    assert!(matches!(wrong(&|proof| drop(proof.log.remove(0))), Wrong::Number { expected: 1, found: 2 }));
    assert!(matches!(wrong(&|proof| proof.seal = Commitment::of("?")), Wrong::Seal));

    let first = proof.log.iter().position(|entry| matches!(entry, Entry::Chance { .. })).expect("dice roll");
    let of_first = |change: &dyn Fn(&mut String, &mut Drawing, &mut Vec<u8>)| {
        wrong(&|proof| match &mut proof.log[first] {
            Entry::Chance { event, draw, drawn, .. } => change(event, draw, drawn),
            _ => unreachable!("it was found to be chance"),
        })
    };
    assert!(matches!(
        of_first(&|_, draw, _| *draw = Drawing::Dice { count: 3, sorted: true }),
        Wrong::Draw { .. }
    ));
    assert!(matches!(of_first(&|_, _, drawn| drawn.push(1)), Wrong::Drawn { .. }));
    assert!(matches!(of_first(&|event, _, _| event.push('0')), Wrong::Chance { .. }));

    let later = |entry: &dyn Fn(u64) -> Entry| {
        wrong(&|proof| {
            let number = proof.log.len() as u64 + 1;
            proof.log.push(entry(number));
        })
    };
    let event = "roll 1 1".to_owned();
    let action = |number| Entry::Action { number, seat: Seat::new(0), event: event.clone() };
    assert!(matches!(later(&action), Wrong::Event { .. }), "the game is over");
    assert!(matches!(later(&|number| Entry::Undo { number, from: number }), Wrong::Undo { .. }));
    let end = |end: &str| later(&|number| Entry::End { number, end: end.to_owned() });
    assert!(matches!(end("bored 0"), Wrong::End { .. }));
    assert!(matches!(end("resigned 5"), Wrong::End { .. }));
}

/// The order of the players is part of what is promised: with another the dice would be others.
#[test]
fn players_stand_in_the_order_of_their_commitments() {
    let mut proof =
        (0..50).map(|seed| play(2, seed).proof()).find(|proof| proof.players.len() > 1).expect("some");
    proof.players.reverse();
    proof.seal = proof.sealed();
    assert_eq!(verify(&proof), Err(Wrong::Order));
}

/// A log that somebody has tampered with gets no proof.
#[test]
fn a_log_that_does_not_follow_from_the_seeds_has_no_proof() {
    let played = play(1, 1);
    let other = Proof::new(&played.opening, Seed::new([0; 32]), played.players, played.log);
    assert!(matches!(other, Err(Wrong::Chance { .. })), "{other:?}");
}

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/verify.py")
}

/// Runs the script over files, all at once, and gives its exit code and what it printed.
fn run_script(proofs: &[Value]) -> (bool, Vec<String>) {
    let folder = std::env::temp_dir().join(format!("rainette-proofs-{}-{:p}", std::process::id(), proofs));
    std::fs::create_dir_all(&folder).expect("a folder for the proofs");
    let mut command = Command::new("python3");
    command.arg(script());
    for (index, proof) in proofs.iter().enumerate() {
        let file = folder.join(format!("{index}.json"));
        std::fs::write(&file, proof.to_string()).expect("the proof is written");
        command.arg(file);
    }
    let output = command.output().expect("python3 is there to check proofs independently");
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("it prints text");
    (output.status.success(), text.lines().map(str::to_owned).collect())
}

#[test]
fn the_script_is_short_and_needs_nothing_but_python() {
    let text = std::fs::read_to_string(script()).expect("the script is there");
    assert!(text.lines().count() <= 100, "{} lines", text.lines().count());
    let imports = text.lines().filter(|line| line.starts_with("import ") || line.starts_with("from "));
    assert_eq!(imports.collect::<Vec<_>>(), ["import hashlib, hmac, itertools, json, sys"]);
}

#[test]
fn the_script_finds_that_games_of_every_kind_hold() {
    let proofs: Vec<_> = (0..50).map(|seed| play(seed as usize, seed).proof()).collect();
    let values: Vec<_> = proofs.iter().map(|proof| serde_json::to_value(proof).expect("JSON")).collect();
    let (holds, lines) = run_script(&values);
    assert!(holds, "{lines:#?}");
    for (proof, line) in proofs.iter().zip(&lines) {
        let verified = verify(proof).expect("it holds for us too");
        let said = format!("{} events, {} of chance", verified.events, verified.chances);
        assert!(line.contains(&said), "{line} is not {said}");
    }
}

/// The script says no to each of these, and to each alone, so that one that it lets through shows.
#[test]
fn the_script_notices_what_we_notice() {
    let proof = play(4, 4).proof();
    let json = serde_json::to_value(&proof).expect("JSON");
    let chance = proof.log.iter().position(|entry| matches!(entry, Entry::Chance { .. })).expect("a pond");
    let at = |place: &str| place.replace('#', &chance.to_string());
    let places = [
        "/server/seed",
        "/server/commitment",
        "/players/0/seed",
        "/players/0/commitment",
        "/seal",
        "/log/0/number",
        "/log/#/drawn/3",
        "/log/#/event",
        "/log/#/draw/bags/0/counts/0",
        "/log/#/draw/bags/0/take",
        "/format",
    ];
    let mut changed: Vec<_> = places
        .iter()
        .map(|place| {
            let mut changed = json.clone();
            change(&mut changed, &at(place), 6);
            assert_ne!(changed, json, "{place}");
            changed
        })
        .collect();
    let undone = played_with_undo();
    changed.push(undone);
    let (holds, lines) = run_script(&changed);
    assert!(!holds);
    for (line, place) in lines.iter().zip(places.iter().chain(&["undo"])) {
        assert!(line.contains("WRONG"), "a change at {place} is not noticed: {line}");
    }
    assert_eq!(lines.len(), changed.len());
}

/// A roll that came again after it was undone: sealed anew, but the number is another.
fn played_with_undo() -> Value {
    let played =
        (0..50).map(|seed| play(1, seed)).find(|played| played.opening.events.is_empty()).expect("most");
    let mut proof = played.proof();
    let roll = proof.log.iter().find(|entry| matches!(entry, Entry::Chance { .. })).cloned().expect("a roll");
    let number = proof.log.len() as u64 + 1;
    let Entry::Chance { event, draw, drawn, .. } = roll else { unreachable!("it was found to be chance") };
    proof.log.push(Entry::Undo { number, from: 1 });
    proof.log.push(Entry::Chance { number: number + 1, event, draw, drawn });
    proof.seal = proof.sealed();
    assert!(matches!(verify(&proof), Err(Wrong::Chance { .. })), "we notice it ourselves");
    serde_json::to_value(proof).expect("JSON")
}
