//! Bounds: 60 tables, 60 sockets.

use std::time::Duration;

use super::{Attack, Field, Findings, MB, Trouble, records};

pub(super) const ATTACK: Attack = Attack {
    // What one address may have in memory, and as much again for the frames on their way.
    memory: 80 * MB,
    ..Attack::new(
        "heavy-tables",
        "Opens tables from the longest record that the server takes, and stays at each, so that all have to be in memory.",
        |field, findings| Box::pin(strike(field, findings)),
    )
};

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let (_, wish) = records::open_longest(&attacker).await?;
    let mut sockets = Vec::new();
    for _ in 0..field.pick(40, 60) {
        findings.tried += 1;
        let Ok(seated) = attacker.open(&wish).await else {
            findings.refused += 1;
            continue;
        };
        match attacker.sit(&seated.table).await {
            Ok(socket) => sockets.push(socket),
            Err(_) => findings.refused += 1,
        }
    }
    for socket in &mut sockets {
        socket.drain(Duration::from_millis(20)).await;
    }
    Ok(())
}
