//! What a schema says, in a form that both languages are written from.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

/// A type with a name.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) shape: Shape,
}

/// What a value on the wire looks like.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    Text,
    Whole,
    Real,
    Flag,
    Null,
    Literal(String),
    List(Box<Shape>),
    Tuple(Vec<Shape>),
    Record(Vec<Field>),
    /// Values by key; every key that there is has one if `is_full`.
    Map {
        key: Box<Shape>,
        value: Box<Shape>,
        is_full: bool,
    },
    Named(String),
    /// One of several, each with what it means.
    OneOf(Vec<(Shape, String)>),
    /// All of these at once.
    Both(Vec<Shape>),
    /// Whatever the game in question has here.
    Any,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) shape: Shape,
    /// May it be left out? Then it is never null.
    pub(crate) is_optional: bool,
}

/// The definitions of a schema, by name.
pub(crate) fn definitions(schemas: &Map<String, Value>) -> Vec<Definition> {
    schemas.iter().map(|(name, schema)| definition(name, schema)).collect()
}

pub(crate) fn definition(name: &str, schema: &Value) -> Definition {
    Definition { name: name.to_owned(), about: about(schema), shape: shape(schema) }
}

fn about(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or_default().to_owned()
}

fn shape(schema: &Value) -> Shape {
    let mut parts = Vec::new();
    if schema["properties"].is_object() {
        parts.push(Shape::Record(fields(schema)));
    }
    if let Some(target) = schema["$ref"].as_str() {
        parts.push(Shape::Named(target.rsplit('/').next().unwrap_or(target).to_owned()));
    }
    for any in ["oneOf", "anyOf"] {
        if let Some(variants) = schema[any].as_array() {
            let variant = |schema: &Value| (shape(schema), about(schema));
            parts.push(Shape::OneOf(variants.iter().map(variant).collect()));
        }
    }
    match parts.len() {
        0 => plain(schema),
        1 => parts.remove(0),
        _ => Shape::Both(parts),
    }
}

/// A shape that is no record and consists of no others.
fn plain(schema: &Value) -> Shape {
    if let Some(text) = schema["const"].as_str() {
        return Shape::Literal(text.to_owned());
    }
    if let Some(values) = schema["enum"].as_array() {
        let literal = |value: &Value| {
            let text = value.as_str().unwrap_or_else(|| panic!("a text was expected, not `{value}`"));
            (Shape::Literal(text.to_owned()), String::new())
        };
        return Shape::OneOf(values.iter().map(literal).collect());
    }
    match &schema["type"] {
        Value::String(kind) => of_kind(kind, schema),
        Value::Array(kinds) => {
            let kind = |kind: &Value| (of_kind(kind.as_str().unwrap_or_default(), schema), String::new());
            Shape::OneOf(kinds.iter().map(kind).collect())
        }
        _ => panic!("not understood: `{schema}`"),
    }
}

fn of_kind(kind: &str, schema: &Value) -> Shape {
    match kind {
        "string" => Shape::Text,
        "integer" => Shape::Whole,
        "number" => Shape::Real,
        "boolean" => Shape::Flag,
        "null" => Shape::Null,
        "array" => list(schema),
        "object" => map(schema),
        _ => panic!("not understood: `{schema}`"),
    }
}

fn list(schema: &Value) -> Shape {
    if let Some(items) = schema["prefixItems"].as_array() {
        return Shape::Tuple(items.iter().map(shape).collect());
    }
    let item = shape(&schema["items"]);
    match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
        (Some(least), Some(most)) if least == most => Shape::Tuple(vec![item; least as usize]),
        _ => Shape::List(Box::new(item)),
    }
}

fn map(schema: &Value) -> Shape {
    let by = |key, value: &Value, is_full| {
        let (key, value) = (Box::new(key), Box::new(shape(value)));
        Shape::Map { key, value, is_full }
    };
    if let Some(values) = schema["patternProperties"].as_object() {
        let value = values.values().next().expect("a pattern has values");
        return by(Shape::Whole, value, false);
    }
    if !schema["additionalProperties"].is_object() {
        return Shape::Any;
    }
    let key = if schema["propertyNames"].is_null() { Shape::Text } else { shape(&schema["propertyNames"]) };
    by(key, &schema["additionalProperties"], schema["required"].is_array())
}

