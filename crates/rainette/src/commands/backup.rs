//! `rainette backup`: a copy of the data, made while the server runs.

use std::path::PathBuf;

use anyhow::bail;
use rainette_server::server::backup;
use rainette_server::store::Database;

use super::flags::Stored;
use crate::words::Language;

/// Copy everything that is stored into one file, as it is at this moment.
///
/// A server may run meanwhile. The copy is looked at as `fsck` does before it gets its name. To restore it, stop the server,
/// put the file in the place of `rainette.db` in the data folder, and remove `rainette.db-wal` and `rainette.db-shm`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    stored: Stored,

    /// The copy; there must be no such file yet
    #[arg(value_name = "FILE")]
    to: PathBuf,
}

pub(crate) fn run(args: Args, lang: Language) -> anyhow::Result<()> {
    let Database::Sqlite(from) = args.stored.database()? else {
        bail!("PostgreSQL has its own way to make a backup: `pg_dump`")
    };
    let copied = backup(&from, &args.to)?;
    let (tables, events, to) = (copied.tables, copied.events, args.to.display());
    match lang {
        Language::En => println!("{tables} tables with {events} events are in `{to}`"),
        Language::Fr => println!("{tables} tables et {events} événements sont dans `{to}`"),
    }
    Ok(())
}
