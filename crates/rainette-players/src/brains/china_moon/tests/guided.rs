//! The search that a net guides proves what is certain, whatever the net believes.

use std::sync::Arc;

use rainette_core::{Actions, Game as _, Observer};
use rainette_games::china_moon::ChinaMoon;

use super::{before_the_end, chooser, solve};
use crate::net::{Guided, Net, Sight, Tree, iterate};
use crate::player::{Budget, Player as _, Question};

fn search(position: ChinaMoon, net: &Net, iterations: u32) -> Tree<ChinaMoon> {
    let mut tree = Tree::new(position, 0.8);
    let mut sight = Sight::new(net);
    for _ in 0..iterations {
        if tree.winners().is_some() {
            break;
        }
        iterate(&mut tree, &mut sight);
    }
    tree
}

#[test]
fn the_last_moves_agree_with_brute_force() {
    let mut solved = 0;
    for number in 0..600 {
        let seats = 3 + number as usize % 3;
        let net = Net::random::<ChinaMoon>(seats, 16, 8, number);
        let game = before_the_end(seats, number, 1 + number as usize % 5);
        let Some(winners) = solve(game.position(), &mut 3000) else { continue };
        let tree = search(*game.position(), &net, 20_000);
        assert_eq!(tree.winners(), Some(winners), "game {number}");
        let action = tree.answer(0).action;
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
        let seats = 3 + number as usize % 3;
        let net = Net::random::<ChinaMoon>(seats, 16, 8, number);
        let game = before_the_end(seats, number, 4);
        if let Some(winners) = search(*game.position(), &net, 1_000).winners() {
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
        let player = || Guided::new(Arc::new(Net::random::<ChinaMoon>(seats, 32, 16, number)), None);
        for iterations in [0, 1, 2, 300] {
            let question = Question::<ChinaMoon>::new(&story, Budget::Iterations(iterations), 3);
            let answer = player().think(&question).expect("an answer");
            assert_eq!(answer, player().think(&question).expect("an answer"));
            assert!(answer.iterations <= iterations.into());
            assert_eq!(answer.action, answer.ranked[0].action);
            assert_eq!(answer.ranked.len(), actions.len());
            assert!(answer.ranked.iter().all(|ranked| actions.contains(&ranked.action)));
            assert!(answer.ranked.iter().all(|ranked| (0.0..=1.0).contains(&ranked.value)));
            assert!((answer.values.iter().sum::<f32>() - 1.0).abs() < 1e-3, "{:?}", answer.values);
        }
    }
}
