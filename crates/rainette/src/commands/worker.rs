//! `rainette worker`: computer players on a machine of their own.

use rainette_server::config::LogFormat;

/// Think for the servers that share a NATS bus.
///
/// Servers put jobs into a queue, and one of all workers takes each: start as many as you like, wherever you like. A
/// job holds what a seat was told, no more.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The NATS server, as in `nats://host:4222`
    #[arg(long, env = "RAINETTE_BUS", value_name = "URL", hide_env_values = true)]
    bus: String,

    /// Threads on which computer players think [default: as many as there are cores]
    #[arg(long, env = "RAINETTE_THINKERS", value_name = "COUNT")]
    thinkers: Option<usize>,

    /// How log lines look
    #[arg(long, env = "RAINETTE_LOG_FORMAT", value_name = "FORMAT", value_enum, default_value_t)]
    log_format: LogFormat,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    Ok(rainette_server::server::work(&args.bus, args.thinkers, args.log_format)?)
}
