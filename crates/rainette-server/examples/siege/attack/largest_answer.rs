//! Bounds: one request at a time, each answer asked for twice.

use super::{Attack, Field, Findings, MB, Trouble, records};

pub(super) const ATTACK: Attack = Attack::new(
    "largest-answer",
    "Asks for everything that there is to know of the longest game that the server takes, one request at a time.",
    |field, findings| Box::pin(strike(field, findings)),
);

/// The largest answer to one request, in bytes.
const MOST_ANSWERED: u64 = 4 * MB;

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let (table, _) = records::open_longest(&attacker).await?;
    let mut largest = 0;
    for what in ["/replay", "/replay?as=0", "", "/events", "/record", "/proof"] {
        for _ in 0..2 {
            let before = field.tally.received();
            let answer = attacker.get(&format!("/api/tables/{table}{what}")).await?;
            findings.tried += 1;
            findings.refused += u64::from(!answer.is_good());
            largest = largest.max(field.tally.received() - before);
        }
    }
    let before = field.tally.received();
    attacker.sit(&table).await?.hear_text().await?;
    largest = largest.max(field.tally.received() - before);
    findings.bytes_at_most("largest answer", largest, MOST_ANSWERED);
    Ok(())
}
