//! Reading tables from PostgreSQL.

use std::collections::BTreeSet;

use sqlx::Row as _;
use sqlx::postgres::{PgConnection, PgPool, PgRow};

use super::super::{Head, Tail, unreadable};
use crate::log::{Holder, Person, Row, UndoWish};
use crate::protocol::{ChatLine, Number, TableLine};
use crate::table::{CHAT_KEPT, Stored};

pub(super) async fn read_head(reader: &mut PgConnection, id: &str) -> Result<Option<Head>, sqlx::Error> {
    let head = sqlx::query(
        "SELECT touched, coalesce((SELECT max(number) FROM log WHERE table_id = id), 0) FROM tables WHERE id = $1",
    );
    let Some(row) = head.bind(id).fetch_optional(reader).await? else { return Ok(None) };
    let (touched, number): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
    Ok(Some(Head { number: number as Number, touched: touched as u64 }))
}

pub(super) fn read_row(row: &PgRow) -> Result<Row, sqlx::Error> {
    let seat: Option<i16> = row.try_get(2)?;
    let command: Option<String> = row.try_get(3)?;
    let payload: &str = row.try_get(4)?;
    Ok(Row {
        number: row.try_get::<i64, _>(0)? as u64,
        at: row.try_get(1)?,
        command: seat.map(|seat| rainette_core::Seat::new(seat as usize)).zip(command),
        event: serde_json::from_str(payload).map_err(unreadable)?,
    })
}

pub(super) async fn read_rows(
    reader: &mut PgConnection,
    id: &str,
    after: Number,
) -> Result<Vec<Row>, sqlx::Error> {
    let log = sqlx::query(
        "SELECT number, at, seat, command, payload FROM log WHERE table_id = $1 AND number > $2 ORDER BY number",
    );
    log.bind(id).bind(after as i64).fetch_all(reader).await?.iter().map(read_row).collect()
}

pub(super) async fn read_people(reader: &mut PgConnection, id: &str) -> Result<Vec<Person>, sqlx::Error> {
    let people = sqlx::query("SELECT number, name, holder FROM people WHERE table_id = $1 ORDER BY number");
    let rows = people.bind(id).fetch_all(reader).await?;
    let person = |row: &PgRow| {
        let holder: Option<Vec<u8>> = row.try_get(2)?;
        Ok(Person {
            number: row.try_get::<i64, _>(0)? as u32,
            name: row.try_get(1)?,
            holder: holder.and_then(read_holder),
        })
    };
    rows.iter().map(person).collect()
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

pub(super) async fn read_mutes(
    reader: &mut PgConnection,
    id: &str,
) -> Result<BTreeSet<(u32, u32)>, sqlx::Error> {
    let mutes = sqlx::query("SELECT person, other FROM mutes WHERE table_id = $1");
    let rows = mutes.bind(id).fetch_all(reader).await?;
    rows.iter().map(|row| Ok((row.try_get::<i64, _>(0)? as u32, row.try_get::<i64, _>(1)? as u32))).collect()
}

pub(super) async fn read_wish(reader: &mut PgConnection, id: &str) -> Result<Option<UndoWish>, sqlx::Error> {
    let wish = sqlx::query_scalar::<_, String>("SELECT payload FROM wishes WHERE table_id = $1");
    let wish = wish.bind(id).fetch_optional(reader).await?;
    wish.map(|text| serde_json::from_str(&text).map_err(unreadable)).transpose()
}

pub(super) fn read_holder(bytes: Vec<u8>) -> Option<Holder> {
    bytes.try_into().ok().map(Holder)
}

pub(super) fn read_lines(rows: &[PgRow]) -> Result<Vec<TableLine>, sqlx::Error> {
    rows.iter().map(|row| serde_json::from_str(row.try_get(0)?).map_err(unreadable)).collect()
}

/// What is read together is of one moment.
const ONE_MOMENT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

pub(super) async fn read_table(readers: &PgPool, id: &str) -> Result<Option<Stored>, sqlx::Error> {
    let mut reader = readers.begin_with(ONE_MOMENT).await?;
    let invite = sqlx::query("SELECT invite FROM tables WHERE id = $1").bind(id);
    let Some(row) = invite.fetch_optional(&mut *reader).await? else { return Ok(None) };
    let stored = Stored {
        id: id.to_owned(),
        invite: row.try_get(0)?,
        rows: read_rows(&mut reader, id, 0).await?,
        people: read_people(&mut reader, id).await?,
        chat: read_chat(&mut reader, id, CHAT_KEPT).await?,
        muted: read_mutes(&mut reader, id).await?,
        wish: read_wish(&mut reader, id).await?,
    };
    reader.commit().await?;
    Ok(Some(stored))
}

pub(super) async fn read_tail(
    readers: &PgPool,
    id: &str,
    after: Number,
) -> Result<Option<Tail>, sqlx::Error> {
    let mut reader = readers.begin_with(ONE_MOMENT).await?;
    let Some(head) = read_head(&mut reader, id).await? else { return Ok(None) };
    let tail = Tail {
        head,
        rows: read_rows(&mut reader, id, after).await?,
        people: read_people(&mut reader, id).await?,
        chat: read_chat(&mut reader, id, CHAT_KEPT).await?,
        muted: read_mutes(&mut reader, id).await?,
        wish: read_wish(&mut reader, id).await?,
    };
    reader.commit().await?;
    Ok(Some(tail))
}
