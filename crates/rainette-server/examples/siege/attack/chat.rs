//! Bounds: 8 sockets and 60 lines each, or 20 sockets and 190 lines each.

use std::time::{Duration, Instant};

use serde_json::json;

use super::talk::text;
use super::{Attack, Field, Findings, MB, Trouble};

pub(super) const ATTACK: Attack = Attack::new(
    "chat",
    "One person shouts over many sockets at once, the longest lines there are, at a table where another one sits.",
    |field, findings| Box::pin(strike(field, findings)),
);

/// How many lines somebody has to hear of one person, per second and at once.
const MOST_HEARD: [u64; 2] = [20, 100];

/// What one person's chat may take on the disk, in bytes.
const MOST_STORED: u64 = 2 * MB;

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let (attacker, victim) = (field.attacker().await?, field.victim().await?);
    let seats = [json!({ "is": "me" }), json!({ "is": "friend" })];
    let seated = victim.open(&json!({ "game": "hop-it", "name": "Host", "seats": seats })).await?;
    attacker.post(&format!("/api/invites/{}", seated.invite), &json!({ "name": "Guest" })).await?;
    let ear = victim.sit(&seated.table).await?;
    let mut sockets = Vec::new();
    let (mouths, lines, pause) = field.pick((8, 60, 15), (20, 190, 52));
    for _ in 0..mouths {
        sockets.push(attacker.sit(&seated.table).await?);
    }
    let begun = Instant::now();
    // Each of these characters is four bytes.
    let line = text(&json!({ "type": "chat", "text": "🐸".repeat(500) }));
    let pause = Duration::from_millis(pause);
    let shouting = sockets
        .into_iter()
        .map(|socket| socket.talk(std::iter::repeat_n(line.clone(), lines), pause, field.until));
    let (is_over, over) = tokio::sync::oneshot::channel::<()>();
    let shouting = async {
        let said = futures_util::future::join_all(shouting).await;
        drop(is_over);
        said
    };
    let (said, heard) = tokio::join!(shouting, ear.listen(over));
    findings.tried = said.iter().map(|(said, _)| said).sum();
    findings.refused = findings.tried.saturating_sub(heard.of("chat"));
    let most = MOST_HEARD[1] + (MOST_HEARD[0] as f64 * begun.elapsed().as_secs_f64()) as u64;
    findings.at_most("lines that another one had to hear", heard.of("chat"), most);
    findings.bytes_at_most("stored", field.stored().await, MOST_STORED);
    Ok(())
}
