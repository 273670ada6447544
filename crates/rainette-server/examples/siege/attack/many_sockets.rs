//! Bounds: 300 sockets, and 300 requests that wait.

use std::time::Duration;

use serde_json::json;

use super::{Attack, Field, Findings, Trouble};

pub(super) const SOCKETS: Attack =
    Attack::new("many-sockets", "Opens 300 sockets from one address.", |field, findings| {
        Box::pin(sockets(field, findings))
    });

pub(super) const WAITING: Attack = Attack::new(
    "many-waiting",
    "Asks 300 times from one address to be told as soon as something happens.",
    |field, findings| Box::pin(waiting(field, findings)),
);

/// How many sockets and waiting requests one address may have.
const MOST_OPEN: u64 = 200;

async fn sockets(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let seats = [json!({ "is": "me" }), json!({ "is": "me" })];
    let table = attacker.open(&json!({ "game": "hop-it", "name": "Host", "seats": seats })).await?.table;
    let mut sockets = Vec::new();
    for _ in 0..300 {
        findings.tried += 1;
        match attacker.sit(&table).await {
            Ok(socket) => sockets.push(socket),
            Err(_) => findings.refused += 1,
        }
        // As fast as requests are allowed, or they would be refused for that.
        if findings.tried > 190 {
            tokio::time::sleep(Duration::from_millis(26)).await;
        }
    }
    findings.at_most("sockets open", sockets.len() as u64, MOST_OPEN);
    Ok(())
}

async fn waiting(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let seats = [json!({ "is": "me" }), json!({ "is": "me" })];
    let table = attacker.open(&json!({ "game": "hop-it", "name": "Host", "seats": seats })).await?.table;
    let request = attacker.request("GET", &format!("/api/tables/{table}/events?after=99&wait=60"), "");
    let mut lines = Vec::new();
    for _ in 0..300 {
        findings.tried += 1;
        let mut line = attacker.dial().await?;
        line.send(&request).await?;
        lines.push(line);
        if findings.tried > 190 {
            tokio::time::sleep(Duration::from_millis(26)).await;
        }
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    for line in &mut lines {
        let answered = tokio::time::timeout(Duration::from_millis(5), line.answer()).await;
        findings.refused += u64::from(answered.is_ok());
    }
    findings.at_most("requests that wait", findings.tried - findings.refused, MOST_OPEN);
    Ok(())
}
