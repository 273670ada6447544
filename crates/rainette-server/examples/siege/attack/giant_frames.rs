//! Bounds: 20 sockets for each of three kinds, 8 MB each.

use std::time::{Duration, Instant};

use serde_json::json;

use super::talk::Socket;
use super::{Attack, Field, Findings, Trouble};

pub(super) const ATTACK: Attack = Attack::new(
    "giant-frames",
    "Sends a frame that says it is a terabyte, a message in ever more pieces, and one just over the limit.",
    |field, findings| Box::pin(strike(field, findings)),
);

/// The beginning of a masked frame of this length; the mask is zero, so that bytes go as they are.
fn head(first: u8, length: u64) -> Vec<u8> {
    let mut bytes = vec![first, 0x80 | 127];
    bytes.extend(length.to_be_bytes());
    bytes.extend([0; 4]);
    bytes
}

/// A text frame that is all of its message, the first of several, one in between.
const WHOLE: u8 = 0x81;
const FIRST: u8 = 0x01;
const NEXT: u8 = 0x00;

/// The bytes that are sent, by their number.
type Make = fn(usize) -> Vec<u8>;

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let seats = [json!({ "is": "me" }), json!({ "is": "me" })];
    let table = attacker.open(&json!({ "game": "hop-it", "name": "Host", "seats": seats })).await?.table;
    let kinds: [(&str, Make); 3] = [
        ("a terabyte", |number| if number == 0 { head(WHOLE, 1 << 40) } else { vec![b'x'; 60_000] }),
        ("in pieces", |number| {
            let mut bytes = head(if number == 0 { FIRST } else { NEXT }, 60_000);
            bytes.resize(bytes.len() + 60_000, b'x');
            bytes
        }),
        ("just too large", |_| {
            let mut bytes = head(WHOLE, 64 * 1_024 + 1);
            bytes.resize(bytes.len() + 64 * 1_024 + 1, b'x');
            bytes
        }),
    ];
    for (name, make) in kinds {
        let mut closed = 0;
        for _ in 0..field.pick(5, 20) {
            let mut socket = attacker.sit(&table).await?;
            socket.hear_of("welcome").await?;
            findings.tried += 1;
            closed += u64::from(is_closed(&mut socket, make, field.until).await);
        }
        findings.refused += closed;
        findings.exactly(&format!("{name}: sockets closed"), closed, field.pick(5, 20));
    }
    Ok(())
}

/// Sends up to 8 MB and sees whether the server puts an end to it.
async fn is_closed(socket: &mut Socket, make: Make, until: Instant) -> bool {
    for number in 0..130 {
        if Instant::now() > until {
            return false;
        }
        if socket.send_bytes(&make(number)).await.is_err() {
            return true;
        }
        tokio::task::yield_now().await;
    }
    socket.drain(Duration::from_secs(3)).await.of("close") > 0
}
