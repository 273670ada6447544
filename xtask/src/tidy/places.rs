//! Every place that a game has outside its own folder, so that a new game can ask what it still lacks.
//!
//! docs/adding-a-game.md leads through them in the same order.

use super::Problem;
use super::tree::Tree;

/// A place that every game has. In its texts `{id}` stands for `leap-frog`, `{module}` for `leap_frog`, `{type}` for
/// `LeapFrog`, `{language}` for the code of a language and `{title}` for what the game is called in it.
struct Place {
    path: &'static str,
    has: Has,
    /// What belongs there.
    what: &'static str,
}

/// What has to be in a place.
enum Has {
    /// The file itself.
    File,
    /// A text.
    Text(&'static str),
    /// A key of so many objects of TypeScript.
    Keys(usize),
}
use Has::{File, Keys, Text};

const fn place(path: &'static str, has: Has, what: &'static str) -> Place {
    Place { path, has, what }
}

const BLESSED: &str = "`cargo xtask bless` writes it";

/// The places of a game, in the order of the guide.
const PLACES: &[Place] = &[
    place("docs/rules/{id}.md", File, "its rules in English"),
    place("docs/rules/README.md", Text("]({id}.md)"), "a link to its rules in English"),
    place("README.md", Text("](docs/rules/{id}.md)"), "its line in the table of games"),
    place("docs/notation.md", Text("\n## {title}\n"), "its notation in English"),
    place("crates/rainette-games/src/lib.rs", Text("pub mod {module};"), "its module"),
    place(
        "crates/rainette-games/src/registry.rs",
        Text("$crate::{module}::{type},"),
        "its type in the list of games",
    ),
    place(
        "crates/rainette-games/tests/plain/{module}.rs",
        File,
        "its plain engine, written from the rules alone",
    ),
    place("crates/rainette-games/tests/plain/mod.rs", Text("mod {module};"), "its plain engine"),
    place("crates/rainette-games/tests/plain/mod.rs", Text("\"{id}\" =>"), "its plain engine"),
    place(
        "crates/rainette-games/tests/plain.rs",
        Text("= \"{id}\" {"),
        "the comparison with its plain engine",
    ),
    place("crates/rainette-games/tests/support/census.rs", Text("\"{id}\" =>"), "its census of pieces"),
    place("crates/rainette-games/tests/perft/{id}.txt", File, BLESSED),
    place("crates/rainette-players/src/brains/{module}/mod.rs", Text("impl Brain for {type}"), "its brain"),
    place("crates/rainette-players/src/brains/mod.rs", Text("mod {module};"), "the module of its brain"),
    place("crates/rainette-players/tests/forced.rs", Text("= \"{id}\","), "its forced wins"),
    place(
        "crates/rainette-players/tests/forced/{id}.txt",
        File,
        "its forced wins: `find_forced_wins` writes them",
    ),
    place("crates/rainette-players/tests/ladder.rs", Text("= \"{id}\" with"), "its ladder of levels"),
    place("crates/rainette-players/tests/judge/judged/{id}.txt", File, BLESSED),
    place("crates/rainette-players/tests/unbiased.rs", Text("= \"{id}\" with"), "its games without luck"),
    place("crates/rainette-players/tests/references.rs", Text("= \"{id}\","), "its references"),
    place(
        "crates/rainette-players/tests/references/{id}.txt",
        File,
        "`RAINETTE_BLESS=1 cargo test -p rainette-players --test references` writes it",
    ),
    place("docs/players/{id}.md", File, "how its player thinks, and what was measured"),
    place("docs/players.md", Text("](players/{id}.md)"), "a link to the page of its player"),
    place("docs/glossary.md", Text("\n### {title}\n"), "its words in English"),
    place("crates/rainette-words/src/board/{module}.rs", Text("fn draw("), "its board in a terminal"),
    place(
        "crates/rainette-words/src/board/mod.rs",
        Text("\"{id}\" => {module}::draw("),
        "its board in a terminal",
    ),
    place("web/src/protocol/facts.ts", Text("\"{id}\""), BLESSED),
    place("web/src/boards/{id}/geometry.ts", File, "where every spot of its board is"),
    place("web/src/boards/{id}/board.css", File, "the colours of its board"),
    place("web/src/boards/{id}/board.tsx", Text("import \"./board.css\";"), "its board, with its style"),
    place("web/src/boards/index.ts", Keys(1), "its board"),
    place("web/src/boards/secrets.ts", Keys(4), "what a seat alone may see of it"),
    place("web/src/pieces/seats.ts", Keys(1), "how its seats look"),
    place("web/src/words/things.ts", Keys(1), "what lies where on its board"),
    place("web/src/words/position/index.ts", Keys(2), "its position as text, and the rows of its board"),
    place("web/src/words/chance.ts", Keys(1), "what chance decides in it"),
    place("web/src/words/say.ts", Text("case \"{id}\":"), "what its places are called"),
    place("web/src/words/speak.ts", Keys(1), "its words"),
    place("web/src/app/home/art.tsx", Keys(1), "its picture for the first page"),
    place("web/src/app/rules/scenes.ts", Keys(1), "how the positions of its figures are told"),
    place("web/src/app/rules/texts.ts", Text("/docs/rules/{id}.md\""), "the page's way to its rules"),
    place("web/src/app/table/summary.ts", Keys(1), "how a seat stands"),
    place("web/src/app/table/matrix.ts", Keys(2), "where its points come from, and what breaks ties"),
    place("web/src/app/replay/steps.ts", Keys(1), "what all seats together see of it"),
    place(
        "web/tests/rules.test.ts",
        Keys(3),
        "what its rules have to show and tell, and how many pieces there are",
    ),
    place("web/tests/reading.test.tsx", Keys(1), "its position, rebuilt from what a screen reader reads"),
    place(
        "web/e2e/kept/moments.json",
        Text("\"{id}\":"),
        "the moment that its pictures show: `npm run pictures -- GAME --moments`",
    ),
    place("web/e2e/kept/{id}-wide-light.png", File, "`npm run pictures` takes it"),
    place("web/e2e/kept/{id}-wide-dark.png", File, "`npm run pictures` takes it"),
    place("web/e2e/kept/{id}-tall-light.png", File, "`npm run pictures` takes it"),
    place("web/e2e/kept/{id}-tall-dark.png", File, "`npm run pictures` takes it"),
    place("crates/rainette-python/python/rainette/views.py", Text("\nclass {type}View("), BLESSED),
    place(
        "crates/rainette-python/python/rainette/drawing/{module}.py",
        Text("\ndef draw("),
        "its drawing for Python",
    ),
    place(
        "crates/rainette-python/python/rainette/drawing/__init__.py",
        Text("\"{id}\": {module}.draw,"),
        "its drawing for Python",
    ),
    place("docs/python.md", Text("\n### `{id}`\n"), "the blocks of its observation"),
];

/// What a game has in every language besides English, whose words stand with the rules.
const TRANSLATED: &[Place] = &[
    place("docs/rules/{id}.{language}.md", File, "its rules in this language"),
    place("docs/rules/README.md", Text("]({id}.{language}.md)"), "a link to its rules in this language"),
    place(
        "web/src/app/rules/texts.ts",
        Text("/docs/rules/{id}.{language}.md\""),
        "the page's way to its rules in this language",
    ),
    place("README.md", Text("](docs/rules/{id}.{language}.md)"), "its line in the table of games"),
    place("docs/notation.{language}.md", Text("\n## {title}\n"), "its notation in this language"),
    place("docs/glossary.md", Text("\n### {title}\n"), "its words in this language"),
    place("crates/rainette-words/words/{language}.txt", Text("\n{id}.name = "), "its name in this language"),
    place("crates/rainette-words/words/{language}.txt", Text("\n{id}.about = "), "the line about it"),
    place(
        "crates/rainette-words/words/{language}.txt",
        Text("\n[reason.{id}]\n"),
        "why something is not allowed",
    ),
];

/// What a game has on the page in every language.
const WORDED: &[Place] = &[
    place("web/src/words/{language}.ts", Keys(2), "how it feels, and its prompts"),
    place("web/src/app/words/{language}.ts", Keys(1), "what whoever passes is said to do"),
    place("web/src/app/rules/{language}.ts", Keys(1), "hints for a first game"),
];

/// Where things of a game lie under its name: what comes before the name, and what after it.
const NAMED: &[(&str, &str)] = &[
    ("crates/rainette-games/tests/plain/", ".rs"),
    ("crates/rainette-players/src/brains/", "/mod.rs"),
    ("crates/rainette-players/tests/forced/", ".txt"),
    ("crates/rainette-players/tests/references/", ".txt"),
    ("docs/players/", ".md"),
    ("web/src/boards/", "/board.tsx"),
];

const WORDS: &str = "crates/rainette-words/words/";

/// The places where a game is missing.
pub(super) fn missing(tree: &Tree, id: &str) -> Vec<Problem> {
    let mut problems: Vec<_> = PLACES.iter().filter_map(|place| place.problem(tree, id, "en")).collect();
    for language in languages(tree) {
        let translated = TRANSLATED.iter().filter(|_| language != "en");
        problems.extend(translated.chain(WORDED).filter_map(|place| place.problem(tree, id, language)));
    }
    problems
}

/// What lies in the places of a game that there is not.
pub(super) fn orphans(tree: &Tree) -> Vec<Problem> {
    let games = tree.games();
    let mut problems = Vec::new();
    for &(before, after) in NAMED {
        for (path, _) in tree.below(before, after) {
            let name = path.strip_prefix(before).and_then(|rest| rest.strip_suffix(after)).unwrap_or("");
            let id = name.replace('_', "-");
            if !name.is_empty() && name != "mod" && !name.contains('/') && !games.contains(&id) {
                let what = format!("there is no game `{id}` in crates/rainette-games/src");
                problems.push(Problem::of(path, what));
            }
        }
    }
    problems
}

/// The codes of the languages in which games are worded.
fn languages(tree: &Tree) -> Vec<&str> {
    let files = tree.below(WORDS, ".txt").map(|(path, _)| path);
    files.filter_map(|path| path.strip_prefix(WORDS)?.strip_suffix(".txt")).collect()
}

impl Place {
    fn problem(&self, tree: &Tree, id: &str, language: &str) -> Option<Problem> {
        let filled = |text: &str| {
            let title = title(tree, id, language);
            let names = [("{id}", id), ("{language}", language), ("{title}", &title)];
            let text = names.iter().fold(text.to_owned(), |text, (hole, name)| text.replace(hole, name));
            text.replace("{module}", &id.replace('-', "_")).replace("{type}", &type_name(id))
        };
        let path = filled(self.path);
        let Some(text) = tree.text(&path) else {
            return Some(Problem::of(path, format!("`{id}` lacks this file: {}", self.what)));
        };
        let wanted = match self.has {
            File => return None,
            Text(wanted) => filled(wanted),
            Keys(times) if keys(text, id) >= times => return None,
            Keys(times) => {
                let found = keys(text, id);
                let what =
                    format!("`{id}` is a key of {found} objects here instead of {times}: {}", self.what);
                return Some(Problem::of(path, what));
            }
        };
        let missing = || Problem::of(&path, format!("`{id}` lacks `{}` here: {}", wanted.trim(), self.what));
        (!text.contains(&wanted)).then(missing)
    }
}

/// What a game is called: the title of its rules, as far as a bracket with its other name.
fn title(tree: &Tree, id: &str, language: &str) -> String {
    let rules = match language {
        "en" => format!("docs/rules/{id}.md"),
        other => format!("docs/rules/{id}.{other}.md"),
    };
    let first = tree.text(&rules).and_then(|text| text.lines().next()?.strip_prefix("# "));
    let title = first.map_or(id, |title| title.split(" (").next().unwrap_or(title));
    title.trim().to_owned()
}

/// How many lines of a file begin with the id as a key: `"leap-frog": …`, `abagio: …` or `abagio,`.
fn keys(text: &str, id: &str) -> usize {
    let is_key = |line: &&str| {
        let rest = line.trim_start();
        let rest = rest.strip_prefix(&format!("\"{id}\"")).or_else(|| rest.strip_prefix(id));
        rest.is_some_and(|rest| rest.starts_with([':', ',']))
    };
    text.lines().filter(is_key).count()
}

/// `HopIt` for `hop-it`.
pub(super) fn type_name(id: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    id.split('-').map(capital).collect()
}

#[cfg(test)]
mod tests {
    use super::super::lines;
    use super::*;

