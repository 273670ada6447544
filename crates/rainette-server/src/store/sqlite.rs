//! Tables in an SQLite file: one writer, which commits as much at once as has come in.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::error::DatabaseError;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{Connection as _, Row as _, SqlSafeStr as _};

use super::queue::{Inbox, Queue, Write, queue};
use super::{
    Head, LISTED_OF_ONE, Listed, MovingOut, Store, StoreError, Tail, broken, time_between, touches,
    unreadable, word,
};
use crate::log::{Holder, Person, Row, UndoWish};
use crate::protocol::{Analysis, ChatLine, Millis, Number, Status, TableLine};
use crate::table::{Batch, CHAT_KEPT, Stored};

/// Tables in an SQLite file.
pub struct Sqlite {
    readers: SqlitePool,
    writer: Queue,
    began_at: Millis,
}

impl Sqlite {
    /// Opens the file, makes it where there is none, and brings it up to date.
    pub async fn open(path: &Path, now: Millis) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10));
        let single = SqlitePoolOptions::new().max_connections(1);
        let single = single.connect_with(options.clone()).await.map_err(broken)?;
        migrator().run(&single).await.map_err(broken)?;
        let mut connection = single.acquire().await.map_err(broken)?.detach();
        sqlx::query("INSERT INTO runs (began_at, seen_at) VALUES (?1, ?1) ON CONFLICT DO NOTHING")
            .bind(now)
            .execute(&mut connection)
            .await
            .map_err(broken)?;
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .min_connections(1)
            .connect_with(options.read_only(true))
            .await
            .map_err(broken)?;
        let (writer, inbox) = queue();
        tokio::spawn(write(connection, inbox, now));
        Ok(Self { readers, writer, began_at: now })
    }

    async fn read_table(&self, id: &str) -> Result<Option<Stored>, sqlx::Error> {
        let mut reader = self.readers.begin().await?;
        let invite = sqlx::query("SELECT invite FROM tables WHERE id = ?").bind(id);
        let Some(row) = invite.fetch_optional(&mut *reader).await? else { return Ok(None) };
        Ok(Some(Stored {
            id: id.to_owned(),
            invite: row.try_get(0)?,
            rows: read_rows(&mut reader, id, 0).await?,
            people: read_people(&mut reader, id).await?,
            chat: read_chat(&mut reader, id, CHAT_KEPT).await?,
            muted: read_mutes(&mut reader, id).await?,
            wish: read_wish(&mut reader, id).await?,
        }))
    }

    async fn read_tail(&self, id: &str, after: Number) -> Result<Option<Tail>, sqlx::Error> {
        let mut reader = self.readers.begin().await?;
        let Some(head) = read_head(&mut reader, id).await? else { return Ok(None) };
        Ok(Some(Tail {
            head,
            rows: read_rows(&mut reader, id, after).await?,
            people: read_people(&mut reader, id).await?,
            chat: read_chat(&mut reader, id, CHAT_KEPT).await?,
            muted: read_mutes(&mut reader, id).await?,
            wish: read_wish(&mut reader, id).await?,
        }))
    }
}

async fn read_head(reader: &mut SqliteConnection, id: &str) -> Result<Option<Head>, sqlx::Error> {
    let head = sqlx::query(
        "SELECT touched, (SELECT coalesce(max(number), 0) FROM log WHERE table_id = id) FROM tables WHERE id = ?",
    );
    let Some(row) = head.bind(id).fetch_optional(reader).await? else { return Ok(None) };
    let (touched, number): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
    Ok(Some(Head { number: number as Number, touched: touched as u64 }))
}

async fn read_rows(reader: &mut SqliteConnection, id: &str, after: Number) -> Result<Vec<Row>, sqlx::Error> {
    let log = sqlx::query(
        "SELECT number, at, seat, command, payload FROM log WHERE table_id = ? AND number > ? ORDER BY number",
    );
    log.bind(id).bind(after as i64).fetch_all(reader).await?.iter().map(read_row).collect()
}

async fn read_people(reader: &mut SqliteConnection, id: &str) -> Result<Vec<Person>, sqlx::Error> {
    let people = sqlx::query("SELECT number, name, holder FROM people WHERE table_id = ? ORDER BY number");
    let rows = people.bind(id).fetch_all(reader).await?;
    let person = |row: &SqliteRow| {
        let holder: Option<Vec<u8>> = row.try_get(2)?;
        Ok(Person { number: row.try_get(0)?, name: row.try_get(1)?, holder: holder.and_then(read_holder) })
    };
    rows.iter().map(person).collect()
}

