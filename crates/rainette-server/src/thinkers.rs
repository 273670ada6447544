//! Threads on which computer players think and finished games are looked at: a fixed number of them, shared by whoever
//! lets them work.
//!
//! Every address has the same share of their time, and in it every person. One thread more takes only what is thought
//! in a moment, so that nobody waits for a deep thought of somebody else to get a quick one.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Instant;

use rainette_players::{
    Advice, Cancel, EndgameTables, FinishedGame, Judge, Review, Spec, choose_knowing, judged_by,
};
#[cfg(feature = "nats")]
use tracing::Instrument as _;
use tracing::Span;

use crate::budgets::{Lanes, Order, Payer, Turn};
use crate::table::Job;
#[cfg(feature = "nats")]
use crate::workers::Workers;

/// A job, on whose account it is done, and who waits for it.
pub struct Task {
    /// The table's id.
    pub table: String,
    /// Whose share of the time it takes: whoever acted last at the table, or wants the analysis.
    pub payer: Payer,
    /// What there is to think about.
    pub work: Work,
    /// Asks for an answer at once.
    pub cancel: Cancel,
    /// What it is part of, for traces.
    pub span: Span,
    /// Called when the thinking begins.
    pub begun: Box<dyn FnOnce() + Send>,
    /// Called with the answer; none if there is none.
    pub done: Box<dyn FnOnce(Option<Thought>) + Send>,
}

/// What there is to think about.
#[derive(Clone, Debug)]
pub enum Work {
    /// A computer player has to answer.
    Job(Job),
    /// A moment of a finished game is looked at.
    Look(Look),
}

/// A moment of a finished game.
#[derive(Clone, Debug)]
pub struct Look {
    /// The game.
    pub game: FinishedGame,
    /// After how many events.
    pub events: usize,
    /// How many iterations a judgement takes.
    pub iterations: u32,
    /// Where its random numbers start.
    pub seed: u64,
    /// What it has to be judged by, as [`judged_by`] names it: one game is not looked at by several that differ.
    pub judged_by: Arc<str>,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub enum Thought {
    /// What a computer player answers.
    Advice(Advice),
    /// What was found out about a moment.
    Review(Review),
}

impl Thought {
    /// What a computer player answers.
    pub fn advice(self) -> Option<Advice> {
        match self {
            Self::Advice(advice) => Some(advice),
            Self::Review(_) => None,
        }
    }

    /// What was found out about a moment.
    pub fn review(self) -> Option<Review> {
        match self {
            Self::Review(review) => Some(review),
            Self::Advice(_) => None,
        }
    }
}

/// How urgent something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Urgency {
    /// Somebody waits for a move.
    Move,
    /// Somebody wants to see where a finished game was won.
    Review,
}

/// Threads on which computer players think, here and perhaps elsewhere.
pub struct Thinkers {
    shared: Arc<Shared>,
    #[cfg(feature = "nats")]
    workers: Option<Arc<Workers>>,
}

struct Shared {
    #[cfg(feature = "nats")]
    threads: usize,
    queues: Mutex<Queues>,
    wake: Condvar,
    tables: EndgameTables,
    judged_by: Arc<str>,
}

#[derive(Default)]
struct Queues {
    lanes: Lanes<Task>,
    is_closed: bool,
}

/// The highest level that answers in a moment.
const QUICK: u8 = 6;

/// How long a thought takes, more or less, until it is known: a quick one, and a deep one.
const QUICK_GUESS: f64 = 0.005;
const DEEP_GUESS: f64 = 0.2;

impl Task {
    fn order(&self, urgency: Urgency) -> Order {
        let is_quick = matches!(&self.work, Work::Job(job) if job.level <= QUICK);
        let guess = if is_quick { QUICK_GUESS } else { DEEP_GUESS };
        Order { is_first: urgency == Urgency::Move, is_quick, guess }
    }
}

impl Thinkers {
    /// So many threads, and one for quick thoughts. They know the endgames that are built in.
    pub fn new(threads: usize) -> std::io::Result<Self> {
        Self::knowing(threads, EndgameTables::built_in())
    }

