//! What the suites share: every game of the registry, played with fixed seeds.

#![allow(dead_code, unreachable_pub, unused_imports, unused_macros, reason = "each suite uses its part")]

pub mod census;
pub mod steer;

use std::fmt;

use rainette_core::{Actions, Event, Game, Match, Observer, Random, Setup, Turn};
use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng as _, SeedableRng as _},
};
use serde_json::Value;

/// No game of any kind has more events than this.
pub const MOST_EVENTS: usize = 20_000;

/// Turns generic checks into tests that run them on every game of the registry.
macro_rules! every_game {
    ($($check:ident),+ $(,)?) => {
        mod every_game {
            $(#[test]
            fn $check() {
                struct Check;

                impl rainette_games::Visitor for Check {
                    type Output = ();

                    fn visit<G: rainette_core::Encode>(self) {
                        super::$check::<G>();
                    }
                }

                for info in rainette_games::games() {
                    rainette_games::visit(info.id, Check).expect("a game of the registry");
                }
            })+
        }
    };
}
pub(crate) use every_game;

/// Random numbers that are the same in every run.
pub struct Generator(Xoshiro256PlusPlus);

impl Generator {
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// One of several, each equally likely.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len() as u32) as usize]
    }

    /// Is it one of `n` equally likely cases?
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }
}

impl Random for Generator {
    fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }
}

/// Says which game it was when a check fails in it.
pub struct Trail<'a, G: Game>(pub &'a Match<G>);

impl<G: Game> Drop for Trail<'_, G> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("it failed in this game:\n{}", self.0.record());
        }
    }
}

/// The legal actions, in the order of their notation.
pub fn legal<G: Game>(position: &G) -> Vec<(String, G::Action)> {
    let mut actions = Actions::new();
    position.legal_actions(&mut actions);
    let mut legal: Vec<_> = actions.iter().map(|action| (action.to_string(), *action)).collect();
    legal.sort_by(|a, b| a.0.cmp(&b.0));
    legal
}

/// The view as JSON.
pub fn view<G: Game>(position: &G, observer: Observer) -> Value {
    serde_json::to_value(position.view(observer)).expect("views have string keys only")
}

/// Lets the next event happen: chance by its true probabilities, an action by `choose`.
pub fn step<G: Game>(
    game: &mut Match<G>,
    random: &mut Generator,
    choose: impl FnOnce(&Match<G>, &[(String, G::Action)], &mut Generator) -> usize,
) {
    match game.turn() {
        Turn::Over => panic!("the game is over"),
        Turn::Chance => {
            game.draw(random).expect("the game waits for chance");
        }
        Turn::Seat(seat) => {
            let legal = legal(game.position());
            let action = legal[choose(game, &legal, random)].1;
            game.add(Event::Action(seat, action)).expect("a listed action");
        }
    }
}

/// A whole game. Every other seed steers it to where random play seldom comes.
pub fn play<G: Game>(setup: Setup<G>, seed: u64) -> Match<G> {
    let mut random = Generator::new(seed);
    let mut game = Match::new(setup);
    while game.turn() != Turn::Over {
        assert!(game.events().len() < MOST_EVENTS, "{setup:?}, seed {seed}: it does not end");
        step(&mut game, &mut random, |game, legal, random| {
            if seed % 2 == 1 {
                steer::choose(game, legal, random)
            } else {
                random.below(legal.len() as u32) as usize
            }
        });
    }
    game
}

/// Shows `games` whole games of every set-up, with random numbers of their own.
pub fn each_game<G: Game>(games: u64, mut see: impl FnMut(&Match<G>, &mut Generator)) {
    for setup in Setup::<G>::all() {
        for seed in 0..games {
            let game = play(setup, seed);
            let _trail = Trail(&game);
            see(&game, &mut Generator::new(!seed));
        }
    }
}

/// Some moments of a game as numbers of events: the set-up, the end, and up to `most` in between.
pub fn moments<G: Game>(game: &Match<G>, most: usize, random: &mut Generator) -> Vec<usize> {
    const SETUP: usize = 14;
    let len = game.events().len();
    let mut moments: Vec<usize> = (0..=len.min(SETUP)).chain(len.saturating_sub(2)..=len).collect();
    moments.extend((0..most).map(|_| random.below(len as u32 + 1) as usize));
    moments.sort_unstable();
    moments.dedup();
    moments
}

/// Shows up to about `most` positions of each of `games` games of every set-up.
pub fn each_position<G: Game>(games: u64, most: usize, mut see: impl FnMut(&G, &mut Generator)) {
    each_game::<G>(games, |game, random| {
        let moments = moments(game, most, random);
        for (number, position) in game.positions().enumerate() {
            if moments.binary_search(&number).is_ok() {
                see(&position, random);
            }
        }
    });
}

/// A set-up as file names and tables write it: `4 backs=1`.
pub struct SetupName<G: Game>(pub Setup<G>);

impl<G: Game> fmt::Display for SetupName<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.seats())?;
        self.0.options().try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}
