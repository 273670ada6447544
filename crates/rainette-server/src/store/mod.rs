//! Where tables are kept.

mod sqlite;

use futures_util::future::BoxFuture;
use thiserror::Error;

use crate::log::Holder;
use crate::protocol::{Analysis, Millis, TableLine};
use crate::table::{Batch, Stored};

pub use sqlite::Sqlite;

/// Why something could not be stored or found.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StoreError {
    /// Somebody else has written these numbers already: the log has to be read again.
    #[error("table {0} was changed by somebody else")]
    Conflict(String),
    /// The store does not work.
    #[error("the store does not work: {0}")]
    Broken(String),
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
    /// Everything that is stored of a table.
    fn load(&self, table: &str) -> BoxFuture<'_, Result<Option<Stored>, StoreError>>;
    /// The table to which an invitation leads.
    fn invited(&self, code: &str) -> BoxFuture<'_, Result<Option<String>, StoreError>>;
    /// The tables that anybody may see on the list and that have changed since then, the newest first.
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
    /// Notes that the server runs at this time, and gives how long it has been down since `since` in all.
    fn downtime(&self, since: Millis) -> BoxFuture<'_, Result<Millis, StoreError>>;
    /// Notes that the server runs.
    fn beat(&self, now: Millis) -> BoxFuture<'_, Result<(), StoreError>>;
    /// An analysis that was made before.
    fn analysis(&self, table: &str) -> BoxFuture<'_, Result<Option<Analysis>, StoreError>>;
    /// Keeps an analysis.
    fn keep_analysis(&self, table: &str, analysis: &Analysis) -> BoxFuture<'_, Result<(), StoreError>>;
    /// Waits until everything is written.
    fn flush(&self) -> BoxFuture<'_, Result<(), StoreError>>;
}
