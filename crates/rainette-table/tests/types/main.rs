//! The types of the page and of the Python package are those of the engine: written from one description of what goes
//! over the wire, which is true of what games really send.

mod facts;
mod model;
mod python;
mod truth;
mod typescript;

use std::fs;
use std::path::Path;

use rainette_core::Told;
use rainette_table::fair::Proof;
use rainette_table::protocol::{
    Analysis, ClaimDevice, DeviceCode, Erased, Games, Invitation, Join, Leave, OpenTable, PlayNow, Refusal,
    Rematch, Replay, ReportWish, Reported, SeatBody, Seated, ShowRecord, TableList, ToClient, ToServer,
    Token,
};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use model::{Definition, definition, definitions, in_order, pascal};

/// What is written by us and read by others.
fn told() -> SchemaSettings {
    SchemaSettings::draft2020_12().for_serialize()
}

/// What others write and we read.
fn heard() -> SchemaSettings {
    SchemaSettings::draft2020_12().for_deserialize()
}

macro_rules! schemas {
    ($settings:expr, $($root:ty),+ $(,)?) => {{
        let mut generator = $settings.into_generator();
        $(generator.subschema_for::<$root>();)+
        generator.take_definitions(true)
    }};
}

/// What the engine tells of any game.
fn engine() -> Map<String, Value> {
    schemas!(told(), Told)
}

/// The messages of the socket and the bodies of the HTTP interface.
fn protocol() -> Map<String, Value> {
    let mut all = schemas!(
        told(),
        ToClient,
        Refusal,
        Games,
        Seated,
        Invitation,
        DeviceCode,
        TableList,
        Token,
        Erased,
        Reported,
        Rematch,
        Replay,
        Analysis,
        Proof,
    );
    let asked = schemas!(
        heard(),
        ToServer,
        OpenTable,
        PlayNow,
        Join,
        SeatBody,
        Leave,
        ClaimDevice,
        ReportWish,
        ShowRecord
    );
    for (name, schema) in asked {
        let known = all.entry(name.clone()).or_insert_with(|| schema.clone());
        assert_eq!(*known, schema, "`{name}` is told in another form than it is asked for");
    }
    all
}

/// The view of every game and what it is made of, named after the game; and the names of the views, by the game's id.
fn views() -> (Vec<Definition>, Vec<(&'static str, String)>) {
    let common = engine();
    let (mut all, mut names) = (Vec::new(), Vec::new());
    for (id, schema) in rainette_games::schema::views(&told()) {
        let schema = schema.to_value();
        let name = |name: String| if common.contains_key(&name) { name } else { pascal(id) + &name };
        let mut parts = schema["$defs"].as_object().map(definitions).unwrap_or_default();
        parts.push(definition("View", &schema));
        parts.retain(|part| !common.contains_key(&part.name));
        all.extend(parts.into_iter().map(|part| Definition {
            name: name(part.name),
            shape: part.shape.renamed(&name),
            ..part
        }));
        names.push((id, name("View".to_owned())));
    }
    (all, names)
}

fn typescript() -> String {
    let (views, names) = views();
    let protocol = definitions(&protocol());
    let messages = typescript::module(&protocol, &["AnyView", "TableGame"]);
    let views = typescript::module(&views, &[]);
    let by_id = lines(names.iter().map(|(id, name)| format!("  readonly \"{id}\": {name};\n")));
    let reasons = rainette_games::schema::reasons();
    let code =
        |(id, codes): &(&str, Vec<&str>)| format!("  readonly \"{id}\": \"{}\";\n", codes.join("\" | \""));
    let reasons = lines(reasons.iter().map(code));
    let by_id = format!(
        "\n/** The view of every game, by the game's id. */\nexport interface Views {{\n{by_id}}}\n\
         \n/** The codes of the rules that forbid something, by the game's id. */\nexport interface ReasonCodes {{\n{reasons}}}\n\
         \n/** Something on the table that can be pointed at: a pad, a frog, a card, a button. */\n\
         export type Spot = Name;\n"
    );
    format!(
        "// Written from the types of the engine by `cargo xtask bless`. Do not edit.\n{messages}{by_id}{views}"
    )
}

fn python() -> String {
    let (views, _) = views();
    let mut all = definitions(&engine());
    all.extend(views);
    let all = in_order(all);
    let mut names = python::names(&all);
    names.sort();
    let list = lines(names.iter().map(|name| format!("    \"{name}\",\n")));
    format!(
        "\"\"\"What can be seen of each game, and what is told of what happens.\n\n\
         Written from the types of the engine by ``cargo xtask bless``. Do not edit.\n\"\"\"\n\n\
         from __future__ import annotations\n\n\
         from typing import Literal, TypeAlias, TypedDict, Union\n\n__all__ = [\n{list}]\n{}",
        python::declarations(&all)
    )
}

fn lines(lines: impl Iterator<Item = String>) -> String {
    lines.collect::<Vec<_>>().concat()
}

/// Compares a file with what it should be, or writes it.
fn check(path: &str, now: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if std::env::var_os("RAINETTE_BLESS").is_some() {
        fs::write(&file, now).expect("the file can be written");
    }
    let then = fs::read_to_string(&file).unwrap_or_default();
    assert!(then == now, "{path} is out of date: run `cargo xtask bless` and look at the difference");
}

#[test]
fn the_pages_types_are_up_to_date() {
    check("web/src/protocol/index.ts", &typescript());
}

#[test]
fn the_pages_facts_are_up_to_date() {
    check("web/src/protocol/facts.ts", &facts::module(&views().0));
}

#[test]
fn pythons_types_are_up_to_date() {
    check("crates/rainette-python/python/rainette/views.py", &python());
}

#[test]
fn pythons_ways_to_open_a_game_are_up_to_date() {
    check("crates/rainette-python/python/rainette/_new.pyi", &facts::openings(&views().1));
}
