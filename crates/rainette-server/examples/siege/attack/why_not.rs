//! Bounds: 20 sockets, 30 or 200 messages of 60 KB each.

use std::time::{Duration, Instant};

use serde_json::json;

use super::talk::text;
use super::{Attack, Field, Findings, Trouble};

pub(super) const ATTACK: Attack =
    Attack::new("why-not", "Asks over 20 sockets why it may not point at 6,000 spots.", |field, findings| {
        Box::pin(strike(field, findings))
    });

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let seats = [json!({ "is": "me" }), json!({ "is": "me" })];
    let wish = json!({ "game": "hop-it", "name": "Host", "seats": seats, "start_when_full": true });
    let table = attacker.open(&wish).await?.table;
    let mut sockets = Vec::new();
    for _ in 0..20 {
        sockets.push(attacker.sit(&table).await?);
    }
    let message = text(&json!({ "type": "why-not", "spots": vec!["b2"; 6_000] }));
    let begun = Instant::now();
    let count = field.pick(30, 200);
    let asking = sockets
        .into_iter()
        .map(|socket| socket.talk(std::iter::repeat_n(message.clone(), count), Duration::ZERO, field.until));
    let all = futures_util::future::join_all(asking).await;
    let most = Field::messages_in(begun.elapsed());
    let answered = all.iter().map(|(_, heard)| heard.of("because"));
    findings.tried = all.iter().map(|(said, _)| said).sum();
    findings.refused = findings.tried.saturating_sub(answered.clone().sum());
    findings.at_most("answers to one socket", answered.max().unwrap_or(0), most);
    let (sent, received) = (field.tally.sent(), field.tally.received());
    findings.bytes_at_most("sent for what came in", received, sent + sent / 2);
    Ok(())
}
