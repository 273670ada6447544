//! Rules, words and log keep to `docs/glossary.md`. The page's own texts are checked by `web/tests/glossary.test.ts`.

mod support;

use std::collections::BTreeSet;

use rainette_games::games;
use rainette_words::Language;
use support::{effects, name, read};

/// The heading of a language, and of what holds for all games.
fn headings(language: Language) -> (&'static str, &'static str) {
    match language {
        Language::En => ("English", "All games"),
        Language::Fr => ("Français", "Tous les jeux"),
    }
}

/// One line of the glossary.
struct Entry {
    section: String,
    term: String,
    /// What the other language calls it.
    other: String,
    not: Vec<String>,
}

/// What the glossary says in a language.
fn glossary(language: Language) -> Vec<Entry> {
    let text = read("docs/glossary.md");
    let (mut heading, mut section) = ("", "");
    let mut entries = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            heading = name;
        } else if let Some(name) = line.strip_prefix("### ") {
            section = name;
        } else if heading == headings(language).0 && line.starts_with("| ") {
            let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
            let &[term, _, other, not] = &cells[..] else { panic!("four columns: {line}") };
            if !matches!(term, "term" | "terme") {
                let not = not.split('`').skip(1).step_by(2).map(str::to_owned).collect();
                let [section, term, other] = [section, term, other].map(str::to_owned);
                entries.push(Entry { section, term, other, not });
            }
        }
    }
    entries
}

/// The terms of a cell, which are separated by commas or semicolons.
fn terms(cell: &str) -> impl Iterator<Item = &str> {
    cell.split([',', ';']).map(str::trim)
}

/// Does a text have this word, as it is written or with a capital at its beginning? `*` stands for any ending.
fn has(text: &str, word: &str) -> bool {
    let (stem, is_open) = word.strip_suffix('*').map_or((word, false), |stem| (stem, true));
    [stem.to_owned(), rainette_words::capital(stem)].iter().any(|stem| {
        text.match_indices(stem.as_str()).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + stem.len()..].chars().next();
            !before.is_some_and(char::is_alphanumeric)
                && (is_open || !after.is_some_and(char::is_alphanumeric))
        })
    })
}

/// A text without what stands in backticks, which is notation, and without the names of sentences, which are codes.
fn without_code(line: &str) -> String {
    let mut named = line.split("<a id=\"");
    let mut text = named.next().unwrap_or_default().to_owned();
    text.extend(named.map(|part| part.split_once("</a>").map_or(part, |(_, after)| after)));
    text.split('`').step_by(2).collect::<Vec<_>>().join(" ")
}

/// Everything that is said of a game outside the page, with where it stands.
fn texts(language: Language, game: &str) -> Vec<(String, String)> {
    let file = match language {
        Language::En => format!("docs/rules/{game}.md"),
        Language::Fr => format!("docs/rules/{game}.{language}.md"),
    };
    let rules = read(&file);
    let lines = rules.lines().enumerate();
    let mut all: Vec<_> =
        lines.map(|(number, line)| (format!("{file}:{}", number + 1), without_code(line))).collect();
    let parts = ["reason", "game", "option", "board"].map(|part| format!("{part}.{game}."));
    let cards = ["card.", "common.", "secret."].map(str::to_owned);
    let prefixes = if game == "frogriders" { [&parts[..], &cards[..]].concat() } else { parts.to_vec() };
    let words = language.words().texts();
    all.extend(
        words.into_iter().filter(|(key, _)| prefixes.iter().any(|prefix| key.starts_with(prefix.as_str()))),
    );
    let told = effects(1).into_iter().filter(|(of, _)| *of == game);
    let told: BTreeSet<_> =
        told.filter_map(|(game, effect)| language.words().effect(game, &effect, &name)).collect();
    all.extend(told.into_iter().map(|sentence| (format!("the log of {game}"), sentence)));
    all
}

#[test]
fn every_game_has_its_words_in_every_language() {
    for language in Language::ALL {
        let known: Vec<_> = games().iter().map(|info| language.words().game(info.id)).collect();
        let expected: BTreeSet<_> = known.into_iter().chain([headings(language).1.to_owned()]).collect();
        let entries = glossary(language);
        let sections: BTreeSet<_> = entries.iter().map(|entry| entry.section.clone()).collect();
        assert_eq!(sections, expected, "{language}: the sections of docs/glossary.md, one per game");
        for section in &sections {
            let mut seen = BTreeSet::new();
            for entry in entries.iter().filter(|entry| entry.section == *section) {
                assert!(seen.insert(&entry.term), "{section}: {} stands there twice", entry.term);
            }
        }
    }
}

