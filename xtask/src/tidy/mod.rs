//! What no compiler checks: above all that ARCHITECTURE.md says the truth.
//!
//! Every check looks at a [`Tree`] of files or at cargo's [`Metadata`], so that each can be shown a broken project in
//! its tests.

mod crates;
mod deploy;
mod docs;
mod games;
mod places;
mod source;
mod text;
mod tree;

use std::fmt;

use anyhow::{Result, bail};

use crate::metadata::Metadata;
use tree::Tree;

/// Something that is not as it should be.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Problem {
    path: String,
    /// Counted from 1; 0 if it is about the file as a whole.
    line: usize,
    what: String,
}

impl Problem {
    fn of(path: impl Into<String>, what: impl Into<String>) -> Self {
        Self::at(path, 0, what)
    }

    fn at(path: impl Into<String>, line: usize, what: impl Into<String>) -> Self {
        Self { path: path.into(), line, what: what.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.what),
            line => write!(f, "{}:{line}: {}", self.path, self.what),
        }
    }
}

/// Checks the project, prints what is wrong, and fails when something is.
pub(crate) fn tidy() -> Result<()> {
    let tree = Tree::read()?;
    let metadata = Metadata::read()?;
    let mut problems = Vec::new();
    problems.extend(crates::check(&tree, &metadata));
    problems.extend(games::check(&tree));
    problems.extend(docs::check(&tree));
    problems.extend(deploy::check(&tree));
    problems.extend(text::check(&tree));
    problems.sort();
    for problem in &problems {
        println!("{problem}");
    }
    println!("tidy: {} files, {} problems", tree.len(), problems.len());
    if !problems.is_empty() {
        bail!("{} problems", problems.len());
    }
    Ok(())
}

/// Checks what containers, services and dashboards are told, and nothing else.
#[cfg(unix)]
pub(crate) fn deploy() -> Result<()> {
    let problems = deploy::check(&Tree::read()?);
    for problem in &problems {
        println!("{problem}");
    }
    println!("deploy: {} problems", problems.len());
    if !problems.is_empty() {
        bail!("{} problems", problems.len());
    }
    Ok(())
}

/// What was found, as text, for tests.
#[cfg(test)]
fn lines(problems: impl IntoIterator<Item = Problem>) -> Vec<String> {
    problems.into_iter().map(|problem| problem.to_string()).collect()
}
