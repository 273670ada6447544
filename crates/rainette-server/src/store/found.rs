//! What is found of a table in a store, checked before anybody believes it.

use std::collections::{BTreeMap, BTreeSet};

use super::StoreError;
use super::seal::{self, RawListed, RawRow, Sum};
use crate::journal::{Aside, Person, Row, TokenHash};
use crate::protocol::{ChatLine, Millis, Number};
use crate::table::{Beside, CHAT_KEPT, Stored};

/// A table's row on lists, with what is counted beside it.
#[derive(Clone, Debug)]
pub(super) struct FoundListed {
    pub(super) listed: RawListed,
    pub(super) visited_at: Millis,
    pub(super) touched: i64,
    pub(super) seal: Option<Vec<u8>>,
}

/// A table's seal.
#[derive(Clone, Debug)]
pub(super) struct FoundSeal {
    pub(super) number: i64,
    pub(super) chain: Vec<u8>,
    pub(super) beside: Vec<u8>,
}

/// Somebody at a table, as stored.
#[derive(Clone, Debug)]
pub(super) struct FoundPerson {
    pub(super) number: i64,
    pub(super) name: Option<String>,
    pub(super) holder: Option<Vec<u8>>,
}

/// A line of chat, as stored.
#[derive(Clone, Debug)]
pub(super) struct FoundLine {
    pub(super) number: i64,
    pub(super) at: Millis,
    pub(super) person: i64,
    pub(super) text: String,
}

/// Everything that is found of a table.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub(super) id: String,
    pub(super) listed: Option<FoundListed>,
    pub(super) seal: Option<FoundSeal>,
    pub(super) rows: Vec<RawRow>,
    pub(super) people: Vec<FoundPerson>,
    pub(super) chat: Vec<FoundLine>,
    pub(super) mutes: Vec<(i64, i64)>,
    pub(super) wish: Option<String>,
    pub(super) asides: Vec<(String, String)>,
    pub(super) analysis: Option<String>,
}

impl RawRow {
    fn read(self) -> Result<Row, String> {
        let wrong = |what: &str| format!("event {}: {what}", self.number);
        let seat = self.seat.map(|seat| u8::try_from(seat).map_err(|_| wrong("there is no such seat")));
        let seat = seat.transpose()?.map(|seat| rainette_core::Seat::new(seat.into()));
        Ok(Row {
            number: self.number as Number,
            at: self.at,
            command: seat.zip(self.command.clone()),
            event: serde_json::from_str(&self.payload).map_err(|error| wrong(&error.to_string()))?,
        })
    }
}

/// Rows of a log, in the order of their numbers, after one with this number and check.
fn read_log(
    mut number: i64,
    mut check: seal::Check,
    rows: Vec<RawRow>,
) -> Result<(Vec<Row>, seal::Check), String> {
    let mut read = Vec::with_capacity(rows.len());
    for row in rows {
        if row.number != number + 1 {
            return Err(format!("event {} is missing", number + 1));
        }
        number = row.number;
        check = row.after(&check);
        if row.chain.as_deref() != Some(&check) {
            return Err(format!("event {number} is not what was stored"));
        }
        read.push(row.read()?);
    }
    Ok((read, check))
}

impl FoundListed {
    /// The row of a table that is new.
    pub(super) fn new(id: &str) -> Self {
        Self {
            listed: RawListed { id: id.to_owned(), ..RawListed::default() },
            visited_at: 0,
            touched: 0,
            seal: None,
        }
    }

    /// Is it what was stored?
    pub(super) fn is_whole(&self) -> bool {
        self.seal.as_deref() == Some(&self.listed.check())
    }
}

impl Found {
    /// Nothing at all is found.
    fn is_nothing(&self) -> bool {
        let Self { listed, seal, rows, people, chat, mutes, wish, asides, analysis, id: _ } = self;
        listed.is_none()
            && seal.is_none()
            && rows.is_empty()
            && people.is_empty()
            && chat.is_empty()
            && mutes.is_empty()
            && wish.is_none()
            && asides.is_empty()
            && analysis.is_none()
    }

    /// The sum over what stands beside the log.
    pub(super) fn beside(&self) -> Sum {
        let id = &self.id;
        let mut sum = Sum::default();
        if let Some(FoundListed { listed, visited_at, touched, .. }) = &self.listed {
            sum.turn(listed.check());
            sum.turn(seal::visited(id, *visited_at));
            sum.turn(seal::touched(id, *touched));
        }
        for person in &self.people {
            sum.turn(seal::person(id, person.number, person.name.as_deref(), person.holder.as_deref()));
        }
        for line in &self.chat {
            sum.turn(seal::said(id, line.number, line.at, line.person, &line.text));
        }
        for (person, other) in &self.mutes {
            sum.turn(seal::mute(id, *person, *other));
        }
        if let Some(wish) = &self.wish {
            sum.turn(seal::wish(id, wish));
        }
        for (kind, payload) in &self.asides {
            sum.turn(seal::aside(id, kind, payload));
        }
        if let Some(analysis) = &self.analysis {
            sum.turn(seal::analysis(id, analysis));
        }
        sum
    }

