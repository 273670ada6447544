//! Bounds: 600 connections, a byte each half second, 2 s or 30 s.

use std::time::{Duration, Instant};

use super::{Attack, Field, Findings, Trouble};

pub(super) const ATTACK: Attack = Attack::new(
    "slow-headers",
    "Opens 600 connections and sends a header byte by byte over each, to have all connections there are.",
    |field, findings| Box::pin(strike(field, findings)),
);

/// How many connections one address may have.
const MOST_OPEN: u64 = 400;

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.client(2);
    let mut lines = Vec::new();
    for _ in 0..600 {
        findings.tried += 1;
        let mut line = attacker.dial().await?;
        if line.send(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ").await.is_ok() {
            lines.push(line);
        }
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let open = field.server.open_files().unwrap_or(0).saturating_sub(field.files_before);
    findings.refused = findings.tried.saturating_sub(open);
    findings.at_most("connections open", open, MOST_OPEN + 4);
    let end = Instant::now() + Duration::from_secs(field.pick(1, 26));
    while Instant::now() < end.min(field.until) {
        for line in &mut lines {
            let _ = line.send(b"x").await;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    if !field.is_short {
        findings.at_most("connections open after 26 s", field.files_left(Duration::from_secs(4)).await, 4);
    }
    drop(lines);
    Ok(())
}
