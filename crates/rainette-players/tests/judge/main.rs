//! The Judge: what it says of positions of every game, and what players lose by it.
//!
//! `judged` holds judgements of positions of every game, which are the same on every machine; `RAINETTE_BLESS=1 cargo test
//! -p rainette-players --test judge judgements` writes them afresh.

mod courses;
mod losses;
mod reviews;
mod support;

use std::fmt::Write as _;
use std::path::Path;

use rainette_core::{End, How, Match, Observer, Seat, Setup, Turn};
use rainette_games::abagio::Abagio;
use rainette_games::frogriders::Frogriders;
use rainette_games::hop_it::HopIt;
use rainette_players::{
    Brain, EndgameTables, Finished, Generator, Judge, SelfPlay, UnfinishedError, Visitor,
};

use support::{
    costly_choice, every_game, game_of_beginners, position_after, setups, told_alike, wins_at_hand,
};

fn judge() -> Judge {
    Judge::new(120, 3)
}

#[test]
fn judgements_are_the_same_on_every_machine() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Brain>(self) {
            let mut text = String::new();
            for setup in setups::<G>() {
                let game = game_of_beginners(setup, 5);
                for quarter in 0..4 {
                    let whole = game.at(game.events() * quarter / 4).expect("a moment of the game");
                    let judgement = judge().judge(&whole);
                    write!(text, "{} seats, after {:>3}:", setup.seats(), whole.events()).expect("text");
                    for (share, error) in judgement.shares().iter().zip(judgement.errors()) {
                        write!(text, "  {share:.6} ± {error:.6}").expect("text");
                    }
                    text.push_str(if judgement.is_exact() { "  exact\n" } else { "\n" });
                }
            }
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/judge/judged");
            let file = folder.join(format!("{}.txt", G::INFO.id));
            if std::env::var_os("RAINETTE_BLESS").is_some() {
                std::fs::write(&file, &text).expect("the file can be written");
            }
            let kept = std::fs::read_to_string(&file).unwrap_or_default();
            assert_eq!(
                kept,
                text,
                "judgements of {} have changed; if this is meant, write them afresh with RAINETTE_BLESS=1",
                G::INFO.id
            );
        }
    }
    every_game(Check);
}

#[test]
fn shares_add_up_to_one_and_the_same_question_has_the_same_answer() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Brain>(self) {
            for (number, setup) in (0..).zip(Setup::<G>::all()) {
                let game = game_of_beginners(setup, number);
                for events in [0, 1, game.events() / 3, game.events() - 1, game.events()] {
                    let whole = game.at(events).expect("a moment of the game");
                    let judge = Judge::new(60, number);
                    let judgement = judge.judge(&whole);
                    assert_eq!(judgement, judge.judge(&whole));
                    let sum: f64 = judgement.shares().iter().sum();
                    assert!((sum - 1.0).abs() < 1e-9, "{sum} in {setup:?} after {events}");
                    assert_eq!(judgement.shares().len(), setup.seats());
                    assert!(
                        judgement.shares().iter().all(|share| (0.0..=1.0).contains(share)),
                        "{judgement:?}"
                    );
                    assert!(
                        judgement.errors().iter().all(|error| (0.0..=1.0).contains(error)),
                        "{judgement:?}"
                    );
                    assert_eq!(judgement.is_exact(), judgement.errors().iter().all(|&error| error == 0.0));
                }
            }
        }
    }
    every_game(Check);
}

#[test]
fn the_end_of_a_game_is_judged_as_it_came_out_and_a_win_at_hand_as_a_win() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Brain>(self) {
            for setup in setups::<G>() {
                let game = game_of_beginners(setup, 8);
                let end = judge().judge(&game.at(game.events()).expect("the end"));
                let outcome = rainette_players::worth(&game.outcome(), setup.seats());
                assert!(end.is_exact());
                for (share, got) in end.shares().iter().zip(outcome) {
                    assert!((share - f64::from(got)).abs() < 1e-6, "{end:?}");
                }
            }
            let at_hand = wins_at_hand::<G>(3);
            assert!(!at_hand.is_empty(), "no game of {} ended with an action", G::INFO.id);
            for (whole, seat) in at_hand {
                let share = judge().judge(&whole).shares()[seat.index()];
                assert!(share > 0.95, "{}: {share} with a win at hand, after {}", G::INFO.id, whole.events());
            }
        }
    }
    every_game(Check);
}

