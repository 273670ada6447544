//! Bounds: 348 requests of 256 KB.

use super::flood::flood;
use super::{Attack, Field, Findings, MB, Trouble, records};

pub(super) const ATTACK: Attack = Attack::new(
    "stacked-openings",
    "Opens tables from a record of 14,500 rolls that decide nothing, again and again.",
    |field, findings| Box::pin(strike(field, findings)),
);

/// What one address may have stored by such openings, in bytes.
const MOST_STORED: u64 = 4 * MB;

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let body = records::stacked(14_500).to_string();
    let make = |_| ("POST", "/api/tables".to_owned(), body.clone());
    let counts = flood(&attacker, 4, field.pick(24, 348), field.until, make).await;
    (findings.tried, findings.refused) = (counts.tried, counts.refused());
    findings.exactly("opened", counts.accepted(), 0);
    findings.bytes_at_most("stored", field.stored().await, MOST_STORED);
    Ok(())
}
