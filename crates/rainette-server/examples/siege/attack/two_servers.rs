//! Bounds: one more process, 10 s.

use std::time::{Duration, Instant};

use super::{Attack, Field, Findings, Trouble};

pub(super) const ATTACK: Attack =
    Attack::new("two-servers", "Starts a second server on the folder of the first.", |field, findings| {
        Box::pin(strike(field, findings))
    });

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    findings.tried = 1;
    let mut twin = field.server.twin()?.stderr(std::process::Stdio::null()).spawn()?;
    let end = Instant::now() + Duration::from_secs(field.pick(5, 10));
    let mut status = None;
    while status.is_none() && Instant::now() < end {
        tokio::time::sleep(Duration::from_millis(50)).await;
        status = twin.try_wait()?;
    }
    twin.kill()?;
    twin.wait()?;
    findings.refused = u64::from(status.is_some());
    findings.so("the second one ends with an error", status.is_some_and(|status| !status.success()));
    findings.so("the first one goes on", field.client(2).get("/readyz").await?.is_good());
    Ok(())
}
