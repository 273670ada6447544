//! The only one of a node who writes to PostgreSQL.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use sqlx::Connection as _;
use sqlx::error::DatabaseError;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use tokio::time::{Instant, sleep, timeout};

use super::super::found::FoundListed;
use super::super::queue::{Inbox, Write};
use super::super::seal::{self, Chained, Chains, Check, RawListed, RawRow, Sum};
use super::super::{Health, MovingOut, StoreError, broken, damage, keys, touches, unreadable, word};
use super::reading::{
    find, find_analysis, find_chat, find_mutes, find_wish, listed, read_chat, read_listed, read_rows,
};
use super::{ATTEMPT, FIRST_PAUSE, LONGEST_PAUSE, PATIENCE, is_passing};
use crate::clock::{Agreed, TableClock};
use crate::journal::Row;
use crate::protocol::{ChatLine, Millis, Number};
use crate::table::{Batch, CHAT_KEPT};

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
    pub(super) chains: Chains,
}

impl Writer {
    /// Takes all that waits, writes it in one transaction, and answers once it is on disk.
    pub(super) async fn write(mut self, mut inbox: Inbox) {
        while let Some(group) = inbox.next().await {
            // Whoever only closes need not wait for a database that does not answer.
            if group.writes.iter().all(|write| matches!(write, Write::Close)) {
                let answers = vec![Ok(()); group.writes.len()];
                group.answer(answers);
                break;
            }
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
            let error = match timeout(ATTEMPT, self.try_group(writes, order)).await {
                Ok(Ok(answers)) => {
                    self.health.works();
                    return Ok(answers);
                }
                Ok(Err(error)) => error,
                // A connection over which nothing comes any more need not say that it is gone.
                Err(_) => sqlx::Error::Io(std::io::ErrorKind::TimedOut.into()),
            };
            self.connection = None;
            self.chains.forget();
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
        match write_together(connection, writes, order, run, &self.chains).await {
            Ok(ends) => {
                self.chains.remember(ends);
                return Ok(vec![Ok(()); writes.len()]);
            }
            Err(error) if is_passing(&error) => return Err(error),
            Err(_) => {}
        }
        // One of them is refused: each for itself then.
        self.chains.forget();
        let mut answers = Vec::with_capacity(writes.len());
        for write in writes {
            answers.push(write_alone(connection, write, run).await?);
        }
        Ok(answers)
    }
}

/// Notes that a node runs from now on.
pub(super) async fn begin_run(connection: &mut PgConnection, run: (Millis, i64)) -> Result<(), sqlx::Error> {
    keep_run(connection, run, run.0).await
}

async fn keep_run(
    connection: &mut PgConnection,
    run: (Millis, i64),
    seen: Millis,
) -> Result<(), sqlx::Error> {
    let before = sqlx::query_scalar("SELECT seen_at FROM runs WHERE began_at = $1 AND node = $2 FOR UPDATE");
    let before: Option<Millis> = before.bind(run.0).bind(run.1).fetch_optional(&mut *connection).await?;
    let seen = before.map_or(seen, |before| before.max(seen)).max(run.0);
    let keep = sqlx::query(
        "INSERT INTO runs (began_at, node, seen_at, seal) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (began_at, node) DO UPDATE SET seen_at = excluded.seen_at, seal = excluded.seal",
    );
    let check = seal::run(run.0, run.1, seen).to_vec();
    keep.bind(run.0).bind(run.1).bind(seen).bind(check).execute(connection).await?;
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

/// Writes a group in one transaction, the rows of all logs in one statement; all of it or nothing. Gives where the chains
/// of logs end then.
async fn write_together(
    connection: &mut PgConnection,
    writes: &[Write],
    order: &[usize],
    run: (Millis, i64),
    chains: &Chains,
) -> Result<HashMap<String, (Number, Check)>, sqlx::Error> {
    let mut rows: Vec<(&str, &Row)> = Vec::new();
    let mut others: Vec<&Write> = Vec::new();
    for &index in order {
        match &writes[index] {
            Write::Batch(batch) => {
                rows.extend(batch.rows.iter().map(|row| (batch.table.as_str(), row)));
                if stands_beside(batch) {
                    others.push(&writes[index]);
                }
            }
            other => others.push(other),
        }
    }
    if others.is_empty() {
        // One statement is a transaction of its own, and one way there and back.
        return write_rows(connection, &rows, chains).await;
    }
    let mut transaction = connection.begin().await?;
    let ends = write_rows(&mut transaction, &rows, chains).await?;
    let mut count = Count::default();
    for write in others {
        match write {
            Write::Batch(batch) => write_rest(&mut transaction, batch, &mut count).await?,
            other => write_other(&mut transaction, other, run, &mut count).await?,
        }
    }
    count.write(&mut transaction).await?;
    transaction.commit().await?;
    Ok(ends)
}

/// Writes one thing in a transaction of its own. An error is one of the connection; a refusal is an answer.
async fn write_alone(
    connection: &mut PgConnection,
    write: &Write,
    run: (Millis, i64),
) -> Result<Result<(), StoreError>, sqlx::Error> {
    let written =
        write_together(connection, std::slice::from_ref(write), &[0], run, &Chains::default()).await;
    let error = match written {
        Ok(_) => return Ok(Ok(())),
        Err(error) if is_passing(&error) => return Err(error),
        Err(error) => error,
    };
    if let Some(what) = damage(&error) {
        let table = match write {
            Write::Batch(batch) => batch.table.clone(),
            Write::Erase(table) | Write::Analysis(table, _) => table.clone(),
            _ => String::new(),
        };
        return Ok(Err(StoreError::Damaged { table, what }));
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
        let mut rows = read_rows(connection, &batch.table, first.number as i64).await?;
        rows.truncate(batch.rows.len());
        let mine = Chained::new(
            &batch.rows.iter().map(|row| (batch.table.as_str(), row)).collect::<Vec<_>>(),
            |_, _| Check::default(),
        );
        let mine = mine.map_err(unreadable)?.rows.into_iter().map(|(_, row)| RawRow { chain: None, ..row });
        return Ok(mine.eq(rows.into_iter().map(|row| RawRow { chain: None, ..row })));
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

/// Writes rows of logs, and the seals of their tables, in one statement, a list per column.
async fn write_rows(
    connection: &mut PgConnection,
    rows: &[(&str, &Row)],
    chains: &Chains,
) -> Result<HashMap<String, (Number, Check)>, sqlx::Error> {
    if rows.is_empty() {
        return Ok(HashMap::new());
    }
    let mut before: HashMap<&str, Check> = HashMap::new();
    let mut unknown: Vec<String> = Vec::new();
    for (table, row) in rows {
        if before.contains_key(table) || unknown.iter().any(|known| known == table) {
            continue;
        }
        match chains.before(table, row.number) {
            Some(check) => drop(before.insert(table, check)),
            None => unknown.push((*table).to_owned()),
        }
    }
    let read: Vec<(String, Option<Vec<u8>>)> = if unknown.is_empty() {
        Vec::new()
    } else {
        let last = sqlx::query_as(
            "SELECT DISTINCT ON (table_id) table_id, chain FROM log WHERE table_id = ANY($1) \
             ORDER BY table_id, number DESC",
        );
        last.bind(&unknown).fetch_all(&mut *connection).await?
    };
    let read: HashMap<String, Check> =
        read.into_iter().filter_map(|(table, chain)| Some((table, chain?.try_into().ok()?))).collect();
    let check = |table: &str, _| {
        let known = before.get(table).or_else(|| read.get(table)).copied();
        known.unwrap_or_else(|| seal::beginning(table))
    };
    let Chained { rows, ends } = Chained::new(rows, check).map_err(unreadable)?;
    let insert = sqlx::query(
        "WITH rows AS (INSERT INTO log (table_id, number, at, seat, command, payload, chain) \
         SELECT * FROM unnest($1::TEXT[], $2::BIGINT[], $3::BIGINT[], $4::SMALLINT[], $5::TEXT[], $6::TEXT[], $7::BYTEA[])) \
         INSERT INTO seals (table_id, number, chain, beside) \
         SELECT *, decode(repeat('00', 32), 'hex') FROM unnest($8::TEXT[], $9::BIGINT[], $10::BYTEA[]) \
         ON CONFLICT (table_id) DO UPDATE SET number = excluded.number, chain = excluded.chain",
    )
    .bind(rows.iter().map(|(table, _)| (*table).to_owned()).collect::<Vec<String>>())
    .bind(rows.iter().map(|(_, row)| row.number).collect::<Vec<i64>>())
    .bind(rows.iter().map(|(_, row)| row.at).collect::<Vec<i64>>())
    .bind(rows.iter().map(|(_, row)| row.seat.map(|seat| seat as i16)).collect::<Vec<Option<i16>>>())
    .bind(rows.iter().map(|(_, row)| row.command.clone()).collect::<Vec<Option<String>>>())
    .bind(rows.iter().map(|(_, row)| row.payload.clone()).collect::<Vec<String>>())
    .bind(rows.iter().map(|(_, row)| row.chain.clone()).collect::<Vec<Option<Vec<u8>>>>());
    // Nodes that lock in the same order do not wait for each other in a circle.
    let mut sealed: Vec<_> = ends.iter().collect();
    sealed.sort();
    let insert = insert
        .bind(sealed.iter().map(|(table, _)| (*table).clone()).collect::<Vec<String>>())
        .bind(sealed.iter().map(|(_, (number, _))| *number as i64).collect::<Vec<i64>>())
        .bind(sealed.iter().map(|(_, (_, check))| check.to_vec()).collect::<Vec<Vec<u8>>>());
    insert.execute(connection).await?;
    Ok(ends)
}

/// Does a batch change anything beside the log?
fn stands_beside(batch: &Batch) -> bool {
    touches(batch) || batch.line.is_some() || batch.visited_at.is_some()
}

/// The tables that are new or gone. They are counted last, in a row that all nodes share.
#[derive(Default)]
struct Count {
    by: i64,
    ids: Sum,
    is_changed: bool,
}

impl Count {
    fn turn(&mut self, table: &str, by: i64) {
        self.by += by;
        self.ids.turn(seal::id(table));
        self.is_changed = true;
    }

    async fn write(self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        if !self.is_changed {
            return Ok(());
        }
        let ids =
            sqlx::query_scalar("SELECT ids FROM whole FOR UPDATE").fetch_optional(&mut *connection).await?;
        let ids: Option<Vec<u8>> = ids;
        let Some(mut sum) = ids.as_deref().and_then(Sum::read) else { return Ok(()) };
        sum.turn(self.ids.0);
        let keep = sqlx::query("UPDATE whole SET tables = tables + $1, ids = $2");
        keep.bind(self.by).bind(sum.0.to_vec()).execute(connection).await?;
        Ok(())
    }
}

/// Writes all of a batch but the rows of the log. The sum over what stands beside the log follows from what is really
/// there, so that damage is not sealed by accident.
async fn write_rest(
    connection: &mut PgConnection,
    batch: &Batch,
    count: &mut Count,
) -> Result<(), sqlx::Error> {
    let table = &batch.table;
    // Nodes change what stands beside a log one after the other.
    let beside = sqlx::query_scalar("SELECT beside FROM seals WHERE table_id = $1 FOR UPDATE").bind(table);
    let beside: Option<Vec<u8>> = beside.fetch_optional(&mut *connection).await?;
    let mut change = Sum::default();
    write_listed(connection, batch, &mut change, count).await?;
    for person in &batch.people {
        let number = i64::from(person.number);
        let before = sqlx::query_as("SELECT name, holder FROM people WHERE table_id = $1 AND number = $2");
        let before: Option<(Option<String>, Option<Vec<u8>>)> =
            before.bind(table).bind(number).fetch_optional(&mut *connection).await?;
        if let Some((name, holder)) = before {
            change.turn(seal::person(table, number, name.as_deref(), holder.as_deref()));
        }
        let holder = person.holder.map(|holder| holder.0.to_vec());
        change.turn(seal::person(table, number, person.name.as_deref(), holder.as_deref()));
        let keep = sqlx::query(
            "INSERT INTO people (table_id, number, name, holder) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (table_id, number) DO UPDATE SET name = excluded.name, holder = excluded.holder",
        );
        keep.bind(table).bind(number).bind(&person.name).bind(holder).execute(&mut *connection).await?;
    }
    for line in &batch.chat {
        let (number, person) = (i64::from(line.number), i64::from(line.person));
        change.turn(seal::said(table, number, line.at, person, &line.text));
        let say =
            sqlx::query("INSERT INTO chat (table_id, number, at, person, text) VALUES ($1, $2, $3, $4, $5)");
        let say = say.bind(table).bind(number).bind(line.at).bind(person).bind(&line.text);
        say.execute(&mut *connection).await?;
        let gone = sqlx::query_as(
            "DELETE FROM chat WHERE table_id = $1 AND number <= $2 RETURNING number, at, person, text",
        );
        let gone: Vec<(i64, Millis, i64, String)> =
            gone.bind(table).bind(number - CHAT_KEPT as i64).fetch_all(&mut *connection).await?;
        for (number, at, person, text) in gone {
            change.turn(seal::said(table, number, at, person, &text));
        }
    }
    for (person, other, is_muted) in &batch.muted {
        let mute = if *is_muted {
            "INSERT INTO mutes (table_id, person, other) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
        } else {
            "DELETE FROM mutes WHERE table_id = $1 AND person = $2 AND other = $3"
        };
        let mute = sqlx::query(mute).bind(table).bind(i64::from(*person)).bind(i64::from(*other));
        if mute.execute(&mut *connection).await?.rows_affected() > 0 {
            change.turn(seal::mute(table, (*person).into(), (*other).into()));
        }
    }
    if let Some(wish) = &batch.wish {
        if let Some(before) = find_wish(connection, table).await? {
            change.turn(seal::wish(table, &before));
            let gone = sqlx::query("DELETE FROM wishes WHERE table_id = $1").bind(table);
            gone.execute(&mut *connection).await?;
        }
        if let Some(wish) = wish {
            let text = serde_json::to_string(wish).map_err(unreadable)?;
            change.turn(seal::wish(table, &text));
            let keep = sqlx::query("INSERT INTO wishes (table_id, payload) VALUES ($1, $2)");
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
            "DELETE FROM chat WHERE table_id = $1 AND person = $2",
            "DELETE FROM mutes WHERE table_id = $1 AND person = $2",
        ] {
            sqlx::query(gone).bind(table).bind(i64::from(person)).execute(&mut *connection).await?;
        }
    }
    keep_sum(connection, table, beside.as_deref(), change).await
}

/// Writes a table as lists show it, and what is counted there.
async fn write_listed(
    connection: &mut PgConnection,
    batch: &Batch,
    change: &mut Sum,
    count: &mut Count,
) -> Result<(), sqlx::Error> {
    let table = &batch.table;
    let mut found = if let Some((is_public, invite)) = &batch.opened {
        count.turn(table, 1);
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
        let found = sqlx::query(listed!("FROM tables WHERE id = $1")).bind(table);
        let Some(found) = found.fetch_optional(&mut *connection).await? else { return Ok(()) };
        let found = read_listed(&found)?;
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
        "INSERT INTO tables (id, invite, is_public, status, line, created_at, changed_at, visited_at, touched, seal) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
    } else {
        "UPDATE tables SET invite = $2, is_public = $3, status = $4, line = $5, created_at = $6, changed_at = $7, \
         visited_at = $8, touched = $9, seal = $10 WHERE id = $1"
    };
    sqlx::query(keep)
        .bind(table)
        .bind(listed.invite)
        .bind(listed.is_public != 0)
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
async fn keep_sum(
    connection: &mut PgConnection,
    table: &str,
    before: Option<&[u8]>,
    change: Sum,
) -> Result<(), sqlx::Error> {
    // What cannot be right does not become so.
    let Some(mut sum) = before.and_then(Sum::read) else { return Ok(()) };
    sum.turn(change.0);
    let keep = sqlx::query("UPDATE seals SET beside = $1 WHERE table_id = $2");
    keep.bind(sum.0.to_vec()).bind(table).execute(connection).await?;
    Ok(())
}

async fn write_other(
    connection: &mut PgConnection,
    write: &Write,
    run: (Millis, i64),
    count: &mut Count,
) -> Result<(), sqlx::Error> {
    match write {
        Write::Beat(now) => keep_run(connection, run, *now).await?,
        Write::Run(began, seen) => keep_run(connection, (*began, 0), *seen).await?,
        Write::Analysis(table, payload) => {
            let beside =
                sqlx::query_scalar("SELECT beside FROM seals WHERE table_id = $1 FOR UPDATE").bind(table);
            let beside: Option<Vec<u8>> = beside.fetch_optional(&mut *connection).await?;
            let mut change = Sum::default();
            if let Some(before) = find_analysis(connection, table).await? {
                change.turn(seal::analysis(table, &before));
            }
            change.turn(seal::analysis(table, payload));
            let keep = sqlx::query(
                "INSERT INTO analyses (table_id, payload) VALUES ($1, $2) \
                 ON CONFLICT (table_id) DO UPDATE SET payload = excluded.payload",
            );
            keep.bind(table).bind(payload).execute(&mut *connection).await?;
            keep_sum(connection, table, beside.as_deref(), change).await?;
        }
        Write::KeepCode(code, now) => {
            let MovingOut { hash, table, holder, until } = code;
            let old = sqlx::query("DELETE FROM codes WHERE until <= $1 OR (table_id = $2 AND holder = $3)");
            old.bind(now).bind(table).bind(holder.0.to_vec()).execute(&mut *connection).await?;
            let keep = sqlx::query(
                "INSERT INTO codes (hash, table_id, holder, until, seal) VALUES ($1, $2, $3, $4, $5) \
                 ON CONFLICT DO NOTHING",
            );
            let keep = keep.bind(hash.to_vec()).bind(table).bind(holder.0.to_vec()).bind(until);
            keep.bind(seal::code(hash, table, &holder.0, *until).to_vec()).execute(connection).await?;
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
                "DELETE FROM seals WHERE table_id = $1",
                "DELETE FROM analyses WHERE table_id = $1",
                "DELETE FROM codes WHERE table_id = $1",
                "DELETE FROM mutes WHERE table_id = $1",
                "DELETE FROM wishes WHERE table_id = $1",
                "DELETE FROM chat WHERE table_id = $1",
                "DELETE FROM people WHERE table_id = $1",
                "DELETE FROM log WHERE table_id = $1",
            ] {
                sqlx::query(sql).bind(table).execute(&mut *connection).await?;
            }
            let listed = sqlx::query("DELETE FROM tables WHERE id = $1").bind(table);
            if listed.execute(&mut *connection).await?.rows_affected() > 0 {
                count.turn(table, -1);
            }
        }
        // Somebody wants to know whether the database can be written to.
        Write::TokenKey(key) => keys::keep_in_postgres(connection, key).await?,
        Write::Flush => {
            sqlx::query("SELECT 1").execute(connection).await?;
        }
        Write::Batch(_) | Write::Close => {}
    }
    Ok(())
}

/// Seals everything that was stored before there were seals: once, and never again, or damage would be sealed.
pub(super) async fn seal_all(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin().await?;
    // Only one node at a time does this.
    sqlx::query("LOCK TABLE whole IN EXCLUSIVE MODE").execute(&mut *transaction).await?;
    let is_sealed = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM whole) OR EXISTS (SELECT 1 FROM seals) \
         OR EXISTS (SELECT 1 FROM log WHERE chain IS NOT NULL)",
    );
    if is_sealed.fetch_one(&mut *transaction).await? {
        return transaction.commit().await;
    }
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT id FROM tables").fetch_all(&mut *transaction).await?;
    let mut ids = Sum::default();
    for table in &tables {
        ids.turn(seal::id(table));
        let found = find(&mut transaction, table).await?;
        let mut check = seal::beginning(table);
        for row in &found.rows {
            check = row.after(&check);
            let keep = sqlx::query("UPDATE log SET chain = $1 WHERE table_id = $2 AND number = $3");
            keep.bind(check.to_vec()).bind(table).bind(row.number).execute(&mut *transaction).await?;
        }
        if let Some(FoundListed { listed, .. }) = &found.listed {
            let keep = sqlx::query("UPDATE tables SET seal = $1 WHERE id = $2");
            keep.bind(listed.check().to_vec()).bind(table).execute(&mut *transaction).await?;
        }
        let last = found.rows.last().map_or(0, |row| row.number);
        let keep = sqlx::query("INSERT INTO seals (table_id, number, chain, beside) VALUES ($1, $2, $3, $4)");
        let keep = keep.bind(table).bind(last).bind(check.to_vec()).bind(found.beside().0.to_vec());
        keep.execute(&mut *transaction).await?;
    }
    let runs: Vec<(Millis, i64, Millis)> =
        sqlx::query_as("SELECT began_at, node, seen_at FROM runs").fetch_all(&mut *transaction).await?;
    for (began, node, seen) in runs {
        let keep = sqlx::query("UPDATE runs SET seal = $1 WHERE began_at = $2 AND node = $3");
        let keep = keep.bind(seal::run(began, node, seen).to_vec()).bind(began).bind(node);
        keep.execute(&mut *transaction).await?;
    }
    let codes: Vec<(Vec<u8>, String, Vec<u8>, Millis)> =
        sqlx::query_as("SELECT hash, table_id, holder, until FROM codes")
            .fetch_all(&mut *transaction)
            .await?;
    for (hash, table, holder, until) in codes {
        let keep = sqlx::query("UPDATE codes SET seal = $1 WHERE hash = $2");
        let keep = keep.bind(seal::code(&hash, &table, &holder, until).to_vec()).bind(hash);
        keep.execute(&mut *transaction).await?;
    }
    let whole = sqlx::query("INSERT INTO whole (tables, ids) VALUES ($1, $2)");
    whole.bind(tables.len() as i64).bind(ids.0.to_vec()).execute(&mut *transaction).await?;
    transaction.commit().await
}
