//! What the words are asked for.

use std::sync::OnceLock;

use rainette_core::{Effect, Piece, Seat};

use crate::catalogue::Catalogue;
use crate::grammar::Language;
use crate::signature::{signatures, worded_by_the_rules};

/// The words of a language.
#[derive(Clone, Debug)]
pub struct Words {
    language: Language,
    catalogue: Catalogue,
}

impl Language {
    /// The words of the language, read once and kept.
    pub fn words(self) -> &'static Words {
        static WORDS: [OnceLock<Words>; Language::ALL.len()] =
            [const { OnceLock::new() }; Language::ALL.len()];
        WORDS[self as usize].get_or_init(|| Words::read(self))
    }
}

/// What to call the player of a seat.
type Names<'a> = &'a dyn Fn(Seat) -> String;

impl Words {
    fn read(language: Language) -> Self {
        let text = match language {
            Language::En => include_str!("../words/en.txt"),
            Language::Fr => include_str!("../words/fr.txt"),
        };
        let mut catalogue =
            Catalogue::read(text).unwrap_or_else(|error| panic!("words/{language}.txt: {error}"));
        if language == Language::En {
            for (key, text) in worded_by_the_rules() {
                catalogue.add_text(&key, &text);
            }
        }
        Self { language, catalogue }
    }

    /// What is missing in this language, unknown, or does not fit, one line each: nothing, if all is well.
    pub fn problems(&self) -> Vec<String> {
        self.catalogue.problems(&signatures())
    }

    /// Every text of this language with its key, holes and choices as they are written.
    pub fn texts(&self) -> Vec<(String, String)> {
        self.catalogue.iter().map(|(key, message)| (key.to_owned(), message.to_string())).collect()
    }

    pub(crate) fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    pub(crate) fn say(&self, key: &str, arguments: &[(&str, &str)]) -> String {
        self.catalogue.say(self.language, key, arguments).unwrap_or_else(|| key.to_owned())
    }

    /// The name of a game.
    pub fn game(&self, id: &str) -> String {
        self.say(&format!("game.{id}.name"), &[])
    }

    /// A game in one line.
    pub fn about(&self, game: &str) -> String {
        self.say(&format!("game.{game}.about"), &[])
    }

    /// What an option of a game decides.
    pub fn option(&self, game: &str, option: &str) -> String {
        self.say(&format!("option.{game}.{option}.name"), &[])
    }

    /// What a value of an option means.
    pub fn option_value(&self, game: &str, option: &str, value: i64) -> String {
        self.say(&format!("option.{game}.{option}.{value}"), &[])
    }

    /// Why something is not allowed; none if there is no such rule.
    pub fn reason(&self, game: &str, code: &str) -> Option<String> {
        self.catalogue.say(self.language, &format!("reason.{game}.{code}"), &[])
    }

    /// Why a game ended; none if there is no such rule.
    pub fn ending(&self, why: &str) -> Option<String> {
        self.catalogue.say(self.language, &format!("ending.{why}"), &[])
    }

    /// The name of a computer player's level, from 1 to 8.
    pub fn level(&self, level: u8) -> String {
        self.say(&format!("level.{level}"), &[])
    }

    /// The name of a card; none if there is no such card.
    pub fn card(&self, id: &str) -> Option<String> {
        ["card", "common", "secret"]
            .iter()
            .find_map(|section| self.catalogue.say(self.language, &format!("{section}.{id}.name"), &[]))
    }

    /// What a card does, or what it is worth; none if there is no such card.
    pub(crate) fn about_card(&self, id: &str) -> Option<String> {
        ["card", "common", "secret"]
            .iter()
            .find_map(|section| self.catalogue.say(self.language, &format!("{section}.{id}.about"), &[]))
    }

    /// What the reader is called.
    pub fn you(&self) -> String {
        self.say("board.you", &[])
    }

