//! `rainette fsck`: is everything that is stored what was stored?

use std::path::PathBuf;

use rainette_server::server::fsck;
use rainette_server::store::Database;

use crate::words::Language;

/// Look at everything that is stored, and say what is damaged.
///
/// Nothing is changed, and a server may use the store meanwhile. Fails if anything is damaged.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder in which tables are kept
    #[arg(long, value_name = "DIR", env = "RAINETTE_DATA", default_value = "rainette-data")]
    data: PathBuf,

    /// The database in which tables are kept instead: `postgres://user@host/name` or `sqlite:///srv/frogs/rainette.db`
    #[arg(long, value_name = "URL", env = "RAINETTE_DATABASE", hide_env_values = true)]
    database: Option<Database>,

    /// Print what was found as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args, lang: Language) -> anyhow::Result<()> {
    let database = args.database.unwrap_or_else(|| Database::Sqlite(args.data.join("rainette.db")));
    if let Database::Sqlite(path) = &database {
        anyhow::ensure!(path.is_file(), "there is no file `{}`", path.display());
    }
    let checked = fsck(&database)?;
    let (tables, events) = (checked.tables, checked.events);
    if args.json {
        println!("{}", serde_json::to_string_pretty(&checked)?);
    } else {
        for damage in &checked.damaged {
            match (&damage.table, lang) {
                (Some(table), Language::En) => println!("table {table} is damaged: {}", damage.what),
                (Some(table), Language::Fr) => println!("la table {table} est endommagée : {}", damage.what),
                (None, Language::En) => println!("the store is damaged: {}", damage.what),
                (None, Language::Fr) => println!("le stockage est endommagé : {}", damage.what),
            }
        }
        match lang {
            Language::En => println!("{tables} tables with {events} events were looked at"),
            Language::Fr => println!("{tables} tables et {events} événements ont été vérifiés"),
        }
    }
    anyhow::ensure!(checked.is_whole(), "{} tables are damaged", checked.tables_damaged().len());
    Ok(())
}
