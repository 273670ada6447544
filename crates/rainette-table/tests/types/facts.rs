//! What is known of the games without playing one.

use std::fmt::Write as _;

use rainette_games::games;
use rainette_players::LEVEL_NAMES;
use rainette_table::protocol::GameInfo;

use crate::model::Definition;
use crate::typescript::comment;

/// The games, their facts, the levels of computer players, and what the enumerations of the games can be.
pub(crate) fn module(definitions: &[Definition]) -> String {
    let listed: Vec<_> = definitions
        .iter()
        .filter_map(|definition| Some((definition, definition.shape.literals()?)))
        .collect();
    let mut text =
        String::from("// Written from the facts of the engine by `cargo xtask bless`. Do not edit.\n\n");
    let names: Vec<_> = listed.iter().map(|(definition, _)| definition.name.as_str()).collect();
    writeln!(text, "import type {{ {}, GameId, GameInfo, ReasonCodes }} from \"./index\";", names.join(", "))
        .expect("a text can grow");
    let ids: Vec<_> = games().iter().map(|info| format!("\"{}\"", info.id)).collect();
    write!(
        text,
        "\n/** The games, in the order in which they are listed. */\nexport const GAMES: readonly GameId[] = [{}];\n",
        ids.join(", ")
    )
    .expect("a text can grow");
    text += "\n/** What is known of a game without playing it. */\n\
             export const FACTS: { readonly [G in GameId]: GameInfo & { readonly id: G } } = {\n";
    for info in games() {
        let id = info.id;
        let info = serde_json::to_string(&GameInfo::from(info)).expect("facts can be written");
        writeln!(text, "  \"{id}\": {info},").expect("a text can grow");
    }
    text += "};\n\n/** The codes of the rules that forbid something. */\n\
             export const REASONS: { readonly [G in GameId]: readonly ReasonCodes[G][] } = {\n";
    for (id, codes) in rainette_games::schema::reasons() {
        writeln!(text, "  \"{id}\": [\"{}\"],", codes.join("\", \"")).expect("a text can grow");
    }
    let levels: Vec<_> = LEVEL_NAMES.iter().map(|(name, _)| format!("\"{}\"", name.to_lowercase())).collect();
    write!(
        text,
        "}};\n\n/** The levels of computer players, weakest first. */\nexport const LEVELS = [{}] as const;\n",
        levels.join(", ")
    )
    .expect("a text can grow");
    for (definition, literals) in listed {
        let literals: Vec<_> = literals.iter().map(|literal| format!("\"{literal}\"")).collect();
        let (name, about) = (&definition.name, comment(&definition.about, ""));
        let constant = screaming(name);
        write!(text, "\n{about}export const {constant}: readonly {name}[] = [{}];\n", literals.join(", "))
            .expect("a text can grow");
    }
    text
}

/// `ChinaMoonLily` as `CHINA_MOON_LILY`.
fn screaming(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(letter.to_ascii_uppercase());
    }
    text
}

/// How Python opens a game whose id, and with it the type of its views, is known.
pub(crate) fn openings(views: &[(&'static str, String)]) -> String {
    let way = |id: &str, view: &str| {
        format!(
            "@overload\ndef new(\n    game: {id},\n    seats: int | None = ...,\n    *,\n    \
             seed: int | None = ...,\n    draws: bool = ...,\n    \
             options: Mapping[str, int] | None = ...,\n) -> Game[{view}]: ...\n"
        )
    };
    let known: String =
        views.iter().map(|(id, view)| way(&format!("Literal[\"{id}\"]"), &format!("views.{view}"))).collect();
    format!(
        "# Written from the list of games by `cargo xtask bless`. Do not edit.\n\n\
         from collections.abc import Mapping\nfrom typing import Any, Literal, overload\n\n\
         from . import views\nfrom ._rainette import Game\n\n{known}{}",
        way("str", "Any")
    )
}
