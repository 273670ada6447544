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

use crate::config::Config;
use crate::limits::{OpenSocket, Sockets};

/// How many connections there may be beyond those that become sockets.
const BESIDES_SOCKETS: usize = 1_000;

/// How long to wait when the system has no files or memory left for another connection.
const BREATH: Duration = Duration::from_millis(500);

/// Serves whoever comes, until `stop` comes; then lets everybody finish what they are at.
pub(crate) async fn accept(
    listener: TcpListener,
    router: Router,
    config: Arc<Config>,
    mut stop: oneshot::Receiver<()>,
) {
    let most = config.max_sockets.saturating_add(BESIDES_SOCKETS);
    // A page needs a few connections beside its socket.
    let most_per_address = config.max_sockets_per_address.saturating_mul(2);
    let limit = |per_address| Arc::new(Sockets::new(most, per_address, "rainette_connections_open"));
    let (everybody, proxies) = (limit(most_per_address), limit(0));
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
        let limit = if is_proxy { &proxies } else { &everybody };
        // Whoever has too many is cut off: an answer would need the connection that is too many.
        if let Some(open) = limit.open(peer.ip()) {
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
    _open: OpenSocket,
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
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = going_down.wait_for(|is_so| *is_so) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
