//! Tables in an SQLite file: one writer, which commits as much at once as has come in.

mod checking;
mod reading;
mod writing;

use std::borrow::Cow;
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{Row as _, SqlSafeStr as _};

pub(super) use self::checking::check_file;
use self::reading::{
    find, listed, read_chat, read_head, read_holder, read_listed, read_mutes, read_people, read_rows,
    read_wish,
};
use self::writing::{Pause, Writer, begin_run, seal_all};
use super::check::{Checked, Damaged};
use super::found::{FoundListed, tail_of};
use super::lock::Lock;
use super::queue::{Queue, Write, queue};
use super::seal::Chains;
use super::{
    Head, Health, LISTED_OF_ONE, Listed, MovingOut, Store, StoreError, Tail, broken, keys, time_between,
    unreadable_table, word,
};
use crate::clock::{TableClock, first, here};
use crate::journal::Holder;
use crate::protocol::{Analysis, ChatLine, Millis, Number, Status, TableLine};
use crate::table::{Batch, CHAT_KEPT, Stored};
use crate::tokens::TokenKey;

/// Tables in an SQLite file.
pub struct Sqlite {
    readers: SqlitePool,
    writer: Queue,
    /// When this server began, or could write again.
    run: Arc<AtomicI64>,
    clock: Arc<TableClock>,
    health: Arc<Health>,
    damaged: Arc<Damaged>,
    lock: Mutex<Option<Lock>>,
    keys: Vec<TokenKey>,
}