    /// The same, with these endgames solved.
    pub fn knowing(threads: usize, tables: EndgameTables) -> std::io::Result<Self> {
        let judged_by = judged_by(&tables).into();
        let shared = Arc::new(Shared {
            #[cfg(feature = "nats")]
            threads,
            queues: Mutex::default(),
            wake: Condvar::new(),
            tables,
            judged_by,
        });
        let start = |name: String, only_quick| {
            let shared = Arc::clone(&shared);
            std::thread::Builder::new().name(name).spawn(move || shared.work(only_quick))
        };
        for number in 0..threads {
            start(format!("thinker-{number}"), false)?;
        }
        if threads > 0 {
            start("thinker-quick".to_owned(), true)?;
        }
        Ok(Self {
            shared,
            #[cfg(feature = "nats")]
            workers: None,
        })
    }

    /// So many threads, perhaps none, for what no worker takes. Without any there are only the endgames that workers know,
    /// those that are built in.
    #[cfg(feature = "nats")]
    pub fn with_workers(
        threads: usize,
        tables: EndgameTables,
        client: async_nats::Client,
    ) -> std::io::Result<Self> {
        let tables = if threads > 0 { tables } else { EndgameTables::built_in() };
        let mut thinkers = Self::knowing(threads, tables)?;
        thinkers.workers = Some(Arc::new(Workers::new(client)));
        Ok(thinkers)
    }

    /// What finished games are judged by here.
    pub fn judged_by(&self) -> Arc<str> {
        Arc::clone(&self.shared.judged_by)
    }

    /// How many thoughts wait.
    pub fn waiting(&self) -> usize {
        self.shared.lock().lanes.len()
    }

    /// How many thoughts of this payer wait.
    #[cfg(feature = "nats")]
    pub(crate) fn waiting_of(&self, payer: &Payer) -> usize {
        self.shared.lock().lanes.waiting_of(payer)
    }

    /// Lets somebody think: a worker if one answers, a thread of our own otherwise.
    pub fn think(&self, urgency: Urgency, task: Task) {
        #[cfg(feature = "nats")]
        if let Some(workers) = &self.workers {
            let (workers, shared) = (Arc::clone(workers), Arc::clone(&self.shared));
            let payer = task.payer;
            // Somebody with many tables has only some thoughts on their way at a time; the others wait here.
            let Some(first) = workers.gate.enter(&payer, (urgency, task)) else { return };
            tokio::spawn(async move {
                let mut next = Some(first);
                while let Some((urgency, task)) = next {
                    let span = task.span.clone();
                    let thinking = workers.think(urgency, task, shared.threads > 0);
                    if let Some(task) = thinking.instrument(span).await {
                        shared.push(urgency, task);
                    }
                    next = workers.gate.leave(&payer);
                }
            });
            return;
        }
        self.shared.push(urgency, task);
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.wake.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> std::sync::MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, urgency: Urgency, task: Task) {
        let mut queues = self.lock();
        let (payer, order) = (task.payer, task.order(urgency));
        queues.lanes.push(&payer, order, task);
        metrics::gauge!("rainette_thoughts_waiting").set(queues.lanes.len() as f64);
        drop(queues);
        // All of them: the one that wakes may be the one that takes only what is quick.
        self.wake.notify_all();
    }

