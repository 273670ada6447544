//! The five games of Rainette, one module each, and the registry that lists them.
//!
//! A program that works with any game asks the registry and never names a game's type: [`games`] lists what there is,
//! [`table`] opens a game by its id, [`replay`] plays a record, and [`visit`] leads from an id to the type for code
//! that is generic over [`Game`](rainette_core::Game).
//!
//! # Open a table and play
//!
//! Actions are text, as `docs/notation.md` describes them. Chance is drawn from random numbers that the caller hands
//! in.
//!
//! ```
//! use rainette_core::{Seat, Turn, Weyl};
//!
//! let mut table = rainette_games::table("pool-party", 3, &[])?;
//! assert_eq!(table.turn(), Turn::Chance, "the dice come first");
//! let roll = table.draw(&mut Weyl::default())?;
//! assert_eq!(roll, "roll 4 2");
//!
//! table.play(Seat::new(0), "1+4 2+2")?;
//! assert_eq!(table.len(), 2, "a roll and an action");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! # List what can be chosen, and ask why something cannot
//!
//! Each choice comes with the path of spots that a player points at. What no path begins with is forbidden by a rule,
//! and the table knows which.
//!
//! ```
//! use rainette_core::Name;
//!
//! let table = rainette_games::table("hop-it", 2, &[])?;
//! let (action, paths) = &table.choices()[0];
//! assert_eq!(action, "b2-c3");
//! assert_eq!(paths[0].as_slice(), ["b2", "c3"]);
//!
//! let spots = ["b2", "b4"].map(Name::of);
//! let objection = table.why_not(&spots).expect("b4 is out of reach");
//! assert_eq!(objection.code, "too-far");
//! # Ok::<_, rainette_games::OpenError>(())
//! ```
//!
//! # Replay a record, and see what one seat was told
//!
//! A record has everything; an observer is told what it may know, with `?` for the rest.
//!
//! ```
//! use rainette_core::{Observer, Record, Seat};
//!
//! let record: Record = "rainette record 1
//! game frogriders
//! edition 1
//! seats 2
//!
//! chance pond ....NNY..YRNNB..RRNBRRB..BYN.YYN..NBNNNBB..BNRRB..YYN....
//! chance market +2Y flower fewest-cards +2R
//! chance common RN YN
//! chance deal 0 2Y RBN
//! chance deal 1 RYB RYN
//! 0 keep RBN
//! "
//! .parse()?;
//! let table = rainette_games::replay(&record)?;
//! assert_eq!(table.record(), record);
//!
//! let last = |seat| table.told(Observer::Seat(Seat::new(seat))).pop().expect("six events").event;
//! assert_eq!(last(0), "keep RBN");
//! assert_eq!(last(1), "keep ?", "which card seat 0 has kept is its secret");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod abagio;
pub mod china_moon;
pub mod frogriders;
pub mod hop_it;
pub mod pool_party;
mod registry;
#[cfg(feature = "schema")]
pub mod schema;

pub use registry::{OpenError, UnknownGame, Visitor, games, replay, table, visit};
