//! Bounds: 5 requests.

use serde_json::json;

use super::{Attack, Field, Findings, Trouble};

pub(super) const ATTACK: Attack = Attack {
    settings: &["--public-url", "https://frogs.example"],
    ..Attack::new(
        "other-sites",
        "Posts from the page of another site, also of one whose name leads here.",
        |field, findings| Box::pin(strike(field, findings)),
    )
};

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let here = field.server.address.to_string();
    let cases = [
        (here.as_str(), "https://evil.example"),
        (here.as_str(), "null"),
        (here.as_str(), "https://frogs.example.evil.example"),
        (here.as_str(), "http://frogs.example"),
        // A name of theirs that they let point at this server.
        ("evil.example", "http://evil.example"),
    ];
    for (host, origin) in cases {
        let client = field.client(2).with_header("Host", host).with_header("Origin", origin);
        findings.tried += 1;
        let answer = client.post("/api/tokens", &json!({})).await?;
        findings.refused += u64::from(answer.code() == "wrong-origin");
    }
    findings.exactly("refused", findings.refused, findings.tried);
    let ours = field.client(2).with_header("Host", &here).with_header("Origin", "https://frogs.example");
    findings.so("our own page is let in", ours.post("/api/tokens", &json!({})).await?.is_good());
    Ok(())
}
