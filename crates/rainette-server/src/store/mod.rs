//! Where tables are kept: in an SQLite file, or in PostgreSQL, which several nodes can share.

mod backup;
mod batch;
mod check;
mod codes;
mod connection;
mod copy;
mod found;
mod health;
mod index;
mod journal;
mod keys;
mod lock;
#[cfg(feature = "postgres")]
mod postgres;
mod queue;
mod reading;
mod reports;
mod retry;
mod runs;
mod seal;
mod sql;
mod sqlite;
mod turns;
mod writing;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use async_trait::async_trait;
use thiserror::Error;

use crate::journal::TokenHash;
use crate::parts::Missing;
#[cfg(not(feature = "postgres"))]
use crate::parts::Part;
use crate::protocol::{Millis, Status, TableLine};

pub use crate::table::{Head, Tail};
pub use backup::{BackupError, backup};
pub use check::{Checked, Damage};
pub use codes::Codes;
pub use copy::{Copied, CopyError, copy};
pub use health::Health;
pub use index::Index;
pub use journal::Journal;
pub use reports::{
    KeptReport, REPORTS_FOR, REPORTS_IN_ALL, REPORTS_OF_EACH, REPORTS_OF_ONE, Report, Reports,
};
pub use runs::Runs;
pub(crate) use seal::hex;
pub use turns::{KeptTurn, Turns};

/// Why something could not be stored or found.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StoreError {
    /// Somebody else has written these numbers already: the log has to be read again.
    #[error("table {0} was changed by somebody else")]
    Conflict(String),
    /// This build lacks the store that is asked for.
    #[error(transparent)]
    Missing(#[from] Missing),
    /// Too much waits to be written already. Nothing of this was written.
    #[error("too much waits to be written")]
    Busy,
    /// The file is another server's.
    #[error("the folder `{}` is in use by another server{}: stop that one, or choose another folder", folder_of(.file), named(*.process))]
    Taken {
        /// The file.
        file: PathBuf,
        /// The number of the other server's process, if it is known.
        process: Option<u32>,
    },
    /// What is stored of a table, or of none in particular, is not what was stored.
    #[error("{} is damaged: {what}", if table.is_empty() { "the store".to_owned() } else { format!("table {table}") })]
    Damaged {
        /// The table's id.
        table: String,
        /// What is wrong with it.
        what: String,
    },
    /// The store does not work. Perhaps it was written all the same: only the log knows.
    #[error("the store does not work: {0}")]
    Broken(String),
}

fn folder_of(file: &Path) -> String {
    file.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
        .display()
        .to_string()
}

fn named(process: Option<u32>) -> String {
    process.map(|process| format!(" (process {process})")).unwrap_or_default()
}

/// Which store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Database {
    /// A file.
    Sqlite(PathBuf),
    /// A database that several nodes can share, by its address.
    Postgres(String),
}

/// A text that names no store.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("a database is named as in `postgres://user@host/name` or `sqlite:///srv/frogs/rainette.db`")]
pub struct UnknownDatabase;

impl FromStr for Database {
    type Err = UnknownDatabase;

    fn from_str(text: &str) -> Result<Self, UnknownDatabase> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Self::Postgres(text.to_owned()));
        }
        let path = text.strip_prefix("sqlite://").filter(|path| !path.is_empty()).ok_or(UnknownDatabase)?;
        Ok(Self::Sqlite(Path::new(path).to_owned()))
    }
}

impl Database {
    /// Opens the store for a server whose machine shows this time, and brings it up to date. A file is this server's alone
    /// as long as the store is there.
    pub async fn open(&self, now: Millis) -> Result<Arc<dyn Store>, StoreError> {
        Ok(match self {
            Self::Sqlite(path) => Arc::new(sqlite::open(path, now).await?),
            #[cfg(not(feature = "postgres"))]
            Self::Postgres(_) => return Err(Missing(Part::Postgres).into()),
            #[cfg(feature = "postgres")]
            Self::Postgres(url) => Arc::new(postgres::open(url).await?),
        })
    }
}

/// How many tables of one host the public list shows: nobody can push others off it.
pub(crate) const LISTED_OF_ONE: u32 = 3;

