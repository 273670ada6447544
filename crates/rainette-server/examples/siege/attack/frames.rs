//! Bounds: one socket each, 3,000 binary frames, 20,000 pings.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use super::{Attack, Field, Findings, Trouble};

pub(super) const BINARY: Attack = Attack::new(
    "binary-frames",
    "Sends 3,000 binary frames over a socket: each is refused, but none is counted.",
    |field, findings| Box::pin(strike(field, findings, 3_000, || Message::Binary(vec![0].into()))),
);

pub(super) const PINGS: Attack = Attack::new(
    "ping-frames",
    "Sends 20,000 pings over a socket, each of which has to be answered.",
    |field, findings| Box::pin(strike(field, findings, 20_000, || Message::Ping(vec![0; 100].into()))),
);

/// How many frames beyond the limit are refused before a socket is closed. Pings are answered as well.
const PATIENCE: u64 = 200;

async fn strike(
    field: &Field,
    findings: &mut Findings,
    count: u64,
    make: impl Fn() -> Message,
) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let seats = [json!({ "is": "me" }), json!({ "is": "me" })];
    let table = attacker.open(&json!({ "game": "hop-it", "name": "Host", "seats": seats })).await?.table;
    let mut socket = attacker.sit(&table).await?;
    socket.hear_of("welcome").await?;
    let begun = Instant::now();
    let (said, heard) = socket.talk((0..count).map(|_| make()), Duration::ZERO, field.until).await;
    findings.tried = said;
    findings.refused = said.saturating_sub(heard.all());
    let most = Field::messages_in(begun.elapsed()) + 2 * PATIENCE;
    findings.at_most("frames that were answered", heard.all(), most);
    Ok(())
}
