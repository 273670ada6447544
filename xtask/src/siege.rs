//! A server under siege: killed again and again, or under load. The siege itself is an example of `rainette-server`,
//! since it needs sockets.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::command::{cargo, output, program, run};
use crate::services;

/// What `cargo xtask crash` can be asked.
#[derive(clap::Args)]
pub(crate) struct CrashArguments {
    /// How often the server is killed.
    #[arg(long, value_name = "N", default_value_t = CrashArguments::IN_TESTS)]
    kills: u32,
    /// How many nodes there are, of which one is killed at a time; more than one need `--store postgres`.
    #[arg(long, value_name = "N", default_value_t = 1)]
    nodes: u32,
    /// Where they keep their tables: `sqlite`, or `postgres`, which is stopped now and then as well.
    #[arg(long, value_name = "STORE", default_value = "sqlite")]
    store: String,
    /// Kill a release build.
    #[arg(long)]
    release: bool,
}

impl CrashArguments {
    /// So many kills are part of the tests.
    const IN_TESTS: u32 = 20;

    /// As the tests do it: with what they have built already.
    pub(crate) fn in_tests() -> Self {
        Self { kills: Self::IN_TESTS, nodes: 1, store: "sqlite".to_owned(), release: false }
    }

    /// The same with nodes that share a database and a bus.
    pub(crate) fn with_nodes_in_tests() -> Self {
        Self { kills: 15, nodes: 3, store: "postgres".to_owned(), release: false }
    }
}

/// What `cargo xtask load` can be asked.
#[derive(clap::Args)]
pub(crate) struct LoadArguments {
    /// What the load is like: `--sockets N`, `--acting N`, `--rate N`, `--seconds N`, `--game GAME`, `--store STORE`,
    /// `--nodes N`.
    #[arg(last = true)]
    rest: Vec<String>,
}

/// What `cargo xtask recover` can be asked.
#[derive(clap::Args)]
pub(crate) struct RecoverArguments {
    /// How many games are under way when the server is killed.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    tables: u32,
}

/// What `cargo xtask attack` can be asked.
#[derive(clap::Args)]
pub(crate) struct AttackArguments {
    /// These attacks only.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// Count refusals and bytes only, with a debug build, as the tests do.
    #[arg(long)]
    short: bool,
    /// Print JSON instead of a table.
    #[arg(long)]
    json: bool,
    /// Say what each attack tries, and do nothing.
    #[arg(long)]
    list: bool,
}

impl AttackArguments {
    /// As the tests do it: with what they have built already.
    pub(crate) fn in_tests() -> Self {
        Self { only: Vec::new(), short: true, json: false, list: false }
    }
}

/// Kills the server while people play, and compares what they were told with what it has stored.
pub(crate) fn crash(arguments: &CrashArguments) -> Result<()> {
    if arguments.nodes > 1 {
        services::install_nats()?;
    }
    let siege = build(arguments.release)?;
    let (kills, nodes) = (arguments.kills.to_string(), arguments.nodes.to_string());
    let crash = ["crash", "--kills", &kills, "--nodes", &nodes, "--store", &arguments.store];
    run(program(siege).args(crash))
}

/// Measures a release server under load.
pub(crate) fn load(arguments: &LoadArguments) -> Result<()> {
    if arguments.rest.iter().any(|argument| argument.starts_with("--nodes")) {
        services::install_nats()?;
    }
    let siege = build(true)?;
    run(program(siege).arg("load").args(&arguments.rest))
}

/// Measures how soon a release server is back with many games under way.
pub(crate) fn recover(arguments: &RecoverArguments) -> Result<()> {
    let siege = build(true)?;
    run(program(siege).args(["recover", "--tables", &arguments.tables.to_string()]))
}

/// Tries to take the server's time, memory, disk and bandwidth from others, who play meanwhile.
pub(crate) fn attack(arguments: &AttackArguments) -> Result<()> {
    let mut attack = program(build(!arguments.short)?);
    attack.arg("attack");
    let flags = [(arguments.short, "--short"), (arguments.json, "--json"), (arguments.list, "--list")];
    attack.args(flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag));
    if !arguments.only.is_empty() {
        attack.args(["--only", &arguments.only.join(",")]);
    }
    run(&mut attack)
}

/// Builds the server and those who besiege it, in one go, so that what both need is built once, and gives the latter.
fn build(is_release: bool) -> Result<PathBuf> {
    let (flag, folder) = if is_release { (" --release", "release") } else { ("", "debug") };
    run(&mut cargo(&format!("build{flag} --workspace --bins --example siege")))?;
    let json = output(&mut cargo("metadata --format-version 1 --no-deps"))?;
    let metadata: serde_json::Value = serde_json::from_str(&json).context("`cargo metadata` is not JSON")?;
    let target = metadata["target_directory"].as_str().context("`cargo metadata` names no target folder")?;
    let name = format!("siege{}", std::env::consts::EXE_SUFFIX);
    Ok(Path::new(target).join(folder).join("examples").join(name))
}