impl Database {
    /// Opens the store to read what is there. A server may use it meanwhile.
    pub async fn open_to_read(&self, now: Millis) -> Result<Arc<dyn Store>, StoreError> {
        match (self, self.open(now).await) {
            (Self::Sqlite(path), Err(StoreError::Taken { .. })) => {
                Ok(Arc::new(sqlite::open_to_read(path).await?))
            }
            (_, opened) => opened,
        }
    }

    /// Erases reports: the one with this number, or all. A server may use the store meanwhile. Gives how many there were.
    pub async fn clear_reports(&self, number: Option<i64>) -> Result<u64, StoreError> {
        match self {
            Self::Sqlite(path) => sqlite::clear_reports(path, number).await,
            #[cfg(not(feature = "postgres"))]
            Self::Postgres(_) => Err(Missing(Part::Postgres).into()),
            #[cfg(feature = "postgres")]
            Self::Postgres(url) => postgres::clear_reports(url, number).await,
        }
    }

    /// Looks at everything that is stored, without changing anything; a server may use it meanwhile.
    pub async fn check(&self) -> Result<Checked, StoreError> {
        match self {
            Self::Sqlite(path) => sqlite::check_file(path).await,
            #[cfg(not(feature = "postgres"))]
            Self::Postgres(_) => Err(Missing(Part::Postgres).into()),
            #[cfg(feature = "postgres")]
            Self::Postgres(url) => postgres::check_database(url).await,
        }
    }
}

/// A table as it stands on lists.
#[derive(Clone, PartialEq, Debug)]
pub struct Listed {
    /// The line.
    pub line: TableLine,
    /// Is it on the list of open tables?
    pub is_public: bool,
}

/// A code that moves somebody's seats at a table to another device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeviceTransfer {
    /// The SHA-256 of the code. The code itself is never stored.
    pub hash: [u8; 32],
    /// The table's id.
    pub table: String,
    /// Whose seats.
    pub holder: TokenHash,
    /// When it stops working.
    pub until: Millis,
}

/// Keeps tables, all that leads to them, and when servers ran.
#[async_trait]
pub trait Store: Journal + Index + Codes + Runs + Turns + Reports {
    /// Looks at everything that is stored, without haste if `is_gentle`, and says what is not what was stored.
    async fn check(&self, is_gentle: bool) -> Result<Checked, StoreError>;
    /// Waits until everything is written.
    async fn flush(&self) -> Result<(), StoreError>;
    /// Writes everything and lets go of the store, for good: a file then holds everything by itself.
    async fn close(&self) -> Result<(), StoreError>;
}

/// What is wrong with what is stored, if it is that rather than the store itself.
fn damage(error: &sqlx::Error) -> Option<String> {
    let is_damage = match error {
        sqlx::Error::Decode(_)
        | sqlx::Error::ColumnDecode { .. }
        | sqlx::Error::ColumnIndexOutOfBounds { .. } => true,
        // SQLite's CORRUPT and NOTADB, with or without details; PostgreSQL's corrupted data and index.
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            matches!(&*code, "XX001" | "XX002")
                || code.parse::<u32>().is_ok_and(|number| code.len() < 5 && matches!(number & 0xFF, 11 | 26))
        }),
        _ => false,
    };
    is_damage.then(|| error.to_string())
}

/// An error of something that was read of a table.
fn unreadable_table(table: &str) -> impl Fn(sqlx::Error) -> StoreError {
    move |error| match damage(&error) {
        Some(what) => StoreError::Damaged { table: table.to_owned(), what },
        None => broken(error),
    }
}

fn broken(error: impl std::fmt::Display) -> StoreError {
    StoreError::Broken(error.to_string())
}

fn unreadable(error: serde_json::Error) -> sqlx::Error {
    sqlx::Error::Decode(Box::new(error))
}

/// A status as it is stored.
fn status_name(status: Status) -> &'static str {
    match status {
        Status::Waiting | Status::Starting => "waiting",
        Status::Playing => "playing",
        Status::Finished => "finished",
        Status::Abandoned => "abandoned",
    }
}
