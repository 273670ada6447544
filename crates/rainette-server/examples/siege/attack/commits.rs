//! Bounds: 4 addresses and 190 requests each, or 20 addresses and 900 requests each.

use serde_json::json;

use super::client::Client;
use super::flood::flood;
use super::{Attack, Field, Findings, MB, Trouble};

pub(super) const ATTACK: Attack = Attack::new(
    "commits",
    "Commits to a new seed again and again, from several addresses, until the welcome is too large for others to enter.",
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
    let (devices, count) = field.pick((4, 190), (20, 900));
    (findings.tried, findings.refused) = commit(field, &attacker, &seated.table, devices, count).await;
    let joined = victim.post(&format!("/api/invites/{}", seated.invite), &json!({ "name": "Guest" })).await?;
    findings.so("a guest can sit down", joined.is_good());
    let before = field.tally.received();
    let welcome = match victim.sit(&seated.table).await {
        Ok(mut socket) => socket.hear_of("welcome").await,
        Err(trouble) => Err(trouble),
    };
    findings.so("a guest can enter", welcome.is_ok());
    let seq = welcome.ok().and_then(|welcome| welcome["seq"].as_u64()).unwrap_or(u64::MAX);
    findings.at_most("events of the table", seq, MOST_EVENTS);
    findings.bytes_at_most("welcome", field.tally.received() - before, MOST_WELCOME);
    Ok(())
}

/// Commits so often to another seed from each of so many devices of one person; gives how often, and how often that
/// was refused.
pub(super) async fn commit(
    field: &Field,
    client: &Client,
    table: &str,
    devices: u8,
    count: usize,
) -> (u64, u64) {
    let path = format!("/api/tables/{table}/commands");
    let committing = (0..devices).map(|device| {
        let path = &path;
        let client = field.client(10 + device).holding(client);
        async move {
            let make = |number| {
                let commitment = format!("{:064x}", usize::from(device) * 1_000_000 + number + 1);
                ("POST", path.clone(), json!({ "type": "commit", "commitment": commitment }).to_string())
            };
            flood(&client, 1, count, field.until, make).await
        }
    });
    let all = futures_util::future::join_all(committing).await;
    (all.iter().map(|counts| counts.tried).sum(), all.iter().map(super::flood::Counts::refused).sum())
}
