//! Golden playthroughs: whole games with everything that can be asked of a position after each event.
//!
//! A change of rules, views, effects or weights shows up here as a difference to review. One command writes the files
//! afresh: `RAINETTE_BLESS=1 cargo test -p rainette-games --test playthroughs`.

mod support;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use rainette_core::{Game, Line, Match, Observer, Setup, Told, Turn};
use rainette_games::{Visitor, games, visit};
use serde_json::Value;
use support::{SetupName, legal, play, view};

/// The seed of each game's playthroughs, chosen for short games. Odd seeds are steered to where random play seldom
/// comes.
const SEEDS: &[(&str, u64)] =
    &[("abagio", 226), ("china-moon", 22), ("frogriders", 1), ("hop-it", 58), ("pool-party", 39)];

/// The seed of a game that the table does not list.
const OTHERWISE: u64 = 2;

/// So many events of a game are written down; the file says so if there are more.
const MOST_EVENTS: usize = 250;

const MOST_BYTES: usize = 300_000;

/// Chance events with more outcomes than this are given by their number and total only.
const FEW: u128 = 40;

#[test]
fn playthroughs_are_as_they_were() {
    let bless = blessing();
    if bless {
        fs::create_dir_all(folder()).expect("a folder for the playthroughs");
    }
    let mut changed = Vec::new();
    for (name, text) in playthroughs() {
        let path = folder().join(&name);
        let golden = fs::read_to_string(&path).unwrap_or_default();
        if bless {
            fs::write(&path, &text).expect("a playthrough can be written");
        } else if golden != text {
            changed.push(format!("{name}: {}", first_difference(&golden, &text)));
        }
    }
    assert!(
        changed.is_empty(),
        "playthroughs have changed; if this is meant, write them afresh with RAINETTE_BLESS=1 and review the \
         difference\n{}",
        changed.join("\n")
    );
}

#[test]
fn every_game_and_set_up_has_a_playthrough_and_there_is_no_other() {
    if blessing() {
        return;
    }
    let expected: BTreeSet<String> = playthroughs().into_iter().map(|(name, _)| name).collect();
    let files = fs::read_dir(folder()).expect("a folder of playthroughs");
    let files = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
    assert_eq!(files.collect::<BTreeSet<_>>(), expected);
}

#[test]
fn playthroughs_are_small_enough_to_read() {
    for (name, text) in playthroughs() {
        assert!(text.len() <= MOST_BYTES, "{name} has {} bytes", text.len());
    }
}

/// Are files written afresh, rather than read?
fn blessing() -> bool {
    std::env::var_os("RAINETTE_BLESS").is_some()
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs")
}

/// Every playthrough by the name of its file.
fn playthroughs() -> Vec<(String, String)> {
    struct Write;

    impl Visitor for Write {
        type Output = Vec<(String, String)>;

        fn visit<G: Game>(self) -> Self::Output {
            Setup::<G>::all().into_iter().map(|setup| (file_name(setup), playthrough(setup))).collect()
        }
    }

    games().iter().flat_map(|info| visit(info.id, Write).expect("a game of the registry")).collect()
}

/// `frogriders-4-backs-1.txt`
fn file_name<G: Game>(setup: Setup<G>) -> String {
    format!("{}-{}.txt", G::INFO.id, SetupName(setup).to_string().replace([' ', '='], "-"))
}

fn playthrough<G: Game>(setup: Setup<G>) -> String {
    let own = SEEDS.iter().find(|(game, _)| *game == G::INFO.id);
    let seed = own.map_or(OTHERWISE, |&(_, seed)| seed);
    let game = play(setup, seed);
    let mut text = format!("# {setup:?}, seed {seed}\n");
    let stories: Vec<Vec<Told>> =
        Observer::all(setup.seats()).map(|observer| game.story(observer).told).collect();
    let mut before = None;
    for (number, position) in game.positions().enumerate().take(MOST_EVENTS + 1) {
        if let Some(last) = number.checked_sub(1) {
            write_event(&mut text, &game, last, &stories);
        }
        write_position(&mut text, &position, before.as_ref());
        before = Some(position);
    }
    if game.events().len() > MOST_EVENTS {
        writeln!(text, "\n# The game goes on; it has {} events.", game.events().len()).expect("text grows");
    }
    text
}

/// The event as records write it, and what each observer was told of it.
fn write_event<G: Game>(text: &mut String, game: &Match<G>, number: usize, stories: &[Vec<Told>]) {
    let Line { seat, event, .. } = &game.record().events[number];
    let who = seat.map_or_else(|| "chance".to_owned(), |seat| seat.to_string());
    writeln!(text, "\n{who} {event}").expect("text grows");
    let told = stories.iter().map(|told| {
        let told = &told[number];
        let effects = serde_json::to_string(&told.effects).expect("effects have string keys only");
        if told.hidden { format!("`{}` {effects}", told.event) } else { effects }
    });
    write_by_observer(text, "told", told.collect());
}

