//! The description is true: everything that games really send fits it.

use std::collections::BTreeMap;

use rainette_core::{Observer, Random as _, Turn};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
use serde_json::{Value, json};

use crate::model::{Definition, Shape, definitions};

type Known = BTreeMap<String, Shape>;

fn known(definitions: Vec<Definition>) -> Known {
    definitions.into_iter().map(|definition| (definition.name, definition.shape)).collect()
}

/// Why a value does not fit a shape; nothing if it does.
fn misfit(value: &Value, shape: &Shape, known: &Known) -> Option<String> {
    let wrong = || Some(format!("{value} is not {shape:?}"));
    match shape {
        Shape::Text => wrong().filter(|_| !value.is_string()),
        Shape::Whole => wrong().filter(|_| !value.is_i64() && !value.is_u64()),
        Shape::Real => wrong().filter(|_| !value.is_number()),
        Shape::Flag => wrong().filter(|_| !value.is_boolean()),
        Shape::Null => wrong().filter(|_| !value.is_null()),
        Shape::Literal(text) => wrong().filter(|_| value.as_str() != Some(text)),
        Shape::Any => wrong().filter(|_| !value.is_object()),
        Shape::List(item) => {
            let Some(values) = value.as_array() else { return wrong() };
            values.iter().find_map(|value| misfit(value, item, known))
        }
        Shape::Tuple(items) => {
            let values = value.as_array().filter(|values| values.len() == items.len());
            let Some(values) = values else { return wrong() };
            values.iter().zip(items).find_map(|(value, item)| misfit(value, item, known))
        }
        Shape::Record(fields) => {
            let Some(values) = value.as_object() else { return wrong() };
            if let Some(name) = values.keys().find(|&name| fields.iter().all(|field| field.name != *name)) {
                return Some(format!("`{name}` is not described"));
            }
            fields.iter().find_map(|field| match values.get(&field.name) {
                None => (!field.is_optional).then(|| format!("`{}` is not there", field.name)),
                Some(value) => misfit(value, &field.shape, known),
            })
        }
        Shape::Map { key, value: kind, .. } => {
            let Some(values) = value.as_object() else { return wrong() };
            values.iter().find_map(|(name, value)| {
                misfit(&json!(name), key, known).or_else(|| misfit(value, kind, known))
            })
        }
        Shape::Named(name) => {
            let shape = known.get(name).unwrap_or_else(|| panic!("`{name}` is not defined"));
            misfit(value, shape, known).map(|why| format!("{name}: {why}"))
        }
        Shape::OneOf(variants) => {
            let fits = variants.iter().any(|(variant, _)| misfit(value, variant, known).is_none());
            if fits { None } else { wrong() }
        }
        Shape::Both(_) => panic!("nothing that a game sends is made of several parts"),
    }
}

#[test]
fn what_games_send_is_as_described() {
    let (views, names) = crate::views();
    let known = {
        let mut all = known(views);
        all.extend(self::known(definitions(&crate::engine())));
        all
    };
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut random = || generator.next_u32();
    for info in rainette_games::games() {
        let view = names.iter().find(|(id, _)| *id == info.id).map(|(_, name)| name.clone());
        let view = Shape::Named(view.expect("every game has a view"));
        for seats in info.seats.clone() {
            let mut table = rainette_games::table(info.id, seats, &[]).expect("so many can play");
            for _ in 0..2_000 {
                for observer in Observer::all(seats) {
                    let seen = table.view(observer);
                    assert_eq!(misfit(&seen, &view, &known), None, "{} of {seats}, {observer}", info.id);
                    let first = table.len().saturating_sub(1);
                    for told in table.told_from(observer, first) {
                        let told = serde_json::to_value(told).expect("what is told can be written");
                        let misfit = misfit(&told, &Shape::Named("Told".to_owned()), &known);
                        assert_eq!(misfit, None, "{} of {seats}, {observer}: {told}", info.id);
                    }
                }
                match table.turn() {
                    Turn::Over => break,
                    Turn::Chance => {
                        table.draw(&mut random).expect("chance is due");
                    }
                    Turn::Seat(seat) => {
                        let choices = table.choices();
                        let index = random.below(choices.len() as u32) as usize;
                        table.play(seat, &choices[index].0).expect("it is legal");
                    }
                }
            }
        }
    }
}

#[test]
fn a_description_that_is_not_true_is_noticed() {
    let (views, _) = crate::views();
    let mut known = known(views);
    known.extend(self::known(definitions(&crate::engine())));
    let table = rainette_games::table("hop-it", 2, &[]).expect("two can play");
    let mut seen = table.view(Observer::Spectator);
    let view = Shape::Named("HopItView".to_owned());
    assert_eq!(misfit(&seen, &view, &known), None);
    seen["secret"] = json!(1);
    assert!(misfit(&seen, &view, &known).is_some(), "a field that is not described");
    seen = table.view(Observer::Spectator);
    seen["turn"] = json!("white");
    assert!(misfit(&seen, &view, &known).is_some(), "a field of another kind");
    seen.as_object_mut().expect("a view is an object").remove("turn");
    assert!(misfit(&seen, &view, &known).is_some(), "a field that is missing");
}