    const EN: (&str, &str) = ("crates/rainette-words/words/en.txt", "");
    const FR: (&str, &str) = ("crates/rainette-words/words/fr.txt", "");

    /// Every path and text of every place, for `leap-frog`.
    fn filled() -> Vec<(String, String)> {
        let fill = |place: &Place, language: &str, title: &str| {
            let text = match place.has {
                File => "# Leap Frog\n".replace("Leap Frog", title),
                Text(text) => format!("\n{text}\n"),
                Keys(times) => "  \"leap-frog\": x,\n".repeat(times),
            };
            [place.path.to_owned(), text].map(|text| {
                text.replace("{id}", "leap-frog")
                    .replace("{module}", "leap_frog")
                    .replace("{type}", "LeapFrog")
                    .replace("{language}", language)
                    .replace("{title}", title)
            })
        };
        let english = PLACES.iter().chain(WORDED).map(|place| fill(place, "en", "Leap Frog"));
        let french = TRANSLATED.iter().chain(WORDED).map(|place| fill(place, "fr", "Saute-mouton"));
        let mut files: Vec<(String, String)> = vec![(EN.0.to_owned(), String::new())];
        for [path, text] in english.chain(french) {
            match files.iter_mut().find(|(other, _)| *other == path) {
                Some((_, before)) => before.push_str(&text),
                None => files.push((path, text)),
            }
        }
        files
    }

