//! Tables in PostgreSQL, which several nodes can share: the key of the log is the fence between them.
//!
//! As with SQLite, one writer per node commits as much at once as has come in. Where the connection breaks, it comes
//! back with growing pauses and writes the group again. What was written although nobody said so is recognised: the
//! very same rows are there already.

mod checking;
mod reading;
mod writing;

use std::borrow::Cow;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions, PgRow};
use sqlx::{Connection as _, Row as _, SqlSafeStr as _};
use tokio::time::{Instant, sleep};

pub(super) use self::checking::check_database;
use self::reading::{listed, read_chat, read_found, read_holder, read_listed, read_tail};
use self::writing::{Writer, begin_run, first_time, seal_all};
use super::check::{Checked, Damaged};
use super::found::{FoundListed, tail_of};
use super::queue::{Queue, Write, queue};
use super::seal::Chains;
use super::{
    Head, Health, LISTED_OF_ONE, Listed, MovingOut, Store, StoreError, Tail, broken, keys, time_between,
    unreadable_table, word,
};
use crate::clock::TableClock;
use crate::journal::Holder;
use crate::protocol::{Analysis, ChatLine, Millis, Number, Status, TableLine};
use crate::random;
use crate::table::{Batch, Stored};
use crate::tokens::TokenKey;

/// How many connections read.
const READERS: u32 = 8;

/// The first pause before a broken connection is tried again; each one after it is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(50);

/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// How long it is tried before somebody is told that it does not work.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long one attempt to write may take before the connection is given up. What was written after all is recognised.
const ATTEMPT: Duration = Duration::from_secs(8);

/// Tables in PostgreSQL.
pub struct Postgres {
    readers: PgPool,
    writer: Queue,
    /// When this node began, or could write again, and its name.
    run: (Arc<AtomicI64>, i64),
    clock: Arc<TableClock>,
    health: Arc<Health>,
    damaged: Damaged,
    keys: Vec<TokenKey>,
}

impl Postgres {
    /// Connects, waiting for a server that is just starting, and brings the tables up to date.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
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
        seal_all(&mut connection).await.map_err(broken)?;
        let began_at = first_time(&mut connection).await.map_err(broken)?;
        let node = random::number() as i64;
        begin_run(&mut connection, (began_at, node)).await.map_err(broken)?;
        let keys = keys::of_postgres(&mut connection).await?;
        let (writer, inbox) = queue();
        let run = Arc::new(AtomicI64::new(began_at));
        let clock = Arc::new(TableClock::new(began_at));
        let health = Arc::new(Health::default());
        let hand = Writer {
            options,
            connection: Some(connection),
            run: (Arc::clone(&run), node),
            clock: Arc::clone(&clock),
            health: Arc::clone(&health),
            was_away: false,
            chains: Chains::default(),
        };
        tokio::spawn(hand.write(inbox));
        Ok(Self { readers, writer, run: (run, node), clock, health, damaged: Damaged::default(), keys })
    }

    /// Reads, again where the connection broke.
    async fn read<T, F: Future<Output = Result<T, sqlx::Error>>>(
        &self,
        read: impl Fn() -> F,
    ) -> Result<T, StoreError> {
        persist(read).await.map_err(broken)
    }

    /// A row of a list, where it is what was stored; others are noted, and left out.
    fn line_of(&self, row: &PgRow) -> Option<(FoundListed, TableLine)> {
        let id = || row.try_get::<String, _>(0).unwrap_or_default();
        let read = || {
            let found = read_listed(row).map_err(|error| error.to_string())?;
            if !found.is_whole() {
                return Err("what lists show of it is not what was stored".to_owned());
            }
            let line = serde_json::from_str(&found.listed.line).map_err(|error| error.to_string())?;
            Ok((found, line))
        };
        read().map_err(|what| self.damaged.note(&id(), &what)).ok()
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
            // Connection trouble, a full disk, memory or connections, going down or coming up, an I/O error, a standby that
            // takes no writes, a deadlock or a failed serialization.
            ["08", "53", "57P", "58", "25006", "40"].iter().any(|kind| code.starts_with(kind))
        }),
        _ => false,
    }
}

