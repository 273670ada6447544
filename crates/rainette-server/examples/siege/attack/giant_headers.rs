//! Bounds: 20 connections for each of six kinds, 4 MB each.

use std::time::Duration;

use super::client::Client;
use super::{Attack, Field, Findings, MB, Trouble};

pub(super) const ATTACK: Attack = Attack::new(
    "giant-headers",
    "Sends headers of megabytes, ten thousand headers, an address of 300 KB, a header, an extension and a body without end.",
    |field, findings| Box::pin(strike(field, findings)),
);

/// How much of it the server may read before it has had enough, beside what the system keeps on the way.
const MOST_TAKEN: u64 = 4 * MB;

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.client(2);
    let start = "GET / HTTP/1.1\r\nHost: x\r\n";
    let post = "POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
    let kinds = [
        ("a giant", format!("{start}X-Giant: {}\r\n\r\n", "x".repeat(3_000_000))),
        ("many", format!("{start}{}\r\n", "X-Small: x\r\n".repeat(10_000))),
        ("a long address", format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "x".repeat(300_000))),
        ("no end", format!("{start}{}", "X-More: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\r\n".repeat(90_000))),
        ("a chunk's extension", format!("{post}1;{}\r\nx\r\n0\r\n\r\n", "x".repeat(3_000_000))),
        ("a body without end", format!("{post}{}", format!("8000\r\n{}\r\n", "x".repeat(0x8000)).repeat(90))),
    ];
    let count = field.pick(5, 20);
    for (name, bytes) in kinds {
        let (mut ended, before) = (0, field.tally.sent());
        for _ in 0..count {
            findings.tried += 1;
            ended += u64::from(is_ended(&attacker, bytes.as_bytes()).await?);
        }
        findings.refused += ended;
        findings.exactly(&format!("{name}: refused"), ended, count);
        let each = (field.tally.sent() - before) / count;
        findings.common(format!("{name}: {each} bytes were taken"), each <= MOST_TAKEN);
    }
    Ok(())
}

/// Does the server refuse this, or end the connection?
async fn is_ended(client: &Client, bytes: &[u8]) -> Result<bool, Trouble> {
    let mut line = client.dial().await?;
    for part in bytes.chunks(32_768) {
        if line.send(part).await.is_err() {
            return Ok(true);
        }
    }
    let answer = tokio::time::timeout(Duration::from_secs(3), line.answer()).await;
    Ok(match answer {
        Ok(Ok(Some(answer))) => (400..500).contains(&answer.status),
        Ok(_) => true,
        Err(_) => false,
    })
}
