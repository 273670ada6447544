//! Tables that people and computer players sit at, over HTTP and WebSocket.
//!
//! [`server::run`] is the whole of it. A table is a [state machine](table::Machine) without I/O; the [hub](hub::Hub)
//! runs one task per live table, the [store](store::Store) keeps their logs, the [thinkers](thinkers::Thinkers) play
//! the computer's seats, and [`http`] and `ws` are the way in. What goes over the wire is in [`protocol`].

#![forbid(unsafe_code)]

mod accept;
mod assets;
pub mod budgets;
pub mod bus;
pub mod clock;
pub mod config;
pub mod endgames;
pub mod error;
pub mod http;
pub mod hub;
mod metrics;
pub mod parts;
mod patient;
mod random;
pub mod retention;
pub mod server;
pub mod store;
pub mod thinkers;
pub mod tokens;
pub mod traces;
mod watch;
#[cfg(feature = "nats")]
pub mod workers;
mod ws;

pub use rainette_table::{fair, journal, protocol, table};
