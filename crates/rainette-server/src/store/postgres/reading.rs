//! Reading tables from PostgreSQL.

use std::collections::BTreeSet;

use sqlx::Row as _;
use sqlx::postgres::{PgConnection, PgPool, PgRow};

use super::super::found::{Found, FoundLine, FoundListed, FoundPerson, FoundSeal};
use super::super::seal::{RawListed, RawRow};
use super::super::{Head, Tail, unreadable};
use crate::journal::{Holder, Person, UndoWish};
use crate::protocol::{ChatLine, Number};
use crate::table::CHAT_KEPT;

async fn read_head(reader: &mut PgConnection, id: &str) -> Result<Option<Head>, sqlx::Error> {
    let head = sqlx::query(
        "SELECT touched, coalesce((SELECT max(number) FROM log WHERE table_id = id), 0) FROM tables WHERE id = $1",
    );
    let Some(row) = head.bind(id).fetch_optional(reader).await? else { return Ok(None) };
    let (touched, number): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
    Ok(Some(Head { number: number as Number, touched: touched as u64 }))
}

/// Rows of a log from this number on.
pub(super) async fn read_rows(
    reader: &mut PgConnection,
    id: &str,
    from: i64,
) -> Result<Vec<RawRow>, sqlx::Error> {
    let log = sqlx::query(
        "SELECT number, at, seat, command, payload, chain FROM log WHERE table_id = $1 AND number >= $2 ORDER BY number",
    );
    let row = |row: &PgRow| {
        Ok(RawRow {
            number: row.try_get(0)?,
            at: row.try_get(1)?,
            seat: row.try_get::<Option<i16>, _>(2)?.map(i64::from),
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
            "SELECT tables.id, invite, is_public, status, line, created_at, changed_at, visited_at, touched, tables.seal ",
            $rest
        )
    };
}
pub(super) use listed;

pub(super) fn read_listed(row: &PgRow) -> Result<FoundListed, sqlx::Error> {
    let listed = RawListed {
        id: row.try_get(0)?,
        invite: row.try_get(1)?,
        is_public: row.try_get::<bool, _>(2)?.into(),
        status: row.try_get(3)?,
        line: row.try_get(4)?,
        created_at: row.try_get(5)?,
        changed_at: row.try_get(6)?,
    };
    Ok(FoundListed { listed, visited_at: row.try_get(7)?, touched: row.try_get(8)?, seal: row.try_get(9)? })
}

async fn find_people(reader: &mut PgConnection, id: &str) -> Result<Vec<FoundPerson>, sqlx::Error> {
    let people = sqlx::query("SELECT number, name, holder FROM people WHERE table_id = $1 ORDER BY number");
    let person = |row: &PgRow| {
        Ok(FoundPerson { number: row.try_get(0)?, name: row.try_get(1)?, holder: row.try_get(2)? })
    };
    people.bind(id).fetch_all(reader).await?.iter().map(person).collect()
}

async fn read_people(reader: &mut PgConnection, id: &str) -> Result<Vec<Person>, sqlx::Error> {
    Ok(find_people(reader, id).await?.into_iter().map(FoundPerson::read).collect())
}

/// What one person said, or everybody.
pub(super) async fn find_chat(
    reader: &mut PgConnection,
    id: &str,
    person: Option<u32>,
) -> Result<Vec<FoundLine>, sqlx::Error> {
    let chat = sqlx::query(
        "SELECT number, at, person, text FROM chat WHERE table_id = $1 AND coalesce(person = $2, TRUE) ORDER BY number",
    );
    let line = |row: &PgRow| {
        Ok(FoundLine {
            number: row.try_get(0)?,
            at: row.try_get(1)?,
            person: row.try_get(2)?,
            text: row.try_get(3)?,
        })
    };
    chat.bind(id).bind(person.map(i64::from)).fetch_all(reader).await?.iter().map(line).collect()
}

/// Whom somebody does not hear, or everybody.
pub(super) async fn find_mutes(
    reader: &mut PgConnection,
    id: &str,
    person: Option<u32>,
) -> Result<Vec<(i64, i64)>, sqlx::Error> {
    let mutes = sqlx::query_as(
        "SELECT person, other FROM mutes WHERE table_id = $1 AND coalesce(person = $2, TRUE) ORDER BY person, other",
    );
    mutes.bind(id).bind(person.map(i64::from)).fetch_all(reader).await
}

pub(super) async fn find_wish(reader: &mut PgConnection, id: &str) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar("SELECT payload FROM wishes WHERE table_id = $1").bind(id).fetch_optional(reader).await
}

