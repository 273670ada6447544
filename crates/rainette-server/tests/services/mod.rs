//! PostgreSQL and NATS of one's own: real servers on private ports and folders, gone with whoever started them.
//!
//! Only the standard library is used, so that tests of every kind, the siege and the chores can share it. Where
//! `RAINETTE_TEST_POSTGRES` names a running PostgreSQL, that one is used by those who need no more than a database.
#![allow(dead_code, reason = "not everybody needs all of it")]

use std::io;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// How long a server may take to come up.
const PATIENCE: Duration = Duration::from_mins(1);

/// The user that PostgreSQL runs as where we are root, whom it refuses: nobody.
const NOBODY: u32 = 65_534;

fn folder(name: &str) -> io::Result<PathBuf> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("rainette-{name}-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&path)?;
    Ok(path)
}

/// A port that is free now and will be in the next moment: it is none of those that systems give to whoever connects to
/// somewhere, and processes look for theirs from different places on.
pub(crate) fn free_port() -> io::Result<u16> {
    static ASKED: AtomicU32 = AtomicU32::new(0);
    const FIRST: u32 = 10_000;
    const COUNT: u32 = 20_000;
    let from = std::process::id().wrapping_mul(101);
    for _ in 0..COUNT {
        let asked = ASKED.fetch_add(1, Ordering::Relaxed);
        let port = (FIRST + from.wrapping_add(asked) % COUNT) as u16;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return Ok(port);
        }
    }
    Err(io::Error::other(format!("no port from {FIRST} to {} is free", FIRST + COUNT - 1)))
}

/// Waits until somebody listens.
fn await_port(port: u16, child: &mut Child) -> io::Result<()> {
    let begun = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        if let Some(status) = child.try_wait()? {
            return Err(io::Error::other(format!("the server ended with {status}")));
        }
        if begun.elapsed() > PATIENCE {
            return Err(io::Error::other("the server does not come up"));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}

fn run(command: &mut Command) -> io::Result<()> {
    let output = command.stdin(Stdio::null()).output()?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(io::Error::other(format!("`{}`: {said}", command.get_program().to_string_lossy())))
}

/// A PostgreSQL server.
pub(crate) struct Postgres {
    url: String,
    own: Option<OwnPostgres>,
}

struct OwnPostgres {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    syncs: bool,
    child: Option<Child>,
}

impl Postgres {
    /// The one that is named in the environment, or one of our own that does not sync, because nobody pulls the plug.
    pub(crate) fn shared() -> io::Result<Self> {
        match std::env::var("RAINETTE_TEST_POSTGRES") {
            Ok(url) => Ok(Self { url, own: None }),
            Err(_) => Self::start(false),
        }
    }

    /// One of our own.
    pub(crate) fn start(syncs: bool) -> io::Result<Self> {
        let programs = programs()
            .ok_or_else(|| io::Error::other("PostgreSQL is not installed: there is no `initdb`"))?;
        let mut own =
            OwnPostgres { programs, folder: folder("postgres")?, port: free_port()?, syncs, child: None };
        own.make()?;
        own.go()?;
        let url = format!("postgres://rainette@127.0.0.1:{}", own.port);
        Ok(Self { url, own: Some(own) })
    }

    /// Its address, without a database.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Makes an empty database, and gives its address.
    pub(crate) fn database(&self) -> io::Result<String> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let since = std::time::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_nanos());
        let name = format!("test_{}_{number}_{since}", std::process::id());
        let programs = match &self.own {
            Some(own) => own.programs.clone(),
            None => programs().ok_or_else(|| io::Error::other("PostgreSQL's programs are not installed"))?,
        };
        run(Command::new(programs.join("psql")).args([
            "--no-psqlrc",
            "--quiet",
            "--dbname",
            &format!("{}/postgres", self.url),
            "--command",
            &format!("CREATE DATABASE {name}"),
        ]))?;
        Ok(format!("{}/{name}", self.url))
    }

    /// Stops it at once, as a power cut would.
    pub(crate) fn stop(&mut self) -> io::Result<()> {
        let own = self.own.as_mut().ok_or_else(|| io::Error::other("this PostgreSQL is not ours"))?;
        own.stop();
        Ok(())
    }

    /// Stops it at once, as a power cut would, and starts it again.
    pub(crate) fn restart(&mut self) -> io::Result<()> {
        let own = self.own.as_mut().ok_or_else(|| io::Error::other("this PostgreSQL is not ours"))?;
        own.stop();
        own.go()
    }
}

