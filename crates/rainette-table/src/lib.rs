//! A table without I/O: server and page both run it.
//!
//! A table is a [state machine](table::Machine): input and time go in; what is to be stored, sent and thought about
//! comes out. What is said at it is in [`protocol`], what is stored of it in [`journal`], how dice follow from
//! everybody's seeds in [`fair`].

#![forbid(unsafe_code)]

mod error;
pub mod fair;
pub mod journal;
mod outcome;
pub mod protocol;
pub mod table;

pub use error::Error;
