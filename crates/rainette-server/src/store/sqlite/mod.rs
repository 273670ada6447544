//! Tables in an SQLite file: one writer, which commits as much at once as has come in.

mod checkpoints;
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

use self::checkpoints::{Checkpoints, MOST};
use self::connection::OnSqlite;
pub(super) use self::file::check_file;
use self::file::{File, check_schema, is_current};
use self::writer::{Pause, Writer};
use super::lock::Lock;
use super::queue::queue;
use super::sql::{SqlStore, migrator};
use super::writing::{Run, Session, seal_all};
use super::{StoreError, broken, keys, reports};
use crate::clock::{TableClock, first, wall_clock};
use crate::protocol::Millis;
use crate::tokens::TokenKey;

/// What brings a file up to date.
const MIGRATIONS: [(i64, &str, &str); 8] = [
    (1, "tables", include_str!("../migrations/sqlite/0001_tables.sql")),
    (2, "lasting", include_str!("../migrations/sqlite/0002_lasting.sql")),
    (3, "nodes", include_str!("../migrations/sqlite/0003_nodes.sql")),
    (4, "seals", include_str!("../migrations/sqlite/0004_seals.sql")),
    (10, "tokens", include_str!("../migrations/sqlite/0010_tokens.sql")),
    (11, "asides", include_str!("../migrations/sqlite/0011_asides.sql")),
    (12, "turns", include_str!("../migrations/sqlite/0012_turns.sql")),
    (13, "checks", include_str!("../migrations/sqlite/0013_checks.sql")),
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
        .pragma("wal_autocheckpoint", MOST)
        // Tables that are played at write to the same pages again and again.
        .pragma("cache_size", "-8000")
        // Asking after every statement whether anybody wants to read of it costs more than some statements do.
        .log_statements(log::LevelFilter::Off);
    let single = SqlitePoolOptions::new().max_connections(1);
    let single = single.connect_with(options.clone()).await.map_err(broken)?;
    check_schema(&single).await?;
    migrator(&MIGRATIONS).run(&single).await.map_err(broken)?;
    let mut connection = single.acquire().await.map_err(broken)?.detach();
    let keys = seal(&mut connection).await?;
    let run = Run { began: first_time(&mut connection, now).await.map_err(broken)?, node: 0 };
    let session = Session::begin(&mut OnSqlite(&mut connection), run).await.map_err(broken)?;
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
    let checkpoints = Some(Checkpoints::begin(options.clone()));
    let connection = Some(connection);
    let hand = Writer { options, connection, session, pause: Pause::default(), checkpoints };
    tokio::spawn(hand.write(inbox));
    Ok(store)
}

/// Opens a file that another server uses, to read it. Nothing can be written to it.
pub(super) async fn open_to_read(path: &Path) -> Result<SqlStore, StoreError> {
    let readers = file::open_to_read(path).await.map_err(broken)?;
    if !is_current(&readers).await.map_err(broken)? {
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

/// Erases reports of a file; a server may use it meanwhile.
pub(super) async fn clear_reports(path: &Path, number: Option<i64>) -> Result<u64, StoreError> {
    let options = SqliteConnectOptions::new().filename(path).busy_timeout(Duration::from_secs(10));
    let mut connection = options.connect().await.map_err(broken)?;
    let cleared = reports::clear(&mut OnSqlite(&mut connection), number).await.map_err(broken)?;
    connection.close().await.map_err(broken)?;
    Ok(cleared)
}

/// Seals what is not sealed yet, and gives the keys of tokens.
async fn seal(connection: &mut SqliteConnection) -> Result<Vec<TokenKey>, StoreError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await.map_err(broken)?;
    seal_all(&mut OnSqlite(&mut *transaction)).await.map_err(broken)?;
    let keys = keys::of(&mut OnSqlite(&mut *transaction)).await?;
    transaction.commit().await.map_err(broken)?;
    Ok(keys)
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
