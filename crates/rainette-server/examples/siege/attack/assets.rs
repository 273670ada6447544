//! Bounds: 400 or 900 requests.

use super::flood::flood;
use super::{Attack, Field, Findings, Trouble};

pub(super) const ATTACK: Attack = Attack::new(
    "assets",
    "Asks for the page's largest file again and again, compressed, whole and in a thousand overlapping ranges.",
    |field, findings| Box::pin(strike(field, findings)),
);

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let ranges = (0..1_000).map(|at| format!("{at}-")).collect::<Vec<_>>().join(",");
    let asset = |_| ("GET", "/app.js".to_owned(), String::new());
    let whole = field.client(2).get("/app.js").await?.body.len() as u64;
    let kinds = [
        field.client(3).with_header("Accept-Encoding", "gzip"),
        field.client(4).with_header("Range", &format!("bytes={ranges}")),
        field.client(5).with_header("If-None-Match", &format!("\"{}\"", "x".repeat(4_000))),
    ];
    for client in kinds {
        let counts = flood(&client, 4, field.pick(250, 500), field.until, asset).await;
        findings.tried += counts.tried;
        findings.refused += counts.refused();
        findings.at_most("answered", counts.accepted(), Field::requests_in(counts.took));
        findings.bytes_at_most("largest", counts.largest, whole);
    }
    Ok(())
}
