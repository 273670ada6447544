//! Bounds: 20 connections, 500 or 2,000 requests on each.

use std::time::{Duration, Instant};

use super::{Attack, Field, Findings, Trouble};

pub(super) const ATTACK: Attack = Attack::new(
    "pipelining",
    "Sends thousands of requests over 20 connections without waiting for an answer, and reads half of the connections.",
    |field, findings| Box::pin(strike(field, findings)),
);

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let client = field.client(2);
    let count = field.pick(500, 2_000);
    let requests = client.request("GET", "/api/games", "").repeat(count);
    let (begun, mut good, mut read) = (Instant::now(), 0, 0);
    let mut unread = Vec::new();
    for number in 0..20 {
        let rude = number % 2 == 0;
        let mut line = if rude { client.unreading().dial().await? } else { client.dial().await? };
        findings.tried += count as u64;
        // The server may stop reading while nobody reads what it says.
        let sent = tokio::time::timeout(Duration::from_millis(300), line.send(&requests)).await;
        if rude {
            unread.push(line);
            continue;
        }
        if sent.is_err() {
            continue;
        }
        while let Ok(Ok(Some(answer))) = tokio::time::timeout(Duration::from_secs(1), line.answer()).await {
            read += 1;
            good += u64::from(answer.is_good());
        }
    }
    findings.refused = read - good;
    findings.at_most("answered", good, Field::requests_in(begun.elapsed()));
    drop(unread);
    findings.at_most("connections left", field.files_left(Duration::from_secs(5)).await, 4);
    Ok(())
}