#[test]
fn what_a_seat_cannot_know_does_not_change_what_it_knows() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Brain>(self) {
            let mut different = 0;
            for setup in setups::<G>() {
                let game = game_of_beginners(setup, 2);
                for part in [2, 5] {
                    let whole = game.at(game.events() * part / 8).expect("a moment of the game");
                    let Turn::Seat(seat) = whole.turn() else { continue };
                    let Some(other) = told_alike(&game, whole.events(), seat) else { continue };
                    different += 1;
                    let (one, two) = (whole.story(Observer::Seat(seat)), other.story(Observer::Seat(seat)));
                    let actions = whole.actions();
                    let judge = Judge::new(64, 5);
                    let known =
                        judge.known(&one, &actions[..2.min(actions.len())]).expect("it is the seat's turn");
                    assert_eq!(
                        known,
                        judge.known(&two, &actions[..2.min(actions.len())]).expect("it is the seat's turn")
                    );
                    assert_eq!(judge.seen(&one), judge.seen(&two));
                }
            }
            assert_eq!(different > 0, G::INFO.has_secrets, "only secrets can differ");
        }
    }
    every_game(Check);
}

#[test]
fn with_nothing_hidden_a_seat_knows_what_the_judge_knows() {
    // In Abagio nothing depends on the Judge's random numbers.
    let game = game_of_beginners(Setup::<Abagio>::new(2).expect("a set-up"), 4);
    let moments = (12..).map_while(|events| game.at(events));
    let whole = moments.into_iter().find(|whole| whole.actions().len() > 1).expect("a choice");
    let Turn::Seat(seat) = whole.turn() else { panic!("a seat has a choice") };
    let story = whole.story(Observer::Seat(seat));
    assert_eq!(judge().seen(&story), Ok(judge().judge(&whole)));
    let action = whole.actions()[0];
    let known = judge().known(&story, &[action]).expect("it is the seat's turn");
    let worth = known.worths().iter().find(|worth| worth.action == action).expect("it was asked about");
    let after = position_after(&whole, seat, action);
    assert_eq!(worth.judgement, judge().judge(&after));
    assert!(known.lost(action).expect("it was asked about").0 >= 0.0, "nothing is better than the best");
    assert_eq!(known.lost(known.best().action), Some((0.0, 0.0)));
}

#[test]
fn what_a_seat_loses_varies_from_seed_to_seed_as_its_error_says() {
    const SEEDS: u64 = 50;
    let (whole, seat, blunder) = costly_choice::<Frogriders>();
    let story = whole.story(Observer::Seat(seat));
    let found: Vec<(f64, f64)> = (0..SEEDS)
        .map(|seed| {
            let known = Judge::new(256, seed).known(&story, &[blunder]).expect("it is the seat's turn");
            known.lost(blunder).expect("it was asked about")
        })
        .collect();
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| found.iter().map(of).sum::<f64>() / SEEDS as f64;
    let (lost, error) = (mean(&|found| found.0), mean(&|found| found.1));
    let spread =
        (mean(&|found| (found.0 - lost) * (found.0 - lost)) * SEEDS as f64 / (SEEDS - 1) as f64).sqrt();
    println!("{lost}, spread {spread}, stated {error}");
    assert!(spread < 1.4 * error, "{spread}, though an error of {error} is stated");
}

#[test]
fn solved_endgames_are_looked_up() {
    let mut looked_up = 0;
    for seed in 0..40 {
        let game = game_of_beginners(Setup::<HopIt>::new(2).expect("a set-up"), seed);
        for events in game.events().saturating_sub(12)..game.events() {
            let whole = game.at(events).expect("a moment of the game");
            let known = judge().judge(&whole);
            let searched = judge().knowing(EndgameTables::none()).judge(&whole);
            if searched.is_exact() && known.is_exact() {
                assert_eq!(searched.shares(), known.shares(), "{}", game.record());
            }
            looked_up += usize::from(known.is_exact() && !searched.is_exact());
        }
    }
    assert!(looked_up >= 5, "only {looked_up} endgames");
}

#[test]
fn a_game_that_goes_on_is_not_judged() {
    let mut game = Match::<Abagio>::new(Setup::new(2).expect("a set-up"));
    game.draw(&mut Generator::new(1)).expect("the first roll");
    assert_eq!(Finished::new(game.clone()), Err(UnfinishedError::NotOver { events: 1 }));
    let error = Finished::<Abagio>::replay(&game.record()).expect_err("it goes on").to_string();
    assert!(error.contains("only finished games are judged"), "{error}");
    assert!(SelfPlay::<Abagio>::new(game.setup()).finish().is_none());
    // Nor can it be stopped to be looked at; a record that says it was given up is believed.
    let mut stopped = game.clone();
    stopped.stop(End { how: How::Resigned, seat: Seat::new(0) }).expect("it goes on");
    assert_eq!(Finished::new(stopped.clone()), Err(UnfinishedError::Stopped));
    assert!(Finished::<Abagio>::replay(&stopped.record()).is_ok());
    let wrong = Finished::<HopIt>::replay(&game.record()).expect_err("another game").to_string();
    assert!(wrong.contains("`abagio`"), "{wrong}");
}
