//! Computer players on machines of their own: jobs go to a queue group of NATS, and whoever of the workers is free
//! takes them.
//!
//! A job carries the story that a seat was told and the number of its last event, and nothing else of the table: no
//! position, no seed for dice, no id. A moment to look at comes with the record of its game, which is over. NATS does
//! not deliver a job twice, so whoever asks repeats it when no answer comes; an answer counts only for the event that
//! was asked about, which the table sees to.

use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::net::{IpAddr, SocketAddr};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_nats::{Client, Request};
use futures_util::StreamExt as _;
use rainette_core::Record;
use rainette_players::{Advice, Cancel, FinishedGame, Review};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::time::{sleep, timeout};

use crate::budgets::Payer;
use crate::bus::{NatsError, connect};
use crate::journal::TokenHash;
use crate::metrics::recorder;
use crate::table::Job;
use crate::thinkers::{Look, Task, Thinkers, Thought, Urgency, Work};
use crate::traces;
use crate::watch::be_watched;

/// Where jobs are put.
const SUBJECT: &str = "rainette.think";

/// The group of which one takes a job.
const GROUP: &str = "workers";

/// How long an answer may take before the job is given to somebody else.
const ANSWER: Duration = Duration::from_secs(5);

/// The first pause if nobody takes a job; each one after it is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// How often a job is offered before somebody here thinks instead, if somebody can.
const OFFERS: u32 = 2;

/// How many jobs with one key may wait for each thread of a worker before it says that it is busy.
const WAITING: usize = 4;

/// How many may wait for each thread in all.
const WAITING_IN_ALL: usize = 64;

/// How many thoughts that one address pays for are on their way at a time.
const ON_THEIR_WAY: usize = 8;

/// A job on its way.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Offer {
    /// Jobs with the same key take turns with those of others: they are paid for by one address, about which it says
    /// nothing, nor about the table.
    key: u64,
    is_review: bool,
    /// What a computer player has to answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    job: Option<Job>,
    /// Or what is to be looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    look: Option<LookText>,
}

/// A moment to look at, on its way.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct LookText {
    /// The game, which is over, as a record.
    record: String,
    events: usize,
    iterations: u32,
    seed: u64,
    judged_by: String,
}

impl Offer {
    fn new(key: u64, urgency: Urgency, work: &Work) -> Self {
        let (job, look) = match work {
            Work::Job(job) => (Some(job.clone()), None),
            Work::Look(Look { game, events, iterations, seed, judged_by }) => {
                let look = LookText {
                    record: game.record().to_string(),
                    events: *events,
                    iterations: *iterations,
                    seed: *seed,
                    judged_by: judged_by.to_string(),
                };
                (None, Some(look))
            }
        };
        Self { key, is_review: urgency == Urgency::Review, job, look }
    }

    /// What there is to think about; none if it cannot be read.
    fn work(self) -> Option<Work> {
        if let Some(job) = self.job {
            return Some(Work::Job(job));
        }
        let LookText { record, events, iterations, seed, judged_by } = self.look?;
        let game = FinishedGame::replay(&record.parse::<Record>().ok()?).ok()?;
        Some(Work::Look(Look { game, events, iterations, seed, judged_by: judged_by.into() }))
    }
}

/// What a worker answers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Response {
    Advice(Advice),
    Review(Review),
    /// This worker has enough to do.
    Busy,
    /// This worker cannot answer: it may be older or newer than who asks.
    Unable,
}

/// The way to the workers.
pub(crate) struct Workers {
    client: Client,
    /// Keys differ from run to run.
    salt: u64,
    pub(crate) gate: Gate<(Urgency, Task)>,
}

/// Lets some of what one address pays for through at a time, and keeps the rest.
pub(crate) struct Gate<T>(Mutex<HashMap<Option<IpAddr>, Passing<T>>>);

/// How many are through, and what waits.
type Passing<T> = (usize, VecDeque<T>);

impl<T> Gate<T> {
    fn new() -> Self {
        Self(Mutex::new(HashMap::new()))
    }

    /// Gives it back if it may go on at once.
    pub(crate) fn enter(&self, payer: &Payer, work: T) -> Option<T> {
        let mut lanes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (through, waiting) = lanes.entry(payer.address).or_default();
        if *through >= ON_THEIR_WAY {
            waiting.push_back(work);
            return None;
        }
        *through += 1;
        Some(work)
    }

    /// One is done: what comes next.
    pub(crate) fn leave(&self, payer: &Payer) -> Option<T> {
        let mut lanes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (through, waiting) = lanes.get_mut(&payer.address)?;
        let next = waiting.pop_front();
        if next.is_none() {
            *through -= 1;
            if *through == 0 {
                lanes.remove(&payer.address);
            }
        }
        next
    }
}

impl Workers {
    pub(crate) fn new(client: Client) -> Self {
        Self { client, salt: crate::random::number(), gate: Gate::new() }
    }

