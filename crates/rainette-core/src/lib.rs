//! The model that every Rainette game is written in.
//!
//! A game is played by [seats](Seat). At any moment it waits for one seat's action, for a chance event, or it is
//! over ([`Turn`]). A position is a small [`Copy`] value that knows its own rules: the [`Game`] trait. Everything
//! around it is written once, here:
//!
//! * [`Draw`] turns random numbers into chance events and says how likely a recorded one was;
//! * [`Match`] owns a set-up and its events, and [`Table`] is its face for those who do not name a game;
//! * [`Record`] is a whole game as text, which replays without any randomness;
//! * [`Told`], [`Story`] and [`Guess`] are what one observer may know, and the positions that agree with it;
//! * [`Encode`] is a game as numbers, for programs that learn;
//! * [`perft`] counts the events that can follow a position.
//!
//! Nothing here does I/O, reads a clock or makes random numbers: [`Random`] is handed in by the caller.

#![forbid(unsafe_code)]

mod chance;
mod effect;
mod encode;
mod error;
mod event;
mod game;
mod name;
mod outcome;
mod perft;
mod play;
mod random;
mod reason;
mod record;
mod seat;
mod setup;
mod spot;
mod story;
mod table;

pub use chance::{Bag, Dice, Draw, Drawn};
pub use effect::{Effect, EffectSink, NoEffects, Piece};
pub use encode::{Block, Encode, Letter, Letters, Sheet, Spelling, Word, Words};
pub use error::{PlayError, SetupError};
pub use event::{Event, Told};
pub use game::{Actions, Described, Game, Never, Notation, NotationError, Turn, Wire};
pub use name::Name;
pub use outcome::{End, How, Outcome, Scores};
pub use perft::{divide, fixed_setup, perft};
pub use play::{Match, playout};
pub use random::{Random, Weyl};
pub use reason::Reason;
pub use record::{Line, Record, RecordError};
pub use seat::{Observer, Seat, SeatSet};
pub use setup::{Choice, Info, Setup};
pub use spot::{Path, Paths, Spot, is_step, path};
pub use story::{Certain, Guess, Story, StoryError, StoryText, StoryTextError, equally};
pub use table::{Choices, Objection, Table};

#[doc(hidden)]
pub use serde;
