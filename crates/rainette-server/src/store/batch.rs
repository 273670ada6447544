//! A batch taken apart: its rows go into the log, and every other change into what stands beside it.

use super::connection::{Connection, FromRow as _, Later, Value, values};
use super::found::{FoundLine, FoundListed};
use super::reading::{find_analysis, find_aside, find_chat, find_mutes, find_people, find_wish, listed};
#[cfg(feature = "postgres")]
use super::reading::{read_chat, read_rows};
use super::seal::{self, RawListed, Sum};
#[cfg(feature = "postgres")]
use super::seal::{Chained, Check, RawRow};
use super::writing::Count;
use super::{status_name, unreadable};
use crate::journal::{Aside, Person, Row, UndoWish};
use crate::protocol::ChatLine;
use crate::table::{Batch, CHAT_KEPT, Change};

/// The rows of a batch, each with its table.
pub(super) fn rows_of(batch: &Batch) -> impl Iterator<Item = (&str, &Row)> {
    batch.rows().map(|row| (batch.table.as_str(), row))
}

/// Does a batch change anything but the log?
pub(super) fn stands_beside(batch: &Batch) -> bool {
    batch.changes.iter().any(|change| !matches!(change, Change::Row(_)))
}

/// Writes all of a batch but the rows of the log.
pub(super) async fn write_beside(
    connection: &mut dyn Connection,
    batch: &Batch,
    count: &mut Count,
) -> Result<(), sqlx::Error> {
    let is_new = matches!(batch.changes.first(), Some(Change::Opened { .. }));
    let (mut beside, found) = if is_new {
        count.turn(&batch.table, 1);
        (Beside::lock(connection, &batch.table).await?, None)
    } else {
        Beside::lock_listed(connection, &batch.table).await?
    };
    beside.listed(batch, found, is_new)?;
    for change in &batch.changes {
        match change {
            Change::Person(person) => beside.person(person).await?,
            Change::Said(line) => beside.line(line).await?,
            Change::Silenced(person) => beside.silence(*person).await?,
            Change::Muted { person, other, is_muted } => beside.mute(*person, *other, *is_muted).await?,
            Change::Wish(wish) => beside.wish(wish.as_ref()).await?,
            Change::Aside { aside, payload } => beside.aside(*aside, payload.as_deref()).await?,
            // Rows are written for many tables at once, and the table's own row as one.
            Change::Row(_)
            | Change::Opened { .. }
            | Change::Visited(_)
            | Change::Listing { .. }
            | Change::Listed(_) => {}
        }
    }
    beside.seal().await
}

/// What stands beside a table's log, while it is changed. The sum over it follows from what is really there, so that damage
/// is not sealed by accident.
pub(super) struct Beside<'a> {
    connection: &'a mut dyn Connection,
    table: &'a str,
    /// The sum before; none if what stands there cannot be one.
    before: Option<Sum>,
    change: Sum,
    /// What is to be written at the end: every statement for itself would be a way there and back, for which all others wait
    /// that are written with it.
    later: Vec<Later>,
}

impl<'a> Beside<'a> {
    /// Nodes change what stands beside a log one after the other.
    pub(super) async fn lock(
        connection: &'a mut dyn Connection,
        table: &'a str,
    ) -> Result<Self, sqlx::Error> {
        let beside = connection.lock("SELECT beside FROM seals WHERE table_id = $1", values![table]).await?;
        let before = beside.and_then(|row| row.check(0)).as_deref().and_then(Sum::read);
        Ok(Self { connection, table, before, change: Sum::default(), later: Vec::new() })
    }

    /// The same, and what lists show of the table; none of it if the table was erased meanwhile.
    async fn lock_listed(
        connection: &'a mut dyn Connection,
        table: &'a str,
    ) -> Result<(Self, Option<FoundListed>), sqlx::Error> {
        // Seals come first, since everybody else locks them first.
        let both =
            listed!(", beside FROM seals JOIN tables ON tables.id = seals.table_id WHERE table_id = $1");
        let found = connection.lock(both, values![table]).await?;
        let before = found.as_ref().and_then(|row| row.check(10)).as_deref().and_then(Sum::read);
        let found = found.as_ref().map(FoundListed::from_row).transpose()?;
        Ok((Self { connection, table, before, change: Sum::default(), later: Vec::new() }, found))
    }