    /// A place within a sentence: `c1`, `pad 17`, `the root`.
    pub fn place(&self, game: &str, spot: &str) -> String {
        let mut parts = spot.splitn(3, '.');
        let (head, second, third) =
            (parts.next().unwrap_or(""), parts.next().unwrap_or(""), parts.next().unwrap_or(""));
        let lily = |letter: &str| self.say(&format!("lily.{letter}"), &[]);
        let frog = |letter: &str| self.say(&format!("frog.{letter}"), &[]);
        match (game, head) {
            (_, "root" | "pond" | "aside" | "chief" | "goal" | "stop" | "pass" | "stay") => {
                self.say(&format!("place.{spot}"), &[])
            }
            ("abagio", "die") => self.say("place.die", &[("value", second)]),
            ("abagio", "8") => self.say("place.eight", &[]),
            ("abagio", "1") => self.say("place.one", &[]),
            ("abagio", _) => self.say("place.space", &[("number", spot)]),
            ("pool-party", "stack") => self.say("place.stack", &[]),
            ("pool-party", lane) => self.say("place.lane", &[("lane", lane), ("space", second)]),
            ("china-moon", "place") => self.say("place.arrival", &[("number", second)]),
            ("china-moon", "lily") => self.say("place.lily", &[("colour", &lily(third))]),
            ("china-moon", start) if start.starts_with('s') => self.say("place.start", &[]),
            ("china-moon", _) => self.say("place.pad", &[("number", spot)]),
            ("frogriders", "village") => self.say("place.village", &[("colour", &frog(second))]),
            ("frogriders", "send") => self.say("place.send", &[("colour", &frog(second))]),
            ("frogriders", "card" | "common" | "secret") => {
                self.card(second).unwrap_or_else(|| second.to_owned())
            }
            _ => spot.to_owned(),
        }
    }

    /// A piece within a sentence: `Ada’s frog`, `your frog`, `a red frog`, `the chief frog`, a card by its name.
    fn piece(&self, piece: &Piece, names: Names<'_>, you: Option<Seat>) -> String {
        let is_yours = piece.owner.is_some() && piece.owner == you;
        let owner = piece.owner.map(names).unwrap_or_default();
        let kind = piece.kind.as_str();
        match (class(kind), kind.split_once('-')) {
            ("lily", Some((_, letter))) => {
                self.say("piece.lily", &[("colour", &self.say(&format!("lily.{letter}"), &[]))])
            }
            ("frog", Some((_, letter))) => {
                self.say("piece.coloured", &[("colour", &self.say(&format!("frog.{letter}"), &[]))])
            }
            ("card", _) => self.quoted(kind),
            (class, _) if is_yours => self.say(&format!("you.{class}"), &[]),
            (class, _) => self.say(&format!("piece.{class}"), &[("owner", &owner)]),
        }
    }

    /// A card's name as it stands in a sentence.
    fn quoted(&self, card: &str) -> String {
        self.say("piece.card", &[("card", &self.card(card).unwrap_or_else(|| card.to_owned()))])
    }

    /// What a score comes from, as it stands in a list.
    pub(crate) fn bare_source(&self, from: &str) -> String {
        self.card(from).unwrap_or_else(|| self.source(from))
    }

    /// What a score comes from.
    fn source(&self, from: &str) -> String {
        match from.strip_prefix("lily-") {
            Some(letter) => {
                self.say("source.lilies", &[("colour", &self.say(&format!("lily.{letter}"), &[]))])
            }
            None if self.catalogue.get(&format!("source.{from}")).is_some() => {
                self.say(&format!("source.{from}"), &[])
            }
            None => self.quoted(from),
        }
    }

    /// What happened, in one sentence; none if it is not worth one. `names` says what to call the player of a seat.
    pub fn effect(&self, game: &str, effect: &Effect, names: &dyn Fn(Seat) -> String) -> Option<String> {
        self.effect_told_to(None, game, effect, names)
    }