    fn tree(files: &[(String, String)]) -> Tree {
        Tree::from_iter(files.iter().cloned())
    }

    #[test]
    fn a_game_that_is_everywhere_lacks_nothing() {
        let files = filled();
        assert_eq!(lines(missing(&tree(&files), "leap-frog")), [""; 0]);
        assert_eq!(lines(orphans(&tree(&[files, filled_folder()].concat()))), [""; 0]);
    }

    fn filled_folder() -> Vec<(String, String)> {
        vec![("crates/rainette-games/src/leap_frog/mod.rs".to_owned(), String::new())]
    }

    #[test]
    fn every_place_that_is_missing_is_named_with_its_path() {
        let all = filled();
        for index in 1..all.len() {
            let mut files = all.clone();
            let (path, _) = files.remove(index);
            let found = lines(missing(&tree(&files), "leap-frog"));
            let is_named = |line: &String| line.starts_with(&format!("{path}: `leap-frog` lacks"));
            // Without the file of its words there is no such language.
            assert!(found.iter().any(is_named) || path == FR.0, "{path}: {found:?}");
        }
    }

    #[test]
    fn every_text_that_is_missing_is_named_with_its_path() {
        let all = filled();
        for index in 1..all.len() {
            let mut files = all.clone();
            files[index].1 = String::new();
            let path = files[index].0.clone();
            let is_file = |place: &&Place| matches!(place.has, File);
            let is_only_there = PLACES.iter().chain(TRANSLATED).filter(is_file).any(|place| {
                let named = place.path.replace("{id}", "leap-frog").replace("{module}", "leap_frog");
                named.replace("{language}", "fr") == path
            });
            let found = lines(missing(&tree(&files), "leap-frog"));
            let is_named = |line: &String| line.starts_with(&format!("{path}: `leap-frog` "));
            assert!(is_only_there || found.iter().any(is_named), "{path}: {found:?}");
        }
    }

