//! Tables in a database, whichever it is. Those who read take turns; one writer commits as much at once as has come in.

use std::borrow::Cow;
use std::future::Future;
use std::sync::Arc;

use async_trait::async_trait;
use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

use super::check::{Checked, Damaged, check};
use super::connection::{FromRow, Readers, Value};
use super::queue::{Queue, Write};
use super::retry::persist;
use super::writing::Session;
use super::{Health, Store, StoreError, broken};
use crate::clock::TableClock;
use crate::tokens::TokenKey;

/// Tables in a database.
pub(super) struct SqlStore {
    pub(super) readers: Box<dyn Readers>,
    pub(super) writer: Queue,
    pub(super) clock: Arc<TableClock>,
    pub(super) health: Arc<Health>,
    pub(super) damaged: Arc<Damaged>,
    pub(super) keys: Vec<TokenKey>,
}

impl SqlStore {
    /// A store for those who read, and for one who writes.
    pub(super) fn new(
        readers: impl Readers + 'static,
        writer: Queue,
        session: &Session,
        keys: Vec<TokenKey>,
    ) -> Self {
        let Session { clock, health, damaged, .. } = session;
        Self {
            readers: Box::new(readers),
            writer,
            clock: Arc::clone(clock),
            health: Arc::clone(health),
            damaged: Arc::clone(damaged),
            keys,
        }
    }

    /// Reads, again if the connection broke.
    pub(super) async fn persist<T, F: Future<Output = Result<T, sqlx::Error>>>(
        &self,
        attempt: impl Fn() -> F,
    ) -> Result<T, sqlx::Error> {
        persist(|error| self.readers.is_passing(error), attempt).await
    }

    /// All that a statement finds.
    pub(super) async fn all<T: FromRow>(
        &self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<T>, StoreError> {
        self.persist(|| self.readers.all(sql, values)).await.map_err(broken)
    }
}

#[async_trait]
impl Store for SqlStore {
    async fn check(&self, is_gentle: bool) -> Result<Checked, StoreError> {
        let checked = check(self.readers.as_ref(), is_gentle).await?;
        self.damaged.note_all(&checked);
        Ok(checked)
    }

    async fn flush(&self) -> Result<(), StoreError> {
        self.writer.write(Write::Flush).await
    }

    async fn close(&self) -> Result<(), StoreError> {
        self.readers.close(&self.writer).await
    }
}

/// What brings a database up to date: numbers, names and texts of its migrations.
pub(super) fn migrator(migrations: &[(i64, &'static str, &'static str)]) -> Migrator {
    let migration = |&(version, name, sql): &(i64, &'static str, &'static str)| {
        Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(migrations.iter().map(migration).collect())
}
