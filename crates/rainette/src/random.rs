//! Random numbers for games at the terminal.

use std::hash::{BuildHasher as _, RandomState};

use rainette_players::Generator;

/// A generator that nobody can foresee.
pub(crate) fn unforeseen() -> Generator {
    Generator::new(RandomState::new().hash_one(std::process::id()))
}
