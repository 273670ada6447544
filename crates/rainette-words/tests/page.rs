//! The page has the same words, and says the same with them.

mod support;

use std::collections::{BTreeMap, BTreeSet};

use rainette_core::Seat;
use rainette_words::{Language, typescript};
use serde_json::{Value, json};
use support::{check_file, effects, name, read_or_empty};

#[test]
fn the_pages_words_are_up_to_date() {
    check_file("web/src/words/generated/messages.ts", &typescript::types());
    for language in Language::ALL {
        check_file(&format!("web/src/words/generated/{language}.ts"), &typescript::module(language));
    }
}

/// Effects of every kind and shape, with what every language says of them: the page has to say the same.
#[test]
fn the_pages_sentences_are_up_to_date() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut said = BTreeSet::new();
    let mut cases = Vec::new();
    for (game, effect) in effects(2) {
        let value = serde_json::to_value(&effect).expect("it can be written");
        let shape = json!([
            game,
            value["effect"],
            value["piece"]["kind"],
            value["card"].is_null(),
            value["by"].is_null()
        ]);
        let sentences = |you: Option<Seat>| -> serde_json::Map<String, Value> {
            let say = |language: Language| language.words().effect_told_to(you, game, &effect, &name);
            Language::ALL.iter().map(|&language| (language.to_string(), json!(say(language)))).collect()
        };
        let (to_all, to_first) = (sentences(None), sentences(Some(Seat::new(0))));
        let count = seen.entry(shape.to_string()).or_default();
        if *count < 3 && said.insert(format!("{game} {to_all:?}")) {
            *count += 1;
            cases.push(json!({ "game": game, "effect": value, "says": to_all, "says_to_first": to_first }));
        }
    }
    let lines: Vec<_> = cases.iter().map(ToString::to_string).collect();
    let now = format!("[\n{}\n]\n", lines.join(",\n"));
    // The order of fields depends on what else is built: what is meant is compared, not how it is written.
    let then = serde_json::from_str(&read_or_empty("web/tests/words.json")).unwrap_or(Value::Null);
    let is_same = Value::Array(cases) == then;
    check_file("web/tests/words.json", &if is_same { read_or_empty("web/tests/words.json") } else { now });
}
