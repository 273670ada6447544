//! What has to be worded in every language, and what each message is given.

use std::fmt;

use rainette_core::{Game, Reason as _};
use rainette_games::frogriders::{COMMONS, PRIVILEGES, SECRETS};
use rainette_games::{Visitor, games, visit};

/// A message that every language has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Signature {
    pub(crate) key: String,
    pub(crate) arguments: &'static [(&'static str, Kind)],
}

/// What an argument is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Something to be said; empty if there is none.
    Text,
    /// Something to choose by: one of these, or something else.
    Key(&'static [&'static str]),
    /// A number, by which a plural is chosen.
    Number,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text => f.write_str("a text"),
            Self::Key(keys) => write!(f, "a key, `{}`", keys.join("` or `")),
            Self::Number => f.write_str("a number"),
        }
    }
}

impl Signature {
    pub(crate) fn new(key: impl Into<String>, arguments: &'static [(&'static str, Kind)]) -> Self {
        Self { key: key.into(), arguments }
    }

    pub(crate) fn kind(&self, argument: &str) -> Option<&'static Kind> {
        self.arguments.iter().find(|(name, _)| *name == argument).map(|(_, kind)| kind)
    }
}

const TEXT: Kind = Kind::Text;
/// The games whose effects are told in words of their own.
const GAME: Kind = Kind::Key(&["abagio", "china-moon", "frogriders", "pool-party"]);
/// What kind of thing a piece is.
const PIECE: Kind = Kind::Key(&["card", "chief", "frog", "lily", "tadpole"]);
/// What kind of place a spot is, if that makes a difference.
const SPOT: Kind = Kind::Key(&["pond", "stack", "village"]);

/// One message per effect, in the order of `rainette_core::Effect`.
const EFFECTS: &[(&str, &[(&str, Kind)])] = &[
    ("rolled", &[("by", TEXT), ("dice", TEXT)]),
    ("starts", &[("seat", TEXT)]),
    ("placed", &[("kind", PIECE), ("piece", TEXT), ("at", TEXT)]),
    ("removed", &[("piece", TEXT), ("from", TEXT)]),
    ("stepped", &[("game", GAME), ("kind", PIECE), ("piece", TEXT), ("from", TEXT), ("to", TEXT)]),
    (
        "hopped",
        &[
            ("game", GAME),
            ("piece", TEXT),
            ("from", TEXT),
            ("source", SPOT),
            ("over", TEXT),
            ("to", TEXT),
            ("target", SPOT),
        ],
    ),
    ("pushed", &[("piece", TEXT), ("to", TEXT)]),
    ("hit", &[("piece", TEXT), ("from", TEXT), ("to", TEXT)]),
    ("capped", &[("owner", TEXT), ("at", TEXT)]),
    ("matured", &[("at", TEXT)]),
    ("captured", &[("piece", TEXT), ("at", TEXT), ("by", TEXT)]),
    ("eaten", &[("piece", TEXT), ("at", TEXT)]),
    ("sent", &[("piece", TEXT), ("by", TEXT)]),
    ("taken", &[("piece", TEXT), ("source", SPOT), ("by", TEXT)]),
    ("given", &[("piece", TEXT), ("from", TEXT), ("to", TEXT)]),
    ("dropped", &[("piece", TEXT), ("by", TEXT), ("at", TEXT)]),
    ("dealt", &[("seat", TEXT), ("card", TEXT)]),
    ("kept", &[("seat", TEXT), ("card", TEXT)]),
    ("revealed", &[("seat", TEXT), ("card", TEXT)]),
    ("scored", &[("seat", TEXT), ("points", TEXT), ("source", TEXT)]),
    ("forfeited", &[("seat", TEXT), ("dice", TEXT)]),
    ("passed", &[("game", GAME), ("seat", TEXT)]),
    ("ended", &[("why", TEXT), ("winners", TEXT), ("count", Kind::Number)]),
];

/// The effects that are told in a sentence of their own to the player who does them, or to whom they happen. Each is
/// given what the effect is given.
const YOURS: [&str; 15] = [
    "rolled",
    "starts",
    "capped",
    "captured",
    "sent",
    "taken",
    "given",
    "dropped",
    "dealt",
    "kept",
    "revealed",
    "scored",
    "forfeited",
    "passed",
    "ended",
];

/// What an effect's message is given.
fn given_to(effect: &str) -> &'static [(&'static str, Kind)] {
    EFFECTS.iter().find(|(key, _)| *key == effect).expect("it is an effect").1
}

