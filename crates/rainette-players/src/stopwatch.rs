//! Time, as a budget counts it. In WebAssembly there is no clock: the program that embeds the players hands one in.

use std::time::Duration;

use crate::player::Budget;

/// Measures time as a budget counts it.
#[derive(Clone, Copy)]
pub(crate) struct Stopwatch(Started);

#[derive(Clone, Copy)]
enum Started {
    /// Iterations are counted, not time.
    Never,
    At(Reading),
}

impl Stopwatch {
    pub(crate) fn start(budget: Budget) -> Self {
        Self(match budget {
            Budget::Iterations(_) => Started::Never,
            Budget::Time(_) => Started::At(Reading::of_wall()),
            Budget::CoreTime(_) => Started::At(Reading::of_core()),
        })
    }

    pub(crate) fn elapsed(&self) -> Duration {
        match self.0 {
            Started::Never => Duration::ZERO,
            Started::At(reading) => reading.elapsed(),
        }
    }
}

#[cfg(not(target_family = "wasm"))]
pub(crate) use system::Reading;

#[cfg(not(target_family = "wasm"))]
mod system {
    use std::time::{Duration, Instant};

    use cpu_time::ThreadTime;

    /// What a clock of the system shows.
    #[derive(Clone, Copy)]
    pub(crate) enum Reading {
        Wall(Instant),
        Core(ThreadTime),
    }

    impl Reading {
        pub(crate) fn of_wall() -> Self {
            Self::Wall(Instant::now())
        }

        /// The time of the core that this thread has used.
        pub(crate) fn of_core() -> Self {
            Self::Core(ThreadTime::now())
        }

        pub(crate) fn elapsed(self) -> Duration {
            match self {
                Self::Wall(started) => started.elapsed(),
                Self::Core(started) => started.elapsed(),
            }
        }
    }
}

#[cfg(target_family = "wasm")]
pub(crate) use handed_in::Reading;
#[cfg(target_family = "wasm")]
pub use handed_in::set_clock;

#[cfg(target_family = "wasm")]
mod handed_in {
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Hands in a clock, once: the time since some moment. Without one, budgets of time are spent at once.
    pub fn set_clock(now: fn() -> Duration) {
        let _ = CLOCK.set(now);
    }

    /// What the clock shows that was handed in. A worker has a core of its own, so both times are the same.
    #[derive(Clone, Copy)]
    pub(crate) struct Reading(Option<Duration>);

    impl Reading {
        pub(crate) fn of_wall() -> Self {
            Self(CLOCK.get().map(|now| now()))
        }

        pub(crate) fn of_core() -> Self {
            Self::of_wall()
        }

        pub(crate) fn elapsed(self) -> Duration {
            match (self.0, CLOCK.get()) {
                (Some(started), Some(now)) => now().saturating_sub(started),
                _ => Duration::MAX,
            }
        }
    }
}
