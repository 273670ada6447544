//! The only one who writes to an SQLite file. It commits as much at once as has come in, and after anything that fails it
//! opens the file anew: nobody knows in what state a connection is that could not write.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use sqlx::error::DatabaseError;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::time::{Instant, sleep_until};

use super::super::queue::{Inbox, Write};
use super::super::{Health, StoreError, broken, touches, unreadable, word};
use crate::clock::TableClock;
use crate::log::Row;
use crate::protocol::Millis;
use crate::table::Batch;

/// The first pause before a file that cannot be written is tried again; each one after it is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// The only one who writes.
pub(super) struct Writer {
    pub(super) options: SqliteConnectOptions,
    pub(super) connection: Option<SqliteConnection>,
    /// When the run of which this is part began: the server, or the time since it could last write.
    pub(super) run: Arc<AtomicI64>,
    pub(super) clock: Arc<TableClock>,
    pub(super) health: Arc<Health>,
    pub(super) pause: Pause,
}

/// How long a file that cannot be written is left alone.
#[derive(Default)]
pub(super) struct Pause {
    length: Option<Duration>,
    until: Option<Instant>,
    why: String,
}

/// Is it the store that failed, rather than what was to be written that was refused?
fn is_fault(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::RowNotFound | sqlx::Error::Decode(_) => false,
        sqlx::Error::Database(error) => !error.is_unique_violation() && !error.is_check_violation(),
        _ => true,
    }
}

impl Writer {
    /// Takes all that waits, writes it in one transaction, and answers once it is on disk.
    pub(super) async fn write(mut self, mut inbox: Inbox) {
        loop {
            let next = tokio::select! {
                group = inbox.next() => group,
                // Whoever waits for the disk need not wait for somebody to write.
                () = sleep_until(self.pause.until.unwrap_or_else(Instant::now)), if self.pause.until.is_some() => {
                    let _ = self.connect().await;
                    continue;
                }
            };
            let Some(group) = next else { break };
            self.health.writes(true);
            let answers = self.write_group(&group.writes).await;
            self.health.writes(false);
            if group.writes.iter().any(|write| matches!(write, Write::Close)) {
                let closed = self.close().await;
                let answer = |write: &Write, answer| match write {
                    Write::Close => closed.clone(),
                    _ => answer,
                };
                let answers =
                    group.writes.iter().zip(answers).map(|(write, said)| answer(write, said)).collect();
                return group.answer(answers);
            }
            group.answer(answers);
        }
        let _ = self.close().await;
    }