fn migrator() -> Migrator {
    let migration = |version, name: &'static str, sql: &'static str| {
        Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(vec![
        migration(1, "tables", include_str!("migrations/postgres/0001_tables.sql")),
        migration(2, "clock", include_str!("migrations/postgres/0002_clock.sql")),
        migration(3, "seals", include_str!("migrations/postgres/0003_seals.sql")),
        migration(10, "tokens", include_str!("migrations/postgres/0010_tokens.sql")),
    ])
}

impl Store for Postgres {
    fn append(&self, batch: Batch) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.write(Write::Batch(Box::new(batch))))
    }

    fn load(&self, table: &str) -> BoxFuture<'_, Result<Option<Stored>, StoreError>> {
        let table = table.to_owned();
        Box::pin(async move {
            let found = persist(|| read_found(&self.readers, &table)).await;
            let stored = found.map_err(unreadable_table(&table)).and_then(super::found::Found::stored);
            self.damaged.heed(stored)
        })
    }

    fn tail(&self, table: &str, after: Number) -> BoxFuture<'_, Result<Option<Tail>, StoreError>> {
        let table = table.to_owned();
        Box::pin(async move {
            let found = persist(|| read_tail(&self.readers, &table, after)).await;
            let found = self.damaged.heed(found.map_err(unreadable_table(&table)))?;
            let Some((rows, beside)) = found else { return Ok(None) };
            let Tail { rows, .. } = self.damaged.heed(tail_of(&table, after, rows, beside.head))?;
            Ok(Some(Tail { rows, ..beside }))
        })
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
            let read = || {
                let found = sqlx::query(listed!(
                    "FROM tables JOIN (SELECT id AS shown, row_number() OVER ( \
                       PARTITION BY coalesce(encode(holder, 'hex'), id) ORDER BY changed_at DESC) AS place \
                       FROM tables LEFT JOIN people ON table_id = id AND number = 1 \
                       WHERE is_public AND status IN ('waiting', 'playing') AND changed_at >= $1) AS few \
                     ON shown = tables.id WHERE place <= $2 ORDER BY changed_at DESC LIMIT $3"
                ));
                let found = found.bind(since).bind(i64::from(LISTED_OF_ONE)).bind(i64::from(most));
                found.fetch_all(&self.readers)
            };
            let rows = self.read(read).await?;
            Ok(rows.iter().filter_map(|row| Some(self.line_of(row)?.1)).collect())
        })
    }

    fn tables_of(&self, holder: Holder, most: u32) -> BoxFuture<'_, Result<Vec<TableLine>, StoreError>> {
        Box::pin(async move {
            let read = || {
                let found = sqlx::query(listed!(
                    ", array_agg(people.number) FROM people JOIN tables ON tables.id = table_id \
                     WHERE holder = $1 GROUP BY tables.id ORDER BY changed_at DESC LIMIT $2"
                ));
                found.bind(holder.0.to_vec()).bind(i64::from(most)).fetch_all(&self.readers)
            };
            let rows = self.read(read).await?;
            let mut lines = Vec::with_capacity(rows.len());
            for row in &rows {
                let Some((_, mut line)) = self.line_of(row) else { continue };
                let numbers: Vec<i64> = row.try_get(10).map_err(broken)?;
                let numbers: Vec<u32> = numbers.into_iter().map(|number| number as u32).collect();
                line.mine = line.seats_of(&numbers);
                lines.push(line);
            }
            Ok(lines)
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
            let read = || {
                let found = sqlx::query(listed!("FROM tables WHERE id > $1 ORDER BY id LIMIT $2"));
                found.bind(&after).bind(i64::from(most)).fetch_all(&self.readers)
            };
            let rows = self.read(read).await?;
            let listed = rows.iter().map(|row| {
                let damaged = || StoreError::Damaged {
                    table: row.try_get(0).unwrap_or_default(),
                    what: "what lists show of it is not what was stored".to_owned(),
                };
                let (found, line) = self.line_of(row).ok_or_else(damaged)?;
                Ok(Listed { line, is_public: found.listed.is_public != 0 })
            });
            listed.collect()
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
                .bind(self.run.0.load(Ordering::Relaxed))
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

    fn now(&self) -> Millis {
        self.clock.now()
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

    fn check(&self, is_gentle: bool) -> BoxFuture<'_, Result<Checked, StoreError>> {
        Box::pin(async move {
            let checked = checking::check(&self.readers, is_gentle).await?;
            self.damaged.note_all(&checked);
            Ok(checked)
        })
    }

    fn token_keys(&self) -> Vec<TokenKey> {
        self.keys.clone()
    }

    fn keep_token_key(&self, key: TokenKey) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.write(Write::TokenKey(key)))
    }

    fn flush(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.write(Write::Flush))
    }

    fn health(&self) -> &Health {
        &self.health
    }

    fn close(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async {
            self.writer.write(Write::Close).await?;
            self.readers.close().await;
            Ok(())
        })
    }
}
