//! What no file has: too many lines, words that put work off, paths of somebody's machine.

use super::Problem;
use super::tree::{Tree, is_test};

/// A longer file holds more than one thing. Tests may be as long as they need.
const MOST_LINES: usize = 500;

/// The files that are longer, each with the reason.
const LONG: [(&str, &str); 4] = [
    ("crates/rainette-python/python/rainette/views.py", "it is written from the engine"),
    (
        "web/src/app/app.css",
        "the style of what all screens share, in the order in which rules override each other",
    ),
    (
        "web/src/app/words/en.ts",
        "all words around the boards in one object, of which the type of every language is made",
    ),
    ("web/src/app/words/fr.ts", "the same words as in English, in the same order"),
];

/// Words that put work off. Written in two parts, so that this file does not hold them.
const UNFINISHED: [&str; 5] = [
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("X", "XX"),
    concat!("to", "do!"),
    concat!("unimple", "mented!"),
];

/// Folders of somebody's machine.
const MACHINE: [&str; 4] =
    [concat!("/", "work"), concat!("/", "home"), concat!("/", "root"), concat!("/", "tmp")];

/// Golden files hold JSON pointers, which look like paths, and are as long as what they are made from.
const GOLDEN: [&str; 3] =
    ["crates/rainette-games/tests/playthroughs/", "crates/rainette-games/tests/perft/", "web/src/protocol/"];

const SOURCES: [&str; 8] = [".rs", ".py", ".ts", ".tsx", ".js", ".mjs", ".css", ".html"];

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let golden = |path: &str| GOLDEN.iter().any(|folder| path.starts_with(folder));
    let files = tree.files().filter(|(path, _)| !golden(path));
    let mut problems: Vec<_> = files.flat_map(|(path, text)| problems(path, text)).collect();
    problems.extend(LONG.iter().filter_map(|(path, _)| {
        let is_short = tree.text(path).is_none_or(|text| text.lines().count() <= MOST_LINES);
        let what = "no longer long: take it off the list of long files in xtask/src/tidy/text.rs";
        is_short.then(|| Problem::of(*path, what))
    }));
    problems
}

fn problems(path: &str, text: &str) -> Vec<Problem> {
    let mut problems = Vec::new();
    let length = text.lines().count();
    let may_be_long = is_test(path) || LONG.iter().any(|(long, _)| path == *long);
    if length > MOST_LINES && !may_be_long && SOURCES.iter().any(|ending| path.ends_with(ending)) {
        problems.push(Problem::of(path, format!("{length} lines, more than {MOST_LINES}: split it by noun")));
    }
    for (number, line) in text.lines().enumerate() {
        for word in UNFINISHED.into_iter().filter(|word| stands_alone(line, word, is_word)) {
            problems.push(Problem::at(path, number + 1, format!("`{word}`: finish it or leave it out")));
        }
        for folder in MACHINE.into_iter().filter(|folder| stands_alone(line, folder, is_path)) {
            problems.push(Problem::at(
                path,
                number + 1,
                format!("`{folder}` is a path of somebody's machine"),
            ));
        }
    }
    problems
}

/// Does a word stand in a line with nothing before it that would make it part of something longer, and no letter after
/// it?
fn stands_alone(line: &str, word: &str, continues: fn(char) -> bool) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + word.len()..]);
        !before.ends_with(continues) && !after.starts_with(is_word)
    })
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_path(c: char) -> bool {
    is_word(c) || matches!(c, '.' | '-' | '/' | '}' | '$' | '*')
}

#[cfg(test)]
mod tests {
    use super::super::lines;
    use super::*;

    fn found(text: &str) -> Vec<String> {
        lines(problems("a.rs", text))
    }

    #[test]
    fn long_files_are_split() {
        let long = "\n".repeat(MOST_LINES + 1);
        assert_eq!(found(&long), ["a.rs: 501 lines, more than 500: split it by noun"]);
        assert_eq!(found(&long[1..]), [""; 0]);
        assert_eq!(problems("a.tsx", &long).len(), 1);
        assert_eq!(problems("tests/a.rs", &long), []);
        assert_eq!(problems("Cargo.lock", &long), []);
    }

    /// The project with all files that may be long.
    fn with_long_files(more: [(&str, &str); 2]) -> Tree {
        let long = "\n".repeat(MOST_LINES + 1);
        let files = LONG.iter().map(|(path, _)| (*path, &*long)).chain(more);
        Tree::from_iter(files.map(|(path, text)| (path.to_owned(), text.to_owned())))
    }

    #[test]
    fn a_file_that_may_be_long_and_is_not_is_named() {
        assert_eq!(check(&with_long_files([("a.rs", ""), ("b.rs", "")])), []);
        let (split, _) = LONG[0];
        assert_eq!(
            lines(check(&with_long_files([("a.rs", ""), (split, "")]))),
            [format!(
                "{split}: no longer long: take it off the list of long files in xtask/src/tidy/text.rs"
            )]
        );
    }

    #[test]
    fn nothing_is_put_off() {
        for word in UNFINISHED {
            assert_eq!(
                found(&format!("a\n// {word}: b")),
                [format!("a.rs:2: `{word}`: finish it or leave it out")]
            );
            assert_eq!(found(&format!("{word}y a{word}")), [""; 0]);
        }
    }

    #[test]
    fn no_path_leads_to_somebodys_machine() {
        for folder in MACHINE {
            let what = format!("a.rs:1: `{folder}` is a path of somebody's machine");
            assert_eq!(found(&format!("see {folder}/a")), [&*what]);
            assert_eq!(found(&format!("\"{folder}\"")), [&*what]);
            assert_eq!(found(&format!("a{folder} .{folder}/b {folder}able")), [""; 0]);
        }
        let tree = with_long_files([(&format!("{}a.txt", GOLDEN[0]), MACHINE[2]), ("b.txt", MACHINE[2])]);
        assert_eq!(check(&tree).len(), 1);
    }
}
