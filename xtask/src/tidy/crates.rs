//! What is absent from each crate. ARCHITECTURE.md says the same in words.

use super::Problem;
use super::places::type_name;
use super::source::Source;
use super::tree::{Tree, is_test};
use crate::metadata::Metadata;

/// Which of our crates each may depend on, in tests too.
const MAY_USE: &[(&str, &[&str])] = &[
    ("rainette-core", &[]),
    ("rainette-games", &["rainette-core"]),
    ("rainette-players", &["rainette-core", "rainette-games"]),
    ("rainette-words", &["rainette-core", "rainette-games"]),
    ("rainette-table", &["rainette-core", "rainette-games", "rainette-players"]),
    ("rainette-server", &["rainette-core", "rainette-games", "rainette-players", "rainette-table"]),
    ("rainette-python", &["rainette-core", "rainette-games", "rainette-players"]),
    (
        "rainette",
        &["rainette-core", "rainette-games", "rainette-players", "rainette-server", "rainette-words"],
    ),
    ("xtask", &[]),
];

/// The crates without I/O, clock and chance: the same input gives the same output, always and everywhere.
const PURE: [&str; 4] = ["rainette-core", "rainette-games", "rainette-table", "rainette-words"];

/// The crates that may name a game; all others ask the registry.
const MAY_NAME_GAMES: [&str; 3] = ["rainette-games", "rainette-players", "rainette-words"];

/// Crates that make random numbers, read clocks or do I/O, by the beginnings of their names.
const NOT_IN_PURE: &[&str] = &[
    "async-std",
    "axum",
    "chrono",
    "cpu-time",
    "fastrand",
    "getrandom",
    "hyper",
    "jiff",
    "mio",
    "nanorand",
    "oorandom",
    "quanta",
    "rand",
    "smol",
    "socket2",
    "sqlx",
    "time",
    "tokio",
    "ureq",
    "web-time",
];

/// Modules of `std` that do I/O, read clocks or depend on the machine.
const STD_NOT_IN_PURE: [&str; 7] = ["time", "fs", "net", "io", "env", "process", "thread"];

/// Words of `std` that do the same, or whose order differs from run to run.
const WORDS_NOT_IN_PURE: [&str; 5] = ["SystemTime", "Instant", "RandomState", "HashMap", "HashSet"];

const MACROS_NOT_IN_PURE: [&str; 5] = ["print", "println", "eprint", "eprintln", "dbg"];

pub(super) fn check(tree: &Tree, metadata: &Metadata) -> Vec<Problem> {
    let mut problems = directions(metadata);
    problems.extend(parts(metadata));
    for name in tree.folders("crates/") {
        let folder = format!("crates/{name}/src/");
        for (path, text) in tree.below(&folder, ".rs").filter(|(path, _)| !is_test(path)) {
            let source = Source::of(text);
            if PURE.contains(&name) {
                problems.extend(impurities(path, &source));
            }
            if !MAY_NAME_GAMES.contains(&name) {
                problems.extend(names_of_games(path, &source, tree, name == "rainette-core"));
            }
        }
    }
    problems
}

/// Dependencies between our crates go one way.
fn directions(metadata: &Metadata) -> Vec<Problem> {
    let mut problems = Vec::new();
    for package in metadata.members() {
        let Some((_, may_use)) = MAY_USE.iter().find(|(name, _)| *name == package.name) else {
            let what = format!("`{}` is not in tidy's list of which crate may use which", package.name);
            problems.push(Problem::of("xtask/src/tidy/crates.rs", what));
            continue;
        };
        let ours = |name: &str| metadata.members().any(|member| member.name == name);
        let used = package.dependencies.iter().map(|dependency| dependency.name.as_str());
        for name in used.filter(|name| ours(name) && *name != package.name && !may_use.contains(name)) {
            problems.push(Problem::of(
                "ARCHITECTURE.md",
                format!("`{}` must not depend on `{name}`", package.name),
            ));
        }
    }
    problems
}

/// Nothing random, timed or outside the process is built into these crates, not even by a dependency's dependency.
fn parts(metadata: &Metadata) -> Vec<Problem> {
    let is_banned = |part: &str| {
        NOT_IN_PURE.iter().any(|banned| {
            part.strip_prefix(banned).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '_']))
        })
    };
    let pure = metadata.members().filter(|package| PURE.contains(&package.name.as_str()));
    let banned = pure.flat_map(|package| {
        let parts = metadata.parts_of(package).into_iter().filter(|part| is_banned(part));
        parts.map(|part| {
            Problem::of("ARCHITECTURE.md", format!("`{}` must not contain `{part}`", package.name))
        })
    });
    banned.collect()
}

