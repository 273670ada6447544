//! What came of an attack, as a line of a table.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::{Value, json};

use super::bystander::Played;

/// The longest that nineteen of twenty answers to others may take.
pub(crate) const MOST_WAIT: Duration = Duration::from_millis(100);

/// What an attack achieved, as far as it counts itself.
#[derive(Default)]
pub(crate) struct Findings {
    pub(crate) tried: u64,
    pub(crate) refused: u64,
    checks: Vec<Check>,
}

/// A goal, and whether it was met.
struct Check {
    what: String,
    is_met: bool,
    /// Is it one that every attack has?
    is_common: bool,
}

impl Findings {
    /// There may be at most so much of something.
    pub(crate) fn at_most(&mut self, what: &str, got: u64, most: u64) {
        self.check(format!("{what}: {} (≤ {})", grouped(got), grouped(most)), got <= most);
    }

    /// There must be at least so much of something.
    pub(crate) fn at_least(&mut self, what: &str, got: u64, least: u64) {
        self.check(format!("{what}: {} (≥ {})", grouped(got), grouped(least)), got >= least);
    }

    /// So much and no more or less.
    pub(crate) fn exactly(&mut self, what: &str, got: u64, wanted: u64) {
        self.check(format!("{what}: {} (= {})", grouped(got), grouped(wanted)), got == wanted);
    }

    /// Something must be so.
    pub(crate) fn so(&mut self, what: &str, is_so: bool) {
        self.check(format!("{what}: {}", if is_so { "yes" } else { "NO" }), is_so);
    }

    /// At most so many bytes.
    pub(crate) fn bytes_at_most(&mut self, what: &str, got: u64, most: u64) {
        self.check(format!("{what}: {} (≤ {})", size(got), size(most)), got <= most);
    }

    fn check(&mut self, what: String, is_met: bool) {
        self.checks.push(Check { what, is_met, is_common: false });
    }

    /// A goal that every attack has; it is shown where it was missed.
    pub(crate) fn common(&mut self, what: impl Into<String>, is_met: bool) {
        self.checks.push(Check { what: what.into(), is_met, is_common: true });
    }

    fn own(&self) -> String {
        let own = self.checks.iter().filter(|check| !check.is_common);
        own.map(|check| check.what.as_str()).collect::<Vec<_>>().join("; ")
    }

    fn missed(&self) -> Vec<&str> {
        let missed = self.checks.iter().filter(|check| !check.is_met);
        missed.map(|check| check.what.as_str()).collect()
    }
}

/// A line of the table.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) tries: &'static str,
    pub(crate) findings: Findings,
    /// Bytes that the server was sent, and that it sent.
    pub(crate) bytes: [u64; 2],
    /// Memory before, at its peak and after, in bytes.
    pub(crate) memory: [u64; 3],
    /// How long others waited: people, and with a computer player. None in the short form.
    pub(crate) waits: Option<[Wait; 2]>,
    pub(crate) took: Duration,
}

/// How long somebody waited.
#[derive(Clone, Copy)]
pub(crate) struct Wait {
    p50: Duration,
    pub(crate) p95: Duration,
    answers: usize,
}

impl From<&Played> for Wait {
    fn from(played: &Played) -> Self {
        Self { p50: played.percentile(50), p95: played.percentile(95), answers: played.waits.len() }
    }
}

impl Row {
    pub(crate) fn is_held(&self) -> bool {
        self.findings.missed().is_empty()
    }

    /// As a row of a Markdown table.
    pub(crate) fn line(&self) -> String {
        let missed = self.findings.missed();
        let verdict =
            if missed.is_empty() { "held".to_owned() } else { format!("**MISSED** {}", missed.join("; ")) };
        let wait = self.waits.map_or("–".to_owned(), |waits| {
            let [people, computer] = waits.map(|wait| wait.p95.as_secs_f64() * 1e3);
            format!("{people:.1}, {computer:.1} ms")
        });
        let [before, peak, _] = self.memory;
        format!(
            "| {} | {} | {} | {} → {} | {} → {} | {wait} | {} | {verdict} |",
            self.name,
            grouped(self.findings.tried),
            grouped(self.findings.refused),
            size(self.bytes[0]),
            size(self.bytes[1]),
            size(before),
            size(peak),
            self.findings.own(),
        )
    }

    pub(crate) fn json(&self) -> Value {
        let checks = self.findings.checks.iter();
        let waits = self.waits.map(|waits| {
            waits.map(|wait| {
                json!({
                    "p50_ms": wait.p50.as_secs_f64() * 1e3,
                    "p95_ms": wait.p95.as_secs_f64() * 1e3,
                    "answers": wait.answers,
                })
            })
        });
        json!({
            "attack": self.name,
            "tries": self.tries,
            "tried": self.findings.tried,
            "refused": self.findings.refused,
            "bytes_in": self.bytes[0],
            "bytes_out": self.bytes[1],
            "memory": { "before": self.memory[0], "peak": self.memory[1], "after": self.memory[2] },
            "waits": waits,
            "goals": checks.map(|check| json!({ "goal": check.what, "met": check.is_met })).collect::<Vec<_>>(),
            "held": self.is_held(),
            "seconds": self.took.as_secs_f64(),
        })
    }
}

/// The head of the table.
pub(crate) const HEAD: &str = "| attack | tried | refused | bytes in → out | memory, before → peak | others' p95: people, computer | goal | verdict |\n|---|---|---|---|---|---|---|---|";

/// Bytes for people.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} KB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// A number with its thousands set apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        let _ = write!(text, "{digit}");
    }
    text
}
