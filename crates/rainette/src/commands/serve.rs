//! `rainette serve`: the page, the tables and the computer players.

use clap::Parser as _;
use rainette_server::config::{Config, Flags};
use rainette_server::server::serve;

use crate::words::Language;

/// Serve the page, the tables and the computer players.
///
/// Everything is in this one process; tables are kept in the data folder and survive a restart. Flags come before
/// environment variables, and these before the file.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    flags: Flags,
}

impl Args {
    /// What the environment says, if there are no flags.
    pub(crate) fn of_environment() -> Self {
        #[derive(clap::Parser)]
        struct Bare {
            #[command(flatten)]
            args: Args,
        }
        Bare::parse_from(["rainette"]).args
    }
}

pub(crate) fn run(args: Args, lang: Language) -> anyhow::Result<()> {
    let config = Config::new(args.flags)?;
    serve(config, |here, others| {
        let (open, hint) = match lang {
            Language::En => ("Rainette is open:", "others on your network come by"),
            Language::Fr => ("Rainette est ouverte :", "les autres, sur votre réseau, viennent par"),
        };
        println!("{open} {here}");
        if let Some(others) = others {
            println!("{hint} {others}");
        }
    })?;
    Ok(())
}
