//! Sockets: what observers hear, and what they say.

use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use tokio::time::{MissedTickBehavior, interval, timeout};
use tracing::{Instrument as _, debug_span};

use crate::budgets::{Budget, Held, messages_in};
use crate::error::Error;
use crate::http::{Path, Site, Who};
use crate::protocol::{Refusal, ToClient, ToServer};

/// The largest message.
const LARGEST: usize = 64 * 1_024;

/// How often a quiet socket is asked whether it is still there.
const PING: Duration = Duration::from_secs(25);

/// How long a socket may say nothing at all, not even that it is there.
const SILENCE: Duration = Duration::from_secs(75);

/// How long a frame may take.
const SLOWEST: Duration = Duration::from_secs(15);

/// How long a socket may take to say hello.
const HELLO: Duration = Duration::from_secs(10);

/// How long the other side may take to hear that the socket is closed.
const FAREWELL: Duration = Duration::from_secs(2);

/// How many messages beyond the limit are refused before the socket is closed.
const PATIENCE: u64 = 200;

/// Opens a WebSocket: messages `ToServer` and `ToClient`, the first being `hello`.
#[utoipa::path(
    get,
    path = "/api/tables/{table}/socket",
    params(("table" = String, Path, min_length = 1, max_length = 64)),
    responses((status = 101, description = "a WebSocket"), (status = "4XX", body = Refusal))
)]
pub(crate) async fn socket(
    State(site): State<Site>,
    Path(table): Path<String>,
    who: Who,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Error> {
    let upgrade = upgrade.map_err(Error::malformed)?;
    if site.hub.is_closing() {
        return Err(Error::GoingDown);
    }
    site.hub.look_for(&who.payer(), &table, |_| ()).await?;
    let open = site.budgets.hold(Budget::Sockets, &who.payer(), 1)?;
    // Small buffers: ten thousand idle sockets cost tens of megabytes, not gigabytes.
    let upgrade = upgrade
        .max_message_size(LARGEST)
        .max_frame_size(LARGEST)
        .read_buffer_size(1_024)
        .write_buffer_size(0)
        .max_write_buffer_size(4 * 1_024 * 1_024);
    Ok(upgrade.on_upgrade(move |socket| serve(site, table, who, socket, open)))
}

async fn serve(site: Site, table: String, who: Who, mut ws: WebSocket, _open: Held) {
    let (attached, mut frames) = match site.hub.attach(&table, who.payer()).await {
        Ok(attached) => attached,
        Err(error) => {
            let _ = refuse(&mut ws, &error).await;
            return;
        }
    };
    let mut messages = site.budgets.messages();
    let mut pings = interval(PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pings.reset();
    let opened = Instant::now();
    let (mut heard, mut refused, mut is_greeted) = (opened, 0, false);
    let why = loop {
        let hello = tokio::time::sleep_until((opened + HELLO).into());
        tokio::select! {
            frame = frames.recv() => {
                let Some(frame) = frame else {
                    break Some((1013, "come back"));
                };
                if send(&mut ws, frame.text.clone()).await.is_err() {
                    break None;
                }
            }
            message = ws.recv() => {
                let message = match message {
                    Some(Ok(message)) => message,
                    Some(Err(error)) => break Some(wrong(&mut ws, &error).await),
                    None => break None,
                };
                heard = Instant::now();
                if matches!(message, Message::Close(_)) {
                    break None;
                }
                // Whatever comes in costs something, and each ping is answered.
                if let Err(exhausted) = messages.take(length(&message), heard) {
                    refused += messages_in(length(&message));
                    if refused > PATIENCE {
                        break Some((1008, "too fast"));
                    }
                    if refuse(&mut ws, &exhausted.into()).await.is_err() {
                        break None;
                    }
                    continue;
                }
                let text = match message {
                    Message::Text(text) => text,
                    Message::Binary(_) => {
                        let error = Error::malformed("messages are text, not binary");
                        if refuse(&mut ws, &error).await.is_err() {
                            break None;
                        }
                        continue;
                    }
                    _ => continue,
                };
                match serde_json::from_str::<ToServer>(&text) {
                    // The line works, however long the table takes over what it is at.
                    Ok(ToServer::Ping) if is_greeted => {
                        let pong = serde_json::to_string(&ToClient::Pong).expect("messages have string keys only");
                        if send(&mut ws, pong.into()).await.is_err() {
                            break None;
                        }
                    }
                    Ok(message) => {
                        is_greeted |= matches!(message, ToServer::Hello(_));
                        if let Err(error) = attached.say(message).instrument(debug_span!("message")).await
                            && refuse(&mut ws, &error).await.is_err()
                        {
                            break None;
                        }
                    }
                    Err(error) => {
                        if refuse(&mut ws, &Error::malformed(error)).await.is_err() {
                            break None;
                        }
                    }
                }
            }
            _ = pings.tick() => {
                if heard.elapsed() > SILENCE {
                    break Some((1001, "silent for too long"));
                }
                if timeout(SLOWEST, ws.send(Message::Ping(axum::body::Bytes::new()))).await.is_err() {
                    break None;
                }
            }
            () = hello, if !is_greeted => break Some((1008, "no hello")),
        }
    };
    drop(attached);
    if let Some((code, reason)) = why {
        let close = Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }));
        let farewell = async {
            // Whoever is still talking would not hear the last words if the connection were just cut.
            if ws.send(close).await.is_ok() {
                while let Some(Ok(_)) = ws.recv().await {}
            }
        };
        let _ = timeout(FAREWELL, farewell).await;
    }
}

fn length(message: &Message) -> usize {
    match message {
        Message::Text(text) => text.len(),
        Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes) => bytes.len(),
        Message::Close(_) => 0,
    }
}

async fn send(ws: &mut WebSocket, frame: Utf8Bytes) -> Result<(), ()> {
    match timeout(SLOWEST, ws.send(Message::Text(frame))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(()),
    }
}

async fn refuse(ws: &mut WebSocket, error: &Error) -> Result<(), ()> {
    let message = ToClient::Refused(error.refusal(None));
    let text = serde_json::to_string(&message).expect("messages have string keys only");
    send(ws, text.into()).await
}

/// A frame that cannot be read closes the socket; if it was too large, the client is told so first.
async fn wrong(ws: &mut WebSocket, error: &axum::Error) -> (u16, &'static str) {
    let text = error.to_string().to_lowercase();
    if text.contains("too long") || text.contains("too large") || text.contains("too big") {
        let _ = refuse(ws, &Error::TooLarge(LARGEST)).await;
        return (1009, "too large");
    }
    (1002, "unreadable")
}
