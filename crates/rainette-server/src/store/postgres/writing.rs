//! The only one of a node who writes to PostgreSQL.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use sqlx::Connection as _;
use sqlx::error::DatabaseError;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use tokio::time::{Instant, sleep};

use super::super::queue::{Inbox, Write};
use super::super::{Health, StoreError, broken, touches, unreadable, word};
use super::reading::{read_chat, read_rows};
use super::{FIRST_PAUSE, LONGEST_PAUSE, PATIENCE, is_passing};
use crate::clock::{Agreed, TableClock};
use crate::log::Row;
use crate::protocol::{ChatLine, Millis};
use crate::table::Batch;

/// The only one of this node that writes.
pub(super) struct Writer {
    pub(super) options: PgConnectOptions,
    pub(super) connection: Option<PgConnection>,
    /// When the run of which this is part began, and the node's name.
    pub(super) run: (Arc<AtomicI64>, i64),
    pub(super) clock: Arc<TableClock>,
    pub(super) health: Arc<Health>,
    /// Was anybody told that something could not be stored? Then another run begins once it can.
    pub(super) was_away: bool,
}

impl Writer {
    /// Takes all that waits, writes it in one transaction, and answers once it is on disk.
    pub(super) async fn write(mut self, mut inbox: Inbox) {
        while let Some(group) = inbox.next().await {
            // Nodes that lock in the same order do not wait for each other in a circle.
            let mut order: Vec<usize> = (0..group.writes.len()).collect();
            let table = |write: &Write| match write {
                Write::Batch(batch) => batch.table.clone(),
                Write::Erase(table) => table.clone(),
                _ => String::new(),
            };
            order.sort_by_cached_key(|&index| table(&group.writes[index]));
            self.health.writes(true);
            let answers = self.write_group(&group.writes, &order).await;
            self.health.writes(false);
            let is_last = group.writes.iter().any(|write| matches!(write, Write::Close));
            let answers = answers.unwrap_or_else(|error| {
                self.was_away = true;
                vec![Err(broken(error)); group.writes.len()]
            });
            group.answer(answers);
            if is_last {
                break;
            }
        }
        if let Some(connection) = self.connection.take() {
            let _ = connection.close().await;
        }
    }

    async fn write_group(
        &mut self,
        writes: &[Write],
        order: &[usize],
    ) -> Result<Vec<Result<(), StoreError>>, sqlx::Error> {
        let (begun, mut pause) = (Instant::now(), FIRST_PAUSE);
        loop {
            let error = match self.try_group(writes, order).await {
                Ok(answers) => {
                    self.health.works();
                    return Ok(answers);
                }
                Err(error) => error,
            };
            self.connection = None;
            self.health.fails(&error.to_string());
            if !is_passing(&error) || begun.elapsed() >= PATIENCE {
                return Err(error);
            }
            metrics::counter!("rainette_store_retries_total").increment(1);
            sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    async fn try_group(
        &mut self,
        writes: &[Write],
        order: &[usize],
    ) -> Result<Vec<Result<(), StoreError>>, sqlx::Error> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(PgConnection::connect_with(&self.options).await?),
        };
        if self.was_away {
            // Time in which nobody could store anything is time in which this node did not run.
            let now = self.clock.now();
            begin_run(connection, (now, self.run.1)).await?;
            self.run.0.store(now, Ordering::Relaxed);
            self.was_away = false;
        }
        let run = (self.run.0.load(Ordering::Relaxed), self.run.1);
        if writes.iter().any(|write| matches!(write, Write::Beat(_))) {
            agree(connection, &self.clock).await?;
        }
        match write_together(connection, writes, order, run).await {
            Ok(()) => return Ok(vec![Ok(()); writes.len()]),
            Err(error) if is_passing(&error) => return Err(error),
            Err(_) => {}
        }
        // One of them is refused: each for itself then.
        let mut answers = Vec::with_capacity(writes.len());
        for write in writes {
            answers.push(write_alone(connection, write, run).await?);
        }
        Ok(answers)
    }
}

/// Notes that a node runs from now on.
pub(super) async fn begin_run(connection: &mut PgConnection, run: (Millis, i64)) -> Result<(), sqlx::Error> {
    let began =
        sqlx::query("INSERT INTO runs (began_at, node, seen_at) VALUES ($1, $2, $1) ON CONFLICT DO NOTHING");
    began.bind(run.0).bind(run.1).execute(connection).await?;
    Ok(())
}

