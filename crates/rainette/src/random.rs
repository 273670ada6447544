//! Random numbers for games at the terminal.

use rainette_core::Random;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

/// A generator that gives the same numbers for the same seed, on any machine.
pub(crate) struct Generator(Xoshiro256PlusPlus);

impl Generator {
    /// The generator of this seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A generator nobody can foresee.
    pub(crate) fn unforeseen() -> Self {
        use std::hash::{BuildHasher as _, RandomState};
        Self::new(RandomState::new().hash_one(std::process::id()))
    }
}

impl Random for Generator {
    #[inline]
    fn next_u32(&mut self) -> u32 {
        (self.0.next_u64() >> 32) as u32
    }
}
