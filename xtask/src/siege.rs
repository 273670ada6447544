//! A server under siege: killed again and again, or under load. The siege itself is an example of `rainette-server`,
//! since it needs sockets.

use std::path::PathBuf;

use anyhow::Result;

use crate::command::{cargo, program, run, target};
use crate::needs::{self, Need};

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
    /// Kill a server as it is shipped: a build of the profile `dist`.
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
    /// What the load is like: `--sockets N`, `--acting N`, `--rate N`, `--seconds N`, `--game GAME`, `--visitors N`, `--rounds N`, `--store STORE`,
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

/// What `cargo xtask faults` can be asked.
#[derive(clap::Args)]
pub(crate) struct FaultsArguments {
    /// How often the disk fails.
    #[arg(long, value_name = "N", default_value_t = 20)]
    rounds: u32,
    /// Try a release build.
    #[arg(long)]
    release: bool,
}

/// Makes the server's disk fail while people play, and measures how soon it heals.
pub(crate) fn faults(arguments: &FaultsArguments) -> Result<()> {
    let siege = build(if arguments.release { "dist" } else { "dev" })?;
    run(program(siege).args(["faults", "--rounds", &arguments.rounds.to_string()]))
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
    see_to(&arguments.store, arguments.nodes > 1)?;
    let siege = build(if arguments.release { "dist" } else { "dev" })?;
    let (kills, nodes) = (arguments.kills.to_string(), arguments.nodes.to_string());
    let crash = ["crash", "--kills", &kills, "--nodes", &nodes, "--store", &arguments.store];
    run(program(siege).args(crash))
}

/// Sees to what the server keeps its tables in, and to the bus between nodes.
fn see_to(store: &str, has_bus: bool) -> Result<()> {
    let needs = [(store == "postgres", Need::Postgres), (has_bus, Need::Nats)];
    let needs: Vec<_> = needs.into_iter().filter(|(is_needed, _)| *is_needed).map(|(_, need)| need).collect();
    needs::see_to(&needs)
}

/// Measures a server as it is shipped under load.
pub(crate) fn load(arguments: &LoadArguments) -> Result<()> {
    let asks = |name: &str| arguments.rest.iter().any(|argument| argument.contains(name));
    see_to(if asks("postgres") { "postgres" } else { "sqlite" }, asks("--nodes"))?;
    let siege = build("dist")?;
    run(program(siege).arg("load").args(&arguments.rest))
}

/// Measures how soon a server as it is shipped is back with many games under way.
pub(crate) fn recover(arguments: &RecoverArguments) -> Result<()> {
    let siege = build("dist")?;
    run(program(siege).args(["recover", "--tables", &arguments.tables.to_string()]))
}

/// Tries to take the server's time, memory, disk and bandwidth from others, who play meanwhile.
pub(crate) fn attack(arguments: &AttackArguments) -> Result<()> {
    let mut attack = program(build(if arguments.short { "dev" } else { "dist" })?);
    attack.arg("attack");
    let flags = [(arguments.short, "--short"), (arguments.json, "--json"), (arguments.list, "--list")];
    attack.args(flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag));
    if !arguments.only.is_empty() {
        attack.args(["--only", &arguments.only.join(",")]);
    }
    run(&mut attack)
}

/// Builds the server and those who besiege it in a profile, in one go, so that what both need is built once, and gives
/// the latter. The server has all features, as in tests.
fn build(profile: &str) -> Result<PathBuf> {
    // Tests are no part of what is measured; otherwise, what the tests have built already is used.
    let tests = if profile == "dev" { " --tests --examples" } else { " --example siege" };
    run(&mut cargo(&format!("build --profile {profile} --workspace --bins{tests}")))?;
    let folder = if profile == "dev" { "debug" } else { profile };
    let name = format!("siege{}", std::env::consts::EXE_SUFFIX);
    Ok(target()?.join(folder).join("examples").join(name))
}