/// The database's time, and what nodes have agreed on.
const AGREED: &str =
    "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT, shift, said_at FROM clock FOR UPDATE";

/// The time at which a node begins, which all others agree with.
pub(super) async fn first_time(connection: &mut PgConnection) -> Result<Millis, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    let (theirs, shift, said_at) = sqlx::query_as(AGREED).fetch_one(&mut *transaction).await?;
    let last = sqlx::query_scalar("SELECT max(seen_at) FROM runs").fetch_one(&mut *transaction).await?;
    let before = Agreed { shift, said_at };
    let (now, agreed) = before.first(theirs, last);
    if agreed != before {
        tracing::warn!("the database's clock shows a time before the last run; tables go on where they were");
        let keep = sqlx::query("UPDATE clock SET shift = $1").bind(agreed.shift);
        keep.execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(now)
}

/// Keeps this node's clock with those of the others.
async fn agree(connection: &mut PgConnection, clock: &TableClock) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin().await?;
    let (theirs, shift, said_at) = sqlx::query_as(AGREED).fetch_one(&mut *transaction).await?;
    let before = Agreed { shift, said_at };
    let settled = before.settle(theirs, clock.now());
    if settled.agreed.shift != shift {
        let seconds = (shift - settled.agreed.shift) as f64 / 1_000.0;
        tracing::warn!(seconds, "the database's clock was set; games are not charged");
    }
    let said = sqlx::query("UPDATE clock SET shift = $1, said_at = $2");
    said.bind(settled.agreed.shift).bind(settled.agreed.said_at).execute(&mut *transaction).await?;
    transaction.commit().await?;
    clock.turn(settled.turn);
    Ok(())
}

/// Writes a group in one transaction, the rows of all logs in one statement; all of it or nothing.
async fn write_together(
    connection: &mut PgConnection,
    writes: &[Write],
    order: &[usize],
    run: (Millis, i64),
) -> Result<(), sqlx::Error> {
    let mut rows: Vec<(&str, &Row)> = Vec::new();
    let mut others: Vec<&Write> = Vec::new();
    for &index in order {
        match &writes[index] {
            Write::Batch(batch) => {
                rows.extend(batch.rows.iter().map(|row| (batch.table.as_str(), row)));
                if batch.line.is_some() || batch.visited_at.is_some() || touches(batch) {
                    others.push(&writes[index]);
                }
            }
            other => others.push(other),
        }
    }
    if others.is_empty() {
        // One statement is a transaction of its own, and one way there and back.
        return write_rows(connection, &rows).await;
    }
    let mut transaction = connection.begin().await?;
    write_rows(&mut transaction, &rows).await?;
    for write in others {
        match write {
            Write::Batch(batch) => write_rest(&mut transaction, batch).await?,
            other => write_other(&mut transaction, other, run).await?,
        }
    }
    transaction.commit().await
}

/// Writes one thing in a transaction of its own. An error is one of the connection; a refusal is an answer.
async fn write_alone(
    connection: &mut PgConnection,
    write: &Write,
    run: (Millis, i64),
) -> Result<Result<(), StoreError>, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    let written = match write {
        Write::Batch(batch) => write_batch(&mut transaction, batch).await,
        other => write_other(&mut transaction, other, run).await,
    };
    let error = match written {
        Ok(()) => return transaction.commit().await.map(Ok),
        Err(error) => error,
    };
    transaction.rollback().await?;
    if is_passing(&error) {
        return Err(error);
    }
    let is_taken = error.as_database_error().is_some_and(DatabaseError::is_unique_violation);
    if !is_taken && !matches!(error, sqlx::Error::RowNotFound) {
        return Ok(Err(broken(error)));
    }
    if let Write::Batch(batch) = write
        && is_there(connection, batch).await?
    {
        return Ok(Ok(()));
    }
    Ok(Err(write.conflict()))
}

