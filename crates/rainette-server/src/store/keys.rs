//! The keys by which tokens are known again. A store that has none makes one when it is first opened; all nodes of a
//! database share it. One that is lost later is not replaced without a word: tokens that were made with it, and marks in
//! reports, would not be known any more.

use super::connection::{Connection, values};
use super::seal::{self, Sum};
use super::{StoreError, broken, unreadable_table};
use crate::tokens::TokenKey;

/// All keys, the one that makes tokens first.
pub(super) const KEYS: &str = "SELECT number, key FROM token_keys ORDER BY number";

/// The sum of the checks of all keys.
pub(super) const SUM: &str = "SELECT keys FROM whole";

/// What is said of keys that are not what was stored.
pub(super) const NOT_AS_STORED: &str = "the keys of tokens are not those that were stored: restore a backup, or have new \
                                        ones made as `docs/operating.md` says under Damage";

/// The keys of a store, the one that makes tokens first. Nobody else may write to the row over everything meanwhile: of
/// several nodes that come up at once one is first, and all read what that one wrote.
pub(super) async fn of(connection: &mut dyn Connection) -> Result<Vec<TokenKey>, StoreError> {
    let unreadable = unreadable_table("");
    let mut keys: Vec<(i64, Vec<u8>)> = connection.all(KEYS, values![]).await.map_err(&unreadable)?;
    let whole: Option<Option<Vec<u8>>> = connection.one(SUM, values![]).await.map_err(&unreadable)?;
    let is_whole = match &whole {
        Some(Some(sum)) => Sum::read(sum) == Some(sum_of(&keys)),
        // They are not sealed yet.
        Some(None) => true,
        // The row over everything is gone, which says nothing of keys that are there.
        None => !keys.is_empty(),
    };
    if !is_whole {
        return Err(StoreError::Damaged { table: String::new(), what: NOT_AS_STORED.to_owned() });
    }
    if let Some(None) = whole {
        if keys.is_empty() {
            let fresh = TokenKey::fresh();
            let first = "INSERT INTO token_keys (number, key) VALUES (1, $1)";
            connection.execute(first, values![&fresh.0]).await.map_err(broken)?;
            keys.push((1, fresh.0.to_vec()));
        }
        let seal = "UPDATE whole SET keys = $1";
        connection.execute(seal, values![&sum_of(&keys).0]).await.map_err(broken)?;
    }
    let key =
        |bytes: Vec<u8>| bytes.try_into().map(TokenKey).map_err(|_| broken("a key for tokens is cut short"));
    keys.into_iter().map(|(_, bytes)| key(bytes)).collect()
}

/// The sum of the checks of keys.
pub(super) fn sum_of(keys: &[(i64, Vec<u8>)]) -> Sum {
    let mut sum = Sum::default();
    for (number, key) in keys {
        sum.turn(seal::key(*number, key));
    }
    sum
}

/// Keeps a key of another store too.
pub(super) async fn keep(connection: &mut dyn Connection, key: &TokenKey) -> Result<(), sqlx::Error> {
    let sum = connection.lock(SUM, values![]).await?.and_then(|row| row.check(0));
    let next = "SELECT coalesce(max(number), 0) + 1 FROM token_keys";
    let number = connection.one(next, values![]).await?.unwrap_or(1);
    let keep = "INSERT INTO token_keys (number, key) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    let is_new = connection.execute(keep, values![number, &key.0]).await? > 0;
    if let Some(mut sum) = sum.as_deref().and_then(Sum::read).filter(|_| is_new) {
        sum.turn(seal::key(number, &key.0));
        connection.execute("UPDATE whole SET keys = $1", values![&sum.0]).await?;
    }
    Ok(())
}
