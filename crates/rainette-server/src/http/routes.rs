//! What each address of the interface does.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use rainette_core::Seat;
use serde::Deserialize;
use utoipa::IntoParams;

use super::Site;
use super::who::{Body, NewCookie, Path, Query, Who};
use crate::budgets::Budget;
use crate::error::Error;
use crate::hub::Found;
use crate::protocol::{
    ClaimDevice, DeviceCode, Erased, Hello, Invitation, Join, Leave, Number, OpenTable, PlayNow, Refusal,
    Rematch, ReportWish, Reported, SeatBody, Seated, ToClient, ToServer, Token, Welcome,
};
use crate::table::{self, Request};

/// How long a request may wait for something to happen.
const LONGEST_WAIT: u64 = 60;

/// Finds a seat at once: at a table that waits, else at a game that takes newcomers, else at a new table.
#[utoipa::path(
    post,
    path = "/api/play-now",
    request_body = PlayNow,
    responses((status = 200, body = Seated), (status = 201, body = Seated), (status = "4XX", body = Refusal))
)]
pub(super) async fn play_now(
    State(site): State<Site>,
    who: Who,
    Body(wish): Body<PlayNow>,
) -> Result<Response, Error> {
    let (holder, cookie) = who.or_new(&site);
    let who = Who(Some(holder), who.1);
    Ok(match site.hub.play_now(&who.payer(), wish, holder).await? {
        Found::Joined(table, seats) => cookie.with(Json(seated(&site, table, who, seats).await?)),
        Found::Opened(seated) => cookie.with((StatusCode::CREATED, Json(seated))),
    })
}

/// Opens a table.
#[utoipa::path(
    post,
    path = "/api/tables",
    request_body = OpenTable,
    responses((status = 201, body = Seated), (status = "4XX", body = Refusal))
)]
pub(super) async fn open_table(
    State(site): State<Site>,
    who: Who,
    Body(wish): Body<OpenTable>,
) -> Result<Response, Error> {
    let (holder, cookie) = who.or_new(&site);
    let payer = Who(Some(holder), who.1).payer();
    let seated = site.hub.open_for(&payer, wish, holder).await?;
    Ok(cookie.with((StatusCode::CREATED, Json(seated))))
}

/// What a request wants to see.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Look {
    /// The number of the last event that one has.
    #[serde(default)]
    after: Number,
    /// The seat of one's own whose knowledge is shown.
    #[serde(default)]
    #[param(minimum = 0, maximum = 5)]
    seat: Option<u8>,
    /// How many seconds to wait for something to happen, at most 60.
    #[serde(default)]
    #[param(minimum = 0, maximum = 60)]
    wait: u64,
}

async fn seen(
    site: &Site,
    table: &str,
    who: Who,
    after: Number,
    seat: Option<Seat>,
) -> Result<Welcome, Error> {
    match site.hub.ask_for(&who.payer(), table, Request::Look { after, seat }).await? {
        table::Response::Seen(welcome) => Ok(*welcome),
        _ => Err(Error::INTERNAL),
    }
}

/// A table as one may know it.
#[utoipa::path(
    get,
    path = "/api/tables/{table}",
    params(("table" = String, Path, min_length = 1, max_length = 64), Look),
    responses((status = 200, body = Welcome), (status = "4XX", body = Refusal))
)]
pub(super) async fn table(
    State(site): State<Site>,
    Path(table): Path<String>,
    who: Who,
    Query(look): Query<Look>,
) -> Result<Json<Welcome>, Error> {
    let seat = look.seat.map(|seat| Seat::new(seat.into()));
    Ok(Json(seen(&site, &table, who, look.after, seat).await?))
}

/// The same, as soon as there is an event after the one that one has.
#[utoipa::path(
    get,
    path = "/api/tables/{table}/events",
    params(("table" = String, Path, min_length = 1, max_length = 64), Look),
    responses((status = 200, body = Welcome), (status = "4XX", body = Refusal))
)]
pub(super) async fn events(
    State(site): State<Site>,
    Path(table): Path<String>,
    who: Who,
    Query(look): Query<Look>,
) -> Result<Json<Welcome>, Error> {
    let seat = look.seat.map(|seat| Seat::new(seat.into()));
    let first = seen(&site, &table, who, look.after, seat).await?;
    if first.seq > look.after || look.wait == 0 {
        return Ok(Json(first));
    }
    let _open = site.budgets.hold(Budget::Sockets, &who.payer(), 1)?;
    let (attached, mut frames) = site.hub.attach(&table, who.payer()).await?;
    attached.say(ToServer::Hello(Hello { after: look.after, seat })).await?;
    let wait = Duration::from_secs(look.wait.min(LONGEST_WAIT));
    let changed = async {
        // The first frame is the welcome.
        while frames.recv().await.is_some() {
            let now = seen(&site, &table, who, look.after, seat).await?;
            if now.seq > look.after {
                return Ok(now);
            }
        }
        seen(&site, &table, who, look.after, seat).await
    };
    let changed = tokio::time::timeout(wait, changed).await;
    match changed {
        Ok(welcome) => welcome.map(Json),
        Err(_) => seen(&site, &table, who, look.after, seat).await.map(Json),
    }
}