pub(super) async fn find_analysis(
    reader: &mut PgConnection,
    id: &str,
) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar("SELECT payload FROM analyses WHERE table_id = $1")
        .bind(id)
        .fetch_optional(reader)
        .await
}

/// Everything that there is of a table.
pub(super) async fn find(reader: &mut PgConnection, id: &str) -> Result<Found, sqlx::Error> {
    let listed =
        sqlx::query(listed!("FROM tables WHERE id = $1")).bind(id).fetch_optional(&mut *reader).await?;
    let seal = sqlx::query("SELECT number, chain, beside FROM seals WHERE table_id = $1").bind(id);
    let seal = seal.fetch_optional(&mut *reader).await?;
    let read_seal = |row: PgRow| {
        Ok::<_, sqlx::Error>(FoundSeal {
            number: row.try_get(0)?,
            chain: row.try_get(1)?,
            beside: row.try_get(2)?,
        })
    };
    Ok(Found {
        id: id.to_owned(),
        listed: listed.as_ref().map(read_listed).transpose()?,
        seal: seal.map(read_seal).transpose()?,
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
    reader: &mut PgConnection,
    id: &str,
    most: usize,
) -> Result<Vec<ChatLine>, sqlx::Error> {
    let chat = sqlx::query(
        "SELECT chat.number, at, person, text, name FROM chat \
         LEFT JOIN people ON people.table_id = chat.table_id AND people.number = person \
         WHERE chat.table_id = $1 ORDER BY chat.number DESC LIMIT $2",
    );
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let rows = chat.bind(id).bind(most).fetch_all(reader).await?;
    let line = |row: &PgRow| {
        Ok(ChatLine {
            number: row.try_get::<i64, _>(0)? as u32,
            at: row.try_get(1)?,
            person: row.try_get::<i64, _>(2)? as u32,
            text: row.try_get(3)?,
            name: row.try_get(4)?,
        })
    };
    rows.iter().rev().map(line).collect()
}

async fn read_mutes(reader: &mut PgConnection, id: &str) -> Result<BTreeSet<(u32, u32)>, sqlx::Error> {
    let mutes = find_mutes(reader, id, None).await?;
    Ok(mutes.into_iter().map(|(person, other)| (person as u32, other as u32)).collect())
}

async fn read_wish(reader: &mut PgConnection, id: &str) -> Result<Option<UndoWish>, sqlx::Error> {
    let wish = find_wish(reader, id).await?;
    wish.map(|text| serde_json::from_str(&text).map_err(unreadable)).transpose()
}

pub(super) fn read_holder(bytes: Vec<u8>) -> Option<Holder> {
    bytes.try_into().ok().map(Holder)
}

/// What is read together is of one moment.
pub(super) const ONE_MOMENT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

pub(super) async fn read_found(readers: &PgPool, id: &str) -> Result<Found, sqlx::Error> {
    let mut reader = readers.begin_with(ONE_MOMENT).await?;
    let found = find(&mut reader, id).await?;
    reader.commit().await?;
    Ok(found)
}

/// The rest of a log with the row before it, and all that stands beside it.
pub(super) async fn read_tail(
    readers: &PgPool,
    id: &str,
    after: Number,
) -> Result<Option<(Vec<RawRow>, Tail)>, sqlx::Error> {
    let mut reader = readers.begin_with(ONE_MOMENT).await?;
    let Some(head) = read_head(&mut reader, id).await? else { return Ok(None) };
    let rows = read_rows(&mut reader, id, after as i64).await?;
    let tail = Tail {
        head,
        rows: Vec::new(),
        people: read_people(&mut reader, id).await?,
        chat: read_chat(&mut reader, id, CHAT_KEPT).await?,
        muted: read_mutes(&mut reader, id).await?,
        wish: read_wish(&mut reader, id).await?,
    };
    reader.commit().await?;
    Ok(Some((rows, tail)))
}