    /// Puts everything into the file itself, so that it can be copied, and lets go of it.
    async fn close(&mut self) -> Result<(), StoreError> {
        let Some(mut connection) = self.connection.take() else {
            return Err(StoreError::Broken(std::mem::take(&mut self.pause.why)));
        };
        // Somebody who reads it at this moment, a backup perhaps, is not waited for.
        let all = async {
            sqlx::query("PRAGMA busy_timeout = 500").execute(&mut connection).await?;
            let busy: i64 =
                sqlx::query_scalar("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut connection).await?;
            Ok::<bool, sqlx::Error>(busy == 0)
        };
        let done = all.await;
        let closed = connection.close().await;
        if !done.map_err(broken)? {
            tracing::warn!("somebody reads the file: copy it together with its `-wal`");
        }
        closed.map_err(broken)
    }

    async fn write_group(&mut self, group: &[Write]) -> Vec<Result<(), StoreError>> {
        let error = match self.write_together(group).await {
            Ok(()) => return vec![Ok(()); group.len()],
            Err(error) => error,
        };
        if is_fault(&error) {
            let why = self.failed(&error);
            return vec![Err(StoreError::Broken(why)); group.len()];
        }
        // One of them is refused: each for itself then.
        let mut answers = Vec::with_capacity(group.len());
        for write in group {
            answers.push(match self.write_together(std::slice::from_ref(write)).await {
                Ok(()) => Ok(()),
                Err(error) if is_fault(&error) => Err(StoreError::Broken(self.failed(&error))),
                Err(error) => Err(refusal(write, error)),
            });
        }
        answers
    }

    /// Nobody knows what became of the connection: the next one is a new one, after a pause.
    fn failed(&mut self, error: &sqlx::Error) -> String {
        // The file is not tried at all within a pause.
        if !matches!(error, sqlx::Error::PoolClosed) {
            self.connection = None;
            let length = self.pause.length.map_or(FIRST_PAUSE, |length| (length * 2).min(LONGEST_PAUSE));
            let until = Instant::now() + length;
            self.pause = Pause { length: Some(length), until: Some(until), why: plain(error) };
            self.health.fails(&self.pause.why);
        }
        self.pause.why.clone()
    }

    /// The connection, opened anew where it was given up, and tried by writing something. Within a pause there is none.
    async fn connect(&mut self) -> Result<&mut SqliteConnection, sqlx::Error> {
        if self.connection.is_none() {
            if self.pause.until.is_some_and(|until| Instant::now() < until) {
                return Err(sqlx::Error::PoolClosed);
            }
            match self.open().await {
                Ok(connection) => {
                    self.connection = Some(connection);
                    self.pause = Pause::default();
                    self.health.works();
                }
                Err(error) => {
                    self.failed(&error);
                    return Err(error);
                }
            }
        }
        self.connection.as_mut().ok_or(sqlx::Error::PoolClosed)
    }

    /// A new connection that can write. What it writes is that a run begins: time in which nobody could store anything is
    /// time in which the server did not run.
    async fn open(&self) -> Result<SqliteConnection, sqlx::Error> {
        let mut connection = self.options.connect().await?;
        let now = self.clock.now();
        begin_run(&mut connection, now).await?;
        self.run.store(now, Ordering::Relaxed);
        Ok(connection)
    }

    /// Writes a group in one transaction, the rows of all logs in one statement; all of it or nothing.
    async fn write_together(&mut self, group: &[Write]) -> Result<(), sqlx::Error> {
        let run = Arc::clone(&self.run);
        let connection = self.connect().await?;
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
        // The run is another one where the connection is.
        let run = run.load(Ordering::Relaxed);
        match fill(&mut transaction, group, run).await {
            Ok(()) => transaction.commit().await?,
            Err(error) => {
                let rolled_back = transaction.rollback().await;
                if rolled_back.is_err() {
                    self.connection = None;
                }
                return Err(error);
            }
        }
        Ok(())
    }
}

/// What the database says, without what everybody knows.
fn plain(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(error) => {
            let code = error.code().map(|code| format!(" (SQLite {code})")).unwrap_or_default();
            format!("{}{code}", error.message())
        }
        other => other.to_string(),
    }
}

fn refusal(write: &Write, error: sqlx::Error) -> StoreError {
    let is_taken = error.as_database_error().is_some_and(DatabaseError::is_unique_violation);
    if is_taken || matches!(error, sqlx::Error::RowNotFound) { write.conflict() } else { broken(error) }
}

/// Notes that a server runs from now on.
pub(super) async fn begin_run(connection: &mut SqliteConnection, now: Millis) -> Result<(), sqlx::Error> {
    let run = sqlx::query(
        "INSERT INTO runs (began_at, seen_at) VALUES (?1, ?1) ON CONFLICT DO UPDATE SET seen_at = max(seen_at, ?1)",
    );
    run.bind(now).execute(connection).await?;
    Ok(())
}

async fn fill(connection: &mut SqliteConnection, group: &[Write], run: Millis) -> Result<(), sqlx::Error> {
    let mut rows: Vec<(&str, &Row)> = Vec::new();
    for write in group {
        if let Write::Batch(batch) = write {
            rows.extend(batch.rows.iter().map(|row| (batch.table.as_str(), row)));
        }
    }
    write_rows(connection, &rows).await?;
    for write in group {
        match write {
            Write::Batch(batch) => write_rest(connection, batch).await?,
            other => write_other(connection, other, run).await?,
        }
    }
    Ok(())
}

async fn write_other(
    connection: &mut SqliteConnection,
    write: &Write,
    run: Millis,
) -> Result<(), sqlx::Error> {
    match write {
        Write::Beat(now) => {
            let beat = sqlx::query("UPDATE runs SET seen_at = max(seen_at, ?) WHERE began_at = ?");
            beat.bind(now).bind(run).execute(connection).await?;
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
        Write::Batch(..) | Write::Flush | Write::Close => {}
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
