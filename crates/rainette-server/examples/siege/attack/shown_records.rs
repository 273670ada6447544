//! Bounds: 348 requests of 256 KB.

use serde_json::json;

use super::flood::flood;
use super::{Attack, Field, Findings, MB, Trouble, records};

pub(super) const ATTACK: Attack = Attack::new(
    "shown-records",
    "Has the longest record shown, with everybody's eyes, again and again, and one that is too long.",
    |field, findings| Box::pin(strike(field, findings)),
);

/// What one address may have shown in the time of the attack: its limit for a minute, and what comes back meanwhile.
const MOST_SHOWN: u64 = 2 * 240;

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let text = |wish: &serde_json::Value| wish["from"]["text"].clone();
    let long = json!({ "text": text(&records::played("pool-party", 4_000, 7)) }).to_string();
    let longer = json!({ "text": text(&records::stacked(14_500)) }).to_string();
    let make = |turn: usize| {
        let body = if turn % 4 == 3 { longer.clone() } else { long.clone() };
        ("POST", "/api/replays?as=everything&after=3500".to_owned(), body)
    };
    let counts = flood(&attacker, 4, field.pick(24, 348), field.until, make).await;
    (findings.tried, findings.refused) = (counts.tried, counts.refused());
    findings.at_most("shown", counts.accepted(), MOST_SHOWN);
    findings.bytes_at_most("stored", field.stored().await, MB);
    Ok(())
}
