//! Reading tables from an SQLite file.

use std::collections::BTreeSet;

use sqlx::Row as _;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use super::super::found::{Found, FoundLine, FoundListed, FoundPerson, FoundSeal};
use super::super::seal::{RawListed, RawRow};
use super::super::{Head, unreadable};
use crate::journal::{Holder, Person, UndoWish};
use crate::protocol::{ChatLine, Number};

pub(super) async fn read_head(reader: &mut SqliteConnection, id: &str) -> Result<Option<Head>, sqlx::Error> {
    let head = sqlx::query(
        "SELECT touched, (SELECT coalesce(max(number), 0) FROM log WHERE table_id = id) FROM tables WHERE id = ?",
    );
    let Some(row) = head.bind(id).fetch_optional(reader).await? else { return Ok(None) };
    let (touched, number): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
    Ok(Some(Head { number: number as Number, touched: touched as u64 }))
}

/// Rows of a log from this number on.
pub(super) async fn read_rows(
    reader: &mut SqliteConnection,
    id: &str,
    from: i64,
) -> Result<Vec<RawRow>, sqlx::Error> {
    let log = sqlx::query(
        "SELECT number, at, seat, command, payload, iif(typeof(chain) = 'blob', chain, NULL) FROM log \
         WHERE table_id = ? AND number >= ? ORDER BY number",
    );
    let row = |row: &SqliteRow| {
        Ok(RawRow {
            number: row.try_get(0)?,
            at: row.try_get(1)?,
            seat: row.try_get(2)?,
            command: row.try_get(3)?,
            payload: row.try_get(4)?,
            chain: row.try_get(5)?,
        })
    };
    log.bind(id).bind(from).fetch_all(reader).await?.iter().map(row).collect()
}

/// The columns of [`read_listed`], which several queries ask for.
macro_rules! listed {
    ($rest:literal) => {
        concat!(
            "SELECT tables.id, invite, is_public, status, line, created_at, changed_at, visited_at, touched, ",
            "iif(typeof(tables.seal) = 'blob', tables.seal, NULL) ",
            $rest
        )
    };
}
pub(super) use listed;

pub(super) fn read_listed(row: &SqliteRow) -> Result<FoundListed, sqlx::Error> {
    let listed = RawListed {
        id: row.try_get(0)?,
        invite: row.try_get(1)?,
        is_public: row.try_get(2)?,
        status: row.try_get(3)?,
        line: row.try_get(4)?,
        created_at: row.try_get(5)?,
        changed_at: row.try_get(6)?,
    };
    Ok(FoundListed { listed, visited_at: row.try_get(7)?, touched: row.try_get(8)?, seal: row.try_get(9)? })
}

pub(super) async fn find_listed(
    reader: &mut SqliteConnection,
    id: &str,
) -> Result<Option<FoundListed>, sqlx::Error> {
    let listed = sqlx::query(listed!("FROM tables WHERE id = ?"));
    listed.bind(id).fetch_optional(reader).await?.as_ref().map(read_listed).transpose()
}

pub(super) async fn find_people(
    reader: &mut SqliteConnection,
    id: &str,
) -> Result<Vec<FoundPerson>, sqlx::Error> {
    let people = sqlx::query(
        "SELECT number, name, CASE typeof(holder) WHEN 'blob' THEN holder WHEN 'null' THEN NULL ELSE x'' END \
         FROM people WHERE table_id = ? ORDER BY number",
    );
    let person = |row: &SqliteRow| {
        Ok(FoundPerson { number: row.try_get(0)?, name: row.try_get(1)?, holder: row.try_get(2)? })
    };
    people.bind(id).fetch_all(reader).await?.iter().map(person).collect()
}

pub(super) async fn read_people(reader: &mut SqliteConnection, id: &str) -> Result<Vec<Person>, sqlx::Error> {
    Ok(find_people(reader, id).await?.into_iter().map(FoundPerson::read).collect())
}