    /// Lets a worker think. Gives the task back if none can and somebody here may.
    pub(crate) async fn think(&self, urgency: Urgency, task: Task, may_think_here: bool) -> Option<Task> {
        let mut key = DefaultHasher::new();
        (self.salt, task.payer.address).hash(&mut key);
        let offer = Offer::new(key.finish(), urgency, &task.work);
        let Ok(payload) = serde_json::to_vec(&offer) else { return Some(task) };
        let Task { table, payer, work, cancel, span, begun, done } = task;
        let mut begun = Some(begun);
        let mut pause = FIRST_PAUSE;
        for offer in 1.. {
            if cancel.is_cancelled() {
                finish(done, None);
                return None;
            }
            let thought = match self.offer(&payload).await {
                Some(Response::Advice(advice)) => Some(Thought::Advice(advice)),
                Some(Response::Review(review)) => Some(Thought::Review(review)),
                // An answer that does not help is as good as none.
                Some(Response::Busy | Response::Unable) | None => None,
            };
            if let Some(thought) = thought {
                if let Some(begun) = begun.take() {
                    begun();
                }
                metrics::counter!("rainette_thoughts_elsewhere_total").increment(1);
                finish(done, Some(thought));
                return None;
            }
            if may_think_here && offer >= OFFERS {
                let begun = begun.take().unwrap_or_else(|| Box::new(|| {}));
                return Some(Task { table, payer, work, cancel, span, begun, done });
            }
            metrics::counter!("rainette_thoughts_repeated_total").increment(1);
            sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
        None
    }

    async fn offer(&self, payload: &[u8]) -> Option<Response> {
        if self.client.connection_state() != async_nats::connection::State::Connected {
            return None;
        }
        let mut request = Request::new().payload(payload.to_vec().into());
        if let Some(headers) = traces::headers() {
            request = request.headers(headers);
        }
        let request = self.client.send_request(SUBJECT, request);
        let message = timeout(ANSWER, request).await.ok()?.ok()?;
        serde_json::from_slice(&message.payload).ok()
    }
}

/// Whoever waits may block for a moment, which must not happen where tasks run.
fn finish(done: Box<dyn FnOnce(Option<Thought>) + Send>, thought: Option<Thought>) {
    let span = traces::current();
    tokio::task::spawn_blocking(move || span.in_scope(|| done(thought)));
}

/// Why a worker cannot work.
#[derive(Debug, Error)]
pub enum WorkError {
    /// The bus cannot be used.
    #[error(transparent)]
    Bus(#[from] NatsError),
    /// Jobs cannot be taken.
    #[error("no jobs can be taken: {0}")]
    Subscribe(#[from] async_nats::SubscribeError),
    /// The address at which it is watched is taken or not ours.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system or the rules said.
        error: std::io::Error,
    },
    /// Threads are not to be had.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Takes jobs and thinks about them until `shutdown` comes; what was taken is finished. Whoever asks at `watch` is told
/// how it goes.
pub async fn work(
    url: &str,
    threads: usize,
    watch: Option<TcpListener>,
    shutdown: impl Future<Output = ()>,
) -> Result<(), WorkError> {
    let client = connect(url, |_| ()).await?;
    let thinkers = Thinkers::new(threads.max(1))?;
    let asked = client.clone();
    let ready = move || {
        let is_up = asked.connection_state() == async_nats::connection::State::Connected;
        std::future::ready(if is_up { Ok("ok\n") } else { Err("the bus cannot be reached".to_owned()) })
    };
    let watching = watch.map(|listener| tokio::spawn(be_watched(listener, recorder(), ready, || ())));
    let mut jobs = client.queue_subscribe(SUBJECT, GROUP.to_owned()).await?;
    let (answers, mut answered) = tokio::sync::mpsc::unbounded_channel::<(async_nats::Subject, Response)>();
    let telling = client.clone();
    let teller = tokio::spawn(async move {
        while let Some((to, answer)) = answered.recv().await {
            if let Ok(payload) = serde_json::to_vec(&answer) {
                // Where it gets lost, the job comes again.
                let _ = telling.publish(to, payload.into()).await;
            }
        }
        let _ = telling.flush().await;
    });
    tracing::info!(threads, "at work");
    let mut shutdown = std::pin::pin!(shutdown);
    loop {
        let message = tokio::select! {
            message = jobs.next() => match message {
                Some(message) => message,
                None => break,
            },
            () = &mut shutdown => break,
        };
        let Some(to) = message.reply else { continue };
        let Ok(offer) = serde_json::from_slice::<Offer>(&message.payload) else {
            throw_away("unreadable");
            let _ = answers.send((to, Response::Unable));
            continue;
        };
        let payer = Payer { person: Some(holder_of(offer.key)), address: None };
        let is_full = thinkers.waiting() >= WAITING_IN_ALL * threads.max(1);
        if is_full || thinkers.waiting_of(&payer) >= WAITING * threads.max(1) {
            throw_away("busy");
            let _ = answers.send((to, Response::Busy));
            continue;
        }
        let urgency = if offer.is_review { Urgency::Review } else { Urgency::Move };
        if offer.look.as_ref().is_some_and(|look| *look.judged_by != *thinkers.judged_by()) {
            throw_away("different");
            let _ = answers.send((to, Response::Unable));
            continue;
        }
        let (table, level) = (offer.key.to_string(), offer.job.as_ref().map(|job| i64::from(job.level)));
        let Some(work) = offer.work() else {
            throw_away("unreadable");
            let _ = answers.send((to, Response::Unable));
            continue;
        };
        metrics::counter!("rainette_jobs_taken_total").increment(1);
        metrics::gauge!("rainette_jobs_in_flight").increment(1);
        let answers = answers.clone();
        let done = move |thought: Option<Thought>| {
            metrics::gauge!("rainette_jobs_in_flight").decrement(1);
            match &thought {
                Some(_) => metrics::counter!("rainette_jobs_answered_total").increment(1),
                None => throw_away("unable"),
            }
            let answer = match thought {
                Some(Thought::Advice(advice)) => Response::Advice(advice),
                Some(Thought::Review(review)) => Response::Review(review),
                None => Response::Unable,
            };
            let _ = answers.send((to, answer));
        };
        let span = tracing::debug_span!(parent: None, "job", level);
        traces::follow(&span, message.headers.as_ref());
        let task = Task {
            table,
            payer,
            work,
            cancel: Cancel::default(),
            span,
            begun: Box::new(|| {}),
            done: Box::new(done),
        };
        thinkers.think(urgency, task);
    }
    tracing::info!("going down");
    let _ = jobs.unsubscribe().await;
    // Each job that was taken holds a way to the teller: when the last is done, so is it.
    drop(answers);
    let _ = timeout(ANSWER, teller).await;
    if let Some(watching) = watching {
        watching.abort();
    }
    Ok(())
}

/// Whoever a key stands for.
fn holder_of(key: u64) -> TokenHash {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&key.to_be_bytes());
    TokenHash(bytes)
}

/// A job comes to nothing here: whoever asked offers it to others.
fn throw_away(why: &'static str) {
    metrics::counter!("rainette_jobs_thrown_away_total", "why" => why).increment(1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_has_only_some_thoughts_on_their_way() {
        let gate = Gate::new();
        let [many, few] = [1, 2].map(|last| Payer::new(None, IpAddr::from([10, 0, 0, last])));
        let through = (0..180).filter(|number| gate.enter(&many, *number).is_some()).count();
        assert_eq!(through, ON_THEIR_WAY);
        assert_eq!(gate.enter(&few, 1_000), Some(1_000), "others need not wait for that");
        assert_eq!(gate.leave(&many), Some(8), "the next one goes when one is done");
        assert_eq!(gate.leave(&few), None);
        for _ in 0..180 {
            let _ = gate.leave(&many);
        }
        assert!(gate.0.lock().expect("a lock").is_empty(), "nobody is remembered");
    }

    #[test]
    fn a_moment_comes_with_the_record_of_its_finished_game() {
        let mut table = rainette_games::table("hop-it", 2, &[]).expect("two play it");
        let action = table.choices()[0].0.clone();
        table.play(rainette_core::Seat::new(0), &action).expect("it is legal");
        table.stop("resigned 1".parse().expect("an end")).expect("it goes on");
        let game = FinishedGame::replay(&table.record()).expect("it is over");
        let judged_by = "a version".into();
        let look = Work::Look(Look { game, events: 1, iterations: 10, seed: 1, judged_by });
        let text = serde_json::to_string(&Offer::new(7, Urgency::Review, &look)).expect("JSON");
        let offer: Offer = serde_json::from_str(&text).expect("an offer");
        let Some(Work::Look(found)) = offer.clone().work() else { panic!("no look in {text}") };
        assert_eq!(found.game.record(), table.record());
        assert_eq!((found.events, found.iterations, found.seed), (1, 10, 1));
        // A game that goes on is not looked at, whoever asks.
        let mut running = offer;
        let record = &mut running.look.as_mut().expect("a look").record;
        *record = record.replace("end resigned 1\n", "");
        assert!(running.work().is_none());
    }

    #[test]
    fn a_job_reads_as_it_always_did() {
        let table = rainette_games::table("hop-it", 2, &[]).expect("two play it");
        let story = table.story(rainette_core::Observer::Seat(rainette_core::Seat::new(0)));
        let job = Job { number: 1, level: 3, story, seed: 5 };
        let offer = Offer::new(7, Urgency::Move, &Work::Job(job.clone()));
        let older = serde_json::json!({ "key": 7, "is_review": false, "job": job });
        assert_eq!(serde_json::to_value(&offer).expect("JSON"), older);
        let found = serde_json::from_value::<Offer>(older).expect("an offer").work();
        assert!(matches!(found, Some(Work::Job(found)) if found == job));
    }
}
