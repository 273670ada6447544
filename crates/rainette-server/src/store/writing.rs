//! Writing what has come in, within a transaction that somebody else begins and ends.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use sqlx::error::DatabaseError;

use super::batch::{Beside, rows_of, stands_beside, write_beside};
use super::check::Damaged;
use super::connection::{Connection, values};
use super::found::FoundListed;
use super::queue::Write;
use super::reading::find;
use super::seal::{self, Chained, Chains, Check, Ends, Sum};
use super::{DeviceTransfer, Health, StoreError, broken, damage, keys, reports, turns, unreadable};
use crate::clock::TableClock;
use crate::journal::Row;
use crate::protocol::Millis;

/// A time in which a server ran: when it began, and of which node it is. Where there are no nodes, it is of node 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Run {
    pub(super) began: Millis,
    pub(super) node: i64,
}

/// What the only one who writes knows beside its connection.
pub(super) struct Session {
    /// The run of which this is part: the server's, or the time since it could last write.
    pub(super) run: Run,
    pub(super) clock: Arc<TableClock>,
    pub(super) health: Arc<Health>,
    pub(super) damaged: Arc<Damaged>,
    pub(super) chains: Chains,
}

impl Session {
    /// Notes that a server runs from now on.
    pub(super) async fn begin(connection: &mut dyn Connection, run: Run) -> Result<Self, sqlx::Error> {
        keep_run(connection, run, run.began).await?;
        Ok(Self {
            run,
            clock: Arc::new(TableClock::new(run.began)),
            health: Arc::default(),
            damaged: Arc::default(),
            chains: Chains::default(),
        })
    }

    /// Begins another run: time in which nobody could store anything is time in which the server did not run.
    pub(super) async fn begin_again(&mut self, connection: &mut dyn Connection) -> Result<(), sqlx::Error> {
        let run = Run { began: self.clock.now(), ..self.run };
        keep_run(connection, run, run.began).await?;
        self.run = run;
        Ok(())
    }

    /// Writes everything, and gives where the chains of logs end once that is committed.
    pub(super) async fn write(
        &self,
        connection: &mut dyn Connection,
        writes: &[&Write],
    ) -> Result<Ends, sqlx::Error> {
        let mut rows: Vec<(&str, &Row)> = Vec::new();
        for write in writes {
            if let Write::Batch(batch) = write {
                rows.extend(rows_of(batch));
            }
        }
        let ends = write_rows(connection, &rows, &self.chains).await?;
        let mut count = Count::default();
        for write in writes {
            write_one(connection, write, self.run, &mut count).await?;
        }
        count.write(connection).await?;
        Ok(ends)
    }
}

async fn keep_run(connection: &mut dyn Connection, run: Run, seen: Millis) -> Result<(), sqlx::Error> {
    let Run { began, node } = run;
    let statements = connection.statements();
    let before = connection.lock(statements.run_seen, values![began, node]).await?;
    let before: Option<Millis> = before.map(|row| row.get(0)).transpose()?;
    let seen = before.map_or(seen, |before| before.max(seen)).max(began);
    let check = seal::run(began, node, seen);
    connection.execute(statements.keep_run, values![began, node, seen, &check]).await?;
    Ok(())
}

/// The tables that are new or gone. They are counted last, in a row that all nodes share.
#[derive(Default)]
pub(super) struct Count {
    by: i64,
    ids: Sum,
    is_changed: bool,
}

impl Count {
    pub(super) fn turn(&mut self, table: &str, by: i64) {
        self.by += by;
        self.ids.turn(seal::id(table));
        self.is_changed = true;
    }

    async fn write(self, connection: &mut dyn Connection) -> Result<(), sqlx::Error> {
        if !self.is_changed {
            return Ok(());
        }
        let ids = connection.lock("SELECT ids FROM whole", values![]).await?;
        let ids = ids.and_then(|row| row.check(0));
        let Some(mut sum) = ids.as_deref().and_then(Sum::read) else { return Ok(()) };
        sum.turn(self.ids.0);
        let keep = "UPDATE whole SET tables = tables + $1, ids = $2";
        connection.execute(keep, values![self.by, &sum.0]).await?;
        Ok(())
    }
}

