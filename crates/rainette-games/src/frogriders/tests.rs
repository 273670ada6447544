//! One test per rule, named after it.

mod cards;
mod jumps;
mod notation;
mod reasons;
mod scoring;
mod secrets;
mod setup;
mod village;
mod whole;

use rainette_core::{Actions, Effect, Event, Game, Seat, Setup, Told, Turn};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng as _, SeedableRng as _},
};

use super::{Action, Card, Cards, Common, Frogriders, Phase, SECRETS};

fn new(seats: usize, backs: i64) -> Frogriders {
    Frogriders::new(Setup::with(1, seats, &[("backs".to_owned(), backs)]).expect("a valid set-up"))
}

fn seat(index: usize) -> Seat {
    Seat::new(index)
}

/// A position in which seat 0 is about to jump, from words such as `e3R d4N`: a pad and the frog on it. The market is
/// `trophies trophies per-brown fewest-cards`, the common objectives are `RB` and `YN`, and seat n keeps the n-th of the
/// secrets `2R 2Y 2B RYB`.
fn pond(seats: usize, frogs: &str) -> Frogriders {
    let mut game = new(seats, 0);
    for word in frogs.split_whitespace() {
        game.pond.put(word[..2].parse().expect("a pad"), word[2..].parse().expect("a colour"));
    }
    for (slot, card) in
        [Card::Trophies, Card::Trophies, Card::PerBrown, Card::FewestCards].into_iter().enumerate()
    {
        game.deck.remove(card);
        game.market[slot] = Some(card);
    }
    game.commons = [Some(Common::RedBlue), Some(Common::YellowBrown)];
    for (index, player) in game.players.iter_mut().enumerate().take(seats) {
        player.dealt = Some([SECRETS[index].secret, SECRETS[index + 4].secret]);
        player.kept = Some(SECRETS[index].secret);
    }
    game.phase = Phase::Jump;
    game
}

/// Gives privilege cards from the deck to a seat.
fn give(game: &mut Frogriders, seat: usize, cards: &str) {
    for card in cards.split_whitespace() {
        let card: Card = card.parse().expect("a card");
        game.deck.remove(card);
        game.players[seat].cards.add(card);
    }
}

/// Gives captured frogs to a seat.
fn capture(game: &mut Frogriders, seat: usize, frogs: &str) {
    for colour in frogs.chars() {
        game.players[seat].frogs[colour.to_string().parse().expect("a colour")] += 1;
    }
}

fn legal(game: &Frogriders) -> String {
    let mut actions = Actions::new();
    game.legal_actions(&mut actions);
    let mut names: Vec<_> = actions.iter().map(ToString::to_string).collect();
    names.sort();
    names.join(", ")
}

/// Lets an event happen: an action of the seat whose turn it is, or chance.
fn play(game: &mut Frogriders, event: &str) {
    *game = match game.turn() {
        Turn::Seat(seat) => game.play(seat, event.parse().expect("an action")).expect("a legal action"),
        Turn::Chance => game.try_chance(event.parse().expect("a chance event")).expect("a possible event"),
        Turn::Over => panic!("over before {event}"),
    };
}

fn after(game: &Frogriders, events: &[&str]) -> Frogriders {
    let mut game = *game;
    for event in events {
        play(&mut game, event);
    }
    game
}

/// What is seen of an event by everybody.
fn effects(game: &Frogriders, event: &str) -> Vec<Effect> {
    let event = match game.turn() {
        Turn::Seat(seat) => Event::Action(seat, event.parse().expect("an action")),
        _ => Event::Chance(event.parse().expect("a chance event")),
    };
    Told::whole(game, &event).effects
}

/// Effects in a few words, in order.
fn words(effects: &[Effect]) -> Vec<String> {
    let word = |effect: &Effect| match effect {
        Effect::Starts { seat } => format!("starts {seat}"),
        Effect::Placed { piece, at } => format!("placed {} {at}", piece.kind),
        Effect::Stepped { piece, from, to } => format!("stepped {} {from} {to}", piece.kind),
        Effect::Hopped { piece, from, over, to } => format!("hopped {} {from} {} {to}", piece.kind, over[0]),
        Effect::Captured { piece, at, by } => {
            format!("captured {} {at} by {}", piece.kind, by.expect("captured frogs are kept"))
        }
        Effect::Sent { piece, by, to } => format!("sent {} {to} by {by}", piece.kind),
        Effect::Taken { piece, from, by } => format!("taken {} {from} by {by}", piece.kind),
        Effect::Dealt { seat, card } => {
            format!("dealt {seat} {}", card.map_or("?".into(), |card| card.to_string()))
        }
        Effect::Kept { seat, card } => {
            format!("kept {seat} {}", card.map_or("?".into(), |card| card.to_string()))
        }
        Effect::Revealed { seat, card } => format!("revealed {seat} {card}"),
        Effect::Scored { seat, points, from } => format!("scored {seat} {points} {from}"),
        Effect::Passed { seat } => format!("passed {seat}"),
        Effect::Ended { winners, why } => {
            format!("ended {} {why}", winners.iter().map(ToString::to_string).collect::<Vec<_>>().join("+"))
        }
        other => panic!("no such effect in this game: {other:?}"),
    };
    effects.iter().map(word).collect()
}

fn generator(seed: u64) -> impl FnMut() -> u32 {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    move || (generator.next_u64() >> 32) as u32
}
