//! Whom games wait for, so that a list of somebody's own tables can say it without loading any of them.

use std::collections::BTreeMap;

use async_trait::async_trait;

use super::connection::{Connection, values};
use super::queue::Write;
use super::sql::SqlStore;
use super::{StoreError, unreadable};
use crate::journal::TokenHash;
use crate::protocol::{Number, TurnLine};

/// Whom the game at a table waits for after an event; nobody in particular is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptTurn {
    /// The table's id.
    pub table: String,
    /// The number of the last event.
    pub number: Number,
    /// Whom the game waits for.
    pub turn: Option<TurnLine>,
}

/// Keeps whom games wait for.
#[async_trait]
pub trait Turns: Send + Sync {
    /// Keeps whom games wait for, each unless something later is known.
    async fn keep_turns(&self, turns: Vec<KeptTurn>) -> Result<(), StoreError>;
    /// Whom the games wait for at somebody's tables.
    async fn turns_of(&self, holder: TokenHash) -> Result<BTreeMap<String, TurnLine>, StoreError>;
}

/// Writes all of them in one statement.
pub(super) async fn keep(connection: &mut dyn Connection, turns: &[KeptTurn]) -> Result<(), sqlx::Error> {
    // The last of each table, in the order of their ids: nodes that lock in the same order do not wait for each other in
    // a circle.
    let mut latest: BTreeMap<&str, &KeptTurn> = BTreeMap::new();
    for turn in turns {
        let known = latest.entry(&turn.table).or_insert(turn);
        if known.number <= turn.number {
            *known = turn;
        }
    }
    if latest.is_empty() {
        return Ok(());
    }
    let mut rows = Vec::with_capacity(latest.len());
    for turn in latest.into_values() {
        let payload = turn.turn.as_ref().map(serde_json::to_string).transpose().map_err(unreadable)?;
        rows.push((&turn.table, turn.number, payload));
    }
    let rows = serde_json::to_string(&rows).map_err(unreadable)?;
    let statement = connection.statements().keep_turns;
    connection.execute(statement, values![&rows]).await?;
    Ok(())
}

#[async_trait]
impl Turns for SqlStore {
    async fn keep_turns(&self, turns: Vec<KeptTurn>) -> Result<(), StoreError> {
        self.writer.write(Write::Turns(turns)).await
    }

    async fn turns_of(&self, holder: TokenHash) -> Result<BTreeMap<String, TurnLine>, StoreError> {
        let found = "SELECT DISTINCT turns.table_id, payload FROM people \
                     JOIN turns ON turns.table_id = people.table_id \
                     WHERE holder = $1 AND payload IS NOT NULL";
        let found: Vec<(String, String)> = self.all(found, values![&holder.0]).await?;
        // What cannot be read is not known: a list without it is better than none.
        Ok(found
            .into_iter()
            .filter_map(|(table, text)| Some((table, serde_json::from_str(&text).ok()?)))
            .collect())
    }
}
