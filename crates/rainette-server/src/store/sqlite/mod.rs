//! Tables in an SQLite file: one writer, which commits as much at once as has come in.

mod connection;
mod file;
mod writer;

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Connection as _};

use self::connection::OnSqlite;
pub(super) use self::file::check_file;
use self::file::{File, check_schema, is_sealed};
use self::writer::{Pause, Writer};
use super::lock::Lock;
use super::queue::queue;
use super::sql::{SqlStore, migrator};
use super::writing::{Run, Session, seal_all};
use super::{StoreError, broken, keys};
use crate::clock::{TableClock, first, wall_clock};
use crate::protocol::Millis;

/// What brings a file up to date.
const MIGRATIONS: [(i64, &str, &str); 5] = [
    (1, "tables", include_str!("../migrations/sqlite/0001_tables.sql")),
    (2, "lasting", include_str!("../migrations/sqlite/0002_lasting.sql")),
    (3, "nodes", include_str!("../migrations/sqlite/0003_nodes.sql")),
    (4, "seals", include_str!("../migrations/sqlite/0004_seals.sql")),
    (10, "tokens", include_str!("../migrations/sqlite/0010_tokens.sql")),
];

/// Opens the file, makes it if there is none, and brings it up to date. Nobody else writes to it as long as the store is
/// there.
pub(super) async fn open(path: &Path, now: Millis) -> Result<SqlStore, StoreError> {
    let lock = Lock::take(path)?;
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10))
        // Tables that are played at write to the same pages again and again: fewer checkpoints copy each of them less
        // often, and more of them stay at hand.
        .pragma("wal_autocheckpoint", "4000")
        .pragma("cache_size", "-8000")
        // Asking after every statement whether anybody wants to read of it costs more than some statements do.
        .log_statements(log::LevelFilter::Off);
    let single = SqlitePoolOptions::new().max_connections(1);
    let single = single.connect_with(options.clone()).await.map_err(broken)?;
    check_schema(&single).await?;
    migrator(&MIGRATIONS).run(&single).await.map_err(broken)?;
    let mut connection = single.acquire().await.map_err(broken)?.detach();
    seal(&mut connection).await.map_err(broken)?;
    let run = Run { began: first_time(&mut connection, now).await.map_err(broken)?, node: 0 };
    let session = Session::begin(&mut OnSqlite(&mut connection), run).await.map_err(broken)?;
    let keys = keys::of(&mut OnSqlite(&mut connection)).await?;
    let readers = SqlitePoolOptions::new()
        .max_connections(4)
        .min_connections(1)
        .connect_with(options.clone().read_only(true))
        .await
        .map_err(broken)?;
    let (writer, inbox) = queue();
    let store = SqlStore::new(File { readers, lock: Mutex::new(Some(lock)) }, writer, &session, keys);
    // A file that is gone is not made anew: whatever was in it would seem to be gone for good.
    let options = options.create_if_missing(false);
    let hand = Writer { options, connection: Some(connection), session, pause: Pause::default() };
    tokio::spawn(hand.write(inbox));
    Ok(store)
}

/// Opens a file that another server uses, to read it. Nothing can be written to it.
pub(super) async fn open_to_read(path: &Path) -> Result<SqlStore, StoreError> {
    let readers = file::open_to_read(path).await.map_err(broken)?;
    if !is_sealed(&readers).await.map_err(broken)? {
        return Err(StoreError::Broken(
            "the server that uses the file is of an older version: stop it first".to_owned(),
        ));
    }
    // Without anybody at its other end.
    let (writer, _) = queue();
    Ok(SqlStore {
        readers: Box::new(File { readers, lock: Mutex::default() }),
        writer,
        clock: Arc::new(TableClock::new(wall_clock())),
        health: Arc::default(),
        damaged: Arc::default(),
        keys: Vec::new(),
    })
}

async fn seal(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    seal_all(&mut OnSqlite(&mut *transaction)).await?;
    transaction.commit().await
}

/// The time at which a server begins whose machine shows this one.
async fn first_time(connection: &mut SqliteConnection, now: Millis) -> Result<Millis, sqlx::Error> {
    let last = sqlx::query_scalar("SELECT max(seen_at) FROM runs").fetch_one(connection).await?;
    let began = first(now, last);
    if began > now {
        tracing::warn!(
            seconds = (began - now) as f64 / 1_000.0,
            "this machine's clock shows a time before the last run; tables go on where they were"
        );
    }
    Ok(began)
}