    /// The same as it is told to the player of a seat, who is spoken to as `you`.
    pub fn effect_told_to(
        &self,
        you: Option<Seat>,
        game: &str,
        effect: &Effect,
        names: &dyn Fn(Seat) -> String,
    ) -> Option<String> {
        let name = |seat: &Seat| names(*seat);
        let by = |seat: &Option<Seat>| seat.map(names).unwrap_or_default();
        let what = |piece: &Piece| self.piece(piece, names, you);
        let at = |spot: &rainette_core::Spot| self.place(game, spot.as_str());
        let dice = |dice: &[u8]| self.language.list(dice);
        let card = |card: &Option<rainette_core::Name>| {
            card.map(|card| self.quoted(card.as_str())).unwrap_or_default()
        };
        let arguments: Vec<(&str, String)> = match effect {
            Effect::Rolled { dice: rolled, by: seat } => vec![("by", by(seat)), ("dice", dice(rolled))],
            Effect::Starts { seat } => vec![("seat", name(seat))],
            Effect::Placed { piece, at: spot } => {
                vec![
                    ("kind", class(piece.kind.as_str()).to_owned()),
                    ("piece", what(piece)),
                    ("at", at(spot)),
                ]
            }
            Effect::Removed { piece, from } => vec![("piece", what(piece)), ("from", at(from))],
            Effect::Stepped { piece, from, to } => vec![
                ("game", game.to_owned()),
                ("kind", class(piece.kind.as_str()).to_owned()),
                ("piece", what(piece)),
                ("from", at(from)),
                ("to", at(to)),
            ],
            Effect::Hopped { piece, from, over, to } => {
                let over: Vec<_> = over.iter().map(at).collect();
                vec![
                    ("game", game.to_owned()),
                    ("piece", what(piece)),
                    ("from", at(from)),
                    ("source", head(from.as_str())),
                    ("over", self.language.list(&over)),
                    ("to", at(to)),
                    ("target", head(to.as_str())),
                ]
            }
            Effect::Pushed { piece, from: _, to } => vec![("piece", what(piece)), ("to", at(to))],
            Effect::Hit { piece, from, to } => {
                vec![("piece", what(piece)), ("from", at(from)), ("to", at(to))]
            }
            Effect::Capped { piece, at: spot } => vec![("owner", by(&piece.owner)), ("at", at(spot))],
            Effect::Matured { piece: _, at: spot } => vec![("at", at(spot))],
            Effect::Captured { piece, at: spot, by: seat } => {
                vec![("piece", what(piece)), ("at", at(spot)), ("by", by(seat))]
            }
            Effect::Eaten { piece, at: spot } => vec![("piece", what(piece)), ("at", at(spot))],
            Effect::Sent { piece, by: seat, to: _ } => vec![("piece", what(piece)), ("by", name(seat))],
            Effect::Taken { piece, from, by: seat } => {
                vec![("piece", what(piece)), ("source", head(from.as_str())), ("by", name(seat))]
            }
            Effect::Given { piece, from, to } => {
                vec![("piece", what(piece)), ("from", name(from)), ("to", name(to))]
            }
            Effect::Dropped { piece, by: seat, at: spot } => {
                vec![("piece", what(piece)), ("by", name(seat)), ("at", at(spot))]
            }
            Effect::Dealt { seat, card: dealt } | Effect::Kept { seat, card: dealt } => {
                vec![("seat", name(seat)), ("card", card(dealt))]
            }
            Effect::Revealed { seat, card: shown } => {
                vec![("seat", name(seat)), ("card", self.quoted(shown.as_str()))]
            }
            Effect::Scored { seat, points, from } => vec![
                ("seat", name(seat)),
                ("points", signed(*points)),
                ("source", self.source(from.as_str())),
            ],
            Effect::Forfeited { seat, dice: left } => vec![("seat", name(seat)), ("dice", dice(left))],
            Effect::Passed { seat } => vec![("game", game.to_owned()), ("seat", name(seat))],
            Effect::Ended { winners, why } => {
                // Whoever is spoken to is not named among the winners again.
                let others = winners.iter().filter(|seat| Some(**seat) != you);
                let names: Vec<_> = others.map(name).collect();
                vec![
                    ("why", self.ending(why.as_str()).unwrap_or_default()),
                    ("winners", self.language.list(&names)),
                    ("count", winners.len().to_string()),
                ]
            }
        };
        let arguments: Vec<_> = arguments.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let said = match your_part(effect, you) {
            Some(key) => self.say(&format!("you.{key}"), &arguments),
            None => self.say(&format!("effect.{}", key(effect)), &arguments),
        };
        let said = said.trim();
        (!said.is_empty()).then(|| said.to_owned())
    }

