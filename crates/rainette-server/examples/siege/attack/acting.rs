//! Bounds: 30 or 90 tables and sockets, 2 s or 10 s.

use std::time::{Duration, Instant};

use serde_json::json;

use super::super::socket::Trouble;
use super::bystander::Screen;
use super::{Attack, Field, Findings, MB};

pub(super) const ATTACK: Attack = Attack::new(
    "acting",
    "Plays as fast as it is allowed at 90 tables of its own: every action has to be stored before it is acknowledged.",
    |field, findings| Box::pin(strike(field, findings)),
);

/// What one address may have stored in this time, in bytes.
const MOST_STORED: u64 = 16 * MB;

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let seats = [json!({ "is": "me" }), json!({ "is": "me" })];
    let wish = json!({ "game": "pool-party", "name": "Host", "seats": seats, "start_when_full": true });
    let mut screens = Vec::new();
    for _ in 0..field.pick(30, 90) {
        match attacker.open(&wish).await {
            Ok(seated) => screens.push(Screen::new(&attacker, &seated.table).await?),
            Err(_) => findings.refused += 1,
        }
    }
    let end = (Instant::now() + Duration::from_secs(field.pick(2, 10))).min(field.until);
    let acting = screens.into_iter().map(|screen| act(screen, end));
    for (acted, refused) in futures_util::future::join_all(acting).await {
        findings.tried += acted + refused;
        findings.refused += refused;
    }
    findings.bytes_at_most("stored", field.stored().await, MOST_STORED);
    Ok(())
}

/// Acts until it is time; gives how often, and how often that was refused.
async fn act(mut screen: Screen, end: Instant) -> (u64, u64) {
    let (mut acted, mut refused) = (0, 0);
    while Instant::now() < end && !screen.is_over {
        if screen.actions.is_empty() {
            if screen.hear().await.is_err() {
                break;
            }
            continue;
        }
        let actions = screen.actions.clone();
        if screen.act().await.is_ok() {
            acted += 1;
        } else {
            refused += 1;
            screen.actions = actions;
            tokio::time::sleep(Duration::from_millis(60)).await;
        }
    }
    (acted, refused)
}