    /// The table, if it is as it was stored; none if there is no such table.
    pub(super) fn stored(self) -> Result<Option<Stored>, StoreError> {
        if self.is_nothing() {
            return Ok(None);
        }
        let table = self.id.clone();
        self.check().map(Some).map_err(|what| StoreError::Damaged { table, what })
    }

    fn check(self) -> Result<Stored, String> {
        let beside = self.beside();
        let Self { id, listed, seal, rows, people, chat, mutes, wish, asides, .. } = self;
        let seal = seal.ok_or("its seal is gone")?;
        let listed = listed.ok_or("it is gone from the list of tables")?;
        if !listed.is_whole() {
            return Err("what lists show of it is not what was stored".to_owned());
        }
        let (rows, chain) = read_log(0, seal::beginning(&id), rows)?;
        if seal.number != rows.len() as i64 {
            return Err(format!("{} events are there, {} were stored", rows.len(), seal.number));
        }
        if seal.chain != chain {
            return Err("the end of its log is not what was stored".to_owned());
        }
        if Sum::read(&seal.beside) != Some(beside) {
            return Err("people, chat or what else stands beside its log is not what was stored".to_owned());
        }
        // Two of the same cancel out in a sum.
        if has_twins(people.iter().map(|person| person.number))
            || has_twins(chat.iter().map(|line| line.number))
            || has_twins(mutes.iter().copied())
            || has_twins(asides.iter().map(|(kind, _)| kind))
        {
            return Err("something that stands beside its log is there more than once".to_owned());
        }
        let names: BTreeMap<i64, Option<String>> =
            people.iter().map(|person| (person.number, person.name.clone())).collect();
        let line = |line: FoundLine| ChatLine {
            number: line.number as u32,
            at: line.at,
            person: line.person as u32,
            name: names.get(&line.person).cloned().flatten(),
            text: line.text,
        };
        let kept = chat.len().saturating_sub(CHAT_KEPT);
        let chat = chat.into_iter().skip(kept).map(line).collect();
        let beside = read_beside(people, chat, mutes, wish, asides).map_err(|error| error.to_string())?;
        Ok(Stored { id, invite: listed.listed.invite, rows, beside })
    }
}

fn read_aside((kind, payload): (String, String)) -> Result<(Aside, String), serde_json::Error> {
    kind.parse().map(|aside| (aside, payload)).map_err(serde::de::Error::custom)
}

/// What stands beside a log.
pub(super) fn read_beside(
    people: Vec<FoundPerson>,
    chat: Vec<ChatLine>,
    mutes: Vec<(i64, i64)>,
    wish: Option<String>,
    asides: Vec<(String, String)>,
) -> Result<Beside, serde_json::Error> {
    let people = people.into_iter().map(FoundPerson::read);
    Ok(Beside {
        people: people.map(|person| (person.number, person)).collect(),
        chat,
        muted: mutes.into_iter().map(|(person, other)| (person as u32, other as u32)).collect(),
        wish: wish.map(|text| serde_json::from_str(&text)).transpose()?,
        asides: asides.into_iter().map(read_aside).collect::<Result<_, _>>()?,
    })
}

fn has_twins<T: Ord>(of: impl Iterator<Item = T>) -> bool {
    let mut known = BTreeSet::new();
    of.into_iter().any(|one| !known.insert(one))
}

impl FoundPerson {
    fn read(self) -> Person {
        let holder = self.holder.and_then(|bytes| bytes.try_into().ok().map(TokenHash));
        Person { number: self.number as u32, name: self.name, holder }
    }
}

/// The rest of a log, after an event that somebody knows, with the row of that event at its beginning.
pub(super) fn tail_of(table: &str, after: Number, mut rows: Vec<RawRow>) -> Result<Vec<Row>, StoreError> {
    let wrong = |what: String| StoreError::Damaged { table: table.to_owned(), what };
    let before = if after == 0 {
        seal::beginning(table)
    } else {
        let known = if rows.is_empty() { None } else { Some(rows.remove(0)) };
        let known = known.filter(|row| row.number == after as i64).and_then(|row| row.chain);
        let known = known.and_then(|chain| chain.try_into().ok());
        known.ok_or_else(|| wrong(format!("event {after} is missing")))?
    };
    let (rows, _) = read_log(after as i64, before, rows).map_err(wrong)?;
    Ok(rows)
}
