//! The flags of `rainette serve` and `rainette worker`, and the words that they take.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Deserialize;

use super::check_otlp;

/// The flags of `rainette serve`, a field each. Each can also be an environment variable, or a line of the file: groups
/// would give the file levels that flags and variables do not have.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Flags {
    /// The address to listen on; use 0.0.0.0:7777 to let others on the network in [default: 127.0.0.1:7777]
    #[arg(long, env = "RAINETTE_LISTEN", value_name = "ADDRESS")]
    pub listen: Option<SocketAddr>,
    /// The folder in which tables are kept [default: rainette-data]
    #[arg(long, env = "RAINETTE_DATA", value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// A database that several nodes can share, as in `postgres://user@host/name`, instead of a file in the data folder
    #[arg(long, env = "RAINETTE_DATABASE", value_name = "URL", hide_env_values = true)]
    pub database: Option<String>,
    /// A NATS server by which the nodes of one database hear of each other, as in `nats://host:4222`
    #[arg(long, env = "RAINETTE_BUS", value_name = "URL", hide_env_values = true)]
    pub bus: Option<String>,
    /// The address under which people know this server, as in `https://frogs.example`
    #[arg(long, env = "RAINETTE_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,
    /// A proxy whose word on where requests come from is believed; may be given several times
    #[arg(
        long = "trusted-proxy",
        env = "RAINETTE_TRUSTED_PROXIES",
        value_name = "ADDRESS",
        value_delimiter = ','
    )]
    #[serde(rename = "trusted-proxies")]
    pub trusted_proxies: Vec<IpAddr>,
    /// The header in which proxies say where requests come from [default: x-forwarded-for]
    #[arg(long, env = "RAINETTE_PROXY_HEADER", value_name = "HEADER")]
    pub proxy_header: Option<ProxyHeader>,
    /// Threads on which computer players think [default: one less than there are cores]
    #[arg(long, env = "RAINETTE_THINKERS", value_name = "COUNT")]
    pub thinkers: Option<usize>,
    /// The most sockets at a time [default: 18000]
    #[arg(long, env = "RAINETTE_MAX_SOCKETS", value_name = "COUNT")]
    pub max_sockets: Option<usize>,
    /// The most sockets at a time from one address; 0 for no limit [default: 200]
    #[arg(long, env = "RAINETTE_MAX_SOCKETS_PER_ADDRESS", value_name = "COUNT")]
    pub max_sockets_per_address: Option<usize>,
    /// The most requests per second from one address, over a longer time; 0 for no limit [default: 40]
    #[arg(long, env = "RAINETTE_REQUESTS_PER_SECOND", value_name = "COUNT")]
    pub requests_per_second: Option<u32>,
    /// The most messages per second over one socket, over a longer time; 0 for no limit [default: 20]
    #[arg(long, env = "RAINETTE_MESSAGES_PER_SECOND", value_name = "COUNT")]
    pub messages_per_second: Option<u32>,
    /// A limit of docs/limits.md, as in `stored-per-person=8000000`; 0 for no limit; may be given several times
    #[arg(long = "limit", env = "RAINETTE_LIMITS", value_name = "NAME=AMOUNT", value_delimiter = ',')]
    #[serde(rename = "limits")]
    pub limits: Vec<String>,
    /// How many seconds a request may take to come in, and a connection may be kept open without one [default: 20]
    #[arg(long, env = "RAINETTE_REQUEST_TIMEOUT", value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    pub request_timeout: Option<u32>,
    /// After how many minutes a table that waits for people is closed if nobody comes to it; 0 for never
    /// [default: 10080, a week]
    #[arg(long, env = "RAINETTE_CLOSE_WAITING_AFTER", value_name = "MINUTES")]
    pub close_waiting_after: Option<u32>,
    /// Is there a list of open tables, at which strangers meet? [default: on]
    #[arg(long, env = "RAINETTE_PUBLIC_TABLES", value_name = "ON|OFF")]
    pub public_tables: Option<Switch>,
    /// Close games without a clock at which nothing has happened for so many days; 0 for never [default: 60]
    #[arg(long, env = "RAINETTE_CLOSE_AFTER", value_name = "DAYS")]
    pub close_after: Option<u32>,
    /// Erase tables so many days after their game was over; 0 for never [default: 0]
    #[arg(long, env = "RAINETTE_KEEP", value_name = "DAYS")]
    pub keep: Option<u32>,
    /// A folder in which the record and the proof of a game are laid down before its table is erased
    #[arg(long, env = "RAINETTE_ARCHIVE", value_name = "DIR")]
    pub archive: Option<PathBuf>,
    /// An address at which figures for Prometheus can be fetched; without it, nobody is shown any
    #[arg(long, env = "RAINETTE_METRICS", value_name = "ADDRESS")]
    pub metrics: Option<SocketAddr>,
    /// How log lines look [default: text]
    #[arg(long, env = "RAINETTE_LOG_FORMAT", value_name = "FORMAT")]
    pub log_format: Option<LogFormat>,
    /// What is logged, as in `info` or `rainette_server=debug`; other people's code says no more than `info`, since it
    /// knows not what is secret [default: info]
    #[arg(long, env = "RAINETTE_LOG", value_name = "FILTER")]
    pub log: Option<String>,
    /// An OpenTelemetry collector to which traces are sent, as in `http://collector:4318` [default: none are made]
    #[arg(long, env = "RAINETTE_OTLP", value_name = "URL", value_parser = check_otlp)]
    pub otlp: Option<String>,
    /// A TOML file with the same names as these flags, for what no flag or variable says
    #[arg(long, env = "RAINETTE_CONFIG", value_name = "FILE")]
    #[serde(skip)]
    pub config: Option<PathBuf>,
}

/// The flags of `rainette worker`. Each can also be an environment variable.
#[derive(Args, Clone, Debug)]
pub struct Worker {
    /// The NATS server, as in `nats://host:4222`
    #[arg(long, env = "RAINETTE_BUS", value_name = "URL", hide_env_values = true)]
    pub bus: String,
    /// Threads on which computer players think [default: as many as there are cores]
    #[arg(long, env = "RAINETTE_THINKERS", value_name = "COUNT")]
    pub thinkers: Option<usize>,
    /// An address at which figures for Prometheus can be fetched; without it, the worker listens to nobody
    #[arg(long, env = "RAINETTE_METRICS", value_name = "ADDRESS")]
    pub metrics: Option<SocketAddr>,
    /// How log lines look
    #[arg(long, env = "RAINETTE_LOG_FORMAT", value_name = "FORMAT", value_enum, default_value_t)]
    pub log_format: LogFormat,
    /// An OpenTelemetry collector to which traces are sent, as in `http://collector:4318` [default: none are made]
    #[arg(long, env = "RAINETTE_OTLP", value_name = "URL", value_parser = check_otlp)]
    pub otlp: Option<String>,
}

/// The header in which proxies say where requests come from. One alone is believed: a proxy sets one, and passes on
/// whatever clients put into the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum ProxyHeader {
    /// What most proxies send.
    #[default]
    XForwardedFor,
    /// The standard's, RFC 7239.
    Forwarded,
}

/// Something that there is or is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Switch {
    /// There is.
    On,
    /// There is not.
    Off,
}

/// How log lines look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// For programs: a JSON object per line.
    Json,
}
