//! Moments of finished games, looked at afterwards.

use rainette_core::{Observer, Turn};
use rainette_players::{Brain, Budget, Cancel, Judge, ReviewError, Spec, Visitor, choose, review};

use super::support::{costly_choice, every_game, finished_after, game_of_beginners, setups};

#[test]
fn a_review_and_a_hint_of_the_same_iterations_and_seed_agree() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Brain>(self) {
            let game = game_of_beginners(setups::<G>()[0], 6);
            let record = game.record();
            let (judge, mut decisions) = (Judge::new(100, 8), 0);
            for events in (game.events() / 3..game.events()).step_by(5) {
                let whole = game.at(events).expect("a moment of the game");
                let Turn::Seat(seat) = whole.turn() else { continue };
                let story = whole.story(Observer::Seat(seat));
                let budget = Some(Budget::Iterations(judge.iterations));
                let hint = choose(&story.to_text(), Spec::Best, budget, judge.seed, &Cancel::default())
                    .expect("an answer");
                let found = review(&record, events, &judge).expect("a finished game");
                let decision = found.decision().expect("a decision was made");
                if decision.best != hint.action {
                    // Only what was played can be found better than what the hint names, and not beyond twice the error.
                    assert_eq!((&decision.best, decision.lost), (&decision.played, 0.0), "{hint:?}");
                    let named = |text: &str| {
                        let mut actions = whole.actions().into_iter();
                        actions.find(|action| action.to_string() == text).expect("a legal action")
                    };
                    let known =
                        judge.known(&story, &[named(&decision.played)]).expect("it is the seat's turn");
                    let (lost, error) = known.lost(named(&hint.action)).expect("it was looked at");
                    println!("{} after {events}: {lost} ± {error}", G::INFO.id);
                    assert!(lost <= 2.0 * error, "{}: {hint:?} loses {lost} ± {error}", G::INFO.id);
                }
                decisions += 1;
                if decisions == 4 {
                    return;
                }
            }
            assert!(decisions > 0, "{} has no decisions", G::INFO.id);
        }
    }
    every_game(Check);
}

#[test]
fn a_blunder_is_called_a_mistake_and_an_only_choice_never() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Brain>(self) {
            let (whole, seat, blunder) = costly_choice::<G>();
            let game = finished_after(&whole, seat, blunder);
            let judge = Judge::new(400, 1);
            let found = review(&game.record(), whole.events(), &judge).expect("a finished game");
            let decision = found.decision().expect("a decision was made");
            assert_eq!((decision.seat, decision.played.clone()), (seat, blunder.to_string()));
            assert!(decision.is_mistake(), "{}: {decision:?}", G::INFO.id);
            assert_eq!(found.seen.len(), if G::INFO.has_secrets { whole.seats() } else { 0 });
            assert_eq!((found.shares.len(), found.errors.len()), (whole.seats(), whole.seats()));
            assert_eq!(found.seen.len(), found.seen_errors.len());
            // A seat that cannot know everything cannot be certain.
            for (shares, errors) in found.seen.iter().zip(&found.seen_errors) {
                assert_eq!(shares.len(), errors.len());
                assert!(errors.iter().all(|&error| error > 0.0), "{found:?}");
            }
            let only = (0..game.events())
                .find(|&events| game.at(events).is_some_and(|whole| whole.actions().len() == 1));
            if let Some(events) = only {
                let found = review(&game.record(), events, &judge).expect("a finished game");
                assert!(!found.decision().expect("a decision was made").is_mistake());
            }
        }
    }
    every_game(Check);
}

#[test]
fn a_moment_that_is_not_there_and_a_game_that_goes_on_are_refused() {
    let game = game_of_beginners::<rainette_games::hop_it::HopIt>(setups()[0], 6);
    let (mut record, most) = (game.record(), game.events());
    let judge = Judge::new(10, 1);
    let end = review(&record, most, &judge).expect("the end is a moment");
    assert!(end.next.is_none() && end.errors.iter().all(|&error| error == 0.0), "{end:?}");
    let beyond = ReviewError::Moment { events: most + 1, most };
    assert_eq!(review(&record, most + 1, &judge), Err(beyond));
    record.events.pop();
    assert!(matches!(review(&record, 0, &judge), Err(ReviewError::Unfinished(_))));
    record.game = "chess".to_owned();
    assert!(matches!(review(&record, 0, &judge), Err(ReviewError::Game(_))));
}
