//! PostgreSQL and NATS for the tests.

use anyhow::{Context as _, Result};

#[path = "../../crates/rainette-server/tests/services/mod.rs"]
mod servers;

pub(crate) use servers::{Postgres, has_nats, has_postgres};

/// A PostgreSQL server that all tests of a run share.
pub(crate) fn postgres() -> Result<Postgres> {
    Postgres::start(false).context("tests need a PostgreSQL server of their own")
}
