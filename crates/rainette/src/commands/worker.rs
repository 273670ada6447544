//! `rainette worker`: computer players on a machine of their own.

use rainette_server::config::Worker;

/// Think for the servers that share a NATS bus.
///
/// Servers put jobs into a queue, and one of all workers takes each: start as many as you like, wherever you like. A
/// job holds what a seat was told, no more.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    worker: Worker,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    Ok(rainette_server::server::work(&args.worker)?)
}
