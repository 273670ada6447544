//! A server under siege: killed again and again, or under load. The siege itself is an example of `rainette-server`,
//! since it needs sockets.

use anyhow::Result;

use crate::command::{cargo, run};

/// What `cargo xtask crash` can be asked.
#[derive(clap::Args)]
pub(crate) struct CrashArguments {
    /// How often the server is killed.
    #[arg(long, value_name = "N", default_value_t = CrashArguments::IN_TESTS)]
    kills: u32,
    /// Kill a release build.
    #[arg(long)]
    release: bool,
}

impl CrashArguments {
    /// So many kills are part of the tests.
    const IN_TESTS: u32 = 20;

    /// As the tests do it: with what they have built already.
    pub(crate) fn in_tests() -> Self {
        Self { kills: Self::IN_TESTS, release: false }
    }
}

/// What `cargo xtask load` can be asked.
#[derive(clap::Args)]
pub(crate) struct LoadArguments {
    /// What the load is like: `--sockets N`, `--acting N`, `--rate N`, `--seconds N`, `--game GAME`.
    #[arg(last = true)]
    rest: Vec<String>,
}

/// Kills the server while people play, and compares what they were told with what it has stored.
pub(crate) fn crash(arguments: &CrashArguments) -> Result<()> {
    let profile = if arguments.release { " --release" } else { "" };
    build(profile)?;
    let kills = arguments.kills;
    run(&mut cargo(&format!("run --quiet{profile} --workspace --example siege -- crash --kills {kills}")))
}

/// Measures a release server under load.
pub(crate) fn load(arguments: &LoadArguments) -> Result<()> {
    build(" --release")?;
    let mut siege = cargo("run --quiet --release --workspace --example siege -- load");
    run(siege.args(&arguments.rest))
}

/// The server and those who besiege it, in one go, so that what both need is built once.
fn build(profile: &str) -> Result<()> {
    run(&mut cargo(&format!("build{profile} --workspace --bins --example siege")))
}
