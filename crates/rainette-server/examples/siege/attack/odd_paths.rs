//! Bounds: 30 requests.

use super::{Attack, Field, Findings, Trouble};

pub(super) const ATTACK: Attack = Attack::new(
    "odd-paths",
    "Asks for files outside the page, and for tables in encodings that are none.",
    |field, findings| Box::pin(strike(field, findings)),
);

const PATHS: [&str; 24] = [
    "/../../../../etc/passwd",
    "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "/..%2f..%2f..%2fetc%2fpasswd.txt",
    "/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd.txt",
    "/..%5c..%5cetc%5cpasswd.txt",
    "//etc/passwd.txt",
    "/app.js%00.html.txt",
    "/./rainette.db",
    "/api/../rainette.db",
    "/api/tables/%ff",
    "/api/tables/%ff/replay",
    "/api/tables/%ff/socket",
    "/api/tables/%c0%ae",
    "/api/tables/%ed%a0%80/events",
    "/api/tables/%00",
    "/api/tables/%2e%2e%2fme",
    "/api/tables/%",
    "/api/tables/%zz/record",
    "/api/tables/%f0%9f%90%b8/proof",
    "/api/invites/%ff",
    "/api/invites/..%2f..%2f",
    "/api/tables/x?after=%ff",
    "/api/tables/x?after=18446744073709551616",
    "/api/tables/x/replay?as=%f5%80",
];

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let client = field.client(2);
    let (mut wordless, mut leaked) = (Vec::new(), 0);
    for path in PATHS {
        findings.tried += 1;
        let answer = client.get(path).await?;
        let is_page = answer.head.contains("text/html");
        findings.refused += u64::from(!answer.is_good());
        leaked += u64::from(answer.text().contains("root:") || answer.text().contains("SQLite"));
        // The page itself answers where it may know what to do; everything else is a refusal with a code.
        if !is_page && answer.text_at("code").is_none() {
            wordless.push(path);
        }
    }
    findings.exactly("files of others", leaked, 0);
    findings.exactly(&format!("answers without a code {}", wordless.join(" ")), wordless.len() as u64, 0);
    Ok(())
}
