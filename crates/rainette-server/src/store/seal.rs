//! Checks over everything that is stored, so that damage shows: a bit that has flipped, a row that is gone.
//!
//! The rows of a table's log are chained: each carries a SHA-256 over the one before and itself. What stands beside the
//! log (people, chat, lists and the like) may change and be erased, so it is summed up: the check of each row is added to
//! the table's sum or taken out of it. Chain and sum of every table stand in a row of their own, its seal, and the tables
//! there are in one more, with the keys of tokens. What belongs to no table (runs, codes, reports) has its check beside it.
//! Whom games wait for has none: it follows from the logs, and is written anew whenever a table is loaded.
//!
//! This finds accidents. Whoever can write to the store can also write seals.

use std::collections::HashMap;

use sha2::{Digest as _, Sha256};

use crate::journal::Row;
use crate::protocol::{Millis, Number};

/// The check of a row.
pub(super) type Check = [u8; 32];

/// A check in the making: every part is told apart from the next.
struct Sealing(Sha256);

impl Sealing {
    fn of(kind: &str) -> Self {
        Self(Sha256::new()).text(kind)
    }

    fn bytes(mut self, bytes: &[u8]) -> Self {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    fn text(self, text: &str) -> Self {
        self.bytes(text.as_bytes())
    }

    fn number(mut self, number: i64) -> Self {
        self.0.update(number.to_le_bytes());
        self
    }

    fn maybe(self, bytes: Option<&[u8]>) -> Self {
        match bytes {
            None => self.number(0),
            Some(bytes) => self.number(1).bytes(bytes),
        }
    }

    fn check(self) -> Check {
        self.0.finalize().into()
    }
}

/// Where the chain of a table's log begins.
pub(super) fn beginning(table: &str) -> Check {
    Sealing::of("log").text(table).check()
}

/// A row of a log as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RawRow {
    pub(super) number: i64,
    pub(super) at: Millis,
    pub(super) seat: Option<i64>,
    pub(super) command: Option<String>,
    pub(super) payload: String,
    pub(super) chain: Option<Vec<u8>>,
}

impl RawRow {
    /// The check of a row that follows one with this check.
    pub(super) fn after(&self, before: &Check) -> Check {
        let Self { number, at, seat, command, payload, .. } = self;
        Sealing::of("row")
            .bytes(before)
            .number(*number)
            .number(*at)
            .number(seat.unwrap_or(-1))
            .maybe(command.as_deref().map(str::as_bytes))
            .text(payload)
            .check()
    }

    /// A row as it is to be stored, after one with this check.
    pub(super) fn new(row: &Row, before: &Check) -> Result<(Self, Check), serde_json::Error> {
        let (seat, command) =
            row.command.as_ref().map(|(seat, id)| (seat.index() as i64, id.clone())).unzip();
        let payload = serde_json::to_string(&row.event)?;
        let mut raw = Self { number: row.number as i64, at: row.at, seat, command, payload, chain: None };
        let check = raw.after(before);
        raw.chain = Some(check.to_vec());
        Ok((raw, check))
    }
}

/// A table as lists show it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct RawListed {
    pub(super) id: String,
    pub(super) invite: String,
    pub(super) is_public: i64,
    pub(super) status: String,
    pub(super) line: String,
    pub(super) created_at: Millis,
    pub(super) changed_at: Millis,
}

impl RawListed {
    pub(super) fn check(&self) -> Check {
        let Self { id, invite, is_public, status, line, created_at, changed_at } = self;
        let texts = Sealing::of("table").text(id).text(invite).number(*is_public).text(status).text(line);
        texts.number(*created_at).number(*changed_at).check()
    }
}

pub(super) fn visited(table: &str, at: Millis) -> Check {
    Sealing::of("visited").text(table).number(at).check()
}

pub(super) fn touched(table: &str, times: i64) -> Check {
    Sealing::of("touched").text(table).number(times).check()
}

pub(super) fn person(table: &str, number: i64, name: Option<&str>, holder: Option<&[u8]>) -> Check {
    Sealing::of("person").text(table).number(number).maybe(name.map(str::as_bytes)).maybe(holder).check()
}

pub(super) fn said(table: &str, number: i64, at: Millis, person: i64, text: &str) -> Check {
    Sealing::of("chat").text(table).number(number).number(at).number(person).text(text).check()
}

pub(super) fn mute(table: &str, person: i64, other: i64) -> Check {
    Sealing::of("mute").text(table).number(person).number(other).check()
}

pub(super) fn aside(table: &str, kind: &str, payload: &str) -> Check {
    Sealing::of("aside").text(table).text(kind).text(payload).check()
}

pub(super) fn wish(table: &str, payload: &str) -> Check {
    Sealing::of("wish").text(table).text(payload).check()
}

