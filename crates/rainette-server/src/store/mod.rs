//! Where tables are kept: in an SQLite file, or in PostgreSQL, which several nodes can share.

mod backup;
mod check;
mod copy;
mod found;
mod health;
mod keys;
mod lock;
#[cfg(feature = "postgres")]
mod postgres;
mod queue;
mod seal;
mod sqlite;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use thiserror::Error;

use crate::journal::Holder;
use crate::parts::Missing;
#[cfg(not(feature = "postgres"))]
use crate::parts::Part;
use crate::protocol::{Analysis, ChatLine, Millis, Number, Status, TableLine};
use crate::table::{Batch, Stored};
use crate::tokens::TokenKey;

pub use crate::table::{Head, Tail};
pub use backup::{BackupError, backup};
pub use check::{Checked, Damage};
pub use copy::{Copied, CopyError, copy};
pub use health::Health;
#[cfg(feature = "postgres")]
pub use postgres::Postgres;
pub use sqlite::Sqlite;

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
        /// The number of the other server's process, where it is known.
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
            Self::Sqlite(path) => Arc::new(Sqlite::open(path, now).await?),
            #[cfg(not(feature = "postgres"))]
            Self::Postgres(_) => return Err(Missing(Part::Postgres).into()),
            #[cfg(feature = "postgres")]
            Self::Postgres(url) => Arc::new(Postgres::open(url).await?),
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
                Ok(Arc::new(Sqlite::open_to_read(path).await?))
            }
            (_, opened) => opened,
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
pub struct MovingOut {
    /// The SHA-256 of the code. The code itself is never stored.
    pub hash: [u8; 32],
    /// The table's id.
    pub table: String,
    /// Whose seats.
    pub holder: Holder,
    /// When it stops working.
    pub until: Millis,
}

