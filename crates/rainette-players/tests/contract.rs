//! What every player of every game has to keep to.

use std::time::Duration;

use rainette_core::{Actions, Event, Game, Match, Observer, Random as _, Seat, Setup, Story, Turn};
use rainette_players::{Brain, Budget, Cancel, Generator, Memory, Question, Spec, Visitor, visit};

const SPECS: [Spec; 7] = [
    Spec::Best,
    Spec::Frozen,
    Spec::Reference(None),
    Spec::Hinted(0.7),
    Spec::Greedy,
    Spec::Random,
    Spec::Level(2),
];

/// Visits every game.
fn every_game<V: Visitor<Output = ()> + Copy>(visitor: V) {
    for info in rainette_games::games() {
        visit(info.id, visitor).expect("every game has a brain");
    }
}

/// A random game up to a seat's turn after about `events` events, or none if it ends before.
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

/// The same game, had another seat made another choice that this seat may not see.
fn told_alike<G: Game>(game: &Match<G>, seat: Seat) -> Option<Match<G>> {
    let story = game.story(Observer::Seat(seat));
    let positions: Vec<G> = game.positions().collect();
    let mut actions = Actions::new();
    for (number, told) in story.told.iter().enumerate().filter(|(_, told)| told.event.contains('?')) {
        let Some(other) = told.seat else { continue };
        positions[number].legal_actions(&mut actions);
        for &action in actions.iter() {
            let mut events = game.events().to_vec();
            events[number] = Event::Action(other, action);
            let mut retold = Match::new(game.setup());
            let legal = events.into_iter().all(|event| retold.add(event).is_ok());
            if legal && retold.position() != game.position() {
                return Some(retold);
            }
        }
    }
    None
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
                let Some(retold) = told_alike(&game, seat) else { continue };
                different += 1;
                let stories = [game, retold].map(|game| game.story(Observer::Seat(seat)));
                for spec in SPECS {
                    let think = |story: &Story<G>| {
                        let question = Question::new(story, Budget::Iterations(60), 11);
                        spec.player::<G>(story.setup.seats()).think(&question).expect("an answer")
                    };
                    assert_eq!(think(&stories[0]), think(&stories[1]), "{spec}");
                }
            }
            assert_eq!(different > 0, G::INFO.has_secrets, "only secrets can differ");
        }
    }
    every_game(Check);
}

#[test]
fn a_tree_handed_back_is_searched_on_in_time_mode_only() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Brain>(self) {
            let (mut game, seat) = midgames::<G>().nth(1).expect("a game in play");
            let player = Spec::Reference(None).player::<G>(game.setup().seats());
            let mut memory = Memory::default();
            let story = game.story(Observer::Seat(seat));
            let time = Budget::Time(Duration::from_millis(40));
            let first = player.think_on(&Question::new(&story, time, 1), &mut memory).expect("an answer");
            assert!(!memory.is_empty());
            if first.ranked.len() > 1 {
                game.add(Event::Action(seat, first.action)).expect("a legal action");
                // If the same seat acts again at once the tree fits; otherwise the question is asked again.
                let again = if game.turn() == Turn::Seat(seat) {
                    game.story(Observer::Seat(seat))
                } else {
                    story.clone()
                };
                let brief = Budget::Time(Duration::from_millis(1));
                let second =
                    player.think_on(&Question::new(&again, brief, 1), &mut memory).expect("an answer");
                let visits: u64 = second.ranked.iter().map(|ranked| u64::from(ranked.visits)).sum();
                assert!(visits > second.iterations, "{visits} visits in {} iterations", second.iterations);
            }
            let counted = Question::new(&story, Budget::Iterations(50), 1);
            let fresh = player.think(&counted).expect("an answer");
            assert_eq!(player.think_on(&counted, &mut memory).expect("an answer"), fresh);
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

#[test]
fn a_level_thinks_as_long_as_it_is_meant_to_unless_it_is_told_otherwise() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<G: Brain>(self) {
            // A position in which there is something to think about.
            let choices = |(game, _): &(Match<G>, Seat)| {
                let mut actions = Actions::new();
                game.position().legal_actions(&mut actions);
                actions.len()
            };
            let (game, seat) = midgames::<G>().max_by_key(choices).expect("a game");
            let story = game.story(Observer::Seat(seat));
            let player = Spec::Level(8).player::<G>(game.setup().seats());
            let Budget::Iterations(own) = player.own_budget() else { panic!("levels count iterations") };
            assert_eq!(own, G::LEVELS[7].iterations);
            let spent =
                |budget| player.think(&Question::new(&story, budget, 3)).expect("an answer").iterations;
            assert!(spent(Budget::Iterations(1)) < spent(player.own_budget()), "{}", G::INFO.id);
        }
    }
    every_game(Check);
}
