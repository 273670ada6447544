//! What is played here, by whom, and at which tables.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rainette_players::LEVEL_NAMES;

use super::Site;
use super::who::Who;
use crate::error::Error;
use crate::hub::{LISTED, Listing};
use crate::protocol::{GameInfo, Games, Presence, Status, TableList};

/// What is played here.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = Games)))]
pub(super) async fn games(State(site): State<Site>) -> Json<Games> {
    let games = rainette_games::games().into_iter().map(GameInfo::from);
    let levels = LEVEL_NAMES.iter().map(|(english, french)| ((*english).to_owned(), (*french).to_owned()));
    Json(Games {
        games: games.collect(),
        levels: levels.collect(),
        has_public_tables: site.config.public_tables,
    })
}

/// The tables that anybody may join or watch.
#[utoipa::path(
    get,
    path = "/api/tables",
    responses((status = 200, body = TableList), (status = 304, description = "the list is as it was"))
)]
pub(super) async fn public_tables(
    State(site): State<Site>,
    who: Who,
    headers: HeaderMap,
) -> Result<Response, Error> {
    if !site.config.public_tables {
        let nothing = TableList { tables: Vec::new(), presence: None, now: site.hub.now() };
        return Ok(Json(nothing).into_response());
    }
    site.hub.note_visitor(&who.payer());
    let Listing { body, zipped, tag, .. } = site.hub.listing().await?;
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    // A proxy that compresses an answer marks its tag as weak.
    let is_it = |known: &str| known.trim().trim_start_matches("W/") == &*tag;
    let is_known = known.flat_map(|value| value.split(',')).any(is_it);
    let caching = [(header::ETAG, tag.to_string()), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if is_known {
        return Ok((StatusCode::NOT_MODIFIED, caching).into_response());
    }
    let kind = [(header::CONTENT_TYPE, "application/json"), (header::VARY, "accept-encoding")];
    if !takes_gzip(&headers) {
        return Ok((caching, kind, body).into_response());
    }
    // Already done for everybody: what has an encoding is not compressed for each who asks.
    Ok((caching, kind, [(header::CONTENT_ENCODING, "gzip")], zipped).into_response())
}

/// Does whoever asks take an answer compressed by gzip?
fn takes_gzip(headers: &HeaderMap) -> bool {
    let named = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    named.flat_map(|value| value.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>);
        matches!(name.trim(), "gzip" | "x-gzip" | "*") && weight.is_ok_and(|weight| weight > 0.0)
    })
}

/// How many people are here, and how many play.
#[utoipa::path(get, path = "/api/presence", responses((status = 200, body = Presence)))]
pub(super) async fn presence(State(site): State<Site>, who: Who) -> Result<Json<Presence>, Error> {
    if site.config.public_tables {
        site.hub.note_visitor(&who.payer());
    }
    Ok(Json(site.hub.presence().await?))
}

/// One's own tables.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = TableList)))]
pub(super) async fn my_tables(State(site): State<Site>, who: Who) -> Result<Json<TableList>, Error> {
    let tables = match who.0 {
        Some(holder) => site.hub.tables_of(holder, LISTED).await?,
        None => Vec::new(),
    };
    if tables.iter().any(|line| !matches!(line.status, Status::Finished | Status::Abandoned)) {
        site.hub.note_seated(&who.payer());
    }
    Ok(Json(TableList { tables, presence: None, now: site.hub.now() }))
}
