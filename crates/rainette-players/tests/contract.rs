//! What every player of every game has to keep to.

use rainette_core::{
    Actions, Event, Game, Guess as _, Match, Observer, Random as _, Seat, Setup, Turn, equally,
};
use rainette_players::{Brain, Budget, Cancel, Generator, Question, Spec, Visitor, visit};

const SPECS: [Spec; 6] =
    [Spec::Best, Spec::Reference(None), Spec::Hinted(0.7), Spec::Greedy, Spec::Random, Spec::Level(2)];

/// Visits every game.
fn every_game<V: Visitor<Output = ()> + Copy>(visitor: V) {
    for info in rainette_games::games() {
        visit(info.id, visitor).expect("every game has a brain");
    }
}

/// A random game up to a seat's turn after about `events` events, or none where it ends before.
fn midgame<G: Game>(setup: Setup<G>, events: usize, seed: u64) -> Option<(Match<G>, Seat)> {
    let mut random = Generator::new(seed);
    let mut game = Match::new(setup);
    let mut actions = Actions::new();
    loop {
        match game.turn() {
            Turn::Over => return None,
            Turn::Chance => {
                game.draw(&mut random).expect("the game waits for chance");
            }
            Turn::Seat(seat) if game.events().len() >= events => return Some((game, seat)),
            Turn::Seat(seat) => {
                game.position().legal_actions(&mut actions);
                let action = actions[random.below(actions.len() as u32) as usize];
                game.add(Event::Action(seat, action)).expect("a listed action is legal");
            }
        }
    }
}

/// Set-ups and lengths to look at.
fn midgames<G: Game>() -> impl Iterator<Item = (Match<G>, Seat)> {
    let setups = Setup::<G>::all();
    setups
        .into_iter()
        .flat_map(|setup| [0, 9, 33].map(|events| (setup, events)))
        .enumerate()
        .filter_map(|(seed, (setup, events))| midgame(setup, events, seed as u64))
}

#[test]
fn answers_are_legal_and_rank_what_was_looked_at() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Brain>(self) {
            for (game, seat) in midgames::<G>() {
                let story = game.story(Observer::Seat(seat));
                let mut actions = Actions::new();
                game.position().legal_actions(&mut actions);
                for spec in SPECS {
                    let player = spec.player::<G>(story.setup.seats());
                    let answer =
                        player.think(&Question::new(&story, Budget::Iterations(60), 5)).expect("an answer");
                    assert!(actions.contains(&answer.action), "{spec}: {} in {game:?}", answer.action);
                    for ranked in &answer.ranked {
                        assert!(actions.contains(&ranked.action), "{spec}: {}", ranked.action);
                        assert!((-0.001..=1.001).contains(&ranked.value), "{spec}: {ranked:?}");
                    }
                    let seats = story.setup.seats();
                    assert!(
                        answer.values[..seats].iter().all(|value| (-0.001..=1.001).contains(value)),
                        "{spec}"
                    );
                }
            }
        }
    }
    every_game(Check);
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Brain>(self) {
            for (game, seat) in midgames::<G>().take(4) {
                let story = game.story(Observer::Seat(seat));
                for spec in SPECS {
                    let think = || {
                        let question = Question::new(&story, Budget::Iterations(100), 7);
                        spec.player::<G>(story.setup.seats()).think(&question).expect("an answer")
                    };
                    assert_eq!(think(), think(), "{spec}");
                }
            }
        }
    }
    every_game(Check);
}

#[test]
fn what_a_seat_may_not_see_does_not_change_its_answer() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Brain>(self) {
            let mut different = 0;
            for (game, seat) in midgames::<G>() {
                let story = game.story(Observer::Seat(seat));
                let mut random = Generator::new(3);
                let guess = G::guess(&story, &equally).expect("a story that was told");
                let other = guess.draw(&mut random);
                different += u32::from(other != *game.position());
                // The other position is seen as the true one is: a player that is handed the story cannot tell.
                assert_eq!(other.view(Observer::Seat(seat)), story.view);
                let retold = rainette_core::Story { view: other.view(Observer::Seat(seat)), ..story.clone() };
                for spec in SPECS {
                    let think = |story| {
                        let question = Question::new(story, Budget::Iterations(60), 11);
                        spec.player::<G>(game.setup().seats()).think(&question).expect("an answer")
                    };
                    assert_eq!(think(&story), think(&retold), "{spec}");
                }
            }
            assert!(different > 0 || !G::INFO.has_secrets, "no other position was met");
        }
    }
    every_game(Check);
}

#[test]
fn a_cancelled_player_answers_at_once() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Brain>(self) {
            let (game, seat) = midgames::<G>().next().expect("a game in play");
            let story = game.story(Observer::Seat(seat));
            let cancel = Cancel::default();
            cancel.cancel();
            for spec in SPECS {
                let budget = Budget::Iterations(u32::MAX);
                let question = Question { cancel: cancel.clone(), ..Question::new(&story, budget, 1) };
                spec.player::<G>(story.setup.seats()).think(&question).expect("an answer");
            }
        }
    }
    every_game(Check);
}

#[test]
fn nobody_answers_for_a_spectator_or_out_of_turn() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Brain>(self) {
            let (game, seat) = midgames::<G>().next().expect("a game in play");
            let seats = game.setup().seats();
            for observer in [Observer::Spectator, Observer::Seat(seat.next(seats))] {
                let story = game.story(observer);
                for spec in SPECS {
                    let question = Question::new(&story, Budget::Iterations(10), 1);
                    assert!(spec.player::<G>(seats).think(&question).is_err(), "{spec} for {observer}");
                }
            }
        }
    }
    every_game(Check);
}
