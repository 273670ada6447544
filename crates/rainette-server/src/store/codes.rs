//! Codes that lead to a table or move somebody's seats, and the keys by which tokens are known.

use async_trait::async_trait;

use super::connection::{FromRow, Row, values};
use super::queue::Write;
use super::sql::SqlStore;
use super::{DeviceTransfer, StoreError};
use crate::journal::TokenHash;
use crate::protocol::Millis;
use crate::tokens::TokenKey;

/// Keeps what lets people in.
#[async_trait]
pub trait Codes: Send + Sync {
    /// The table to which an invitation leads.
    async fn invited(&self, code: &str) -> Result<Option<String>, StoreError>;
    /// Keeps a code, instead of any other of this holder at this table, and forgets those that no longer work.
    async fn keep_code(&self, code: DeviceTransfer, now: Millis) -> Result<(), StoreError>;
    /// Uses a code up: it is given to one who asks, and to nobody after that.
    async fn use_code(&self, hash: [u8; 32]) -> Result<Option<DeviceTransfer>, StoreError>;
    /// Forgets the codes of a holder.
    async fn forget_codes(&self, holder: TokenHash) -> Result<(), StoreError>;
    /// The keys by which tokens are known, the one that makes them first.
    fn token_keys(&self) -> Vec<TokenKey>;
    /// Keeps a key of another store too; it is used from the next start on.
    async fn keep_token_key(&self, key: TokenKey) -> Result<(), StoreError>;
}

impl FromRow for DeviceTransfer {
    fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
        let bytes = |column| row.get::<Vec<u8>>(column)?.try_into().map_err(|_| sqlx::Error::RowNotFound);
        Ok(Self { hash: bytes(0)?, table: row.get(1)?, holder: TokenHash(bytes(2)?), until: row.get(3)? })
    }
}

#[async_trait]
impl Codes for SqlStore {
    async fn invited(&self, code: &str) -> Result<Option<String>, StoreError> {
        Ok(self.all("SELECT id FROM tables WHERE invite = $1", values![code]).await?.pop())
    }

    async fn keep_code(&self, code: DeviceTransfer, now: Millis) -> Result<(), StoreError> {
        self.writer.write(Write::KeepCode(code, now)).await
    }

    async fn use_code(&self, hash: [u8; 32]) -> Result<Option<DeviceTransfer>, StoreError> {
        let found = "SELECT hash, table_id, holder, until FROM codes WHERE hash = $1";
        let Some(moving) = self.all(found, values![&hash]).await?.pop() else { return Ok(None) };
        match self.writer.write(Write::UseCode(hash)).await {
            Ok(()) => Ok(Some(moving)),
            // Somebody else was faster.
            Err(StoreError::Conflict(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    async fn forget_codes(&self, holder: TokenHash) -> Result<(), StoreError> {
        self.writer.write(Write::ForgetCodes(holder)).await
    }

    fn token_keys(&self) -> Vec<TokenKey> {
        self.keys.clone()
    }

    async fn keep_token_key(&self, key: TokenKey) -> Result<(), StoreError> {
        self.writer.write(Write::TokenKey(key)).await
    }
}
