//! What `cargo metadata` says of the workspace and all it depends on.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::command::{cargo, output};

/// Packages and the graph between them.
#[derive(Deserialize)]
pub(crate) struct Metadata {
    pub(crate) packages: Vec<Package>,
    workspace_members: BTreeSet<String>,
    resolve: Graph,
}

/// A package of ours or of others.
#[derive(Deserialize)]
pub(crate) struct Package {
    id: String,
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) license: Option<String>,
    /// Where it comes from; nowhere for what lies on the disk.
    pub(crate) source: Option<String>,
    pub(crate) dependencies: Vec<Dependency>,
}

/// What a manifest asks for.
#[derive(Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
}

#[derive(Deserialize)]
struct Graph {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Edge>,
}

#[derive(Deserialize)]
struct Edge {
    pkg: String,
    dep_kinds: Vec<EdgeKind>,
}

#[derive(Deserialize)]
struct EdgeKind {
    kind: Option<String>,
}

impl Metadata {
    /// Asks cargo.
    pub(crate) fn read() -> Result<Self> {
        Self::parse(&output(&mut cargo("metadata --format-version 1"))?)
    }

    pub(crate) fn parse(json: &str) -> Result<Self> {
        serde_json::from_str(json).context("`cargo metadata` printed something unexpected")
    }

    /// Our own packages.
    pub(crate) fn members(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| self.is_member(package))
    }

    /// Is the package ours?
    pub(crate) fn is_member(&self, package: &Package) -> bool {
        self.workspace_members.contains(&package.id)
    }

    /// The names of everything that is part of a package when it is used: its dependencies and theirs, without those
    /// for tests and build scripts.
    pub(crate) fn parts_of(&self, package: &Package) -> BTreeSet<&str> {
        let nodes: BTreeMap<_, _> = self.resolve.nodes.iter().map(|node| (node.id.as_str(), node)).collect();
        let mut ids = BTreeSet::new();
        let mut ahead = vec![package.id.as_str()];
        while let Some(id) = ahead.pop() {
            let edges = nodes.get(id).map_or(&[][..], |node| &node.deps);
            let used = edges.iter().filter(|edge| edge.dep_kinds.iter().any(|kind| kind.kind.is_none()));
            ahead.extend(used.map(|edge| edge.pkg.as_str()).filter(|&id| ids.insert(id)));
        }
        let parts = self.packages.iter().filter(|package| ids.contains(package.id.as_str()));
        parts.map(|package| package.name.as_str()).collect()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A workspace from lines such as `rainette-core -> serde dev:rand`; names that begin with `rainette` or `xtask`
    /// are ours.
    pub(crate) fn workspace(lines: &str) -> Metadata {
        let is_ours = |name: &str| name.starts_with("rainette") || name == "xtask";
        let mut metadata = Metadata {
            packages: Vec::new(),
            workspace_members: BTreeSet::new(),
            resolve: Graph { nodes: Vec::new() },
        };
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (name, uses) = line.split_once("->").expect("an arrow");
            let id = name.trim().to_owned();
            let named = |used: &str| used.rsplit(':').next().unwrap_or(used).to_owned();
            let kind = |used: &str| used.split_once(':').map(|(kind, _)| kind.to_owned());
            let edge = |used: &str| Edge { pkg: named(used), dep_kinds: vec![EdgeKind { kind: kind(used) }] };
            if is_ours(&id) {
                metadata.workspace_members.insert(id.clone());
            }
            metadata.packages.push(Package {
                name: id.clone(),
                id: id.clone(),
                version: "1.0.0".to_owned(),
                license: Some("MIT".to_owned()),
                source: (!is_ours(&id)).then(|| crate::licences::CRATES_IO.to_owned()),
                dependencies: uses.split_whitespace().map(|used| Dependency { name: named(used) }).collect(),
            });
            metadata.resolve.nodes.push(Node { id, deps: uses.split_whitespace().map(edge).collect() });
        }
        metadata
    }

    #[test]
    fn parts_are_found_through_others_but_not_through_tests() {
        let metadata = workspace(
            "rainette-core -> serde dev:proptest\nserde -> itoa\nitoa ->\nproptest -> rand\nrand ->",
        );
        assert_eq!(metadata.parts_of(&metadata.packages[0]), BTreeSet::from(["itoa", "serde"]));
    }
}
