//! Bounds: 8 sockets at one table and 4 at tables of their own, 60 messages each; or 20 and 10, 190 messages each.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::Client;
use super::talk::{Heard, Socket, text};
use super::{Attack, Field, Findings, MB, Trouble};

pub(super) const ATTACK: Attack = Attack::new(
    "lobby",
    "Two people take other names, offer seats, withdraw that and arrange the game anew, over many sockets at once, at a table where another one waits and at many of their own.",
    |field, findings| Box::pin(strike(field, findings)),
);

/// How many changes of a lobby one address may make, per second and at once.
const MOST_CHANGES: [u64; 2] = [8, 480];

/// How many of one person somebody has to hear of, per second and at once.
const MOST_HEARD: [u64; 2] = [2, 120];

/// How far the log of a lobby may get.
const MOST_EVENTS: u64 = 1_000;

/// What all of it may take on the disk, in bytes.
const MOST_STORED: u64 = MB;

/// Where they are.
const ADDRESSES: [u8; 2] = [2, 3];

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let [host, guest] = ADDRESSES.map(|address| field.client(address));
    let (host, guest, victim) = (host.named().await?, guest.named().await?, field.victim().await?);
    let seats = [json!({ "is": "me" }), json!({ "is": "friend" }), json!({ "is": "friend" })];
    let seated =
        host.open(&json!({ "game": "china-moon", "name": "Host", "seats": seats, "stand_in": 1 })).await?;
    for (client, seat, name) in [(&guest, 1, "Guest"), (&victim, 2, "Victim")] {
        let join = json!({ "name": name, "seat": seat });
        let joined = client.post(&format!("/api/invites/{}", seated.invite), &join).await?;
        if !joined.is_good() {
            return Err(format!("{name} cannot sit down: {}", joined.text()).into());
        }
    }
    let ear = victim.sit(&seated.table).await?;
    let (here, elsewhere, count, pause) = field.pick((8, 4, 60, 15), (20, 10, 190, 52));
    let mut sockets: Vec<(Socket, Place)> = Vec::new();
    let seq = host.get(&format!("/api/tables/{}", seated.table)).await?.json()["seq"].clone();
    for number in 0..here {
        let (client, seat) = [(&host, 0), (&guest, 1)][number % 2];
        sockets.push((client.sit(&seated.table).await?, (seat, seq.clone())));
    }
    for number in 0..elsewhere {
        // Tokens cost nothing: somebody new at each table.
        let other = field.client(ADDRESSES[number % 2]).named().await?;
        sockets.push(sit_alone(&other).await?);
    }
    let begun = Instant::now();
    let pause = Duration::from_millis(pause);
    let talking = sockets.into_iter().enumerate().map(|(number, (socket, place))| {
        let messages = (0..count).map(move |step| text(&change(&place, number * count + step, step)));
        socket.talk(messages, pause, field.until)
    });
    let (is_over, over) = tokio::sync::oneshot::channel::<()>();
    let talking = async {
        let said = futures_util::future::join_all(talking).await;
        drop(is_over);
        said
    };
    let (said, heard) = tokio::join!(talking, ear.listen(over));
    findings.tried = said.iter().map(|(said, _)| said).sum();
    findings.refused = said.iter().map(|(_, heard)| refused(heard)).sum();
    let most = |[each_second, at_once]: [u64; 2]| {
        ADDRESSES.len() as u64
            * (at_once + (each_second as f64 * begun.elapsed().as_secs_f64()).ceil() as u64)
    };
    findings.at_most("changes", findings.tried - findings.refused, most(MOST_CHANGES));
    // A little more: that somebody comes and goes is told as well.
    findings.at_most("that another one had to hear", heard.of("update"), most(MOST_HEARD) + 20);
    findings.bytes_at_most("stored", field.stored().await, MOST_STORED);
    let seen = victim.get(&format!("/api/tables/{}", seated.table)).await?.json();
    findings.at_most("events of the table", seen["seq"].as_u64().unwrap_or(u64::MAX), MOST_EVENTS);
    let rename = json!({ "type": "rename", "name": "Still here" });
    let renamed = victim.post(&format!("/api/tables/{}/commands", seated.table), &rename).await?;
    findings.so("another one can still take a name", renamed.is_good());
    Ok(())
}

/// Where somebody sits, and the number of the last event that they have seen there.
type Place = (u64, Value);

/// Opens a table, and sits down at it.
async fn sit_alone(client: &Client) -> Result<(Socket, Place), Trouble> {
    let seats = [json!({ "is": "me" }), json!({ "is": "me" }), json!({ "is": "friend" })];
    let table = client.open(&json!({ "game": "china-moon", "name": "Alone", "seats": seats })).await?.table;
    let seq = client.get(&format!("/api/tables/{table}")).await?.json()["seq"].clone();
    Ok((client.sit(&table).await?, (0, seq)))
}

/// What is changed next. No two of them are the same, since what is so already is no change.
fn change((seat, seq): &Place, number: usize, step: usize) -> Value {
    match step % 5 {
        0 | 2 => json!({ "type": "rename", "name": format!("{}{number}", "🐸".repeat(20)), "seat": seat }),
        1 => json!({ "type": "swap", "seat": seat, "with": 2, "seq": seq }),
        3 => json!({ "type": "answer-swap", "seat": seat, "with": 2, "agrees": false }),
        _ => json!({ "type": "arrange", "grace_seconds": 20 + number }),
    }
}

/// How much of what somebody said was refused.
fn refused(heard: &Heard) -> u64 {
    let others = ["welcome", "update", "close", "frame"].map(|kind| heard.of(kind));
    heard.all() - others.iter().sum::<u64>()
}
