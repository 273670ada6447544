//! The only one who writes to an SQLite file. It commits as much at once as has come in, and after anything that fails it
//! opens the file anew: nobody knows in what state a connection is that could not write.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use sqlx::error::DatabaseError;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::time::{Instant, sleep_until};

use super::super::check::Damaged;
use super::super::found::FoundListed;
use super::super::queue::{Inbox, Write};
use super::super::seal::{self, Chained, Chains, Check, RawListed, RawRow, Sum, hex};
use super::super::{Health, MovingOut, StoreError, broken, damage, keys, touches, unreadable, word};
use super::reading::{find, find_analysis, find_chat, find_listed, find_mutes, find_wish};
use crate::clock::TableClock;
use crate::journal::Row;
use crate::protocol::{Millis, Number};
use crate::table::{Batch, CHAT_KEPT};

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
    pub(super) chains: Chains,
    pub(super) damaged: Arc<Damaged>,
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
        // A page that cannot be read concerns whoever needs it.
        error if damage(error).is_some() => false,
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
        self.chains.forget();
        let mut answers = Vec::with_capacity(group.len());
        for write in group {
            answers.push(match self.write_together(std::slice::from_ref(write)).await {
                Ok(()) => Ok(()),
                Err(error) if is_fault(&error) => Err(StoreError::Broken(self.failed(&error))),
                Err(error) => self.damaged.heed(Err(refusal(write, error))),
            });
        }
        answers
    }

    /// Nobody knows what became of the connection: the next one is a new one, after a pause.
    fn failed(&mut self, error: &sqlx::Error) -> String {
        // The file is not tried at all within a pause.
        if !matches!(error, sqlx::Error::PoolClosed) {
            self.connection = None;
            self.chains.forget();
            let length = self.pause.length.map_or(FIRST_PAUSE, |length| (length * 2).min(LONGEST_PAUSE));
            let until = Instant::now() + length;
            self.pause = Pause { length: Some(length), until: Some(until), why: plain(error) };
            self.health.fails(&self.pause.why);
        }
        self.pause.why.clone()
    }

    /// The connection, opened anew where it was given up, and tried by writing something. Within a pause there is none.
    async fn connect(&mut self) -> Result<(), sqlx::Error> {
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
        Ok(())
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
        self.connect().await?;
        // The run is another one where the connection is.
        let run = self.run.load(Ordering::Relaxed);
        let connection = self.connection.as_mut().ok_or(sqlx::Error::PoolClosed)?;
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
        match fill(&mut transaction, group, run, &self.chains).await {
            Ok(ends) => {
                transaction.commit().await?;
                self.chains.remember(ends);
            }
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
    if let Some(what) = damage(&error) {
        let table = match write {
            Write::Batch(batch) => batch.table.clone(),
            Write::Erase(table) | Write::Analysis(table, _) => table.clone(),
            _ => String::new(),
        };
        return StoreError::Damaged { table, what };
    }
    let is_taken = error.as_database_error().is_some_and(DatabaseError::is_unique_violation);
    if is_taken || matches!(error, sqlx::Error::RowNotFound) { write.conflict() } else { broken(error) }
}

/// Notes that a server runs from now on.
pub(super) async fn begin_run(connection: &mut SqliteConnection, now: Millis) -> Result<(), sqlx::Error> {
    keep_run(connection, now, now).await
}

async fn keep_run(connection: &mut SqliteConnection, began: Millis, seen: Millis) -> Result<(), sqlx::Error> {
    let before = sqlx::query_scalar("SELECT seen_at FROM runs WHERE began_at = ?").bind(began);
    let before: Option<Millis> = before.fetch_optional(&mut *connection).await?;
    let seen = before.map_or(seen, |before| before.max(seen));
    let run = sqlx::query("INSERT OR REPLACE INTO runs (began_at, seen_at, seal) VALUES (?, ?, ?)");
    run.bind(began).bind(seen).bind(seal::run(began, 0, seen).to_vec()).execute(connection).await?;
    Ok(())
}

/// Writes everything, and gives where the chains of logs end then.
async fn fill(
    connection: &mut SqliteConnection,
    group: &[Write],
    run: Millis,
    chains: &Chains,
) -> Result<HashMap<String, (Number, Check)>, sqlx::Error> {
    let mut rows: Vec<(&str, &Row)> = Vec::new();
    for write in group {
        if let Write::Batch(batch) = write {
            rows.extend(batch.rows.iter().map(|row| (batch.table.as_str(), row)));
        }
    }
    let ends = write_rows(connection, &rows, chains).await?;
    for write in group {
        match write {
            Write::Batch(batch) => write_rest(connection, batch).await?,
            other => write_other(connection, other, run).await?,
        }
    }
    Ok(ends)
}

/// Writes rows of logs, handed over as one JSON array, because every statement is a way to another thread and back.
async fn write_rows(
    connection: &mut SqliteConnection,
    rows: &[(&str, &Row)],
    chains: &Chains,
) -> Result<HashMap<String, (Number, Check)>, sqlx::Error> {
    if rows.is_empty() {
        return Ok(HashMap::new());
    }
    let mut before: HashMap<&str, Check> = HashMap::new();
    for (table, row) in rows {
        if before.contains_key(table) {
            continue;
        }
        let check = match chains.before(table, row.number) {
            Some(check) => check,
            None => last_check(connection, table).await?,
        };
        before.insert(table, check);
    }
    let chained = Chained::new(rows, |table, _| before[table]).map_err(unreadable)?;
    let log = chained.rows.iter().map(|(table, row)| {
        let RawRow { number, at, seat, command, payload, chain } = row;
        (table, number, at, seat, command, payload, chain.as_deref().map(hex))
    });
    let log: Vec<_> = log.collect();
    let insert = sqlx::query(
        "INSERT INTO log (table_id, number, at, seat, command, payload, chain) \
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, unhex(value ->> 6) \
         FROM json_each(?)",
    );
    insert.bind(serde_json::to_string(&log).map_err(unreadable)?).execute(&mut *connection).await?;
    let ends: Vec<_> =
        chained.ends.iter().map(|(table, (number, check))| (table, number, hex(check))).collect();
    let seal = sqlx::query(
        "INSERT INTO seals (table_id, number, chain, beside) \
         SELECT value ->> 0, value ->> 1, unhex(value ->> 2), zeroblob(32) FROM json_each(?) WHERE TRUE \
         ON CONFLICT DO UPDATE SET number = excluded.number, chain = excluded.chain",
    );
    seal.bind(serde_json::to_string(&ends).map_err(unreadable)?).execute(connection).await?;
    Ok(chained.ends)
}

/// The check of the last event of a log.
async fn last_check(connection: &mut SqliteConnection, table: &str) -> Result<Check, sqlx::Error> {
    let last = sqlx::query_scalar("SELECT chain FROM log WHERE table_id = ? ORDER BY number DESC LIMIT 1");
    let last: Option<Option<Vec<u8>>> = last.bind(table).fetch_optional(connection).await?;
    let last = last.flatten().and_then(|chain| chain.try_into().ok());
    Ok(last.unwrap_or_else(|| seal::beginning(table)))
}

/// Does a batch change anything beside the log?
fn stands_beside(batch: &Batch) -> bool {
    touches(batch) || batch.line.is_some() || batch.visited_at.is_some()
}

/// Writes all of a batch but the rows of the log. The sum over what stands beside the log follows from what is really
/// there, so that damage is not sealed by accident.
async fn write_rest(connection: &mut SqliteConnection, batch: &Batch) -> Result<(), sqlx::Error> {
    if !stands_beside(batch) {
        return Ok(());
    }
    let table = &batch.table;
    let mut change = Sum::default();
    write_listed(connection, batch, &mut change).await?;
    for person in &batch.people {
        let number = i64::from(person.number);
        let before = sqlx::query_as("SELECT name, holder FROM people WHERE table_id = ? AND number = ?");
        let before: Option<(Option<String>, Option<Vec<u8>>)> =
            before.bind(table).bind(number).fetch_optional(&mut *connection).await?;
        if let Some((name, holder)) = before {
            change.turn(seal::person(table, number, name.as_deref(), holder.as_deref()));
        }
        let holder = person.holder.map(|holder| holder.0.to_vec());
        change.turn(seal::person(table, number, person.name.as_deref(), holder.as_deref()));
        let keep =
            sqlx::query("INSERT OR REPLACE INTO people (table_id, number, name, holder) VALUES (?, ?, ?, ?)");
        keep.bind(table).bind(number).bind(&person.name).bind(holder).execute(&mut *connection).await?;
    }
    for line in &batch.chat {
        let (number, person) = (i64::from(line.number), i64::from(line.person));
        change.turn(seal::said(table, number, line.at, person, &line.text));
        let say = sqlx::query("INSERT INTO chat (table_id, number, at, person, text) VALUES (?, ?, ?, ?, ?)");
        let say = say.bind(table).bind(number).bind(line.at).bind(person).bind(&line.text);
        say.execute(&mut *connection).await?;
        let gone = sqlx::query_as(
            "DELETE FROM chat WHERE table_id = ? AND number <= ? RETURNING number, at, person, text",
        );
        let gone: Vec<(i64, Millis, i64, String)> =
            gone.bind(table).bind(number - CHAT_KEPT as i64).fetch_all(&mut *connection).await?;
        for (number, at, person, text) in gone {
            change.turn(seal::said(table, number, at, person, &text));
        }
    }
    for (person, other, is_muted) in &batch.muted {
        let mute = if *is_muted {
            "INSERT OR IGNORE INTO mutes (table_id, person, other) VALUES (?, ?, ?)"
        } else {
            "DELETE FROM mutes WHERE table_id = ? AND person = ? AND other = ?"
        };
        let mute = sqlx::query(mute).bind(table).bind(person).bind(other);
        if mute.execute(&mut *connection).await?.rows_affected() > 0 {
            change.turn(seal::mute(table, (*person).into(), (*other).into()));
        }
    }
    if let Some(wish) = &batch.wish {
        if let Some(before) = find_wish(connection, table).await? {
            change.turn(seal::wish(table, &before));
            let gone = sqlx::query("DELETE FROM wishes WHERE table_id = ?").bind(table);
            gone.execute(&mut *connection).await?;
        }
        if let Some(wish) = wish {
            let text = serde_json::to_string(wish).map_err(unreadable)?;
            change.turn(seal::wish(table, &text));
            let keep = sqlx::query("INSERT INTO wishes (table_id, payload) VALUES (?, ?)");
            keep.bind(table).bind(text).execute(&mut *connection).await?;
        }
    }
    for &person in &batch.silenced {
        for line in find_chat(connection, table, Some(person)).await? {
            change.turn(seal::said(table, line.number, line.at, line.person, &line.text));
        }
        for (person, other) in find_mutes(connection, table, Some(person)).await? {
            change.turn(seal::mute(table, person, other));
        }
        for gone in [
            "DELETE FROM chat WHERE table_id = ? AND person = ?",
            "DELETE FROM mutes WHERE table_id = ? AND person = ?",
        ] {
            sqlx::query(gone).bind(table).bind(person).execute(&mut *connection).await?;
        }
    }
    turn_seal(connection, table, change).await
}

/// Writes a table as lists show it, and what is counted there.
async fn write_listed(
    connection: &mut SqliteConnection,
    batch: &Batch,
    change: &mut Sum,
) -> Result<(), sqlx::Error> {
    let table = &batch.table;
    let mut found = if let Some((is_public, invite)) = &batch.opened {
        count_table(connection, table, 1).await?;
        let listed = RawListed {
            id: table.clone(),
            invite: invite.clone(),
            is_public: (*is_public).into(),
            status: String::new(),
            line: String::new(),
            created_at: 0,
            changed_at: 0,
        };
        FoundListed { listed, visited_at: 0, touched: 0, seal: None }
    } else {
        // A table that was erased meanwhile is not missed.
        let Some(found) = find_listed(connection, table).await? else { return Ok(()) };
        turn_listed(&found, change);
        found
    };
    if let Some(line) = &batch.line {
        word(line.status).clone_into(&mut found.listed.status);
        found.listed.line = serde_json::to_string(line).map_err(unreadable)?;
        found.listed.changed_at = line.changed_at;
        if batch.opened.is_some() {
            found.listed.created_at = line.created_at;
        }
    }
    found.visited_at = found.visited_at.max(batch.visited_at.unwrap_or(0));
    found.touched += i64::from(touches(batch));
    turn_listed(&found, change);
    let check = found.listed.check().to_vec();
    let FoundListed { listed, visited_at, touched, .. } = found;
    let keep = if batch.opened.is_some() {
        "INSERT INTO tables \
         (id, invite, is_public, status, line, created_at, changed_at, visited_at, touched, seal) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
    } else {
        "UPDATE tables SET invite = ?2, is_public = ?3, status = ?4, line = ?5, created_at = ?6, changed_at = ?7, \
         visited_at = ?8, touched = ?9, seal = ?10 WHERE id = ?1"
    };
    sqlx::query(keep)
        .bind(table)
        .bind(listed.invite)
        .bind(listed.is_public)
        .bind(listed.status)
        .bind(listed.line)
        .bind(listed.created_at)
        .bind(listed.changed_at)
        .bind(visited_at)
        .bind(touched)
        .bind(check)
        .execute(connection)
        .await?;
    Ok(())
}

fn turn_listed(found: &FoundListed, change: &mut Sum) {
    let FoundListed { listed, visited_at, touched, .. } = found;
    change.turn(listed.check());
    change.turn(seal::visited(&listed.id, *visited_at));
    change.turn(seal::touched(&listed.id, *touched));
}

/// Changes the sum over what stands beside a table's log.
async fn turn_seal(connection: &mut SqliteConnection, table: &str, change: Sum) -> Result<(), sqlx::Error> {
    let beside = sqlx::query_scalar("SELECT beside FROM seals WHERE table_id = ?").bind(table);
    let beside: Option<Vec<u8>> = beside.fetch_optional(&mut *connection).await?;
    // What cannot be right does not become so.
    let Some(mut sum) = beside.as_deref().and_then(Sum::read) else { return Ok(()) };
    sum.turn(change.0);
    let keep = sqlx::query("UPDATE seals SET beside = ? WHERE table_id = ?");
    keep.bind(sum.0.to_vec()).bind(table).execute(connection).await?;
    Ok(())
}

/// Notes that there is one table more, or one less.
async fn count_table(connection: &mut SqliteConnection, table: &str, by: i64) -> Result<(), sqlx::Error> {
    let ids = sqlx::query_scalar("SELECT ids FROM whole").fetch_optional(&mut *connection).await?;
    let ids: Option<Vec<u8>> = ids;
    let Some(mut sum) = ids.as_deref().and_then(Sum::read) else { return Ok(()) };
    sum.turn(seal::id(table));
    let keep = sqlx::query("UPDATE whole SET tables = tables + ?, ids = ?");
    keep.bind(by).bind(sum.0.to_vec()).execute(connection).await?;
    Ok(())
}

async fn write_other(
    connection: &mut SqliteConnection,
    write: &Write,
    run: Millis,
) -> Result<(), sqlx::Error> {
    match write {
        Write::Beat(now) => keep_run(connection, run, *now).await?,
        Write::Run(began, seen) => keep_run(connection, *began, *seen).await?,
        Write::Analysis(table, payload) => {
            let mut change = Sum::default();
            if let Some(before) = find_analysis(connection, table).await? {
                change.turn(seal::analysis(table, &before));
            }
            change.turn(seal::analysis(table, payload));
            let keep = sqlx::query("INSERT OR REPLACE INTO analyses (table_id, payload) VALUES (?, ?)");
            keep.bind(table).bind(payload).execute(&mut *connection).await?;
            turn_seal(connection, table, change).await?;
        }
        Write::KeepCode(code, now) => {
            let MovingOut { hash, table, holder, until } = code;
            let old = sqlx::query("DELETE FROM codes WHERE until <= ? OR (table_id = ? AND holder = ?)");
            old.bind(now).bind(table).bind(holder.0.to_vec()).execute(&mut *connection).await?;
            let keep =
                sqlx::query("INSERT INTO codes (hash, table_id, holder, until, seal) VALUES (?, ?, ?, ?, ?)");
            let keep = keep.bind(hash.to_vec()).bind(table).bind(holder.0.to_vec()).bind(until);
            keep.bind(seal::code(hash, table, &holder.0, *until).to_vec()).execute(connection).await?;
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
            let listed = sqlx::query("DELETE FROM tables WHERE id = ?").bind(table);
            if listed.execute(&mut *connection).await?.rows_affected() > 0 {
                count_table(connection, table, -1).await?;
            }
            for sql in [
                "DELETE FROM analyses WHERE table_id = ?",
                "DELETE FROM codes WHERE table_id = ?",
                "DELETE FROM mutes WHERE table_id = ?",
                "DELETE FROM wishes WHERE table_id = ?",
                "DELETE FROM chat WHERE table_id = ?",
                "DELETE FROM people WHERE table_id = ?",
                "DELETE FROM log WHERE table_id = ?",
                "DELETE FROM seals WHERE table_id = ?",
            ] {
                sqlx::query(sql).bind(table).execute(&mut *connection).await?;
            }
        }
        Write::TokenKey(key) => keys::keep_in_sqlite(connection, key).await?,
        Write::Batch(..) | Write::Flush | Write::Close => {}
    }
    Ok(())
}

/// Seals everything that was stored before there were seals: once, and never again, or damage would be sealed.
pub(super) async fn seal_all(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let is_sealed = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM whole) OR EXISTS (SELECT 1 FROM seals) \
         OR EXISTS (SELECT 1 FROM log WHERE chain IS NOT NULL)",
    );
    if is_sealed.fetch_one(&mut *connection).await? {
        return Ok(());
    }
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT id FROM tables").fetch_all(&mut *transaction).await?;
    let mut ids = Sum::default();
    for table in &tables {
        ids.turn(seal::id(table));
        let found = find(&mut transaction, table).await?;
        let mut check = seal::beginning(table);
        for row in &found.rows {
            check = row.after(&check);
            let keep = sqlx::query("UPDATE log SET chain = ? WHERE table_id = ? AND number = ?");
            keep.bind(check.to_vec()).bind(table).bind(row.number).execute(&mut *transaction).await?;
        }
        if let Some(FoundListed { listed, .. }) = &found.listed {
            let keep = sqlx::query("UPDATE tables SET seal = ? WHERE id = ?");
            keep.bind(listed.check().to_vec()).bind(table).execute(&mut *transaction).await?;
        }
        let last = found.rows.last().map_or(0, |row| row.number);
        let keep = sqlx::query("INSERT INTO seals (table_id, number, chain, beside) VALUES (?, ?, ?, ?)");
        let keep = keep.bind(table).bind(last).bind(check.to_vec()).bind(found.beside().0.to_vec());
        keep.execute(&mut *transaction).await?;
    }
    let runs: Vec<(Millis, Millis)> =
        sqlx::query_as("SELECT began_at, seen_at FROM runs").fetch_all(&mut *transaction).await?;
    for (began, seen) in runs {
        let keep = sqlx::query("UPDATE runs SET seal = ? WHERE began_at = ?");
        keep.bind(seal::run(began, 0, seen).to_vec()).bind(began).execute(&mut *transaction).await?;
    }
    let codes: Vec<(Vec<u8>, String, Vec<u8>, Millis)> =
        sqlx::query_as("SELECT hash, table_id, holder, until FROM codes")
            .fetch_all(&mut *transaction)
            .await?;
    for (hash, table, holder, until) in codes {
        let keep = sqlx::query("UPDATE codes SET seal = ? WHERE hash = ?");
        let keep = keep.bind(seal::code(&hash, &table, &holder, until).to_vec()).bind(hash);
        keep.execute(&mut *transaction).await?;
    }
    let whole = sqlx::query("INSERT INTO whole (is_it, tables, ids) VALUES (1, ?, ?)");
    whole.bind(tables.len() as i64).bind(ids.0.to_vec()).execute(&mut *transaction).await?;
    transaction.commit().await
}
