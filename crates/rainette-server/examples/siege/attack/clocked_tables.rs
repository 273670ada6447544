//! Bounds: 190 or 600 requests, 45 s.

use std::time::{Duration, Instant};

use serde_json::json;

use super::flood::flood;
use super::{Attack, Field, Findings, Trouble};

pub(super) const ATTACK: Attack = Attack::new(
    "clocked-tables",
    "Starts games with a clock of a day, and leaves: each has to stay in memory until its time is up.",
    |field, findings| Box::pin(strike(field, findings)),
);

/// How many games of somebody who is not there may be in memory.
const MOST_LIVE: u64 = 100;

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let seats = [json!({ "is": "me" }), json!({ "is": "me" })];
    let clock = json!({ "kind": "bank", "seconds": 86_400, "increment": 0 });
    let wish =
        json!({ "game": "hop-it", "name": "Host", "seats": seats, "start_when_full": true, "clock": clock });
    let body = wish.to_string();
    let make = |_| ("POST", "/api/tables".to_owned(), body.clone());
    let counts = flood(&attacker, 4, field.pick(190, 600), field.until, make).await;
    (findings.tried, findings.refused) = (counts.tried, counts.refused());
    // A table that nobody needs stays for half a minute.
    let end = Instant::now() + Duration::from_secs(field.pick(0, 45));
    let mut live = field.figure("rainette_tables_live").await?;
    while live > MOST_LIVE && Instant::now() < end {
        tokio::time::sleep(Duration::from_secs(1)).await;
        live = field.figure("rainette_tables_live").await?;
    }
    findings.at_most("tables in memory", live, MOST_LIVE);
    Ok(())
}