pub(super) fn analysis(table: &str, payload: &str) -> Check {
    Sealing::of("analysis").text(table).text(payload).check()
}

/// That there is a table.
pub(super) fn id(table: &str) -> Check {
    Sealing::of("id").text(table).check()
}

pub(super) fn run(began_at: Millis, node: i64, seen_at: Millis) -> Check {
    Sealing::of("run").number(began_at).number(node).number(seen_at).check()
}

pub(super) fn code(hash: &[u8], table: &str, holder: &[u8], until: Millis) -> Check {
    Sealing::of("code").bytes(hash).text(table).bytes(holder).number(until).check()
}

pub(super) fn report(number: i64, at: Millis, table: &str, payload: &str) -> Check {
    Sealing::of("report").number(number).number(at).text(table).text(payload).check()
}

pub(super) fn key(number: i64, key: &[u8]) -> Check {
    Sealing::of("key").number(number).bytes(key).check()
}

/// The sum of checks, in any order. What is added twice is gone: adding and taking out are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Sum(pub(super) Check);

impl Sum {
    /// A sum as it is stored; none if it cannot be one.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// Adds a check, or takes it out.
    pub(super) fn turn(&mut self, check: Check) {
        for (byte, other) in self.0.iter_mut().zip(check) {
            *byte ^= other;
        }
    }
}

/// Where the chains of logs end: the number and the check of the last row of each table.
pub(super) type Ends = HashMap<String, (Number, Check)>;

/// How many tables' last checks are remembered.
const REMEMBERED: usize = 16_384;

/// The last check of each log that was written lately. Rows never change, so a check that fits the number before is right.
#[derive(Debug, Default)]
pub(super) struct Chains {
    known: Ends,
}

impl Chains {
    /// The check of the row before this number, if it is known.
    pub(super) fn before(&self, table: &str, number: Number) -> Option<Check> {
        if number == 1 {
            return Some(beginning(table));
        }
        self.known.get(table).filter(|(known, _)| known + 1 == number).map(|(_, check)| *check)
    }

    /// Remembers what is stored now.
    pub(super) fn remember(&mut self, ends: Ends) {
        if self.known.len() + ends.len() > REMEMBERED {
            self.known.clear();
        }
        self.known.extend(ends);
    }

    /// Forgets everything: nobody knows what is stored.
    pub(super) fn forget(&mut self) {
        self.known.clear();
    }
}

/// Rows of logs as they are to be stored, and where the chains end then.
#[derive(Debug, Default)]
pub(super) struct Chained<'a> {
    pub(super) rows: Vec<(&'a str, RawRow)>,
    pub(super) ends: Ends,
}

impl<'a> Chained<'a> {
    /// Chains rows; `before` gives the checks of the rows before the first of each table.
    pub(super) fn new(
        rows: &[(&'a str, &Row)],
        before: impl Fn(&str, Number) -> Check,
    ) -> Result<Self, serde_json::Error> {
        let mut chained = Self::default();
        for &(table, row) in rows {
            let last = chained.ends.get(table).map(|(_, check)| *check);
            let (raw, check) = RawRow::new(row, &last.unwrap_or_else(|| before(table, row.number)))?;
            chained.rows.push((table, raw));
            chained.ends.insert(table.to_owned(), (row.number, check));
        }
        Ok(chained)
    }
}

/// Bytes as SQL takes them within JSON.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_does_not_depend_on_the_order_and_forgets_what_is_taken_out() {
        let (a, b) = (mute("t", 1, 2), mute("t", 2, 1));
        let mut one = Sum::default();
        one.turn(a);
        one.turn(b);
        let mut other = Sum::default();
        other.turn(b);
        other.turn(a);
        assert_eq!(one, other);
        assert_ne!(one, Sum::default());
        one.turn(a);
        one.turn(b);
        assert_eq!(one, Sum::default());
    }

    #[test]
    fn every_part_of_a_row_counts() {
        let row = RawRow {
            number: 3,
            at: 7,
            seat: Some(0),
            command: Some("c".to_owned()),
            payload: "{}".to_owned(),
            chain: None,
        };
        let before = beginning("t");
        let check = row.after(&before);
        let others = [
            RawRow { number: 4, ..row.clone() },
            RawRow { at: 8, ..row.clone() },
            RawRow { seat: None, ..row.clone() },
            RawRow { command: None, ..row.clone() },
            RawRow { command: Some("d".to_owned()), ..row.clone() },
            RawRow { payload: "[]".to_owned(), ..row.clone() },
        ];
        for other in others {
            assert_ne!(other.after(&before), check, "{other:?}");
        }
        assert_ne!(row.after(&beginning("u")), check, "the table counts, and all that came before");
    }
}