/// Is this very batch stored already? Then it was written before the connection broke.
async fn is_there(connection: &mut PgConnection, batch: &Batch) -> Result<bool, sqlx::Error> {
    if let Some(first) = batch.rows.first() {
        let mut rows = read_rows(connection, &batch.table, first.number - 1).await?;
        rows.truncate(batch.rows.len());
        return Ok(rows == batch.rows);
    }
    if batch.chat.is_empty() {
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
    Ok(batch.chat.iter().all(same))
}

/// Writes rows of logs in one statement, a list per column.
async fn write_rows(connection: &mut PgConnection, rows: &[(&str, &Row)]) -> Result<(), sqlx::Error> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut payloads = Vec::with_capacity(rows.len());
    for (_, row) in rows {
        payloads.push(serde_json::to_string(&row.event).map_err(unreadable)?);
    }
    let column = |row: &Row| row.command.as_ref().map(|(seat, id)| (seat.index() as i16, id.clone()));
    let (seats, commands): (Vec<_>, Vec<_>) = rows.iter().map(|(_, row)| column(row).unzip()).unzip();
    let insert = sqlx::query(
        "INSERT INTO log (table_id, number, at, seat, command, payload) \
         SELECT * FROM unnest($1::TEXT[], $2::BIGINT[], $3::BIGINT[], $4::SMALLINT[], $5::TEXT[], $6::TEXT[])",
    )
    .bind(rows.iter().map(|(table, _)| (*table).to_owned()).collect::<Vec<String>>())
    .bind(rows.iter().map(|(_, row)| row.number as i64).collect::<Vec<i64>>())
    .bind(rows.iter().map(|(_, row)| row.at).collect::<Vec<i64>>())
    .bind(seats)
    .bind(commands)
    .bind(payloads);
    insert.execute(connection).await?;
    Ok(())
}

async fn write_batch(connection: &mut PgConnection, batch: &Batch) -> Result<(), sqlx::Error> {
    let rows: Vec<(&str, &Row)> = batch.rows.iter().map(|row| (batch.table.as_str(), row)).collect();
    write_rows(connection, &rows).await?;
    write_rest(connection, batch).await
}

