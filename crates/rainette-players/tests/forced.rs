//! Every level from 3 up finds wins that nobody can prevent, in one or two actions of its own.
//!
//! The positions are data: `forced/GAME.txt` holds records, each headed by the number of actions. That the win is
//! forced is worked out here, over every reply, every chance and every secret that may be.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use rainette_core::{Actions, Event, Game, Guess as _, Match, Observer, Record, Seat, Setup, Turn, equally};
use rainette_players::{Brain, Generator, Question, Spec, Visitor, visit};

/// More positions than this are not searched through.
const MOST: u32 = 2_000;

/// Does the seat win, whatever the others do, with so many actions of its own? None if that takes too long to say.
fn is_forced<G: Game>(position: &G, seat: Seat, own: u32, left: &mut u32) -> Option<bool> {
    *left = left.checked_sub(1)?;
    match position.turn() {
        Turn::Over => {
            let winners = position.result().expect("the game is over").winners;
            Some(winners.len() == 1 && winners.contains(seat))
        }
        Turn::Seat(acting) if acting == seat => {
            if own == 0 {
                return Some(false);
            }
            let mut actions = Actions::new();
            position.legal_actions(&mut actions);
            for &action in actions.iter() {
                if is_forced(&position.after(action), seat, own - 1, left)? {
                    return Some(true);
                }
            }
            Some(false)
        }
        Turn::Seat(_) => {
            let mut actions = Actions::new();
            position.legal_actions(&mut actions);
            for &action in actions.iter() {
                if !is_forced(&position.after(action), seat, own, left)? {
                    return Some(false);
                }
            }
            Some(true)
        }
        Turn::Chance => {
            if position.chance().count() > 64 {
                return None;
            }
            let mut outcomes = Vec::new();
            position.chance().each(|drawn, _| outcomes.push(position.chance_from_draw(drawn)));
            for outcome in outcomes {
                if !is_forced(&position.after_chance(outcome), seat, own, left)? {
                    return Some(false);
                }
            }
            Some(true)
        }
    }
}

/// The actions that begin a win in so many actions, in every position that the seat holds possible.
fn winning<G: Game>(game: &Match<G>, seat: Seat, own: u32) -> Option<Vec<G::Action>> {
    let guess = G::guess(&game.story(Observer::Seat(seat)), &equally).expect("a story that was told");
    let mut random = Generator::new(1);
    let guesses: Vec<G> =
        (0..if G::INFO.has_secrets { 100 } else { 1 }).map(|_| guess.draw(&mut random)).collect();
    let mut actions = Actions::new();
    game.position().legal_actions(&mut actions);
    let mut winning = Vec::new();
    for &action in actions.iter() {
        let mut wins = true;
        for position in &guesses {
            wins = wins && is_forced(&position.after(action), seat, own - 1, &mut MOST.clone())?;
        }
        if wins {
            winning.push(action);
        }
    }
    Some(winning)
}

/// In how many of its own actions the seat to act can force a win: one or two, if not every action does.
fn forced_in<G: Game>(game: &Match<G>, seat: Seat) -> Option<(u32, Vec<G::Action>)> {
    let mut actions = Actions::new();
    game.position().legal_actions(&mut actions);
    for own in [1, 2] {
        let winning = winning(game, seat, own)?;
        if !winning.is_empty() {
            return (winning.len() < actions.len()).then_some((own, winning));
        }
    }
    None
}

fn file(id: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/forced/{id}.txt"))
}