/// The last lines of chat, so many at most.
async fn read_chat(
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

async fn read_mutes(reader: &mut SqliteConnection, id: &str) -> Result<BTreeSet<(u32, u32)>, sqlx::Error> {
    let mutes = sqlx::query("SELECT person, other FROM mutes WHERE table_id = ?");
    let rows = mutes.bind(id).fetch_all(reader).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
}

async fn read_wish(reader: &mut SqliteConnection, id: &str) -> Result<Option<UndoWish>, sqlx::Error> {
    let wish = sqlx::query_scalar::<_, String>("SELECT payload FROM wishes WHERE table_id = ?");
    let wish = wish.bind(id).fetch_optional(reader).await?;
    wish.map(|text| serde_json::from_str(&text).map_err(unreadable)).transpose()
}

fn read_holder(bytes: Vec<u8>) -> Option<Holder> {
    bytes.try_into().ok().map(Holder)
}

fn migrator() -> Migrator {
    let migration = |version, name: &'static str, sql: &'static str| {
        Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(vec![
        migration(1, "tables", include_str!("migrations/sqlite/0001_tables.sql")),
        migration(2, "lasting", include_str!("migrations/sqlite/0002_lasting.sql")),
        migration(3, "nodes", include_str!("migrations/sqlite/0003_nodes.sql")),
    ])
}

fn read_row(row: &SqliteRow) -> Result<Row, sqlx::Error> {
    let seat: Option<u8> = row.try_get(2)?;
    let command: Option<String> = row.try_get(3)?;
    let payload: &str = row.try_get(4)?;
    Ok(Row {
        number: row.try_get::<i64, _>(0)? as u64,
        at: row.try_get(1)?,
        command: seat.map(|seat| rainette_core::Seat::new(seat.into())).zip(command),
        event: serde_json::from_str(payload).map_err(unreadable)?,
    })
}

/// The writer: takes all that waits, writes it in one transaction, and answers once it is on disk.
async fn write(mut connection: SqliteConnection, mut inbox: Inbox, began_at: Millis) {
    while let Some(group) = inbox.next().await {
        if write_together(&mut connection, &group.writes, began_at).await.is_ok() {
            group.answer_all(&Ok(()));
            continue;
        }
        // One of them is refused: each for itself then.
        match write_apart(&mut connection, &group.writes, began_at).await {
            Ok(answers) => group.answer(answers),
            Err(error) => {
                tracing::error!(%error, "nothing of this group was written");
                group.answer_all(&Err(broken(error)));
            }
        }
    }
    let _ = connection.close().await;
}

/// Writes a group in one transaction, the rows of all logs in one statement; all of it or nothing.
async fn write_together(
    connection: &mut SqliteConnection,
    group: &[Write],
    began_at: Millis,
) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut rows: Vec<(&str, &Row)> = Vec::new();
    for write in group {
        if let Write::Batch(batch) = write {
            rows.extend(batch.rows.iter().map(|row| (batch.table.as_str(), row)));
        }
    }
    write_rows(&mut transaction, &rows).await?;
    for write in group {
        match write {
            Write::Batch(batch) => write_rest(&mut transaction, batch).await?,
            other => write_other(&mut transaction, other, began_at).await?,
        }
    }
    transaction.commit().await
}

/// Writes a group in one transaction; a batch that is refused does not take others with it.
async fn write_apart(
    connection: &mut SqliteConnection,
    group: &[Write],
    began_at: Millis,
) -> Result<Vec<Result<(), StoreError>>, sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut answers = Vec::with_capacity(group.len());
    for write in group {
        // A transaction within a transaction is a savepoint.
        let mut savepoint = transaction.begin().await?;
        let written = match write {
            Write::Batch(batch) => write_batch(&mut savepoint, batch).await,
            other => write_other(&mut savepoint, other, began_at).await,
        };
        if written.is_ok() {
            savepoint.commit().await?;
        } else {
            savepoint.rollback().await?;
        }
        answers.push(written.map_err(|error| {
            let unique = error.as_database_error().is_some_and(DatabaseError::is_unique_violation);
            let is_gone = matches!(error, sqlx::Error::RowNotFound);
            if unique || is_gone { write.conflict() } else { broken(error) }
        }));
    }
    transaction.commit().await?;
    Ok(answers)
}

