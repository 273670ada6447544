//! `rainette fsck`: is everything that is stored what was stored?

use rainette_server::server::fsck;

use super::flags::Stored;
use crate::words::Language;

/// Look at everything that is stored, and say what is damaged.
///
/// Nothing is changed, and a server may use the store meanwhile. Fails if anything is damaged.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    stored: Stored,

    /// Print what was found as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args, lang: Language) -> anyhow::Result<()> {
    let database = args.stored.database()?;
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
