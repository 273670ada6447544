//! The server as a process of its own.

use std::fs::File;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rainette_server::store::{Database, Store, StoreError};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::net::TcpStream;

use super::disk::Disk;
use super::services;

/// Nobody is held back: the siege is about what the server can bear, and all of it comes from one address.
const UNLIMITED: [&str; 10] = [
    "--max-sockets",
    "18000",
    "--max-sockets-per-address",
    "0",
    "--requests-per-second",
    "0",
    "--messages-per-second",
    "0",
    "--limit",
    "all=0",
];

/// Where the besieged keep their tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub(crate) enum StoreKind {
    /// In a file.
    #[default]
    Sqlite,
    /// In a PostgreSQL server of our own.
    Postgres,
}

/// How many are besieged, and with what.
#[derive(Clone, Copy, Default, clap::Args)]
pub(crate) struct Besieged {
    /// Where tables are kept.
    #[arg(long, value_name = "STORE", value_enum, default_value_t)]
    pub(crate) store: StoreKind,

    /// How many nodes there are; more than one need `--store postgres`.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) nodes: usize,
}

/// Nodes, and what they share.
pub(crate) struct Pond {
    pub(crate) nodes: Vec<Server>,
    pub(crate) postgres: Option<services::Postgres>,
    pub(crate) nats: Option<services::Nats>,
    database: Database,
}

impl Pond {
    /// Starts them all.
    pub(crate) async fn start(program: &Path, besieged: Besieged) -> io::Result<Self> {
        if besieged.store == StoreKind::Sqlite && besieged.nodes > 1 {
            return Err(io::Error::other("several nodes need `--store postgres`"));
        }
        let data = std::env::temp_dir().join(format!("rainette-siege-{}", std::process::id()));
        let mut settings: Vec<String> = UNLIMITED.map(str::to_owned).to_vec();
        let (mut postgres, mut nats) = (None, None);
        let mut database = Database::Sqlite(data.join("rainette.db"));
        if besieged.store == StoreKind::Postgres {
            let server = services::Postgres::start(true)?;
            let url = server.database()?;
            settings.extend(["--database".to_owned(), url.clone()]);
            database = Database::Postgres(url);
            postgres = Some(server);
        }
        if besieged.nodes > 1 {
            let server = services::Nats::start()?;
            settings.extend(["--bus".to_owned(), server.url()]);
            nats = Some(server);
        }
        let mut nodes = Vec::new();
        for _ in 0..besieged.nodes.max(1) {
            nodes.push(Server::start(program.to_owned(), data.clone(), settings.clone(), None).await?);
        }
        Ok(Self { nodes, postgres, nats, database })
    }

    /// Starts one on a disk that can be made to fail.
    pub(crate) async fn on(program: &Path, disk: &Arc<Disk>) -> io::Result<Self> {
        let node = Server::start(
            program.to_owned(),
            disk.data(),
            UNLIMITED.map(str::to_owned).to_vec(),
            Some(Arc::clone(disk)),
        )
        .await?;
        let database = Database::Sqlite(disk.data().join("rainette.db"));
        Ok(Self { nodes: vec![node], postgres: None, nats: None, database })
    }

    pub(crate) fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(|node| node.address).collect()
    }

    /// What they have stored.
    pub(crate) async fn stored(&self) -> Result<Arc<dyn Store>, StoreError> {
        let Some((node, disk)) = self.nodes.iter().find_map(|node| Some((node, node.disk.as_ref()?))) else {
            return self.database.open_to_read(0).await;
        };
        let process = node.process().unwrap_or_default();
        let file = disk.database(&node.program, process);
        let file = file.map_err(|error| StoreError::Broken(error.to_string()))?;
        Database::Sqlite(file).open_to_read(0).await
    }

    pub(crate) fn memory(&self) -> Option<u64> {
        self.nodes.iter().map(Server::memory).sum()
    }

    pub(crate) fn processor_time(&self) -> Option<Duration> {
        self.nodes.iter().map(Server::processor_time).sum()
    }
}

/// An address at which nobody listens, and nobody else will.
pub(crate) fn free_address() -> io::Result<SocketAddr> {
    Ok(([127, 0, 0, 1], services::free_port()?).into())
}

/// A server, its address and its data folder, which is gone with it.
pub(crate) struct Server {
    program: PathBuf,
    pub(crate) address: SocketAddr,
    /// What it is told to listen on: the address, perhaps written otherwise.
    pub(crate) listen: String,
    data: PathBuf,
    settings: Vec<String>,
    disk: Option<Arc<Disk>>,
    /// Where it shows its figures.
    pub(crate) figures: Option<SocketAddr>,
    /// Where its log goes, if not to where ours goes.
    pub(crate) log: Option<PathBuf>,
    child: Option<Child>,
}

