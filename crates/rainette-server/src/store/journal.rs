//! What is stored of each table: its log, which is the truth, and what stands beside it.

use async_trait::async_trait;

use super::found::{Found, tail_of};
use super::queue::Write;
use super::reading::{find, find_analysis, read_chat, read_heads, read_tail};
use super::sql::SqlStore;
use super::{Head, StoreError, Tail, broken, unreadable_table};
use crate::protocol::{Analysis, ChatLine, Number};
use crate::table::{Batch, Stored};

/// Keeps the logs of tables. The log is the truth; what else is stored can be computed from it, or may be erased.
#[async_trait]
pub trait Journal: Send + Sync {
    /// Appends a batch, all of it or nothing. When this returns `Ok`, it survives a crash.
    async fn append(&self, batch: Batch) -> Result<(), StoreError>;
    /// Everything that is stored of a table, if it is what was stored.
    async fn load(&self, table: &str) -> Result<Option<Stored>, StoreError>;
    /// What was stored of a table after this event.
    async fn tail(&self, table: &str, after: Number) -> Result<Option<Tail>, StoreError>;
    /// How far tables are; those that there are not are left out.
    async fn heads(&self, tables: Vec<String>) -> Result<Vec<(String, Head)>, StoreError>;
    /// All that is kept of what was said at a table.
    async fn chat(&self, table: &str) -> Result<Vec<ChatLine>, StoreError>;
    /// An analysis that was made before; none if an older version made it in another form.
    async fn analysis(&self, table: &str) -> Result<Option<Analysis>, StoreError>;
    /// Keeps an analysis.
    async fn keep_analysis(&self, table: &str, analysis: &Analysis) -> Result<(), StoreError>;
    /// Erases a table: log, people, chat and all.
    async fn erase(&self, table: &str) -> Result<(), StoreError>;
}

#[async_trait]
impl Journal for SqlStore {
    async fn append(&self, batch: Batch) -> Result<(), StoreError> {
        self.writer.write(Write::Batch(Box::new(batch))).await
    }

    async fn load(&self, table: &str) -> Result<Option<Stored>, StoreError> {
        let found = self.persist(|| async { find(self.readers.moment().await?.as_mut(), table).await });
        self.damaged.heed(found.await.map_err(unreadable_table(table)).and_then(Found::stored))
    }

    async fn tail(&self, table: &str, after: Number) -> Result<Option<Tail>, StoreError> {
        let found =
            self.persist(|| async { read_tail(self.readers.moment().await?.as_mut(), table, after).await });
        let found = self.damaged.heed(found.await.map_err(unreadable_table(table)))?;
        let Some((rows, beside)) = found else { return Ok(None) };
        let rows = self.damaged.heed(tail_of(table, after, rows))?;
        Ok(Some(Tail { rows, ..beside }))
    }

    async fn heads(&self, tables: Vec<String>) -> Result<Vec<(String, Head)>, StoreError> {
        let heads =
            self.persist(|| async { read_heads(self.readers.acquire().await?.as_mut(), &tables).await });
        heads.await.map_err(broken)
    }

    async fn chat(&self, table: &str) -> Result<Vec<ChatLine>, StoreError> {
        let chat = self
            .persist(|| async { read_chat(self.readers.acquire().await?.as_mut(), table, usize::MAX).await });
        chat.await.map_err(broken)
    }

    async fn analysis(&self, table: &str) -> Result<Option<Analysis>, StoreError> {
        let found =
            self.persist(|| async { find_analysis(self.readers.acquire().await?.as_mut(), table).await });
        // One that an older version made in another form is made again.
        Ok(found.await.map_err(broken)?.and_then(|text| serde_json::from_str(&text).ok()))
    }

    async fn keep_analysis(&self, table: &str, analysis: &Analysis) -> Result<(), StoreError> {
        let payload = serde_json::to_string(analysis).map_err(broken)?;
        self.writer.write(Write::Analysis(table.to_owned(), payload)).await
    }

    async fn erase(&self, table: &str) -> Result<(), StoreError> {
        self.writer.write(Write::Erase(table.to_owned())).await
    }
}