async fn write_other(
    connection: &mut SqliteConnection,
    write: &Write,
    began_at: Millis,
) -> Result<(), sqlx::Error> {
    match write {
        Write::Beat(now) => {
            let beat = sqlx::query("UPDATE runs SET seen_at = max(seen_at, ?) WHERE began_at = ?");
            beat.bind(now).bind(began_at).execute(connection).await?;
        }
        Write::Run(began, seen) => {
            let run = sqlx::query(
                "INSERT INTO runs (began_at, seen_at) VALUES (?1, ?2) \
                 ON CONFLICT DO UPDATE SET seen_at = max(seen_at, ?2)",
            );
            run.bind(began).bind(seen).execute(connection).await?;
        }
        Write::Analysis(table, payload) => {
            let keep = sqlx::query("INSERT OR REPLACE INTO analyses (table_id, payload) VALUES (?, ?)");
            keep.bind(table).bind(payload).execute(connection).await?;
        }
        Write::KeepCode(code, now) => {
            let holder = code.holder.0.to_vec();
            let old = sqlx::query("DELETE FROM codes WHERE until <= ? OR (table_id = ? AND holder = ?)");
            old.bind(now).bind(&code.table).bind(&holder).execute(&mut *connection).await?;
            let keep = sqlx::query("INSERT INTO codes (hash, table_id, holder, until) VALUES (?, ?, ?, ?)");
            let keep = keep.bind(code.hash.to_vec()).bind(&code.table).bind(&holder).bind(code.until);
            keep.execute(connection).await?;
        }
        Write::UseCode(hash) => {
            let gone = sqlx::query("DELETE FROM codes WHERE hash = ?").bind(hash.to_vec());
            if gone.execute(connection).await?.rows_affected() == 0 {
                return Err(sqlx::Error::RowNotFound);
            }
        }
        Write::ForgetCodes(holder) => {
            let gone = sqlx::query("DELETE FROM codes WHERE holder = ?").bind(holder.0.to_vec());
            gone.execute(connection).await?;
        }
        Write::Erase(table) => {
            for sql in [
                "DELETE FROM analyses WHERE table_id = ?",
                "DELETE FROM codes WHERE table_id = ?",
                "DELETE FROM mutes WHERE table_id = ?",
                "DELETE FROM wishes WHERE table_id = ?",
                "DELETE FROM chat WHERE table_id = ?",
                "DELETE FROM people WHERE table_id = ?",
                "DELETE FROM log WHERE table_id = ?",
                "DELETE FROM tables WHERE id = ?",
            ] {
                sqlx::query(sql).bind(table).execute(&mut *connection).await?;
            }
        }
        Write::Batch(..) | Write::Flush => {}
    }
    Ok(())
}

/// Writes rows of logs, handed over as one JSON array, because every statement is a way to another thread and back.
async fn write_rows(connection: &mut SqliteConnection, rows: &[(&str, &Row)]) -> Result<(), sqlx::Error> {
    let mut values = Vec::new();
    for (table, row) in rows {
        let (seat, command) = row.command.as_ref().map(|(seat, id)| (seat.index(), id)).unzip();
        let payload = serde_json::to_string(&row.event).map_err(unreadable)?;
        values.push((table, row.number, row.at, seat, command, payload));
    }
    if values.is_empty() {
        return Ok(());
    }
    let insert = sqlx::query(
        "INSERT INTO log (table_id, number, at, seat, command, payload) \
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each(?)",
    );
    insert.bind(serde_json::to_string(&values).map_err(unreadable)?).execute(connection).await?;
    Ok(())
}

async fn write_batch(connection: &mut SqliteConnection, batch: &Batch) -> Result<(), sqlx::Error> {
    let rows: Vec<(&str, &Row)> = batch.rows.iter().map(|row| (batch.table.as_str(), row)).collect();
    write_rows(connection, &rows).await?;
    write_rest(connection, batch).await
}

