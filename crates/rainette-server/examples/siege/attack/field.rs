//! Where an attack takes place: a server with its ordinary limits, and ways to look at it.

use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::super::process::{Server, free_address};
use super::super::socket::Trouble;
use super::Attack;
use super::client::{Client, Tally};

/// How many requests one address may send per second, and how many at once: the server's defaults.
const REQUESTS: [u64; 2] = [40, 200];

/// How many messages one socket may send per second, and how many at once: the server's defaults.
const MESSAGES: [u64; 2] = [20, 100];

/// A server, and those who want it down.
pub(crate) struct Field {
    pub(crate) server: Server,
    pub(crate) is_short: bool,
    /// What attackers sent and were sent.
    pub(crate) tally: Arc<Tally>,
    /// What bystanders did.
    pub(crate) others: Arc<Tally>,
    /// How often the bystanders' computer player has answered.
    pub(crate) answers: Arc<AtomicU64>,
    /// When the attack has to end.
    pub(crate) until: Instant,
    pub(crate) files_before: u64,
    pub(crate) stored_before: u64,
}

impl Field {
    pub(super) async fn new(
        program: &Path,
        attack: &Attack,
        is_short: bool,
        limit: Duration,
    ) -> Result<Self, Trouble> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("rainette-attack-{}-{number}", std::process::id()));
        let settings = attack.settings.iter().map(|&setting| setting.to_owned()).collect();
        let log = folder.with_extension("log");
        let mut server = Server::new(program.to_owned(), folder, settings)?;
        server.log = Some(log);
        server.figures = Some(free_address()?);
        if attack.is_mapped {
            // IPv4's loopback, as a socket of IPv6 sees it.
            server.listen = format!("[::ffff:127.0.0.1]:{}", server.address.port());
        }
        server.go().await?;
        Ok(Self {
            server,
            is_short,
            tally: Arc::default(),
            others: Arc::default(),
            answers: Arc::default(),
            until: Instant::now() + limit,
            files_before: 0,
            stored_before: 0,
        })
    }

    /// Somebody at 127.0.0.`host`.
    pub(crate) fn client(&self, host: u8) -> Client {
        self.client_at(Ipv4Addr::new(127, 0, 0, host))
    }

    pub(crate) fn client_at(&self, from: Ipv4Addr) -> Client {
        Client::new(from, self.server.address, Arc::clone(&self.tally))
    }

    /// An attacker with a token.
    pub(crate) async fn attacker(&self) -> Result<Client, Trouble> {
        self.client(2).named().await
    }

    /// Somebody else who is in the attacker's way, with a token.
    pub(crate) async fn victim(&self) -> Result<Client, Trouble> {
        self.client(150).named().await
    }

    /// So many in the short form, so many in the long one.
    pub(crate) fn pick<T>(&self, short: T, long: T) -> T {
        if self.is_short { short } else { long }
    }

    /// How often the bystanders' computer player has answered so far.
    pub(crate) fn answers(&self) -> u64 {
        self.answers.load(Ordering::Relaxed)
    }

    /// How much more is stored than before the attack, in bytes.
    pub(crate) async fn stored(&self) -> u64 {
        self.server.stored().await.saturating_sub(self.stored_before)
    }

    /// Waits until hardly more files and connections are open than before, for so long at most; gives how many more
    /// there are.
    pub(crate) async fn files_left(&self, wait: Duration) -> u64 {
        let end = Instant::now() + wait;
        loop {
            let left = self.server.open_files().unwrap_or(0).saturating_sub(self.files_before);
            if left <= 2 || Instant::now() > end {
                return left;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// How many requests of one address the server may have taken in this time.
    pub(crate) fn requests_in(took: Duration) -> u64 {
        REQUESTS[1] + (REQUESTS[0] as f64 * took.as_secs_f64()).ceil() as u64 + 2
    }

    /// How many messages of one socket the server may have taken in this time.
    pub(crate) fn messages_in(took: Duration) -> u64 {
        MESSAGES[1] + (MESSAGES[0] as f64 * took.as_secs_f64()).ceil() as u64 + 2
    }

    /// All figures that the server shows, at an address of their own or beside the page.
    pub(crate) async fn figures(&self) -> Result<String, Trouble> {
        for address in self.server.figures.into_iter().chain([self.server.address]) {
            let client = Client::new(Ipv4Addr::LOCALHOST, address, Arc::default());
            if let Ok(answer) = client.get("/metrics").await
                && answer.is_good()
            {
                return Ok(answer.text());
            }
        }
        Err("the server shows no figures".into())
    }

    /// A figure of the server's own; 0 if there was nothing to count yet.
    pub(crate) async fn figure(&self, name: &str) -> Result<u64, Trouble> {
        let figures = self.figures().await?;
        let lines = figures.lines().filter(|line| line.split([' ', '{']).next() == Some(name));
        let values = lines.filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok());
        Ok(values.sum::<f64>() as u64)
    }

    /// How many panics the log knows of.
    pub(super) fn panics(&self) -> usize {
        let log =
            self.server.log.as_ref().and_then(|log| std::fs::read_to_string(log).ok()).unwrap_or_default();
        log.lines().filter(|line| line.contains("panicked")).count()
    }

    /// How often anybody was told of a mistake of the server's own.
    pub(super) fn mistakes(&self) -> u64 {
        [&self.tally, &self.others].iter().map(|tally| tally.mistakes.load(Ordering::Relaxed)).sum()
    }
}
