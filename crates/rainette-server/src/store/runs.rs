//! When servers ran, the time at tables, and whether the store works.

use async_trait::async_trait;

use super::connection::values;
use super::queue::Write;
use super::sql::SqlStore;
use super::{Health, StoreError};
use crate::protocol::Millis;

/// Keeps when servers ran.
#[async_trait]
pub trait Runs: Send + Sync {
    /// How long no node has run since `since` in all, up to when this one began.
    async fn downtime(&self, since: Millis) -> Result<Millis, StoreError>;
    /// When nodes ran: from when to when.
    async fn runs(&self) -> Result<Vec<(Millis, Millis)>, StoreError>;
    /// Notes that a node ran from then to then.
    async fn keep_run(&self, began: Millis, seen: Millis) -> Result<(), StoreError>;
    /// Notes that this node runs.
    async fn heartbeat(&self, now: Millis) -> Result<(), StoreError>;
    /// The time at tables, in milliseconds since the beginning of 1970: the same for all nodes, and without steps.
    fn now(&self) -> Millis;
    /// Does the store work?
    fn health(&self) -> &Health;
}

/// How long nothing ran since then, if these are the times when something did, in the order of their beginnings. Those that
/// ended before then change nothing.
fn time_between(since: Millis, runs: Vec<(Millis, Millis)>) -> Millis {
    let mut up_until = since;
    let mut lost = 0;
    for (began, seen) in runs {
        lost += (began - up_until).max(0);
        up_until = up_until.max(seen);
    }
    lost
}

#[async_trait]
impl Runs for SqlStore {
    async fn downtime(&self, since: Millis) -> Result<Millis, StoreError> {
        let runs = "SELECT began_at, seen_at FROM runs WHERE seen_at >= $1 ORDER BY began_at";
        Ok(time_between(since, self.all(runs, values![since]).await?))
    }

    async fn runs(&self) -> Result<Vec<(Millis, Millis)>, StoreError> {
        self.all("SELECT began_at, seen_at FROM runs ORDER BY began_at", values![]).await
    }

    async fn keep_run(&self, began: Millis, seen: Millis) -> Result<(), StoreError> {
        self.writer.write(Write::Run(began, seen)).await
    }

    async fn heartbeat(&self, now: Millis) -> Result<(), StoreError> {
        self.writer.write(Write::Heartbeat(now)).await
    }

    fn now(&self) -> Millis {
        self.clock.now()
    }

    fn health(&self) -> &Health {
        &self.health
    }
}
