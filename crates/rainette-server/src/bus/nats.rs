//! A bus over NATS.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event};
use futures_util::StreamExt as _;
use thiserror::Error;
use tokio::sync::{broadcast, mpsc};
use tracing::{Instrument as _, Span};

use super::crowd::{Gathering, split};
use super::{Bus, Heard, NEWS, News, PeerNotice, Seen};
use crate::traces::Origin;

/// Under this subject and the table's id nodes tell each other what is new.
const SUBJECT: &str = "rainette.table";

/// Under this one they tell each other who is there.
const CROWD: &str = "rainette.crowd";

/// How much may wait to be told.
const OUTBOX: usize = 4_096;

/// Why there is no bus.
#[derive(Debug, Error)]
#[error("the bus cannot be reached: {0}")]
pub struct NatsError(String);

/// A bus over NATS.
///
/// While NATS is away nothing is told and nothing heard; the client comes back by itself, with growing pauses.
pub struct Nats {
    client: Client,
    heard: broadcast::Sender<Heard>,
    outbox: mpsc::Sender<(News, Span)>,
    is_up: Arc<AtomicBool>,
    /// How often others were told who is there.
    rounds: AtomicU64,
}

impl Nats {
    /// Connects, as in `nats://user:password@host:4222`, and listens to all tables. Where NATS is not there yet, that
    /// happens as soon as it is.
    pub async fn connect(url: &str) -> Result<Self, NatsError> {
        let wrong = |error: &dyn std::fmt::Display| NatsError(error.to_string());
        let heard = broadcast::channel(NEWS).0;
        let is_up = Arc::new(AtomicBool::new(false));
        let client = connect(url, {
            let (heard, is_up) = (heard.clone(), Arc::clone(&is_up));
            move |event| match event {
                Event::Connected => {
                    is_up.store(true, Ordering::Relaxed);
                    // Whatever was told meanwhile was not heard.
                    let _ = heard.send(Heard::Gap);
                }
                Event::Disconnected | Event::Closed => {
                    is_up.store(false, Ordering::Relaxed);
                    // Whoever listens looks at the log instead, from now on and not only after the next news.
                    let _ = heard.send(Heard::Gap);
                }
                Event::SlowConsumer(_) => drop(heard.send(Heard::Gap)),
                _ => {}
            }
        })
        .await?;
        let mut news = client.subscribe(format!("{SUBJECT}.*")).await.map_err(|error| wrong(&error))?;
        let hearing = heard.clone();
        tokio::spawn(async move {
            while let Some(message) = news.next().await {
                match serde_json::from_slice(&message.payload) {
                    Ok(news) => drop(hearing.send(Heard::News(news))),
                    // A newer node may tell what this one does not know: what is stored is found in the log.
                    Err(_) => drop(hearing.send(Heard::Gap)),
                }
            }
        });
        let mut crowd = client.subscribe(CROWD).await.map_err(|error| wrong(&error))?;
        let hearing = heard.clone();
        tokio::spawn(async move {
            let mut gathering = Gathering::default();
            while let Some(message) = crowd.next().await {
                // What a node of another version tells, and this one cannot read, is not counted.
                let Ok(part) = serde_json::from_slice(&message.payload) else { continue };
                if let Some(seen) = gathering.add(part) {
                    let _ = hearing.send(Heard::Crowd(seen));
                }
            }
        });
        let (outbox, mut waiting) = mpsc::channel::<(News, Span)>(OUTBOX);
        let (telling, can_tell) = (client.clone(), Arc::clone(&is_up));
        tokio::spawn(async move {
            while let Some((news, span)) = waiting.recv().await {
                // The client would keep it until NATS is back, when it is old.
                if !can_tell.load(Ordering::Relaxed) {
                    continue;
                }
                let Ok(payload) = serde_json::to_vec(&news) else { continue };
                let publish = telling.publish(format!("{SUBJECT}.{}", news.table), payload.into());
                if let Err(error) = publish.instrument(span).await {
                    tracing::warn!(%error, "news was not told");
                }
            }
        });
        Ok(Self { client, heard, outbox, is_up, rounds: AtomicU64::new(0) })
    }

    /// The connection, for those who want more of it.
    pub(crate) fn client(&self) -> &Client {
        &self.client
    }
}

/// A connection that comes back by itself, and says when it comes and goes.
pub(crate) async fn connect(
    url: &str,
    on_event: impl Fn(Event) + Send + Sync + 'static,
) -> Result<Client, NatsError> {
    let options = ConnectOptions::new()
        .name("rainette")
        .retry_on_initial_connect()
        .subscription_capacity(64 * 1_024)
        .request_timeout(None)
        .reconnect_delay_callback(|attempts| {
            Duration::from_millis(50 << attempts.min(5)).min(Duration::from_secs(1))
        })
        .event_callback(move |event| {
            match &event {
                Event::Connected => tracing::info!("the bus is there"),
                Event::Disconnected => tracing::warn!("the bus is gone"),
                other => tracing::debug!(event = %other, "the bus"),
            }
            on_event(event);
            std::future::ready(())
        });
    options.connect(url).await.map_err(|error| NatsError(error.to_string()))
}

impl Bus for Nats {
    fn publish(&self, news: News) {
        let kind = match &news.notice {
            PeerNotice::Stored(_) => "stored",
            PeerNotice::Touched => "touched",
            PeerNotice::Message(_) => "word",
        };
        let span = Origin::current().leads_to(tracing::debug_span!(parent: None, "publish", kind));
        if self.outbox.try_send((news, span)).is_err() {
            metrics::counter!("rainette_news_dropped_total").increment(1);
        }
    }

    fn listen(&self) -> broadcast::Receiver<Heard> {
        self.heard.subscribe()
    }

    fn tell_crowd(&self, seen: Seen) {
        if !self.is_up() {
            return;
        }
        let (client, round) = (self.client.clone(), self.rounds.fetch_add(1, Ordering::Relaxed));
        tokio::spawn(async move {
            for part in split(&seen, round) {
                let Ok(payload) = serde_json::to_vec(&part) else { return };
                if let Err(error) = client.publish(CROWD, payload.into()).await {
                    return tracing::warn!(%error, "who is here was not told");
                }
            }
        });
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn is_up(&self) -> bool {
        self.is_up.load(Ordering::Relaxed)
    }
}