/// Keeps tables. The log is the truth; what else is stored can be computed from it, or may be erased.
pub trait Store: Send + Sync {
    /// Appends a batch, all of it or nothing. When this returns `Ok`, it survives a crash.
    fn append(&self, batch: Batch) -> BoxFuture<'_, Result<(), StoreError>>;
    /// Everything that is stored of a table, where it is what was stored.
    fn load(&self, table: &str) -> BoxFuture<'_, Result<Option<Stored>, StoreError>>;
    /// What was stored of a table after this event.
    fn tail(&self, table: &str, after: Number) -> BoxFuture<'_, Result<Option<Tail>, StoreError>>;
    /// How far tables are; those that there are not are left out.
    fn heads(&self, tables: Vec<String>) -> BoxFuture<'_, Result<Vec<(String, Head)>, StoreError>>;
    /// The table to which an invitation leads.
    fn invited(&self, code: &str) -> BoxFuture<'_, Result<Option<String>, StoreError>>;
    /// The tables that anybody may see on the list and that have changed since then, the newest first; a few of each
    /// host.
    fn public_tables(&self, since: Millis, most: u32) -> BoxFuture<'_, Result<Vec<TableLine>, StoreError>>;
    /// The tables of somebody, the newest first.
    fn tables_of(&self, holder: Holder, most: u32) -> BoxFuture<'_, Result<Vec<TableLine>, StoreError>>;
    /// The tables at which a game is on, the latest changed first.
    fn live_tables(&self) -> BoxFuture<'_, Result<Vec<String>, StoreError>>;
    /// The tables that wait for people and to which nobody has come since then, with the time when somebody last did.
    fn waiting_tables(&self, before: Millis) -> BoxFuture<'_, Result<Vec<(String, Millis)>, StoreError>>;
    /// Keeps a code, instead of any other of this holder at this table, and forgets those that no longer work.
    fn keep_code(&self, code: MovingOut, now: Millis) -> BoxFuture<'_, Result<(), StoreError>>;
    /// Uses a code up: it is given to one who asks, and to nobody after that.
    fn use_code(&self, hash: [u8; 32]) -> BoxFuture<'_, Result<Option<MovingOut>, StoreError>>;
    /// Forgets the codes of a holder.
    fn forget_codes(&self, holder: Holder) -> BoxFuture<'_, Result<(), StoreError>>;
    /// All that is kept of what was said at a table.
    fn chat(&self, table: &str) -> BoxFuture<'_, Result<Vec<ChatLine>, StoreError>>;
    /// Tables in this state whose last event was before that time, the oldest first.
    fn quiet_tables(
        &self,
        status: Status,
        before: Millis,
        most: u32,
    ) -> BoxFuture<'_, Result<Vec<String>, StoreError>>;
    /// Every table in the order of their ids, beginning after this one.
    fn list(&self, after: &str, most: u32) -> BoxFuture<'_, Result<Vec<Listed>, StoreError>>;
    /// Erases a table: log, people, chat and all.
    fn erase(&self, table: &str) -> BoxFuture<'_, Result<(), StoreError>>;
    /// How long no node has run since `since` in all, up to when this one began.
    fn downtime(&self, since: Millis) -> BoxFuture<'_, Result<Millis, StoreError>>;
    /// When nodes ran: from when to when.
    fn runs(&self) -> BoxFuture<'_, Result<Vec<(Millis, Millis)>, StoreError>>;
    /// Notes that a node ran from then to then.
    fn keep_run(&self, began: Millis, seen: Millis) -> BoxFuture<'_, Result<(), StoreError>>;
    /// Notes that this node runs.
    fn beat(&self, now: Millis) -> BoxFuture<'_, Result<(), StoreError>>;
    /// The time at tables, in milliseconds since the beginning of 1970: the same for all nodes, and without steps.
    fn now(&self) -> Millis;
    /// An analysis that was made before.
    fn analysis(&self, table: &str) -> BoxFuture<'_, Result<Option<Analysis>, StoreError>>;
    /// Keeps an analysis.
    fn keep_analysis(&self, table: &str, analysis: &Analysis) -> BoxFuture<'_, Result<(), StoreError>>;
    /// The keys by which tokens are known, the one that makes them first.
    fn token_keys(&self) -> Vec<TokenKey>;
    /// Keeps a key of another store too; it is used from the next start on.
    fn keep_token_key(&self, key: TokenKey) -> BoxFuture<'_, Result<(), StoreError>>;
    /// Looks at everything that is stored, without haste where `is_gentle`, and says what is not what was stored.
    fn check(&self, is_gentle: bool) -> BoxFuture<'_, Result<Checked, StoreError>>;
    /// Waits until everything is written.
    fn flush(&self) -> BoxFuture<'_, Result<(), StoreError>>;
    /// Does it work?
    fn health(&self) -> &Health;
    /// Writes everything and lets go of the store, for good: a file then holds everything by itself.
    fn close(&self) -> BoxFuture<'_, Result<(), StoreError>>;
}

/// What is wrong with what is stored, where it is that rather than the store itself.
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
fn word(status: Status) -> &'static str {
    match status {
        Status::Waiting | Status::Starting => "waiting",
        Status::Playing => "playing",
        Status::Finished => "finished",
        Status::Abandoned => "abandoned",
    }
}

/// How long nothing ran since then, where these are the times when something did, in the order of their beginnings.
fn time_between(since: Millis, runs: impl IntoIterator<Item = (Millis, Millis)>) -> Millis {
    let mut up_until = since;
    let mut lost = 0;
    for (began, seen) in runs {
        lost += (began - up_until).max(0);
        up_until = up_until.max(seen);
    }
    lost
}

/// Does a batch change what is not in the log?
fn touches(batch: &Batch) -> bool {
    let Batch { people, chat, silenced, muted, wish, .. } = batch;
    !(people.is_empty() && chat.is_empty() && silenced.is_empty() && muted.is_empty() && wish.is_none())
}
