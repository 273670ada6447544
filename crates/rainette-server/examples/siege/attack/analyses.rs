//! Bounds: 66 finished games, 198 requests.

use serde_json::json;

use super::client::Client;
use super::flood::flood;
use super::{Attack, Field, Findings, Trouble, records};

pub(super) const ATTACK: Attack = Attack::new(
    "analyses",
    "Has 66 finished games looked at at the same time, so that nobody else's is.",
    |field, findings| Box::pin(strike(field, findings)),
);

const GAMES: usize = 66;

/// A finished game with many decisions in it; gives its table.
async fn finished(client: &Client, seed: u64) -> Result<String, Trouble> {
    let table = client.open(&records::played("hop-it", 60, seed)).await?.table;
    let resign = json!({ "type": "resign", "id": "r", "seat": 0 });
    client.post(&format!("/api/tables/{table}/commands"), &resign).await?;
    Ok(table)
}

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let (attacker, victim) = (field.attacker().await?, field.victim().await?);
    let theirs = finished(&victim, 1_000).await?;
    let mut tables = Vec::new();
    for seed in 0..GAMES {
        tables.extend(finished(&attacker, seed as u64).await);
    }
    let make = |number: usize| {
        let table = &tables[number % tables.len().max(1)];
        ("GET", format!("/api/tables/{table}/analysis"), String::new())
    };
    let counts = flood(&attacker, 8, tables.len(), field.until, make).await;
    let answer = victim.get(&format!("/api/tables/{theirs}/analysis")).await?;
    findings.tried = GAMES as u64;
    findings.refused = GAMES as u64 - counts.accepted();
    findings.so("another one's game is looked at", answer.is_good());
    Ok(())
}
