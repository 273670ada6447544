//! Computer players for the games of Rainette, and the arena that measures them.
//!
//! A [`Player`] is handed the [story](rainette_core::Story) that its seat was told, never a position: it cannot cheat.
//! It remembers nothing between questions. With a budget of iterations the same seed gives the same answer on any
//! machine.

#![forbid(unsafe_code)]

// It plays on threads, which WebAssembly has not.
#[cfg(not(target_family = "wasm"))]
mod arena;
mod brains;
mod choose;
mod forced;
mod greedy;
mod levels;
mod mcts;
mod player;
mod random;
mod stats;
mod stopwatch;
mod train;

#[cfg(not(target_family = "wasm"))]
pub use arena::{Contender, Plan, Played, arena};
pub use brains::{Brain, Spec, SpecError, Visitor, visit};
pub use choose::{Advice, ChooseError, choose};
pub use greedy::{Greedy, RandomPlayer};
pub use levels::{LEVEL_NAMES, Level, Levelled};
pub use mcts::{Hints, Mcts, Plain};
pub use player::{Answer, Budget, Cancel, Memory, Player, Question, Ranked, ThinkError, Values, worth};
pub use random::Generator;
pub use stats::{Estimate, Tally, Verdict};
#[cfg(target_family = "wasm")]
pub use stopwatch::set_clock;
pub use train::{Progress, TrainError, Trained, Training, train};
