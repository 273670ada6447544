//! The HTTP interface: routes, who asks, what every answer carries.

mod address;
mod docs;
mod finished;
mod flight;
mod guard;
mod lists;
mod routes;
mod who;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{delete, get, post};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::trace::TraceLayer;

use crate::budgets::Budgets;
use crate::config::Config;
use crate::error::Error;
use crate::hub::Hub;
use crate::tokens::Tokens;

pub(crate) use address::Address;
pub use docs::openapi;
pub(crate) use who::{Path, Who};

/// The largest body of a request: a long record fits.
const LARGEST_BODY: usize = 256 * 1_024;

/// What every request can use.
#[derive(Clone)]
pub struct Site {
    /// The tables.
    pub hub: Hub,
    /// How the server is set up.
    pub config: Arc<Config>,
    /// What anybody may use.
    pub budgets: Arc<Budgets>,
    pub(crate) tokens: Tokens,
}

impl Site {
    /// A site with these tables.
    pub fn new(hub: Hub, config: Arc<Config>) -> Self {
        let tokens = Tokens::new(hub.store().token_keys());
        Self { budgets: Arc::clone(hub.budgets()), tokens, hub, config }
    }
}

/// Everything that can be asked for.
pub fn router(site: Site) -> Router {
    let api = Router::new()
        .route("/games", get(lists::games))
        .route("/tables", get(lists::public_tables).post(routes::open_table))
        .route("/presence", get(lists::presence))
        .route("/play-now", post(routes::play_now))
        .route("/tables/{table}", get(routes::table))
        .route("/tables/{table}/socket", get(crate::ws::socket))
        .route("/tables/{table}/events", get(routes::events))
        .route("/tables/{table}/commands", post(routes::command))
        .route("/tables/{table}/join", post(routes::join))
        .route("/tables/{table}/leave", post(routes::leave))
        .route("/tables/{table}/remove", post(routes::remove))
        .route("/tables/{table}/start", post(routes::start))
        .route("/tables/{table}/abandon", post(routes::abandon))
        .route("/tables/{table}/rematch", post(routes::rematch))
        .route("/tables/{table}/device-code", post(routes::device_code))
        .route("/tables/{table}/report", post(routes::report))
        .route("/tables/{table}/replay", get(finished::replay))
        .route("/tables/{table}/record", get(finished::record))
        .route("/tables/{table}/proof", get(finished::proof))
        .route("/tables/{table}/analysis", get(finished::analysis))
        .route("/replays", post(finished::show_record))
        .route("/invites/{code}", get(routes::invitation).post(routes::accept))
        .route("/device-code", post(routes::claim))
        .route("/tokens", post(routes::token))
        .route("/me", get(lists::my_tables))
        .route("/me", delete(routes::forget_me))
        .route("/openapi.json", get(docs::document))
        .route("/docs", get(docs::page))
        .fallback(|| async { Error::UnknownPage });
    Router::new()
        .nest("/api", api)
        .route("/healthz", get(routes::healthz))
        .route("/readyz", get(routes::readyz))
        .fallback(crate::assets::page)
        .method_not_allowed_fallback(|| async { Error::WrongMethod })
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(site.clone(), flight::count))
        .layer(from_fn_with_state(site.clone(), guard::guard))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(site.clone(), guard::headers))
        .layer(from_fn(guard::measure))
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
            axum::response::IntoResponse::into_response(Error::INTERNAL)
        }))
        .layer(TraceLayer::new_for_http().make_span_with(guard::span).on_failure(guard::failed))
        .layer(from_fn_with_state(site.clone(), guard::assign_request_id))
        .with_state(site)
}
