//! A connection for requests, and what they are answered: by hand, so that one can be rude.

use std::sync::atomic::Ordering;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::timeout;

use super::super::socket::Trouble;
use super::client::{Counted, PATIENCE};

/// A connection for requests.
pub(crate) struct Line {
    stream: Counted,
    buffer: Vec<u8>,
}

impl Line {
    pub(crate) fn new(stream: Counted) -> Self {
        Self { stream, buffer: Vec::new() }
    }

    pub(crate) async fn send(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        Ok(timeout(PATIENCE, self.stream.write_all(bytes)).await??)
    }

    /// Reads more; gives whether there was any.
    async fn more(&mut self) -> Result<bool, Trouble> {
        Ok(timeout(PATIENCE, self.stream.read_buf(&mut self.buffer)).await?? > 0)
    }

    /// The next answer; none if the connection was closed before it.
    pub(crate) async fn answer(&mut self) -> Result<Option<Response>, Trouble> {
        let end = loop {
            if let Some(at) = find(&self.buffer, b"\r\n\r\n") {
                break at + 4;
            }
            if !self.more().await? {
                return Ok(None);
            }
        };
        let head = String::from_utf8_lossy(&self.buffer[..end]).to_ascii_lowercase();
        self.buffer.drain(..end);
        let status: u16 = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let body = if head.contains("\r\ntransfer-encoding: chunked") {
            self.chunks().await?
        } else {
            let length = head.split("\r\ncontent-length: ").nth(1).and_then(|rest| rest.split("\r\n").next());
            let length = length.and_then(|length| length.parse().ok()).unwrap_or(0);
            self.take(if status == 304 { 0 } else { length }).await?
        };
        if status == 500 {
            self.stream.tally.mistakes.fetch_add(1, Ordering::Relaxed);
        }
        Ok(Some(Response { status, head, body }))
    }

    async fn take(&mut self, length: usize) -> Result<Vec<u8>, Trouble> {
        while self.buffer.len() < length {
            if !self.more().await? {
                return Err("the answer is cut short".into());
            }
        }
        Ok(self.buffer.drain(..length).collect())
    }

    async fn chunks(&mut self) -> Result<Vec<u8>, Trouble> {
        let mut body = Vec::new();
        loop {
            let end = loop {
                if let Some(at) = find(&self.buffer, b"\r\n") {
                    break at;
                }
                if !self.more().await? {
                    return Err("the answer is cut short".into());
                }
            };
            let size = String::from_utf8_lossy(&self.buffer[..end]).into_owned();
            self.buffer.drain(..end + 2);
            let size = usize::from_str_radix(size.trim(), 16)?;
            body.extend(self.take(size).await?);
            self.take(2).await?;
            if size == 0 {
                return Ok(body);
            }
        }
    }
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

/// What a request was answered.
pub(crate) struct Response {
    pub(crate) status: u16,
    /// Status line and headers, in small letters.
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Response {
    pub(crate) fn is_good(&self) -> bool {
        (200..400).contains(&self.status)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The text in a field of the body.
    pub(crate) fn text_at(&self, field: &str) -> Option<String> {
        self.json()[field].as_str().map(str::to_owned)
    }

    /// The code of a refusal, or the status of whatever else it is.
    pub(crate) fn code(&self) -> String {
        let code = if self.is_good() { None } else { self.text_at("code") };
        code.unwrap_or_else(|| self.status.to_string())
    }
}