/// The rules that end a game.
const ENDINGS: [&str; 7] =
    ["single-piece", "quiet-turns", "all-frogs-home", "line", "turn-limit", "four-frogs-arrived", "no-jump"];

const PIECES: &[(&str, &[(&str, Kind)])] = &[
    ("frog", &[("owner", TEXT)]),
    ("tadpole", &[("owner", TEXT)]),
    ("chief", &[]),
    ("coloured", &[("colour", TEXT)]),
    ("lily", &[("colour", TEXT)]),
    ("card", &[("card", TEXT)]),
];

const PLACES: &[(&str, &[(&str, Kind)])] = &[
    ("root", &[]),
    ("pond", &[]),
    ("aside", &[]),
    ("chief", &[]),
    ("die", &[("value", TEXT)]),
    ("eight", &[]),
    ("one", &[]),
    ("space", &[("number", TEXT)]),
    ("stack", &[]),
    ("lane", &[("lane", TEXT), ("space", TEXT)]),
    ("start", &[]),
    ("pad", &[("number", TEXT)]),
    ("goal", &[]),
    ("arrival", &[("number", TEXT)]),
    ("lily", &[("colour", TEXT)]),
    ("village", &[("colour", TEXT)]),
    ("send", &[("colour", TEXT)]),
    ("stop", &[]),
    ("pass", &[]),
    ("stay", &[]),
];

/// What a score can come from besides cards.
const SOURCES: &[(&str, &[(&str, Kind)])] =
    &[("gained", &[]), ("brown", &[]), ("lilies", &[("colour", TEXT)])];

/// What the boards of a terminal are labelled with. The page has boards and words of its own.
const BOARDS: &[(&str, &[(&str, Kind)])] = &[
    ("you", &[]),
    ("now", &[("who", TEXT), ("what", TEXT)]),
    ("hop-it.frog", &[]),
    ("hop-it.tadpole", &[]),
    ("hop-it.lily-pad", &[]),
    ("hop-it.crane", &[("at", TEXT)]),
    ("hop-it.quiet", &[("count", TEXT), ("most", TEXT)]),
    ("hop-it.move", &[]),
    ("hop-it.hop-on", &[]),
    ("hop-it.owes", &[]),
    ("abagio.root", &[]),
    ("abagio.pond", &[]),
    ("abagio.red", &[]),
    ("abagio.purple", &[]),
    ("abagio.chief", &[]),
    ("abagio.start", &[]),
    ("abagio.roll", &[]),
    ("abagio.leap", &[("dice", TEXT)]),
    ("abagio.place-chief", &[]),
    ("pool-party.rim", &[]),
    ("pool-party.island", &[]),
    ("pool-party.ramp", &[]),
    ("pool-party.clockwise", &[]),
    ("pool-party.lined", &[("count", TEXT), ("space", TEXT)]),
    ("pool-party.waiting", &[("count", TEXT)]),
    ("pool-party.roll", &[("turn", TEXT)]),
    ("pool-party.move", &[("dice", TEXT), ("turn", TEXT)]),
    ("china-moon.arrival", &[]),
    ("china-moon.trickster", &[]),
    ("china-moon.spring", &[]),
    ("china-moon.butterfly", &[]),
    ("china-moon.lily", &[]),
    ("china-moon.moved", &[]),
    ("china-moon.points", &[("count", Kind::Number)]),
    ("china-moon.frogs", &[("start", TEXT), ("arrival", TEXT)]),
    ("china-moon.set-up", &[]),
    ("china-moon.move", &[]),
    ("china-moon.move-other", &[]),
    ("china-moon.move-on", &[("from", TEXT)]),
    ("china-moon.exchange", &[]),
    ("china-moon.drop", &[("to", TEXT)]),
    ("china-moon.moved-of", &[("count", TEXT), ("most", TEXT), ("mover", TEXT)]),
    ("china-moon.moved-of-other", &[("count", TEXT), ("most", TEXT), ("mover", TEXT)]),
    ("china-moon.swap", &[("given", TEXT), ("taken", TEXT)]),
    ("frogriders.market", &[("count", TEXT)]),
    ("frogriders.village", &[]),
    ("frogriders.flower", &[]),
    ("frogriders.dark", &[]),
    ("frogriders.out", &[]),
    ("frogriders.commons", &[]),
    ("frogriders.trophies", &[("count", Kind::Number)]),
    ("frogriders.secret", &[]),
    ("frogriders.cards", &[]),
    ("frogriders.set-up", &[]),
    ("frogriders.refill", &[]),
    ("frogriders.keep", &[]),
    ("frogriders.jump", &[]),
    ("frogriders.jump-again", &[]),
    ("frogriders.send", &[]),
    ("frogriders.over", &[]),
    ("frogriders.fetch", &[("colour", TEXT)]),
    ("frogriders.again", &[]),
    ("frogriders.choose", &[]),
];

