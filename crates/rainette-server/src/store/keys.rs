//! The keys by which tokens are known again. A store that has none makes one when it is opened; all nodes of a database
//! share it.

#[cfg(feature = "postgres")]
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;

use super::{StoreError, broken};
use crate::tokens::TokenKey;

pub(super) async fn of_sqlite(connection: &mut SqliteConnection) -> Result<Vec<TokenKey>, StoreError> {
    let first = sqlx::query("INSERT INTO token_keys (number, key) VALUES (1, ?) ON CONFLICT DO NOTHING");
    first.bind(TokenKey::fresh().0.to_vec()).execute(&mut *connection).await.map_err(broken)?;
    let keys = sqlx::query_scalar("SELECT key FROM token_keys ORDER BY number");
    read(keys.fetch_all(connection).await.map_err(broken)?)
}

#[cfg(feature = "postgres")]
pub(super) async fn of_postgres(connection: &mut PgConnection) -> Result<Vec<TokenKey>, StoreError> {
    // Of several nodes that come up at once one is first, and all read what that one wrote.
    let first = sqlx::query("INSERT INTO token_keys (number, key) VALUES (1, $1) ON CONFLICT DO NOTHING");
    first.bind(TokenKey::fresh().0.to_vec()).execute(&mut *connection).await.map_err(broken)?;
    let keys = sqlx::query_scalar("SELECT key FROM token_keys ORDER BY number");
    read(keys.fetch_all(connection).await.map_err(broken)?)
}

fn read(keys: Vec<Vec<u8>>) -> Result<Vec<TokenKey>, StoreError> {
    let key =
        |bytes: Vec<u8>| bytes.try_into().map(TokenKey).map_err(|_| broken("a key for tokens is cut short"));
    keys.into_iter().map(key).collect()
}

pub(super) async fn keep_in_sqlite(
    connection: &mut SqliteConnection,
    key: &TokenKey,
) -> Result<(), sqlx::Error> {
    let keep = sqlx::query(
        "INSERT INTO token_keys (number, key) SELECT max(number) + 1, ? FROM token_keys WHERE true ON CONFLICT DO NOTHING",
    );
    keep.bind(key.0.to_vec()).execute(connection).await.map(drop)
}

#[cfg(feature = "postgres")]
pub(super) async fn keep_in_postgres(
    connection: &mut PgConnection,
    key: &TokenKey,
) -> Result<(), sqlx::Error> {
    let keep = sqlx::query(
        "INSERT INTO token_keys (number, key) SELECT max(number) + 1, $1 FROM token_keys ON CONFLICT DO NOTHING",
    );
    keep.bind(key.0.to_vec()).execute(connection).await.map(drop)
}
