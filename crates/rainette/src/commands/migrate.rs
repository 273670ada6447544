//! `rainette migrate`: everything moves from one store to another.

use rainette_server::server::migrate;
use rainette_server::store::Database;

use crate::words::Language;

/// Move all tables from one store to another, and check that they are there.
///
/// The source may be in use. What is played meanwhile is moved by the next run, which copies only what is new: run it
/// once while the server runs, stop the server, and run it again.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where everything is: `sqlite:///srv/frogs/rainette.db` or `postgres://user@host/name`
    #[arg(long, value_name = "URL")]
    from: Database,

    /// Where everything is to be
    #[arg(long, value_name = "URL")]
    to: Database,
}

pub(crate) fn run(args: &Args, lang: Language) -> anyhow::Result<()> {
    if let Database::Sqlite(path) = &args.from {
        anyhow::ensure!(path.is_file(), "there is no file `{}`", path.display());
    }
    anyhow::ensure!(args.from != args.to, "both are the same store");
    let copied = migrate(&args.from, &args.to)?;
    let (tables, changed, events, new) = (copied.tables, copied.changed, copied.events, copied.new_events);
    match lang {
        Language::En => {
            println!(
                "{tables} tables with {events} events, {} people, {} lines of chat",
                copied.people, copied.lines
            );
            println!("{changed} tables and {new} events were new; both sides are the same: {}", copied.hash);
        }
        Language::Fr => {
            println!(
                "{tables} tables, {events} événements, {} personnes, {} lignes de discussion",
                copied.people, copied.lines
            );
            println!(
                "{changed} tables et {new} événements étaient nouveaux ; les deux côtés sont identiques : {}",
                copied.hash
            );
        }
    }
    Ok(())
}
