//! The server as a whole: store, tables, computer players, HTTP, until it is told to stop.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::net::TcpListener;

use crate::accept::accept;
use crate::budgets::{Budget, Budgets};
use crate::bus::{Bus, InProcess, Nats, NatsError};
use crate::config::{Config, Worker};
use crate::figures::figures;
use crate::http::{Site, router};
use crate::hub::{Hub, here};
use crate::retention;
use crate::store::{Copied, CopyError, Database, StoreError, copy};
use crate::thinkers::Thinkers;
use crate::traces::start_log;
use crate::workers::{self, WorkError};

/// How often the server notes that it is alive, so that clocks need not count the time when it is not.
const BEAT: Duration = Duration::from_secs(1);

/// How long requests and sockets may take once the server goes down.
const LAST_CALL: Duration = Duration::from_secs(5);

/// Why the server cannot run.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The data folder cannot be used.
    #[error("cannot use the folder `{folder}`: {error}")]
    Folder {
        /// The folder.
        folder: String,
        /// Why.
        error: std::io::Error,
    },
    /// The address is taken or not ours.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        error: std::io::Error,
    },
    /// The store cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The bus cannot be used.
    #[error(transparent)]
    Bus(#[from] NatsError),
    /// Threads or sockets are not to be had.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Runs the server as the command does: with a log, on the address it is set up for, until Ctrl-C or SIGTERM. `ready` is
/// called with the links once people can come.
pub fn serve(config: Config, ready: impl FnOnce(&str, Option<&str>)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let _inside = runtime.enter();
    let _log = start_log(&config);
    runtime.block_on(async {
        let listener = TcpListener::bind(config.listen)
            .await
            .map_err(|error| ServeError::Listen { address: config.listen, error })?;
        let (here, others) = links(&config, listener.local_addr()?);
        ready(&here, others.as_deref());
        run(listener, config, told_to_stop()).await
    })
}

/// Moves everything from one store to another, and checks that it is there.
pub fn migrate(from: &Database, to: &Database) -> Result<Copied, MigrateError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let (from, to) = (from.open(here()).await?, to.open(here()).await?);
        let copied = copy(from.as_ref(), to.as_ref()).await?;
        to.flush().await?;
        Ok(copied)
    })
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

/// Runs the server on this listener until `shutdown` comes.
pub async fn run(
    listener: TcpListener,
    config: Config,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let folder_error = |error| ServeError::Folder { folder: config.data.display().to_string(), error };
    let database = config.store();
    if let Database::Sqlite(_) = database {
        make_folder(&config.data).map_err(folder_error)?;
    }
    let store = database.open(here()).await?;
    let (bus, thinkers): (Arc<dyn Bus>, _) = match &config.bus {
        None => (Arc::new(InProcess::default()), Thinkers::new(config.thinkers.max(1))?),
        Some(url) => {
            let nats = Nats::connect(url).await?;
            let thinkers = Thinkers::with_workers(config.thinkers, nats.client().clone())?;
            (Arc::new(nats), thinkers)
        }
    };
    let budgets = Arc::new(Budgets::new(config.all_limits()));
    let hub = Hub::with_budgets(store, bus, thinkers, Arc::clone(&budgets));
    let config = Arc::new(config);
    let figures = figures();
    let site = Site::new(hub.clone(), Arc::clone(&config), figures.clone());

    let beating = hub.clone();
    let heart = tokio::spawn(async move {
        let mut beats = tokio::time::interval(BEAT);
        loop {
            beats.tick().await;
            if let Err(error) = beating.store().beat(beating.now()).await {
                tracing::error!(%error, "a sign of life was not stored");
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
    let wake = tokio::spawn(async move { waking.wake_all().await });

    let closing = config.close_waiting_after.map(|after| tokio::spawn(close_unvisited(hub.clone(), after)));

    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let mut serving = tokio::spawn(accept(listener, router(site), config, Arc::clone(&budgets), stopped));
    tokio::select! {
        () = shutdown => {}
        ended = &mut serving => return Ok(ended.map_err(std::io::Error::other)?),
    }
    tracing::info!("going down");
    wake.abort();
    if let Some(closing) = closing {
        closing.abort();
    }
    broom.abort();
    hub.close().await;
    let _ = stop.send(());
    // Sockets are told to come back, and must have heard it before the process is gone.
    let all_done = async { tokio::join!(&mut serving, budgets.none_held(Budget::Sockets)).0 };
    if tokio::time::timeout(LAST_CALL, all_done).await.is_err() {
        serving.abort();
    }
    heart.abort();
    hub.close().await;
    tracing::info!("everything is stored");
    Ok(())
}

/// Makes the data folder where there is none. It holds the seeds of games that are on: they are nobody else's business.
fn make_folder(path: &std::path::Path) -> std::io::Result<()> {
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

/// Waits for Ctrl-C or, where there are such things, SIGTERM.
pub async fn told_to_stop() {
    let interrupted = async {
        let _ = tokio::signal::ctrl_c().await;
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
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
