//! `rainette train`: makes the files that computer players have learned.

use std::path::PathBuf;

use rainette_players::{Training, train};
use serde_json::{Map, json};

use super::{progress, until_interrupted, write};

/// Train the computer player of a game by games against itself.
///
/// Writes what was learned, and beside it a manifest in JSON that says how. The same seed and number of games give the
/// same file again.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game's id, as `rainette games` lists it.
    game: String,

    /// How many games it plays.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    games: u64,

    /// The seed of all random numbers.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Where to write what was learned.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let cancel = until_interrupted()?;
    let bar = progress(args.games, "games")?;
    let training = Training { games: args.games, seed: args.seed };
    let trained = train(&args.game, training, &cancel, &mut |progress| {
        bar.set_position(progress.done);
        bar.set_message(progress.note.clone());
        if bar.is_hidden() {
            eprintln!("{} games: {}", progress.done, progress.note);
        }
    })?;
    bar.finish_and_clear();
    write(&args.out, &trained.weights)?;
    let (game, games, seed) = (&args.game, args.games, args.seed);
    let name = args.out.file_name().unwrap_or_default().to_string_lossy();
    let manifest = json!({
        "file": name,
        "bytes": trained.weights.len(),
        "command": format!("rainette train {game} --games {games} --seed {seed} --out {name}"),
        "games": games,
        "seed": seed,
        "result": trained.result.into_iter().map(|(name, value)| (name, json!(value))).collect::<Map<_, _>>(),
    });
    let mut text = serde_json::to_string_pretty(&manifest)?;
    text.push('\n');
    write(&args.out.with_extension("json"), text)
}