/// Are these all rows of logs, which are written in one statement?
#[cfg(feature = "postgres")]
pub(super) fn are_rows(writes: &[&Write]) -> bool {
    writes.iter().all(|write| matches!(write, Write::Batch(batch) if !stands_beside(batch)))
}

/// Writes rows of logs, chained to those before them.
async fn write_rows(
    connection: &mut dyn Connection,
    rows: &[(&str, &Row)],
    chains: &Chains,
) -> Result<Ends, sqlx::Error> {
    if rows.is_empty() {
        return Ok(Ends::new());
    }
    let mut before: HashMap<String, Check> = HashMap::new();
    let mut unknown: BTreeSet<&str> = BTreeSet::new();
    for (table, row) in rows {
        if before.contains_key(*table) || unknown.contains(table) {
            continue;
        }
        match chains.before(table, row.number) {
            Some(check) => drop(before.insert((*table).to_owned(), check)),
            None => drop(unknown.insert(table)),
        }
    }
    if !unknown.is_empty() {
        let unknown: Vec<String> = unknown.into_iter().map(str::to_owned).collect();
        let last = connection.statements().last_checks;
        for row in connection.fetch(last, values![&unknown[..]]).await? {
            if let Some(check) = row.check(1).and_then(|chain| chain.try_into().ok()) {
                before.insert(row.get(0)?, check);
            }
        }
    }
    let check = |table: &str, _| before.get(table).copied().unwrap_or_else(|| seal::beginning(table));
    let chained = Chained::new(rows, check).map_err(unreadable)?;
    connection.insert_rows(&chained).await?;
    Ok(chained.ends)
}

async fn write_one(
    connection: &mut dyn Connection,
    write: &Write,
    run: Run,
    count: &mut Count,
) -> Result<(), sqlx::Error> {
    match write {
        Write::Batch(batch) if stands_beside(batch) => write_beside(connection, batch, count).await?,
        Write::Heartbeat(now) => keep_run(connection, run, *now).await?,
        Write::Run(began, seen) => keep_run(connection, Run { began: *began, node: 0 }, *seen).await?,
        Write::Analysis(table, payload) => {
            let mut beside = Beside::lock(connection, table).await?;
            beside.analysis(payload).await?;
            beside.seal().await?;
        }
        Write::KeepCode(code, now) => {
            let DeviceTransfer { hash, table, holder, until } = code;
            let old = "DELETE FROM codes WHERE until <= $1 OR (table_id = $2 AND holder = $3)";
            connection.execute(old, values![*now, table, &holder.0]).await?;
            let check = seal::code(hash, table, &holder.0, *until);
            let keep = "INSERT INTO codes (hash, table_id, holder, until, seal) VALUES ($1, $2, $3, $4, $5)";
            connection.execute(keep, values![hash, table, &holder.0, *until, &check]).await?;
        }
        Write::UseCode(hash) => {
            if connection.execute("DELETE FROM codes WHERE hash = $1", values![hash]).await? == 0 {
                return Err(sqlx::Error::RowNotFound);
            }
        }
        Write::ForgetCodes(holder) => {
            connection.execute("DELETE FROM codes WHERE holder = $1", values![&holder.0]).await?;
        }
        Write::Erase(table) => erase(connection, table, count).await?,
        Write::TokenKey(key) => keys::keep(connection, key).await?,
        Write::Turns(kept) => turns::keep(connection, kept).await?,
        Write::Report(report) => reports::keep(connection, report).await?,
        Write::OldReports(before) => reports::forget(connection, *before).await?,
        // Somebody wants to know whether anything can be written: the transaction alone tells.
        Write::Batch(_) | Write::Flush | Write::Close => {}
    }
    Ok(())
}

