//! Bounds: 500 or 2,000 guesses of each kind.

use serde_json::json;

use super::client::Client;
use super::flood::flood;
use super::{Attack, Field, Findings, Trouble};

pub(super) const TOKENS: Attack = Attack::new(
    "token-guesses",
    "Guesses tokens at a table of somebody else's, and makes up a token of its own.",
    |field, findings| Box::pin(tokens(field, findings)),
);

pub(super) const CODES: Attack = Attack::new(
    "code-guesses",
    "Guesses codes for other devices and invitations, while there are such.",
    |field, findings| Box::pin(codes(field, findings)),
);

/// Sixteen letters and digits, as a code has them, or as many as are asked for.
fn guess(number: usize, letters: usize) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
    let mut left = (number as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut text = String::new();
    for _ in 0..letters {
        text.push(char::from(LETTERS[(left >> 59) as usize]));
        left = left.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    }
    text
}

async fn table(client: &Client) -> Result<super::client::Seated, Trouble> {
    let seats = [json!({ "is": "me" }), json!({ "is": "friend" })];
    client.open(&json!({ "game": "hop-it", "name": "Host", "seats": seats })).await
}

async fn tokens(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let victim = field.victim().await?;
    let table = table(&victim).await?.table;
    let (mut accepted, mut looked_at, begun) = (0, 0, std::time::Instant::now());
    for number in 0..field.pick(300, 1_000) {
        if std::time::Instant::now() > field.until {
            break;
        }
        let client = field.client(2).with_token(&guess(number, 43));
        let answer = client.post(&format!("/api/tables/{table}/abandon"), &json!({})).await?;
        findings.tried += 1;
        findings.refused += u64::from(!answer.is_good());
        accepted += u64::from(answer.is_good());
        looked_at += u64::from(answer.code() != "too-fast");
    }
    findings.exactly("tables of others closed", accepted, 0);
    findings.at_most("guesses looked at", looked_at, Field::requests_in(begun.elapsed()));
    let seats = [json!({ "is": "me" }), json!({ "is": "me" })];
    let wish = json!({ "game": "hop-it", "name": "Guest", "seats": seats });
    let made_up = field.client(3).with_token(&"a".repeat(43));
    findings.so("a made-up token is none", !made_up.post("/api/tables", &wish).await?.is_good());
    Ok(())
}

async fn codes(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let (attacker, victim) = (field.attacker().await?, field.victim().await?);
    let table = table(&victim).await?.table;
    victim.post(&format!("/api/tables/{table}/device-code"), &json!({ "seat": 0 })).await?;
    let count = field.pick(400, 2_000);
    let devices = flood(&attacker, 4, count, field.until, |number| {
        ("POST", "/api/device-code".to_owned(), json!({ "code": guess(number, 16) }).to_string())
    });
    let devices = devices.await;
    let stranger = field.client(3);
    let invites = flood(&stranger, 4, count, field.until, |number| {
        ("GET", format!("/api/invites/{}", guess(number, 16)), String::new())
    });
    let invites = invites.await;
    findings.tried = devices.tried + invites.tried;
    findings.refused = devices.refused() + invites.refused();
    findings.exactly("codes found", devices.accepted() + invites.accepted(), 0);
    for (name, counts, unknown) in
        [("devices", devices, "unknown-code"), ("invitations", invites, "unknown-invite")]
    {
        findings.at_most(
            &format!("{name}: guesses looked at"),
            counts.of(unknown),
            Field::requests_in(counts.took),
        );
    }
    Ok(())
}
