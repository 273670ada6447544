//! The subcommands, one module each.

pub(crate) mod arena;
pub(crate) mod backup;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod calibrate;
pub(crate) mod flags;
pub(crate) mod fsck;
pub(crate) mod games;
pub(crate) mod hint;
pub(crate) mod judge;
pub(crate) mod migrate;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod positions;
pub(crate) mod probe;
pub(crate) mod replay;
pub(crate) mod reports;
pub(crate) mod serve;
pub(crate) mod tables;
pub(crate) mod trace;
pub(crate) mod train;
pub(crate) mod verify;
pub(crate) mod worker;

use std::io::Read;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use rainette_core::{Info, Record, Table};
use rainette_players::{Brain, Budget, Cancel, Contender, EndgameTables, net_name};

/// The player of this name, with the budget that follows `@` in it, or with this one, or with its own. It may look into
/// these tables of solved endgames.
pub(crate) fn contender<G: Brain>(
    name: &str,
    seats: usize,
    budget: Option<Budget>,
    tables: &EndgameTables,
) -> anyhow::Result<Contender<G>> {
    let (spec, own) = name.split_once('@').map_or((name, None), |(spec, own)| (spec, Some(own)));
    let contender = match net_name(spec) {
        Some((exploration, file)) => Contender::guided(name, &read(file)?, exploration, seats, budget)
            .with_context(|| format!("`{file}` cannot play"))?,
        None => Contender::knowing(name, spec.parse()?, seats, budget, tables),
    };
    let budget = own.map_or(Ok(contender.budget), own_budget)?;
    Ok(Contender { budget, ..contender })
}

/// The budget that follows `@` in a player's name.
fn own_budget(text: &str) -> anyhow::Result<Budget> {
    let wrong =
        || format!("`@{text}` is no budget: expected seconds such as `@0.5s` or iterations such as `@2000`");
    match text.strip_suffix('s') {
        Some(seconds) => core_time(seconds.parse().with_context(wrong)?),
        None => Ok(Budget::Iterations(text.parse().with_context(wrong)?)),
    }
}

/// So many seconds of a core.
pub(crate) fn core_time(seconds: f64) -> anyhow::Result<Budget> {
    ensure!(seconds > 0.0 && seconds <= 3600.0, "thinking time must be above 0 and at most 3600 seconds");
    Ok(Budget::CoreTime(Duration::from_secs_f64(seconds)))
}

/// How many threads are used unless the flags say: one per core.
pub(crate) fn threads(asked: Option<u16>) -> usize {
    asked.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// Something that Ctrl-C cancels.
pub(crate) fn until_interrupted() -> anyhow::Result<Cancel> {
    let cancel = Cancel::default();
    let asked = cancel.clone();
    ctrlc::set_handler(move || asked.cancel()).context("Ctrl-C cannot be watched")?;
    Ok(cancel)
}

/// A bar that shows how far something is that takes its time.
pub(crate) fn progress(count: u64, what: &str) -> anyhow::Result<ProgressBar> {
    let bar = ProgressBar::new(count);
    let template = format!("{{bar:30}} {{pos}}/{{len}} {what}, {{eta}} left  {{msg}}");
    bar.set_style(ProgressStyle::with_template(&template)?);
    Ok(bar)
}

/// Writes a file, or says which one cannot be written.
pub(crate) fn write(file: &Path, bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
    std::fs::write(file, bytes).with_context(|| format!("`{}` cannot be written", file.display()))
}

/// No file that a command reads is larger: thousands of records take a few megabytes.
const MOST_BYTES: u64 = 256 << 20;

/// Reads a file, or standard input if the file is `-`.
pub(crate) fn read(file: &str) -> anyhow::Result<Vec<u8>> {
    if file == "-" {
        return read_all(&mut std::io::stdin(), "standard input", MOST_BYTES);
    }
    let mut opened = std::fs::File::open(file).with_context(|| format!("`{file}` cannot be read"))?;
    read_all(&mut opened, &format!("`{file}`"), MOST_BYTES)
}

/// Reads to the end of something that has so many bytes at most.
fn read_all(from: &mut dyn Read, name: &str, most: u64) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most + 1).read_to_end(&mut bytes).with_context(|| format!("{name} cannot be read"))?;
    ensure!(bytes.len() as u64 <= most, "{name} is too large: expected no more than {most} bytes");
    Ok(bytes)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_ends_is_not_read_to_its_end() {
        let error = read_all(&mut std::io::repeat(b'x'), "`endless`", 1_000).expect_err("it has no end");
        assert_eq!(error.to_string(), "`endless` is too large: expected no more than 1000 bytes");
        assert_eq!(read_all(&mut &b"abc"[..], "`abc`", 3).expect("three bytes"), b"abc");
    }
}
