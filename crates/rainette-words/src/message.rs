//! A message: text with holes, and choices between texts.
//!
//! | written | said |
//! |---|---|
//! | `{name}` | the argument `name` |
//! | `{of name}` | the argument after the language's helper `of` (see [`Helper`]) |
//! | `{kind ? tadpole: swims \| other: hops}` | the first text whose key is the argument; `none` is the key of an empty one, several keys are separated by spaces, and `other` comes last |
//! | `{count # one: frog \| other: frogs}` | the text for the number's plural class in the language |
//!
//! Texts of a choice are messages themselves, without the spaces around them. Braces and bars have no other use.

use std::fmt;

use thiserror::Error;

use crate::grammar::{Helper, Language};

/// A message as it was read: its parts in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Message(pub(crate) Vec<Part>);

/// A part of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// Text as it stands.
    Text(String),
    /// An argument, after a helper if one is named.
    Argument(Option<Helper>, String),
    /// One of several texts, by what an argument is.
    Choice { argument: String, branches: Vec<(Vec<String>, Message)>, other: Message },
    /// One of two texts, by how many there are.
    Plural { argument: String, one: Message, other: Message },
}

/// What is wrong with a message.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum MessageError {
    #[error("a `{{` is not closed")]
    Open,
    #[error("there is a `}}` or `|` outside of braces")]
    Stray,
    #[error("`{0}` is not a helper, only {known}", known = Helper::names())]
    Helper(String),
    #[error("`{{{0}}}` is not a name, a helper and a name, or a choice")]
    Hole(String),
    #[error("a branch of `{0}` has no key")]
    Key(String),
    #[error("the last branch of `{0}` is not `other`")]
    Other(String),
    #[error("the plural of `{0}` needs exactly `one` and `other`")]
    Plural(String),
}

impl Message {
    pub(crate) fn parse(text: &str) -> Result<Self, MessageError> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}', '|']) {
            if !rest[at..].starts_with('{') {
                return Err(MessageError::Stray);
            }
            if at > 0 {
                parts.push(Part::Text(rest[..at].to_owned()));
            }
            let end = at + closing(&rest[at..]).ok_or(MessageError::Open)?;
            parts.push(Part::parse(&rest[at + 1..end])?);
            rest = &rest[end + 1..];
        }
        if !rest.is_empty() {
            parts.push(Part::Text(rest.to_owned()));
        }
        Ok(Self(parts))
    }

    /// The message with these arguments. An argument that is missing says nothing.
    pub(crate) fn format(&self, language: Language, arguments: &[(&str, &str)]) -> String {
        let value = |name: &str| arguments.iter().find(|(of, _)| *of == name).map_or("", |(_, value)| *value);
        let part = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Argument(None, name) => value(name).to_owned(),
            Part::Argument(Some(helper), name) => helper.apply(language, value(name)),
            Part::Choice { argument, branches, other } => {
                let key = match value(argument) {
                    "" => "none",
                    key => key,
                };
                let branch = branches.iter().find(|(keys, _)| keys.iter().any(|of| of == key));
                branch.map_or(other, |(_, text)| text).format(language, arguments)
            }
            Part::Plural { argument, one, other } => {
                let count = value(argument).replace('−', "-").parse();
                let is_one = count.is_ok_and(|count| language.is_singular(count));
                (if is_one { one } else { other }).format(language, arguments)
            }
        };
        self.0.iter().map(part).collect()
    }

    /// Every use of an argument, in the order in which they stand.
    pub(crate) fn uses(&self) -> Vec<Use<'_>> {
        let part = |part| -> Vec<Use<'_>> {
            match part {
                &Part::Text(_) => Vec::new(),
                Part::Argument(_, name) => vec![Use::Said(name)],
                Part::Choice { argument, branches, other } => {
                    let keys = branches.iter().flat_map(|(keys, _)| keys.iter().map(String::as_str));
                    let mut uses = vec![Use::Chosen(argument, keys.collect())];
                    uses.extend(branches.iter().flat_map(|(_, text)| text.uses()));
                    uses.extend(other.uses());
                    uses
                }
                Part::Plural { argument, one, other } => {
                    let mut uses = vec![Use::Counted(argument)];
                    uses.extend(one.uses());
                    uses.extend(other.uses());
                    uses
                }
            }
        };
        self.0.iter().flat_map(part).collect()
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|part| match part {
            Part::Text(text) => f.write_str(text),
            Part::Argument(None, name) => write!(f, "{{{name}}}"),
            Part::Argument(Some(helper), name) => write!(f, "{{{} {name}}}", helper.name()),
            Part::Choice { argument, branches, other } => {
                write!(f, "{{{argument} ? ")?;
                for (keys, text) in branches {
                    write!(f, "{}: {text} | ", keys.join(" "))?;
                }
                write!(f, "other: {other}}}")
            }
            Part::Plural { argument, one, other } => {
                write!(f, "{{{argument} # one: {one} | other: {other}}}")
            }
        })
    }
}