    #[test]
    fn what_is_said_of_a_missing_place_says_what_belongs_there() {
        let found = lines(missing(&Tree::of([EN, FR, ("web/src/boards/index.ts", "leap: x,")]), "leap-frog"));
        for line in [
            "docs/rules/leap-frog.fr.md: `leap-frog` lacks this file: its rules in this language",
            "web/src/boards/index.ts: `leap-frog` is a key of 0 objects here instead of 1: its board",
            "crates/rainette-words/words/fr.txt: `leap-frog` lacks `[reason.leap-frog]` here: why something is not allowed",
            "crates/rainette-players/src/brains/leap_frog/mod.rs: `leap-frog` lacks this file: its brain",
            "web/src/app/home/art.tsx: `leap-frog` lacks this file: its picture for the first page",
        ] {
            assert!(found.iter().any(|found| found == line), "{line}\n{}", found.join("\n"));
        }
    }

    #[test]
    fn what_belongs_to_no_game_is_named() {
        let tree = Tree::of([
            ("crates/rainette-games/src/hop_it/mod.rs", ""),
            ("crates/rainette-players/src/brains/hop_it/mod.rs", ""),
            ("crates/rainette-players/src/brains/hop_it/deep/mod.rs", ""),
            ("crates/rainette-players/src/brains/leap_frog/mod.rs", ""),
            ("crates/rainette-players/src/brains/mod.rs", ""),
            ("crates/rainette-games/tests/plain/mod.rs", ""),
            ("web/src/boards/leap-frog/board.tsx", ""),
        ]);
        let what = "there is no game `leap-frog` in crates/rainette-games/src";
        assert_eq!(
            lines(orphans(&tree)),
            [
                format!("crates/rainette-players/src/brains/leap_frog/mod.rs: {what}"),
                format!("web/src/boards/leap-frog/board.tsx: {what}"),
            ]
        );
    }

    #[test]
    fn keys_are_found_with_and_without_quotes() {
        assert_eq!(keys("  \"hop-it\": hopIt,\n  abagio,\n  hop-it-x: 1,\n", "hop-it"), 1);
        assert_eq!(keys("  abagio,\n  abagio: [\n  abagios: 1,\n  // abagio", "abagio"), 2);
    }

    #[test]
    fn a_title_is_that_of_the_rules() {
        let tree = Tree::of([
            ("docs/rules/a.md", "# Frogs!\n"),
            ("docs/rules/a.fr.md", "# Les Grenouilles (Frogs!)\n"),
        ]);
        assert_eq!(title(&tree, "a", "en"), "Frogs!");
        assert_eq!(title(&tree, "a", "fr"), "Les Grenouilles");
        assert_eq!(title(&tree, "b", "fr"), "b");
        assert_eq!([type_name("hop-it"), type_name("abagio")], ["HopIt", "Abagio"]);
    }
}
