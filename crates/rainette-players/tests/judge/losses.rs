//! What players lose per decision.

use rainette_core::{Game, Observer, Setup, Turn};
use rainette_games::abagio::{Abagio, Action};
use rainette_games::china_moon::ChinaMoon;
use rainette_games::hop_it::HopIt;
use rainette_players::{
    Answer, Brain, Budget, Judge, Loss, Player, Question, Ranked, Rollouts, STRAY, Spec, ThinkError, Values,
    Visitor, Whole, straying,
};

use super::support::{
    costly_choice, every_game, finished_at_random, game_of_beginners, position_after, setups, told_alike,
};

/// Does what it was told to do.
struct Puppet<G: Game>(G::Action);

impl<G: Game> Player<G> for Puppet<G> {
    fn think(&self, _: &Question<'_, G>) -> Result<Answer<G>, ThinkError> {
        let ranked = vec![Ranked { action: self.0, value: 0.5, visits: 0 }];
        Ok(Answer { action: self.0, values: Values::default(), ranked, iterations: 0 })
    }
}

/// What a plan finds of one action.
fn of_one<G: Brain>(plan: &Rollouts<'_, G>, whole: &Whole<G>, action: G::Action) -> Loss {
    let puppet = Puppet::<G>(action);
    let found = plan.lost(whole, &[(&puppet, Budget::Iterations(0))], 1).expect("it is the seat's turn");
    found.into_iter().next().expect("one player was asked")
}

/// What an action loses, by few games that are cut short.
fn lost<G: Brain>(whole: &Whole<G>, action: G::Action, rollouts: u32) -> Loss {
    let reference = Spec::Best.player::<G>(whole.seats());
    let plan = Rollouts {
        reference: reference.as_ref(),
        iterations: 2,
        rollouts,
        width: 4,
        horizon: Some(12),
        seed: 9,
    };
    of_one(&plan, whole, action)
}

/// Where nothing is left to chance, a reference that takes the best action always would play one game over and over.
#[test]
fn no_two_games_are_alike_even_if_nothing_is_left_to_chance() {
    let game = game_of_beginners(Setup::<ChinaMoon>::new(3).expect("a set-up"), 5);
    let whole = game.at(game.events() / 2).expect("a moment of the game");
    assert!(whole.actions().len() > 2, "there is a choice");
    let error = |stray: f64| {
        let reference = straying(Spec::Best.player::<ChinaMoon>(3), 4, stray);
        let plan = Rollouts {
            reference: reference.as_ref(),
            iterations: 4,
            rollouts: 32,
            width: 8,
            horizon: None,
            seed: 9,
        };
        whole.actions().into_iter().map(|action| of_one(&plan, &whole, action).error).sum::<f64>()
    };
    assert!(error(0.0) < 1e-9, "without straying there is one game");
    assert!(error(STRAY) > 0.01, "straying, games differ");
}

#[test]
fn a_planted_blunder_costs_and_the_best_action_costs_nothing() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Brain>(self) {
            let (whole, seat, blunder) = costly_choice::<G>();
            let loss = lost(&whole, blunder, 48);
            assert_eq!(loss.chosen, blunder.to_string());
            assert!(loss.lost > 0.02 && loss.lost > 2.0 * loss.error, "{}: {loss:?}", G::INFO.id);
            let best = whole.actions().into_iter().find(|action| action.to_string() == loss.best);
            let right = lost(&whole, best.expect("the best action is legal"), 48);
            assert!(right.lost <= 2.0 * right.error, "{}: {right:?}", G::INFO.id);
            // The Judge says so, too, as far as the seat can know.
            let story = whole.story(Observer::Seat(seat));
            let known = Judge::new(400, 1).known(&story, &[blunder]).expect("it is the seat's turn");
            let (behind, error) = known.lost(blunder).expect("it was asked about");
            assert!(behind > 2.0 * error, "{}: {behind} ± {error}", G::INFO.id);
        }
    }
    every_game(Check);
}

