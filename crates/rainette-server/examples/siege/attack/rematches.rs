//! Bounds: 150 requests at once, then 60 in a row.

use serde_json::json;

use super::flood::flood;
use super::{Attack, Field, Findings, Trouble};

pub(super) const ATTACK: Attack = Attack::new(
    "rematches",
    "Asks for a rematch 100 times at once, and for rematches of rematches that it closes at once.",
    |field, findings| Box::pin(strike(field, findings)),
);

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let seats = [json!({ "is": "me" }), json!({ "is": "computer", "level": 1 })];
    let wish = json!({ "game": "hop-it", "name": "Host", "seats": seats, "start_when_full": true });
    let table = attacker.open(&wish).await?.table;
    attacker.post(&format!("/api/tables/{table}/abandon"), &json!({})).await?;
    let before = field.figure("rainette_events_total").await?;
    let path = format!("/api/tables/{table}/rematch");
    let counts = flood(&attacker, 20, 100, field.until, |_| ("POST", path.clone(), "{}".to_owned())).await;
    (findings.tried, findings.refused) = (counts.tried, counts.refused());
    let mine = attacker.get("/api/me").await?.json();
    let open = mine["tables"].as_array().map_or(0, |tables| {
        tables.iter().filter(|table| table["status"] != "abandoned" && table["status"] != "finished").count()
    });
    findings.at_most("rematches of one game", open as u64, 1);
    let mut table = table;
    for _ in 0..30 {
        let answer = attacker.post(&format!("/api/tables/{table}/rematch"), &json!({})).await?;
        findings.tried += 1;
        let Some(next) = answer.text_at("table") else {
            findings.refused += 1;
            break;
        };
        attacker.post(&format!("/api/tables/{next}/abandon"), &json!({})).await?;
        table = next;
    }
    let events = field.figure("rainette_events_total").await? - before;
    findings.at_most("events stored", events, 1_000);
    Ok(())
}