/// Writes all of a batch but the rows of the log.
async fn write_rest(connection: &mut SqliteConnection, batch: &Batch) -> Result<(), sqlx::Error> {
    if let Some(line) = &batch.line {
        let text = serde_json::to_string(line).map_err(unreadable)?;
        if let Some((is_public, invite)) = &batch.opened {
            sqlx::query(
                "INSERT INTO tables (id, invite, is_public, status, line, created_at, changed_at) \
                 VALUES (?, ?, ?, ?, ?, ?, ?)",
            )
            .bind(&batch.table)
            .bind(invite)
            .bind(is_public)
            .bind(word(line.status))
            .bind(text)
            .bind(line.created_at)
            .bind(line.changed_at)
            .execute(&mut *connection)
            .await?;
        } else {
            sqlx::query("UPDATE tables SET status = ?, line = ?, changed_at = ? WHERE id = ?")
                .bind(word(line.status))
                .bind(text)
                .bind(line.changed_at)
                .bind(&batch.table)
                .execute(&mut *connection)
                .await?;
        }
    }
    for person in &batch.people {
        sqlx::query("INSERT OR REPLACE INTO people (table_id, number, name, holder) VALUES (?, ?, ?, ?)")
            .bind(&batch.table)
            .bind(person.number)
            .bind(&person.name)
            .bind(person.holder.map(|holder| holder.0.to_vec()))
            .execute(&mut *connection)
            .await?;
    }
    for line in &batch.chat {
        sqlx::query("INSERT INTO chat (table_id, number, at, person, text) VALUES (?, ?, ?, ?, ?)")
            .bind(&batch.table)
            .bind(line.number)
            .bind(line.at)
            .bind(line.person)
            .bind(&line.text)
            .execute(&mut *connection)
            .await?;
        if let Some(old) = line.number.checked_sub(CHAT_KEPT as u32) {
            let gone = sqlx::query("DELETE FROM chat WHERE table_id = ? AND number <= ?");
            gone.bind(&batch.table).bind(old).execute(&mut *connection).await?;
        }
    }
    for (person, other, is_muted) in &batch.muted {
        let change = if *is_muted {
            "INSERT OR IGNORE INTO mutes (table_id, person, other) VALUES (?, ?, ?)"
        } else {
            "DELETE FROM mutes WHERE table_id = ? AND person = ? AND other = ?"
        };
        let change = sqlx::query(change).bind(&batch.table).bind(person).bind(other);
        change.execute(&mut *connection).await?;
    }
    match &batch.wish {
        Some(Some(wish)) => {
            let text = serde_json::to_string(wish).map_err(unreadable)?;
            let keep = sqlx::query("INSERT OR REPLACE INTO wishes (table_id, payload) VALUES (?, ?)");
            keep.bind(&batch.table).bind(text).execute(&mut *connection).await?;
        }
        Some(None) => {
            let gone = sqlx::query("DELETE FROM wishes WHERE table_id = ?").bind(&batch.table);
            gone.execute(&mut *connection).await?;
        }
        None => {}
    }
    if let Some(at) = batch.visited_at {
        let visit = sqlx::query("UPDATE tables SET visited_at = max(visited_at, ?) WHERE id = ?");
        visit.bind(at).bind(&batch.table).execute(&mut *connection).await?;
    }
    for person in &batch.silenced {
        for gone in [
            "DELETE FROM chat WHERE table_id = ? AND person = ?",
            "DELETE FROM mutes WHERE table_id = ? AND person = ?",
        ] {
            sqlx::query(gone).bind(&batch.table).bind(person).execute(&mut *connection).await?;
        }
    }
    if touches(batch) {
        let touch = sqlx::query("UPDATE tables SET touched = touched + 1 WHERE id = ?");
        touch.bind(&batch.table).execute(connection).await?;
    }
    Ok(())
}

fn read_lines(rows: &[SqliteRow]) -> Result<Vec<TableLine>, sqlx::Error> {
    rows.iter().map(|row| serde_json::from_str(row.try_get(0)?).map_err(unreadable)).collect()
}