async fn erase(connection: &mut dyn Connection, table: &str, count: &mut Count) -> Result<(), sqlx::Error> {
    for gone in [
        "DELETE FROM seals WHERE table_id = $1",
        "DELETE FROM turns WHERE table_id = $1",
        "DELETE FROM analyses WHERE table_id = $1",
        "DELETE FROM codes WHERE table_id = $1",
        "DELETE FROM mutes WHERE table_id = $1",
        "DELETE FROM wishes WHERE table_id = $1",
        "DELETE FROM asides WHERE table_id = $1",
        "DELETE FROM chat WHERE table_id = $1",
        "DELETE FROM people WHERE table_id = $1",
        "DELETE FROM log WHERE table_id = $1",
    ] {
        connection.execute(gone, values![table]).await?;
    }
    if connection.execute("DELETE FROM tables WHERE id = $1", values![table]).await? > 0 {
        count.turn(table, -1);
    }
    Ok(())
}

/// What is said about something that was refused, rather than not written because the store does not work.
pub(super) fn refusal(write: &Write, error: sqlx::Error) -> StoreError {
    if let Some(what) = damage(&error) {
        return StoreError::Damaged { table: write.table().to_owned(), what };
    }
    let is_taken = error.as_database_error().is_some_and(DatabaseError::is_unique_violation);
    if is_taken || matches!(error, sqlx::Error::RowNotFound) {
        StoreError::Conflict(write.table().to_owned())
    } else {
        broken(error)
    }
}

/// Seals everything that was stored before there were seals: once, and never again, or damage would be sealed.
pub(super) async fn seal_all(connection: &mut dyn Connection) -> Result<(), sqlx::Error> {
    let is_sealed = "SELECT EXISTS (SELECT 1 FROM whole) OR EXISTS (SELECT 1 FROM seals) \
                     OR EXISTS (SELECT 1 FROM log WHERE chain IS NOT NULL)";
    if connection.one::<i64>(is_sealed, values![]).await? != Some(0) {
        return Ok(());
    }
    let tables: Vec<String> = connection.all("SELECT id FROM tables", values![]).await?;
    let mut ids = Sum::default();
    for table in &tables {
        ids.turn(seal::id(table));
        let found = find(connection, table).await?;
        let mut check = seal::beginning(table);
        for row in &found.rows {
            check = row.after(&check);
            let keep = "UPDATE log SET chain = $1 WHERE table_id = $2 AND number = $3";
            connection.execute(keep, values![&check, table, row.number]).await?;
        }
        if let Some(FoundListed { listed, .. }) = &found.listed {
            let keep = "UPDATE tables SET seal = $1 WHERE id = $2";
            connection.execute(keep, values![&listed.check(), table]).await?;
        }
        let last = found.rows.last().map_or(0, |row| row.number);
        let keep = "INSERT INTO seals (table_id, number, chain, beside) VALUES ($1, $2, $3, $4)";
        connection.execute(keep, values![table, last, &check, &found.beside().0]).await?;
    }
    let statements = connection.statements();
    for run in connection.fetch(statements.runs, values![]).await? {
        let (began, node, seen) = (run.get(0)?, run.get(1)?, run.get(2)?);
        let check = seal::run(began, node, seen);
        connection.execute(statements.keep_run, values![began, node, seen, &check]).await?;
    }
    for code in connection.fetch("SELECT hash, table_id, holder, until FROM codes", values![]).await? {
        let (hash, table): (Vec<u8>, String) = (code.get(0)?, code.get(1)?);
        let (holder, until): (Vec<u8>, Millis) = (code.get(2)?, code.get(3)?);
        let check = seal::code(&hash, &table, &holder, until);
        connection.execute("UPDATE codes SET seal = $1 WHERE hash = $2", values![&check, &hash[..]]).await?;
    }
    let whole = "INSERT INTO whole (is_it, tables, ids) VALUES (TRUE, $1, $2)";
    connection.execute(whole, values![tables.len() as i64, &ids.0]).await?;
    Ok(())
}
