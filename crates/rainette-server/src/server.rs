//! The server as a whole: store, tables, computer players, HTTP, until it is told to stop.

use std::future::Future;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::net::TcpListener;
use tokio::time::Instant;

use crate::accept::accept;
use crate::budgets::{Budget, Budgets};
use crate::bus::{Bus, InProcess};
#[cfg(feature = "nats")]
use crate::bus::{Nats, NatsError};
use crate::clock::wall_clock;
use crate::config::{Config, Worker};
use crate::endgames;
use crate::http::{Site, router};
use crate::hub::Hub;
use crate::metrics::recorder;
use crate::parts::Missing;
#[cfg(not(feature = "nats"))]
use crate::parts::Part;
use crate::retention;
use crate::store::{
    self, BackupError, Checked, Copied, CopyError, Database, KeptReport, REPORTS_FOR, StoreError, copy,
};
use crate::thinkers::Thinkers;
use crate::traces::start_log;
use crate::watch::be_watched;
#[cfg(feature = "nats")]
use crate::workers::{self, WorkError};

/// How often the server notes that it is alive, so that clocks need not count the time when it is not.
const BEAT: Duration = Duration::from_secs(1);

/// How long going down may take. With what the last traces and the process itself may need, that makes the ten seconds
/// after which a server is gone, whatever the store does.
const GOING_DOWN: Duration = Duration::from_secs(6);

/// How long tables may take to finish what they are at.
const FINISH: Duration = Duration::from_secs(3);

/// How much of the time is left for the store, after requests and sockets have had theirs.
const LAST_WRITE: Duration = Duration::from_secs(2);

/// How long the end of the process waits for threads.
const LAST_BREATH: Duration = Duration::from_secs(1);

/// How long a bus may take to be there before it is missed.
#[cfg(feature = "nats")]
const BUS_MISSED: Duration = Duration::from_secs(1);

/// Why the server cannot run.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The data folder cannot be used.
    #[error("cannot use the folder `{folder}`: {error}")]
    Folder {
        /// The folder.
        folder: String,
        /// What the system or the rules said.
        error: std::io::Error,
    },
    /// The address is taken or not ours.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system or the rules said.
        error: std::io::Error,
    },
    /// The store cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The bus cannot be used.
    #[cfg(feature = "nats")]
    #[error(transparent)]
    Bus(#[from] NatsError),
    /// This build lacks what is asked for.
    #[error(transparent)]
    Missing(#[from] Missing),
    /// The server is gone, and the store did not take everything in time. What was acknowledged is stored.
    #[error(
        "not everything was stored: {why}; tables that had not finished: {tables}; what was acknowledged is stored"
    )]
    NotStored {
        /// How many tables had not finished what they were at.
        tables: usize,
        /// What the store says.
        why: String,
    },
    /// Threads or sockets are not to be had.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Runs the server as the command does: with a log, on the address it is set up for, until Ctrl-C or SIGTERM. `ready` is
/// called with the links once the store is open and people can come.
pub fn serve(config: Config, ready: impl FnOnce(&str, Option<&str>)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let log = {
        let _inside = runtime.enter();
        start_log(&config)
    };
    let served = runtime.block_on(async {
        let listener = listen(config.listen).await?;
        let (here, others) = links(&config, listener.local_addr()?);
        run_and_tell(listener, config, || ready(&here, others.as_deref()), told_to_stop()).await
    });
    drop(log);
    runtime.shutdown_timeout(LAST_BREATH);
    served
}

async fn listen(address: SocketAddr) -> Result<TcpListener, ServeError> {
    TcpListener::bind(address).await.map_err(|error| ServeError::Listen { address, error })
}

/// Moves everything from one store to another, and checks that it is there.
pub fn migrate(from: &Database, to: &Database) -> Result<Copied, MigrateError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let (from, to) = (from.open_to_read(wall_clock()).await?, to.open(wall_clock()).await?);
        let copied = copy(from.as_ref(), to.as_ref()).await?;
        to.close().await?;
        Ok(copied)
    })
}

/// Looks at everything that is stored, and says what is damaged.
pub fn fsck(database: &Database) -> Result<Checked, FsckError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    Ok(runtime.block_on(database.check())?)
}

/// What people have reported in the time for which that is kept, the newest last. A server may use the store meanwhile.
pub fn reports(database: &Database) -> Result<Vec<KeptReport>, FsckError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let store = database.open_to_read(wall_clock()).await?;
        let reports = store.reports(wall_clock() - REPORTS_FOR).await?;
        // Where another server writes, there is nothing to close.
        let _ = store.close().await;
        Ok(reports)
    })
}