#[test]
fn what_the_other_language_calls_a_thing_stands_in_its_glossary() {
    for (language, other) in [(Language::En, Language::Fr), (Language::Fr, Language::En)] {
        let section_of = |language: Language, game: &str| language.words().game(game);
        let theirs = glossary(other);
        for entry in glossary(language) {
            let game = games().into_iter().find(|info| section_of(language, info.id) == entry.section);
            let is_near = |there: &&Entry| {
                let is_general = there.section == headings(other).1;
                game.as_ref().is_none_or(|info| is_general || there.section == section_of(other, info.id))
            };
            let known: BTreeSet<_> =
                theirs.iter().filter(is_near).flat_map(|there| terms(&there.term)).collect();
            let is_known = terms(&entry.other).any(|term| known.contains(term));
            assert!(is_known, "{language} {}: `{}` is no term of {other}", entry.section, entry.other);
        }
    }
}

#[test]
fn no_text_uses_a_word_that_the_glossary_rejects() {
    let mut found = Vec::new();
    for language in Language::ALL {
        let entries = glossary(language);
        assert!(entries.iter().flat_map(|entry| &entry.not).count() > 30, "the last column was read");
        for info in games() {
            let sections = [headings(language).1.to_owned(), language.words().game(info.id)];
            let of_game = || entries.iter().filter(|entry| sections.contains(&entry.section));
            for (place, text) in texts(language, info.id) {
                for entry in of_game() {
                    let words = entry.not.iter().filter(|word| has(&text, word));
                    found
                        .extend(words.map(|word| format!("{place}: `{word}`, say `{}`: {text}", entry.term)));
                }
            }
        }
    }
    assert!(found.is_empty(), "{} words:\n{}", found.len(), found.join("\n"));
}

#[test]
fn notation_and_names_of_sentences_are_no_words() {
    assert_eq!(without_code("a `b` c <a id=\"d\"></a><a id=\"e\"></a>F. `g`"), "a   c F.  ");
}

#[test]
fn a_word_is_found_whatever_stands_around_it() {
    for (text, word) in [
        ("Une grenouille cheffe.", "cheffe*"),
        ("l’oiseau la mange", "oiseau*"),
        ("Bondir par-dessus", "bondir"),
        ("the “Corner jump” card", "Corner jump*"),
        ("vers l’arrivée.", "l’arrivée"),
    ] {
        assert!(has(text, word), "{word} in {text}");
    }
    for (text, word) in [
        ("hope for a six", "hop"),
        ("vagabond", "bond"),
        ("vers l’Arrivée.", "l’arrivée"),
        ("the choice is yours", "Choice"),
    ] {
        assert!(!has(text, word), "{word} in {text}");
    }
}

#[test]
fn french_rules_are_spelt_as_they_are_printed() {
    for info in games() {
        let file = format!("docs/rules/{}.fr.md", info.id);
        let mut is_drawing = false;
        for (number, line) in read(&file).lines().enumerate() {
            is_drawing ^= line.starts_with("```");
            let text = without_code(line);
            if is_drawing || line.starts_with('|') || line.starts_with('[') {
                continue;
            }
            let place = format!("{file}:{}: {line}", number + 1);
            assert!(!text.contains('\''), "a straight apostrophe: {place}");
            assert!(
                !text.contains("sens des aiguilles") || text.contains("aiguilles d’une montre"),
                "{place}"
            );
            for sign in [" de a", " de e", " de i", " de o", " de u", " de é", " que a", " que i", " que u"]
            {
                assert!(!text.contains(sign) || text.contains(&format!("{sign} ")), "not elided: {place}");
            }
        }
    }
}

#[test]
fn cards_have_the_same_names_in_the_rules_as_everywhere() {
    use rainette_games::frogriders::{COMMONS, PRIVILEGES, SECRETS};
    let ids = PRIVILEGES.iter().map(|card| card.id).chain(COMMONS.iter().map(|side| side.id));
    let ids: Vec<_> = ids.chain(SECRETS.iter().map(|card| card.id)).collect();
    for (language, file) in
        [(Language::En, "docs/rules/frogriders.md"), (Language::Fr, "docs/rules/frogriders.fr.md")]
    {
        let rules = read(file);
        for id in &ids {
            let name = language.words().card(id).expect("there is such a card");
            assert!(rules.contains(&format!("| {name} `{id}` |")), "{file} does not name `{id}` {name}");
        }
    }
}

/// What stands under the title: players, age, duration, designers; and every page stays in its language.
#[test]
fn rules_say_for_whom_a_game_is_and_who_made_it() {
    for info in games() {
        for (file, years, by, notation) in [
            (format!("docs/rules/{}.md", info.id), " years, ", "· by ", "(../notation.md)"),
            (format!("docs/rules/{}.fr.md", info.id), " ans, ", "· d", "(../notation.fr.md)"),
        ] {
            let text = read(&file);
            let line = text.lines().nth(2).expect("a line under the title");
            for part in [years, " minutes ", by] {
                assert!(line.contains(part), "{file}: `{part}` is missing: {line}");
            }
            assert!(text.contains(notation), "{file} does not link to {notation}");
        }
    }
}
