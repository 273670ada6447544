//! A game to be looked at again, and what follows from one that is over.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use rainette_core::{Observer, Seat};
use serde::Deserialize;
use utoipa::IntoParams;

use super::Site;
use super::who::{Body, Path, Query, Who};
use crate::budgets::Budget;
use crate::error::Error;
use crate::fair::Proof;
use crate::protocol::{Analysis, Refusal, Replay, ShowRecord};
use crate::table::{Eyes, STEPS_TOLD, replay_record};

/// How a game is to be looked at again.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ReplayQuery {
    /// `spectator`, `everything` or the number of a seat.
    #[serde(rename = "as", default)]
    #[param(pattern = "^(spectator|everything|[0-5])$", max_length = 10)]
    eyes: Option<String>,
    /// How many steps one has: those after them are shown.
    #[serde(default)]
    #[param(minimum = 0, maximum = 1_000_000)]
    after: u32,
    /// How many steps to show, at most 500.
    #[serde(default)]
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
}

impl ReplayQuery {
    fn eyes(&self) -> Result<Eyes, Error> {
        Ok(match self.eyes.as_deref() {
            None | Some("spectator") => Eyes::Of(Observer::Spectator),
            Some("everything") => Eyes::All,
            Some(seat) => {
                let seat: u8 = seat.parse().map_err(|_| {
                    Error::malformed("`as` is `spectator`, `everything` or the number of a seat")
                })?;
                Eyes::Of(Observer::Seat(Seat::new(seat.into())))
            }
        })
    }

    /// How many steps one has, and how many more one wants.
    fn part(&self) -> (usize, usize) {
        (self.after as usize, self.limit.map_or(STEPS_TOLD, |limit| limit as usize))
    }
}

/// A game to be looked at again, with what could be seen after each event. Long games come in parts: `next` says where
/// the next one begins.
#[utoipa::path(
    get,
    path = "/api/tables/{table}/replay",
    params(("table" = String, Path, min_length = 1, max_length = 64), ReplayQuery),
    responses((status = 200, body = Replay), (status = "4XX", body = Refusal))
)]
pub(super) async fn replay(
    State(site): State<Site>,
    Path(table): Path<String>,
    who: Who,
    Query(query): Query<ReplayQuery>,
) -> Result<Response, Error> {
    let (eyes, part) = (query.eyes()?, query.part());
    let (holder, at) = (who.0, site.hub.now());
    // Written at the table, one after the other: as a tree of values it takes several times as much memory.
    let payer = who.payer();
    let written = site.hub.look_for(&payer, &table, move |machine| {
        let replay = machine.replay(holder, eyes, part, at)?;
        let text = serde_json::to_vec(&replay).map_err(|_| Error::INTERNAL)?;
        Ok::<_, Error>(text.into_boxed_slice())
    });
    Ok(written_json(written.await??))
}

fn written_json(text: Box<[u8]>) -> Response {
    let json = [(header::CONTENT_TYPE, "application/json")];
    (json, axum::body::Bytes::from(text)).into_response()
}

/// A record to be looked at, as if it had been played here. Nothing of it is kept: whoever wants the next part sends it
/// again.
#[utoipa::path(
    post,
    path = "/api/replays",
    params(ReplayQuery),
    request_body = ShowRecord,
    responses((status = 200, body = Replay), (status = "4XX", body = Refusal))
)]
pub(super) async fn show_record(
    State(site): State<Site>,
    who: Who,
    Query(query): Query<ReplayQuery>,
    Body(ShowRecord { text }): Body<ShowRecord>,
) -> Result<Response, Error> {
    let (eyes, part) = (query.eyes()?, query.part());
    site.budgets.spend(Budget::Records, &who.payer(), 1)?;
    // A long game takes a while to be played again: nobody else waits for it meanwhile.
    let written = tokio::task::spawn_blocking(move || {
        let replay = replay_record(&text, eyes, part)?;
        let text = serde_json::to_vec(&replay).map_err(|_| Error::INTERNAL)?;
        Ok::<_, Error>(text.into_boxed_slice())
    });
    Ok(written_json(written.await.map_err(|_| Error::INTERNAL)??))
}

/// A finished game as a record.
#[utoipa::path(
    get,
    path = "/api/tables/{table}/record",
    params(("table" = String, Path, min_length = 1, max_length = 64)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = "4XX", body = Refusal))
)]
pub(super) async fn record(
    State(site): State<Site>,
    Path(table): Path<String>,
    who: Who,
) -> Result<Response, Error> {
    let record = site.hub.look_for(&who.payer(), &table, |machine| machine.history().record()).await??;
    let kind = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"game.rainette\""),
    ];
    Ok((kind, record.to_string()).into_response())
}

/// What proves that the dice of a finished game were fair.
#[utoipa::path(
    get,
    path = "/api/tables/{table}/proof",
    params(("table" = String, Path, min_length = 1, max_length = 64)),
    responses((status = 200, body = serde_json::Value), (status = "4XX", body = Refusal))
)]
pub(super) async fn proof(
    State(site): State<Site>,
    Path(table): Path<String>,
    who: Who,
) -> Result<Json<Proof>, Error> {
    Ok(Json(site.hub.look_for(&who.payer(), &table, |machine| machine.history().proof()).await??))
}

/// Where a finished game was won. The first who asks sets it going; ask again until it is done.
#[utoipa::path(
    get,
    path = "/api/tables/{table}/analysis",
    params(("table" = String, Path, min_length = 1, max_length = 64)),
    responses((status = 200, body = Analysis), (status = "4XX", body = Refusal))
)]
pub(super) async fn analysis(
    State(site): State<Site>,
    Path(table): Path<String>,
    who: Who,
) -> Result<Json<Analysis>, Error> {
    Ok(Json(site.hub.analysis(&who.payer(), &table).await?))
}
