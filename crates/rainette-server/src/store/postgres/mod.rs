//! Tables in PostgreSQL, which several nodes can share: the key of the log is the fence between them.
//!
//! As with SQLite, one writer per node commits as much at once as has come in. If the connection breaks, it comes back with
//! growing pauses and writes the group again. What was written although nobody said so is recognised: the very same rows
//! are there already.

mod clock;
mod connection;
mod writer;

use std::time::Duration;

use async_trait::async_trait;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _};

use self::clock::first_time;
use self::connection::OnPostgres;
use self::writer::Writer;
use super::check::{Checked, check};
use super::connection::{Connection, Readers};
use super::queue::{Queue, Write, queue};
use super::retry::{PATIENCE, persist};
use super::sql::{SqlStore, migrator};
use super::writing::{Run, Session, seal_all};
use super::{StoreError, broken, keys, reports};
use crate::random;
use crate::tokens::TokenKey;

/// How many connections read.
const READERS: u32 = 8;

/// How long one attempt to write may take before the connection is given up. What was written after all is recognised.
const ATTEMPT: Duration = Duration::from_secs(8);

/// What is read together is of one moment.
const ONE_MOMENT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// What brings a database up to date.
const MIGRATIONS: [(i64, &str, &str); 7] = [
    (1, "tables", include_str!("../migrations/postgres/0001_tables.sql")),
    (2, "clock", include_str!("../migrations/postgres/0002_clock.sql")),
    (3, "seals", include_str!("../migrations/postgres/0003_seals.sql")),
    (10, "tokens", include_str!("../migrations/postgres/0010_tokens.sql")),
    (11, "asides", include_str!("../migrations/postgres/0011_asides.sql")),
    (12, "turns", include_str!("../migrations/postgres/0012_turns.sql")),
    (13, "checks", include_str!("../migrations/postgres/0013_checks.sql")),
];

/// Connects, waiting for a server that is just starting, and brings the tables up to date.
pub(super) async fn open(url: &str) -> Result<SqlStore, StoreError> {
    let options: PgConnectOptions = url.parse().map_err(broken)?;
    // Whatever the server's default is: what is acknowledged is on disk.
    let options = options.application_name("rainette").options([("synchronous_commit", "on")]);
    let options = options.log_statements(log::LevelFilter::Off);
    let readers = PgPoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(PATIENCE)
        .connect_lazy_with(options.clone());
    let connect = || PgConnection::connect_with(&options);
    let mut connection = persist(is_passing, connect).await.map_err(broken)?;
    // Only one node at a time does this: the migrator takes a lock.
    migrator(&MIGRATIONS).run(&readers).await.map_err(broken)?;
    let fsync: String = sqlx::query_scalar("SHOW fsync").fetch_one(&mut connection).await.map_err(broken)?;
    if fsync != "on" {
        tracing::warn!("the database does not sync: what is acknowledged can be lost when the power goes");
    }
    let keys = seal(&mut connection).await?;
    let began = first_time(&mut connection).await.map_err(broken)?;
    let run = Run { began, node: random::number() as i64 };
    let session = Session::begin(&mut OnPostgres(&mut connection), run).await.map_err(broken)?;
    let (writer, inbox) = queue();
    let store = SqlStore::new(Pool(readers), writer, &session, keys);
    let hand = Writer { options, connection: Some(connection), session, was_away: false };
    tokio::spawn(hand.write(inbox));
    Ok(store)
}

/// Seals what is not sealed yet, and gives the keys of tokens.
async fn seal(connection: &mut PgConnection) -> Result<Vec<TokenKey>, StoreError> {
    let mut transaction = connection.begin().await.map_err(broken)?;
    // Only one node at a time does this.
    let lock = sqlx::query("LOCK TABLE whole IN EXCLUSIVE MODE").execute(&mut *transaction).await;
    lock.map_err(broken)?;
    seal_all(&mut OnPostgres(&mut *transaction)).await.map_err(broken)?;
    let keys = keys::of(&mut OnPostgres(&mut *transaction)).await?;
    transaction.commit().await.map_err(broken)?;
    Ok(keys)
}

/// Connections that read.
struct Pool(PgPool);

#[async_trait]
impl Readers for Pool {
    async fn acquire(&self) -> Result<Box<dyn Connection>, sqlx::Error> {
        Ok(Box::new(OnPostgres(self.0.acquire().await?)))
    }

    async fn moment(&self) -> Result<Box<dyn Connection>, sqlx::Error> {
        Ok(Box::new(OnPostgres(self.0.begin_with(ONE_MOMENT).await?)))
    }

    fn is_passing(&self, error: &sqlx::Error) -> bool {
        is_passing(error)
    }

    /// The database looks after its files itself.
    async fn check(&self, _: &mut Checked) -> Result<(), StoreError> {
        Ok(())
    }

    async fn close(&self, writer: &Queue) -> Result<(), StoreError> {
        writer.write(Write::Close).await?;
        self.0.close().await;
        Ok(())
    }
}

/// Looks at a database without changing it; nodes may use it meanwhile.
pub(super) async fn check_database(url: &str) -> Result<Checked, StoreError> {
    let options: PgConnectOptions = url.parse().map_err(broken)?;
    let options = options.application_name("rainette").options([("default_transaction_read_only", "on")]);
    let readers = PgPoolOptions::new().max_connections(1).connect_with(options).await.map_err(broken)?;
    let done = sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success");
    let done: i64 = done.fetch_one(&readers).await.map_err(broken)?;
    if done < MIGRATIONS[MIGRATIONS.len() - 1].0 {
        return Err(StoreError::Broken(
            "the database is of an older version: start this version of the server on it once".to_owned(),
        ));
    }
    let pool = Pool(readers);
    let checked = check(&pool, false).await;
    pool.0.close().await;
    checked
}

/// Erases reports; nodes may use the database meanwhile.
pub(super) async fn clear_reports(url: &str, number: Option<i64>) -> Result<u64, StoreError> {
    let options: PgConnectOptions = url.parse().map_err(broken)?;
    let mut connection =
        PgConnection::connect_with(&options.application_name("rainette")).await.map_err(broken)?;
    let cleared = reports::clear(&mut OnPostgres(&mut connection), number).await.map_err(broken)?;
    connection.close().await.map_err(broken)?;
    Ok(cleared)
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
