//! `rainette games`: what can be played.

use std::io::Write as _;

use rainette_core::Info;
use serde_json::json;

use super::seat_range;
use crate::words::{Language, Speak as _};

/// List the games, their seats and options.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print the games as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, lang: Language) -> anyhow::Result<()> {
    if args.json {
        let games: Vec<_> = rainette_games::games().iter().map(as_json).collect();
        writeln!(std::io::stdout(), "{}", serde_json::to_string_pretty(&games)?)?;
        return Ok(());
    }
    list(lang)
}

fn list(lang: Language) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    for info in rainette_games::games() {
        let players = lang.say("players", "joueurs");
        let words = lang.words();
        writeln!(out, "{:<12} {} ({} {players})", info.id, words.game(info.id), seat_range(&info))?;
        writeln!(out, "{:<12} {}", "", words.about(info.id))?;
        for option in info.options {
            let values = option.values.iter().map(ToString::to_string).collect::<Vec<_>>().join("|");
            writeln!(
                out,
                "{:<12} --set {}={values}  {}",
                "",
                option.name,
                lang.about_option(info.id, option)
            )?;
        }
    }
    Ok(())
}

fn as_json(info: &Info) -> serde_json::Value {
    let option = |option: &rainette_core::Choice| json!({ "name": option.name, "values": option.values, "default": option.values[0], "about": option.about });
    json!({
        "id": info.id,
        "name": info.name,
        "edition": info.edition,
        "seats": [info.seats.start(), info.seats.end()],
        "options": info.options.iter().map(option).collect::<Vec<_>>(),
        "chance": info.has_chance,
        "secrets": info.has_secrets,
        "about": info.about,
    })
}
