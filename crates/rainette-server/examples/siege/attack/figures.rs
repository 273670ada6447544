//! Bounds: 180 requests.

use super::{Attack, Field, Findings, Trouble};

pub(super) const ATTACK: Attack = Attack::new(
    "figures",
    "Makes up methods, paths and names of requests, each of which could become a figure that is kept for good.",
    |field, findings| Box::pin(strike(field, findings)),
);

/// How many more figures there may be afterwards: those of kinds of requests that had not been seen.
const MOST_NEW: u64 = 120;

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let client = field.client(2);
    let before = count(field).await?;
    for number in 0..180 {
        let method = format!("FLY{number}");
        let method = if number % 2 == 0 { "GET" } else { &method };
        let client = client.with_header("X-Request-Id", &format!("made-up-{number}"));
        findings.tried += 1;
        let answer = client.ask(method, &format!("/api/tables/made-up-{number}/replay"), "").await?;
        findings.refused += u64::from(!answer.is_good());
    }
    findings.at_most("new figures", count(field).await?.saturating_sub(before), MOST_NEW);
    Ok(())
}

async fn count(field: &Field) -> Result<u64, Trouble> {
    Ok(field.figures().await?.lines().count() as u64)
}
