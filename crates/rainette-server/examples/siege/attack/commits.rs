//! Bounds: 20 sockets, 60 or 1,600 messages each.

use std::time::Instant;

use serde_json::json;

use super::talk::{Socket, text};
use super::{Attack, Field, Findings, MB, Trouble};

pub(super) const ATTACK: Attack = Attack::new(
    "commits",
    "Commits to a new seed again and again, over 20 sockets, until the welcome is too large for others to enter.",
    |field, findings| Box::pin(strike(field, findings)),
);

/// How far the log of a table that has not even begun may get.
const MOST_EVENTS: u64 = 500;

/// The largest welcome, in bytes.
const MOST_WELCOME: u64 = MB;

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let (attacker, victim) = (field.attacker().await?, field.victim().await?);
    let seats = [json!({ "is": "me" }), json!({ "is": "friend" })];
    let wish = json!({ "game": "pool-party", "name": "Host", "seats": seats });
    let seated = attacker.open(&wish).await?;
    let mut sockets = Vec::new();
    for _ in 0..20 {
        sockets.push(attacker.sit(&seated.table).await?);
    }
    findings.tried = flood(sockets, field.pick(60, 1_600), field.until).await;
    let joined = victim.post(&format!("/api/invites/{}", seated.invite), &json!({ "name": "Guest" })).await?;
    findings.so("a guest can sit down", joined.is_good());
    let before = field.tally.received();
    let welcome = match victim.sit(&seated.table).await {
        Ok(mut socket) => socket.hear_of("welcome").await,
        Err(trouble) => Err(trouble),
    };
    findings.so("a guest can enter", welcome.is_ok());
    let seq = welcome.ok().and_then(|welcome| welcome["seq"].as_u64()).unwrap_or(u64::MAX);
    findings.refused = findings.tried.saturating_sub(seq);
    findings.at_most("events of the table", seq, MOST_EVENTS);
    findings.bytes_at_most("welcome", field.tally.received() - before, MOST_WELCOME);
    Ok(())
}

/// So many commitments over each socket, each another; gives how many there were.
pub(super) async fn flood(sockets: Vec<Socket>, count: usize, until: Instant) -> u64 {
    let committing = sockets.into_iter().enumerate().map(|(place, socket)| {
        let commits = (0..count).map(move |number| {
            let commitment = format!("{:064x}", place * 1_000_000 + number + 1);
            text(&json!({ "type": "commit", "commitment": commitment }))
        });
        socket.talk(commits, until)
    });
    futures_util::future::join_all(committing).await.into_iter().map(|(said, _)| said).sum()
}
