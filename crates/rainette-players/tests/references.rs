//! Players that do not change: what each of them chooses, as golden files.
//!
//! Whatever they share with others (the tree search, the contract, random numbers) may change only if this does not
//! notice. `RAINETTE_BLESS=1` writes the choices of a game that has no file yet, and leaves those that have one alone. If
//! the rules of a game have changed, `RAINETTE_BLESS_REFERENCES=1` writes its file afresh; if a file differs for another
//! reason, the change is wrong.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use rainette_core::{Actions, Event, Match, Observer, Random as _, Seat, Setup, Turn};
use rainette_players::{Brain, Budget, Generator, Question, Spec, Visitor, visit};

/// Who does not change, and how many iterations each thinks.
const PLAYERS: [(Spec, &[u32]); 4] = [
    (Spec::Frozen, &[1, 300, 2_500]),
    (Spec::Reference(None), &[200]),
    (Spec::Greedy, &[1]),
    (Spec::Random, &[1]),
];

/// How many events into a game they are asked.
const EVENTS: [usize; 5] = [0, 12, 25, 50, 90];

fn file(id: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/references").join(format!("{id}.txt"))
}

/// A game of players that look one action ahead, and now and then do anything, up to a seat's turn with something to
/// choose; none if it ends before.
fn midgame<G: Brain>(setup: Setup<G>, events: usize, seed: u64) -> Option<(Match<G>, Seat)> {
    let mut random = Generator::new(seed);
    let mut game = Match::new(setup);
    let mut actions = Actions::new();
    let player = Spec::Greedy.player::<G>(setup.seats());
    loop {
        match game.turn() {
            Turn::Over => return None,
            Turn::Chance => {
                game.draw(&mut random).expect("the game waits for chance");
            }
            Turn::Seat(seat) => {
                game.position().legal_actions(&mut actions);
                if game.events().len() >= events && actions.len() > 1 {
                    return Some((game, seat));
                }
                let action = if random.below(8) == 0 {
                    actions[random.below(actions.len() as u32) as usize]
                } else {
                    let story = game.story(Observer::Seat(seat));
                    let question = Question::new(&story, Budget::Iterations(1), random.next_u64());
                    player.think(&question).expect("an answer").action
                };
                game.add(Event::Action(seat, action)).expect("a legal action");
            }
        }
    }
}

/// What every player does in some positions of a game, with what it expects to the third digit.
fn choices<G: Brain>() -> String {
    let mut text = String::new();
    let setups = Setup::<G>::all().into_iter().filter(|setup| setup.options().next().is_none());
    for setup in setups {
        let seats = setup.seats();
        for (seed, events) in (1..).zip(EVENTS) {
            let Some((game, seat)) = midgame(setup, events, seed) else { continue };
            let number = game.events().len();
            writeln!(text, "{seats} seats, seed {seed}, after {number} events").expect("a string takes text");
            let story = game.story(Observer::Seat(seat));
            for (spec, budgets) in PLAYERS {
                let player = spec.player::<G>(seats);
                for &iterations in budgets {
                    let question = Question::new(&story, Budget::Iterations(iterations), 17);
                    let answer = player.think(&question).expect("an answer");
                    write!(text, "  {spec}@{iterations} {}", answer.action).expect("a string takes text");
                    for value in &answer.values[..seats] {
                        write!(text, " {value:.3}").expect("a string takes text");
                    }
                    writeln!(text, " ({})", answer.iterations).expect("a string takes text");
                }
            }
        }
    }
    text
}

fn check(id: &str) {
    struct Choices;
    impl Visitor for Choices {
        type Output = String;
        fn visit<G: Brain>(self) -> String {
            choices::<G>()
        }
    }
    let choices = visit(id, Choices).expect("every game has a brain");
    let file = file(id);
    let is_set = |name: &str| std::env::var_os(name).is_some();
    if is_written(file.exists(), is_set("RAINETTE_BLESS"), is_set("RAINETTE_BLESS_REFERENCES")) {
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder for golden files");
        fs::write(&file, &choices).expect("the file is written");
    }
    let golden = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    for (number, (is, was)) in choices.lines().zip(golden.lines()).enumerate() {
        assert_eq!(
            is,
            was,
            "line {} of {}: a player that does not change has changed",
            number + 1,
            file.display()
        );
    }
    assert_eq!(choices.lines().count(), golden.lines().count(), "{}", file.display());
}

/// Is a file written, if one is there already or not, and if golden files or even these are to be written?
fn is_written(is_there: bool, bless: bool, bless_references: bool) -> bool {
    bless_references || bless && !is_there
}

#[test]
fn what_is_frozen_is_not_written_with_the_other_golden_files() {
    assert!(!is_written(true, true, false) && !is_written(false, false, false));
    assert!(is_written(false, true, false) && is_written(true, false, true));
}

/// One test per game, so that they run side by side, and one that names the games without.
macro_rules! games {
    ($($name:ident = $id:literal),+ $(,)?) => {
        $(#[test]
        fn $name() {
            check($id);
        })+

        #[test]
        fn every_game_has_references() {
            for info in rainette_games::games() {
                assert!([$($id),+].contains(&info.id), "`{}` has no references: add it to `games!` here", info.id);
            }
        }
    };
}

games! {
    references_of_hop_it_stay_as_they_are = "hop-it",
    references_of_abagio_stay_as_they_are = "abagio",
    references_of_pool_party_stay_as_they_are = "pool-party",
    references_of_china_moon_stay_as_they_are = "china-moon",
    references_of_frogriders_stay_as_they_are = "frogriders",
}
