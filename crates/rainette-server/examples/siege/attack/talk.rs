//! A socket at a table, for those who say too much and for those who do not listen.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio::io::AsyncWriteExt as _;
use tokio::sync::oneshot;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::super::socket::Trouble;
use super::client::{Counted, PATIENCE};

/// A socket at a table.
pub(crate) struct Socket {
    stream: WebSocketStream<Counted>,
}

impl Socket {
    pub(crate) fn new(stream: WebSocketStream<Counted>) -> Self {
        Self { stream }
    }

    pub(crate) async fn say(&mut self, message: &Value) -> Result<(), Trouble> {
        self.send(Message::Text(message.to_string().into())).await
    }

    pub(crate) async fn send(&mut self, message: Message) -> Result<(), Trouble> {
        Ok(timeout(PATIENCE, self.stream.send(message)).await??)
    }

    /// Sends bytes that need not be a frame.
    pub(crate) async fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        Ok(timeout(PATIENCE, self.stream.get_mut().write_all(bytes)).await??)
    }

    /// The next frame, whatever it is.
    pub(crate) async fn frame(&mut self) -> Result<Message, Trouble> {
        Ok(timeout(PATIENCE, self.stream.next()).await?.ok_or(Error::ConnectionClosed)??)
    }

    /// The next message as text.
    pub(crate) async fn hear_text(&mut self) -> Result<String, Trouble> {
        loop {
            match self.frame().await? {
                Message::Text(text) => return Ok(text.as_str().to_owned()),
                Message::Close(_) => return Err(Error::ConnectionClosed.into()),
                _ => {}
            }
        }
    }

    pub(crate) async fn hear(&mut self) -> Result<Value, Trouble> {
        Ok(serde_json::from_str(&self.hear_text().await?)?)
    }

    /// The next message of this type; those before it are passed over.
    pub(crate) async fn hear_of(&mut self, kind: &str) -> Result<Value, Trouble> {
        loop {
            let message = self.hear().await?;
            if message["type"] == kind {
                return Ok(message);
            }
        }
    }

    /// Hears what comes until it is quiet for so long or closed.
    pub(crate) async fn drain(&mut self, quiet: Duration) -> Heard {
        let mut heard = Heard::default();
        while let Ok(Some(Ok(frame))) = timeout(quiet, self.stream.next()).await {
            heard.note(&frame);
        }
        heard
    }

    /// Hears what comes until `over` is, and a moment longer.
    pub(crate) async fn listen(mut self, mut over: oneshot::Receiver<()>) -> Heard {
        let mut heard = Heard::default();
        loop {
            tokio::select! {
                frame = self.stream.next() => match frame {
                    Some(Ok(frame)) => heard.note(&frame),
                    _ => return heard,
                },
                _ = &mut over => break,
            }
        }
        heard.add(self.drain(QUIET).await);
        heard
    }

    /// Says all of this, with a pause after each, but nothing after `until`, and hears what comes until that is over.
    pub(crate) async fn talk(
        self,
        messages: impl Iterator<Item = Message>,
        pause: Duration,
        until: Instant,
    ) -> (u64, Heard) {
        let (mut mouth, mut ear) = self.stream.split();
        let is_done = AtomicBool::new(false);
        let talking = async {
            let mut said = 0;
            for message in messages {
                if Instant::now() > until
                    || !matches!(timeout(PATIENCE, mouth.send(message)).await, Ok(Ok(())))
                {
                    break;
                }
                said += 1;
                if !pause.is_zero() {
                    tokio::time::sleep(pause).await;
                }
            }
            is_done.store(true, Ordering::Relaxed);
            said
        };
        let hearing = async {
            let mut heard = Heard::default();
            while Instant::now() < until + QUIET {
                match timeout(QUIET, ear.next()).await {
                    Ok(Some(Ok(frame))) => heard.note(&frame),
                    Err(_) if !is_done.load(Ordering::Relaxed) => {}
                    _ => break,
                }
            }
            heard
        };
        tokio::join!(talking, hearing)
    }
}

/// When nothing comes for so long, nothing more will.
const QUIET: Duration = Duration::from_secs(1);

/// A message in JSON, as a frame.
pub(crate) fn text(message: &Value) -> Message {
    Message::Text(message.to_string().into())
}

/// How many frames of each kind came: messages by their type, refusals by their code.
#[derive(Clone, Default, Debug)]
pub(crate) struct Heard(BTreeMap<String, u64>);

impl Heard {
    fn note(&mut self, frame: &Message) {
        let kind = match frame {
            Message::Text(text) => kind(text),
            Message::Close(_) => "close".to_owned(),
            _ => "frame".to_owned(),
        };
        *self.0.entry(kind).or_default() += 1;
    }

    pub(crate) fn of(&self, kind: &str) -> u64 {
        self.0.get(kind).copied().unwrap_or(0)
    }

    fn add(&mut self, other: Self) {
        for (kind, count) in other.0 {
            *self.0.entry(kind).or_default() += count;
        }
    }

    pub(crate) fn all(&self) -> u64 {
        self.0.values().sum()
    }
}

/// What a message is, without reading all of it.
fn kind(text: &str) -> String {
    let after =
        |what: &str| text.split(what).nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned);
    let kind = after("\"type\":\"").unwrap_or_default();
    if kind == "refused" { after("\"code\":\"").unwrap_or(kind) } else { kind }
}
