//! Bounds: 100 requests, a byte each half second, 2 s or 30 s.

use std::time::{Duration, Instant};

use super::{Attack, Field, Findings, Trouble};

pub(super) const ATTACK: Attack = Attack::new(
    "slow-bodies",
    "Promises 100 bodies of 200 KB, sends half of each at once and the rest byte by byte.",
    |field, findings| Box::pin(strike(field, findings)),
);

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let mut whole = attacker.request("POST", "/api/tables", &"x".repeat(200_000));
    whole.truncate(whole.len() - 100_000);
    let mut lines = Vec::new();
    for _ in 0..100 {
        findings.tried += 1;
        let mut line = attacker.dial().await?;
        line.send(&whole).await?;
        lines.push(line);
    }
    let end = Instant::now() + Duration::from_secs(field.pick(1, 24));
    while Instant::now() < end.min(field.until) {
        for line in &mut lines {
            let _ = line.send(b"x").await;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    if !field.is_short {
        for line in &mut lines {
            let answer = tokio::time::timeout(Duration::from_secs(3), line.answer()).await;
            let is_slow = matches!(answer, Ok(Ok(Some(answer))) if answer.code() == "too-slow");
            findings.refused += u64::from(is_slow);
        }
        findings.exactly("answered `too-slow`", findings.refused, findings.tried);
    }
    Ok(())
}
