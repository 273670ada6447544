//! The same messages for the page: plain functions and texts in TypeScript, one file per language, so that the page
//! loads one language and no interpreter.

use std::fmt::Write as _;

use crate::grammar::Language;
use crate::message::{Message, Part};
use crate::signature::{Kind, Signature, signatures_for_the_page};

const HEAD: &str = "// Generated from crates/rainette-words by `cargo xtask bless`. Do not edit.\n\n";

/// What every language has to word, as a module of types.
pub fn types() -> String {
    let mut text = String::from(HEAD);
    let codes = Language::ALL.map(|language| format!("\"{language}\"")).join(" | ");
    writeln!(text, "export type Language = {codes};\n").expect("a text can grow");
    text.push_str(
        "/** What every language words, and what each message is given. */\nexport interface Messages ",
    );
    write_tree(&mut text, &tree(&signatures_for_the_page()), ("readonly ", ';'), 0, &type_of);
    text.push_str(
        "\n\n/** The codes of the rules that forbid something, game by game. */\n\
         export type ReasonCodes = { readonly [G in keyof Messages[\"reason\"]]: keyof Messages[\"reason\"][G] };\n\
         export type Card = keyof Messages[\"card\"];\n\
         export type Common = keyof Messages[\"common\"];\n\
         export type Secret = keyof Messages[\"secret\"];\n\
         /** The codes of the rules that end a game. */\n\
         export type EndCode = keyof Messages[\"ending\"];\n",
    );
    text
}

/// The words of a language, as a module.
pub fn module(language: Language) -> String {
    let mut text = String::from(HEAD);
    writeln!(text, "import * as grammar from \"../grammar/{language}\";").expect("a text can grow");
    text.push_str("import type { Messages } from \"./messages\";\n\n");
    text.push_str("export const messages: Messages = ");
    let catalogue = language.words().catalogue();
    let value = |signature: &Signature| {
        let message = catalogue.get(&signature.key).expect("every language words everything");
        value_of(signature, message)
    };
    write_tree(&mut text, &tree(&signatures_for_the_page()), ("", ','), 0, &value);
    text.push_str(";\n");
    text
}

/// Messages by the parts of their keys.
enum Node<'a> {
    Message(&'a Signature),
    Section(&'a str, Vec<Node<'a>>),
}

fn tree(signatures: &[Signature]) -> Vec<Node<'_>> {
    let mut nodes = Vec::new();
    for signature in signatures {
        let mut below = &mut nodes;
        let mut parts: Vec<_> = signature.key.split('.').collect();
        parts.pop();
        for part in parts {
            let is_it = |node: &Node<'_>| matches!(node, Node::Section(name, _) if *name == part);
            let at = below.iter().position(is_it).unwrap_or_else(|| {
                below.push(Node::Section(part, Vec::new()));
                below.len() - 1
            });
            let Node::Section(_, next) = &mut below[at] else { unreachable!("only sections are looked for") };
            below = next;
        }
        below.push(Node::Message(signature));
    }
    nodes
}

