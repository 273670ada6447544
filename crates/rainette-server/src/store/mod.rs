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
