//! Reading what is stored of a table.

use super::connection::{Connection, FromRow, Row, values};
use super::found::{Found, FoundLine, FoundListed, FoundPerson, FoundSeal, read_beside};
use super::seal::{RawListed, RawRow};
use super::{Head, Tail, unreadable};
use crate::protocol::{ChatLine, Number};
use crate::table::CHAT_KEPT;

impl FromRow for (String, Head) {
    fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
        let (touched, number): (i64, i64) = (row.get(1)?, row.get(2)?);
        Ok((row.get(0)?, Head { number: number as Number, revision: touched as u64 }))
    }
}

/// How far tables are.
pub(super) async fn read_heads(
    reader: &mut dyn Connection,
    tables: &[String],
) -> Result<Vec<(String, Head)>, sqlx::Error> {
    let heads = reader.statements().heads;
    reader.all(heads, values![tables]).await
}

impl FromRow for RawRow {
    fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            number: row.get(0)?,
            at: row.get(1)?,
            seat: row.get(2)?,
            command: row.get(3)?,
            payload: row.get(4)?,
            chain: row.check(5),
        })
    }
}

/// Rows of a log from this number on.
pub(super) async fn read_rows(
    reader: &mut dyn Connection,
    id: &str,
    from: i64,
) -> Result<Vec<RawRow>, sqlx::Error> {
    let log = "SELECT number, at, seat, command, payload, chain FROM log \
               WHERE table_id = $1 AND number >= $2 ORDER BY number";
    reader.all(log, values![id, from]).await
}

/// The columns of a [`FoundListed`], which several queries ask for.
macro_rules! listed {
    ($rest:literal) => {
        concat!(
            "SELECT tables.id, invite, is_public, status, line, created_at, changed_at, visited_at, touched, tables.seal ",
            $rest
        )
    };
}
pub(super) use listed;

impl FromRow for FoundListed {
    fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
        let listed = RawListed {
            id: row.get(0)?,
            invite: row.get(1)?,
            is_public: row.get(2)?,
            status: row.get(3)?,
            line: row.get(4)?,
            created_at: row.get(5)?,
            changed_at: row.get(6)?,
        };
        Ok(Self { listed, visited_at: row.get(7)?, touched: row.get(8)?, seal: row.check(9) })
    }
}

/// What lists show of a table.
pub(super) async fn find_listed(
    reader: &mut dyn Connection,
    id: &str,
) -> Result<Option<FoundListed>, sqlx::Error> {
    reader.one(listed!("FROM tables WHERE id = $1"), values![id]).await
}

impl FromRow for FoundPerson {
    fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self { number: row.get(0)?, name: row.get(1)?, holder: row.get(2)? })
    }
}

/// One person at a table, or everybody.
pub(super) async fn find_people(
    reader: &mut dyn Connection,
    id: &str,
    person: Option<u32>,
) -> Result<Vec<FoundPerson>, sqlx::Error> {
    let people = "SELECT number, name, holder FROM people \
                  WHERE table_id = $1 AND coalesce(number = $2, TRUE) ORDER BY number";
    reader.all(people, values![id, person]).await
}

impl FromRow for FoundLine {
    fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self { number: row.get(0)?, at: row.get(1)?, person: row.get(2)?, text: row.get(3)? })
    }
}

/// What one person said, or everybody.
pub(super) async fn find_chat(
    reader: &mut dyn Connection,
    id: &str,
    person: Option<u32>,
) -> Result<Vec<FoundLine>, sqlx::Error> {
    let chat = "SELECT number, at, person, text FROM chat \
                WHERE table_id = $1 AND coalesce(person = $2, TRUE) ORDER BY number";
    reader.all(chat, values![id, person]).await
}

/// Whom one person does not hear, or everybody.
pub(super) async fn find_mutes(
    reader: &mut dyn Connection,
    id: &str,
    person: Option<u32>,
) -> Result<Vec<(i64, i64)>, sqlx::Error> {
    let mutes = "SELECT person, other FROM mutes \
                 WHERE table_id = $1 AND coalesce(person = $2, TRUE) ORDER BY person, other";
    reader.all(mutes, values![id, person]).await
}

