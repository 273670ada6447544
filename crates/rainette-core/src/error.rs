//! What can be wrong with an action, a chance event or a set-up.

use thiserror::Error;

use crate::{NotationError, Seat};

/// Why an event was refused. The position is as it was before.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayError {
    /// The text is no event of this game.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The game waits for another seat.
    #[error("it is the turn of seat {turn}, not of seat {seat}")]
    NotYourTurn {
        /// The seat that tried to act.
        seat: Seat,
        /// The seat whose turn it is.
        turn: Seat,
    },
    /// The game waits for a chance event, not for an action.
    #[error("the game waits for a chance event, not for an action")]
    WaitsForChance,
    /// The game waits for a seat, not for a chance event.
    #[error("the game waits for seat {turn}, not for a chance event")]
    WaitsForSeat {
        /// The seat whose turn it is.
        turn: Seat,
    },
    /// Nothing happens any more.
    #[error("the game is over")]
    Over,
    /// A rule forbids the action.
    #[error("`{action}` is not allowed: {why}")]
    Illegal {
        /// The action in notation.
        action: String,
        /// The code of the rule that forbids it.
        code: &'static str,
        /// That rule in words.
        why: String,
    },
    /// The chance event cannot happen here.
    #[error("`{chance}` cannot happen here")]
    Impossible {
        /// The chance event in notation.
        chance: String,
    },
}

fn from_to(least: usize, most: usize) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// Why a set-up was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// The game is not played by that many.
    #[error("{game} is played by {}, not by {seats}", from_to(*least, *most))]
    Seats {
        /// The id of the game that refuses.
        game: &'static str,
        /// The seats asked for.
        seats: usize,
        /// The fewest seats that the game allows.
        least: usize,
        /// The most seats that the game allows.
        most: usize,
    },
    /// The game has no option of that name.
    #[error("{game} has no option `{option}`{}", listed(.known))]
    UnknownOption {
        /// The id of the game that refuses.
        game: &'static str,
        /// The option asked for.
        option: String,
        /// The options there are.
        known: Vec<&'static str>,
    },
    /// The option has no such value.
    #[error("`{option}` of {game} cannot be {value}: expected one of {expected:?}")]
    OptionValue {
        /// The id of the game that refuses.
        game: &'static str,
        /// The name of the option.
        option: &'static str,
        /// The value asked for.
        value: i64,
        /// The values there are.
        expected: &'static [i64],
    },
    /// The option was given twice.
    #[error("`{option}` is given twice")]
    OptionTwice {
        /// The name of the option.
        option: &'static str,
    },
    /// This edition of the rules data is not known.
    #[error("edition {edition} of {game} is not known here, only 1 to {latest}")]
    Edition {
        /// The id of the game that refuses.
        game: &'static str,
        /// The edition asked for.
        edition: u16,
        /// The newest edition known.
        latest: u16,
    },
    /// The text is no set-up.
    #[error(transparent)]
    Notation(#[from] NotationError),
}

fn listed(options: &[&str]) -> String {
    if options.is_empty() { ": it has none".to_owned() } else { format!(", only `{}`", options.join("`, `")) }
}
