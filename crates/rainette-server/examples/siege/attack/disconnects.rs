//! Bounds: 600 or 5,000 connections, 150 or 600 sockets.

use std::time::{Duration, Instant};

use serde_json::json;

use super::{Attack, Field, Findings, Trouble};

pub(super) const REQUESTS: Attack = Attack::new(
    "disconnects",
    "Hangs up in the middle of thousands of requests: before, within and after the head, within the body, and while the server waits.",
    |field, findings| Box::pin(requests(field, findings)),
);

pub(super) const SOCKETS: Attack = Attack::new(
    "socket-churn",
    "Opens sockets and hangs up at once, with and without a word.",
    |field, findings| Box::pin(sockets(field, findings)),
);

/// How many files, connections and tasks may be left over.
const MOST_LEFT: u64 = 4;

async fn requests(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let seats = [json!({ "is": "me" }), json!({ "is": "me" })];
    let wish = json!({ "game": "hop-it", "name": "Host", "seats": seats });
    let table = attacker.open(&wish).await?.table;
    let post = attacker.request("POST", "/api/tables", &wish.to_string());
    let wait = attacker.request("GET", &format!("/api/tables/{table}/events?after=99&wait=60"), "");
    let parts: [&[u8]; 5] = [b"", &post[..20], &post[..post.len() - 10], &post, &wait];
    for number in 0..field.pick(600, 5_000) {
        if Instant::now() > field.until {
            break;
        }
        // Many addresses, or all but a few would be refused at once.
        let client = field.client(2 + (number / 25 % 100) as u8);
        let mut line = client.dial().await?;
        line.send(parts[number % parts.len()]).await?;
        findings.tried += 1;
    }
    findings.at_most("files left open", field.files_left(Duration::from_secs(5)).await, MOST_LEFT);
    findings.at_most("waiting requests left", sockets_left(field).await?, 0);
    Ok(())
}

async fn sockets(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let seats = [json!({ "is": "me" }), json!({ "is": "me" })];
    let table = attacker.open(&json!({ "game": "hop-it", "name": "Host", "seats": seats })).await?.table;
    for number in 0..field.pick(150, 600) {
        if Instant::now() > field.until {
            break;
        }
        let client = field.client(2 + (number / 25 % 100) as u8).holding(&attacker);
        findings.tried += 1;
        match client.upgrade(&table).await {
            Ok(mut socket) if number % 2 == 0 => drop(socket.say(&json!({ "type": "hello" })).await),
            Ok(_) => {}
            Err(_) => findings.refused += 1,
        }
    }
    findings.at_most("files left open", field.files_left(Duration::from_secs(5)).await, MOST_LEFT);
    findings.at_most("sockets left", sockets_left(field).await?, 0);
    Ok(())
}

/// How many sockets are still open after a while, beside those of the people who play.
async fn sockets_left(field: &Field) -> Result<u64, Trouble> {
    const OTHERS: u64 = 3;
    let end = Instant::now() + Duration::from_secs(5);
    loop {
        let left = field.figure("rainette_sockets_open").await?.saturating_sub(OTHERS);
        if left == 0 || Instant::now() > end {
            return Ok(left);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