impl Sqlite {
    /// Opens the file, makes it where there is none, and brings it up to date. Nobody else writes to it as long as this is
    /// there.
    pub async fn open(path: &Path, now: Millis) -> Result<Self, StoreError> {
        let lock = Lock::take(path)?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10));
        let single = SqlitePoolOptions::new().max_connections(1);
        let single = single.connect_with(options.clone()).await.map_err(broken)?;
        checking::check_schema(&single).await?;
        migrator().run(&single).await.map_err(broken)?;
        let mut connection = single.acquire().await.map_err(broken)?.detach();
        seal_all(&mut connection).await.map_err(broken)?;
        let last = sqlx::query_scalar("SELECT max(seen_at) FROM runs");
        let last: Option<Millis> = last.fetch_one(&mut connection).await.map_err(broken)?;
        let began_at = first(now, last);
        if began_at > now {
            tracing::warn!(
                seconds = (began_at - now) as f64 / 1_000.0,
                "this machine's clock shows a time before the last run; tables go on where they were"
            );
        }
        begin_run(&mut connection, began_at).await.map_err(broken)?;
        let keys = keys::of_sqlite(&mut connection).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .min_connections(1)
            .connect_with(options.clone().read_only(true))
            .await
            .map_err(broken)?;
        let (writer, inbox) = queue();
        let run = Arc::new(AtomicI64::new(began_at));
        let clock = Arc::new(TableClock::new(began_at));
        let health = Arc::new(Health::default());
        let damaged = Arc::new(Damaged::default());
        let hand = Writer {
            // A file that is gone is not made anew: whatever was in it would seem to be gone for good.
            options: options.create_if_missing(false),
            connection: Some(connection),
            run: Arc::clone(&run),
            clock: Arc::clone(&clock),
            health: Arc::clone(&health),
            pause: Pause::default(),
            chains: Chains::default(),
            damaged: Arc::clone(&damaged),
        };
        tokio::spawn(hand.write(inbox));
        let lock = Mutex::new(Some(lock));
        Ok(Self { readers, writer, run, clock, health, damaged, lock, keys })
    }

    /// Opens a file that another server uses, to read it. Nothing can be written to it.
    pub async fn open_to_read(path: &Path) -> Result<Self, StoreError> {
        let readers = checking::open_to_read(path).await.map_err(broken)?;
        if !checking::is_sealed(&readers).await.map_err(broken)? {
            return Err(StoreError::Broken(
                "the server that uses the file is of an older version: stop it first".to_owned(),
            ));
        }
        // Without anybody at its other end.
        let (writer, _) = queue();
        Ok(Self {
            readers,
            writer,
            run: Arc::default(),
            clock: Arc::new(TableClock::new(here())),
            health: Arc::default(),
            damaged: Arc::default(),
            lock: Mutex::default(),
            keys: Vec::new(),
        })
    }

    /// A table, where it is what was stored.
    async fn read_table(&self, id: &str) -> Result<Option<Stored>, StoreError> {
        let found = async {
            let mut reader = self.readers.begin().await?;
            find(&mut reader, id).await
        };
        found.await.map_err(unreadable_table(id))?.stored()
    }

    async fn read_tail(&self, id: &str, after: Number) -> Result<Option<Tail>, StoreError> {
        let found = async {
            let mut reader = self.readers.begin().await?;
            let Some(head) = read_head(&mut reader, id).await? else { return Ok(None) };
            let rows = read_rows(&mut reader, id, after as i64).await?;
            let people = read_people(&mut reader, id).await?;
            let chat = read_chat(&mut reader, id, CHAT_KEPT).await?;
            let (muted, wish) = (read_mutes(&mut reader, id).await?, read_wish(&mut reader, id).await?);
            Ok(Some((rows, Tail { head, people, chat, muted, wish, ..Tail::default() })))
        };
        let Some((rows, beside)) = found.await.map_err(unreadable_table(id))? else { return Ok(None) };
        let Tail { rows, .. } = tail_of(id, after, rows, beside.head)?;
        Ok(Some(Tail { rows, ..beside }))
    }

    /// A row of a list, where it is what was stored; others are noted, and left out.
    fn line_of(&self, row: &SqliteRow) -> Option<(FoundListed, TableLine)> {
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

fn migrator() -> Migrator {
    let migration = |version, name: &'static str, sql: &'static str| {
        Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(vec![
        migration(1, "tables", include_str!("migrations/sqlite/0001_tables.sql")),
        migration(2, "lasting", include_str!("migrations/sqlite/0002_lasting.sql")),
        migration(3, "nodes", include_str!("migrations/sqlite/0003_nodes.sql")),
        migration(4, "seals", include_str!("migrations/sqlite/0004_seals.sql")),
        migration(10, "tokens", include_str!("migrations/sqlite/0010_tokens.sql")),
    ])
}

impl Store for Sqlite {
    fn append(&self, batch: Batch) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.write(Write::Batch(Box::new(batch))))
    }

    fn load(&self, table: &str) -> BoxFuture<'_, Result<Option<Stored>, StoreError>> {
        let table = table.to_owned();
        Box::pin(async move { self.damaged.heed(self.read_table(&table).await) })
    }

    fn tail(&self, table: &str, after: Number) -> BoxFuture<'_, Result<Option<Tail>, StoreError>> {
        let table = table.to_owned();
        Box::pin(async move { self.damaged.heed(self.read_tail(&table, after).await) })
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
            let found = sqlx::query(listed!(
                "FROM tables JOIN (SELECT id AS shown, \
                   row_number() OVER (PARTITION BY coalesce(holder, id) ORDER BY changed_at DESC) AS place \
                   FROM tables LEFT JOIN people ON table_id = id AND number = 1 \
                   WHERE is_public AND status IN ('waiting', 'playing') AND changed_at >= ?) \
                 ON shown = tables.id WHERE place <= ? ORDER BY changed_at DESC LIMIT ?"
            ));
            let found = found.bind(since).bind(LISTED_OF_ONE).bind(most);
            let rows = found.fetch_all(&self.readers).await.map_err(broken)?;
            Ok(rows.iter().filter_map(|row| Some(self.line_of(row)?.1)).collect())
        })
    }

    fn tables_of(&self, holder: Holder, most: u32) -> BoxFuture<'_, Result<Vec<TableLine>, StoreError>> {
        Box::pin(async move {
            let found = sqlx::query(listed!(
                ", group_concat(people.number) FROM people JOIN tables ON tables.id = table_id \
                 WHERE holder = ? GROUP BY tables.id ORDER BY changed_at DESC LIMIT ?"
            ));
            let rows =
                found.bind(holder.0.to_vec()).bind(most).fetch_all(&self.readers).await.map_err(broken)?;
            let mut lines = Vec::with_capacity(rows.len());
            for row in &rows {
                let Some((_, mut line)) = self.line_of(row) else { continue };
                let numbers: String = row.try_get(10).map_err(broken)?;
                let numbers: Vec<u32> = numbers.split(',').filter_map(|number| number.parse().ok()).collect();
                line.mine = line.seats_of(&numbers);
                lines.push(line);
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
            let found = sqlx::query(listed!("FROM tables WHERE tables.id > ? ORDER BY tables.id LIMIT ?"));
            let rows = found.bind(after).bind(most).fetch_all(&self.readers).await.map_err(broken)?;
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
            let found = sqlx::query(
                "SELECT began_at, seen_at FROM runs WHERE seen_at >= ? OR began_at = ? ORDER BY began_at",
            );
            let rows = found
                .bind(since)
                .bind(self.run.load(Ordering::Relaxed))
                .fetch_all(&self.readers)
                .await
                .map_err(broken)?;
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
        self.clock.notice_steps();
        Box::pin(self.writer.write(Write::Beat(now)))
    }

    fn now(&self) -> Millis {
        self.clock.now()
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
            self.readers.close().await;
            let closed = self.writer.write(Write::Close).await;
            self.lock.lock().unwrap_or_else(PoisonError::into_inner).take();
            closed
        })
    }
}
