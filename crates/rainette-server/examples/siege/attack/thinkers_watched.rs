//! Bounds: 150 requests, 150 sockets, 4 s or 15 s.

use std::time::Duration;

use serde_json::Value;

use super::{Attack, Field, Findings, Trouble, thinkers_left};

pub(super) const ATTACK: Attack = Attack::new(
    "thinkers-watched",
    "Opens 150 tables of two computer players of level 8 each, and looks on at all of them.",
    |field, findings| Box::pin(strike(field, findings)),
);

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let before = thinkers_left::Thoughts::now(field).await?;
    let wish: Value = serde_json::from_str(&thinkers_left::wish())?;
    let mut sockets = Vec::new();
    // Half of what an address may ask for at once opens tables, the other half sits down.
    for _ in 0..field.pick(90, 150) {
        findings.tried += 1;
        match attacker.open(&wish).await {
            Ok(seated) => sockets.extend(attacker.sit(&seated.table).await),
            Err(_) => findings.refused += 1,
        }
    }
    tokio::time::sleep(Duration::from_secs(field.pick(4, 15))).await;
    before.judge(field, findings).await
}
