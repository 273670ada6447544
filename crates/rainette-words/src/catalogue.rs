//! A language's file of messages.
//!
//! ```text
//! # A comment.
//! [effect]
//! starts = {seat} starts.
//! eaten = A crane swallows {piece}
//!   on {at}.
//! ```
//!
//! A section's name goes before the keys below it (`effect.starts`), and a line that is indented goes on with the one
//! before.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::grammar::Language;
use crate::message::{Message, MessageError, Use};
use crate::signature::{Kind, Signature};

/// The messages of a language, by their keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct Catalogue(BTreeMap<String, Message>);

/// What is wrong with a file of messages.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {what}")]
pub(crate) struct CatalogueError {
    line: usize,
    what: What,
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
enum What {
    #[error("neither `[section]` nor `key = text`")]
    Line,
    #[error("`{0}` is worded twice")]
    Twice(String),
    #[error("`{0}`: {1}")]
    Message(String, MessageError),
}

impl Catalogue {
    pub(crate) fn read(text: &str) -> Result<Self, CatalogueError> {
        let mut catalogue = Self::default();
        let mut section = String::new();
        let mut lines = text.lines().enumerate().peekable();
        while let Some((number, line)) = lines.next() {
            let problem = |what| CatalogueError { line: number + 1, what };
            let line = line.trim_end();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                name.clone_into(&mut section);
                continue;
            }
            let (key, first) = line.split_once('=').ok_or_else(|| problem(What::Line))?;
            let key = key.trim_end();
            if section.is_empty() || key.is_empty() || key.contains(char::is_whitespace) {
                return Err(problem(What::Line));
            }
            let mut text = first.trim().to_owned();
            while let Some((_, more)) = lines.next_if(|(_, line)| line.starts_with([' ', '\t'])) {
                text = format!("{text} {}", more.trim());
            }
            let key = format!("{section}.{key}");
            let message =
                Message::parse(text.trim()).map_err(|error| problem(What::Message(key.clone(), error)))?;
            catalogue.add(&key, message).map_err(problem)?;
        }
        Ok(catalogue)
    }

    /// Adds a message that other parts of the project word already.
    pub(crate) fn add_text(&mut self, key: &str, text: &str) {
        let message = Message(vec![crate::message::Part::Text(text.to_owned())]);
        self.add(key, message).expect("what the rules word is not worded again");
    }

    fn add(&mut self, key: &str, message: Message) -> Result<(), What> {
        match self.0.insert(key.to_owned(), message) {
            None => Ok(()),
            Some(_) => Err(What::Twice(key.to_owned())),
        }
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Message> {
        self.0.get(key)
    }

    /// Everything that is worded, with its key.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Message)> {
        self.0.iter().map(|(key, message)| (key.as_str(), message))
    }

    pub(crate) fn say(&self, language: Language, key: &str, arguments: &[(&str, &str)]) -> Option<String> {
        Some(self.get(key)?.format(language, arguments))
    }

    /// What is missing, unknown, or does not fit: one line each.
    pub(crate) fn problems(&self, signatures: &[Signature]) -> Vec<String> {
        let missing = signatures.iter().filter(|signature| self.get(&signature.key).is_none());
        let mut problems: Vec<_> =
            missing.map(|signature| format!("`{}` is not worded", signature.key)).collect();
        for (key, message) in &self.0 {
            match signatures.iter().find(|signature| signature.key == *key) {
                None => problems.push(format!("`{key}` is worded, but nobody says it")),
                Some(signature) => problems.extend(misuses(signature, message)),
            }
        }
        problems
    }
}

/// Arguments that a message uses and is not given, or not in that way.
fn misuses(signature: &Signature, message: &Message) -> Vec<String> {
    let misuse = |usage| {
        let (name, is_fine) = match &usage {
            Use::Said(name) => {
                (*name, signature.kind(name).is_some_and(|kind| !matches!(kind, Kind::Key(_))))
            }
            Use::Counted(name) => (*name, signature.kind(name) == Some(&Kind::Number)),
            Use::Chosen(name, keys) => {
                let is_fine = match signature.kind(name) {
                    Some(Kind::Key(known)) => keys.iter().all(|key| known.contains(key)),
                    Some(Kind::Text) => *keys == ["none"],
                    Some(Kind::Number) | None => false,
                };
                (*name, is_fine)
            }
        };
        (!is_fine).then(|| match signature.kind(name) {
            None => format!("`{}` uses `{name}`, which it is not given", signature.key),
            Some(kind) => format!("`{}` uses `{name}` as what it is not: it is {kind}", signature.key),
        })
    };
    message.uses().into_iter().filter_map(misuse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGNATURES: [(&str, &[(&str, Kind)]); 3] = [
        ("effect.starts", &[("seat", Kind::Text)]),
        ("effect.moved", &[("kind", Kind::Key(&["frog", "lily"])), ("by", Kind::Text)]),
        ("points.some", &[("count", Kind::Number)]),
    ];

    fn problems(text: &str) -> Vec<String> {
        let signatures = SIGNATURES.map(|(key, arguments)| Signature::new(key, arguments));
        Catalogue::read(text).expect("it can be read").problems(&signatures)
    }

    const FINE: &str = "# Words.\n[effect]\nstarts = {seat} starts.\nmoved = {by ? none: It | other: {by}}\n  {kind ? frog: hops | other: lies}.\n\n[points]\nsome = {count} {count # one: point | other: points}";

    #[test]
    fn a_line_may_go_on() {
        let words = Catalogue::read(FINE).expect("it can be read");
        let say = |kind| words.say(Language::En, "effect.moved", &[("kind", kind), ("by", "Ada")]);
        assert_eq!(say("frog").as_deref(), Some("Ada hops."));
        assert_eq!(problems(FINE), [""; 0]);
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_line() {
        for (text, complaint) in [
            ("[effect]\nstarts", "line 2: neither `[section]` nor `key = text`"),
            ("starts = x", "line 1: neither `[section]` nor `key = text`"),
            ("[effect]\na = x\n\na = y", "line 4: `effect.a` is worded twice"),
            ("[effect]\na = {x", "line 2: `effect.a`: a `{` is not closed"),
        ] {
            assert_eq!(Catalogue::read(text).expect_err(text).to_string(), complaint);
        }
    }

    #[test]
    fn what_is_missing_or_does_not_fit_is_named() {
        for (from, to, complaint) in [
            ("starts = {seat} starts.\n", "", "`effect.starts` is not worded"),
            ("starts =", "starts = x\nbegins =", "`effect.begins` is worded, but nobody says it"),
            ("{seat} starts", "{who} starts", "`effect.starts` uses `who`, which it is not given"),
            (
                "frog: hops",
                "fog: hops",
                "`effect.moved` uses `kind` as what it is not: it is a key, `frog` or `lily`",
            ),
            (
                "{kind ? frog: hops | other: lies}",
                "{kind}",
                "`effect.moved` uses `kind` as what it is not: it is a key, `frog` or `lily`",
            ),
            ("{by ? none:", "{by ? ada:", "`effect.moved` uses `by` as what it is not: it is a text"),
            (
                "{count # one: point | other: points}",
                "{count ? none: x | other: y}",
                "`points.some` uses `count` as what it is not: it is a number",
            ),
        ] {
            assert!(FINE.contains(from), "{from}");
            assert_eq!(problems(&FINE.replace(from, to)), [complaint], "{to}");
        }
    }
}
