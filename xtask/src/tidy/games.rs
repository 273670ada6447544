//! What every game has: the same files in its folder, and its places everywhere else. And what none has: a position that
//! can be sent.

use super::Problem;
use super::places;
use super::source::Source;
use super::tree::Tree;

/// The files of a game's folder. It may have more.
const FILES: [&str; 9] =
    ["mod", "board", "rules", "notation", "view", "picture", "reasons", "encoding", "tests"];

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = places::orphans(tree);
    // A game of which only the rules are written lacks everything else.
    for id in tree.games() {
        let folder = format!("crates/rainette-games/src/{}", id.replace('-', "_"));
        problems.extend(missing(tree, &id, &folder));
        problems.extend(places::missing(tree, &id));
        problems.extend(sent_positions(tree, &folder));
    }
    problems
}

fn missing(tree: &Tree, id: &str, folder: &str) -> Vec<Problem> {
    let mut problems = Vec::new();
    for name in FILES {
        // A file that has grown may be a folder.
        let has = [format!("{folder}/{name}.rs"), format!("{folder}/{name}/mod.rs")];
        if !has.iter().any(|path| tree.has_file(path)) {
            problems
                .push(Problem::of(folder, format!("`{name}.rs` is missing: every game has the same files")));
        }
    }
    let playthroughs = format!("crates/rainette-games/tests/playthroughs/{id}-");
    if tree.below(&playthroughs, ".txt").next().is_none() {
        let what = format!("`{id}` lacks this file: `cargo xtask bless` writes it");
        problems.push(Problem::of(format!("{playthroughs}*.txt"), what));
    }
    problems
}

/// The position knows everything, so it must have no form on the wire: neither derived nor written out.
fn sent_positions(tree: &Tree, folder: &str) -> Vec<Problem> {
    let sources: Vec<_> =
        tree.below(&format!("{folder}/"), ".rs").map(|(path, text)| (path, Source::of(text))).collect();
    let positions: Vec<_> = sources.iter().flat_map(|(_, source)| implementors(source, "Game")).collect();
    if positions.is_empty() {
        return vec![Problem::of(folder, "nothing here implements `Game`")];
    }
    let mut problems = Vec::new();
    for (path, source) in &sources {
        for position in &positions {
            let what = format!("`{position}` is a position and must not be serialised");
            let derived = derives(source, position).filter(|at| at.1.contains("Serialize"));
            problems.extend(derived.map(|(at, _)| Problem::at(*path, source.line(at), what.clone())));
            if implementors(source, "Serialize").contains(position) {
                problems.push(Problem::of(*path, what));
            }
        }
    }
    problems
}

/// The types for which a trait is implemented: `X` in `impl Game for X`.
fn implementors<'a>(source: &'a Source, name: &str) -> Vec<&'a str> {
    let words: Vec<_> = source.words().collect();
    let found = words.windows(3).filter(|window| window[0].1 == name && window[1].1 == "for");
    found.map(|window| window[2].1).collect()
}

/// What is derived for a type: the attributes before its definition, and where that stands.
fn derives<'a>(source: &'a Source, name: &str) -> impl Iterator<Item = (usize, &'a str)> {
    let words: Vec<_> = source.words().collect();
    let is_definition =
        move |pair: &[(usize, &str)]| matches!(pair[0].1, "struct" | "enum") && pair[1].1 == name;
    let places: Vec<_> = words.windows(2).filter(|pair| is_definition(pair)).map(|pair| pair[0].0).collect();
    places.into_iter().map(|at| {
        // Attributes stand between the definition and the end of the item before it.
        let start = source.code()[..at].rfind(['}', ';']).map_or(0, |end| end + 1);
        (at, &source.code()[start..at])
    })
}

#[cfg(test)]
mod tests {
    use super::super::lines;
    use super::*;

    const POSITION: &str = "#[derive(Copy)]\npub struct HopIt(u8);\nimpl Game for HopIt {}";

    fn position(text: &str) -> Vec<String> {
        lines(sent_positions(&Tree::of([("hop_it/mod.rs", text)]), "hop_it"))
    }

