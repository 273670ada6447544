//! The log of a table: what happened, by number. It is the truth; everything else follows from it.
//!
//! Nothing here goes over the wire: the log holds the secret seed and hidden actions. What an observer may know of an
//! event is a [`TableEventKind`](crate::protocol::TableEventKind).

use std::collections::BTreeMap;

use rainette_core::Seat;
use serde::{Deserialize, Serialize};

use crate::fair::{Commitment, Promise, Seed, Showing};
use crate::protocol::{ClockKind, GameResult, Millis, Number, Settings, Starts};

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
        /// Did the host ask whoever sat there to leave for good?
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_removed: bool,
    },
    /// The host arranged the table anew.
    Arranged {
        /// The number of the host.
        person: u32,
        /// All that can be arranged, as it is from now on.
        settings: Settings,
    },
    /// Two seats changed places, with whoever sits there.
    Swapped {
        /// The number of the person by whose word it happened: who asked, or who agreed.
        person: u32,
        /// The two seats.
        seats: [Seat; 2],
    },
    /// Somebody is ready to start, or is not any more.
    Ready {
        /// The number of the person.
        person: u32,
        /// Are they ready?
        is_ready: bool,
        /// The number of the last event that they had seen.
        seq: Number,
    },
    /// A seat has another colour. If another seat had it, that one has this seat's colour now.
    Coloured {
        /// The seat that this is about, counted from 0 in turn order.
        seat: Seat,
        /// The colour, counted from 0 in the order of the game's colours.
        colour: u8,
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
    /// Who starts, unless the first seat does: whoever sat at this seat has seat 0 from now on, and everybody after them
    /// follows in the same order.
    Began {
        /// The seat, as it was counted before.
        first: Seat,
        /// Was it drawn by lot?
        is_lot: bool,
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
    /// A seat settled its next action before its turn came, or took that back.
    Chose {
        /// The seat that this is about, counted from 0 in turn order.
        seat: Seat,
        /// The action in notation, which is played when the seat's turn comes; none if nothing is settled any more.
        action: Option<String>,
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
        /// Because the seat's time was up?
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        missed: bool,
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
    /// A person came to the game and plays on for a computer player that had held the seat from the beginning.
    CameIn {
        /// The seat that this is about, counted from 0 in turn order.
        seat: Seat,
        /// The number of the person.
        person: u32,
        /// Did the person agree that the table goes on from an opening that was not drawn?
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        agreed_to_opening: bool,
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
    Abandoned {
        /// The number of the person who closed it; none if nobody was there or nobody played any more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<u32>,
    },
    /// There is a rematch.
    Rematch {
        /// The id of its table.
        table: String,
    },
}

/// What is settled when a table is opened. It has many fields because it is stored as one flat row, which has to be read
/// as long as there are logs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a question of its own, which whoever opens a table answers"
)]
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
    /// Who starts.
    #[serde(default)]
    pub starts: Starts,
    /// May dice and cards be taken back although computer players play?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_practice: bool,
    /// Is a seat out for good whose time is up? At tables from before this could be chosen it is.
    #[serde(default = "was_strict")]
    pub is_strict: bool,
    /// May people who come later take the seats of computer players over?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub takes_newcomers: bool,
    /// The server's secret seed.
    pub seed: Seed,
    /// The table of which this is the rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_of: Option<String>,
    /// The record that the game begins from, if it does not begin from nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
}

impl Opening {
    /// What can be arranged anew until the start, as it was when the table was opened.
    pub fn settings(&self) -> Settings {
        Settings {
            options: self.options.clone(),
            clock: self.clock,
            starts: self.starts,
            is_public: self.is_public,
            start_when_full: self.start_when_full,
            grace_ms: self.grace_ms,
            stand_in: self.stand_in,
        }
    }
}

/// The level of the computer player that takes a seat over, if nobody chose one when the table was opened.
pub fn stand_in_level() -> u8 {
    4
}

fn was_strict() -> bool {
    true
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

/// What is said of something that waits beside the log: what it is, and whose. Each is stored by itself, so that nodes
/// that store different ones do not undo each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Aside {
    /// With whom a person wants to change seats.
    Swap(u32),
}

impl std::fmt::Display for Aside {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Swap(person) => write!(f, "swap {person}"),
        }
    }
}

impl std::str::FromStr for Aside {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let person = text.strip_prefix("swap ").and_then(|number| number.parse().ok());
        person.map(Self::Swap).ok_or_else(|| format!("`{text}` is nothing that waits beside a log"))
    }
}

/// With whom somebody wants to change seats, as long as both sit where they did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SwapWish {
    /// The seat of whoever asks.
    pub seat: Seat,
    /// The other seat.
    pub with: Seat,
    /// The person who sits there, and is asked.
    pub asked: u32,
    /// The number of the last event when it was asked.
    pub number: Number,
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

    /// By what whoever holds the token is known again at public tables: the same at all of them, and nothing else follows
    /// from it. A token cannot be guessed, so that no key is needed to keep it from being found.
    pub fn mark(&self) -> String {
        use sha2::Digest as _;
        let digest = sha2::Sha256::new().chain_update(b"rainette mark 1").chain_update(self.0).finalize();
        let digits = digest.iter().take(12).flat_map(|byte| [byte >> 4, byte & 15]);
        digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
    }
}
