//! Bounds: 180 requests, 4 s or 15 s.

use std::time::{Duration, Instant};

use serde_json::json;

use super::bystander::PAUSE;
use super::flood::flood;
use super::{Attack, Field, Findings, Trouble};

pub(super) const ATTACK: Attack = Attack::new(
    "thinkers-left",
    "Opens 180 tables of two computer players of level 8 each in a second, and leaves.",
    |field, findings| Box::pin(strike(field, findings)),
);

/// A table of two of the strongest, at which the host only looks on.
pub(super) fn wish() -> String {
    let seats = [json!({ "is": "computer", "level": 8 }), json!({ "is": "computer", "level": 8 })];
    json!({ "game": "abagio", "name": "Host", "seats": seats, "start_when_full": true }).to_string()
}

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let before = Thoughts::now(field).await?;
    let body = wish();
    let counts =
        flood(&attacker, 8, 180, field.until, |_| ("POST", "/api/tables".to_owned(), body.clone())).await;
    (findings.tried, findings.refused) = (counts.tried, counts.refused());
    tokio::time::sleep(Duration::from_secs(field.pick(4, 15))).await;
    before.judge(field, findings).await
}

/// How often computer players have thought, at all and for others.
pub(super) struct Thoughts {
    all: u64,
    others: u64,
    at: Instant,
}

impl Thoughts {
    pub(super) async fn now(field: &Field) -> Result<Self, Trouble> {
        let all = field.figure("rainette_thoughts_total").await?;
        Ok(Self { all, others: field.answers(), at: Instant::now() })
    }

    /// Others have been answered at least once since then for every six thoughts of all the attacker's tables together,
    /// or a quarter as often as they would ask if nobody else thought: they do not ask while they look at an answer. A
    /// queue in which every table waits behind those of the attacker gives them one in ten or less.
    pub(super) async fn judge(self, field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
        let now = Self::now(field).await?;
        let others = now.others - self.others;
        let attacker = (now.all - self.all).saturating_sub(others);
        findings.at_least(
            &format!("others' answers beside {attacker} of the attacker's"),
            others,
            (attacker / 6).min(self.at.elapsed().as_millis() as u64 / PAUSE.as_millis() as u64 / 4),
        );
        Ok(())
    }
}
