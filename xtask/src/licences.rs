//! Licences and sources of what we depend on.
//!
//! `check` is quick and needs no tool: it holds the licences that cargo reports against the list in `deny.toml`.
//! `deny` asks cargo-deny, which also reads the licence texts and knows of vulnerabilities.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::command::{install_tool, root, run, tool};
use crate::metadata::Metadata;

/// How cargo names the registry that dependencies may come from.
pub(crate) const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Runs cargo-deny over `deny.toml`.
pub(crate) fn deny() -> Result<()> {
    install_tool("deny")?;
    run(&mut tool("deny --workspace --all-features check licenses bans sources"))?;
    // Known vulnerabilities come from a database on the network: last, so that the rest is known without it.
    run(&mut tool("deny --workspace --all-features check advisories"))
}

/// Checks that each dependency has an allowed licence and comes from crates.io.
pub(crate) fn check() -> Result<()> {
    let rules = fs::read_to_string(root().join("deny.toml")).context("cannot read deny.toml")?;
    let allowed = allowed(&rules)?;
    let metadata = Metadata::read()?;
    let problems = problems(&metadata, &allowed);
    for problem in &problems {
        println!("{problem}");
    }
    let others = metadata.packages.iter().filter(|package| !metadata.is_member(package)).count();
    println!("licences: {others} dependencies, {} problems", problems.len());
    if !problems.is_empty() {
        bail!("{} dependencies are not acceptable", problems.len());
    }
    Ok(())
}

fn problems(metadata: &Metadata, allowed: &[String]) -> Vec<String> {
    let mut problems = Vec::new();
    for package in &metadata.packages {
        let who = format!("{} {}", package.name, package.version);
        match &package.license {
            None => problems.push(format!("{who}: names no licence")),
            Some(licence) if !is_allowed(licence, allowed) => {
                problems.push(format!("{who}: `{licence}` is not among the licences of deny.toml"));
            }
            Some(_) => {}
        }
        let is_welcome = match package.source.as_deref() {
            None => metadata.is_member(package),
            Some(source) => source == CRATES_IO,
        };
        if !is_welcome {
            let source = package.source.as_deref().unwrap_or("a path outside the workspace");
            problems.push(format!("{who}: comes from {source}, not from crates.io"));
        }
    }
    problems
}

/// The list `allow` in the section `[licenses]`.
fn allowed(rules: &str) -> Result<Vec<String>> {
    let code: String = rules.lines().map(|line| line.split('#').next().unwrap_or("")).collect();
    let section = code.split_once("[licenses]").context("deny.toml has no section `[licenses]`")?.1;
    let list = section.split_once("allow = [").and_then(|(_, rest)| rest.split_once(']'));
    let list = list.context("deny.toml has no list `allow` in `[licenses]`")?.0;
    Ok(list.split('"').skip(1).step_by(2).map(str::to_owned).collect())
}

/// Does an SPDX expression leave us a choice that is allowed? `/` is an old way to write `OR`.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    any(&mut rest, allowed).unwrap_or(false) && rest.is_empty()
}

/// One side of an `OR` is enough. `None` if the expression is broken off.
fn any(words: &mut &[&str], allowed: &[String]) -> Option<bool> {
    let mut is_fine = all(words, allowed)?;
    while let Some((&"OR", rest)) = words.split_first() {
        *words = rest;
        is_fine |= all(words, allowed)?;
    }
    Some(is_fine)
}

/// `AND` binds more closely than `OR`, and both sides are needed.
fn all(words: &mut &[&str], allowed: &[String]) -> Option<bool> {
    let mut is_fine = one(words, allowed)?;
    while let Some((&"AND", rest)) = words.split_first() {
        *words = rest;
        is_fine &= one(words, allowed)?;
    }
    Some(is_fine)
}

fn one(words: &mut &[&str], allowed: &[String]) -> Option<bool> {
    let (&first, rest) = words.split_first()?;
    *words = rest;
    if first == "(" {
        let is_fine = any(words, allowed)?;
        let (&close, rest) = words.split_first()?;
        *words = rest;
        return (close == ")").then_some(is_fine);
    }
    let mut name = first.to_owned();
    if let ["WITH", exception, rest @ ..] = words {
        name = format!("{name} WITH {exception}");
        *words = rest;
    }
    Some(allowed.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::tests::workspace;

    #[test]
    fn the_list_is_read_from_its_section() {
        let rules = "[bans]\nallow = [\"no\"]\n[licenses]\n# why\nallow = [\n \"MIT\", # a note\n \"ISC\",\n]\nunused = \"x\"";
        assert_eq!(allowed(rules).expect("a list"), ["MIT", "ISC"]);
        assert!(allowed("[bans]").is_err());
        assert!(allowed("[licenses]\n").is_err());
    }

    #[test]
    fn expressions_follow_spdx() {
        let allowed = ["MIT", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned);
        for fine in [
            "MIT",
            "GPL-3.0 OR MIT",
            "MIT/Apache-2.0",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "GPL-3.0 AND ISC OR MIT",
            "Apache-2.0 WITH LLVM-exception",
            "GPL-3.0 WITH Classpath-exception OR MIT",
        ] {
            assert!(is_allowed(fine, &allowed), "{fine}");
        }
        for foul in [
            "",
            "GPL-3.0",
            "Apache-2.0",
            "MIT AND GPL-3.0",
            "MIT AND (GPL-3.0 OR ISC)",
            "MIT WITH Classpath-exception",
            "MIT OR",
            "(MIT",
            "MIT MIT",
        ] {
            assert!(!is_allowed(foul, &allowed), "{foul}");
        }
    }

    #[test]
    fn strange_licences_and_sources_are_named() {
        let mut metadata = workspace("rainette-core -> serde tokio\nserde ->\ntokio ->\nrand ->");
        assert_eq!(problems(&metadata, &["MIT".to_owned()]), [""; 0]);
        metadata.packages[1].license = Some("GPL-3.0".to_owned());
        metadata.packages[2].source = Some("git+https://example.org/tokio".to_owned());
        metadata.packages[3].source = None;
        assert_eq!(
            problems(&metadata, &["MIT".to_owned()]),
            [
                "serde 1.0.0: `GPL-3.0` is not among the licences of deny.toml",
                "tokio 1.0.0: comes from git+https://example.org/tokio, not from crates.io",
                "rand 1.0.0: comes from a path outside the workspace, not from crates.io",
            ]
        );
    }
}