/// What somebody wants to take back.
pub(super) async fn find_wish(reader: &mut dyn Connection, id: &str) -> Result<Option<String>, sqlx::Error> {
    reader.one("SELECT payload FROM wishes WHERE table_id = $1", values![id]).await
}

/// What waits beside a log, each with what it is.
pub(super) async fn find_asides(
    reader: &mut dyn Connection,
    id: &str,
) -> Result<Vec<(String, String)>, sqlx::Error> {
    reader.all("SELECT kind, payload FROM asides WHERE table_id = $1 ORDER BY kind", values![id]).await
}

/// One thing that waits beside a log.
pub(super) async fn find_aside(
    reader: &mut dyn Connection,
    id: &str,
    kind: &str,
) -> Result<Option<String>, sqlx::Error> {
    reader.one("SELECT payload FROM asides WHERE table_id = $1 AND kind = $2", values![id, kind]).await
}

/// An analysis that was made before.
pub(super) async fn find_analysis(
    reader: &mut dyn Connection,
    id: &str,
) -> Result<Option<String>, sqlx::Error> {
    reader.one("SELECT payload FROM analyses WHERE table_id = $1", values![id]).await
}

impl FromRow for FoundSeal {
    fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
        let (chain, beside) = (row.check(1).unwrap_or_default(), row.check(2).unwrap_or_default());
        Ok(Self { number: row.get(0)?, chain, beside })
    }
}

/// Everything that there is of a table.
pub(super) async fn find(reader: &mut dyn Connection, id: &str) -> Result<Found, sqlx::Error> {
    let seal = "SELECT number, chain, beside FROM seals WHERE table_id = $1";
    Ok(Found {
        id: id.to_owned(),
        listed: find_listed(reader, id).await?,
        seal: reader.one(seal, values![id]).await?,
        rows: read_rows(reader, id, i64::MIN).await?,
        people: find_people(reader, id, None).await?,
        chat: find_chat(reader, id, None).await?,
        mutes: find_mutes(reader, id, None).await?,
        wish: find_wish(reader, id).await?,
        asides: find_asides(reader, id).await?,
        analysis: find_analysis(reader, id).await?,
    })
}

/// The rest of a log with the row before it, and all that stands beside it.
pub(super) async fn read_tail(
    reader: &mut dyn Connection,
    id: &str,
    after: Number,
) -> Result<Option<(Vec<RawRow>, Tail)>, sqlx::Error> {
    let Some((_, head)) = read_heads(reader, &[id.to_owned()]).await?.pop() else { return Ok(None) };
    let rows = read_rows(reader, id, after as i64).await?;
    let people = find_people(reader, id, None).await?;
    let chat = read_chat(reader, id, CHAT_KEPT).await?;
    let mutes = find_mutes(reader, id, None).await?;
    let wish = find_wish(reader, id).await?;
    let asides = find_asides(reader, id).await?;
    let beside = read_beside(people, chat, mutes, wish, asides).map_err(unreadable)?;
    Ok(Some((rows, Tail { head, rows: Vec::new(), beside })))
}

impl FromRow for ChatLine {
    fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
        let FoundLine { number, at, person, text } = FoundLine::from_row(row)?;
        Ok(Self { number: number as u32, at, person: person as u32, text, name: row.get(4)? })
    }
}

/// The last lines of chat, so many at most.
pub(super) async fn read_chat(
    reader: &mut dyn Connection,
    id: &str,
    most: usize,
) -> Result<Vec<ChatLine>, sqlx::Error> {
    let chat = "SELECT chat.number, at, person, text, name FROM chat \
                LEFT JOIN people ON people.table_id = chat.table_id AND people.number = person \
                WHERE chat.table_id = $1 ORDER BY chat.number DESC LIMIT $2";
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let mut lines: Vec<ChatLine> = reader.all(chat, values![id, most]).await?;
    lines.reverse();
    Ok(lines)
}