    fn later(&mut self, sql: &'static str, values: &[Value<'_>]) {
        self.later.push(Later::new(sql, values));
    }

    /// Writes what was to be written at the end, before it is read again.
    async fn write(&mut self) -> Result<(), sqlx::Error> {
        self.connection.execute_all(&std::mem::take(&mut self.later)).await
    }

    /// Writes what was to be written at the end if any of it concerns what is read next.
    async fn write_before_reading(&mut self, what: &str) -> Result<(), sqlx::Error> {
        if self.later.iter().any(|later| later.sql.contains(what)) { self.write().await } else { Ok(()) }
    }

    /// Ends the change.
    pub(super) async fn seal(mut self) -> Result<(), sqlx::Error> {
        // What cannot be right does not become so.
        if let Some(mut sum) = self.before {
            sum.turn(self.change.0);
            self.later("UPDATE seals SET beside = $1 WHERE table_id = $2", values![&sum.0, self.table]);
        }
        self.write().await
    }

    /// The table as lists show it, and what is counted there.
    fn listed(&mut self, batch: &Batch, found: Option<FoundListed>, is_new: bool) -> Result<(), sqlx::Error> {
        let mut found = match found {
            Some(found) => {
                self.turn_listed(&found);
                found
            }
            None if is_new => FoundListed::new(self.table),
            // A table that was erased meanwhile is not missed.
            None => return Ok(()),
        };
        for change in &batch.changes {
            match change {
                Change::Opened { is_public, invite } => {
                    found.listed.is_public = (*is_public).into();
                    found.listed.invite.clone_from(invite);
                }
                Change::Listed(line) => {
                    status_name(line.status).clone_into(&mut found.listed.status);
                    found.listed.line = serde_json::to_string(line).map_err(unreadable)?;
                    found.listed.created_at = line.created_at;
                    found.listed.changed_at = line.changed_at;
                }
                Change::Listing { is_public } => found.listed.is_public = (*is_public).into(),
                Change::Visited(at) => found.visited_at = found.visited_at.max(*at),
                _ => {}
            }
        }
        found.touched += i64::from(batch.changes.iter().any(Change::is_beside));
        self.turn_listed(&found);
        let keep = if is_new {
            "INSERT INTO tables \
             (id, invite, is_public, status, line, created_at, changed_at, visited_at, touched, seal) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
        } else {
            "UPDATE tables SET invite = $2, is_public = $3, status = $4, line = $5, created_at = $6, \
             changed_at = $7, visited_at = $8, touched = $9, seal = $10 WHERE id = $1"
        };
        let RawListed { id, invite, is_public, status, line, created_at, changed_at } = &found.listed;
        let (is_public, check) = (*is_public != 0, found.listed.check());
        let times = (*created_at, *changed_at, found.visited_at);
        let values =
            values![id, invite, is_public, status, line, times.0, times.1, times.2, found.touched, &check];
        self.later(keep, values);
        Ok(())
    }

    fn turn_listed(&mut self, found: &FoundListed) {
        let FoundListed { listed, visited_at, touched, .. } = found;
        self.change.turn(listed.check());
        self.change.turn(seal::visited(self.table, *visited_at));
        self.change.turn(seal::touched(self.table, *touched));
    }

    /// Somebody who is new, or has changed.
    async fn person(&mut self, person: &Person) -> Result<(), sqlx::Error> {
        let number = i64::from(person.number);
        let check =
            |name: Option<&str>, holder: Option<&[u8]>| seal::person(self.table, number, name, holder);
        self.write_before_reading("people").await?;
        let mut change = Sum::default();
        for before in find_people(self.connection, self.table, Some(person.number)).await? {
            change.turn(check(before.name.as_deref(), before.holder.as_deref()));
        }
        let name = person.name.as_deref();
        let holder = person.holder.as_ref().map(|holder| &holder.0[..]);
        change.turn(check(name, holder));
        self.change.turn(change.0);
        let keep = "INSERT INTO people (table_id, number, name, holder) VALUES ($1, $2, $3, $4) \
                    ON CONFLICT (table_id, number) DO UPDATE SET name = excluded.name, holder = excluded.holder";
        self.later(keep, values![self.table, number, name, holder]);
        Ok(())
    }

    /// A line of chat, for which an old one makes room.
    async fn line(&mut self, line: &ChatLine) -> Result<(), sqlx::Error> {
        self.write_before_reading("chat").await?;
        let (number, person) = (i64::from(line.number), i64::from(line.person));
        self.change.turn(seal::said(self.table, number, line.at, person, &line.text));
        let say = "INSERT INTO chat (table_id, number, at, person, text) VALUES ($1, $2, $3, $4, $5)";
        self.later(say, values![self.table, number, line.at, person, &line.text]);
        let gone = "DELETE FROM chat WHERE table_id = $1 AND number <= $2 RETURNING number, at, person, text";
        for gone in self.connection.fetch(gone, values![self.table, number - CHAT_KEPT as i64]).await? {
            self.turn_line(&FoundLine::from_row(&gone)?);
        }
        Ok(())
    }

    fn turn_line(&mut self, line: &FoundLine) {
        self.change.turn(seal::said(self.table, line.number, line.at, line.person, &line.text));
    }

    /// Whom somebody does not hear, from now on or no longer.
    async fn mute(&mut self, person: u32, other: u32, is_muted: bool) -> Result<(), sqlx::Error> {
        self.write_before_reading("mutes").await?;
        let mute = if is_muted {
            "INSERT INTO mutes (table_id, person, other) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
        } else {
            "DELETE FROM mutes WHERE table_id = $1 AND person = $2 AND other = $3"
        };
        if self.connection.execute(mute, values![self.table, person, other]).await? > 0 {
            self.change.turn(seal::mute(self.table, person.into(), other.into()));
        }
        Ok(())
    }

    /// What somebody wants to take back.
    async fn wish(&mut self, wish: Option<&UndoWish>) -> Result<(), sqlx::Error> {
        self.write_before_reading("wishes").await?;
        if let Some(before) = find_wish(self.connection, self.table).await? {
            self.change.turn(seal::wish(self.table, &before));
            self.later("DELETE FROM wishes WHERE table_id = $1", values![self.table]);
        }
        if let Some(wish) = wish {
            let text = serde_json::to_string(wish).map_err(unreadable)?;
            self.change.turn(seal::wish(self.table, &text));
            let keep = "INSERT INTO wishes (table_id, payload) VALUES ($1, $2)";
            self.later(keep, values![self.table, &text]);
        }
        Ok(())
    }

    /// Something that waits beside the log.
    async fn aside(&mut self, aside: Aside, payload: Option<&str>) -> Result<(), sqlx::Error> {
        self.write_before_reading("asides").await?;
        let kind = aside.to_string();
        if let Some(before) = find_aside(self.connection, self.table, &kind).await? {
            self.change.turn(seal::aside(self.table, &kind, &before));
            let gone = "DELETE FROM asides WHERE table_id = $1 AND kind = $2";
            self.later(gone, values![self.table, &kind]);
        }
        if let Some(payload) = payload {
            self.change.turn(seal::aside(self.table, &kind, payload));
            let keep = "INSERT INTO asides (table_id, kind, payload) VALUES ($1, $2, $3)";
            self.later(keep, values![self.table, &kind, payload]);
        }
        Ok(())
    }

    /// Somebody whose chat, and whose list of those they do not hear, is erased.
    async fn silence(&mut self, person: u32) -> Result<(), sqlx::Error> {
        self.write_before_reading("chat").await?;
        for line in find_chat(self.connection, self.table, Some(person)).await? {
            self.turn_line(&line);
        }
        self.write_before_reading("mutes").await?;
        for (person, other) in find_mutes(self.connection, self.table, Some(person)).await? {
            self.change.turn(seal::mute(self.table, person, other));
        }
        for gone in [
            "DELETE FROM chat WHERE table_id = $1 AND person = $2",
            "DELETE FROM mutes WHERE table_id = $1 AND person = $2",
        ] {
            self.later(gone, values![self.table, person]);
        }
        Ok(())
    }

    /// An analysis of the game.
    pub(super) async fn analysis(&mut self, payload: &str) -> Result<(), sqlx::Error> {
        if let Some(before) = find_analysis(self.connection, self.table).await? {
            self.change.turn(seal::analysis(self.table, &before));
        }
        self.change.turn(seal::analysis(self.table, payload));
        let keep = "INSERT INTO analyses (table_id, payload) VALUES ($1, $2) \
                    ON CONFLICT (table_id) DO UPDATE SET payload = excluded.payload";
        self.later(keep, values![self.table, payload]);
        Ok(())
    }
}

