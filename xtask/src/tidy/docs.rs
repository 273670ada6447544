//! Documents that do not drift: the architecture names what there is, links lead somewhere, the change log is open.

use super::Problem;
use super::tree::Tree;

const ARCHITECTURE: &str = "ARCHITECTURE.md";
const CHANGELOG: &str = "CHANGELOG.md";

/// Names the files of a game that there is not.
const GUIDE: &str = "docs/adding-a-game.md";

/// How the names of files end that a page may name without their folder.
const SOURCES: [&str; 6] = [".rs", ".py", ".ts", ".tsx", ".mjs", ".css"];

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = architecture(tree);
    if !tree.text(CHANGELOG).is_some_and(|text| text.lines().any(|line| line.starts_with("## Unreleased"))) {
        problems.push(Problem::of(CHANGELOG, "there is no section `## Unreleased`"));
    }
    for (path, text) in tree.below("", ".md") {
        problems.extend(dead_links(tree, path, text));
        problems.extend(gone(tree, path, text));
    }
    problems
}

/// Every crate has a section that says what is absent from it, and every folder of the root is named.
fn architecture(tree: &Tree) -> Vec<Problem> {
    let Some(text) = tree.text(ARCHITECTURE) else {
        return vec![Problem::of(ARCHITECTURE, "missing")];
    };
    let mut problems = Vec::new();
    let crates = tree.folders("crates/");
    for name in &crates {
        match section(text, &format!("`crates/{name}`")) {
            None => problems.push(Problem::of(ARCHITECTURE, format!("no heading names `crates/{name}`"))),
            Some(section) if !section.contains("**Absent:**") => {
                problems
                    .push(Problem::of(ARCHITECTURE, format!("what is **Absent:** from `crates/{name}`?")));
            }
            Some(_) => {}
        }
    }
    problems.extend(tables_of_files(tree, text));
    for folder in tree.folders("").iter().filter(|folder| !text.contains(&format!("`{folder}/`"))) {
        problems.push(Problem::of(ARCHITECTURE, format!("`{folder}/` is not named")));
    }
    problems
}

/// Where a table is headed `file in FOLDER`, the first column of every row names what is in that very folder.
fn tables_of_files(tree: &Tree, text: &str) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut folder = None;
    for (number, line) in prose(text) {
        let Some(row) = line.strip_prefix('|') else {
            folder = None;
            continue;
        };
        let first = row.split('|').next().unwrap_or("").trim();
        if let Some(named) = first.strip_prefix("file in `").and_then(|rest| rest.strip_suffix("/`")) {
            folder = Some(named);
        } else if let Some(folder) = folder {
            for name in first.split('`').skip(1).step_by(2) {
                let wanted = format!("/{folder}/{}", name.trim_end_matches('/'));
                let is_it = |path: &str| {
                    path.find(&wanted)
                        .map(|at| &path[at + wanted.len()..])
                        .is_some_and(|after| after.is_empty() || after.starts_with('/'))
                };
                if !tree.files().any(|(path, _)| is_it(path)) {
                    problems.push(Problem::at(
                        ARCHITECTURE,
                        number,
                        format!("there is no `{folder}/{name}`"),
                    ));
                }
            }
        }
    }
    problems
}

/// The files that a page names and that are not there: in the architecture folders, too.
fn gone(tree: &Tree, path: &str, text: &str) -> Vec<Problem> {
    if path == GUIDE {
        return Vec::new();
    }
    let is_source = |name: &str| SOURCES.iter().any(|ending| name.ends_with(ending));
    let is_file = |name: &&str| is_source(name) || (path == ARCHITECTURE && name.contains('/'));
    let mut problems = Vec::new();
    for (number, line) in prose(text) {
        // Every second part between backticks is code.
        let named =
            line.split('`').skip(1).step_by(2).filter(|name| name.chars().all(is_path)).filter(is_file);
        for name in named.filter(|name| !is_there(tree, name)) {
            problems.push(Problem::at(path, number, format!("there is no `{name}`")));
        }
    }
    problems
}

/// Is there such a file or folder, in whichever folder?
fn is_there(tree: &Tree, name: &str) -> bool {
    let name = name.trim_end_matches('/');
    tree.files().any(|(path, _)| {
        path.match_indices(name).any(|(at, _)| {
            let (before, after) = (&path[..at], &path[at + name.len()..]);
            (before.is_empty() || before.ends_with('/')) && (after.is_empty() || after.starts_with('/'))
        })
    })
}

fn is_path(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/')
}

/// The lines that are no block of code, with their numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// The text from the heading that holds a name to the next heading.
fn section<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        start += line.len();
        if line.starts_with('#') && line.contains(name) {
            // From the end of the heading's line on, so that a heading right after it ends the section.
            let rest = &text[start - usize::from(line.ends_with('\n'))..];
            return Some(&rest[..rest.find("\n#").unwrap_or(rest.len())]);
        }
    }
    None
}

fn dead_links(tree: &Tree, path: &str, text: &str) -> Vec<Problem> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut problems = Vec::new();
    for (line, link) in links(text) {
        let target = link.split('#').next().unwrap_or("");
        let is_elsewhere = target.is_empty() || target.contains("://") || target.starts_with("mailto:");
        let leads_somewhere = || {
            let target = resolved(folder, target)?;
            Some(tree.has_file(&target) || tree.has_folder(&target))
        };
        if !is_elsewhere && leads_somewhere() != Some(true) {
            problems.push(Problem::at(path, line, format!("`{link}` leads nowhere")));
        }
    }
    problems
}

