//! How the server is set up: by flags, by environment variables, by a file, in this order.

mod flags;
#[cfg(test)]
mod tests;

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

use crate::budgets::{Budget, Limits, Per, WrongLimit};
use crate::parts::{Missing, Part};
use crate::retention::Policy;
use crate::store::{Database, UnknownDatabase};

pub use flags::{Flags, LogFormat, ProxyHeader, Switch, Worker};

/// How many connections there may be beyond those that become sockets.
const BESIDES_SOCKETS: u64 = 1_000;

/// How the server is set up: what became of every flag, a field each as there, so that none is forgotten on the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The folder in which tables are kept.
    pub data: PathBuf,
    /// Where tables are kept instead.
    pub database: Option<Database>,
    /// By what the nodes of one database hear of each other.
    pub bus: Option<String>,
    /// The address under which people know this server.
    pub public_url: Option<String>,
    /// The proxies that are believed.
    pub trusted_proxies: Vec<IpAddr>,
    /// The header in which they say where requests come from.
    pub proxy_header: ProxyHeader,
    /// Threads on which computer players think.
    pub thinkers: usize,
    /// The most sockets at a time.
    pub max_sockets: usize,
    /// The most sockets at a time from one address; 0 for no limit.
    pub max_sockets_per_address: usize,
    /// The most requests per second from one address; 0 for no limit.
    pub requests_per_second: u32,
    /// The most messages per second over one socket; 0 for no limit.
    pub messages_per_second: u32,
    /// How much anybody may use of everything else.
    pub limits: Limits,
    /// How long a request may take to come in, and a connection may be kept open without one.
    pub request_timeout: Duration,
    /// After how long a table that waits for people is closed if nobody comes to it; none for never.
    pub close_waiting_after: Option<Duration>,
    /// Is there a list of open tables?
    pub public_tables: bool,
    /// How long tables are kept.
    pub policy: Policy,
    /// Where figures are shown.
    pub metrics: Option<SocketAddr>,
    /// How log lines look.
    pub log_format: LogFormat,
    /// What is logged.
    pub log: String,
    /// The collector to which traces are sent.
    pub otlp: Option<String>,
}

/// What is wrong with the set-up.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read `{}`: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system or the rules said.
        error: std::io::Error,
    },
    /// The file is not what it should be.
    #[error("in `{}`: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system or the rules said.
        error: Box<toml::de::Error>,
    },
    /// The public address is no such thing.
    #[error("`{0}` is not an address like `https://frogs.example`")]
    PublicUrl(String),
    /// What is to be logged is not said as it should be.
    #[error("`{0}` does not say what to log, as `info` or `info,rainette_server=debug` do")]
    Log(String),
    /// The collector is none.
    #[error(transparent)]
    Otlp(#[from] UnknownCollector),
    /// The database is none.
    #[error(transparent)]
    Database(#[from] UnknownDatabase),
    /// A limit is none.
    #[error(transparent)]
    Limit(#[from] WrongLimit),
    /// This build lacks what is asked for.
    #[error(transparent)]
    Missing(#[from] Missing),
    /// A bus joins nodes, and nodes share a database.
    #[error("a bus is for nodes that share a database: `bus` needs `database` to be `postgres://…`")]
    BusAlone,
}

impl Default for Config {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 7777)),
            data: PathBuf::from("rainette-data"),
            database: None,
            bus: None,
            public_url: None,
            trusted_proxies: Vec::new(),
            proxy_header: ProxyHeader::default(),
            thinkers: cores.saturating_sub(1).max(1),
            max_sockets: 18_000,
            max_sockets_per_address: 200,
            requests_per_second: 40,
            messages_per_second: 20,
            limits: Limits::default(),
            request_timeout: Duration::from_secs(20),
            close_waiting_after: Some(Duration::from_hours(7 * 24)),
            public_tables: true,
            policy: Policy::default(),
            metrics: None,
            log_format: LogFormat::Text,
            log: "info".to_owned(),
            otlp: None,
        }
    }
}

