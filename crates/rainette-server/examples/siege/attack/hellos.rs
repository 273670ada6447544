//! Bounds: 8 sockets, 2 s or 10 s.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::time::timeout;

use super::talk::Socket;
use super::{Attack, Field, Findings, MB, Trouble, records};

pub(super) const ATTACK: Attack = Attack::new(
    "hellos",
    "Says hello over 8 sockets as fast as it is allowed, so that little in is much out.",
    |field, findings| Box::pin(strike(field, findings)),
);

/// How many bytes the server may send one address, per second and at once.
const MOST_SENT: [u64; 2] = [2 * MB, 20 * MB];

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let table = records::open_grown(field, &attacker).await?;
    let mut sockets = Vec::new();
    for _ in 0..8 {
        sockets.push(attacker.upgrade(&table).await?);
    }
    let (begun, before) = (Instant::now(), field.tally.received());
    let end = begun + Duration::from_secs(field.pick(2, 10));
    let talking = sockets.into_iter().map(|socket| talk(socket, end));
    for (said, refused) in futures_util::future::join_all(talking).await {
        findings.tried += said;
        findings.refused += refused;
    }
    let most = MOST_SENT[1] + (MOST_SENT[0] as f64 * begun.elapsed().as_secs_f64()) as u64;
    findings.bytes_at_most("sent", field.tally.received() - before, most);
    Ok(())
}

/// Says hello and hears what comes; gives how often, and how often it was refused.
async fn talk(mut socket: Socket, end: Instant) -> (u64, u64) {
    let (mut said, mut refused) = (0, 0);
    while Instant::now() < end && socket.say(&json!({ "type": "hello" })).await.is_ok() {
        said += 1;
        match timeout(Duration::from_secs(2), socket.hear_text()).await {
            Ok(Ok(text)) => {
                if text.starts_with("{\"type\":\"refused\"") {
                    refused += 1;
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
            _ => break,
        }
    }
    (said, refused)
}
