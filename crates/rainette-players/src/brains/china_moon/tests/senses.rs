//! What a net is shown says all that matters, and nothing that does not.

use std::collections::HashMap;

use rainette_core::{Actions, Event, Game as _, Seat, Turn};
use rainette_games::china_moon::{Action, ChinaMoon, Lilies, Lily, Pad};

use super::finished;
use crate::net::{MOST_ACTIVE, NO_SIGN, Senses as _};

fn sensed(position: &ChinaMoon) -> Vec<u16> {
    let mut active = Vec::new();
    position.sense(position.gaze(), &mut active);
    active.sort_unstable();
    active
}

/// The positions of random games in which a seat is to choose.
fn positions(seats: usize, games: u64) -> Vec<ChinaMoon> {
    let of = |number| finished(seats, number).positions().collect::<Vec<_>>();
    let all = (0..games).flat_map(of);
    all.filter(|position| matches!(position.turn(), Turn::Seat(_))).collect()
}

/// All that there is to know of a position, told from the seat that is to choose, with colours in the order of its gaze.
fn told(position: &ChinaMoon) -> String {
    let Turn::Seat(first) = position.turn() else { panic!("no seat is to choose") };
    let seats = position.seats();
    let order = position.gaze().order();
    let turned = (0..seats).map(|turn| Seat::new((first.index() + turn) % seats));
    let of_seats: Vec<_> = turned
        .map(|seat| {
            let frogs: Vec<_> = position.frogs(seat).map(|pad| (pad, position.was_moved(pad))).collect();
            let held = order.map(|lily| position.bouquet(seat).count(lily));
            (frogs, position.on_start(seat), position.on_arrival(seat), held)
        })
        .collect();
    let lilies = order.map(|lily| position.lilies(lily).collect::<Vec<Pad>>());
    let number = |lily: Lily| order.iter().position(|&other| other == lily);
    let places = position.places().map(|place| place.and_then(number));
    let mover = (position.mover().index() + seats - first.index()) % seats;
    let turn = (mover, position.moves(), position.moved_others(), position.undecided());
    format!("{of_seats:?} {lilies:?} {places:?} {turn:?}")
}

#[test]
fn inputs_and_signs_are_in_their_ranges() {
    for seats in 3..=5 {
        assert!(ChinaMoon::most_active(seats) <= MOST_ACTIVE);
        let mut most = 0;
        for position in positions(seats, 60) {
            let active = sensed(&position);
            most = most.max(active.len());
            assert!(active.len() <= ChinaMoon::most_active(seats));
            assert!(active.iter().all(|&input| usize::from(input) < ChinaMoon::inputs(seats)));
            let mut actions = Actions::new();
            position.legal_actions(&mut actions);
            assert!(actions.len() <= ChinaMoon::most_actions(seats));
            for &action in actions.iter() {
                let signs = position.signs_of(position.gaze(), action);
                let is_sign = |&sign: &u16| sign == NO_SIGN || usize::from(sign) < ChinaMoon::signs(seats);
                assert!(signs.iter().all(is_sign) && signs[0] != NO_SIGN, "{action}");
            }
        }
        assert!(most > 40, "{most}");
    }
}

/// Positions look alike if and only if they are alike but for the seats' numbers and the names of colours.
#[test]
fn what_differs_looks_different() {
    for seats in 3..=5 {
        let mut seen: HashMap<Vec<u16>, String> = HashMap::new();
        let mut said: HashMap<String, Vec<u16>> = HashMap::new();
        for position in positions(seats, 150) {
            let (active, told) = (sensed(&position), told(&position));
            let before = seen.entry(active.clone()).or_insert_with(|| told.clone());
            assert_eq!(*before, told);
            assert_eq!(*said.entry(told).or_insert_with(|| active.clone()), active);
        }
        assert!(seen.len() > 2_000, "{}", seen.len());
    }
}

#[test]
fn different_actions_have_different_signs() {
    for seats in 3..=5 {
        for position in positions(seats, 40) {
            let mut actions = Actions::new();
            position.legal_actions(&mut actions);
            let mut signs: Vec<_> =
                actions.iter().map(|&action| position.signs_of(position.gaze(), action)).collect();
            signs.sort_unstable();
            signs.dedup();
            assert_eq!(signs.len(), actions.len());
        }
    }
}

/// If each common colour takes the place of the next, a net is shown the same.
#[test]
fn colours_look_alike() {
    let other = |lily: Lily| match lily {
        Lily::White => Lily::Yellow,
        Lily::Yellow => Lily::Pink,
        Lily::Pink => Lily::White,
        Lily::Black | Lily::Blue => lily,
    };
    let renamed = |action| match action {
        Action::Swap { give, with, take } => Action::Swap { give: other(give), with, take: other(take) },
        Action::Drop { lily } => Action::Drop { lily: other(lily) },
        Action::Move { .. } => action,
    };
    for number in 0..30 {
        let game = finished(3 + number as usize % 3, number);
        let mut position = ChinaMoon::new(game.setup());
        for (event, before) in game.events().iter().zip(game.positions()) {
            position = match *event {
                Event::Chance(lilies) => position
                    .after_chance(Lilies { pads: lilies.pads.map(other), places: lilies.places.map(other) }),
                Event::Action(_, action) => {
                    assert_eq!(sensed(&before), sensed(&position));
                    let signs = before.signs_of(before.gaze(), action);
                    // Colours that are alike in everything may have changed places.
                    let alike = position.signs_of(position.gaze(), renamed(action));
                    let is_move = matches!(action, Action::Move { .. });
                    assert!(!is_move || signs == alike, "{action}");
                    position.after(renamed(action))
                }
            };
        }
    }
}

/// The same moment of a turn looks the same whoever has it: what is shown has no seat's number in it.
#[test]
fn seats_are_told_from_the_one_that_is_to_choose() {
    for seats in 3..=5 {
        for position in positions(seats, 20) {
            let Turn::Seat(seat) = position.turn() else { continue };
            let active = sensed(&position);
            for pad in position.frogs(seat) {
                assert!(active.contains(&(u16::from(pad.number()) - 1)), "own frogs come first");
            }
            let next = seat.next(seats);
            for pad in position.frogs(next) {
                assert!(active.contains(&(46 + u16::from(pad.number()) - 1)), "then those of the next seat");
            }
        }
    }
}
