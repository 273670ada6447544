//! Bounds: 60 sockets, 20 messages each, 3 s or 105 s.

use std::time::Duration;

use serde_json::json;

use super::{Attack, Field, Findings, Trouble, records};

pub(super) const ATTACK: Attack = Attack {
    seconds: [15, 120],
    ..Attack::new(
        "unread-sockets",
        "Holds 60 sockets at a table with as long a log as can be made in a moment, has everything told anew 20 times, and reads nothing.",
        |field, findings| Box::pin(strike(field, findings)),
    )
};

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let table = records::open_grown(field, &attacker).await?;
    let rude = attacker.unreading();
    let mut sockets = Vec::new();
    for _ in 0..60 {
        sockets.push(rude.upgrade(&table).await?);
    }
    let hello = json!({ "type": "hello" });
    for _ in 0..20 {
        for socket in &mut sockets {
            findings.tried += 1;
            let said = socket.say(&hello);
            // Whoever does not read may find that nobody listens either.
            if !matches!(tokio::time::timeout(Duration::from_millis(20), said).await, Ok(Ok(()))) {
                findings.refused += 1;
            }
        }
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    if !field.is_short {
        // What they were told may fit into the system's buffers: that they read nothing shows when no ping is answered.
        let left = field.files_left(Duration::from_secs(102)).await;
        findings.at_most("sockets held after 105 s", left, 4);
    }
    drop(sockets);
    Ok(())
}