    fn work(&self, only_quick: bool) {
        while let Some((turn, task)) = self.next(only_quick) {
            let Task { table, payer: _, work, cancel, span, begun, done } = task;
            let _inside = span.entered();
            if cancel.is_cancelled() {
                self.lock().lanes.settle(turn, 0.0);
                done(None);
                continue;
            }
            begun();
            let started = Instant::now();
            // A bug in a player must not take the thread with it, nor the table.
            let thought =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.think(&work, &cancel)));
            let thought = match thought {
                Ok(Ok(thought)) => Some(thought),
                Ok(Err(error)) => {
                    tracing::error!(table, %error, "a computer player cannot answer");
                    None
                }
                Err(_) => {
                    tracing::error!(table, "a computer player panicked");
                    None
                }
            };
            let took = started.elapsed().as_secs_f64();
            self.lock().lanes.settle(turn, took);
            metrics::histogram!("rainette_thought_seconds").record(took);
            metrics::counter!("rainette_thoughts_total").increment(1);
            done(thought);
        }
    }

    fn think(&self, work: &Work, cancel: &Cancel) -> Result<Thought, Box<dyn std::error::Error>> {
        match work {
            Work::Job(Job { level, story, seed, number: _ }) => {
                let advice = choose_knowing(story, Spec::Level(*level), None, *seed, cancel, &self.tables)?;
                Ok(Thought::Advice(advice))
            }
            Work::Look(Look { game, events, iterations, seed, judged_by }) => {
                if *judged_by != self.judged_by {
                    return Err("it is to be judged by another version or with other endgame tables".into());
                }
                let judge = Judge::new(*iterations, *seed).knowing(self.tables.clone());
                Ok(Thought::Review(game.look(*events, &judge)?))
            }
        }
    }

    fn next(&self, only_quick: bool) -> Option<(Turn, Task)> {
        let mut queues = self.lock();
        loop {
            if queues.is_closed {
                return None;
            }
            if let Some(next) = queues.lanes.pop(only_quick) {
                return Some(next);
            }
            queues = self.wake.wait(queues).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(level: u8) -> Task {
        let game = rainette_games::table(rainette_games::games()[0].id, 2, &[]).expect("two play it");
        Task {
            table: "a".to_owned(),
            payer: Payer::default(),
            work: Work::Job(Job {
                number: 1,
                level,
                story: game.story(rainette_core::Observer::Seat(rainette_core::Seat::new(0))),
                seed: 1,
            }),
            cancel: Cancel::default(),
            span: Span::none(),
            begun: Box::new(|| {}),
            done: Box::new(|_| {}),
        }
    }

    #[test]
    fn a_game_is_not_looked_at_by_thinkers_that_know_other_endgames() {
        let mut table = rainette_games::table("hop-it", 2, &[]).expect("two play it");
        table.stop("resigned 1".parse().expect("an end")).expect("it goes on");
        let game = FinishedGame::replay(&table.record()).expect("it is over");
        let [asking, other] = [EndgameTables::built_in(), EndgameTables::none()]
            .map(|tables| Thinkers::knowing(0, tables).expect("no thread"));
        assert_ne!(asking.judged_by(), other.judged_by());
        let look =
            Work::Look(Look { game, events: 0, iterations: 10, seed: 1, judged_by: asking.judged_by() });
        assert!(asking.shared.think(&look, &Cancel::default()).is_ok());
        let refused = other.shared.think(&look, &Cancel::default()).expect_err("it knows less");
        assert!(refused.to_string().contains("other endgame tables"), "{refused}");
    }

    #[test]
    fn a_quick_thought_does_not_wait_for_a_deep_one() {
        let thinkers = Thinkers::new(1).expect("a thread");
        let (send, receive) = std::sync::mpsc::channel();
        let (go, gone) = std::sync::mpsc::channel::<()>();
        let begun = send.clone();
        thinkers.think(
            Urgency::Move,
            Task {
                // The only thread for deep thoughts is held up until the quick one was answered.
                begun: Box::new(move || {
                    let _ = begun.send("begun");
                    let _ = gone.recv();
                }),
                ..task(8)
            },
        );
        assert_eq!(receive.recv().expect("it begins"), "begun");
        let done = move |_: Option<Thought>| {
            let _ = send.send("answered");
        };
        thinkers.think(Urgency::Move, Task { done: Box::new(done), ..task(1) });
        assert_eq!(receive.recv().expect("an answer"), "answered");
        drop(go);
    }

    #[test]
    fn an_answer_comes_back() {
        let thinkers = Thinkers::new(1).expect("a thread");
        let (send, receive) = std::sync::mpsc::channel();
        thinkers.think(
            Urgency::Move,
            Task { done: Box::new(move |thought| drop(send.send(thought))), ..task(1) },
        );
        let advice = receive.recv().expect("an answer").and_then(Thought::advice);
        assert!(advice.is_some_and(|advice| !advice.action.is_empty()));
    }

    #[test]
    fn a_moment_of_a_finished_game_is_looked_at() {
        let mut game = rainette_games::table("hop-it", 2, &[]).expect("two play it");
        game.stop("resigned 0".parse().expect("an end")).expect("it goes on");
        let game = FinishedGame::replay(&game.record()).expect("it is over");
        let thinkers = Thinkers::new(1).expect("a thread");
        let judged_by = thinkers.judged_by();
        let work = Work::Look(Look { game, events: 0, iterations: 10, seed: 1, judged_by });
        let (send, receive) = std::sync::mpsc::channel();
        let done = Box::new(move |thought| drop(send.send(thought)));
        thinkers.think(Urgency::Review, Task { work, done, ..task(1) });
        let review = receive.recv().expect("an answer").and_then(Thought::review);
        assert_eq!(review.expect("a review").shares.len(), 2);
    }
}