/// Says something to a table, as over a socket.
#[utoipa::path(
    post,
    path = "/api/tables/{table}/commands",
    params(("table" = String, Path, min_length = 1, max_length = 64)),
    request_body = ToServer,
    responses((status = 200, body = ToClient), (status = 202, description = "others are asked first"), (status = "4XX", body = Refusal))
)]
pub(super) async fn command(
    State(site): State<Site>,
    Path(table): Path<String>,
    who: Who,
    Body(message): Body<ToServer>,
) -> Result<Response, Error> {
    let id = message.id().unwrap_or_default().to_owned();
    Ok(match site.hub.ask_for(&who.payer(), &table, Request::Say(message)).await? {
        table::Response::Acked(number) => Json(ToClient::Acked { id, number }).into_response(),
        table::Response::Said(message) => Json(*message).into_response(),
        _ => StatusCode::ACCEPTED.into_response(),
    })
}

async fn sit_down(
    site: &Site,
    table: String,
    who: Who,
    join: Join,
    is_invited: bool,
) -> Result<Response, Error> {
    let (holder, cookie) = who.or_new(site);
    let who = Who(Some(holder), who.1);
    let seats = site.hub.sit_down(&who.payer(), &table, join, is_invited).await?;
    Ok(cookie.with(Json(seated(site, table, who, seats).await?)))
}

/// What somebody is told who has sat down.
async fn seated(site: &Site, table: String, who: Who, seats: Vec<Seat>) -> Result<Seated, Error> {
    let welcome = seen(site, &table, who, u64::MAX, None).await?;
    Ok(Seated { table, seats, invite: welcome.you.invite, commitment: welcome.table.commitment })
}

/// Sits down at a table where seats are open to all.
#[utoipa::path(
    post,
    path = "/api/tables/{table}/join",
    params(("table" = String, Path, min_length = 1, max_length = 64)),
    request_body = Join,
    responses((status = 200, body = Seated), (status = "4XX", body = Refusal))
)]
pub(super) async fn join(
    State(site): State<Site>,
    Path(table): Path<String>,
    who: Who,
    Body(join): Body<Join>,
) -> Result<Response, Error> {
    sit_down(&site, table, who, join, false).await
}

async fn invited(site: &Site, code: &str) -> Result<String, Error> {
    site.hub.store().invited(code).await?.ok_or(Error::UnknownInvite)
}

/// What an invitation leads to.
#[utoipa::path(
    get,
    path = "/api/invites/{code}",
    params(("code" = String, Path, min_length = 1, max_length = 64)),
    responses((status = 200, body = Invitation), (status = "4XX", body = Refusal))
)]
pub(super) async fn invitation(
    State(site): State<Site>,
    Path(code): Path<String>,
    who: Who,
) -> Result<Json<Invitation>, Error> {
    let table = invited(&site, &code).await?;
    let (at, payer) = (site.hub.now(), who.payer());
    let seats = site.hub.look_for(&payer, &table, move |machine| {
        machine.history().check_open()?;
        Ok::<_, Error>((
            machine.table_state(at),
            machine.history().free_seats(true),
            machine.history().opening_lines(),
        ))
    });
    let (state, free, opening) = seats.await??;
    let you = seen(&site, &table, who, u64::MAX, None).await?.you;
    Ok(Json(Invitation { table: state, free, is_seated: !you.seats.is_empty(), opening }))
}

/// Sits down with an invitation.
#[utoipa::path(
    post,
    path = "/api/invites/{code}",
    params(("code" = String, Path, min_length = 1, max_length = 64)),
    request_body = Join,
    responses((status = 200, body = Seated), (status = "4XX", body = Refusal))
)]
pub(super) async fn accept(
    State(site): State<Site>,
    Path(code): Path<String>,
    who: Who,
    Body(join): Body<Join>,
) -> Result<Response, Error> {
    let table = invited(&site, &code).await?;
    sit_down(&site, table, who, join, true).await
}

async fn done(site: &Site, table: &str, who: Who, ask: Request) -> Result<StatusCode, Error> {
    site.hub.ask_for(&who.payer(), table, ask).await.map(|_| StatusCode::NO_CONTENT)
}

/// Stands up, before the start.
#[utoipa::path(
    post,
    path = "/api/tables/{table}/leave",
    params(("table" = String, Path, min_length = 1, max_length = 64)),
    request_body = Leave,
    responses((status = 204), (status = "4XX", body = Refusal))
)]
pub(super) async fn leave(
    State(site): State<Site>,
    Path(table): Path<String>,
    who: Who,
    Body(leave): Body<Leave>,
) -> Result<StatusCode, Error> {
    done(&site, &table, who, Request::Leave(leave.seat)).await
}

/// The host asks a guest to leave, before the start.
#[utoipa::path(
    post,
    path = "/api/tables/{table}/remove",
    params(("table" = String, Path, min_length = 1, max_length = 64)),
    request_body = SeatBody,
    responses((status = 204), (status = "4XX", body = Refusal))
)]
pub(super) async fn remove(
    State(site): State<Site>,
    Path(table): Path<String>,
    who: Who,
    Body(body): Body<SeatBody>,
) -> Result<StatusCode, Error> {
    done(&site, &table, who, Request::Remove(body.seat)).await
}

