//! Bounds: 40 commands, 4 s.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::Client;
use super::{Attack, Field, Findings, Trouble};

pub(super) const ATTACK: Attack = Attack::new(
    "sit-in",
    "Seats a computer player of level 1 in the place of somebody who plays over plain HTTP and looks every half second.",
    |field, findings| Box::pin(strike(field, findings)),
);

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let (attacker, victim) = (field.attacker().await?, field.victim().await?);
    let seats = [json!({ "is": "me" }), json!({ "is": "friend" })];
    let mut wish = json!({ "game": "hop-it", "name": "Host", "seats": seats, "start_when_full": true });
    wish["grace_seconds"] = json!(0);
    let answer = attacker.post("/api/tables", &wish).await?;
    findings.tried += 1;
    if !answer.is_good() {
        findings.refused += 1;
        wish["grace_seconds"] = Value::Null;
    }
    let seated = match answer.text_at("table").zip(answer.text_at("invite")) {
        Some((table, invite)) => super::client::Seated { table, invite },
        None => attacker.open(&wish).await?,
    };
    victim.post(&format!("/api/invites/{}", seated.invite), &json!({ "name": "Guest" })).await?;
    let path = format!("/api/tables/{}", seated.table);
    // The host begins, as soon as the table has waited for seeds; then it is the guest's turn.
    let (welcome, action) = loop {
        let welcome = attacker.get(&path).await?.json();
        let mut actions = Vec::new();
        super::bystander::gather(&welcome["position"]["choices"], &mut actions);
        if let Some(action) = actions.pop() {
            break (welcome, action);
        }
        if Instant::now() > field.until {
            return Err("the game does not begin".into());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    let act = json!({ "type": "act", "id": "a", "seq": welcome["seq"], "action": action });
    attacker.post(&format!("{path}/commands"), &act).await?;

    let mut seq = look(&victim, &path).await?;
    for number in 0..40 {
        let sit_in = json!({ "type": "sit-in", "id": format!("s{number}"), "seat": 1, "level": 1 });
        let answer = attacker.post(&format!("{path}/commands"), &sit_in).await?;
        findings.tried += 1;
        findings.refused += u64::from(!answer.is_good());
        if number % 5 == 4 {
            seq = look(&victim, &path).await?;
        }
        tokio::time::sleep(Duration::from_millis(field.pick(50, 100))).await;
    }
    findings.exactly(
        "players pushed aside",
        findings.tried - findings.refused - u64::from(answer.is_good()),
        0,
    );
    let mine = victim.get(&path).await?.json();
    let mut actions = Vec::new();
    super::bystander::gather(&mine["position"]["choices"], &mut actions);
    let action = actions.first().cloned().unwrap_or_default();
    let act = json!({ "type": "act", "id": "b", "seq": seq, "action": action });
    let played = victim.post(&format!("{path}/commands"), &act).await?;
    findings.so("the guest still plays", played.is_good());
    Ok(())
}

/// Asks for news as a script does; gives the number of the last event.
async fn look(client: &Client, path: &str) -> Result<u64, Trouble> {
    let seen = client.get(&format!("{path}/events?after=0")).await?.json();
    seen["seq"].as_u64().ok_or_else(|| "the guest sees nothing".into())
}
