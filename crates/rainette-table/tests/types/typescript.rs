//! Types for the page.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::model::{Definition, Field, Shape};

/// The parameter of everything that carries something of the game in question.
const PARAMETER: &str = "<G extends GameId = GameId>";

/// The definitions as declarations of a module. Those that lead to one of `per_game` depend on the game.
pub(crate) fn module(definitions: &[Definition], per_game: &[&str]) -> String {
    let writer = Writer { generic: generic(definitions, per_game) };
    let written = definitions.iter().filter(|definition| !per_game.contains(&definition.name.as_str()));
    written.map(|definition| writer.declaration(definition)).collect()
}

/// A comment in the style of the page.
pub(crate) fn comment(about: &str, indent: &str) -> String {
    let lines: Vec<&str> = about.lines().map(str::trim_end).collect();
    match lines.as_slice() {
        [] => String::new(),
        [line] => format!("{indent}/** {line} */\n"),
        lines => {
            let line = |line: &&str| format!("{indent} * {line}").trim_end().to_owned() + "\n";
            format!("{indent}/**\n{}{indent} */\n", lines.iter().map(line).collect::<String>())
        }
    }
}

/// The names of all definitions that lead to one of some.
fn generic(definitions: &[Definition], roots: &[&str]) -> BTreeSet<String> {
    let mut generic: BTreeSet<String> = roots.iter().map(|&root| root.to_owned()).collect();
    loop {
        let before = generic.len();
        for definition in definitions {
            let mut leads = false;
            definition.shape.each_name(&mut |name| leads |= generic.contains(name));
            if leads {
                generic.insert(definition.name.clone());
            }
        }
        if generic.len() == before {
            return generic;
        }
    }
}

struct Writer {
    generic: BTreeSet<String>,
}

impl Writer {
    fn declaration(&self, Definition { name, about, shape }: &Definition) -> String {
        let parameter = if self.generic.contains(name) { PARAMETER } else { "" };
        let about = comment(about, "");
        match shape {
            Shape::Record(fields) => {
                let fields: String = fields.iter().map(|field| self.field(field)).collect();
                format!("\n{about}export interface {name}{parameter} {{\n{fields}}}\n")
            }
            shape => format!("\n{about}export type {name}{parameter} ={};\n", self.value(shape)),
        }
    }

    fn field(&self, field: &Field) -> String {
        let mut text = comment(&field.about, "  ");
        writeln!(text, "  {};", self.member(field)).expect("a text can grow");
        text
    }

    fn member(&self, field: &Field) -> String {
        let mark = if field.is_optional { "?" } else { "" };
        format!("readonly {}{mark}: {}", field.name, self.shape(&field.shape))
    }

    /// What stands after the `=` of a type: a union of records has a line for each.
    fn value(&self, shape: &Shape) -> String {
        match shape {
            Shape::OneOf(variants) if shape.literals().is_none() => self.lines(variants),
            Shape::Both(parts) => {
                let part = |part: &Shape| match part {
                    Shape::OneOf(variants) => format!("({}\n)", self.lines(variants)),
                    other => self.shape(other),
                };
                format!(" {}", parts.iter().map(part).collect::<Vec<_>>().join(" & "))
            }
            shape => format!(" {}", self.shape(shape)),
        }
    }

    fn lines(&self, variants: &[(Shape, String)]) -> String {
        let mut text = String::new();
        for (variant, about) in variants {
            write!(text, "\n{}  | {}", comment(about, "  "), self.shape(variant)).expect("a text can grow");
        }
        text
    }

    fn shape(&self, shape: &Shape) -> String {
        match shape {
            Shape::Text => "string".to_owned(),
            Shape::Whole | Shape::Real => "number".to_owned(),
            Shape::Flag => "boolean".to_owned(),
            Shape::Null => "null".to_owned(),
            Shape::Literal(text) => format!("\"{text}\""),
            Shape::List(item) => format!("readonly {}[]", self.item(item)),
            Shape::Tuple(items) => {
                let items: Vec<_> = items.iter().map(|item| self.shape(item)).collect();
                format!("readonly [{}]", items.join(", "))
            }
            Shape::Record(fields) => {
                let fields: Vec<_> = fields.iter().map(|field| self.member(field)).collect();
                format!("{{ {} }}", fields.join("; "))
            }
            Shape::Map { key, value, is_full } => {
                let (key, value) = (self.shape(key), self.shape(value));
                let is_open = key == "string" || key == "number";
                if *is_full || is_open {
                    format!("Readonly<Record<{key}, {value}>>")
                } else {
                    format!("Readonly<Partial<Record<{key}, {value}>>>")
                }
            }
            Shape::Named(name) if name == "TableGame" => "G".to_owned(),
            Shape::Named(name) if name == "AnyView" => "Views[G]".to_owned(),
            Shape::Named(name) if self.generic.contains(name) => format!("{name}<G>"),
            Shape::Named(name) => name.clone(),
            Shape::OneOf(variants) => {
                let variants: Vec<_> = variants.iter().map(|(variant, _)| self.shape(variant)).collect();
                variants.join(" | ")
            }
            Shape::Both(parts) => parts.iter().map(|part| self.item(part)).collect::<Vec<_>>().join(" & "),
            Shape::Any => panic!("something that is not described has no type"),
        }
    }

    /// In parentheses if something stands beside it.
    fn item(&self, shape: &Shape) -> String {
        let text = self.shape(shape);
        let is_simple = !matches!(shape, Shape::OneOf(_) | Shape::Both(_) | Shape::List(_) | Shape::Tuple(_));
        if is_simple { text } else { format!("({text})") }
    }
}
