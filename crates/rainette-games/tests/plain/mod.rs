//! Plain engines: a second implementation of every game, written from the rules alone, slow and obvious.

#![allow(dead_code, unreachable_pub, reason = "each suite uses its part")]

mod abagio;
mod china_moon;
mod frogriders;
mod hop_it;
mod pool_party;

/// Who the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    Seat(usize),
    Chance,
    Over,
}

/// A plain engine that speaks notation only.
pub trait Plain {
    /// A new game; `options` holds name/value pairs such as ("frogs", 1).
    fn start(seats: usize, options: &[(&str, i64)]) -> Self
    where
        Self: Sized;
    fn waits(&self) -> Waits;
    /// All legal actions in notation, sorted by ASCII code, without repeats. Empty unless waiting for a seat.
    fn legal(&self) -> Vec<String>;
    /// All possible chance outcomes in notation with exact weights that share one scale (e.g. `roll 4 1` weighs 2,
    /// `roll 4 4` weighs 1), sorted by notation. Empty unless waiting for chance; `None` if they are too many to
    /// list (more than 20,000).
    fn chances(&self) -> Option<Vec<(String, u128)>>;
    /// Carries out one event (an action or a chance outcome) in notation. It may assume that the event is legal.
    fn happen(&mut self, event: &str);
    /// The seats that won, ascending (empty for a draw). Only meaningful when over.
    fn winners(&self) -> Vec<usize>;
    /// One number per seat if the game scores, else None. Only meaningful when over.
    fn scores(&self) -> Option<Vec<i64>>;
}

/// A plain engine of whichever game, which can be copied.
pub trait Engine: Plain {
    fn duplicate(&self) -> Box<dyn Engine>;
}

impl<P: Plain + Clone + 'static> Engine for P {
    fn duplicate(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}

/// The plain engine of a game, about to begin.
pub fn engine(game: &str, seats: usize, options: &[(&str, i64)]) -> Box<dyn Engine> {
    match game {
        "abagio" => Box::new(abagio::Abagio::start(seats, options)),
        "china-moon" => Box::new(china_moon::ChinaMoon::start(seats, options)),
        "frogriders" => Box::new(frogriders::Frogriders::start(seats, options)),
        "hop-it" => Box::new(hop_it::HopIt::start(seats, options)),
        "pool-party" => Box::new(pool_party::PoolParty::start(seats, options)),
        _ => panic!("`{game}` has no plain engine: add it in crates/rainette-games/tests/plain/mod.rs"),
    }
}
