//! The chain of a table: one hash for everything that has happened so far, the same for every observer.
//!
//! What is hidden from an observer is hidden in the chain too: each event is hashed together with a salt that only the
//! server's seed gives, so that nobody can guess a card and compare.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use rainette_core::{Line, Record};
use serde::Serialize;
use serde_json::Value;

use super::{Commitment, Entry, Proof, Seed};

/// What a table is, before anything happens at it: the chain begins with it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Header {
    /// The version of the proof's format.
    pub format: u32,
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// The edition of the rules data.
    pub edition: u16,
    /// How many play.
    pub seats: usize,
    /// The options that differ from their defaults.
    pub options: BTreeMap<String, i64>,
    /// The events of the record that the table began from, as lines of a record.
    pub opening: Vec<String>,
    /// The server's commitment.
    pub server: Commitment,
}

impl Header {
    /// The header of a table that begins from this record, which has events only if it does not begin from nothing.
    pub fn new(table: String, opening: &Record, server: Commitment) -> Self {
        Self {
            format: Proof::FORMAT,
            table,
            game: opening.game.clone(),
            edition: opening.edition,
            seats: opening.seats,
            options: opening.options.iter().cloned().collect(),
            opening: opening.events.iter().map(written).collect(),
            server,
        }
    }
}

/// An event as a line of a record.
pub(crate) fn written(line: &Line) -> String {
    match line.seat {
        Some(seat) => format!("{seat} {}", line.event),
        None => format!("chance {}", line.event),
    }
}

/// The chain as far as it goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    server: Seed,
    head: Commitment,
}

impl Chain {
    /// The chain of a table at which nothing has happened yet.
    pub fn new(server: Seed, header: &Header) -> Self {
        let head = Commitment::of(&[&server.salt(0), canonical(header).as_bytes()]);
        Self { server, head }
    }

    /// The hash of everything so far.
    pub fn head(&self) -> Commitment {
        self.head
    }

    /// Adds the next event, and gives the head after it.
    pub fn add(&mut self, entry: &Entry) -> Commitment {
        let number = entry.number();
        let salted = Commitment::of(&[&self.server.salt(number), canonical(entry).as_bytes()]);
        self.head = Commitment::of(&[self.head.bytes(), &number.to_be_bytes(), salted.bytes()]);
        self.head
    }
}

/// JSON that has one form only: sorted keys, no spaces.
pub(super) fn canonical(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).expect("what is proved has string keys only");
    let mut text = String::new();
    write_sorted(&mut text, &value);
    text
}

fn write_sorted(out: &mut String, value: &Value) {
    match value {
        Value::Array(values) => {
            out.push('[');
            for (index, value) in values.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_sorted(out, value);
            }
            out.push(']');
        }
        Value::Object(fields) => {
            let sorted: BTreeMap<_, _> = fields.iter().collect();
            out.push('{');
            for (index, (name, value)) in sorted.into_iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_sorted(out, &Value::String(name.clone()));
                out.push(':');
                write_sorted(out, value);
            }
            out.push('}');
        }
        plain => write!(out, "{plain}").expect("a string takes everything"),
    }
}
