//! `rainette tables`: solves endgames, and says what they come to.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use cpu_time::ProcessTime;
use rainette_players::{Cancel, EndgameClass, EndgameError, EndgameTables, Shares};
use rainette_server::endgames;
use rainette_server::server::make_folder;
use serde_json::json;

use super::{progress, threads, until_interrupted};
use crate::terminal::out;

/// Solve the endgames of a game, and keep them in the data folder for computer players and hints.
///
/// Endgames with the same pieces are solved together and make a file each. Ctrl-C stops; the same command goes on with
/// those that are not there. Entries chosen at random are then held against the rules, and what the endgames come to is
/// printed: how many positions are won, drawn and lost for the side to move, which is named first.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game's id, as `rainette games` lists it.
    game: String,

    /// Up to how many pieces, those of both sides counted.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pieces: u8,

    /// The folder in which the server keeps its tables, too.
    #[arg(long, value_name = "DIR", env = "RAINETTE_DATA", default_value = "rainette-data")]
    data: PathBuf,

    /// How many entries of each kind (won, drawn, lost) are held against the rules, in every class and with each side
    /// to move.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    check: usize,

    /// The seed by which they are chosen.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Positions looked at at once; by default one per core.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Write all of them, packed, into this one file, too, and a manifest beside it: what is built in was made so.
    #[arg(long, value_name = "FILE")]
    pack: Option<PathBuf>,

    /// Print what they come to as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let classes = EndgameClass::all(&args.game, args.pieces)?;
    let cancel = until_interrupted()?;
    make_folder(&args.data).with_context(|| format!("`{}` cannot be made", args.data.display()))?;
    let started = ProcessTime::now();
    let tables = solved(args, &classes, &cancel)?;
    let solving = started.elapsed();
    checked(args, &classes, &tables, &cancel)?;
    if let Some(file) = &args.pack {
        pack(args, file, &tables.packed(args.pieces))?;
    }
    let shares: Vec<_> = classes.iter().flat_map(|&class| tables.shares(class)).collect();
    if args.json {
        return print_json(&shares);
    }
    print(&shares)?;
    let bytes: u64 = classes.iter().map(|class| class.entries()).sum();
    let (megabytes, seconds) = (bytes as f64 / 1e6, solving.as_secs_f64());
    eprintln!("{} classes, {megabytes:.1} MB, {seconds:.1} s of a core", classes.len());
    Ok(())
}

/// Reads the tables that are there, and makes and writes the others.
fn solved(args: &Args, classes: &[EndgameClass], cancel: &Cancel) -> anyhow::Result<EndgameTables> {
    let bar = progress(classes.iter().map(|class| class.entries()).sum(), "positions")?;
    let mut tables = EndgameTables::none();
    let mut done = 0;
    for (number, &class) in classes.iter().enumerate() {
        let file = endgames::file(&args.data, &args.game, &class.to_string());
        if file.exists() {
            endgames::add(&mut tables, &file)?;
        } else {
            let solving = tables.solve(class, threads(args.threads), cancel, &mut |stage| {
                bar.set_position(done + stage.seen);
                bar.set_message(format!("{class}: {} turns", stage.turns));
            });
            match solving {
                Err(EndgameError::Cancelled) => {
                    bar.finish_and_clear();
                    let all = classes.len();
                    bail!(
                        "stopped: {number} of {all} classes are solved, the same command goes on from there"
                    )
                }
                solving => solving?,
            }
            write(&file, &tables.bytes(class).unwrap_or_default())?;
            if bar.is_hidden() {
                eprintln!("{class}: solved, {} entries", class.entries());
            }
        }
        done += class.entries();
        bar.set_position(done);
    }
    bar.finish_and_clear();
    Ok(tables)
}

/// Holds entries of every class against the rules.
fn checked(
    args: &Args,
    classes: &[EndgameClass],
    tables: &EndgameTables,
    cancel: &Cancel,
) -> anyhow::Result<()> {
    let bar = progress(classes.len() as u64, "classes checked")?;
    let (mut won, mut drawn, mut lost) = (0, 0, 0);
    for &class in classes {
        if cancel.is_cancelled() {
            bail!("stopped: everything is solved, and not everything checked");
        }
        let checked = tables.check(class, args.check, args.seed)?;
        (won, drawn, lost) = (won + checked.won, drawn + checked.drawn, lost + checked.lost);
        bar.inc(1);
    }
    bar.finish_and_clear();
    eprintln!("checked against the rules: {won} entries that are won, {drawn} drawn, {lost} lost");
    Ok(())
}

/// Writes a file so that it is there whole or not at all.
fn write(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let write = || {
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let unfinished = file.with_extension("unfinished");
        let mut writing = std::fs::File::create(&unfinished)?;
        writing.write_all(bytes)?;
        writing.sync_all()?;
        std::fs::rename(&unfinished, file)
    };
    write().with_context(|| format!("`{}` cannot be written", file.display()))
}

/// Writes all tables into one file, and beside it a manifest that says how.
fn pack(args: &Args, file: &Path, packed: &[u8]) -> anyhow::Result<()> {
    write(file, packed)?;
    let (game, pieces) = (&args.game, args.pieces);
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let manifest = json!({
        "file": name,
        "bytes": packed.len(),
        "command": format!("rainette tables {game} --pieces {pieces} --pack {name}"),
        "pieces": pieces,
    });
    let mut text = serde_json::to_string_pretty(&manifest)?;
    text.push('\n');
    write(&file.with_extension("json"), text.as_bytes())
}

fn print(shares: &[Shares]) -> anyhow::Result<()> {
    let mut out = out().lock();
    writeln!(
        out,
        "{:<9} {:>12} {:>8} {:>8} {:>8} {:>8}",
        "to move", "positions", "won", "drawn", "lost", "turns"
    )?;
    for Shares { name, won, drawn, lost, longest } in shares {
        let all = won + drawn + lost;
        let percent = |part: &u64| format!("{:.1} %", 100.0 * *part as f64 / all as f64);
        let [won, drawn, lost] = [won, drawn, lost].map(percent);
        writeln!(out, "{name:<9} {all:>12} {won:>8} {drawn:>8} {lost:>8} {longest:>8}")?;
    }
    Ok(())
}

fn print_json(shares: &[Shares]) -> anyhow::Result<()> {
    let lines: Vec<_> = shares
        .iter()
        .map(|Shares { name, won, drawn, lost, longest }| {
            json!({ "class": name, "won": won, "drawn": drawn, "lost": lost, "longest": longest })
        })
        .collect();
    writeln!(out(), "{}", serde_json::to_string_pretty(&lines)?)?;
    Ok(())
}
