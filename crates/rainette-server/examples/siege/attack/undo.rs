//! Bounds: 10 sockets, 60 or 1,200 messages each.

use std::time::Instant;

use serde_json::{Value, json};

use super::talk::Socket;
use super::{Attack, Field, Findings, MB, Trouble};

pub(super) const ATTACK: Attack = Attack::new(
    "undo",
    "Moves and takes it back again without end at 10 tables: the log grows, the game does not.",
    |field, findings| Box::pin(strike(field, findings)),
);

/// What ten games in which nothing happens may take on the disk, in bytes.
const MOST_STORED: u64 = 4 * MB;

/// How long the log of a game may get.
const MOST_EVENTS: u64 = 10_000;

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let seats = [json!({ "is": "me" }), json!({ "is": "me" })];
    let wish = json!({ "game": "hop-it", "name": "Host", "seats": seats, "start_when_full": true });
    let mut sockets = Vec::new();
    for _ in 0..10 {
        let table = attacker.open(&wish).await?.table;
        sockets.push(attacker.sit(&table).await?);
    }
    let count = field.pick(60, 1_200);
    let playing = sockets.into_iter().map(|socket| to_and_fro(socket, count, field.until));
    let mut longest = 0;
    for (said, seq) in futures_util::future::join_all(playing).await {
        findings.tried += said;
        findings.refused += said.saturating_sub(seq);
        longest = longest.max(seq);
    }
    findings.at_most("events at a table", longest, MOST_EVENTS);
    findings.bytes_at_most("stored", field.stored().await, MOST_STORED);
    Ok(())
}

/// Moves and takes back; gives how often that was asked, and how long the log is.
async fn to_and_fro(mut socket: Socket, count: usize, until: Instant) -> (u64, u64) {
    let (mut said, mut seq, mut action) = (0, 0, None::<String>);
    while let Ok(message) = socket.hear().await {
        note(&message, &mut seq, &mut action);
        if action.is_some() {
            break;
        }
    }
    for number in 0..count {
        let id = number.to_string();
        let command = if number % 2 == 0 {
            json!({ "type": "act", "id": id, "seq": seq, "seat": 0, "action": action })
        } else {
            json!({ "type": "undo", "id": id, "seq": seq, "seat": 0 })
        };
        if Instant::now() > until || socket.say(&command).await.is_err() {
            break;
        }
        said += 1;
        let before = seq;
        // As fast as it is allowed.
        while seq == before {
            match socket.hear().await {
                Ok(message) if message["type"] == "refused" => {
                    if message["code"] != "too-fast" {
                        return (said, seq);
                    }
                    tokio::time::sleep(std::time::Duration::from_millis(60)).await;
                    if socket.say(&command).await.is_err() {
                        return (said, seq);
                    }
                    said += 1;
                }
                Ok(message) => note(&message, &mut seq, &mut None),
                Err(_) => return (said, seq),
            }
        }
    }
    (said, seq)
}

fn note(message: &Value, seq: &mut u64, action: &mut Option<String>) {
    *seq = message["seq"].as_u64().unwrap_or(*seq);
    let mut actions = Vec::new();
    super::bystander::gather(&message["position"]["choices"], &mut actions);
    if let Some(first) = actions.into_iter().next() {
        *action = Some(first);
    }
}
