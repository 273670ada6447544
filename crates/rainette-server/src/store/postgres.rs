//! Tables in PostgreSQL, which several nodes can share: the key of the log is the fence between them.
//!
//! As with SQLite, one writer per node commits as much at once as has come in. Where the connection breaks, it comes
//! back with growing pauses and writes the group again. What was written although nobody said so is recognised: the
//! very same rows are there already.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::future::BoxFuture;
use sqlx::error::DatabaseError;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions, PgRow};
use sqlx::{Connection as _, Row as _, SqlSafeStr as _};
use tokio::time::{Instant, sleep};

use super::queue::{Inbox, Queue, Write, queue};
use super::{
    Head, LISTED_OF_ONE, Listed, MovingOut, Store, StoreError, Tail, broken, time_between, touches,
    unreadable, word,
};
use crate::log::{Holder, Person, Row, UndoWish};
use crate::protocol::{Analysis, ChatLine, Millis, Number, Status, TableLine};
use crate::random;
use crate::table::{Batch, CHAT_KEPT, Stored};

/// How many connections read.
const READERS: u32 = 8;

/// The first pause before a broken connection is tried again; each one after it is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(50);

/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// How long it is tried before somebody is told that it does not work.
const PATIENCE: Duration = Duration::from_secs(20);

/// Tables in PostgreSQL.
pub struct Postgres {
    readers: PgPool,
    writer: Queue,
    run: (Millis, i64),
    ahead: Arc<AtomicI64>,
}

impl Postgres {
    /// Connects, waiting for a server that is just starting, and brings the tables up to date.
    pub async fn open(url: &str, now: Millis) -> Result<Self, StoreError> {
        let options: PgConnectOptions = url.parse().map_err(broken)?;
        // Whatever the server's default is: what is acknowledged is on disk.
        let options = options.application_name("rainette").options([("synchronous_commit", "on")]);
        let readers = PgPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(PATIENCE)
            .connect_lazy_with(options.clone());
        let mut connection = persist(|| PgConnection::connect_with(&options)).await.map_err(broken)?;
        // Only one node at a time does this: the migrator takes a lock.
        migrator().run(&readers).await.map_err(broken)?;
        let fsync: String =
            sqlx::query_scalar("SHOW fsync").fetch_one(&mut connection).await.map_err(broken)?;
        if fsync != "on" {
            tracing::warn!(
                "the database does not sync: what is acknowledged can be lost when the power goes"
            );
        }
        let ahead = Arc::new(AtomicI64::new(clock(&mut connection).await.map_err(broken)?));
        let run = (now + ahead.load(Ordering::Relaxed), random::number() as i64);
        let began = sqlx::query("INSERT INTO runs (began_at, node, seen_at) VALUES ($1, $2, $1)");
        began.bind(run.0).bind(run.1).execute(&mut connection).await.map_err(broken)?;
        let (writer, inbox) = queue();
        let hand = Writer { options, connection: Some(connection), run, ahead: Arc::clone(&ahead) };
        tokio::spawn(hand.write(inbox));
        Ok(Self { readers, writer, run, ahead })
    }

    /// Reads, again where the connection broke.
    async fn read<T, F: Future<Output = Result<T, sqlx::Error>>>(
        &self,
        read: impl Fn() -> F,
    ) -> Result<T, StoreError> {
        persist(read).await.map_err(broken)
    }
}

/// Does something until it works or fails for a reason other than the connection, with growing pauses.
async fn persist<T, F: Future<Output = Result<T, sqlx::Error>>>(
    attempt: impl Fn() -> F,
) -> Result<T, sqlx::Error> {
    let (begun, mut pause) = (Instant::now(), FIRST_PAUSE);
    loop {
        match attempt().await {
            Err(error) if is_passing(&error) && begun.elapsed() < PATIENCE => {
                tracing::warn!(%error, "the database does not answer; trying again");
                metrics::counter!("rainette_store_retries_total").increment(1);
                sleep(pause).await;
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
            done => return done,
        }
    }
}

/// Can the same work a little later?
fn is_passing(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            // Connection trouble, too many connections, going down or coming up, a deadlock or a failed serialization.
            code.starts_with("08") || code.starts_with("57P") || code == "53300" || code.starts_with("40")
        }),
        _ => false,
    }
}

fn here() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as Millis)
}

/// By how much the database's clock is ahead of ours.
async fn clock(connection: &mut PgConnection) -> Result<Millis, sqlx::Error> {
    let before = here();
    let there: i64 = sqlx::query_scalar("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT")
        .fetch_one(connection)
        .await?;
    let after = here();
    let ahead = there - i64::midpoint(before, after);
    // Less than the way there and back can hide is no difference.
    Ok(if ahead.abs() <= (after - before) / 2 + 1 { 0 } else { ahead })
}