/// Rules and tables do no I/O, read no clock, and give the same answer everywhere.
fn impurities(path: &str, source: &Source) -> Vec<Problem> {
    let no = |at: usize, what: String| {
        Problem::at(path, source.line(at), format!("no {what} in a crate without I/O"))
    };
    let modules = source.std_modules().into_iter().filter(|(_, name)| STD_NOT_IN_PURE.contains(name));
    let modules = modules.map(|(at, name)| no(at, format!("`std::{name}`")));
    let words = source.words().filter_map(|(at, word)| {
        if WORDS_NOT_IN_PURE.contains(&word) {
            return Some(no(at, format!("`{word}`")));
        }
        let is_macro =
            source.code()[at + word.len()..].starts_with('!') && MACROS_NOT_IN_PURE.contains(&word);
        is_macro.then(|| no(at, format!("`{word}!`")))
    });
    modules.chain(words).collect()
}

/// A game is named by its type (`HopIt`), its module (`hop_it`), or a string that is its id (`hop-it`). In the core no
/// string may even mention one.
fn names_of_games(path: &str, source: &Source, tree: &Tree, is_strict: bool) -> Vec<Problem> {
    let mut problems = Vec::new();
    for id in tree.games() {
        let (module, name) = (id.replace('-', "_"), type_name(&id));
        let words = source.words().filter(|(_, word)| *word == module || *word == name);
        problems.extend(words.map(|(at, word)| (source.line(at), word.to_owned())));
        let is_named = |text: &str| if is_strict { text.contains(&id) } else { text == id };
        let strings = source.strings().filter(|(_, text)| is_named(text));
        problems.extend(strings.map(|(line, _)| (line, id.clone())));
    }
    let problem =
        |(line, name)| Problem::at(path, line, format!("`{name}` names a game: ask the registry instead"));
    problems.into_iter().map(problem).collect()
}

#[cfg(test)]
mod tests {
    use super::super::lines;
    use super::*;
    use crate::metadata::tests::workspace;

    #[test]
    fn dependencies_go_one_way() {
        let fine = "rainette-core -> serde\nrainette-games -> rainette-core\nrainette -> rainette-games rainette-core\nserde ->";
        assert_eq!(directions(&workspace(fine)), []);
        let back = workspace("rainette-core -> dev:rainette-games\nrainette-games -> rainette-core");
        assert_eq!(
            lines(directions(&back)),
            ["ARCHITECTURE.md: `rainette-core` must not depend on `rainette-games`"]
        );
        let server = workspace("rainette-server ->\nrainette-python -> rainette-server");
        assert_eq!(lines(directions(&server)).len(), 1);
        let new = workspace("rainette-new ->");
        assert!(lines(directions(&new))[0].contains("`rainette-new` is not in tidy's list"));
    }

    #[test]
    fn rules_contain_no_generator_or_clock() {
        let fine = "rainette-core -> serde dev:rand_xoshiro\nserde -> randomly\nrandomly ->\nrand_xoshiro ->\nrainette -> tokio\ntokio ->";
        assert_eq!(parts(&workspace(fine)), []);
        let hidden = workspace("rainette-games -> arrayvec\narrayvec -> rand_core\nrand_core ->");
        assert_eq!(lines(parts(&hidden)), ["ARCHITECTURE.md: `rainette-games` must not contain `rand_core`"]);
    }

    #[test]
    fn rules_are_pure() {
        let found = |text: &str| lines(impurities("x.rs", &Source::of(text)));
        assert_eq!(
            found(
                "use std::fmt;\n// println!(\"a\")\nfn print() {}\n#[cfg(test)]\nmod tests { use std::fs; }"
            ),
            [""; 0]
        );
        assert_eq!(
            found("use std::{fmt, fs};\n\nfn f() { println!(\"{:?}\", HashMap::new()); }"),
            [
                "x.rs:1: no `std::fs` in a crate without I/O",
                "x.rs:3: no `println!` in a crate without I/O",
                "x.rs:3: no `HashMap` in a crate without I/O",
            ]
        );
    }

    #[test]
    fn only_some_crates_name_a_game() {
        let tree = Tree::of([
            ("docs/rules/hop-it.md", ""),
            ("crates/rainette-games/src/lib.rs", "pub mod hop_it;"),
            ("crates/rainette/src/main.rs", "//! HopIt\nlet help = \"try hop-it\";\nlet id = \"hop-it\";"),
            ("crates/rainette/src/play.rs", "use rainette_games::hop_it::HopIt;"),
            ("crates/rainette-words/src/say.rs", "\"hop-it\" => \"sauter\""),
            ("crates/rainette/tests/cli.rs", "let id = \"hop-it\";"),
            ("crates/rainette-core/src/lib.rs", "let help = \"try hop-it\";"),
        ]);
        assert_eq!(
            lines(check(&tree, &workspace(""))),
            [
                "crates/rainette/src/main.rs:3: `hop-it` names a game: ask the registry instead",
                "crates/rainette/src/play.rs:1: `hop_it` names a game: ask the registry instead",
                "crates/rainette/src/play.rs:1: `HopIt` names a game: ask the registry instead",
                "crates/rainette-core/src/lib.rs:1: `hop-it` names a game: ask the registry instead",
            ]
        );
    }
}