/// Erases reports: the one with this number, or all. A server may use the store meanwhile. Gives how many there were.
pub fn clear_reports(database: &Database, number: Option<i64>) -> Result<u64, FsckError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    Ok(runtime.block_on(database.clear_reports(number))?)
}

/// Why not everything could be looked at.
#[derive(Debug, Error)]
pub enum FsckError {
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Threads or sockets are not to be had.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Copies a database file as it is at one moment, while a server may use it, and says what is in the copy.
pub fn backup(from: &Path, to: &Path) -> Result<Checked, BackupError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(store::backup(from, to))
}

/// Why not everything was moved.
#[derive(Debug, Error)]
pub enum MigrateError {
    /// A store cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Not everything is there.
    #[error(transparent)]
    Copy(#[from] CopyError),
    /// Threads or sockets are not to be had.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Runs a worker as the command does: with a log, until Ctrl-C or SIGTERM.
#[cfg(feature = "nats")]
pub fn work(worker: &Worker) -> Result<(), WorkError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let _inside = runtime.enter();
    let otlp = worker.otlp.clone();
    let _log = start_log(&Config { log_format: worker.log_format, otlp, ..Config::default() });
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    runtime.block_on(async {
        let watch = match worker.metrics {
            Some(address) => {
                let listener = TcpListener::bind(address).await;
                Some(listener.map_err(|error| WorkError::Listen { address, error })?)
            }
            None => None,
        };
        workers::work(&worker.bus, worker.thinkers.unwrap_or(cores), watch, told_to_stop()).await
    })
}

/// A worker needs a bus, for which this build has no client.
#[cfg(not(feature = "nats"))]
pub fn work(_: &Worker) -> Result<(), Missing> {
    Err(Missing(Part::Nats))
}

/// Runs the server on this listener until `shutdown` comes.
pub async fn run(
    listener: TcpListener,
    config: Config,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    run_and_tell(listener, config, || (), shutdown).await
}

/// The same; `ready` is called once the store is open and people can come.
async fn run_and_tell(
    listener: TcpListener,
    config: Config,
    ready: impl FnOnce(),
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let watch = match config.metrics {
        Some(address) => Some(listen(address).await?),
        None => None,
    };
    let folder_error = |error| ServeError::Folder { folder: config.data.display().to_string(), error };
    let database = config.store();
    if let Database::Sqlite(_) = database {
        make_folder(&config.data).map_err(folder_error)?;
    }
    let mut shutdown = std::pin::pin!(shutdown);
    let store = tokio::select! {
        store = database.open(wall_clock()) => store?,
        // Nobody has come yet.
        () = &mut shutdown => return Ok(()),
    };
    let (bus, thinkers) = meet_others(&config).await?;
    let budgets = Arc::new(Budgets::new(config.all_limits()));
    let hub = Hub::with_budgets(store, bus, thinkers, Arc::clone(&budgets), config.public_tables);
    let config = Arc::new(config);
    let figures = recorder();
    let site = Site::new(hub.clone(), Arc::clone(&config));
    let watched = hub.clone();
    let readiness = move || {
        let hub = watched.clone();
        async move { hub.readiness() }
    };
    let watching = watch.map(|listener| {
        let counted = Arc::clone(&budgets);
        tokio::spawn(be_watched(listener, figures.clone(), readiness, move || counted.publish()))
    });

    let beating = hub.clone();
    let heart = tokio::spawn(async move {
        let mut beats = tokio::time::interval(BEAT);
        loop {
            beats.tick().await;
            // Where it does not work the store itself says so.
            if let Err(error) = beating.store().heartbeat(beating.now()).await {
                tracing::debug!(%error, "a sign of life was not stored");
            }
            // What was measured piles up until it is put together, even if nobody ever asks for it.
            if let Some(figures) = &figures {
                figures.run_upkeep();
            }
        }
    });
    let (sweeping, policy) = (hub.clone(), site.config.policy.clone());
    let broom = tokio::spawn(async move { retention::keep_to(&policy, &sweeping).await });
    let waking = hub.clone();
    let wake = tokio::spawn(async move {
        waking.wake_all().await;
        waking.check().await;
    });

    let closing = config.close_waiting_after.map(|after| tokio::spawn(close_unvisited(hub.clone(), after)));

    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let mut serving = tokio::spawn(accept(listener, router(site), config, Arc::clone(&budgets), stopped));
    ready();
    tokio::select! {
        () = &mut shutdown => {}
        ended = &mut serving => return Ok(ended.map_err(std::io::Error::other)?),
    }
    tracing::info!("going down");
    let until = Instant::now() + GOING_DOWN;
    wake.abort();
    if let Some(closing) = closing {
        closing.abort();
    }
    broom.abort();
    let tables = hub.close(Instant::now() + FINISH).await;
    let _ = stop.send(());
    // Sockets are told to come back, and must have heard it before the process is gone.
    let all_done = async { tokio::join!(&mut serving, budgets.none_held(Budget::Sockets)).0 };
    if tokio::time::timeout_at(until - LAST_WRITE, all_done).await.is_err() {
        serving.abort();
    }
    heart.abort();
    let settled = hub.settle(until).await;
    hub.let_go(until).await;
    if let Some(watching) = watching {
        watching.abort();
    }
    let why = match settled {
        Ok(()) if tables == 0 => {
            tracing::info!("everything is stored");
            return Ok(());
        }
        Ok(()) => "the store was slow".to_owned(),
        Err(error) => error.to_string(),
    };
    let error = ServeError::NotStored { tables, why };
    tracing::error!("{error}");
    Err(error)
}

/// The way to other nodes, and those who think: threads of this node, or workers on the bus.
#[cfg_attr(not(feature = "nats"), expect(clippy::unused_async, reason = "only a bus has to be waited for"))]
async fn meet_others(config: &Config) -> Result<(Arc<dyn Bus>, Thinkers), ServeError> {
    let tables = endgames::all(&config.data);
    match &config.bus {
        None => Ok((Arc::new(InProcess::default()), Thinkers::knowing(config.thinkers.max(1), tables)?)),
        #[cfg(not(feature = "nats"))]
        Some(_) => Err(Missing(Part::Nats).into()),
        #[cfg(feature = "nats")]
        Some(url) => {
            let nats = Nats::connect(url).await?;
            let client = nats.client().clone();
            tokio::spawn(async move {
                tokio::time::sleep(BUS_MISSED).await;
                if client.connection_state() != async_nats::connection::State::Connected {
                    tracing::warn!(
                        "the bus cannot be reached: nodes look into the log instead until it is there"
                    );
                }
            });
            let thinkers = Thinkers::with_workers(config.thinkers, tables, nats.client().clone())?;
            Ok((Arc::new(nats), thinkers))
        }
    }
}

/// Makes the data folder if there is none. It holds the seeds of games that are on: they are nobody else's business.
pub fn make_folder(path: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Closes tables to which nobody comes, now and then.
async fn close_unvisited(hub: Hub, after: Duration) {
    let often = (after / 8).clamp(Duration::from_millis(100), Duration::from_mins(10));
    let mut rounds = tokio::time::interval(often);
    rounds.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        rounds.tick().await;
        if let Err(error) = hub.close_unvisited(after).await {
            tracing::error!(%error, "tables to which nobody comes were not closed");
        }
    }
}

/// Waits for Ctrl-C or, if there are such things, SIGTERM. Both are heard from the moment this is called.
pub fn told_to_stop() -> impl Future<Output = ()> + Send + 'static {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let signals = [SignalKind::interrupt(), SignalKind::terminate()].map(signal);
        async move {
            let heard = signals.into_iter().flatten().map(|mut signal| {
                Box::pin(async move {
                    signal.recv().await;
                })
            });
            let heard: Vec<_> = heard.collect();
            if heard.is_empty() {
                // Nobody can tell us.
                std::future::pending::<()>().await;
            }
            futures_util::future::select_all(heard).await;
        }
    }
    #[cfg(not(unix))]
    async {
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// The links under which the server can be reached: one for here, and one for others on the network.
pub fn links(config: &Config, listening: SocketAddr) -> (String, Option<String>) {
    if let Some(url) = &config.public_url {
        return (url.clone(), None);
    }
    if !listening.ip().is_unspecified() {
        return (format!("http://{listening}"), None);
    }
    let port = listening.port();
    // No packet is sent: the system only says which of its addresses it would use.
    let outward = std::net::UdpSocket::bind(("0.0.0.0", 0))
        .and_then(|socket| socket.connect(("192.0.2.1", 9)).and_then(|()| socket.local_addr()));
    let outward =
        outward.ok().map(|address| address.ip()).filter(|ip| !ip.is_unspecified() && !ip.is_loopback());
    (format!("http://localhost:{port}"), outward.map(|ip| format!("http://{}", SocketAddr::new(ip, port))))
}
