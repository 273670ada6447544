//! Bounds: 500 requests each; 300 or 5,000 addresses.

use std::net::Ipv4Addr;

use super::flood::flood;
use super::{Attack, Field, Findings, MB, Trouble};

pub(super) const FORGED: Attack = Attack::new(
    "forged-addresses",
    "Claims to pass on the requests of somebody else with each of 500 requests.",
    |field, findings| Box::pin(forged(field, findings)),
);

pub(super) const BEHIND_PROXY: Attack = Attack {
    settings: &["--trusted-proxy", "127.0.0.9"],
    ..Attack::new(
        "forged-behind-proxy",
        "Writes made-up addresses before those that a trusted proxy adds, with ports and without.",
        |field, findings| Box::pin(behind_proxy(field, findings)),
    )
};

pub(super) const MAPPED: Attack = Attack {
    settings: &["--trusted-proxy", "127.0.0.9"],
    is_mapped: true,
    ..Attack::new(
        "mapped-addresses",
        "Uses up what an address may ask for, at a server that sees IPv4 as IPv6: nobody else may pay for it.",
        |field, findings| Box::pin(mapped(field, findings)),
    )
};

pub(super) const MANY: Attack = Attack {
    memory: 8 * MB,
    ..Attack::new(
        "many-addresses",
        "Comes from another address with every request, so that each has to be remembered.",
        |field, findings| Box::pin(many(field, findings)),
    )
};

/// Few can be told from none by how many requests an address may send.
const REQUESTS: usize = 500;

fn games(_: usize) -> super::flood::Asked {
    ("GET", "/api/games".to_owned(), String::new())
}

async fn forged(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    // Each lane has a client of its own, and with it another made-up address.
    let (mut accepted, mut took) = (0, std::time::Duration::ZERO);
    for lane in 0..50 {
        let client = field.client(2).with_header("X-Forwarded-For", &format!("10.1.{lane}.7"));
        let client = client.with_header("Forwarded", &format!("for=10.1.{lane}.7"));
        let counts = flood(&client, 2, REQUESTS / 50, field.until, games).await;
        findings.tried += counts.tried;
        findings.refused += counts.refused();
        accepted += counts.accepted();
        took += counts.took;
    }
    findings.at_most("answered", accepted, Field::requests_in(took));
    Ok(())
}

async fn behind_proxy(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    for (name, real) in
        [("plain", "127.0.0.2"), ("with a port", "127.0.0.3:40000"), ("IPv6", "[2001:db8::7]:4000")]
    {
        let (mut accepted, mut took) = (0, std::time::Duration::ZERO);
        for lane in 0..50 {
            let client = field.client(9).with_header("X-Forwarded-For", &format!("10.1.{lane}.7, {real}"));
            let counts = flood(&client, 2, REQUESTS / 50, field.until, games).await;
            findings.tried += counts.tried;
            findings.refused += counts.refused();
            accepted += counts.accepted();
            took += counts.took;
        }
        findings.at_most(&format!("{name}: answered"), accepted, Field::requests_in(took));
    }
    Ok(())
}

async fn mapped(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let (attacker, other) = (field.client(2), field.client(150));
    let (counts, others) = tokio::join!(
        flood(&attacker, 4, REQUESTS, field.until, games),
        flood(&other, 2, 150, field.until, games)
    );
    findings.exactly("others refused", others.refused(), 0);
    (findings.tried, findings.refused) = (counts.tried, counts.refused());
    findings.at_most("answered", counts.accepted(), Field::requests_in(counts.took));
    let proxied = field.client(9).with_header("X-Forwarded-For", "127.0.0.150");
    flood(&field.client(9).with_header("X-Forwarded-For", "127.0.0.2"), 4, REQUESTS, field.until, games)
        .await;
    findings.so(
        "the proxy is known, and others behind it are answered",
        proxied.get("/api/games").await?.is_good(),
    );
    Ok(())
}

async fn many(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    for number in 0..field.pick(300_u32, 5_000) {
        if std::time::Instant::now() > field.until {
            break;
        }
        let [_, _, high, low] = number.to_be_bytes();
        let client = field.client_at(Ipv4Addr::new(127, 1, high, low));
        let mut line = client.dial().await?;
        line.send(&client.request("GET", "/healthz", "")).await?;
        findings.tried += 1;
        findings.refused += u64::from(line.answer().await?.is_none_or(|answer| !answer.is_good()));
    }
    findings.exactly("refused", findings.refused, 0);
    Ok(())
}