fn write_position<G: Game>(text: &mut String, position: &G, before: Option<&G>) {
    writeln!(text, "position {position:?}").expect("text grows");
    let views = Observer::all(position.seats()).map(|observer| {
        let now = view(position, observer);
        before.map_or_else(|| now.to_string(), |before| changes(&view(before, observer), &now))
    });
    write_by_observer(text, "view", views.collect());
    match position.turn() {
        Turn::Seat(seat) => {
            let legal: Vec<String> = legal(position).into_iter().map(|(text, _)| text).collect();
            writeln!(text, "legal seat {seat}: {}", legal.join(", ")).expect("text grows");
        }
        Turn::Chance => write_chance(text, position),
        Turn::Over => {
            writeln!(text, "over {:?}", position.result().expect("it is over")).expect("text grows");
        }
    }
}

fn write_chance<G: Game>(text: &mut String, position: &G) {
    let draw = position.chance();
    let (count, total) = (draw.count(), draw.total());
    write!(text, "chance {count} outcomes, total weight {total}").expect("text grows");
    if count <= FEW {
        let mut outcomes = Vec::new();
        draw.each(|drawn, weight| outcomes.push(format!("{} = {weight}", position.chance_from_draw(drawn))));
        outcomes.sort();
        write!(text, ": {}", outcomes.join(", ")).expect("text grows");
    }
    text.push('\n');
}

/// What observers were told or see, once if it is the same for several.
fn write_by_observer(text: &mut String, what: &str, by_observer: Vec<String>) {
    let seats = by_observer.len() - 1;
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for (observer, said) in Observer::all(seats).zip(by_observer) {
        match groups.iter_mut().find(|(same, _)| *same == said) {
            Some((_, observers)) => observers.push(observer.to_string()),
            None => groups.push((said, vec![observer.to_string()])),
        }
    }
    for (said, observers) in &groups {
        let observers = if groups.len() == 1 { "all".to_owned() } else { observers.join(", ") };
        writeln!(text, "{what} {observers}: {said}").expect("text grows");
    }
}

/// What has changed in a view, by JSON pointer.
fn changes(before: &Value, now: &Value) -> String {
    let mut changes = Vec::new();
    compare("", before, now, &mut changes);
    changes.join(" ")
}

fn compare(pointer: &str, before: &Value, now: &Value, changes: &mut Vec<String>) {
    match (before, now) {
        (Value::Object(old), Value::Object(new)) => {
            for name in old.keys().chain(new.keys().filter(|name| !old.contains_key(*name))) {
                let pointer = format!("{pointer}/{name}");
                match (old.get(name), new.get(name)) {
                    (Some(before), Some(now)) => compare(&pointer, before, now, changes),
                    (None, Some(now)) => changes.push(format!("{pointer}={now}")),
                    (_, None) => changes.push(format!("{pointer} gone")),
                }
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (before, now)) in old.iter().zip(new).enumerate() {
                compare(&format!("{pointer}/{index}"), before, now, changes);
            }
        }
        _ if before != now => changes.push(format!("{pointer}={now}")),
        _ => {}
    }
}

fn first_difference(golden: &str, text: &str) -> String {
    let (mut old, mut new) = (golden.lines(), text.lines());
    for number in 1.. {
        let (old, new) = (old.next(), new.next());
        if old != new {
            let shown = |line: Option<&str>| line.unwrap_or("nothing").chars().take(600).collect::<String>();
            return format!("line {number}\n  was {}\n  is  {}", shown(old), shown(new));
        }
        if old.is_none() {
            break;
        }
    }
    "only line ends differ".to_owned()
}

#[test]
fn changes_of_a_view_are_named_by_their_pointers() {
    let json = |text| serde_json::from_str::<Value>(text).expect("JSON");
    let before = json(r#"{"a": [1, 2], "b": {"c": null}, "d": 1}"#);
    let now = json(r#"{"a": [1, 3], "b": {"c": [4]}, "e": 1}"#);
    assert_eq!(changes(&before, &now), "/a/1=3 /b/c=[4] /d gone /e=1");
    assert_eq!(changes(&now, &now), "");
    assert_eq!(changes(&json("[1]"), &json("[1, 2]")), "=[1,2]");
}

#[test]
fn the_first_line_that_differs_is_named() {
    assert_eq!(first_difference("a\nb\n", "a\nc\n"), "line 2\n  was b\n  is  c");
    assert_eq!(first_difference("a\n", "a\nb\n"), "line 2\n  was nothing\n  is  b");
}
