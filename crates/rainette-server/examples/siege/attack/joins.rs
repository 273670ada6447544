//! Bounds: 600 or 2,000 requests.

use serde_json::json;

use super::flood::flood;
use super::{Attack, Field, Findings, Trouble};

pub(super) const ATTACK: Attack = Attack::new(
    "joins",
    "Sits down at another one's public table and stands up again, without end.",
    |field, findings| Box::pin(strike(field, findings)),
);

/// How far the log of a table that has not even begun may get.
const MOST_EVENTS: u64 = 500;

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let (attacker, victim) = (field.attacker().await?, field.victim().await?);
    let seats = [json!({ "is": "me" }), json!({ "is": "open" })];
    let wish = json!({ "game": "hop-it", "name": "Host", "seats": seats, "is_public": true });
    let table = victim.open(&wish).await?.table;
    // From several addresses, since one alone is soon too fast.
    for host in 2..field.pick(5_u8, 12) {
        let client = field.client(host).holding(&attacker);
        let counts = flood(&client, 1, 200, field.until, |number| match number % 2 {
            0 => (
                "POST",
                format!("/api/tables/{table}/join"),
                json!({ "name": format!("Guest {number}") }).to_string(),
            ),
            _ => ("POST", format!("/api/tables/{table}/leave"), "{}".to_owned()),
        });
        let counts = counts.await;
        findings.tried += counts.tried;
        findings.refused += counts.refused();
    }
    let welcome = victim.get(&format!("/api/tables/{table}")).await?.json();
    findings.at_most("events of the table", welcome["seq"].as_u64().unwrap_or(u64::MAX), MOST_EVENTS);
    // Whoever is not a nuisance still finds a seat.
    let guest = field.client(160).named().await?;
    attacker.post(&format!("/api/tables/{table}/leave"), &json!({})).await?;
    let joined = guest.post(&format!("/api/tables/{table}/join"), &json!({ "name": "Newcomer" })).await?;
    findings.so("somebody else can still sit down", joined.is_good());
    Ok(())
}