/// Finds positions for games that have no file yet and writes them down:
/// `cargo test -p rainette-players --test forced -- --ignored`.
#[test]
#[ignore = "writes the data of the tests"]
fn find_forced_wins() {
    struct Find;
    impl Visitor for Find {
        type Output = ();
        fn visit<G: Brain>(self) {
            if file(G::INFO.id).exists() {
                return;
            }
            let mut text = String::new();
            let mut wanted = [3, 3];
            for seed in 0..4000 {
                if wanted == [0, 0] {
                    break;
                }
                let setups = Setup::<G>::all();
                let setup = setups[seed as usize % setups.len()];
                let player = Spec::Level(2).player::<G>(setup.seats());
                let mut random = Generator::new(seed);
                let mut game = Match::new(setup);
                let mut found = 3;
                while !game.position().is_over() && wanted != [0, 0] {
                    let Turn::Seat(seat) = game.turn() else {
                        game.draw(&mut random).expect("the game waits for chance");
                        continue;
                    };
                    // Of one game at most one position of each kind.
                    if let Some((own, _)) = forced_in(&game, seat).filter(|(own, _)| found & own != 0) {
                        found &= !own;
                        if wanted[own as usize - 1] > 0 {
                            wanted[own as usize - 1] -= 1;
                            writeln!(text, "# wins in {own}\n{}", game.record())
                                .expect("a string takes text");
                        }
                    }
                    let story = game.story(Observer::Seat(seat));
                    let question = Question::new(&story, player.own_budget(), random.next_u64());
                    let answer = player.think(&question).expect("an answer");
                    game.add(Event::Action(seat, answer.action)).expect("a legal action");
                }
            }
            let file = file(G::INFO.id);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder for the data");
            fs::write(file, text).expect("the data is written");
        }
    }
    for info in rainette_games::games() {
        visit(info.id, Find).expect("every game has a brain");
    }
}

/// Lets every level from 3 up play the positions of one game.
fn check(id: &str) {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Brain>(self) {
            let file = file(G::INFO.id);
            let text = fs::read_to_string(&file)
                .unwrap_or_else(|error| panic!("{}: {error}: `find_forced_wins` writes it", file.display()));
            let mut met = [0, 0];
            for entry in text.split("# wins in ").skip(1) {
                let (own, record) = entry.split_once('\n').expect("a number, then a record");
                let own: u32 = own.parse().expect("a number of actions");
                let record: Record = record.parse().expect("a record");
                let game = Match::<G>::replay(&record).expect("a record that replays");
                let Turn::Seat(seat) = game.turn() else { panic!("nobody to act in\n{record}") };
                let (found, winning) = forced_in(&game, seat).expect("a forced win");
                assert_eq!(found, own, "in\n{record}");
                met[own as usize - 1] += 1;
                for level in 3..=8 {
                    let story = game.story(Observer::Seat(seat));
                    let player = Spec::Level(level).player::<G>(story.setup.seats());
                    let question = Question::new(&story, player.own_budget(), 7);
                    let action = player.think(&question).expect("an answer").action;
                    assert!(winning.contains(&action), "level {level} plays {action} in\n{record}");
                }
            }
            assert!(met[0] > 1, "wins met in one and two: {met:?}");
            // In Pool Party nobody can be sure of a line before the dice fall.
            assert!(met[1] > 1 || G::INFO.id == "pool-party", "wins met in one and two: {met:?}");
        }
    }
    visit(id, Check).expect("every game has a brain");
}

/// One test per game, so that they run side by side, and one that names the games without.
macro_rules! games {
    ($($name:ident = $id:literal),+ $(,)?) => {
        $(#[test]
        fn $name() {
            check($id);
        })+

        #[test]
        fn every_game_is_checked() {
            for info in rainette_games::games() {
                assert!([$($id),+].contains(&info.id), "`{}` is not checked: add it to `games!` here", info.id);
            }
        }
    };
}

games! {
    levels_from_3_up_see_forced_wins_in_hop_it = "hop-it",
    levels_from_3_up_see_forced_wins_in_abagio = "abagio",
    levels_from_3_up_see_forced_wins_in_frogriders = "frogriders",
    levels_from_3_up_see_forced_wins_in_pool_party = "pool-party",
    levels_from_3_up_see_forced_wins_in_china_moon = "china-moon",
}