fn migrator() -> Migrator {
    let migration = |version, name: &'static str, sql: &'static str| {
        Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(vec![migration(
        1,
        "tables",
        include_str!("migrations/postgres/0001_tables.sql"),
    )])
}

// ----------------------------------------------------------------------------------------------------------- reading

async fn read_head(reader: &mut PgConnection, id: &str) -> Result<Option<Head>, sqlx::Error> {
    let head = sqlx::query(
        "SELECT touched, coalesce((SELECT max(number) FROM log WHERE table_id = id), 0) FROM tables WHERE id = $1",
    );
    let Some(row) = head.bind(id).fetch_optional(reader).await? else { return Ok(None) };
    let (touched, number): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
    Ok(Some(Head { number: number as Number, touched: touched as u64 }))
}

fn read_row(row: &PgRow) -> Result<Row, sqlx::Error> {
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

async fn read_rows(reader: &mut PgConnection, id: &str, after: Number) -> Result<Vec<Row>, sqlx::Error> {
    let log = sqlx::query(
        "SELECT number, at, seat, command, payload FROM log WHERE table_id = $1 AND number > $2 ORDER BY number",
    );
    log.bind(id).bind(after as i64).fetch_all(reader).await?.iter().map(read_row).collect()
}

async fn read_people(reader: &mut PgConnection, id: &str) -> Result<Vec<Person>, sqlx::Error> {
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
async fn read_chat(reader: &mut PgConnection, id: &str, most: usize) -> Result<Vec<ChatLine>, sqlx::Error> {
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
    let mutes = sqlx::query("SELECT person, other FROM mutes WHERE table_id = $1");
    let rows = mutes.bind(id).fetch_all(reader).await?;
    rows.iter().map(|row| Ok((row.try_get::<i64, _>(0)? as u32, row.try_get::<i64, _>(1)? as u32))).collect()
}

async fn read_wish(reader: &mut PgConnection, id: &str) -> Result<Option<UndoWish>, sqlx::Error> {
    let wish = sqlx::query_scalar::<_, String>("SELECT payload FROM wishes WHERE table_id = $1");
    let wish = wish.bind(id).fetch_optional(reader).await?;
    wish.map(|text| serde_json::from_str(&text).map_err(unreadable)).transpose()
}

fn read_holder(bytes: Vec<u8>) -> Option<Holder> {
    bytes.try_into().ok().map(Holder)
}

fn read_lines(rows: &[PgRow]) -> Result<Vec<TableLine>, sqlx::Error> {
    rows.iter().map(|row| serde_json::from_str(row.try_get(0)?).map_err(unreadable)).collect()
}

/// What is read together is of one moment.
const ONE_MOMENT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

async fn read_table(readers: &PgPool, id: &str) -> Result<Option<Stored>, sqlx::Error> {
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

async fn read_tail(readers: &PgPool, id: &str, after: Number) -> Result<Option<Tail>, sqlx::Error> {
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

// ----------------------------------------------------------------------------------------------------------- writing

/// The only one of this node that writes.
struct Writer {
    options: PgConnectOptions,
    connection: Option<PgConnection>,
    run: (Millis, i64),
    ahead: Arc<AtomicI64>,
}

impl Writer {
    /// Takes all that waits, writes it in one transaction, and answers once it is on disk.
    async fn write(mut self, mut inbox: Inbox) {
        while let Some(group) = inbox.next().await {
            // Nodes that lock in the same order do not wait for each other in a circle.
            let mut order: Vec<usize> = (0..group.writes.len()).collect();
            let table = |write: &Write| match write {
                Write::Batch(batch) => batch.table.clone(),
                Write::Erase(table) => table.clone(),
                _ => String::new(),
            };
            order.sort_by_cached_key(|&index| table(&group.writes[index]));
            match self.write_group(&group.writes, &order).await {
                Ok(answers) => group.answer(answers),
                Err(error) => {
                    tracing::error!(%error, "nothing of this group is known to be written");
                    group.answer_all(&Err(broken(error)));
                }
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
            let written = self.try_group(writes, order).await;
            match written {
                Err(error) if is_passing(&error) && begun.elapsed() < PATIENCE => {
                    tracing::warn!(%error, "the database does not answer; trying again");
                    metrics::counter!("rainette_store_retries_total").increment(1);
                    self.connection = None;
                    sleep(pause).await;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
                done => {
                    if done.is_err() {
                        self.connection = None;
                    }
                    return done;
                }
            }
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
        if writes.iter().any(|write| matches!(write, Write::Beat(_))) {
            self.ahead.store(clock(connection).await?, Ordering::Relaxed);
        }
        match write_together(connection, writes, order, self.run).await {
            Ok(()) => return Ok(vec![Ok(()); writes.len()]),
            Err(error) if is_passing(&error) => return Err(error),
            Err(_) => {}
        }
        // One of them is refused: each for itself then.
        let mut answers = Vec::with_capacity(writes.len());
        for write in writes {
            answers.push(write_alone(connection, write, self.run).await?);
        }
        Ok(answers)
    }
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
        if let Some(old) = line.number.checked_sub(CHAT_KEPT as u32) {
            let gone = sqlx::query("DELETE FROM chat WHERE table_id = $1 AND number <= $2");
            gone.bind(&batch.table).bind(i64::from(old)).execute(&mut *connection).await?;
        }
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
        Write::Batch(_) => {}
    }
    Ok(())
}

// ------------------------------------------------------------------------------------------------------- the contract

impl Store for Postgres {
    fn append(&self, batch: Batch) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.write(Write::Batch(Box::new(batch))))
    }

    fn load(&self, table: &str) -> BoxFuture<'_, Result<Option<Stored>, StoreError>> {
        let table = table.to_owned();
        Box::pin(async move { self.read(|| read_table(&self.readers, &table)).await })
    }

    fn tail(&self, table: &str, after: Number) -> BoxFuture<'_, Result<Option<Tail>, StoreError>> {
        let table = table.to_owned();
        Box::pin(async move { self.read(|| read_tail(&self.readers, &table, after)).await })
    }

    fn heads(&self, tables: Vec<String>) -> BoxFuture<'_, Result<Vec<(String, Head)>, StoreError>> {
        Box::pin(async move {
            let read = || async {
                let heads = sqlx::query(
                    "SELECT id, touched, coalesce((SELECT max(number) FROM log WHERE table_id = id), 0) \
                     FROM tables WHERE id = ANY($1)",
                );
                let rows = heads.bind(&tables).fetch_all(&self.readers).await?;
                let head = |row: &PgRow| {
                    let (touched, number): (i64, i64) = (row.try_get(1)?, row.try_get(2)?);
                    Ok((row.try_get(0)?, Head { number: number as Number, touched: touched as u64 }))
                };
                rows.iter().map(head).collect()
            };
            self.read(read).await
        })
    }

    fn invited(&self, code: &str) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        let code = code.to_owned();
        Box::pin(async move {
            let read = || {
                sqlx::query_scalar("SELECT id FROM tables WHERE invite = $1")
                    .bind(&code)
                    .fetch_optional(&self.readers)
            };
            self.read(read).await
        })
    }

    fn public_tables(&self, since: Millis, most: u32) -> BoxFuture<'_, Result<Vec<TableLine>, StoreError>> {
        Box::pin(async move {
            let read = || async {
                let found = sqlx::query(
                    "SELECT line FROM (SELECT line, changed_at, row_number() OVER ( \
                       PARTITION BY coalesce(encode(holder, 'hex'), id) ORDER BY changed_at DESC) AS place \
                       FROM tables LEFT JOIN people ON table_id = id AND number = 1 \
                       WHERE is_public AND status IN ('waiting', 'playing') AND changed_at >= $1) AS listed \
                     WHERE place <= $2 ORDER BY changed_at DESC LIMIT $3",
                );
                let found = found.bind(since).bind(i64::from(LISTED_OF_ONE)).bind(i64::from(most));
                read_lines(&found.fetch_all(&self.readers).await?)
            };
            self.read(read).await
        })
    }

    fn tables_of(&self, holder: Holder, most: u32) -> BoxFuture<'_, Result<Vec<TableLine>, StoreError>> {
        Box::pin(async move {
            let read = || async {
                let found = sqlx::query(
                    "SELECT min(line), array_agg(people.number) FROM people JOIN tables ON tables.id = table_id \
                     WHERE holder = $1 GROUP BY tables.id ORDER BY changed_at DESC LIMIT $2",
                );
                let found = found.bind(holder.0.to_vec()).bind(i64::from(most));
                let rows = found.fetch_all(&self.readers).await?;
                let mut lines = read_lines(&rows)?;
                for (line, row) in lines.iter_mut().zip(&rows) {
                    let numbers: Vec<i64> = row.try_get(1)?;
                    let numbers: Vec<u32> = numbers.into_iter().map(|number| number as u32).collect();
                    line.mine = line.seats_of(&numbers);
                }
                Ok(lines)
            };
            self.read(read).await
        })
    }

    fn live_tables(&self) -> BoxFuture<'_, Result<Vec<String>, StoreError>> {
        Box::pin(async move {
            let read = || {
                sqlx::query_scalar("SELECT id FROM tables WHERE status = 'playing' ORDER BY changed_at DESC")
                    .fetch_all(&self.readers)
            };
            self.read(read).await
        })
    }

    fn quiet_tables(
        &self,
        status: Status,
        before: Millis,
        most: u32,
    ) -> BoxFuture<'_, Result<Vec<String>, StoreError>> {
        Box::pin(async move {
            let read = || {
                // A table changes on lists no later than in the log.
                sqlx::query_scalar(
                    "SELECT id FROM tables WHERE status = $1 AND changed_at < $2 \
                     AND (SELECT at FROM log WHERE table_id = id ORDER BY number DESC LIMIT 1) < $2 \
                     ORDER BY changed_at LIMIT $3",
                )
                .bind(word(status))
                .bind(before)
                .bind(i64::from(most))
                .fetch_all(&self.readers)
            };
            self.read(read).await
        })
    }

    fn list(&self, after: &str, most: u32) -> BoxFuture<'_, Result<Vec<Listed>, StoreError>> {
        let after = after.to_owned();
        Box::pin(async move {
            let read = || async {
                let found =
                    sqlx::query("SELECT line, is_public FROM tables WHERE id > $1 ORDER BY id LIMIT $2");
                let rows = found.bind(&after).bind(i64::from(most)).fetch_all(&self.readers).await?;
                let lines = read_lines(&rows)?.into_iter().zip(&rows);
                lines.map(|(line, row)| Ok(Listed { line, is_public: row.try_get(1)? })).collect()
            };
            self.read(read).await
        })
    }

    fn erase(&self, table: &str) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.write(Write::Erase(table.to_owned())))
    }

    fn downtime(&self, since: Millis) -> BoxFuture<'_, Result<Millis, StoreError>> {
        Box::pin(async move {
            let read = || {
                sqlx::query_as(
                    "SELECT began_at, seen_at FROM runs WHERE seen_at >= $1 OR (began_at = $2 AND node = $3) \
                     ORDER BY began_at",
                )
                .bind(since)
                .bind(self.run.0)
                .bind(self.run.1)
                .fetch_all(&self.readers)
            };
            let runs: Vec<(i64, i64)> = self.read(read).await?;
            Ok(time_between(since, runs))
        })
    }

    fn runs(&self) -> BoxFuture<'_, Result<Vec<(Millis, Millis)>, StoreError>> {
        Box::pin(async move {
            let read = || {
                sqlx::query_as("SELECT began_at, seen_at FROM runs ORDER BY began_at")
                    .fetch_all(&self.readers)
            };
            self.read(read).await
        })
    }

    fn keep_run(&self, began: Millis, seen: Millis) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.write(Write::Run(began, seen)))
    }

    fn beat(&self, now: Millis) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.write(Write::Beat(now)))
    }

    fn ahead(&self) -> Millis {
        self.ahead.load(Ordering::Relaxed)
    }

    fn analysis(&self, table: &str) -> BoxFuture<'_, Result<Option<Analysis>, StoreError>> {
        let table = table.to_owned();
        Box::pin(async move {
            let read = || {
                sqlx::query_scalar::<_, String>("SELECT payload FROM analyses WHERE table_id = $1")
                    .bind(&table)
                    .fetch_optional(&self.readers)
            };
            let found = self.read(read).await?;
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
            let read = || async {
                let found = sqlx::query("SELECT table_id, holder, until FROM codes WHERE hash = $1");
                let Some(row) = found.bind(hash.to_vec()).fetch_optional(&self.readers).await? else {
                    return Ok(None);
                };
                let holder = read_holder(row.try_get(1)?).ok_or(sqlx::Error::RowNotFound)?;
                Ok(Some(MovingOut { hash, table: row.try_get(0)?, holder, until: row.try_get(2)? }))
            };
            let Some(moving) = self.read(read).await? else { return Ok(None) };
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
            let read = || {
                sqlx::query_as(
                    "SELECT id, greatest(visited_at, changed_at) AS visited FROM tables \
                     WHERE status = 'waiting' AND changed_at < $1 AND visited_at < $1 ORDER BY visited",
                )
                .bind(before)
                .fetch_all(&self.readers)
            };
            self.read(read).await
        })
    }

    fn chat(&self, table: &str) -> BoxFuture<'_, Result<Vec<ChatLine>, StoreError>> {
        let table = table.to_owned();
        Box::pin(async move {
            let read = || async {
                let mut reader = self.readers.acquire().await?;
                read_chat(&mut reader, &table, usize::MAX).await
            };
            self.read(read).await
        })
    }

    fn flush(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.write(Write::Flush))
    }
}
