//! Counting what can follow a position.

use crate::{Actions, Event, Game, Match, Setup, Turn, Weyl};

/// How many sequences of `depth` events can follow. Every action and every different chance outcome counts as one
/// event; sequences that end earlier do not count.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    each_event(position, |event, next| {
        // The last event need not be carried out.
        count += if depth == 1 { 1 } else { perft(&next(event), depth - 1) };
    });
    count
}

/// The same count, split by the first event, in the order of its notation.
pub fn divide<G: Game>(position: &G, depth: u32) -> Vec<(String, u64)> {
    let mut counts = Vec::new();
    if depth > 0 {
        each_event(position, |event, next| counts.push((event.to_string(), perft(&next(event), depth - 1))));
    }
    counts.sort();
    counts
}

/// The game after a fixed set-up: its chance events are the same everywhere, up to the first seat's turn.
pub fn fixed_setup<G: Game>(setup: Setup<G>) -> Match<G> {
    let mut game = Match::new(setup);
    let mut fixed = Weyl::default();
    while game.turn() == Turn::Chance {
        game.draw(&mut fixed).expect("the game waits for chance");
    }
    game
}

fn each_event<G: Game>(position: &G, mut each: impl FnMut(Event<G>, &dyn Fn(Event<G>) -> G)) {
    let next = |event| match event {
        Event::Action(_, action) => position.after(action),
        Event::Chance(chance) => position.after_chance(chance),
    };
    match position.turn() {
        Turn::Over => {}
        Turn::Chance => {
            position.chance().each(|drawn, _| each(Event::Chance(position.chance_from_draw(drawn)), &next));
        }
        Turn::Seat(seat) => {
            let mut actions = Actions::new();
            position.legal_actions(&mut actions);
            actions.iter().for_each(|&action| each(Event::Action(seat, action), &next));
        }
    }
}
