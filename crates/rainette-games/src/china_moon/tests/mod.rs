//! One test per rule, named after it.

mod end;
mod moves;
mod notation;
mod pads;
mod reasons;
mod set_up;
mod view;

use std::collections::BTreeSet;

use rainette_core::{
    Actions, Effect, Event, Game, Match, Name, Notation, Observer, Outcome, Piece, PlayError, Random as _,
    Reason as _, Seat, SeatSet, Setup, Spot, Told, Turn, equally, playout,
};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng as _, SeedableRng as _},
};

use super::board::{ARRIVAL, ROUTES, each};
use super::{
    Action, Awaited, Bouquet, Bunch, ChinaMoon, Landing, Lilies, Lily, Lying, Pad, Player, Reason, Stage,
    Stand, Standing, Symbol, View,
};

const LILIES: &str = "lilies WYPWYPWYPWYP YPW";

fn empty(seats: usize) -> ChinaMoon {
    ChinaMoon::new(Setup::new(seats).expect("a valid set-up"))
}

fn dealt(seats: usize) -> ChinaMoon {
    empty(seats).try_chance(LILIES.parse().expect("notation")).expect("a possible set-up")
}

/// A position from words: `0@5` is a frog of seat 0 on pad 5, `0@goal` one that has arrived, `W@7` a white lily on
/// pad 7, `0+WWY` lilies that seat 0 holds. All other frogs are on Start, no other lilies on pads. Seat 0 moves.
fn pond(seats: usize, things: &str) -> ChinaMoon {
    let mut game = dealt(seats);
    game.lilies = [0; 5];
    for word in things.split_whitespace() {
        if let Some((seat, lilies)) = word.split_once('+') {
            let bouquet = &mut game.bouquets[seat.parse::<usize>().expect("a seat")];
            lilies.chars().for_each(|letter| bouquet.add(Lily::of(letter).expect("a lily")));
            continue;
        }
        let (what, at) = word.split_once('@').expect("something on a place");
        let place: Landing = at.parse().expect("a place");
        if let Ok(lily) = what.parse::<Lily>() {
            game.lilies[lily.index()] |= place.bit();
            continue;
        }
        let seat: usize = what.parse().expect("a seat");
        game.on_start[seat] -= 1;
        match place.pad() {
            Some(pad) => game.frogs[seat] |= pad.bit(),
            None => drop(game.places.iter_mut().find_map(Option::take).expect("a lily is left")),
        }
    }
    game
}

fn actions(game: &ChinaMoon) -> Vec<Action> {
    let mut actions = Actions::new();
    game.legal_actions(&mut actions);
    actions.to_vec()
}

fn legal(game: &ChinaMoon) -> String {
    let mut names: Vec<_> = actions(game).iter().map(ToString::to_string).collect();
    names.sort();
    names.join(", ")
}

/// Where the frogs of this place can go.
fn landings(game: &ChinaMoon, from: &str) -> String {
    let from = from.parse::<Stand>().expect("a place");
    let landing = |action: &Action| match *action {
        Action::Move { from: start, to } if start == from => Some(to),
        _ => None,
    };
    let places: BTreeSet<_> = actions(game).iter().filter_map(landing).collect();
    places.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn seat(index: usize) -> Seat {
    Seat::new(index)
}

fn pad(number: u8) -> Pad {
    Pad::new(number).expect("a pad")
}

/// Plays actions in notation, separated by commas, each by the seat whose turn it is.
#[track_caller]
fn play(mut game: ChinaMoon, actions: &str) -> ChinaMoon {
    for action in actions.split(", ") {
        let Turn::Seat(seat) = game.turn() else { panic!("no seat's turn before {action}") };
        game = game.play(seat, action.parse().expect("notation")).expect("a legal action");
    }
    game
}

/// What is seen when an action is carried out.
fn effects(game: &ChinaMoon, action: &str) -> Vec<Effect> {
    let Turn::Seat(seat) = game.turn() else { panic!("no seat's turn") };
    let event = Event::Action(seat, action.parse().expect("notation"));
    game.tell(&event, Observer::Spectator).effects
}

fn bouquet(game: &ChinaMoon, index: usize) -> String {
    game.bouquet(seat(index)).lilies().map(Lily::letter).collect()
}

fn path(names: &[&str]) -> Vec<Spot> {
    names.iter().map(Name::of).collect()
}

#[track_caller]
fn refused(game: &ChinaMoon, action: &str, reason: Reason) {
    let Turn::Seat(seat) = game.turn() else { panic!("no seat's turn") };
    let error = game.play(seat, action.parse().expect("notation")).expect_err("an illegal action");
    assert!(matches!(error, PlayError::Illegal { code, .. } if code == reason.code()), "{error}");
}

fn lily(letter: char) -> Piece {
    Piece::free(format_args!("lily-{letter}"))
}

/// The arrows of the rules, written out once more.
fn arrows(from: usize) -> Vec<usize> {
    match from {
        6 => vec![7, 10],
        9 | 13 => vec![14],
        19 => vec![20, 24],
        23 | 27 => vec![28],
        33 => vec![34, 37],
        36 | 40 => vec![41],
        ARRIVAL => vec![],
        _ => vec![from + 1],
    }
}

/// Where a frog that still has to count some free places can get, arrow by arrow.
fn walk(from: usize, steps: u8, occupied: u64, landings: &mut u64) {
    for to in arrows(from) {
        let is_free = occupied >> to & 1 == 0;
        if to == ARRIVAL || is_free && steps == 1 {
            *landings |= 1 << to;
        } else {
            walk(to, steps - u8::from(is_free), occupied, landings);
        }
    }
}

fn random_games(count: u64, mut each: impl FnMut(&ChinaMoon)) {
    for number in 0..count {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(number);
        let mut random = || generator.next_u32();
        let mut game = empty(3 + (number % 3) as usize);
        game = game.after_chance(game.chance_from_draw(&game.chance().sample(&mut random)));
        while let Turn::Seat(_) = game.turn() {
            each(&game);
            let actions = actions(&game);
            game = game.after(actions[random.below(actions.len() as u32) as usize]);
        }
        each(&game);
    }
}
