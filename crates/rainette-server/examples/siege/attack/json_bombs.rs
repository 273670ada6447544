//! Bounds: a dozen bodies of 250 KB at most, each sent ten times.

use serde_json::json;

use super::{Attack, Field, Findings, Trouble};

pub(super) const ATTACK: Attack = Attack::new(
    "json-bombs",
    "Sends JSON of great depth, with keys twice, numbers without bounds, broken letters and a thousand seats.",
    |field, findings| Box::pin(strike(field, findings)),
);

fn bombs() -> Vec<String> {
    let seats = r#"[{"is":"me"},{"is":"me"}]"#;
    vec![
        "[".repeat(250_000),
        r#"{"a":"#.repeat(50_000),
        format!(r#"{{"game":"hop-it","game":"abagio","name":"x","seats":{seats}}}"#),
        format!(r#"{{"game":"hop-it","name":"x","seats":{seats},"options":{{"frogs":1e999}}}}"#),
        format!(r#"{{"game":"hop-it","name":"x","seats":{seats},"grace_seconds":-1}}"#),
        format!(r#"{{"game":"hop-it","name":"x","seats":{seats},"grace_seconds":99999999999999999999}}"#),
        format!(r#"{{"game":"hop-it","name":"\ud800","seats":{seats}}}"#),
        format!(r#"{{"game":"hop-it","name":"x","seats":[{}]}}"#, vec![r#"{"is":"me"}"#; 10_000].join(",")),
        format!(r#"{{"game":"hop-it","name":"x","seats":{seats},"options":{{{}}}}}"#, options()),
        format!(r#"{{"game":"{}","name":"x","seats":{seats}}}"#, "x".repeat(200_000)),
        format!(
            r#"{{"game":"hop-it","name":"x","seats":{seats},"from":{{"is":"record","text":"{}"}}}}"#,
            "\\n".repeat(100_000)
        ),
        "\u{feff}{}".to_owned(),
        "NaN".to_owned(),
    ]
}

fn options() -> String {
    (0..10_000).map(|number| format!(r#""o{number}":1"#)).collect::<Vec<_>>().join(",")
}

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let seats = [json!({ "is": "me" }), json!({ "is": "me" })];
    let table = attacker.open(&json!({ "game": "hop-it", "name": "Host", "seats": seats })).await?.table;
    let mut taken = Vec::new();
    for (number, bomb) in bombs().iter().enumerate() {
        for path in ["/api/tables".to_owned(), format!("/api/tables/{table}/commands")] {
            for _ in 0..field.pick(1, 5) {
                findings.tried += 1;
                let answer = attacker.ask("POST", &path, bomb).await?;
                findings.refused += u64::from(!answer.is_good());
                if !(400..500).contains(&answer.status) || answer.text_at("code").is_none() {
                    taken.push(number);
                }
            }
        }
    }
    findings.exactly(&format!("taken {taken:?}"), taken.len() as u64, 0);
    Ok(())
}
