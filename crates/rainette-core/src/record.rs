//! A whole game as text.
//!
//! ```text
//! rainette record 1
//! game abagio
//! edition 1
//! seats 2
//!
//! chance start 5 2
//! chance roll 4 1
//! 0 root/23
//! end resigned 1
//! ```
//!
//! Header lines come first and in this order (`set NAME=VALUE` for each option that differs from its default), then
//! the events, then at most one `end` line. Empty lines and lines that begin with `#` are passed over.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::{End, NotationError, PlayError, Seat, SetupError};

/// A whole game as text: header, events, and how it ended if it did not end by its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The game's [id](crate::Info::id), as records and commands write it.
    pub game: String,
    /// The edition of the rules data.
    pub edition: u16,
    /// The number of seats that play. It is checked against the game's rules when the record is replayed.
    pub seats: usize,
    /// The options that differ from their defaults.
    pub options: Vec<(String, i64)>,
    /// The events from the empty table on.
    pub events: Vec<Line>,
    /// How the game ended outside its rules.
    pub end: Option<End>,
}

/// One event of a record.
#[derive(Clone, Debug)]
pub struct Line {
    /// The seat that acted, or none for chance.
    pub seat: Option<Seat>,
    /// The event in notation.
    pub event: String,
    /// The number of the line in the text it was read from, for messages; 0 if it was not read.
    pub number: usize,
}

impl Line {
    /// An event that was not read from a text.
    pub fn new(seat: Option<Seat>, event: String) -> Self {
        Self { seat, event, number: 0 }
    }
}

/// Where a line stood does not matter.
impl PartialEq for Line {
    fn eq(&self, other: &Self) -> bool {
        (self.seat, &self.event) == (other.seat, &other.event)
    }
}

impl Eq for Line {}

/// Why a record was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RecordError {
    /// A line is not what has to stand there.
    #[error("line {line}: {error}")]
    Line {
        /// The number of the line, counted from 1.
        line: usize,
        /// What is wrong with it.
        error: NotationError,
    },
    /// The text ends before the header does.
    #[error("the record ends where {expected} should stand")]
    Missing {
        /// What should stand there.
        expected: &'static str,
    },
    /// The header names a game that is not known.
    #[error("the header: `{game}` is not a game known here")]
    Game {
        /// The id that the header names.
        game: String,
    },
    /// The header's set-up cannot be.
    #[error("the header: {0}")]
    Setup(#[from] SetupError),
    /// An event is illegal or impossible where it stands.
    #[error("line {line}, `{event}`: {error}")]
    Event {
        /// The number of the line, counted from 1.
        line: usize,
        /// The event in notation.
        event: String,
        /// What is wrong with it.
        error: PlayError,
    },
    /// The `end` line names a seat that the game does not have.
    #[error("the `end` line names seat {seat}, but there are only {seats} seats")]
    EndSeat {
        /// The seat that the line names, counted from 0.
        seat: Seat,
        /// How many seats there are.
        seats: usize,
    },
    /// The `end` line stands after the game's own end.
    #[error("the `end` line stands after the game's own end")]
    EndAfterOver,
}

const FIRST: &str = "rainette record 1";

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST}\ngame {}\nedition {}\nseats {}", self.game, self.edition, self.seats)?;
        for (name, value) in &self.options {
            writeln!(f, "set {name}={value}")?;
        }
        writeln!(f)?;
        for line in &self.events {
            match line.seat {
                Some(seat) => writeln!(f, "{seat} {}", line.event)?,
                None => writeln!(f, "chance {}", line.event)?,
            }
        }
        self.end.map_or(Ok(()), |end| writeln!(f, "end {end}"))
    }
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let lines = text.lines().map(str::trim_end).enumerate().map(|(index, line)| (index + 1, line));
        let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).peekable();
        let mut header = |expected: &'static str, key: &str| {
            let (number, line) = lines.next().ok_or(RecordError::Missing { expected })?;
            let rest = line.strip_prefix(key).ok_or_else(|| wrong(number, line, expected))?;
            Ok::<_, RecordError>((number, line, rest))
        };

        let (number, line, rest) = header("`rainette record 1`", FIRST)?;
        if !rest.is_empty() {
            return Err(wrong(number, line, "`rainette record 1`"));
        }
        let (_, _, game) = header("`game ID`", "game ")?;
        let (number, line, edition) = header("`edition NUMBER`", "edition ")?;
        let edition = edition.parse().map_err(|_| wrong(number, line, "`edition NUMBER`"))?;
        let (number, line, seats) = header("`seats NUMBER`", "seats ")?;
        let seats = seats.parse().map_err(|_| wrong(number, line, "`seats NUMBER`"))?;

        let mut record = Self {
            game: game.to_owned(),
            edition,
            seats,
            options: Vec::new(),
            events: Vec::new(),
            end: None,
        };
        while let Some((number, line)) = lines.next_if(|(_, line)| line.starts_with("set ")) {
            let option = line["set ".len()..].split_once('=');
            let option = option.and_then(|(name, value)| Some((name.to_owned(), value.parse().ok()?)));
            record.options.push(option.ok_or_else(|| wrong(number, line, "`set NAME=VALUE`"))?);
        }
        for (number, line) in lines {
            if record.end.is_some() {
                return Err(wrong(number, line, "nothing after the `end` line"));
            }
            let expected = "`chance EVENT`, `SEAT ACTION` or `end HOW SEAT`";
            let (who, event) = line.split_once(' ').ok_or_else(|| wrong(number, line, expected))?;
            let event = event.to_owned();
            let line = match who {
                "end" => {
                    let end = event.parse().map_err(|error| RecordError::Line { line: number, error })?;
                    record.end = Some(end);
                    continue;
                }
                "chance" => Line { seat: None, event, number },
                _ => {
                    let seat = Seat::all(record.seats.min(Seat::MAX)).find(|seat| seat.to_string() == who);
                    Line { seat: Some(seat.ok_or_else(|| wrong(number, line, expected))?), event, number }
                }
            };
            record.events.push(line);
        }
        Ok(record)
    }
}

fn wrong(line: usize, text: &str, expected: &'static str) -> RecordError {
    RecordError::Line { line, error: NotationError::new(text, expected) }
}
