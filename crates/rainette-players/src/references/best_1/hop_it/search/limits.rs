//! How long a search goes on.

use std::time::Duration;

use crate::player::{Budget, Cancel};
use crate::stopwatch::Stopwatch;

/// Turns ahead at most, those that owe a hop over an enemy apart.
pub(crate) const DEEPEST: i32 = 30;
/// An iteration is so many positions searched.
pub(crate) const NODES_PER_ITERATION: u64 = 100;

/// The limits of a search: it stops at the first of them that it meets.
pub(crate) struct Limits<'a> {
    pub(super) nodes: u64,
    pub(super) time: Option<Duration>,
    pub(super) watch: Stopwatch,
    pub(super) depth: i32,
    pub(super) cancel: &'a Cancel,
}

impl<'a> Limits<'a> {
    pub(crate) fn of(budget: Budget, cancel: &'a Cancel) -> Self {
        let nodes = match budget {
            Budget::Iterations(most) => u64::from(most) * NODES_PER_ITERATION,
            Budget::Time(_) | Budget::CoreTime(_) => u64::MAX,
        };
        // The last look at the clock and the answer itself take their time, too.
        let time = budget.time().map(|most| most.saturating_sub(Duration::from_micros(300)));
        Self { nodes, time, watch: Stopwatch::start(budget), depth: DEEPEST, cancel }
    }
}
