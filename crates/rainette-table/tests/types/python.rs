//! Types for the Python package.

use std::fmt::Write as _;

use crate::model::{Definition, Field, Shape, pascal};

/// Words that cannot be the names of attributes.
const KEYWORDS: [&str; 6] = ["as", "class", "for", "from", "in", "is"];

/// The definitions as a module. Each has to come after those that it refers to.
pub(crate) fn declarations(definitions: &[Definition]) -> String {
    definitions.iter().map(declaration).collect()
}

/// The names that the declarations bring.
pub(crate) fn names(definitions: &[Definition]) -> Vec<String> {
    let mut names = Vec::new();
    for Definition { name, shape, .. } in definitions {
        names.push(name.clone());
        if let Shape::OneOf(variants) = shape
            && shape.literals().is_none()
        {
            names.extend(variants.iter().map(|(variant, _)| variant_name(name, variant)));
        }
    }
    names
}

fn declaration(Definition { name, about, shape }: &Definition) -> String {
    match shape {
        Shape::Record(fields) => record(name, about, fields),
        Shape::OneOf(variants) if shape.literals().is_none() => union(name, about, variants),
        shape => format!("\n\n{}{name}: TypeAlias = {}\n", comment(about), self::shape(shape)),
    }
}

fn comment(about: &str) -> String {
    about.lines().map(|line| format!("#: {line}").trim_end().to_owned() + "\n").collect()
}

fn record(name: &str, about: &str, fields: &[Field]) -> String {
    if fields.iter().any(|field| KEYWORDS.contains(&field.name.as_str())) {
        return by_call(name, about, fields);
    }
    let (optional, required): (Vec<&Field>, Vec<&Field>) = fields.iter().partition(|field| field.is_optional);
    if optional.is_empty() {
        return class(name, "TypedDict", about, &required);
    }
    let always = class(&format!("_{name}"), "TypedDict", "What is always there.", &required);
    always + &class(name, &format!("_{name}, total=False"), about, &optional)
}

fn class(name: &str, base: &str, about: &str, fields: &[&Field]) -> String {
    let mut text = format!("\n\nclass {name}({base}):\n    \"\"\"{}\"\"\"\n", lines(about));
    text.push('\n');
    for field in fields {
        writeln!(text, "    {}: {}", field.name, shape(&field.shape)).expect("a text can grow");
        if !field.about.is_empty() {
            writeln!(text, "    \"\"\"{}\"\"\"", lines(&field.about)).expect("a text can grow");
        }
    }
    text
}

/// A docstring's lines, indented.
fn lines(about: &str) -> String {
    about.lines().collect::<Vec<_>>().join("\n    ")
}

/// A record one of whose fields is a word of the language.
fn by_call(name: &str, about: &str, fields: &[Field]) -> String {
    assert!(fields.iter().all(|field| !field.is_optional), "`{name}` has optional fields");
    let mut text = format!("\n\n{}{name} = TypedDict(\n    \"{name}\",\n    {{\n", comment(about));
    for field in fields {
        writeln!(text, "        \"{}\": {},", field.name, shape(&field.shape)).expect("a text can grow");
    }
    text + "    },\n)\n"
}

/// Each variant of its own name, and all of them together.
fn union(name: &str, about: &str, variants: &[(Shape, String)]) -> String {
    let mut text = String::new();
    for (variant, about) in variants {
        let Shape::Record(fields) = variant else { panic!("`{name}` is not made of records alone") };
        text += &record(&variant_name(name, variant), about, fields);
    }
    write!(text, "\n\n{}{name}: TypeAlias = Union[\n", comment(about)).expect("a text can grow");
    for (variant, _) in variants {
        writeln!(text, "    {},", variant_name(name, variant)).expect("a text can grow");
    }
    text + "]\n"
}

fn variant_name(name: &str, variant: &Shape) -> String {
    let tag = variant.tag().unwrap_or_else(|| panic!("a variant of `{name}` does not say which it is"));
    name.to_owned() + &pascal(tag)
}

fn shape(shape: &Shape) -> String {
    if let Some(literals) = shape.literals() {
        let literals: Vec<_> = literals.iter().map(|literal| format!("\"{literal}\"")).collect();
        return format!("Literal[{}]", literals.join(", "));
    }
    match shape {
        Shape::Text => "str".to_owned(),
        Shape::Whole => "int".to_owned(),
        Shape::Real => "float".to_owned(),
        Shape::Flag => "bool".to_owned(),
        Shape::Null => "None".to_owned(),
        Shape::Literal(text) => format!("Literal[\"{text}\"]"),
        Shape::List(item) => format!("list[{}]", self::shape(item)),
        // JSON has lists alone; of several kinds of items there is none in what Python is given.
        Shape::Tuple(items) => format!("list[{}]", self::shape(items.first().expect("a tuple has items"))),
        Shape::Map { key, value, .. } => format!("dict[{}, {}]", self::shape(key), self::shape(value)),
        Shape::Named(name) => name.clone(),
        Shape::OneOf(variants) => {
            let variants: Vec<_> = variants.iter().map(|(variant, _)| self::shape(variant)).collect();
            variants.join(" | ")
        }
        Shape::Record(_) | Shape::Both(_) | Shape::Any => panic!("`{shape:?}` has no form in Python"),
    }
}
