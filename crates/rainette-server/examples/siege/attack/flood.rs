//! Many requests, as fast as they are answered.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::client::Client;

/// What a flood was answered.
#[derive(Clone, Default, Debug)]
pub(crate) struct Counts {
    pub(crate) tried: u64,
    /// By code of refusal, or status.
    pub(crate) codes: BTreeMap<String, u64>,
    /// Requests without an answer: the connection was cut.
    pub(crate) cut: u64,
    /// The largest body.
    pub(crate) largest: u64,
    pub(crate) took: Duration,
}

impl Counts {
    pub(crate) fn accepted(&self) -> u64 {
        let good = self.codes.iter().filter(|(code, _)| code.starts_with(['2', '3']));
        good.map(|(_, count)| count).sum()
    }

    pub(crate) fn refused(&self) -> u64 {
        self.tried - self.accepted()
    }

    pub(crate) fn of(&self, code: &str) -> u64 {
        self.codes.get(code).copied().unwrap_or(0)
    }

    fn add(&mut self, other: &Self) {
        self.tried += other.tried;
        self.cut += other.cut;
        self.largest = self.largest.max(other.largest);
        for (code, count) in &other.codes {
            *self.codes.entry(code.clone()).or_default() += count;
        }
    }
}

/// Method, path and body of a request.
pub(crate) type Asked = (&'static str, String, String);

/// Sends so many requests, over several connections at once and as fast as they are answered, but not after `until`.
pub(crate) async fn flood(
    client: &Client,
    lanes: usize,
    count: usize,
    until: Instant,
    make: impl Fn(usize) -> Asked + Send + Sync,
) -> Counts {
    let begun = Instant::now();
    let lane = |first: usize| {
        let make = &make;
        async move {
            let (mut counts, mut line) = (Counts::default(), None);
            for number in (first..count).step_by(lanes) {
                if Instant::now() > until {
                    break;
                }
                let (method, path, body) = make(number);
                counts.tried += 1;
                if line.is_none() {
                    line = client.dial().await.ok();
                }
                let Some(open) = line.as_mut() else {
                    counts.cut += 1;
                    continue;
                };
                let answer = match open.send(&client.request(method, &path, &body)).await {
                    Ok(()) => open.answer().await,
                    Err(trouble) => Err(trouble),
                };
                if let Ok(Some(answer)) = answer {
                    counts.largest = counts.largest.max(answer.body.len() as u64);
                    *counts.codes.entry(answer.code()).or_default() += 1;
                    if answer.head.contains("\r\nconnection: close") {
                        line = None;
                    }
                } else {
                    counts.cut += 1;
                    line = None;
                }
            }
            counts
        }
    };
    let mut all = Counts::default();
    for counts in futures_util::future::join_all((0..lanes).map(lane)).await {
        all.add(&counts);
    }
    all.took = begun.elapsed();
    all
}