/// Writes a tree between braces: `before` goes before each name, `after` after each value.
fn write_tree(
    text: &mut String,
    nodes: &[Node<'_>],
    (before, after): (&str, char),
    depth: usize,
    value: &dyn Fn(&Signature) -> String,
) {
    let indent = "  ".repeat(depth);
    text.push_str("{\n");
    for node in nodes {
        let name = match node {
            Node::Message(signature) => last(&signature.key),
            Node::Section(name, _) => name,
        };
        write!(text, "{indent}  {before}{}: ", property(name)).expect("a text can grow");
        match node {
            Node::Message(signature) => text.push_str(&value(signature)),
            Node::Section(_, below) => write_tree(text, below, (before, after), depth + 1, value),
        }
        text.push(after);
        text.push('\n');
    }
    text.push_str(&indent);
    text.push('}');
}

fn last(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or(key)
}

/// A name as the key of an object.
fn property(name: &str) -> String {
    let is_plain = name.chars().all(|sign| sign.is_ascii_alphabetic());
    if is_plain { name.to_owned() } else { quoted(name) }
}

fn type_of(signature: &Signature) -> String {
    if signature.arguments.is_empty() {
        return "string".to_owned();
    }
    let argument = |(name, kind): &(&str, Kind)| {
        let kind = if *kind == Kind::Number { "number" } else { "string" };
        format!("readonly {name}: {kind}")
    };
    let arguments: Vec<_> = signature.arguments.iter().map(argument).collect();
    format!("(given: {{ {} }}) => string", arguments.join("; "))
}

fn value_of(signature: &Signature, message: &Message) -> String {
    if signature.arguments.is_empty() {
        return expression(signature, message);
    }
    let is_used = |name: &str| {
        message.uses().iter().any(|usage| match usage {
            crate::message::Use::Said(of)
            | crate::message::Use::Counted(of)
            | crate::message::Use::Chosen(of, _) => *of == name,
        })
    };
    let used: Vec<_> =
        signature.arguments.iter().map(|(name, _)| *name).filter(|name| is_used(name)).collect();
    let given = if used.is_empty() { String::new() } else { format!("{{ {} }}", used.join(", ")) };
    format!("({given}) => {}", expression(signature, message))
}

/// An expression that gives the message.
fn expression(signature: &Signature, message: &Message) -> String {
    match &message.0[..] {
        [] => "\"\"".to_owned(),
        [Part::Text(text)] => quoted(text),
        [one] => part(signature, one),
        parts => {
            let inner = parts.iter().map(|one| match one {
                Part::Text(text) => text.replace('\\', "\\\\").replace('`', "\\`").replace("${", "\\${"),
                other => format!("${{{}}}", part(signature, other)),
            });
            format!("`{}`", inner.collect::<String>())
        }
    }
}

fn part(signature: &Signature, part: &Part) -> String {
    match part {
        Part::Text(text) => quoted(text),
        Part::Argument(None, name) if signature.kind(name) == Some(&Kind::Number) => {
            format!("grammar.number({name})")
        }
        Part::Argument(None, name) => name.clone(),
        Part::Argument(Some(helper), name) => format!("grammar.{}({name})", helper.name()),
        Part::Choice { argument, branches, other } => {
            let mut text = String::from("(");
            for (keys, message) in branches {
                let is = |key: &String| match key.as_str() {
                    "none" => format!("{argument} === \"\""),
                    key => format!("{argument} === {}", quoted(key)),
                };
                let condition = keys.iter().map(is).collect::<Vec<_>>().join(" || ");
                write!(text, "{condition} ? {} : ", expression(signature, message)).expect("a text can grow");
            }
            format!("{text}{})", expression(signature, other))
        }
        Part::Plural { argument, one, other } => format!(
            "(grammar.isSingular({argument}) ? {} : {})",
            expression(signature, one),
            expression(signature, other)
        ),
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_becomes_an_expression() {
        let arguments = &[("kind", Kind::Key(&["frog"])), ("by", Kind::Text), ("count", Kind::Number)];
        let signature = Signature::new("effect.x", arguments);
        let value = |text| value_of(&signature, &Message::parse(text).expect("it can be read"));
        assert_eq!(value("`x` \"{by}\""), r#"({ by }) => `\`x\` "${by}"`"#);
        assert_eq!(value("a \"b\""), r#"() => "a \"b\"""#);
        assert_eq!(value("{of by}{count}"), "({ by, count }) => `${grammar.of(by)}${grammar.number(count)}`");
        assert_eq!(
            value("{kind ? frog: hop | other: {by ? none: | other: {by}}}"),
            r#"({ kind, by }) => (kind === "frog" ? "hop" : (by === "" ? "" : by))"#
        );
        assert_eq!(
            value("{count # one: a | other: b}"),
            r#"({ count }) => (grammar.isSingular(count) ? "a" : "b")"#
        );
    }
}
