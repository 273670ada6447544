//! The engines play side by side with plain ones, written from the rules alone: they must agree on who is to act, on
//! every legal action, on chance and its weights, and on the end.

#[path = "plain/mod.rs"]
mod engines;
mod support;

use std::collections::BTreeMap;
use std::fs;

use engines::{Engine, Waits, engine};
use rainette_core::{Game, Match, Observer, Outcome, Random as _, Record, Setup, Turn};
use rainette_games::Visitor;
use support::{Generator, Trail, legal, steer, step, view};

/// So many positions of each game are compared.
const POSITIONS: usize = 100_000;

/// Chance events with more outcomes than this are listed in one game of [`RARELY`] only: it takes long.
const FEW: u128 = 1_000;
const RARELY: u64 = 200;

/// Each opening is played so many times.
const ROUNDS: u64 = 20;

/// One test per game, so that they run side by side, and one that the list is complete.
macro_rules! games {
    ($($name:ident = $id:literal { $($seen:literal: $least:literal),* $(,)? }),+ $(,)?) => {
        $(#[test]
        fn $name() {
            check($id, &[$(($seen, $least)),*]);
        })+

        #[test]
        fn every_game_is_compared() {
            for info in rainette_games::games() {
                assert!([$($id),+].contains(&info.id), "`{}` is not compared: add it to `games!` here", info.id);
            }
        }
    };
}

// What has to be seen at least so many times, or the comparison would prove too little.
games! {
    hop_it = "hop-it" {
        "win": 100, "draw": 1, "stop": 1_000, "pass": 40, "owing chain": 2_000, "owing detour": 2_000,
    },
    abagio = "abagio" { "win": 100, "start": 100, "chief": 1_000 },
    pool_party = "pool-party" { "win": 100, "draw": 1, "pass": 500 },
    china_moon = "china-moon" { "win": 100, "swap": 1_000, "drop": 1_000, "shared win": 10 },
    frogriders = "frogriders" { "win": 100, "send": 1_000, "refill": 1_000, "empty deck": 50, "shared win": 1 },
}

fn check(game: &str, required: &[(&str, usize)]) {
    let seen = rainette_games::visit(game, Compare).expect("a game of the registry");
    println!("{game}: {seen:?}");
    for &(what, least) in required {
        let times = seen.get(what).copied().unwrap_or(0);
        assert!(times >= least, "{game}: `{what}` was seen {times} times only, of {seen:?}");
    }
}

/// How often each kind of event, named by its first word, and each kind of end was seen.
type Seen = BTreeMap<String, usize>;

struct Compare;

impl Visitor for Compare {
    type Output = Seen;

    fn visit<G: Game>(self) -> Seen {
        let setups = Setup::<G>::all();
        let mut seen = Seen::new();
        let mut positions = 0;
        for opening in openings::<G>() {
            for round in 0..ROUNDS {
                positions += play_side_by_side(&opening, round, &mut seen);
            }
        }
        for seed in 0.. {
            let (round, setup) = (seed / setups.len() as u64, setups[seed as usize % setups.len()]);
            positions += play_side_by_side(&Match::new(setup), round, &mut seen);
            if positions >= POSITIONS {
                break;
            }
        }
        seen
    }
}

/// The records of this game that lie beside the engines: what neither random nor steered play comes to.
fn openings<G: Game>() -> Vec<Match<G>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/plain");
    let files =
        fs::read_dir(folder).expect("the folder of the engines").map(|file| file.expect("a file").path());
    let mut records: Vec<_> =
        files.filter(|file| file.extension().is_some_and(|name| name == "record")).collect();
    records.sort();
    let records = records.iter().map(|file| fs::read_to_string(file).expect("a file that can be read"));
    let records = records.map(|text| text.parse::<Record>().expect("a record"));
    let own = records.filter(|record| record.game == G::INFO.id);
    own.map(|record| Match::replay(&record).expect("a legal record")).collect()
}

