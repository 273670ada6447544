//! Games to talk about.

#![allow(dead_code, reason = "not every test file uses everything")]

use std::path::PathBuf;

use rainette_core::{Effect, Observer, Random, Seat, Turn};
use rainette_games::{games, table};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

/// A path within the project.
pub(crate) fn project(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The text of a file of the project.
pub(crate) fn read(path: &str) -> String {
    std::fs::read_to_string(project(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The text of a file that may not be there yet.
pub(crate) fn read_or_empty(path: &str) -> String {
    std::fs::read_to_string(project(path)).unwrap_or_default()
}

/// Compares a file of the project with what it should be, or writes it if it is to be blessed.
#[track_caller]
pub(crate) fn check_file(path: &str, now: &str) {
    let file = project(path);
    if std::env::var_os("RAINETTE_BLESS").is_some() {
        std::fs::create_dir_all(file.parent().expect("it lies in a folder")).expect("the folder can be made");
        std::fs::write(&file, now).expect("the file can be written");
    }
    let then = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(then == now, "{path} is out of date: run `cargo xtask bless` and look at the difference");
}

/// Names of every kind: with a vowel, a consonant, an `h`, a `y` at the beginning.
pub(crate) fn name(seat: Seat) -> String {
    ["Ada", "Basile", "Hélène", "Yann", "Émile", "Cyprien"][seat.index()].to_owned()
}

/// What everybody and each seat is told in games played at random: the game and the effect.
pub(crate) fn effects(games_each: u64) -> Vec<(&'static str, Effect)> {
    let mut all = Vec::new();
    for info in games() {
        for seats in info.seats.clone() {
            for seed in 0..games_each {
                let mut numbers = Xoshiro256PlusPlus::seed_from_u64(seed);
                let mut random = move || (numbers.next_u64() >> 32) as u32;
                let backs = info.options.iter().map(|option| (option.name.to_owned(), option.values[1]));
                let options: Vec<_> = if seed % 2 == 0 { Vec::new() } else { backs.collect() };
                let mut table = table(info.id, seats, &options).expect("it can be set up");
                loop {
                    match table.turn() {
                        Turn::Over => break,
                        Turn::Chance => {
                            table.draw(&mut random).expect("chance can be drawn");
                        }
                        Turn::Seat(seat) => {
                            let choices = table.choices();
                            let (action, _) = &choices[random.below(choices.len() as u32) as usize];
                            table.play(seat, action).expect("it is legal");
                        }
                    }
                }
                for observer in [Observer::Spectator, Observer::Seat(Seat::new(0))] {
                    let told = table.told(observer);
                    all.extend(
                        told.into_iter().flat_map(|told| told.effects).map(|effect| (info.id, effect)),
                    );
                }
            }
        }
    }
    all
}
