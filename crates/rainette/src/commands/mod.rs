//! The subcommands, one module each.

pub(crate) mod arena;
pub(crate) mod backup;
pub(crate) mod bench;
pub(crate) mod fsck;
pub(crate) mod games;
pub(crate) mod hint;
pub(crate) mod migrate;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod probe;
pub(crate) mod replay;
pub(crate) mod serve;
pub(crate) mod trace;
pub(crate) mod train;
pub(crate) mod verify;
pub(crate) mod worker;

use std::io::Read as _;

use anyhow::Context as _;
use rainette_core::{Info, Record, Table};

/// Which game, for how many, with which options.
#[derive(clap::Args)]
pub(crate) struct Opening {
    /// The game's id, such as `hop-it`; `rainette games` lists them.
    game: String,

    /// How many play; by default as few as the game allows.
    #[arg(long, value_name = "N")]
    seats: Option<usize>,

    /// An option of the game, such as `frogs=1`.
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = option_value)]
    options: Vec<(String, i64)>,
}

impl Opening {
    /// Opens the table, with the fewest seats unless the flags say how many.
    pub(crate) fn table(&self) -> anyhow::Result<Box<dyn Table>> {
        let seats = self.seats.unwrap_or_else(|| {
            let info = rainette_games::games().into_iter().find(|info| info.id == self.game);
            info.map_or(2, |info| *info.seats.start())
        });
        Ok(rainette_games::table(&self.game, seats, &self.options)?)
    }
}

fn option_value(text: &str) -> Result<(String, i64), String> {
    let parts = text.split_once('=').and_then(|(name, value)| Some((name.to_owned(), value.parse().ok()?)));
    parts.ok_or_else(|| "expected OPTION=VALUE with a whole number, such as `frogs=1`".to_owned())
}

/// Reads a file, or standard input if the file is `-`.
pub(crate) fn read(file: &str) -> anyhow::Result<Vec<u8>> {
    if file == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).context("standard input cannot be read")?;
        return Ok(bytes);
    }
    std::fs::read(file).with_context(|| format!("`{file}` cannot be read"))
}

/// Reads a record from a file, or from standard input if the file is `-`, and plays it.
pub(crate) fn read_record(file: &str) -> anyhow::Result<Box<dyn Table>> {
    let text = String::from_utf8(read(file)?)
        .map_err(|_| anyhow::anyhow!("`{file}` is not a record: it is not UTF-8 text"))?;
    let record: Record = text.parse().with_context(|| format!("`{file}` is not a record"))?;
    rainette_games::replay(&record).with_context(|| format!("`{file}` cannot be replayed"))
}

/// The number of seats a game allows, as people write it: `2` or `3–5`.
pub(crate) fn seat_range(info: &Info) -> String {
    let (least, most) = (info.seats.start(), info.seats.end());
    if least == most { least.to_string() } else { format!("{least}–{most}") }
}