/// Plays an opening and then a game to its end on both engines, and gives the number of positions. Three rounds of four
/// are steered to where random play seldom comes.
fn play_side_by_side<G: Game>(opening: &Match<G>, round: u64, seen: &mut Seen) -> usize {
    let setup = opening.setup();
    let options: Vec<_> = setup.options().collect();
    let mut plain = engine(G::INFO.id, setup.seats(), &options);
    let mut game = Match::new(setup);
    let mut random = Generator::new(round);
    loop {
        let trail = Trail(&game);
        compare(game.position(), plain.as_ref(), round.is_multiple_of(RARELY));
        drop(trail);
        if G::INFO.id == "hop-it" {
            note_owing(game.position(), seen);
        }
        if game.turn() == Turn::Over {
            note_end(game.position(), plain.as_ref(), seen);
            return game.events().len() + 1;
        }
        if let Some(event) = opening.events().get(game.events().len()) {
            game.add(*event).expect("an event of a record");
        } else {
            step(&mut game, &mut random, |game, legal, random| {
                if round.is_multiple_of(4) {
                    random.below(legal.len() as u32) as usize
                } else {
                    steer::choose(game, legal, random)
                }
            });
        }
        let event = game.events().last().expect("one has just happened").to_string();
        plain.happen(&event);
        let kind = event.split(' ').next().unwrap_or_default();
        if kind.chars().all(|letter| letter.is_ascii_lowercase()) {
            *seen.entry(kind.to_owned()).or_default() += 1;
        }
    }
}

fn note_end<G: Game>(position: &G, plain: &dyn Engine, seen: &mut Seen) {
    let how = if plain.winners().is_empty() { "draw" } else { "win" };
    *seen.entry(how.to_owned()).or_default() += 1;
    if plain.winners().len() > 1 {
        *seen.entry("shared win".to_owned()).or_default() += 1;
    }
    if view(position, Observer::Spectator)["deck"] == 0 {
        *seen.entry("empty deck".to_owned()).or_default() += 1;
    }
}

/// Chains of Hop It! that owe a hop over an enemy, and owing moves that may hop over an own piece first.
fn note_owing<G: Game>(position: &G, seen: &mut Seen) {
    let view = view(position, Observer::Spectator);
    if view["must_hop_enemy"] != true {
        return;
    }
    if !view["hopping"].is_null() {
        *seen.entry("owing chain".to_owned()).or_default() += 1;
    }
    let pieces = view["pieces"].as_array().expect("a list of pieces");
    let is_own = |at: &str| pieces.iter().any(|piece| piece["at"] == at && piece["seat"] == view["turn"]);
    let halfway = |hop: &str| {
        let [from_file, from_row, b'>', to_file, to_row] = *hop.as_bytes() else { panic!("{hop} is owed") };
        [from_file.midpoint(to_file), from_row.midpoint(to_row)].map(char::from).iter().collect::<String>()
    };
    if legal(position).iter().any(|(hop, _)| is_own(&halfway(hop))) {
        *seen.entry("owing detour".to_owned()).or_default() += 1;
    }
}

fn compare<G: Game>(position: &G, plain: &dyn Engine, thoroughly: bool) {
    let waits = match position.turn() {
        Turn::Seat(seat) => Waits::Seat(seat.index()),
        Turn::Chance => Waits::Chance,
        Turn::Over => Waits::Over,
    };
    assert_eq!(waits, plain.waits());
    let listed: Vec<String> = legal(position).into_iter().map(|(text, _)| text).collect();
    assert_eq!(listed, plain.legal());
    match position.turn() {
        Turn::Chance => compare_chances(position, plain, thoroughly),
        Turn::Over => compare_ends(&position.result().expect("the game is over"), plain),
        Turn::Seat(_) => {}
    }
}

/// The same outcomes, with weights in the same proportion to their sum.
fn compare_chances<G: Game>(position: &G, plain: &dyn Engine, thoroughly: bool) {
    let draw = position.chance();
    if draw.count() > FEW && !thoroughly {
        return;
    }
    let Some(theirs) = plain.chances() else {
        assert!(draw.count() > 20_000, "{} outcomes can be listed", draw.count());
        return;
    };
    let mut ours = Vec::new();
    draw.each(|drawn, weight| ours.push((position.chance_from_draw(drawn).to_string(), weight)));
    ours.sort();
    let total: u128 = theirs.iter().map(|(_, weight)| weight).sum();
    assert_eq!(ours.len(), theirs.len());
    for ((text, weight), (their_text, their_weight)) in ours.iter().zip(&theirs) {
        assert_eq!(text, their_text);
        assert_eq!(weight * total, their_weight * draw.total(), "{text}");
    }
}

fn compare_ends(result: &Outcome, plain: &dyn Engine) {
    let winners: Vec<usize> = result.winners.iter().map(rainette_core::Seat::index).collect();
    assert_eq!(winners, plain.winners());
    let scores = result.scores.as_ref();
    let scores: Option<Vec<i64>> = scores.map(|scores| scores.iter().copied().map(i64::from).collect());
    assert_eq!(scores, plain.scores());
}
