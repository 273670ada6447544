//! Bounds: 150 requests.

use serde_json::json;

use super::flood::flood;
use super::{Attack, Field, Findings, Trouble};

pub(super) const ATTACK: Attack = Attack::new(
    "public-list",
    "Opens 150 public tables, so that another one's is no longer on the list.",
    |field, findings| Box::pin(strike(field, findings)),
);

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let (attacker, victim) = (field.attacker().await?, field.victim().await?);
    let seats = [json!({ "is": "me" }), json!({ "is": "open" })];
    let wish = json!({ "game": "hop-it", "name": "Host", "seats": seats, "is_public": true });
    let theirs = victim.open(&wish).await?.table;
    let body = wish.to_string();
    let counts =
        flood(&attacker, 4, 150, field.until, |_| ("POST", "/api/tables".to_owned(), body.clone())).await;
    (findings.tried, findings.refused) = (counts.tried, counts.refused());
    let list = victim.get("/api/tables").await?.json();
    let listed =
        list["tables"].as_array().is_some_and(|tables| tables.iter().any(|table| table["id"] == theirs));
    findings.so("another one's table is still listed", listed);
    Ok(())
}
