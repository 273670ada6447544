//! Tables as lists show them.

use async_trait::async_trait;

use super::connection::{FromRow, Row, values};
use super::found::FoundListed;
use super::reading::listed;
use super::sql::SqlStore;
use super::{LISTED_OF_ONE, Listed, StoreError, status_name};
use crate::journal::TokenHash;
use crate::protocol::{Millis, Status, TableLine};

/// Finds tables.
#[async_trait]
pub trait Index: Send + Sync {
    /// The tables that anybody may see on the list and that have changed since then: first those that wait and have a seat
    /// for anybody, then those with computer players for whom somebody may come in, then all others, and of each kind the
    /// newest; a few of each host.
    async fn public_tables(&self, since: Millis, most: u32) -> Result<Vec<TableLine>, StoreError>;
    /// The tables of somebody: those at which a game is on first, and of each kind the newest.
    async fn tables_of(&self, holder: TokenHash, most: u32) -> Result<Vec<TableLine>, StoreError>;
    /// The tables at which a game is on, the latest changed first.
    async fn live_tables(&self) -> Result<Vec<String>, StoreError>;
    /// The tables that wait for people and to which nobody has come since then, with the time when somebody last did.
    async fn waiting_tables(&self, before: Millis) -> Result<Vec<(String, Millis)>, StoreError>;
    /// Tables in this state whose last event was before that time, the oldest first.
    async fn quiet_tables(
        &self,
        status: Status,
        before: Millis,
        most: u32,
    ) -> Result<Vec<String>, StoreError>;
    /// Every table in the order of their ids, beginning after this one.
    async fn list(&self, after: &str, most: u32) -> Result<Vec<Listed>, StoreError>;
}

/// What lists show that is not what was stored.
const NOT_AS_STORED: &str = "what lists show of it is not what was stored";

/// A row of a list, whatever it holds: what cannot be read must not keep others from being shown.
struct Line {
    id: String,
    found: Result<FoundListed, String>,
    /// The people that were asked for, as numbers with commas between them.
    people: Option<String>,
}

impl FromRow for Line {
    fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
        let found = FoundListed::from_row(row).map_err(|error| error.to_string());
        Ok(Self { id: row.get(0).unwrap_or_default(), found, people: row.get(10).ok() })
    }
}

impl Line {
    /// What it says, if it is what was stored. That is worked out for a while if there are many.
    fn read(self) -> (String, Result<(FoundListed, TableLine), String>) {
        let read = |found: FoundListed| {
            if !found.is_whole() {
                return Err(NOT_AS_STORED.to_owned());
            }
            let line = serde_json::from_str(&found.listed.line).map_err(|error| error.to_string())?;
            Ok((found, line))
        };
        (self.id, self.found.and_then(read))
    }
}

impl SqlStore {
    /// A row of a list, if it is what was stored; others are noted, and left out.
    fn heed_line(&self, line: Line) -> Option<(FoundListed, TableLine)> {
        let (id, found) = line.read();
        found.map_err(|what| self.damaged.note(&id, &what)).ok()
    }
}

#[async_trait]
impl Index for SqlStore {
    async fn public_tables(&self, since: Millis, most: u32) -> Result<Vec<TableLine>, StoreError> {
        // No name looks like a seat: within a text, quotes stand behind backslashes.
        let found = listed!(
            "FROM tables JOIN (SELECT shown, standing, row_number() OVER ( \
               PARTITION BY holder, CASE WHEN holder IS NULL THEN shown END \
               ORDER BY standing, changed DESC) AS place \
               FROM (SELECT id AS shown, holder, changed_at AS changed, CASE \
                 WHEN status = 'waiting' AND line LIKE '%{\"is\":\"open\"}%' THEN 0 \
                 WHEN line LIKE '%\"takes_newcomers\":true%' AND line LIKE '%{\"is\":\"computer\"%' THEN 1 \
                 ELSE 2 END AS standing \
                 FROM tables LEFT JOIN people ON table_id = id AND number = 1 \
                 WHERE is_public AND status IN ('waiting', 'playing') AND changed_at >= $1) AS found) AS few \
             ON shown = tables.id WHERE place <= $2 ORDER BY standing, changed_at DESC LIMIT $3"
        );
        let lines: Vec<Line> = self.all(found, values![since, LISTED_OF_ONE, most]).await?;
        // Not where tasks run: people who act would wait for a whole list to be read.
        let read = tokio::task::spawn_blocking(|| lines.into_iter().map(Line::read).collect::<Vec<_>>());
        let read = read.await.map_err(|error| StoreError::Broken(error.to_string()))?.into_iter();
        let heed = |(id, found): (String, Result<(FoundListed, TableLine), String>)| {
            found.map_err(|what| self.damaged.note(&id, &what)).ok()
        };
        Ok(read.filter_map(heed).map(|(_, line)| line).collect())
    }

    async fn tables_of(&self, holder: TokenHash, most: u32) -> Result<Vec<TableLine>, StoreError> {
        let found = listed!(
            ", string_agg(CAST(people.number AS TEXT), ',') FROM people JOIN tables ON tables.id = table_id \
             WHERE holder = $1 GROUP BY tables.id \
             ORDER BY status = 'playing' DESC, changed_at DESC LIMIT $2"
        );
        let mut lines = Vec::new();
        for mut line in self.all::<Line>(found, values![&holder.0, most]).await? {
            let people = line.people.take().unwrap_or_default();
            let Some((_, mut line)) = self.heed_line(line) else { continue };
            let people: Vec<u32> = people.split(',').filter_map(|number| number.parse().ok()).collect();
            line.mine = line.seats_of(&people);
            lines.push(line);
        }
        Ok(lines)
    }

    async fn live_tables(&self) -> Result<Vec<String>, StoreError> {
        let found = "SELECT id FROM tables WHERE status = 'playing' ORDER BY changed_at DESC";
        self.all(found, values![]).await
    }

    async fn waiting_tables(&self, before: Millis) -> Result<Vec<(String, Millis)>, StoreError> {
        let found = "SELECT id, CASE WHEN visited_at > changed_at THEN visited_at ELSE changed_at END AS visited \
                     FROM tables WHERE status = 'waiting' AND changed_at < $1 AND visited_at < $1 ORDER BY visited";
        self.all(found, values![before]).await
    }

    async fn quiet_tables(
        &self,
        status: Status,
        before: Millis,
        most: u32,
    ) -> Result<Vec<String>, StoreError> {
        // A table changes on lists no later than in the log.
        let found = "SELECT id FROM tables WHERE status = $1 AND changed_at < $2 \
                     AND (SELECT at FROM log WHERE table_id = id ORDER BY number DESC LIMIT 1) < $2 \
                     ORDER BY changed_at LIMIT $3";
        self.all(found, values![status_name(status), before, most]).await
    }

    async fn list(&self, after: &str, most: u32) -> Result<Vec<Listed>, StoreError> {
        let found = listed!("FROM tables WHERE id > $1 ORDER BY id LIMIT $2");
        let lines = self.all::<Line>(found, values![after, most]).await?.into_iter();
        let listed = lines.map(|line| {
            let damaged = StoreError::Damaged { table: line.id.clone(), what: NOT_AS_STORED.to_owned() };
            let (found, line) = self.heed_line(line).ok_or(damaged)?;
            Ok(Listed { line, is_public: found.listed.is_public != 0 })
        });
        listed.collect()
    }
}