/// How many levels computer players have.
const LEVELS: u8 = 8;

/// Everything that has to be worded.
pub(crate) fn signatures() -> Vec<Signature> {
    let mut all = signatures_for_the_page();
    all.extend(BOARDS.iter().map(|(key, arguments)| Signature::new(format!("board.{key}"), arguments)));
    all
}

/// What the page says too.
pub(crate) fn signatures_for_the_page() -> Vec<Signature> {
    let mut all = Vec::new();
    for info in games() {
        all.extend(visit(info.id, OfGame).expect("it is listed"));
    }
    all.extend((1..=LEVELS).map(|level| Signature::new(format!("level.{level}"), &[])));
    all.extend(["W", "Y", "P", "K", "B"].map(|lily| Signature::new(format!("lily.{lily}"), &[])));
    all.extend(["Y", "R", "B", "N"].map(|frog| Signature::new(format!("frog.{frog}"), &[])));
    let lists = [("piece", PIECES), ("place", PLACES), ("source", SOURCES), ("effect", EFFECTS)];
    for (section, messages) in lists {
        for (key, arguments) in messages {
            all.push(Signature::new(format!("{section}.{key}"), arguments));
        }
    }
    all.extend(YOURS.map(|effect| Signature::new(format!("you.{effect}"), given_to(effect))));
    all.push(Signature::new("you.received", given_to("given")));
    all.extend(["frog", "tadpole"].map(|piece| Signature::new(format!("you.{piece}"), &[])));
    all.extend(ENDINGS.map(|why| Signature::new(format!("ending.{why}"), &[])));
    let cards = PRIVILEGES.iter().map(|card| ("card", card.id));
    let cards = cards.chain(COMMONS.iter().map(|side| ("common", side.id)));
    for (section, id) in cards.chain(SECRETS.iter().map(|card| ("secret", card.id))) {
        all.extend(["name", "about"].map(|part| Signature::new(format!("{section}.{id}.{part}"), &[])));
    }
    all.extend([
        Signature::new("score.points", &[("count", Kind::Number)]),
        Signature::new("score.trophies", &[("count", Kind::Number)]),
    ]);
    all
}

/// What has to be worded of one game.
struct OfGame;

impl Visitor for OfGame {
    type Output = Vec<Signature>;

    fn visit<G: Game>(self) -> Vec<Signature> {
        let id = G::INFO.id;
        let mut keys = vec![format!("game.{id}.name"), format!("game.{id}.about")];
        for option in G::INFO.options {
            keys.push(format!("option.{id}.{}.name", option.name));
            keys.extend(option.values.iter().map(|value| format!("option.{id}.{}.{value}", option.name)));
        }
        keys.extend(G::Reason::ALL.iter().map(|reason| format!("reason.{id}.{}", reason.code())));
        keys.into_iter().map(|key| Signature::new(key, &[])).collect()
    }
}

/// What the rules word themselves, in English: their own names, what each game is about, and why something is not
/// allowed.
pub(crate) fn worded_by_the_rules() -> Vec<(String, String)> {
    struct Worded;

    impl Visitor for Worded {
        type Output = Vec<(String, String)>;

        fn visit<G: Game>(self) -> Self::Output {
            let id = G::INFO.id;
            let game = [
                (format!("game.{id}.name"), G::INFO.name.to_owned()),
                (format!("game.{id}.about"), sentence(G::INFO.about)),
            ];
            let reasons = G::Reason::ALL
                .iter()
                .map(|reason| (format!("reason.{id}.{}", reason.code()), sentence(&reason.to_string())));
            game.into_iter().chain(reasons).collect()
        }
    }

    games().iter().flat_map(|info| visit(info.id, Worded).expect("it is listed")).collect()
}

/// A message of the rules, lower case and without a full stop, as a sentence.
fn sentence(message: &str) -> String {
    format!("{}.", crate::grammar::capital(&message.replace('\'', "’")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_games_of_the_registry_are_told_in_words_of_their_own() {
        let Kind::Key(ids) = GAME else { panic!("games are told apart by their ids") };
        for id in ids {
            assert!(games().iter().any(|info| info.id == *id), "`{id}` is no game: remove it from `GAME`");
        }
    }
}
