//! PostgreSQL and NATS for the tests.

use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::command::{program, run};

#[path = "../../crates/rainette-server/tests/services/mod.rs"]
mod servers;

pub(crate) use servers::Postgres;

/// A PostgreSQL server that all tests of a run share.
pub(crate) fn postgres() -> Result<Postgres> {
    Postgres::start(false).context("tests need PostgreSQL's programs; on Debian: apt-get install postgresql")
}

/// Installs Debian's `nats-server` where it is missing and we may.
pub(crate) fn install_nats() -> Result<()> {
    if servers::has_nats() {
        return Ok(());
    }
    if !Path::new("/usr/bin/apt-get").is_file() {
        bail!("`nats-server` is missing: https://nats.io/download or your system's packages have it");
    }
    println!("nats-server is missing: installing Debian's");
    run(program("apt-get").args(["install", "--yes", "--no-install-recommends", "nats-server"]))
        .context("nats-server cannot be installed; on Debian: apt-get install nats-server")
}