    #[test]
    fn a_games_folder_is_complete() {
        let folder = "crates/rainette-games/src/hop_it";
        let tree = Tree::of([
            (&format!("{folder}/mod.rs"), POSITION),
            (&format!("{folder}/board.rs"), ""),
            (&format!("{folder}/rules/mod.rs"), ""),
            (&format!("{folder}/notation.rs"), ""),
            (&format!("{folder}/view.rs"), ""),
            (&format!("{folder}/picture.rs"), ""),
            (&format!("{folder}/reasons.rs"), ""),
            (&format!("{folder}/encoding.rs"), ""),
            (&format!("{folder}/tests.rs"), ""),
            (&format!("{folder}/extra.rs"), ""),
            ("crates/rainette-games/tests/playthroughs/hop-it-2.txt", ""),
        ]);
        assert_eq!(lines(missing(&tree, "hop-it", folder)), [""; 0]);
        assert_eq!(lines(sent_positions(&tree, folder)), [""; 0]);
    }

    #[test]
    fn what_a_game_lacks_is_named() {
        let tree = Tree::of([
            ("crates/rainette-games/src/hop_it/mod.rs", POSITION),
            ("crates/rainette-words/words/en.txt", ""),
            ("crates/rainette-words/words/fr.txt", ""),
            ("crates/rainette-players/src/brains/leap_frog/mod.rs", ""),
        ]);
        let found = lines(check(&tree)).join("\n");
        for name in FILES.into_iter().filter(|name| *name != "mod") {
            assert!(found.contains(&format!("hop_it: `{name}.rs` is missing")), "{name}: {found}");
        }
        for path in [
            "docs/rules/hop-it.md:",
            "docs/rules/hop-it.fr.md:",
            "docs/notation.md:",
            "docs/notation.fr.md:",
            "docs/glossary.md:",
            "tests/perft/hop-it.txt:",
            "tests/playthroughs/hop-it-*.txt:",
            "tests/plain/hop_it.rs:",
            "crates/rainette-players/src/brains/hop_it/mod.rs:",
            "crates/rainette-players/src/brains/mod.rs:",
            "docs/players/hop-it.md:",
            "crates/rainette-words/words/fr.txt:",
            "web/src/boards/hop-it/board.tsx:",
            "web/src/boards/index.ts:",
            "web/src/app/home/art.tsx:",
            "web/src/app/rules/en.ts:",
            "web/src/app/rules/fr.ts:",
            "web/src/words/en.ts:",
            "web/src/words/fr.ts:",
            "web/e2e/kept/hop-it-wide-dark.png:",
            "crates/rainette-python/python/rainette/drawing/hop_it.py:",
            "crates/rainette-python/python/rainette/drawing/__init__.py:",
            "docs/python.md:",
            "brains/leap_frog/mod.rs: there is no game `leap-frog`",
        ] {
            assert!(found.contains(path), "{path}: {found}");
        }
    }

    #[test]
    fn a_game_of_which_only_the_rules_are_written_lacks_the_rest() {
        let found = lines(check(&Tree::of([("docs/rules/leap-frog.md", "# Leap Frog\n")]))).join("\n");
        for what in [
            "src/leap_frog: `mod.rs` is missing",
            "src/leap_frog: nothing here implements `Game`",
            "docs/notation.md: `leap-frog` lacks",
            "docs/players/leap-frog.md: `leap-frog` lacks",
        ] {
            assert!(found.contains(what), "{what}: {found}");
        }
    }

    #[test]
    fn positions_have_no_form_on_the_wire() {
        assert_eq!(position(POSITION), [""; 0]);
        assert_eq!(position(&format!("#[derive(Serialize)] struct View;\n{POSITION}")), [""; 0]);
        let what = "`HopIt` is a position and must not be serialised";
        let derived =
            "\n#[derive(Copy, Serialize)]\n#[repr(C)]\npub struct HopIt { x: u8 }\nimpl Game for HopIt {}";
        assert_eq!(position(derived), [format!("hop_it/mod.rs:4: {what}")]);
        let written = format!("{POSITION}\nimpl serde::Serialize for HopIt {{}}");
        assert_eq!(position(&written), [format!("hop_it/mod.rs: {what}")]);
        assert_eq!(position("struct HopIt;"), ["hop_it: nothing here implements `Game`"]);
    }
}
