//! The files of the project.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;

use anyhow::{Context, Result};

use crate::command::{output, program, root};

/// The project's files and what is in them, by their paths from its root.
pub(super) struct Tree(BTreeMap<String, String>);

impl Tree {
    /// Reads every file that git tracks or would track. What is no text counts as an empty file.
    pub(super) fn read() -> Result<Self> {
        let mut list = program("git");
        list.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
        let list = output(&mut list).context("tidy asks git which files belong to the project")?;
        let mut files = BTreeMap::new();
        for path in list.split('\0').filter(|path| !path.is_empty()) {
            match fs::read(root().join(path)) {
                Ok(bytes) => {
                    files.insert(path.to_owned(), String::from_utf8(bytes).unwrap_or_default());
                }
                // Deleted, but not yet in git's eyes.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(error).with_context(|| format!("cannot read {path}")),
            }
        }
        Ok(Self(files))
    }

    #[cfg(test)]
    pub(super) fn of<const N: usize>(files: [(&str, &str); N]) -> Self {
        Self(files.into_iter().map(|(path, text)| (path.to_owned(), text.to_owned())).collect())
    }

    #[cfg(test)]
    pub(super) fn from_iter(files: impl Iterator<Item = (String, String)>) -> Self {
        Self(files.collect())
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Every file with its path.
    pub(super) fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// The files whose paths begin with a folder and end with an extension.
    pub(super) fn below(&self, folder: &str, extension: &str) -> impl Iterator<Item = (&str, &str)> {
        self.files().filter(move |(path, _)| path.starts_with(folder) && path.ends_with(extension))
    }

    pub(super) fn text(&self, path: &str) -> Option<&str> {
        self.0.get(path).map(String::as_str)
    }

    pub(super) fn has_file(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    pub(super) fn has_folder(&self, path: &str) -> bool {
        path.is_empty()
            || self.0.keys().any(|file| file.strip_prefix(path).is_some_and(|rest| rest.starts_with('/')))
    }

    /// The names of the folders in a folder, which is named with a slash at its end or is empty for the root.
    pub(super) fn folders(&self, parent: &str) -> BTreeSet<&str> {
        let below = self.0.keys().filter_map(|path| path.strip_prefix(parent));
        below.filter_map(|path| Some(path.split_once('/')?.0)).collect()
    }

    /// The ids of all games: those that have a folder, and those whose rules are explained.
    pub(super) fn games(&self) -> BTreeSet<String> {
        let explained = self.below("docs/rules/", ".md").filter_map(|(path, _)| {
            let name = path.strip_prefix("docs/rules/")?.strip_suffix(".md")?;
            (name != "README" && !name.contains(['.', '/'])).then(|| name.to_owned())
        });
        self.game_folders().map(|folder| folder.replace('_', "-")).chain(explained).collect()
    }

    /// The names of the folders that hold a game.
    pub(super) fn game_folders(&self) -> impl Iterator<Item = &str> {
        let parent = "crates/rainette-games/src/";
        let folders = self.folders(parent).into_iter();
        folders.filter(move |folder| self.has_file(&format!("{parent}{folder}/mod.rs")))
    }
}

/// Is this the path of a test, a bench or what they use?
pub(super) fn is_test(path: &str) -> bool {
    let mut parts = path.split('/');
    parts.any(|part| matches!(part, "tests" | "tests.rs" | "benches" | "fuzz" | "examples"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_those_with_a_folder_or_with_rules() {
        let tree = Tree::of([
            ("crates/rainette-games/src/hop_it/mod.rs", ""),
            ("crates/rainette-games/src/registry.rs", ""),
            ("crates/rainette-games/src/shapes/ring.rs", ""),
            ("docs/rules/README.md", ""),
            ("docs/rules/abagio.fr.md", ""),
            ("docs/rules/abagio.md", ""),
        ]);
        assert_eq!(tree.games(), BTreeSet::from(["abagio".to_owned(), "hop-it".to_owned()]));
        assert_eq!(tree.game_folders().collect::<Vec<_>>(), ["hop_it"]);
    }

    #[test]
    fn folders_are_listed_by_name() {
        let tree = Tree::of([("a/b/c.rs", ""), ("a/d.rs", ""), ("e/f.rs", ""), ("g.rs", "")]);
        assert_eq!(tree.folders(""), BTreeSet::from(["a", "e"]));
        assert_eq!(tree.folders("a/"), BTreeSet::from(["b"]));
        assert!(tree.has_folder("a/b") && tree.has_folder("") && !tree.has_folder("a/d.rs"));
    }

    #[test]
    fn tests_are_known_by_their_paths() {
        assert!(is_test("crates/x/tests/plain/a.rs") && is_test("crates/x/src/hop_it/tests.rs"));
        assert!(!is_test("crates/x/src/attests.rs") && !is_test("xtask/src/test.rs"));
    }
}