impl Config {
    /// What flags, environment, file and defaults come to.
    pub fn new(flags: Flags) -> Result<Self, ConfigError> {
        let file = flags.config.as_deref().map_or_else(|| Ok(Flags::default()), read)?;
        let default = Self::default();
        let proxies =
            if flags.trusted_proxies.is_empty() { file.trusted_proxies } else { flags.trusted_proxies };
        let public_url = flags.public_url.or(file.public_url).map(|url| check_url(&url)).transpose()?;
        let database = flags.database.or(file.database).map(|url| url.parse()).transpose()?;
        let bus = flags.bus.or(file.bus);
        // Those of the file first: what flags say comes after, and counts.
        let mut limits = file.limits.iter().chain(&flags.limits);
        let limits = limits.try_fold(default.limits.clone(), |limits, text| limits.set(text))?;
        let is_shared = matches!(database, Some(Database::Postgres(_)));
        if bus.is_some() && !is_shared {
            return Err(ConfigError::BusAlone);
        }
        Part::Postgres.needed_if(is_shared)?;
        Part::Nats.needed_if(bus.is_some())?;
        Ok(Self {
            listen: flags.listen.or(file.listen).unwrap_or(default.listen),
            data: flags.data.or(file.data).unwrap_or(default.data),
            database,
            bus,
            public_url,
            trusted_proxies: proxies,
            proxy_header: flags.proxy_header.or(file.proxy_header).unwrap_or_default(),
            thinkers: flags.thinkers.or(file.thinkers).unwrap_or(default.thinkers),
            max_sockets: flags.max_sockets.or(file.max_sockets).unwrap_or(default.max_sockets),
            max_sockets_per_address: flags
                .max_sockets_per_address
                .or(file.max_sockets_per_address)
                .unwrap_or(default.max_sockets_per_address),
            requests_per_second: flags
                .requests_per_second
                .or(file.requests_per_second)
                .unwrap_or(default.requests_per_second),
            messages_per_second: flags
                .messages_per_second
                .or(file.messages_per_second)
                .unwrap_or(default.messages_per_second),
            limits,
            request_timeout: seconds(flags.request_timeout.or(file.request_timeout))
                .unwrap_or(default.request_timeout),
            close_waiting_after: flags
                .close_waiting_after
                .or(file.close_waiting_after)
                .map_or(default.close_waiting_after, minutes),
            public_tables: flags
                .public_tables
                .or(file.public_tables)
                .map_or(default.public_tables, |switch| switch == Switch::On),
            policy: Policy {
                close_after_days: flags
                    .close_after
                    .or(file.close_after)
                    .unwrap_or(default.policy.close_after_days),
                keep_days: flags.keep.or(file.keep).unwrap_or(default.policy.keep_days),
                archive: flags.archive.or(file.archive),
            },
            metrics: flags.metrics.or(file.metrics),
            log_format: flags.log_format.or(file.log_format).unwrap_or(default.log_format),
            log: flags.log.or(file.log).map_or(Ok(default.log), check_log)?,
            otlp: flags.otlp.or(file.otlp).map(|url| check_otlp(&url)).transpose()?,
        })
    }

    /// Where tables are kept.
    pub fn store(&self) -> Database {
        self.database.clone().unwrap_or_else(|| Database::Sqlite(self.data.join("rainette.db")))
    }

    /// All limits: those that have a setting of their own, and the others.
    pub fn all_limits(&self) -> Limits {
        let rate = |per_second: u32| u64::from(per_second) * 5;
        let (sockets, here) = (self.max_sockets as u64, self.max_sockets_per_address as u64);
        // A page needs a few connections beside its socket.
        let limits = self.limits.clone();
        limits
            .with(Budget::Requests, Per::Address, rate(self.requests_per_second))
            .with(Budget::Messages, Per::Socket, rate(self.messages_per_second))
            .with(Budget::Connections, Per::Address, here.saturating_mul(2))
            .with(Budget::Connections, Per::Server, sockets.saturating_add(BESIDES_SOCKETS))
            .with(Budget::Sockets, Per::Address, here)
            .with(Budget::Sockets, Per::Server, sockets.max(1))
    }

    /// Is this a proxy that is believed? An IPv4 address is the same one when it is written as an IPv6 one.
    pub fn is_trusted(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.trusted_proxies.iter().any(|proxy| proxy.to_canonical() == address)
    }

    /// Do people reach this server over HTTPS?
    pub fn is_https(&self) -> bool {
        self.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }
}

/// So many seconds; 0, which a file could say, counts as 1.
fn seconds(seconds: Option<u32>) -> Option<Duration> {
    seconds.map(|seconds| Duration::from_secs(seconds.max(1).into()))
}

/// So many minutes; none for 0.
fn minutes(minutes: u32) -> Option<Duration> {
    (minutes > 0).then(|| Duration::from_mins(minutes.into()))
}

fn read(path: &Path) -> Result<Flags, ConfigError> {
    let text =
        std::fs::read_to_string(path).map_err(|error| ConfigError::Read { path: path.to_owned(), error })?;
    toml::from_str(&text).map_err(|error| ConfigError::File { path: path.to_owned(), error: Box::new(error) })
}

/// A text that names no collector.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UnknownCollector {
    /// It is not written as it should be.
    #[error("a collector is named as in `http://collector:4318`")]
    Address,
    /// Nobody can send anything to it.
    #[error(transparent)]
    Missing(#[from] Missing),
}

/// The address of a collector. It is one's own, near by, and passes traces on to wherever they are to go: so there is
/// no TLS.
fn check_otlp(url: &str) -> Result<String, UnknownCollector> {
    let url = url.trim_end_matches('/');
    if !url.strip_prefix("http://").is_some_and(is_host) {
        return Err(UnknownCollector::Address);
    }
    Part::Otlp.needed_if(true)?;
    Ok(url.to_owned())
}

fn is_host(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']' | '_'))
}

fn check_log(filter: String) -> Result<String, ConfigError> {
    if crate::traces::filter(&filter).is_some() { Ok(filter) } else { Err(ConfigError::Log(filter)) }
}

/// Scheme, host and perhaps a port; nothing after that.
fn check_url(url: &str) -> Result<String, ConfigError> {
    let url = url.trim_end_matches('/');
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let is_fine = host.is_some_and(is_host);
    if !is_fine {
        return Err(ConfigError::PublicUrl(url.to_owned()));
    }
    let url = url.to_ascii_lowercase();
    // Browsers leave out the port that goes without saying.
    let usual = if url.starts_with("https:") { ":443" } else { ":80" };
    Ok(url.strip_suffix(usual).unwrap_or(&url).to_owned())
}
