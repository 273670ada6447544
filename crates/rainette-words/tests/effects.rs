//! Whatever happens in a game is told in good sentences.

mod support;

use std::collections::BTreeSet;

use rainette_core::{Effect, Seat};
use rainette_words::Language;
use support::{effects, name};

/// No sentence shows a code, a hole, or a space too many.
#[track_caller]
fn assert_good(sentence: &str) {
    for bad in [
        "  ", " ,", " .", "..", "lily-", "frog-", "card.", "stack", "place.", "effect.", "ending.", "{", "}",
        "'",
    ] {
        assert!(!sentence.contains(bad), "`{bad}` in: {sentence}");
    }
    assert!(sentence.ends_with(['.', '!']), "{sentence}");
    assert!(sentence.starts_with(|first: char| first.is_uppercase() || "“«".contains(first)), "{sentence}");
}

#[test]
fn every_effect_of_every_game_is_told_in_every_language() {
    let happened = effects(2);
    for language in Language::ALL {
        let mut told = BTreeSet::new();
        for (game, effect) in &happened {
            let kind = serde_json::to_value(effect).expect("it can be written")["effect"].to_string();
            if let Effect::Ended { why, .. } = effect {
                assert!(
                    language.words().ending(why.as_str()).is_some(),
                    "{language}: {game} ended by `{why}`: add it to `ENDINGS` in src/signature.rs and to `[ending]` in \
                     words/{language}.txt"
                );
            }
            if let Some(sentence) = language.words().effect(game, effect, &name) {
                assert_good(&sentence);
                told.insert(kind);
            }
        }
        assert_eq!(told.len(), 23, "{language}: every kind of effect was told: {told:?}");
    }
}

/// Whoever is spoken to is never named as if somebody else were meant.
#[test]
fn a_player_is_spoken_to_as_you() {
    let you = Seat::new(0);
    for language in Language::ALL {
        let mut told = BTreeSet::new();
        for (game, effect) in &effects(2) {
            let words = language.words();
            let Some(sentence) = words.effect_told_to(Some(you), game, effect, &name) else { continue };
            assert_good(&sentence);
            assert!(!sentence.contains(&name(you)), "{language}: {sentence}");
            if words.effect(game, effect, &name).as_ref() != Some(&sentence) {
                let kind = serde_json::to_value(effect).expect("it can be written")["effect"].to_string();
                told.insert(kind);
            }
        }
        assert!(told.len() >= 18, "{language}: told otherwise: {told:?}");
    }
}

#[test]
fn a_cards_name_is_the_same_in_the_rules_that_need_it() {
    for language in Language::ALL {
        let words = language.words();
        for (card, code) in [
            ("diagonal", "needs-diagonal"),
            ("ell", "needs-ell"),
            ("runup", "needs-runup"),
            ("choose", "needs-choose"),
        ] {
            let name = words.card(card).expect("there is such a card");
            let reason = words.reason("frogriders", code).expect("there is such a rule");
            assert!(reason.contains(&name), "{reason} should name {name}");
        }
    }
}

#[test]
fn french_is_spelt_as_it_is_printed() {
    for (key, text) in Language::Fr.words().texts() {
        assert!(!text.contains('\''), "`{key}` has a straight apostrophe: {text}");
        for sign in [';', '!', '?', '»', ':'] {
            let signs: Vec<_> = text.chars().collect();
            for at in (1..signs.len()).filter(|&at| signs[at] == sign) {
                let before = signs[at - 1];
                // Within braces `key:` and ` ? ` are the format's, not the sentence's.
                let is_key = sign == ':' && before.is_alphanumeric() && text.contains('{');
                let is_name = key == "game.hop-it.name";
                assert!(before == ' ' || is_key || is_name, "`{key}` needs a space before `{sign}`: {text}");
            }
        }
    }
}