impl Server {
    /// Starts the server on a free port.
    async fn start(
        program: PathBuf,
        data: PathBuf,
        settings: Vec<String>,
        disk: Option<Arc<Disk>>,
    ) -> io::Result<Self> {
        let mut server = Self::new(program, data, settings)?;
        server.disk = disk;
        server.go().await?;
        Ok(server)
    }

    /// A server that does not run yet.
    pub(crate) fn new(program: PathBuf, data: PathBuf, settings: Vec<String>) -> io::Result<Self> {
        let address = free_address()?;
        Ok(Self {
            program,
            address,
            listen: address.to_string(),
            data,
            settings,
            disk: None,
            figures: None,
            log: None,
            child: None,
        })
    }

    /// Starts it, again where it was killed, and waits until it answers. Gives how long that took.
    pub(crate) async fn go(&mut self) -> io::Result<Duration> {
        let begun = Instant::now();
        let mut command = match &self.disk {
            Some(disk) => disk.command(&self.program),
            None => Command::new(&self.program),
        };
        command.args(["serve", "--log", "warn", "--listen", &self.listen]);
        command.args(&self.settings).arg("--data").arg(&self.data).stdin(Stdio::null()).stdout(Stdio::null());
        if let Some(figures) = self.figures {
            command.env("RAINETTE_METRICS", figures.to_string());
        }
        if let Some(log) = &self.log {
            command.stderr(File::options().create(true).append(true).open(log)?);
        }
        self.child = Some(command.spawn()?);
        loop {
            if TcpStream::connect(self.address).await.is_ok() {
                return Ok(begun.elapsed());
            }
            if let Some(status) = self.child.as_mut().map(Child::try_wait).transpose()?.flatten() {
                return Err(io::Error::other(format!("the server ended with {status}")));
            }
            if begun.elapsed() > Duration::from_mins(1) {
                return Err(io::Error::other("the server does not answer"));
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// The number of its process.
    pub(crate) fn process(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    /// Kills it as a power cut would, without a word.
    pub(crate) fn kill(&mut self) -> io::Result<()> {
        if let Some(mut child) = self.child.take() {
            child.kill()?;
            child.wait()?;
        }
        Ok(())
    }

    /// How much memory it holds, in bytes, where the system says so.
    pub(crate) fn memory(&self) -> Option<u64> {
        self.status("VmRSS:")
    }

    /// The most memory that it has held since `forget_peak`, in bytes.
    pub(crate) fn peak(&self) -> Option<u64> {
        self.status("VmHWM:")
    }

    /// From now on `peak` counts anew.
    pub(crate) fn forget_peak(&self) -> io::Result<()> {
        match self.proc("clear_refs") {
            // The kernel's word for the peak of the resident set.
            Some(path) => std::fs::write(path, "5"),
            None => Ok(()),
        }
    }

    /// How many files and connections it has open.
    pub(crate) fn open_files(&self) -> Option<u64> {
        Some(std::fs::read_dir(self.proc("fd")?).ok()?.count() as u64)
    }

    /// How many bytes its database holds, whether they are in the file already or still in the log beside it.
    pub(crate) async fn stored(&self) -> u64 {
        let options = SqliteConnectOptions::new().filename(self.data.join("rainette.db")).read_only(true);
        let size = async {
            let mut database = options.connect().await?;
            let size = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()";
            let size: i64 = sqlx::query_scalar(size).fetch_one(&mut database).await?;
            database.close().await?;
            Ok::<_, sqlx::Error>(size as u64)
        };
        size.await.unwrap_or(0)
    }

    /// Does the process still run?
    pub(crate) fn is_alive(&mut self) -> bool {
        self.child.as_mut().is_some_and(|child| matches!(child.try_wait(), Ok(None)))
    }

    /// Another server of the same kind on the same folder, at another port, which does not run yet.
    pub(crate) fn twin(&self) -> io::Result<Command> {
        let address = free_address()?;
        let mut command = Command::new(&self.program);
        command
            .args(["serve", "--log", "warn", "--listen", &address.to_string()])
            .arg("--data")
            .arg(&self.data);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        Ok(command)
    }

    fn status(&self, name: &str) -> Option<u64> {
        let status = self.proc_file("status")?;
        let line = status.lines().find(|line| line.starts_with(name))?;
        let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(kilobytes * 1024)
    }

    /// How much processor time it has used, where the system says so.
    pub(crate) fn processor_time(&self) -> Option<Duration> {
        let stat = self.proc_file("stat")?;
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
        // A tick is a hundredth of a second wherever there is such a file.
        Some(Duration::from_millis(ticks * 10))
    }

    fn proc_file(&self, name: &str) -> Option<String> {
        std::fs::read_to_string(self.proc(name)?).ok()
    }

    fn proc(&self, name: &str) -> Option<PathBuf> {
        Some(Path::new("/proc").join(self.child.as_ref()?.id().to_string()).join(name))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.kill();
        let _ = std::fs::remove_dir_all(&self.data);
        if let Some(log) = &self.log {
            let _ = std::fs::remove_file(log);
        }
    }
}