impl OwnPostgres {
    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        command.current_dir(&self.folder).stdin(Stdio::null()).stdout(Stdio::null());
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt as _;
            use std::os::unix::process::CommandExt as _;
            let is_root = std::fs::metadata("/proc/self").is_ok_and(|it| it.uid() == 0);
            if is_root {
                command.uid(NOBODY).gid(NOBODY);
            }
        }
        command
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn make(&self) -> io::Result<()> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt as _;
            if std::fs::metadata(&self.folder)?.uid() == 0 {
                std::os::unix::fs::chown(&self.folder, Some(NOBODY), Some(NOBODY))?;
            }
        }
        let mut initdb = self.program("initdb");
        initdb.args(["--auth", "trust", "--username", "rainette", "--encoding", "UTF8", "--no-locale"]);
        run(initdb.arg("--no-sync").arg("--pgdata").arg(self.data()))
    }

    fn go(&mut self) -> io::Result<()> {
        let mut server = self.program("postgres");
        server.arg("-D").arg(self.data()).arg("-k").arg(&self.folder);
        server.args(["-p", &self.port.to_string(), "-c", "listen_addresses=127.0.0.1"]);
        server.args(["-c", "max_connections=300", "-c", "log_min_messages=fatal"]);
        if !self.syncs {
            server.args(["-c", "fsync=off", "-c", "full_page_writes=off"]);
        }
        let mut child = server.stderr(Stdio::null()).spawn()?;
        let listens = await_port(self.port, &mut child);
        self.child = Some(child);
        listens?;
        // It listens before it is ready.
        let begun = Instant::now();
        loop {
            let mut ready = self.program("pg_isready");
            let ready = ready.args(["-q", "-h", "127.0.0.1", "-p", &self.port.to_string()]).status()?;
            if ready.success() {
                return Ok(());
            }
            if begun.elapsed() > PATIENCE {
                return Err(io::Error::other("PostgreSQL does not come up"));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn stop(&mut self) {
        let Some(mut child) = self.child.take() else { return };
        let mut stop = self.program("pg_ctl");
        stop.args(["stop", "-m", "immediate", "-D"]).arg(self.data());
        if run(&mut stop).is_err() {
            let _ = child.kill();
        }
        let _ = child.wait();
    }
}

impl Drop for OwnPostgres {
    fn drop(&mut self) {
        self.stop();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The folder with PostgreSQL's programs.
fn programs() -> Option<PathBuf> {
    let has_all = |folder: &Path| {
        ["initdb", "postgres", "pg_ctl", "pg_isready", "psql"].iter().all(|name| folder.join(name).is_file())
    };
    let told = Command::new("pg_config").arg("--bindir").output().ok();
    let told = told.map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()));
    if let Some(folder) = told.filter(|folder| has_all(folder)) {
        return Some(folder);
    }
    // Debian keeps a folder per version, away from the usual path.
    let mut versions: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path().join("bin"))).collect())
        .unwrap_or_default();
    versions.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let usual = versions.into_iter().rev().chain(std::env::split_paths(&path));
    usual.into_iter().find(|folder| has_all(folder))
}

/// Are PostgreSQL's programs there?
pub(crate) fn has_postgres() -> bool {
    programs().is_some()
}

fn nats_program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let usual = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/local/bin".into()]);
    usual.into_iter().map(|folder| folder.join("nats-server")).find(|program| program.is_file())
}

/// Is there a NATS server to start?
pub(crate) fn has_nats() -> bool {
    nats_program().is_some()
}

/// A NATS server.
pub(crate) struct Nats {
    port: u16,
    child: Option<Child>,
}

impl Nats {
    /// One of our own.
    pub(crate) fn start() -> io::Result<Self> {
        let mut nats = Self { port: free_port()?, child: None };
        nats.go()?;
        Ok(nats)
    }

    /// Its address.
    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Starts it, again where it was stopped.
    pub(crate) fn go(&mut self) -> io::Result<()> {
        let program = nats_program().ok_or_else(|| io::Error::other("`nats-server` is not installed"))?;
        let mut server = Command::new(program);
        server.args(["-a", "127.0.0.1", "-p", &self.port.to_string()]);
        let mut child = server.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let listens = await_port(self.port, &mut child);
        self.child = Some(child);
        listens
    }

    /// Stops it.
    pub(crate) fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.stop();
    }
}