/// A body that says nothing: whoever sends a seed with the start is told that it comes too early.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NoFields {}

/// The host starts the game: commitments are frozen, and seeds are shown after that.
#[utoipa::path(
    post,
    path = "/api/tables/{table}/start",
    params(("table" = String, Path, min_length = 1, max_length = 64)),
    responses((status = 204), (status = "4XX", body = Refusal))
)]
pub(super) async fn start(
    State(site): State<Site>,
    Path(table): Path<String>,
    who: Who,
    Body(NoFields {}): Body<NoFields>,
) -> Result<StatusCode, Error> {
    done(&site, &table, who, Request::Start).await
}

/// Closes the table without a result.
#[utoipa::path(
    post,
    path = "/api/tables/{table}/abandon",
    params(("table" = String, Path, min_length = 1, max_length = 64)),
    responses((status = 204), (status = "4XX", body = Refusal))
)]
pub(super) async fn abandon(
    State(site): State<Site>,
    Path(table): Path<String>,
    who: Who,
) -> Result<StatusCode, Error> {
    done(&site, &table, who, Request::Abandon).await
}

/// Arranges a rematch: the same people and settings, everybody one seat further.
#[utoipa::path(
    post,
    path = "/api/tables/{table}/rematch",
    params(("table" = String, Path, min_length = 1, max_length = 64)),
    responses((status = 200, body = Rematch), (status = "4XX", body = Refusal))
)]
pub(super) async fn rematch(
    State(site): State<Site>,
    Path(table): Path<String>,
    who: Who,
) -> Result<Json<Rematch>, Error> {
    Ok(Json(Rematch { table: site.hub.rematch(&who.payer(), &table).await? }))
}

/// A single-use code with which another device takes over one's seats at this table.
#[utoipa::path(
    post,
    path = "/api/tables/{table}/device-code",
    params(("table" = String, Path, min_length = 1, max_length = 64)),
    responses((status = 200, body = DeviceCode), (status = "4XX", body = Refusal))
)]
pub(super) async fn device_code(
    State(site): State<Site>,
    Path(table): Path<String>,
    who: Who,
) -> Result<Json<DeviceCode>, Error> {
    Ok(Json(site.hub.device_code(&who.payer(), &table).await?))
}

/// Takes over seats with a code from another device.
#[utoipa::path(
    post,
    path = "/api/device-code",
    request_body = ClaimDevice,
    responses((status = 200, body = Seated), (status = "4XX", body = Refusal))
)]
pub(super) async fn claim(
    State(site): State<Site>,
    who: Who,
    Body(body): Body<ClaimDevice>,
) -> Result<Response, Error> {
    let (holder, cookie) = who.or_new(&site);
    let seated = site.hub.claim(&who.payer(), &body.code, holder).await?;
    Ok(cookie.with(Json(seated)))
}

/// A token for a script.
#[utoipa::path(post, path = "/api/tokens", responses((status = 201, body = Token)))]
pub(super) async fn token(State(site): State<Site>) -> (StatusCode, Json<Token>) {
    (StatusCode::CREATED, Json(Token { token: site.tokens.issue() }))
}

/// Tells whoever runs the server of somebody, or of a table. Nobody at the table is told.
#[utoipa::path(
    post,
    path = "/api/tables/{table}/report",
    params(("table" = String, Path, min_length = 1, max_length = 64)),
    request_body = ReportWish,
    responses((status = 200, body = Reported), (status = "4XX", body = Refusal))
)]
pub(super) async fn report(
    State(site): State<Site>,
    Path(table): Path<String>,
    who: Who,
    Body(wish): Body<ReportWish>,
) -> Result<Response, Error> {
    // Whoever has no token is given one: a report says by whom it is.
    let (holder, cookie) = who.or_new(&site);
    let who = Who(Some(holder), who.1);
    Ok(cookie.with(Json(site.hub.report(&who.payer(), &table, wish).await?)))
}

/// Erases one's names, chat and tokens. The events of games remain.
#[utoipa::path(delete, path = "/api/me", responses((status = 200, body = Erased)))]
pub(super) async fn forget_me(State(site): State<Site>, who: Who) -> Result<Response, Error> {
    let tables = match who.0 {
        Some(holder) => site.hub.forget(&who.payer(), holder).await?,
        None => 0,
    };
    Ok(NewCookie::gone(&site.config).with(Json(Erased { tables })))
}

/// The process is alive.
pub(super) async fn healthz() -> &'static str {
    "ok\n"
}

/// The server can store things and is not going down. The reason why it cannot is given in words.
pub(super) async fn readyz(State(site): State<Site>) -> Result<&'static str, Response> {
    site.hub.readiness().map_err(|message| {
        let error = if site.hub.is_closing() { Error::GoingDown } else { Error::STORAGE };
        (error.status(), Json(Refusal { message, ..error.refusal(None) })).into_response()
    })
}
