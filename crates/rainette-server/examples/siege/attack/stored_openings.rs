//! Bounds: 60 or 600 requests, 12 s.

use super::flood::flood;
use super::{Attack, Field, Findings, MB, Trouble, records};

pub(super) const ATTACK: Attack = Attack::new(
    "stored-openings",
    "Fills the disk with tables opened from the largest record that the server takes.",
    |field, findings| Box::pin(strike(field, findings)),
);

/// What one address may have stored in so short a time, in bytes.
const MOST_STORED: u64 = 8 * MB;

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let (_, wish) = records::open_longest(&attacker).await?;
    let body = wish.to_string();
    let make = |_| ("POST", "/api/tables".to_owned(), body.clone());
    let counts = flood(&attacker, 4, field.pick(60, 600), field.until, make).await;
    (findings.tried, findings.refused) = (counts.tried, counts.refused());
    findings.bytes_at_most("stored", field.stored().await, MOST_STORED);
    Ok(())
}
