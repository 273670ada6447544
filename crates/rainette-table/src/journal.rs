//! The log of a table: what happened, by number. It is the truth; everything else follows from it.
//!
//! Nothing here goes over the wire: the log holds the secret seed and hidden actions. What an observer may know of an
//! event is a [`TableEventKind`](crate::protocol::TableEventKind).

use std::collections::BTreeMap;

use rainette_core::Seat;
use serde::{Deserialize, Serialize};

use crate::fair::{Commitment, Promise, Seed, Showing};
use crate::protocol::{ClockKind, GameResult, Millis, Number};

/// One row of the log.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Its number, counted from 1.
    pub number: Number,
    /// When it happened.
    pub at: Millis,
    /// The command that led to it, and the seat that gave it.
    pub command: Option<(Seat, String)>,
    /// What happened.
    pub event: Event,
}

/// What can happen at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The table was opened.
    Opened(Box<Opening>),
    /// Somebody or a computer player sat down.
    Seated {
        /// The seat that this is about, counted from 0 in turn order.
        seat: Seat,
        /// Who sits there: a person or a computer player.
        by: By,
        /// Did the person agree that the table goes on from an opening that was not drawn?
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        agreed_to_opening: bool,
    },
    /// A seat became free again.
    Left {
        /// The seat that this is about, counted from 0 in turn order.
        seat: Seat,
    },
    /// Somebody committed to a seed.
    Committed {
        /// The number of the person.
        person: u32,
        /// The SHA-256 of the seed.
        commitment: Commitment,
    },
    /// Seats and commitments are settled, before any seed is shown: the game starts, or the table is abandoned.
    Frozen {
        /// The commitments of everybody who sits and has committed, by person.
        players: Vec<Promise>,
    },
    /// The game started, with these seeds and no others.
    Started {
        /// The seeds that were shown, by person.
        seeds: Vec<Showing>,
    },
    /// A seat acted.
    Action {
        /// The seat that this is about, counted from 0 in turn order.
        seat: Seat,
        /// The action in notation.
        action: String,
        /// Did a computer player act?
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        computer: bool,
    },
    /// Something random came out.
    Chance {
        /// What, in notation.
        chance: String,
    },
    /// All play from this number on was taken back.
    Undone {
        /// Who had it taken back.
        seat: Seat,
        /// The number of the first event that was taken back.
        from: Number,
        /// The people who agreed, whoever asked included.
        agreed: Vec<u32>,
    },
    /// A seat gave up.
    Resigned {
        /// The seat that this is about, counted from 0 in turn order.
        seat: Seat,
    },
    /// A seat's time was up.
    OutOfTime {
        /// The seat that this is about, counted from 0 in turn order.
        seat: Seat,
    },
    /// A computer player sits in for somebody.
    SatIn {
        /// The seat that this is about, counted from 0 in turn order.
        seat: Seat,
        /// The level of the computer player, from 1 to 8.
        level: u8,
    },
    /// Somebody took their seat back.
    TookBack {
        /// The seat that this is about, counted from 0 in turn order.
        seat: Seat,
    },
    /// A computer player took a seat over for good.
    TakenOver {
        /// The seat that this is about, counted from 0 in turn order.
        seat: Seat,
        /// The level of the computer player, from 1 to 8.
        level: u8,
    },
    /// The server was down while a clock ran; that time is not charged.
    Resumed {
        /// How long it was down.
        lost_ms: Millis,
    },
    /// The game came to its end.
    Finished {
        /// How the game came out, seat by seat.
        result: GameResult,
    },
    /// The table was closed without a result.
    Abandoned,
    /// There is a rematch.
    Rematch {
        /// The id of its table.
        table: String,
    },
}

/// What is settled when a table is opened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// The game's id.
    pub game: String,
    /// The edition of the rules data.
    pub edition: u16,
    /// The options that differ from their defaults.
    pub options: BTreeMap<String, i64>,
    /// Which empty seats are kept for people with the invitation; the others are open to all.
    pub invited: Vec<bool>,
    /// How time is counted.
    pub clock: ClockKind,
    /// Is the table on the list of open tables?
    pub is_public: bool,
    /// Does the game start as soon as every seat is taken?
    pub start_when_full: bool,
    /// How long somebody may be away on their own turn.
    pub grace_ms: u32,
    /// The level of a computer player that sits in or takes a seat over.
    #[serde(default = "stand_in_level")]
    pub stand_in: u8,
    /// The server's secret seed.
    pub seed: Seed,
    /// The table of which this is the rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_of: Option<String>,
    /// The record that the game begins from, if it does not begin from nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
}

/// The level of the computer player that takes a seat over, if nobody chose one when the table was opened.
pub fn stand_in_level() -> u8 {
    4
}

/// Who sits at a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// A person, by their number at this table. Names and tokens stand elsewhere, so that they can be erased.
    Person(u32),
    /// A computer player, by its level.
    Computer(u8),
}

/// What somebody wants to take back, while others have not agreed. It is no event: it counts while nothing has happened
/// after the event with its number but a restart.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UndoWish {
    /// Who asks.
    pub seat: Seat,
    /// The number of the first event that would be taken back.
    pub from: Number,
    /// The id of the command.
    pub command: String,
    /// The number of the last event when it was asked.
    pub number: Number,
    /// The people who have not agreed yet.
    pub waits_for: Vec<u32>,
    /// The people who have agreed, whoever asks included.
    pub agreed: Vec<u32>,
}

/// Somebody at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// Their number at this table, counted from 1.
    pub number: u32,
    /// Their name; none once it was erased.
    pub name: Option<String>,
    /// By whose token they are known; none once it was erased.
    pub holder: Option<TokenHash>,
}

/// Whoever holds a token: its SHA-256. The token itself is never stored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TokenHash(pub [u8; 32]);

impl TokenHash {
    /// The holder of this token.
    pub fn of(token: &str) -> Self {
        use sha2::Digest as _;
        Self(sha2::Sha256::digest(token.as_bytes()).into())
    }
}
