//! Bounds: 60 connections, 3 s or 45 s.

use std::time::Duration;

use super::{Attack, Field, Findings, Trouble, records};

pub(super) const ATTACK: Attack = Attack::new(
    "unread-replays",
    "Asks for 60 replays of the longest game that the server takes, and reads none of them.",
    |field, findings| Box::pin(strike(field, findings)),
);

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let (table, _) = records::open_longest(&attacker).await?;
    let rude = attacker.unreading();
    let request = rude.request("GET", &format!("/api/tables/{table}/replay"), "");
    let mut lines = Vec::new();
    for _ in 0..60 {
        findings.tried += 1;
        let mut line = rude.dial().await?;
        match line.send(&request).await {
            Ok(()) => lines.push(line),
            Err(_) => findings.refused += 1,
        }
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    if !field.is_short {
        let left = field.files_left(Duration::from_secs(42)).await;
        findings.at_most("connections held after 45 s", left, 4);
    }
    drop(lines);
    Ok(())
}
