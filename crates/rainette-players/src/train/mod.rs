//! Trainers: players that learn from games against themselves.
//!
//! A trainer starts from nothing but the rules and its seed, and gives the same file again for the same seed and
//! number of games.

mod abagio;
mod china_moon;
mod hop_it;
mod pool_party;

use rainette_core::Game as _;
use rainette_games::{abagio::Abagio, china_moon::ChinaMoon, hop_it::HopIt, pool_party::PoolParty};
use thiserror::Error;

use crate::player::Cancel;

/// How long a trainer learns, and from which seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Training {
    /// How many games are played.
    pub games: u64,
    /// The seed of all random numbers.
    pub seed: u64,
}

/// How far a trainer has come.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// The number of games played so far.
    pub done: u64,
    /// What it can say of its success.
    pub note: String,
}

/// What a trainer has learned, and how well it did.
#[derive(Clone, PartialEq, Debug)]
pub struct Trained {
    /// The file that the player reads.
    pub weights: Vec<u8>,
    /// What was measured at the end, by name.
    pub result: Vec<(String, f64)>,
}

/// Why nothing was learned.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TrainError {
    /// There is no such game, or its player does not learn.
    #[error("no player of `{0}` learns: expected one of `{known}`", known = learners().join("`, `"))]
    NoTrainer(String),
    /// It was told to stop.
    #[error("stopped before the end")]
    Cancelled,
}

type Trainer = fn(Training, &Cancel, &mut dyn FnMut(&Progress)) -> Result<Trained, TrainError>;

/// The games whose players learn.
const TRAINERS: [(&str, Trainer); 4] = [
    (HopIt::INFO.id, hop_it::train),
    (Abagio::INFO.id, abagio::train),
    (PoolParty::INFO.id, pool_party::train),
    (ChinaMoon::INFO.id, china_moon::train),
];

fn learners() -> Vec<&'static str> {
    TRAINERS.iter().map(|(id, _)| *id).collect()
}

/// Trains the player of a game, and tells how far it has come now and then.
pub fn train(
    game: &str,
    training: Training,
    cancel: &Cancel,
    seen: &mut dyn FnMut(&Progress),
) -> Result<Trained, TrainError> {
    let trainer = TRAINERS.iter().find(|(id, _)| *id == game);
    let (_, train) = trainer.ok_or_else(|| TrainError::NoTrainer(game.to_owned()))?;
    train(training, cancel, seen)
}
