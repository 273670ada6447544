//! Nobody attacks: what the others' waits are held against.

use std::time::Duration;

use super::{Attack, Field, Findings, Trouble};

pub(super) const ATTACK: Attack =
    Attack::new("calm", "Nothing: this is what everything else is held against.", |field, findings| {
        Box::pin(strike(field, findings))
    });

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    tokio::time::sleep(Duration::from_secs(field.pick(1, 10))).await;
    findings.at_least("answers of the computer player", field.answers(), 1);
    Ok(())
}