#[test]
fn the_order_of_leaps_that_come_to_the_same_costs_nothing() {
    let game = game_of_beginners(Setup::<Abagio>::new(2).expect("a set-up"), 6);
    let mut compared = 0;
    for events in 0..game.events() {
        let whole = game.at(events).expect("a moment of the game");
        // Two leaps by two dice, in either order, to the same position.
        let leaps = whole.actions();
        let [one, other] = leaps[..] else { continue };
        let (Action::Leap(_), Action::Leap(_)) = (one, other) else { continue };
        let Turn::Seat(seat) = whole.turn() else { continue };
        let follows = |first: Action| {
            let after = position_after(&whole, seat, first);
            (after.turn(), after.actions())
        };
        if (follows(one), follows(other)) != ((Turn::Seat(seat), vec![other]), (Turn::Seat(seat), vec![one]))
        {
            continue;
        }
        compared += 1;
        for action in [one, other] {
            let loss = lost(&whole, action, 16);
            assert!(loss.lost.abs() < 1e-9 && loss.error < 1e-9, "the same luck for both: {loss:?}");
        }
        if compared == 3 {
            return;
        }
    }
    assert!(compared > 0, "no such position in the game");
}

#[test]
fn the_mirror_image_of_an_action_costs_nothing() {
    // At the first turn of Hop It! the pond is the same from left to right.
    let game = game_of_beginners(Setup::<HopIt>::new(2).expect("a set-up"), 1);
    let whole = game.at(0).expect("the beginning");
    let mirrored = |text: &str| -> String {
        let file = |c: char| if ('a'..='k').contains(&c) { (b'a' + b'k' - c as u8) as char } else { c };
        text.chars().map(file).collect()
    };
    let Turn::Seat(seat) = whole.turn() else { panic!("nothing is random") };
    let story = whole.story(Observer::Seat(seat));
    let judge = Judge::new(200, 1);
    for action in whole.actions() {
        let image =
            whole.actions().into_iter().find(|other| other.to_string() == mirrored(&action.to_string()));
        let image = image.expect("the mirror image of a legal action is legal");
        let known = judge.known(&story, &[action, image]).expect("it is the seat's turn");
        let ((one, error), (two, other)) =
            (known.lost(action).expect("asked"), known.lost(image).expect("asked"));
        assert!(
            (one - two).abs() <= 2.0 * (error + other) + 1e-9,
            "`{action}` {one} ± {error}, `{image}` {two} ± {other}"
        );
    }
}

#[test]
fn losses_are_blind_to_what_the_seat_cannot_know() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Brain>(self) {
            if !G::INFO.has_secrets {
                return;
            }
            let mut compared = 0;
            for setup in setups::<G>() {
                let game = game_of_beginners(setup, 3);
                for events in game.events() / 4..game.events() {
                    let whole = game.at(events).expect("a moment of the game");
                    let Turn::Seat(seat) = whole.turn() else { continue };
                    if whole.actions().len() < 2 {
                        continue;
                    }
                    let Some(retold) = told_alike(&game, events, seat) else { continue };
                    // Played on to its end at random, it is a finished game like any other.
                    let retold = finished_at_random(retold, 1).at(events).expect("the same moment");
                    let action = whole.actions()[0];
                    assert_eq!(lost(&whole, action, 16), lost(&retold, action, 16));
                    compared += 1;
                    break;
                }
            }
            assert!(compared > 0, "no game was told alike");
        }
    }
    every_game(Check);
}

#[test]
fn what_is_found_of_a_player_does_not_depend_on_who_else_is_measured() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Brain>(self) {
            let game = game_of_beginners(setups::<G>()[0], 4);
            let moments = (0..game.events()).filter_map(|events| game.at(events));
            let whole = moments.into_iter().find(|whole| whole.actions().len() > 6).expect("many choices");
            let reference = Spec::Best.player::<G>(whole.seats());
            let plan = Rollouts {
                reference: reference.as_ref(),
                iterations: 2,
                rollouts: 12,
                width: 3,
                horizon: Some(4),
                seed: 2,
            };
            let puppets: Vec<Puppet<G>> = whole.actions().into_iter().map(Puppet).collect();
            let budget = Budget::Iterations(0);
            let players: Vec<_> = puppets.iter().map(|puppet| (puppet as &dyn Player<G>, budget)).collect();
            let together = plan.lost(&whole, &players, 1).expect("it is the seat's turn");
            assert_eq!(together.len(), puppets.len());
            for (puppet, loss) in puppets.iter().zip(&together) {
                assert_eq!(*loss, of_one(&plan, &whole, puppet.0));
                // An action that the reference does not rank first is played on from besides.
                assert!([12, 16].contains(&loss.rollouts), "{loss:?}");
            }
            assert!(together.iter().any(|loss| loss.rollouts == 16), "{together:?}");
        }
    }
    every_game(Check);
}