/// How a message uses an argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Use<'a> {
    /// It is said, as it stands or by a helper.
    Said(&'a str),
    /// A text is chosen by it, with these keys besides `other`.
    Chosen(&'a str, Vec<&'a str>),
    /// A text is chosen by how many it is.
    Counted(&'a str),
}

impl Part {
    /// Parses what stands between two braces.
    fn parse(hole: &str) -> Result<Self, MessageError> {
        let head = &hole[..hole.find(['{', '|', ':']).unwrap_or(hole.len())];
        if let Some(at) = head.find(['?', '#']) {
            let argument = name(&hole[..at]).ok_or_else(|| MessageError::Hole(hole.to_owned()))?;
            let branches = branches(argument, &hole[at + 1..])?;
            return if hole[at..].starts_with('?') {
                Self::choice(argument, branches)
            } else {
                Self::plural(argument, branches)
            };
        }
        let words: Vec<_> = hole.split(' ').map(name).collect();
        match words[..] {
            [Some(argument)] => Ok(Self::Argument(None, argument.to_owned())),
            [Some(helper), Some(argument)] => {
                let helper = Helper::named(helper).ok_or_else(|| MessageError::Helper(helper.to_owned()))?;
                Ok(Self::Argument(Some(helper), argument.to_owned()))
            }
            _ => Err(MessageError::Hole(hole.to_owned())),
        }
    }

    fn choice(argument: &str, mut branches: Vec<(Vec<String>, Message)>) -> Result<Self, MessageError> {
        match branches.pop() {
            Some((keys, other)) if keys == ["other"] && !is_among("other", &branches) => {
                Ok(Self::Choice { argument: argument.to_owned(), branches, other })
            }
            _ => Err(MessageError::Other(argument.to_owned())),
        }
    }

    fn plural(argument: &str, branches: Vec<(Vec<String>, Message)>) -> Result<Self, MessageError> {
        match <[_; 2]>::try_from(branches) {
            Ok([(first, one), (second, other)]) if first == ["one"] && second == ["other"] => {
                Ok(Self::Plural { argument: argument.to_owned(), one, other })
            }
            _ => Err(MessageError::Plural(argument.to_owned())),
        }
    }
}

fn is_among(key: &str, branches: &[(Vec<String>, Message)]) -> bool {
    branches.iter().any(|(keys, _)| keys.iter().any(|of| of == key))
}

/// The branches `key: text | key: text` of a choice.
fn branches(argument: &str, text: &str) -> Result<Vec<(Vec<String>, Message)>, MessageError> {
    let branch = |text: &str| {
        let (keys, text) = text.split_once(':').ok_or_else(|| MessageError::Key(argument.to_owned()))?;
        let keys: Vec<_> = keys.split_whitespace().map(str::to_owned).collect();
        let are_keys = !keys.is_empty() && keys.iter().all(|key| is_key(key));
        if !are_keys {
            return Err(MessageError::Key(argument.to_owned()));
        }
        Ok((keys, Message::parse(text.trim())?))
    };
    split(text).into_iter().map(branch).collect()
}

/// A text split at its bars, those within braces left alone.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_u32);
    for (at, sign) in text.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Where the brace that the text begins with is closed.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_u32;
    for (at, sign) in text.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The name of an argument or helper.
fn name(text: &str) -> Option<&str> {
    let text = text.trim();
    (!text.is_empty() && text.chars().all(|sign| sign.is_ascii_lowercase())).then_some(text)
}

/// Can this be a key of a choice?
fn is_key(text: &str) -> bool {
    text.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(message: &str, arguments: &[(&str, &str)], expected: &str) {
        let parsed = Message::parse(message).expect(message);
        assert_eq!(parsed.format(Language::Fr, arguments), expected);
    }

    #[test]
    fn arguments_stand_where_they_are_named() {
        check("{who} lance {dice}.", &[("dice", "4 et 1"), ("who", "Ada")], "Ada lance 4 et 1.");
        check("une grenouille {of who}", &[("who", "Ada")], "une grenouille d’Ada");
    }

    #[test]
    fn a_text_is_chosen_by_an_argument() {
        let verb = "Elle {kind ? tadpole lily: est poussé | none: n’est rien | other: est {verb}}.";
        check(verb, &[("kind", "lily")], "Elle est poussé.");
        check(verb, &[("kind", "frog"), ("verb", "poussée")], "Elle est poussée.");
        check(verb, &[], "Elle n’est rien.");
        check("{a ? none: | other: {b ? x: un : deux | other: {a}}}", &[("a", "y"), ("b", "x")], "un : deux");
    }

    #[test]
    fn a_text_is_chosen_by_how_many_there_are() {
        let frogs = "{n} {n # one: grenouille | other: grenouilles}";
        check(frogs, &[("n", "1")], "1 grenouille");
        check(frogs, &[("n", "0")], "0 grenouille");
        check(frogs, &[("n", "2")], "2 grenouilles");
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        for (message, complaint) in [
            ("{who", "a `{` is not closed"),
            ("who}", "there is a `}` or `|` outside of braces"),
            ("a | b", "there is a `}` or `|` outside of braces"),
            ("{Who}", "`{Who}` is not a name, a helper and a name, or a choice"),
            ("{}", "`{}` is not a name, a helper and a name, or a choice"),
            ("{near who}", "`near` is not a helper, only `capital`, `of`, `on`, `to`"),
            ("{who ? ada}", "a branch of `who` has no key"),
            ("{who ? ada: x}", "the last branch of `who` is not `other`"),
            ("{who ? other: x | ada: y}", "the last branch of `who` is not `other`"),
            ("{n # other: x}", "the plural of `n` needs exactly `one` and `other`"),
        ] {
            let error = Message::parse(message).expect_err(message);
            assert_eq!(error.to_string(), complaint, "{message}");
        }
    }
}