/// Writes all of a batch but the rows of the log.
async fn write_rest(connection: &mut PgConnection, batch: &Batch) -> Result<(), sqlx::Error> {
    if let Some(line) = &batch.line {
        let text = serde_json::to_string(line).map_err(unreadable)?;
        if let Some((is_public, invite)) = &batch.opened {
            sqlx::query(
                "INSERT INTO tables (id, invite, is_public, status, line, created_at, changed_at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7)",
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
            sqlx::query("UPDATE tables SET status = $1, line = $2, changed_at = $3 WHERE id = $4")
                .bind(word(line.status))
                .bind(text)
                .bind(line.changed_at)
                .bind(&batch.table)
                .execute(&mut *connection)
                .await?;
        }
    }
    for person in &batch.people {
        sqlx::query(
            "INSERT INTO people (table_id, number, name, holder) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (table_id, number) DO UPDATE SET name = excluded.name, holder = excluded.holder",
        )
        .bind(&batch.table)
        .bind(i64::from(person.number))
        .bind(&person.name)
        .bind(person.holder.map(|holder| holder.0.to_vec()))
        .execute(&mut *connection)
        .await?;
    }
    for line in &batch.chat {
        sqlx::query("INSERT INTO chat (table_id, number, at, person, text) VALUES ($1, $2, $3, $4, $5)")
            .bind(&batch.table)
            .bind(i64::from(line.number))
            .bind(line.at)
            .bind(i64::from(line.person))
            .bind(&line.text)
            .execute(&mut *connection)
            .await?;
    }
    for (person, other, is_muted) in &batch.muted {
        let change = if *is_muted {
            "INSERT INTO mutes (table_id, person, other) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
        } else {
            "DELETE FROM mutes WHERE table_id = $1 AND person = $2 AND other = $3"
        };
        let change = sqlx::query(change).bind(&batch.table).bind(i64::from(*person)).bind(i64::from(*other));
        change.execute(&mut *connection).await?;
    }
    match &batch.wish {
        Some(Some(wish)) => {
            let text = serde_json::to_string(wish).map_err(unreadable)?;
            let keep = sqlx::query(
                "INSERT INTO wishes (table_id, payload) VALUES ($1, $2) \
                 ON CONFLICT (table_id) DO UPDATE SET payload = excluded.payload",
            );
            keep.bind(&batch.table).bind(text).execute(&mut *connection).await?;
        }
        Some(None) => {
            let gone = sqlx::query("DELETE FROM wishes WHERE table_id = $1").bind(&batch.table);
            gone.execute(&mut *connection).await?;
        }
        None => {}
    }
    if let Some(at) = batch.visited_at {
        let visit = sqlx::query("UPDATE tables SET visited_at = greatest(visited_at, $1) WHERE id = $2");
        visit.bind(at).bind(&batch.table).execute(&mut *connection).await?;
    }
    for person in &batch.silenced {
        for gone in [
            "DELETE FROM chat WHERE table_id = $1 AND person = $2",
            "DELETE FROM mutes WHERE table_id = $1 AND person = $2",
        ] {
            sqlx::query(gone).bind(&batch.table).bind(i64::from(*person)).execute(&mut *connection).await?;
        }
    }
    if touches(batch) {
        let touch = sqlx::query("UPDATE tables SET touched = touched + 1 WHERE id = $1");
        touch.bind(&batch.table).execute(connection).await?;
    }
    Ok(())
}

async fn write_other(
    connection: &mut PgConnection,
    write: &Write,
    run: (Millis, i64),
) -> Result<(), sqlx::Error> {
    match write {
        Write::Beat(now) => {
            let beat = sqlx::query(
                "INSERT INTO runs (began_at, node, seen_at) VALUES ($1, $2, greatest($1, $3)) \
                 ON CONFLICT (began_at, node) DO UPDATE SET seen_at = greatest(runs.seen_at, excluded.seen_at)",
            );
            beat.bind(run.0).bind(run.1).bind(now).execute(connection).await?;
        }
        Write::Run(began, seen) => {
            let keep = sqlx::query(
                "INSERT INTO runs (began_at, node, seen_at) VALUES ($1, 0, $2) \
                 ON CONFLICT (began_at, node) DO UPDATE SET seen_at = greatest(runs.seen_at, excluded.seen_at)",
            );
            keep.bind(began).bind(seen).execute(connection).await?;
        }
        Write::Analysis(table, payload) => {
            let keep = sqlx::query(
                "INSERT INTO analyses (table_id, payload) VALUES ($1, $2) \
                 ON CONFLICT (table_id) DO UPDATE SET payload = excluded.payload",
            );
            keep.bind(table).bind(payload).execute(connection).await?;
        }
        Write::KeepCode(code, now) => {
            let holder = code.holder.0.to_vec();
            let old = sqlx::query("DELETE FROM codes WHERE until <= $1 OR (table_id = $2 AND holder = $3)");
            old.bind(now).bind(&code.table).bind(&holder).execute(&mut *connection).await?;
            let keep = sqlx::query(
                "INSERT INTO codes (hash, table_id, holder, until) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            );
            let keep = keep.bind(code.hash.to_vec()).bind(&code.table).bind(&holder).bind(code.until);
            keep.execute(connection).await?;
        }
        Write::UseCode(hash) => {
            let gone = sqlx::query("DELETE FROM codes WHERE hash = $1").bind(hash.to_vec());
            if gone.execute(connection).await?.rows_affected() == 0 {
                return Err(sqlx::Error::RowNotFound);
            }
        }
        Write::ForgetCodes(holder) => {
            let gone = sqlx::query("DELETE FROM codes WHERE holder = $1").bind(holder.0.to_vec());
            gone.execute(connection).await?;
        }
        Write::Erase(table) => {
            for sql in [
                "DELETE FROM analyses WHERE table_id = $1",
                "DELETE FROM codes WHERE table_id = $1",
                "DELETE FROM mutes WHERE table_id = $1",
                "DELETE FROM wishes WHERE table_id = $1",
                "DELETE FROM chat WHERE table_id = $1",
                "DELETE FROM people WHERE table_id = $1",
                "DELETE FROM log WHERE table_id = $1",
                "DELETE FROM tables WHERE id = $1",
            ] {
                sqlx::query(sql).bind(table).execute(&mut *connection).await?;
            }
        }
        // Somebody wants to know whether the database can be written to.
        Write::Flush => {
            sqlx::query("SELECT 1").execute(connection).await?;
        }
        Write::Batch(_) | Write::Close => {}
    }
    Ok(())
}