/// What one person said, or everybody.
pub(super) async fn find_chat(
    reader: &mut SqliteConnection,
    id: &str,
    person: Option<u32>,
) -> Result<Vec<FoundLine>, sqlx::Error> {
    let chat = sqlx::query(
        "SELECT number, at, person, text FROM chat WHERE table_id = ?1 AND coalesce(person = ?2, TRUE) ORDER BY number",
    );
    let line = |row: &SqliteRow| {
        Ok(FoundLine {
            number: row.try_get(0)?,
            at: row.try_get(1)?,
            person: row.try_get(2)?,
            text: row.try_get(3)?,
        })
    };
    chat.bind(id).bind(person).fetch_all(reader).await?.iter().map(line).collect()
}

/// Whom somebody does not hear, or everybody.
pub(super) async fn find_mutes(
    reader: &mut SqliteConnection,
    id: &str,
    person: Option<u32>,
) -> Result<Vec<(i64, i64)>, sqlx::Error> {
    let mutes = sqlx::query_as(
        "SELECT person, other FROM mutes WHERE table_id = ?1 AND coalesce(person = ?2, TRUE) ORDER BY person, other",
    );
    mutes.bind(id).bind(person).fetch_all(reader).await
}

pub(super) async fn find_wish(
    reader: &mut SqliteConnection,
    id: &str,
) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar("SELECT payload FROM wishes WHERE table_id = ?").bind(id).fetch_optional(reader).await
}

pub(super) async fn find_analysis(
    reader: &mut SqliteConnection,
    id: &str,
) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar("SELECT payload FROM analyses WHERE table_id = ?")
        .bind(id)
        .fetch_optional(reader)
        .await
}

pub(super) async fn find_seal(
    reader: &mut SqliteConnection,
    id: &str,
) -> Result<Option<FoundSeal>, sqlx::Error> {
    let seal = sqlx::query(
        "SELECT number, iif(typeof(chain) = 'blob', chain, x''), iif(typeof(beside) = 'blob', beside, x'') \
         FROM seals WHERE table_id = ?",
    );
    let seal = seal.bind(id).fetch_optional(reader).await?;
    seal.map(|row| Ok(FoundSeal { number: row.try_get(0)?, chain: row.try_get(1)?, beside: row.try_get(2)? }))
        .transpose()
}

/// Everything that there is of a table.
pub(super) async fn find(reader: &mut SqliteConnection, id: &str) -> Result<Found, sqlx::Error> {
    Ok(Found {
        id: id.to_owned(),
        listed: find_listed(reader, id).await?,
        seal: find_seal(reader, id).await?,
        rows: read_rows(reader, id, i64::MIN).await?,
        people: find_people(reader, id).await?,
        chat: find_chat(reader, id, None).await?,
        mutes: find_mutes(reader, id, None).await?,
        wish: find_wish(reader, id).await?,
        analysis: find_analysis(reader, id).await?,
    })
}

/// The last lines of chat, so many at most.
pub(super) async fn read_chat(
    reader: &mut SqliteConnection,
    id: &str,
    most: usize,
) -> Result<Vec<ChatLine>, sqlx::Error> {
    let chat = sqlx::query(
        "SELECT chat.number, at, person, text, name FROM chat \
         LEFT JOIN people ON people.table_id = chat.table_id AND people.number = person \
         WHERE chat.table_id = ? ORDER BY chat.number DESC LIMIT ?",
    );
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let rows = chat.bind(id).bind(most).fetch_all(reader).await?;
    let line = |row: &SqliteRow| {
        Ok(ChatLine {
            number: row.try_get(0)?,
            at: row.try_get(1)?,
            person: row.try_get(2)?,
            text: row.try_get(3)?,
            name: row.try_get(4)?,
        })
    };
    rows.iter().rev().map(line).collect()
}

pub(super) async fn read_mutes(
    reader: &mut SqliteConnection,
    id: &str,
) -> Result<BTreeSet<(u32, u32)>, sqlx::Error> {
    let mutes = find_mutes(reader, id, None).await?;
    Ok(mutes.into_iter().map(|(person, other)| (person as u32, other as u32)).collect())
}

pub(super) async fn read_wish(
    reader: &mut SqliteConnection,
    id: &str,
) -> Result<Option<UndoWish>, sqlx::Error> {
    let wish = find_wish(reader, id).await?;
    wish.map(|text| serde_json::from_str(&text).map_err(unreadable)).transpose()
}

pub(super) fn read_holder(bytes: Vec<u8>) -> Option<Holder> {
    bytes.try_into().ok().map(Holder)
}
