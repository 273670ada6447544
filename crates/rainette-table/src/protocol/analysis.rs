//! What a finished game was made of: luck and choices.

use rainette_core::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bounds::{Count, SeatIndex};

/// Where a game was won: `GET /api/tables/{table}/analysis`.
///
/// Shares are those of the win: they add up to 1 over all seats, and 0.01 is one game in a hundred. Errors are standard
/// errors.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Analysis {
    /// Is it complete?
    pub is_done: bool,
    /// How many moments have been looked at. Less than there are in a complete analysis if some could not be judged.
    #[schema(value_type = Count)]
    pub looked_at: u32,
    /// How many moments there are: the start, and one after each event.
    #[schema(value_type = Count)]
    pub moments: u32,
    /// How many iterations each judgement takes. A hint with as many and the same seed names the same best actions.
    #[schema(value_type = Count)]
    pub iterations: u32,
    /// The seed of its random numbers.
    #[schema(value_type = Count)]
    pub seed: u32,
    /// What it was judged by: the version of the players and the endgame tables that they look into. With another one the
    /// same question may have another answer, and an analysis is made again.
    pub judged_by: String,
    /// The moments that have been looked at, in order.
    pub curve: Vec<Moment>,
    /// What turned the game, the largest first, as far as it has been looked at: of each seat's choices the four that
    /// cost most, mistakes before others, and the four times that chance gave or took most.
    pub swings: Vec<Swing>,
    /// What chance gave each seat in all, in shares of the win; less than 0 if it took.
    pub luck: Vec<f32>,
    /// The error of that, seat by seat.
    pub luck_errors: Vec<f32>,
    /// What each seat gave away by its mistakes in all, as far as it could know, in shares of the win.
    pub lost: Vec<f32>,
    /// The error of that, seat by seat.
    pub lost_errors: Vec<f32>,
}

/// What every seat could expect at a moment of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Moment {
    /// After how many of the replay's steps.
    #[schema(value_type = Count)]
    pub step: u32,
    /// Each seat's share of the win, the secrets being what they were.
    pub shares: Vec<f32>,
    /// The error of each share; 0 if it is certain.
    pub errors: Vec<f32>,
    /// The shares of all seats as each seat could know them, seat by seat. Empty if the game hides nothing.
    pub seen: Vec<Vec<f32>>,
    /// The errors of these shares, seat by seat.
    pub seen_errors: Vec<Vec<f32>>,
}

/// Something that turned a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Swing {
    /// A seat could have chosen better, as far as it could know.
    Choice {
        /// The place of the decision among the replay's steps, counted from 0.
        #[schema(value_type = Count)]
        step: u32,
        /// Who decided.
        #[schema(value_type = SeatIndex)]
        seat: Seat,
        /// What was played.
        played: String,
        /// The spots that say it, in order.
        played_path: Vec<String>,
        /// What would have been better.
        better: String,
        /// The spots that say it, in order.
        path: Vec<String>,
        /// The share of the win that the seat gave away.
        lost: f32,
        /// The error of that.
        error: f32,
        /// Is the loss beyond twice its error? Otherwise it is too close to call.
        is_mistake: bool,
    },
    /// Chance gave to some and took from others, beyond twice the error.
    Luck {
        /// The place of the event among the replay's steps, counted from 0.
        #[schema(value_type = Count)]
        step: u32,
        /// The event in notation.
        event: String,
        /// Each seat's share of the win after it, less the mean over all that might have come.
        given: Vec<f32>,
        /// The error of the largest of them.
        error: f32,
    },
}

impl Swing {
    /// The share of the win that changed hands.
    pub fn size(&self) -> f32 {
        match self {
            Self::Choice { lost, .. } => *lost,
            Self::Luck { given, .. } => given.iter().fold(0.0, |most, share| share.abs().max(most)),
        }
    }
}