    /// Who won, as a sentence.
    pub fn won(&self, winners: &[Seat], names: &dyn Fn(Seat) -> String) -> String {
        self.won_told_to(None, winners, names)
    }

    /// The same as it is told to the player of a seat.
    pub fn won_told_to(&self, you: Option<Seat>, winners: &[Seat], names: &dyn Fn(Seat) -> String) -> String {
        let why = rainette_core::Name::of("");
        let ended = Effect::Ended { winners: winners.to_vec(), why };
        self.effect_told_to(you, "", &ended, names).unwrap_or_default()
    }
}

/// The name by which an effect is worded, as on the wire.
fn key(effect: &Effect) -> &'static str {
    match effect {
        Effect::Rolled { .. } => "rolled",
        Effect::Starts { .. } => "starts",
        Effect::Placed { .. } => "placed",
        Effect::Removed { .. } => "removed",
        Effect::Stepped { .. } => "stepped",
        Effect::Hopped { .. } => "hopped",
        Effect::Pushed { .. } => "pushed",
        Effect::Hit { .. } => "hit",
        Effect::Capped { .. } => "capped",
        Effect::Matured { .. } => "matured",
        Effect::Captured { .. } => "captured",
        Effect::Eaten { .. } => "eaten",
        Effect::Sent { .. } => "sent",
        Effect::Taken { .. } => "taken",
        Effect::Given { .. } => "given",
        Effect::Dropped { .. } => "dropped",
        Effect::Dealt { .. } => "dealt",
        Effect::Kept { .. } => "kept",
        Effect::Revealed { .. } => "revealed",
        Effect::Scored { .. } => "scored",
        Effect::Forfeited { .. } => "forfeited",
        Effect::Passed { .. } => "passed",
        Effect::Ended { .. } => "ended",
    }
}

/// The message that tells an effect to the player who has a part in it; none if `you` has none.
fn your_part(effect: &Effect, you: Option<Seat>) -> Option<&'static str> {
    let you = you?;
    let seat = match effect {
        Effect::Rolled { by, .. } | Effect::Captured { by, .. } => *by,
        Effect::Capped { piece, .. } => piece.owner,
        Effect::Given { to, .. } if *to == you => return Some("received"),
        Effect::Given { from: seat, .. }
        | Effect::Sent { by: seat, .. }
        | Effect::Taken { by: seat, .. }
        | Effect::Dropped { by: seat, .. }
        | Effect::Starts { seat }
        | Effect::Dealt { seat, .. }
        | Effect::Kept { seat, .. }
        | Effect::Revealed { seat, .. }
        | Effect::Scored { seat, .. }
        | Effect::Forfeited { seat, .. }
        | Effect::Passed { seat } => Some(*seat),
        Effect::Ended { winners, .. } => winners.contains(&you).then_some(you),
        Effect::Placed { .. }
        | Effect::Removed { .. }
        | Effect::Stepped { .. }
        | Effect::Hopped { .. }
        | Effect::Pushed { .. }
        | Effect::Hit { .. }
        | Effect::Matured { .. }
        | Effect::Eaten { .. } => None,
    };
    (seat == Some(you)).then(|| key(effect))
}

/// What kind of thing a piece is; what is nothing else is a card.
fn class(kind: &str) -> &'static str {
    match kind.split('-').next() {
        Some("frog") => "frog",
        Some("tadpole") => "tadpole",
        Some("chief") => "chief",
        Some("lily") => "lily",
        _ => "card",
    }
}

/// What kind of place a spot is: what stands before its first full stop.
fn head(spot: &str) -> String {
    spot.split('.').next().unwrap_or("").to_owned()
}

/// A number with its sign.
fn signed(points: i32) -> String {
    if points < 0 { format!("−{}", points.unsigned_abs()) } else { format!("+{points}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_words_everything_and_nothing_else() {
        for language in Language::ALL {
            assert_eq!(language.words().problems(), [""; 0], "words/{language}.txt");
        }
    }

    #[test]
    fn levels_are_named() {
        assert_eq!(Language::En.words().level(1), "Beginner");
        assert_eq!(Language::Fr.words().level(8), "Maître");
    }
}
