//! What the player knows, and what it must never get wrong.

mod guided;
mod senses;

use std::time::Duration;

use rainette_core::{Actions, Event, Game as _, Match, Observer, Random as _, Seat, SeatSet, Setup, Turn};
use rainette_games::china_moon::{Action, ChinaMoon, Lilies, Lily};

use super::evaluation::JUDGE;
use super::search::Search;
use crate::brains::{Brain as _, Spec};
use crate::greedy::Greedy;
use crate::player::{Budget, Cancel, Question, Values, worth};
use crate::random::Generator;

/// A game played at random to its end.
fn finished(seats: usize, number: u64) -> Match<ChinaMoon> {
    let mut random = Generator::of(7, number);
    let mut game: Match<ChinaMoon> = Match::new(Setup::new(seats).expect("a valid set-up"));
    game.draw(&mut random).expect("the lilies are laid out first");
    let mut actions = Actions::new();
    while let Turn::Seat(seat) = game.turn() {
        game.position().legal_actions(&mut actions);
        let action = actions[random.below(actions.len() as u32) as usize];
        game.add(Event::Action(seat, action)).expect("a legal action");
    }
    game
}

/// A game played at random and taken back to so many events before its end.
fn before_the_end(seats: usize, number: u64, events: usize) -> Match<ChinaMoon> {
    let mut game = finished(seats, number);
    game.truncate(game.events().len().saturating_sub(events).max(1));
    game
}

fn chooser(game: &Match<ChinaMoon>) -> Seat {
    match game.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance | Turn::Over => panic!("no seat's turn"),
    }
}

fn judged(position: &ChinaMoon) -> Values {
    JUDGE.evaluate(position, &mut Actions::new())
}

fn search(position: ChinaMoon, iterations: u32) -> Search<'static> {
    let mut search = Search::new(&JUDGE, position, 1);
    for _ in 0..iterations {
        if search.winners().is_some() {
            break;
        }
        search.iterate();
    }
    search
}

/// Who wins if all play as well as they can. None if a seat can choose, without loss to itself, who of the others
/// gets more, or if it takes more than so many positions to tell.
fn solve(position: &ChinaMoon, left: &mut u32) -> Option<SeatSet> {
    if let Some(outcome) = position.result() {
        return Some(outcome.winners);
    }
    *left = left.checked_sub(1)?;
    let Turn::Seat(seat) = position.turn() else { unreachable!("nothing is random any more") };
    let mut actions = Actions::new();
    position.legal_actions(&mut actions);
    let replies: Vec<_> = actions.iter().map(|&action| solve(&position.after(action), left)).collect();
    let win = SeatSet::only(seat);
    if replies.contains(&Some(win)) {
        return Some(win);
    }
    let replies = replies.into_iter().collect::<Option<Vec<_>>>()?;
    // A win shared with few is worth more than one shared with many, and that more than a loss.
    let rivals = |winners: &SeatSet| if winners.contains(seat) { winners.len() } else { usize::MAX };
    let fewest = replies.iter().map(rivals).min()?;
    let mut best = replies.into_iter().filter(|winners| rivals(winners) == fewest);
    let first = best.next()?;
    best.all(|winners| winners == first).then_some(first)
}

