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
mod endgames;
mod evaluator;
mod forced;
mod greedy;
mod judge;
mod levels;
mod luck;
mod mcts;
mod mixer;
mod net;
mod player;
mod random;
mod references;
// It works on threads, too.
#[cfg(not(target_family = "wasm"))]
mod side_by_side;
mod stats;
mod stopwatch;
mod train;

#[cfg(not(target_family = "wasm"))]
pub use arena::{
    BookDefaults, BookError, BookPlan, Contender, Plan, Played, Score, Scores, Start, arena, make_book,
    read_book, write_book,
};
pub use brains::{Brain, Spec, SpecError, Visitor, visit};
pub use choose::{Advice, ChooseError, choose, choose_knowing};
pub use endgames::{Checked, EndgameClass, EndgameError, EndgameTables, FileError, Shares, Stage, judged_by};
pub use evaluator::Evaluator;
pub use greedy::{Greedy, RandomPlayer};
pub use judge::{
    Bin, Calibration, Chance, Choice, Course, Decision, Entry, Finished, FinishedGame, Judge, Judgement,
    Known, Loss, Losses, Luck, Maker, Next, Positions, PositionsError, REFERENCE, Review, ReviewError,
    Rollouts, STRAY, SelfPlay, Summary, Swing, UnfinishedError, Whole, Worth, review, straying,
};
pub use levels::{LEVEL_NAMES, Level, Levelled};
pub use mcts::{Hints, Mcts, Plain};
pub use net::{
    Examples, MOST_ACTIVE, MOST_SIGNS, NO_SIGN, Net, NetError, NoNet, OwnGame, OwnGames, OwnPlan, Shape,
    Sizes, net_name, net_of, own_games, shape_of,
};
pub use player::{Answer, Budget, Cancel, Memory, Player, Question, Ranked, ThinkError, Values, worth};
pub use random::Generator;
#[cfg(not(target_family = "wasm"))]
pub use side_by_side::side_by_side;
pub use stats::{Estimate, Tally, Verdict};
#[cfg(target_family = "wasm")]
pub use stopwatch::set_clock;
pub use train::{Progress, TrainError, Trained, Training, train};
