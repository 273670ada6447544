//! The keys by which tokens are known again. A store that has none makes one when it is opened; all nodes of a database
//! share it.

use super::connection::{Connection, values};
use super::{StoreError, broken};
use crate::tokens::TokenKey;

/// The keys of a store, the one that makes tokens first.
pub(super) async fn of(connection: &mut dyn Connection) -> Result<Vec<TokenKey>, StoreError> {
    // Of several nodes that come up at once one is first, and all read what that one wrote.
    let first = "INSERT INTO token_keys (number, key) VALUES (1, $1) ON CONFLICT DO NOTHING";
    connection.execute(first, values![&TokenKey::fresh().0]).await.map_err(broken)?;
    let keys = connection.all("SELECT key FROM token_keys ORDER BY number", values![]).await;
    let keys: Vec<Vec<u8>> = keys.map_err(broken)?;
    let key =
        |bytes: Vec<u8>| bytes.try_into().map(TokenKey).map_err(|_| broken("a key for tokens is cut short"));
    keys.into_iter().map(key).collect()
}

/// Keeps a key of another store too.
pub(super) async fn keep(connection: &mut dyn Connection, key: &TokenKey) -> Result<(), sqlx::Error> {
    let keep = "INSERT INTO token_keys (number, key) SELECT max(number) + 1, $1 FROM token_keys WHERE TRUE \
                ON CONFLICT DO NOTHING";
    connection.execute(keep, values![&key.0]).await.map(drop)
}
