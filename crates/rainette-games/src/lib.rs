//! The five games of Rainette, one module each, and the registry that lists them.
//!
//! Whoever works with any game asks the registry and never names one:
//!
//! ```
//! use rainette_core::Turn;
//! let table = rainette_games::table("hop-it", 2, &[])?;
//! assert!(matches!(table.turn(), Turn::Seat(_)));
//! assert_eq!(table.choices()[0].0, "b2-c3");
//! # Ok::<_, rainette_games::OpenError>(())
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