#[test]
fn shares_add_up_to_one() {
    for number in 0..30 {
        let game = finished(3 + number as usize % 3, number);
        for position in game.positions().skip(1) {
            let values = judged(&position);
            assert!((values.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{values:?}");
            assert!(values.iter().all(|value| (0.0..=1.0).contains(value)), "{values:?}");
        }
    }
}

/// White, yellow and pink mean the same: if each takes the place of the next, nothing is judged otherwise.
#[test]
fn colours_are_judged_alike() {
    let other = |lily: Lily| match lily {
        Lily::White => Lily::Yellow,
        Lily::Yellow => Lily::Pink,
        Lily::Pink => Lily::White,
        Lily::Black | Lily::Blue => lily,
    };
    for number in 0..30 {
        let game = finished(3 + number as usize % 3, number);
        let mut position = ChinaMoon::new(game.setup());
        for (event, before) in game.events().iter().zip(game.positions()) {
            if before.awaits_frog() {
                let (values, others) = (judged(&before), judged(&position));
                let is_close = values.iter().zip(others).all(|(own, other)| (own - other).abs() < 1e-4);
                assert!(is_close, "{values:?} {others:?}");
            }
            position = match *event {
                Event::Chance(lilies) => position
                    .after_chance(Lilies { pads: lilies.pads.map(other), places: lilies.places.map(other) }),
                Event::Action(_, Action::Swap { give, with, take }) => {
                    position.after(Action::Swap { give: other(give), with, take: other(take) })
                }
                Event::Action(_, Action::Drop { lily }) => position.after(Action::Drop { lily: other(lily) }),
                Event::Action(_, action @ Action::Move { .. }) => position.after(action),
            };
        }
    }
}

/// To take a lily worth two points or more with the last move of a turn is judged better than to move at random.
/// Before, it may well wait.
#[test]
fn a_lily_more_is_better() {
    let (mut better, mut worse) = (0, 0);
    for number in 0..200 {
        let game = finished(3 + number as usize % 3, number);
        let positions: Vec<_> = game.positions().skip(1).collect();
        for (event, pair) in game.events().iter().skip(1).zip(positions.windows(2)) {
            let Event::Action(seat, _) = event else { continue };
            let score = |position: &ChinaMoon| position.bouquet(*seat).score();
            let ends_turn = pair[0].awaits_frog() && pair[0].moves() == 2 && pair[1].awaits_frog();
            if score(&pair[1]) < score(&pair[0]) + 2 || !ends_turn {
                continue;
            }
            let mut actions = Actions::new();
            pair[0].legal_actions(&mut actions);
            let own = |position: &ChinaMoon| judged(position)[seat.index()];
            let all: f32 = actions.iter().map(|&action| own(&pair[0].after(action))).sum();
            if own(&pair[1]) > all / actions.len() as f32 { better += 1 } else { worse += 1 }
        }
    }
    assert!(better > 30 && better > 5 * worse, "{better} better, {worse} worse");
}

#[test]
fn the_last_moves_agree_with_brute_force() {
    let mut solved = 0;
    for number in 0..600 {
        let seats = 3 + number as usize % 3;
        let game = before_the_end(seats, number, 1 + number as usize % 5);
        let Some(winners) = solve(game.position(), &mut 3000) else { continue };
        let search = search(*game.position(), 20_000);
        assert_eq!(search.winners(), Some(winners), "game {number}");
        let action = search.answer(0).action;
        assert_eq!(
            solve(&game.position().after(action), &mut 3000),
            Some(winners),
            "game {number}: {action}"
        );
        solved += 1;
    }
    assert!(solved > 100, "only {solved} positions were solved");
}

/// What is certain never contradicts brute force, also if brute force cannot tell everything.
#[test]
fn nothing_is_certain_that_is_not_so() {
    let mut certain = 0;
    for number in 0..200 {
        let game = before_the_end(3 + number as usize % 3, number, 4);
        if let Some(winners) = search(*game.position(), 500).winners() {
            certain += 1;
            if let Some(solved) = solve(game.position(), &mut 20_000) {
                assert_eq!(solved, winners, "game {number}");
            }
        }
    }
    assert!(certain > 20, "only {certain} were certain");
}

#[test]
fn answers_are_legal_ranked_and_the_same_for_the_same_seed() {
    for number in 0..24 {
        let seats = 3 + number as usize % 3;
        let game = before_the_end(seats, number, 10 + 5 * number as usize);
        let seat = chooser(&game);
        let mut actions = Actions::new();
        game.position().legal_actions(&mut actions);
        let story = game.story(Observer::Seat(seat));
        for iterations in [0, 1, 2, 300] {
            let question = Question::new(&story, Budget::Iterations(iterations), 3);
            let answer = ChinaMoon::best(seats).think(&question).expect("an answer");
            assert_eq!(answer, ChinaMoon::best(seats).think(&question).expect("an answer"));
            assert!(answer.iterations <= iterations.into());
            assert_eq!(answer.action, answer.ranked[0].action);
            assert_eq!(answer.ranked.len(), actions.len());
            assert!(answer.ranked.iter().all(|ranked| actions.contains(&ranked.action)));
            assert!(answer.ranked.iter().all(|ranked| (0.0..=1.0).contains(&ranked.value)));
            assert!((answer.values.iter().sum::<f32>() - 1.0).abs() < 1e-3, "{:?}", answer.values);
        }
        for spec in ["level1", "level4", "greedy", "mcts", "uct"] {
            let player = spec.parse::<Spec>().expect("a player").player::<ChinaMoon>(seats);
            let question = Question::new(&story, Budget::Iterations(50), 3);
            let answer = player.think(&question).expect("an answer");
            assert_eq!(answer, player.think(&question).expect("an answer"));
            assert!(actions.contains(&answer.action), "{spec}: {}", answer.action);
        }
    }
}

#[test]
fn time_is_spent_and_cancelling_ends_the_search() {
    let game = before_the_end(3, 1, 60);
    let story = game.story(Observer::Seat(chooser(&game)));
    let iterations = |budget, cancel: &Cancel| {
        let question = Question { cancel: cancel.clone(), ..Question::new(&story, budget, 1) };
        ChinaMoon::best(3).think(&question).expect("an answer").iterations
    };
    for budget in [Budget::Time(Duration::from_millis(100)), Budget::CoreTime(Duration::from_millis(100))] {
        assert!(iterations(budget, &Cancel::default()) > 100);
    }
    let cancel = Cancel::default();
    cancel.cancel();
    assert!(iterations(Budget::Iterations(u32::MAX), &cancel) <= 1);
}

/// The search beats the judgement it is built on.
#[test]
fn the_search_beats_looking_one_action_ahead() {
    let best = || ChinaMoon::best(3);
    let greedy = Greedy(ChinaMoon::hints());
    let mut won = 0.0;
    for number in 0..12 {
        let mut game = Match::<ChinaMoon>::new(Setup::new(3).expect("a valid set-up"));
        game.draw(&mut Generator::of(11, number)).expect("the lilies are laid out first");
        let own = Seat::new(number as usize % 3);
        while let Turn::Seat(seat) = game.turn() {
            use crate::player::Player as _;
            let story = game.story(Observer::Seat(seat));
            let question = Question::new(&story, Budget::Iterations(300), number);
            let answer = if seat == own { best().think(&question) } else { greedy.think(&question) };
            game.add(Event::Action(seat, answer.expect("an answer").action)).expect("a legal action");
        }
        won += worth(&game.result().expect("the game is over"), 3)[own.index()];
    }
    assert!(won >= 6.0, "{won} of 12");
}
