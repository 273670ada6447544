//! Bounds: 4 addresses and 260 requests each, or 20 addresses and 1,000 requests each.

use std::time::Instant;

use serde_json::json;

use super::flood::{Counts, flood};
use super::{Attack, Field, Findings, MB, Trouble};

pub(super) const ATTACK: Attack = Attack::new(
    "seekers",
    "Wants to play now, asks who is here, for the list and for its own tables, and reports somebody, from 20 addresses and as fast as it is answered.",
    |field, findings| Box::pin(strike(field, findings)),
);

/// How many tables of one address may be on the list.
const MOST_PUBLIC: u64 = 12;

/// How many reports are kept about one table.
const MOST_REPORTS: u64 = 20;

/// How many bytes one address may be answered, per second and at once, short answers apart.
const MOST_SENT: [u64; 2] = [2 * MB, 20 * MB];

/// What all of it may take on the disk, in bytes.
const MOST_STORED: u64 = 4 * MB;

/// What one address wants, and how often out of twenty times.
const WANTS: [(&str, usize); 5] = [("play-now", 8), ("presence", 3), ("tables", 3), ("me", 3), ("report", 3)];

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let victim = field.victim().await?;
    let seats = [json!({ "is": "me" }), json!({ "is": "friend" })];
    let table = victim.open(&json!({ "game": "hop-it", "name": "Host", "seats": seats })).await?.table;
    let report = format!("/api/tables/{table}/report");
    let (addresses, requests) = field.pick((4, 260), (20, 1_000));
    let lists = field.figure("rainette_lists_made_total").await?;
    let begun = Instant::now();
    let seeking = (0..addresses).flat_map(|host| {
        // Half of them have a token, half are given a new one with every request.
        let (client, report) = (field.client(2 + host), &report);
        WANTS.map(|(what, share)| {
            let client = client.clone();
            async move {
                let client = if host % 2 == 0 { client.named().await? } else { client };
                let make = |number: usize| ask(what, report, number);
                let counts = flood(&client, 1, requests * share / 20, field.until, make).await;
                Ok::<_, Trouble>((what, counts))
            }
        })
    });
    let mut all: Vec<(&str, Counts)> = Vec::new();
    for done in futures_util::future::join_all(seeking).await {
        all.push(done?);
    }
    let took = begun.elapsed();
    let of = |what: &str, code: &str| {
        all.iter().filter(|(it, _)| *it == what).map(|(_, counts)| counts.of(code)).sum::<u64>()
    };
    findings.tried = all.iter().map(|(_, counts)| counts.tried).sum();
    findings.refused = all.iter().map(|(_, counts)| counts.refused()).sum();
    let addresses = u64::from(addresses);
    let answered = findings.tried - findings.refused;
    findings.at_most("answered", answered, addresses * Field::requests_in(took));
    let (opened, joined) = (of("play-now", "201"), of("play-now", "200"));
    findings.at_most("tables opened", opened, addresses * MOST_PUBLIC);
    findings.at_most("reports kept", of("report", "200"), MOST_REPORTS);
    let lists = field.figure("rainette_lists_made_total").await?.saturating_sub(lists);
    // One a second, and one more for whoever opens a table or would have.
    findings.at_most("questions to the store for the list", lists, took.as_secs() + 2 + opened + joined);
    let most = addresses * (MOST_SENT[1] + (MOST_SENT[0] as f64 * took.as_secs_f64()) as u64);
    findings.bytes_at_most("answers", field.tally.received(), most);
    findings.bytes_at_most("stored", field.stored().await, MOST_STORED);
    let newcomer = field.client(160).named().await?;
    let played = newcomer.post("/api/play-now", &json!({ "game": "hop-it", "name": "Newcomer" })).await?;
    findings.so("somebody else gets a seat at once", played.is_good());
    Ok(())
}

fn ask(what: &str, report: &str, number: usize) -> super::flood::Asked {
    match what {
        "play-now" => {
            let games = ["hop-it", "abagio", "pool-party", "china-moon", "frogriders"];
            let wish = json!({ "game": games[number % games.len()], "name": "Seeker" });
            ("POST", "/api/play-now".to_owned(), wish.to_string())
        }
        "report" => {
            let wish = json!({ "reason": "spam", "text": format!("{number} {}", "🐸".repeat(900)) });
            ("POST", report.to_owned(), wish.to_string())
        }
        what => ("GET", format!("/api/{what}"), String::new()),
    }
}
