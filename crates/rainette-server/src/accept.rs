//! Connections: each has a task of its own, may not dawdle, and is let finish when the server goes down.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{oneshot, watch};
use tokio::task::JoinSet;

use crate::budgets::{Budget, Budgets, Held, Payer};
use crate::config::Config;
use crate::patient::Patient;

/// The largest head of a request, and how much of an answer waits to be written.
const LARGEST_HEAD: usize = 64 * 1_024;

/// How long to wait when the system has no files or memory left for another connection.
const BREATH: Duration = Duration::from_millis(500);

/// Serves whoever comes, until `stop` comes; then lets everybody finish what they are at.
pub(crate) async fn accept(
    listener: TcpListener,
    router: Router,
    config: Arc<Config>,
    budgets: Arc<Budgets>,
    mut stop: oneshot::Receiver<()>,
) {
    let (going_down, gone_down) = watch::channel(false);
    let mut tasks = JoinSet::new();
    loop {
        let (stream, peer) = tokio::select! {
            _ = &mut stop => break,
            Some(_) = tasks.join_next() => continue,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "a connection cannot be accepted");
                    tokio::time::sleep(BREATH).await;
                    continue;
                }
            },
        };
        // On a socket for both kinds an IPv4 address comes dressed up as an IPv6 one.
        let peer = SocketAddr::new(peer.ip().to_canonical(), peer.port());
        let is_proxy = config.is_trusted(peer.ip());
        // A proxy's connections are other people's: only what all have together is limited.
        let payer = if is_proxy { Payer::others() } else { Payer::new(None, peer.ip()) };
        // Whoever has too many is cut off: an answer would need the connection that is too many.
        if let Ok(open) = budgets.hold(Budget::Connections, &payer, 1) {
            let slowest = config.request_timeout;
            tasks.spawn(serve(stream, peer, router.clone(), slowest, gone_down.clone(), open));
        }
    }
    drop(listener);
    going_down.send_replace(true);
    while tasks.join_next().await.is_some() {}
}

async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    slowest: Duration,
    mut going_down: watch::Receiver<bool>,
    _open: Held,
) {
    // An acknowledgement and the news behind it are two small packets: the second must not wait for an answer to the
    // first.
    let _ = stream.set_nodelay(true);
    let inner = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        inner.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(slowest)
        // What waits to be written beyond this stays where it is counted.
        .max_buf_size(LARGEST_HEAD)
        .serve_connection(TokioIo::new(Patient::new(stream)), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = going_down.wait_for(|is_so| *is_so) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