/// The fields in the order of their declaration, as far as it is known: those that are always there first.
fn fields(schema: &Value) -> Vec<Field> {
    let properties = schema["properties"].as_object().expect("a record has fields");
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let optional = properties.keys().map(String::as_str).filter(|name| !required.contains(name));
    let field = |name: &str| {
        let schema = properties.get(name).unwrap_or_else(|| panic!("`{name}` is not described"));
        let is_optional = !required.contains(&name);
        let shape = if is_optional { without_null(shape(schema)) } else { shape(schema) };
        Field { name: name.to_owned(), about: about(schema), shape, is_optional }
    };
    required.iter().copied().chain(optional).map(field).collect()
}

/// What can be left out is left out rather than null.
fn without_null(shape: Shape) -> Shape {
    match shape {
        Shape::OneOf(mut variants) => {
            variants.retain(|(variant, _)| *variant != Shape::Null);
            if variants.len() == 1 { variants.remove(0).0 } else { Shape::OneOf(variants) }
        }
        other => other,
    }
}

impl Shape {
    /// Calls `each` with the names that it refers to.
    pub(crate) fn each_name(&self, each: &mut impl FnMut(&str)) {
        match self {
            Self::Named(name) => each(name),
            Self::List(item) => item.each_name(each),
            Self::Tuple(items) | Self::Both(items) => items.iter().for_each(|item| item.each_name(each)),
            Self::Record(fields) => fields.iter().for_each(|field| field.shape.each_name(each)),
            Self::Map { key, value, .. } => {
                key.each_name(each);
                value.each_name(each);
            }
            Self::OneOf(variants) => variants.iter().for_each(|(variant, _)| variant.each_name(each)),
            _ => {}
        }
    }

    /// With other names.
    pub(crate) fn renamed(self, name: &impl Fn(String) -> String) -> Self {
        let all = |shapes: Vec<Self>| shapes.into_iter().map(|shape| shape.renamed(name)).collect();
        match self {
            Self::Named(old) => Self::Named(name(old)),
            Self::List(item) => Self::List(Box::new(item.renamed(name))),
            Self::Tuple(items) => Self::Tuple(all(items)),
            Self::Both(parts) => Self::Both(all(parts)),
            Self::Record(fields) => Self::Record(
                fields.into_iter().map(|field| Field { shape: field.shape.renamed(name), ..field }).collect(),
            ),
            Self::Map { key, value, is_full } => {
                Self::Map { key: Box::new(key.renamed(name)), value: Box::new(value.renamed(name)), is_full }
            }
            Self::OneOf(variants) => Self::OneOf(
                variants.into_iter().map(|(variant, about)| (variant.renamed(name), about)).collect(),
            ),
            other => other,
        }
    }

    /// The texts that it can be, if it is one of some.
    pub(crate) fn literals(&self) -> Option<Vec<&str>> {
        let Self::OneOf(variants) = self else { return None };
        variants.iter().map(|(variant, _)| variant.literal()).collect()
    }

    fn literal(&self) -> Option<&str> {
        match self {
            Self::Literal(text) => Some(text),
            _ => None,
        }
    }

    /// What tells a variant from the others: the text that one of its fields always has.
    pub(crate) fn tag(&self) -> Option<&str> {
        let Self::Record(fields) = self else { return None };
        fields.iter().find_map(|field| field.shape.literal())
    }
}

/// The definitions so that each comes after those it refers to, as far as they do not refer to each other.
pub(crate) fn in_order(definitions: Vec<Definition>) -> Vec<Definition> {
    let mut waiting: BTreeMap<String, Definition> = BTreeMap::new();
    let mut order = Vec::new();
    for definition in definitions {
        order.push(definition.name.clone());
        waiting.insert(definition.name.clone(), definition);
    }
    let (mut sorted, mut seen) = (Vec::new(), BTreeSet::new());
    for name in order {
        visit(&name, &mut waiting, &mut seen, &mut sorted);
    }
    sorted
}

fn visit(
    name: &str,
    waiting: &mut BTreeMap<String, Definition>,
    seen: &mut BTreeSet<String>,
    sorted: &mut Vec<Definition>,
) {
    if !seen.insert(name.to_owned()) {
        return;
    }
    let Some(definition) = waiting.remove(name) else { return };
    let mut names = Vec::new();
    definition.shape.each_name(&mut |name| names.push(name.to_owned()));
    for name in names {
        visit(&name, waiting, seen, sorted);
    }
    sorted.push(definition);
}

/// `china-moon` as `ChinaMoon`.
pub(crate) fn pascal(id: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>()
    };
    id.split(['-', '_']).map(word).collect()
}