/// The targets of all links, `[so](written)` or `[so]: written`, with their lines; what stands in code is no link.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut links = Vec::new();
    for (number, line) in prose(text) {
        // Every second part between backticks is code.
        let prose = line.split('`').step_by(2);
        let inline =
            prose.flat_map(|part| part.split("](").skip(1)).filter_map(|rest| rest.split([')', ' ']).next());
        // A link's text may be code, which splits the line inside it.
        links.extend(inline.map(|link| (number, link)));
        if let Some((_, target)) = line.split_once("]: ").filter(|(name, _)| name.starts_with('[')) {
            links.extend(target.split_whitespace().next().map(|link| (number, link)));
        }
    }
    links
}

/// A relative path from a folder, without `.` and `..`; none if it leaves the project.
fn resolved(folder: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::super::lines;
    use super::*;

    const GOOD: &str = "# A\n## `crates/rainette`\n**Absent:** all.\n\nAlso `crates/` and `docs/`.\n";

    fn project(architecture: &str) -> Tree {
        Tree::of([
            (ARCHITECTURE, architecture),
            (CHANGELOG, "# Changes\n\n## Unreleased\n"),
            ("crates/rainette/src/main.rs", ""),
            ("docs/a.md", ""),
        ])
    }

    #[test]
    fn the_architecture_names_everything_there_is() {
        assert_eq!(lines(check(&project(GOOD))), [""; 0]);
        let found = |text: &str| lines(check(&project(text)));
        assert_eq!(
            found(&GOOD.replace("crates/rainette`", "rainette`")),
            ["ARCHITECTURE.md: no heading names `crates/rainette`"]
        );
        assert_eq!(
            found(&GOOD.replace("**Absent:**", "")),
            ["ARCHITECTURE.md: what is **Absent:** from `crates/rainette`?"]
        );
        assert_eq!(found(&GOOD.replace("`docs/`", "docs")), ["ARCHITECTURE.md: `docs/` is not named"]);
        assert_eq!(
            found(&format!("{GOOD}`crates/gone/src`")),
            ["ARCHITECTURE.md:6: there is no `crates/gone/src`"]
        );
        let other = "## `crates/rainette`\n## b\n**Absent:** elsewhere. `crates/` `docs/`";
        assert_eq!(found(other).len(), 1, "the words must stand in the crate's own section");
        assert_eq!(architecture(&Tree::of([])).len(), 1);
    }

    #[test]
    fn files_that_are_named_are_there() {
        let text = "`main.rs` `src/main.rs` `src/` `crates/rainette/src` `a.md`\n`ain.rs` `src/mai` `main.rs/a`\n```\n`no.rs`\n```\n`gone.rs` `1/2` `x y.rs` `A::b`";
        let tree = project(text);
        let found = |path: &str| lines(gone(&tree, path, text));
        assert_eq!(
            found(ARCHITECTURE),
            [
                "ARCHITECTURE.md:2: there is no `ain.rs`",
                "ARCHITECTURE.md:2: there is no `src/mai`",
                "ARCHITECTURE.md:2: there is no `main.rs/a`",
                "ARCHITECTURE.md:6: there is no `gone.rs`",
                "ARCHITECTURE.md:6: there is no `1/2`",
            ]
        );
        assert_eq!(
            found("docs/a.md"),
            ["docs/a.md:2: there is no `ain.rs`", "docs/a.md:6: there is no `gone.rs`"]
        );
        assert_eq!(found(GUIDE), [""; 0]);
    }

    #[test]
    fn a_table_of_files_names_what_is_in_its_very_folder() {
        let text = "| file in `table/` | holds |\n|---|---|\n| `a.rs`, `nodes/` | x |\n| `nodes.rs` | y |\n\n| `nodes.rs` | z |";
        let tree =
            Tree::of([("crates/t/table/a.rs", ""), ("crates/t/table/nodes/mod.rs", ""), ("nodes.rs", "")]);
        assert_eq!(lines(tables_of_files(&tree, text)), ["ARCHITECTURE.md:4: there is no `table/nodes.rs`"]);
    }

    #[test]
    fn the_change_log_is_open() {
        let tree = Tree::of([(ARCHITECTURE, ""), (CHANGELOG, "## 1.0\n")]);
        assert_eq!(lines(check(&tree)), ["CHANGELOG.md: there is no section `## Unreleased`"]);
    }

    #[test]
    fn links_lead_somewhere() {
        let text = "[a](../x.rs) [b](rules/) [c](#here) [d](https://e.org) `[e](no)`\n```\n[f](no)\n```\n[`g`](no.md#h \"i\")\n\n[j]: gone.md\n[k](../../out.md)";
        let tree = Tree::of([("docs/a.md", text), ("x.rs", ""), ("docs/rules/b.md", "")]);
        assert_eq!(
            lines(dead_links(&tree, "docs/a.md", text)),
            [
                "docs/a.md:5: `no.md#h` leads nowhere",
                "docs/a.md:7: `gone.md` leads nowhere",
                "docs/a.md:8: `../../out.md` leads nowhere",
            ]
        );
    }
}
