//! Bounds: 20 or 100 requests of 100 KB.

use super::{Attack, Field, Findings, Trouble};

pub(super) const ATTACK: Attack = Attack::new(
    "compressed-bodies",
    "Sends bodies of 100 KB that are 15 MB once they are unpacked.",
    |field, findings| Box::pin(strike(field, findings)),
);

/// Zeros by the megabyte: after one zero, copies of 258 at a time from one byte back, in the codes that every unpacker
/// knows beforehand (RFC 1951, 3.2.6).
fn bomb(copies: usize) -> Vec<u8> {
    let mut bytes = vec![0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255];
    let (mut held, mut count) = (0_u32, 0);
    let mut put = |bits: u32, length: u32| {
        // Codes go in with their first bit first.
        for at in (0..length).rev() {
            held |= (bits >> at & 1) << count;
            count += 1;
            if count == 8 {
                bytes.push(held as u8);
                (held, count) = (0, 0);
            }
        }
    };
    put(0b110, 3);
    put(0b0011_0000, 8);
    for _ in 0..copies {
        put(0b1100_0101, 8);
        put(0, 5);
    }
    put(0, 7);
    put(0, 8);
    bytes.extend([0; 8]);
    bytes
}

async fn strike(field: &Field, findings: &mut Findings) -> Result<(), Trouble> {
    let attacker = field.attacker().await?;
    let body = bomb(60_000);
    for encoding in ["gzip", "deflate", "br", "zstd"] {
        let head = format!(
            "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Encoding: {encoding}\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        for _ in 0..field.pick(5, 25) {
            let mut line = attacker.dial().await?;
            line.send(head.as_bytes()).await?;
            line.send(&body).await?;
            findings.tried += 1;
            let answer = line.answer().await?;
            findings.refused += u64::from(answer.is_some_and(|answer| (400..500).contains(&answer.status)));
        }
    }
    findings.exactly("refused", findings.refused, findings.tried);
    Ok(())
}