/// Are the people of a batch those who are stored? Two who sit down at two nodes in the same moment are written in rows that
/// look the same, and only one of them sits there.
#[cfg(feature = "postgres")]
async fn are_there(connection: &mut dyn Connection, batch: &Batch) -> Result<bool, sqlx::Error> {
    let people = find_people(connection, &batch.table, None).await?;
    let is_there = |person: &Person| {
        let holder = person.holder.as_ref().map(|holder| &holder.0[..]);
        people.iter().any(|it| it.number == i64::from(person.number) && it.holder.as_deref() == holder)
    };
    Ok(batch.changes.iter().all(|change| match change {
        Change::Person(person) => is_there(person),
        _ => true,
    }))
}

/// Is this very batch stored already? Then it was written before the connection broke.
#[cfg(feature = "postgres")]
pub(super) async fn is_there(connection: &mut dyn Connection, batch: &Batch) -> Result<bool, sqlx::Error> {
    if let Some(first) = batch.rows().next() {
        let mut rows = read_rows(connection, &batch.table, first.number as i64).await?;
        rows.truncate(batch.rows().count());
        let mine = Chained::new(&rows_of(batch).collect::<Vec<_>>(), |_, _| Check::default());
        let mine = mine.map_err(unreadable)?.rows.into_iter().map(|(_, row)| RawRow { chain: None, ..row });
        let is_same = mine.eq(rows.into_iter().map(|row| RawRow { chain: None, ..row }));
        return Ok(is_same && are_there(connection, batch).await?);
    }
    let said = |change: &Change| match change {
        Change::Said(line) => Some(line.clone()),
        _ => None,
    };
    let lines: Vec<ChatLine> = batch.changes.iter().filter_map(said).collect();
    if lines.is_empty() {
        return Ok(false);
    }
    let chat = read_chat(connection, &batch.table, usize::MAX).await?;
    let same = |line: &ChatLine| {
        let is_it = |known: &ChatLine| {
            (known.number, known.at, known.person, &known.text)
                == (line.number, line.at, line.person, &line.text)
        };
        chat.iter().any(is_it)
    };
    Ok(lines.iter().all(same))
}
