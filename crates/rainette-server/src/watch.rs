//! For those who run a server: is it alive, is it ready, how much has it done? It stands at an address of its own, so
//! that strangers need not see it.

use std::future::{Future, IntoFuture as _};
use std::time::Duration;

use axum::Router;
use axum::http::{StatusCode, header};
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::TcpListener;

/// How often what was measured is put together, even if nobody asks for it.
const UPKEEP: Duration = Duration::from_secs(5);

/// Answers whoever watches. `ready` says in a line how it goes, or that it does not; `count` brings figures up to date
/// that somebody is about to see.
pub(crate) async fn be_watched<F>(
    listener: TcpListener,
    figures: Option<PrometheusHandle>,
    ready: impl Fn() -> F + Clone + Send + Sync + 'static,
    count: impl Fn() + Clone + Send + Sync + 'static,
) where
    F: Future<Output = Result<&'static str, String>> + Send,
{
    let render = figures.clone();
    let router = Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route(
            "/readyz",
            get(move || {
                let ready = ready();
                async move { ready.await.map_err(|why| (StatusCode::SERVICE_UNAVAILABLE, why + "\n")) }
            }),
        )
        .route(
            "/metrics",
            get(move || {
                count();
                let text = render.as_ref().map(PrometheusHandle::render).ok_or(StatusCode::NOT_FOUND);
                async move { text.map(|text| ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text)) }
            }),
        );
    let serving = axum::serve(listener, router).into_future();
    let upkeep = async {
        let mut rounds = tokio::time::interval(UPKEEP);
        loop {
            rounds.tick().await;
            if let Some(figures) = &figures {
                figures.run_upkeep();
            }
        }
    };
    tokio::select! {
        served = serving => {
            if let Err(error) = served {
                tracing::error!(%error, "nobody can watch this process any more");
            }
        }
        () = upkeep => {}
    }
}
