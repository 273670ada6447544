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
//!
//! # Read a record
//!
//! A record is text, and an error names the line that is wrong.
//!
//! ```
//! use rainette_core::{Record, RecordError, Seat};
//!
//! let text = "rainette record 1\ngame pond\nedition 1\nseats 2\n\nchance roll 4 1\n0 22/18\nend resigned 1\n";
//! let record: Record = text.parse()?;
//! assert_eq!(record.events[0].seat, None, "dice are nobody's action");
//! assert_eq!(record.events[1].seat, Some(Seat::new(0)));
//! assert_eq!(record.to_string(), text, "what is printed is what is read");
//!
//! let error = text.replace("end resigned", "end bored").parse::<Record>().unwrap_err();
//! assert!(error.to_string().starts_with("line 8: `bored 1` is not understood"));
//! # Ok::<_, RecordError>(())
//! ```
//!
//! # Ask how likely something is
//!
//! Chance is data: a [`Draw`] lists its outcomes with exact integer weights. A draw gives an outcome once the caller
//! hands in random numbers.
//!
//! ```
//! use rainette_core::{Bag, Draw};
//!
//! let roll = Draw::TWO_DICE;
//! assert_eq!((roll.weight(&[4, 1]), roll.weight(&[4, 4]), roll.total()), (Some(2), Some(1), 36));
//!
//! // Two things are drawn from a bag that holds three of kind 0 and one of kind 1.
//! let draw = Draw::bag(Bag::some(&[3, 1], 2));
//! let mut outcomes = Vec::new();
//! draw.each(|drawn, weight| outcomes.push((drawn.to_vec(), weight)));
//! assert_eq!(outcomes, [(vec![0, 0], 6), (vec![0, 1], 3), (vec![1, 0], 3)]);
//!
//! let mut always_the_first = || 0x8000_0000;
//! assert!(draw.weight(&draw.sample(&mut always_the_first)).is_some());
//! ```
//!
//! # Write a game and play it
//!
//! Seven lilies float on a pond. Each seat in turn picks one or two, and the seat that picks the last one wins. (The
//! source of this page has the whole game: the methods that are not shown here write it down and show it to observers.)
//!
//! ```
//! # use std::{fmt, str::FromStr};
//! # use rainette_core::*;
//! #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
//! struct Lilies {
//!     left: u8,
//!     mover: Seat,
//! }
//!
//! impl Game for Lilies {
//! #   const INFO: Info = Info {
//! #       id: "lilies",
//! #       name: "Lilies",
//! #       edition: 1,
//! #       seats: 2..=2,
//! #       usual_seats: 2,
//! #       minutes: 1..=2,
//! #       options: &[],
//! #       has_chance: false,
//! #       has_secrets: false,
//! #       has_colours: false,
//! #       draws_first: false,
//! #       about: "Pick the last lily.",
//! #   };
//! #   type Action = Pick;
//! #   type Chance = Never;
//! #   type View = View;
//! #   type Reason = Reason;
//! #   fn seats(&self) -> usize {
//! #       2
//! #   }
//!     fn new(_: Setup<Self>) -> Self {
//!         Self { left: 7, mover: Seat::new(0) }
//!     }
//!
//!     fn turn(&self) -> Turn {
//!         if self.left == 0 { Turn::Over } else { Turn::Seat(self.mover) }
//!     }
//!
//!     fn legal_actions(&self, actions: &mut Actions<Self>) {
//!         actions.clear();
//!         (1..=self.left.min(2)).for_each(|count| actions.push(Pick(count)));
//!     }
//!
//!     fn act<W: EffectSink>(&mut self, Pick(count): Pick, _: &mut W) {
//!         *self = Self { left: self.left - count, mover: self.mover.next(2) };
//!     }
//!
//!     fn result(&self) -> Option<Outcome> {
//!         self.is_over().then(|| Outcome::win(self.mover.next(2)))
//!     }
//!     // …
//! #   fn chance(&self) -> Draw {
//! #       unreachable!("nothing is random")
//! #   }
//! #   fn chance_from_draw(&self, _: &Drawn) -> Never {
//! #       unreachable!("nothing is random")
//! #   }
//! #   fn draw_from_chance(&self, chance: &Never) -> Option<Drawn> {
//! #       match *chance {}
//! #   }
//! #   fn apply_chance<W: EffectSink>(&mut self, chance: Never, _: &mut W) {
//! #       match chance {}
//! #   }
//! #   fn view(&self, _: Observer) -> View {
//! #       View { left: self.left }
//! #   }
//! #   nothing_hidden!();
//! #   fn spots(&self, action: Pick) -> Paths {
//! #       path([Name::of(action)])
//! #   }
//! #   fn why_not(&self, _: &[Spot]) -> Option<Reason> {
//! #       Some(Reason::TooMany)
//! #   }
//! }
//!
//! # #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
//! # struct Pick(u8);
//! # impl fmt::Display for Pick {
//! #     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
//! #         write!(f, "pick-{}", self.0)
//! #     }
//! # }
//! # impl FromStr for Pick {
//! #     type Err = NotationError;
//! #     fn from_str(text: &str) -> Result<Self, NotationError> {
//! #         let pick = (1..=2).map(Pick).find(|pick| pick.to_string() == text);
//! #         pick.ok_or_else(|| NotationError::new(text, "`pick-1` or `pick-2`"))
//! #     }
//! # }
//! # #[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
//! # #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
//! # #[serde(crate = "rainette_core::serde")]
//! # struct View {
//! #     left: u8,
//! # }
//! # impl fmt::Display for View {
//! #     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
//! #         write!(f, "{} left", self.left)
//! #     }
//! # }
//! # rainette_core::reasons! {
//! #     /// Why a pick is not allowed.
//! #     pub enum Reason {
//! #         /// Fewer lilies are left than were asked for.
//! #         TooMany = "too-many": "not so many lilies are left",
//! #     }
//! # }
//! let mut game = Match::<Lilies>::new(Setup::new(2)?);
//! for (seat, pick) in [(0, "pick-2"), (1, "pick-2"), (0, "pick-2")] {
//!     game.add_text(Some(Seat::new(seat)), pick)?;
//! }
//! assert_eq!(perft(game.position(), 1), 1, "one lily is left");
//! let error = game.add_text(Some(Seat::new(1)), "pick-2").unwrap_err();
//! assert_eq!(error.to_string(), "`pick-2` is not allowed: not so many lilies are left");
//!
//! game.add_text(Some(Seat::new(1)), "pick-1")?;
//! assert_eq!(game.result(), Some(Outcome::win(Seat::new(1))));
//! assert_eq!(Match::replay(&game.record())?, game, "a record has everything");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

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