impl Store for Sqlite {
    fn append(&self, batch: Batch) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.write(Write::Batch(Box::new(batch))))
    }

    fn load(&self, table: &str) -> BoxFuture<'_, Result<Option<Stored>, StoreError>> {
        let table = table.to_owned();
        Box::pin(async move { self.read_table(&table).await.map_err(broken) })
    }

    fn tail(&self, table: &str, after: Number) -> BoxFuture<'_, Result<Option<Tail>, StoreError>> {
        let table = table.to_owned();
        Box::pin(async move { self.read_tail(&table, after).await.map_err(broken) })
    }

    fn heads(&self, tables: Vec<String>) -> BoxFuture<'_, Result<Vec<(String, Head)>, StoreError>> {
        Box::pin(async move {
            let mut reader = self.readers.acquire().await.map_err(broken)?;
            let mut heads = Vec::with_capacity(tables.len());
            for table in tables {
                let head = read_head(&mut reader, &table).await.map_err(broken)?;
                heads.extend(head.map(|head| (table, head)));
            }
            Ok(heads)
        })
    }

    fn invited(&self, code: &str) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        let code = code.to_owned();
        Box::pin(async move {
            let found = sqlx::query_scalar("SELECT id FROM tables WHERE invite = ?").bind(code);
            found.fetch_optional(&self.readers).await.map_err(broken)
        })
    }

    fn public_tables(&self, since: Millis, most: u32) -> BoxFuture<'_, Result<Vec<TableLine>, StoreError>> {
        Box::pin(async move {
            let found = sqlx::query(
                "SELECT line FROM (SELECT line, changed_at, \
                   row_number() OVER (PARTITION BY coalesce(holder, id) ORDER BY changed_at DESC) AS place \
                   FROM tables LEFT JOIN people ON table_id = id AND number = 1 \
                   WHERE is_public AND status IN ('waiting', 'playing') AND changed_at >= ?) \
                 WHERE place <= ? ORDER BY changed_at DESC LIMIT ?",
            );
            let found = found.bind(since).bind(LISTED_OF_ONE).bind(most);
            let rows = found.fetch_all(&self.readers).await.map_err(broken)?;
            read_lines(&rows).map_err(broken)
        })
    }

    fn tables_of(&self, holder: Holder, most: u32) -> BoxFuture<'_, Result<Vec<TableLine>, StoreError>> {
        Box::pin(async move {
            let found = sqlx::query(
                "SELECT line, group_concat(people.number) FROM people JOIN tables ON tables.id = table_id \
                 WHERE holder = ? GROUP BY tables.id ORDER BY changed_at DESC LIMIT ?",
            );
            let rows =
                found.bind(holder.0.to_vec()).bind(most).fetch_all(&self.readers).await.map_err(broken)?;
            let mut lines = read_lines(&rows).map_err(broken)?;
            for (line, row) in lines.iter_mut().zip(&rows) {
                let numbers: String = row.try_get(1).map_err(broken)?;
                let numbers: Vec<u32> = numbers.split(',').filter_map(|number| number.parse().ok()).collect();
                line.mine = line.seats_of(&numbers);
            }
            Ok(lines)
        })
    }

    fn live_tables(&self) -> BoxFuture<'_, Result<Vec<String>, StoreError>> {
        Box::pin(async move {
            let found =
                sqlx::query_scalar("SELECT id FROM tables WHERE status = 'playing' ORDER BY changed_at DESC");
            found.fetch_all(&self.readers).await.map_err(broken)
        })
    }

    fn quiet_tables(
        &self,
        status: Status,
        before: Millis,
        most: u32,
    ) -> BoxFuture<'_, Result<Vec<String>, StoreError>> {
        Box::pin(async move {
            // A table changes on lists no later than in the log.
            let found = sqlx::query_scalar(
                "SELECT id FROM tables WHERE status = ?1 AND changed_at < ?2 \
                 AND (SELECT at FROM log WHERE table_id = id ORDER BY number DESC LIMIT 1) < ?2 \
                 ORDER BY changed_at LIMIT ?3",
            );
            let found = found.bind(word(status)).bind(before).bind(most);
            found.fetch_all(&self.readers).await.map_err(broken)
        })
    }

    fn list(&self, after: &str, most: u32) -> BoxFuture<'_, Result<Vec<Listed>, StoreError>> {
        let after = after.to_owned();
        Box::pin(async move {
            let found = sqlx::query("SELECT line, is_public FROM tables WHERE id > ? ORDER BY id LIMIT ?");
            let rows = found.bind(after).bind(most).fetch_all(&self.readers).await.map_err(broken)?;
            let lines = read_lines(&rows).map_err(broken)?;
            let listed = lines
                .into_iter()
                .zip(&rows)
                .map(|(line, row)| Ok(Listed { line, is_public: row.try_get(1).map_err(broken)? }));
            listed.collect()
        })
    }

    fn erase(&self, table: &str) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.write(Write::Erase(table.to_owned())))
    }

    fn downtime(&self, since: Millis) -> BoxFuture<'_, Result<Millis, StoreError>> {
        Box::pin(async move {
            let found = sqlx::query(
                "SELECT began_at, seen_at FROM runs WHERE seen_at >= ? OR began_at = ? ORDER BY began_at",
            );
            let rows =
                found.bind(since).bind(self.began_at).fetch_all(&self.readers).await.map_err(broken)?;
            let run = |row: &SqliteRow| Ok((row.try_get(0)?, row.try_get(1)?));
            let runs: Vec<_> = rows.iter().map(run).collect::<Result<_, sqlx::Error>>().map_err(broken)?;
            Ok(time_between(since, runs))
        })
    }

    fn runs(&self) -> BoxFuture<'_, Result<Vec<(Millis, Millis)>, StoreError>> {
        Box::pin(async move {
            let found = sqlx::query_as("SELECT began_at, seen_at FROM runs ORDER BY began_at");
            found.fetch_all(&self.readers).await.map_err(broken)
        })
    }

    fn keep_run(&self, began: Millis, seen: Millis) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.write(Write::Run(began, seen)))
    }

    fn beat(&self, now: Millis) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.write(Write::Beat(now)))
    }

    fn ahead(&self) -> Millis {
        0
    }

    fn analysis(&self, table: &str) -> BoxFuture<'_, Result<Option<Analysis>, StoreError>> {
        let table = table.to_owned();
        Box::pin(async move {
            let found = sqlx::query_scalar::<_, String>("SELECT payload FROM analyses WHERE table_id = ?");
            let found = found.bind(table).fetch_optional(&self.readers).await.map_err(broken)?;
            found.map(|text| serde_json::from_str(&text).map_err(broken)).transpose()
        })
    }

    fn keep_analysis(&self, table: &str, analysis: &Analysis) -> BoxFuture<'_, Result<(), StoreError>> {
        let payload = serde_json::to_string(analysis);
        let table = table.to_owned();
        Box::pin(async move {
            let payload = payload.map_err(broken)?;
            self.writer.write(Write::Analysis(table, payload)).await
        })
    }

    fn keep_code(&self, code: MovingOut, now: Millis) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.write(Write::KeepCode(code, now)))
    }

    fn use_code(&self, hash: [u8; 32]) -> BoxFuture<'_, Result<Option<MovingOut>, StoreError>> {
        Box::pin(async move {
            let found = sqlx::query("SELECT table_id, holder, until FROM codes WHERE hash = ?");
            let found = found.bind(hash.to_vec()).fetch_optional(&self.readers).await.map_err(broken)?;
            let Some(row) = found else { return Ok(None) };
            let moving = || {
                let holder = read_holder(row.try_get(1)?).ok_or(sqlx::Error::RowNotFound)?;
                Ok::<_, sqlx::Error>(MovingOut {
                    hash,
                    table: row.try_get(0)?,
                    holder,
                    until: row.try_get(2)?,
                })
            };
            let moving = moving().map_err(broken)?;
            match self.writer.write(Write::UseCode(hash)).await {
                Ok(()) => Ok(Some(moving)),
                // Somebody else was faster.
                Err(StoreError::Conflict(_)) => Ok(None),
                Err(error) => Err(error),
            }
        })
    }

    fn forget_codes(&self, holder: Holder) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.write(Write::ForgetCodes(holder)))
    }

    fn waiting_tables(&self, before: Millis) -> BoxFuture<'_, Result<Vec<(String, Millis)>, StoreError>> {
        Box::pin(async move {
            let found = sqlx::query_as(
                "SELECT id, max(visited_at, changed_at) AS visited FROM tables \
                 WHERE status = 'waiting' AND changed_at < ?1 AND visited_at < ?1 ORDER BY visited",
            );
            found.bind(before).fetch_all(&self.readers).await.map_err(broken)
        })
    }

    fn chat(&self, table: &str) -> BoxFuture<'_, Result<Vec<ChatLine>, StoreError>> {
        let table = table.to_owned();
        Box::pin(async move {
            let mut reader = self.readers.acquire().await.map_err(broken)?;
            read_chat(&mut reader, &table, usize::MAX).await.map_err(broken)
        })
    }

    fn flush(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.write(Write::Flush))
    }
}
