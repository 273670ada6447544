//! Threads on which computer players think: a fixed number of them, and a queue in which tables take turns.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Instant;

use rainette_core::StoryText;
use rainette_players::{Advice, Budget, Cancel, Spec, choose};
#[cfg(feature = "nats")]
use tracing::Instrument as _;
use tracing::Span;

#[cfg(feature = "nats")]
use crate::workers::Workers;

/// Something to think about.
pub struct Task {
    /// Whose turn in the queue it takes: the table's id.
    pub table: String,
    /// The level that thinks.
    pub level: u8,
    /// What its seat was told.
    pub story: StoryText,
    /// Where its random numbers start.
    pub seed: u64,
    /// Asks for an answer at once.
    pub cancel: Cancel,
    /// What it is part of, for traces.
    pub span: Span,
    /// Called when the thinking begins.
    pub begun: Box<dyn FnOnce() + Send>,
    /// Called with the answer; none where there is none.
    pub done: Box<dyn FnOnce(Option<Advice>) + Send>,
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
}

#[derive(Default)]
struct Queues {
    moves: Turns,
    reviews: Turns,
    is_closed: bool,
}

/// Tables that take turns, each with its tasks in order.
#[derive(Default)]
struct Turns(VecDeque<(String, VecDeque<Task>)>);

impl Turns {
    fn push(&mut self, task: Task) {
        match self.0.iter_mut().find(|(table, _)| *table == task.table) {
            Some((_, tasks)) => tasks.push_back(task),
            None => self.0.push_back((task.table.clone(), [task].into())),
        }
    }

    fn pop(&mut self) -> Option<Task> {
        let (table, mut tasks) = self.0.pop_front()?;
        let task = tasks.pop_front();
        if !tasks.is_empty() {
            self.0.push_back((table, tasks));
        }
        task
    }

    fn len(&self) -> usize {
        self.0.iter().map(|(_, tasks)| tasks.len()).sum()
    }
}

impl Thinkers {
    /// So many threads.
    pub fn new(threads: usize) -> std::io::Result<Self> {
        let shared = Arc::new(Shared {
            #[cfg(feature = "nats")]
            threads,
            queues: Mutex::default(),
            wake: Condvar::new(),
        });
        for number in 0..threads {
            let shared = Arc::clone(&shared);
            let name = format!("thinker-{number}");
            std::thread::Builder::new().name(name).spawn(move || shared.work())?;
        }
        Ok(Self {
            shared,
            #[cfg(feature = "nats")]
            workers: None,
        })
    }

    /// So many threads, perhaps none, for what no worker takes.
    #[cfg(feature = "nats")]
    pub fn with_workers(threads: usize, client: async_nats::Client) -> std::io::Result<Self> {
        let mut thinkers = Self::new(threads)?;
        thinkers.workers = Some(Arc::new(Workers::new(client)));
        Ok(thinkers)
    }

    /// How many thoughts wait.
    pub fn waiting(&self) -> usize {
        let queues = self.shared.lock();
        queues.moves.len() + queues.reviews.len()
    }

    /// Lets somebody think: a worker where one answers, a thread of our own otherwise.
    pub fn think(&self, urgency: Urgency, task: Task) {
        #[cfg(feature = "nats")]
        if let Some(workers) = &self.workers {
            let (workers, shared) = (Arc::clone(workers), Arc::clone(&self.shared));
            let span = task.span.clone();
            let thinking = async move {
                if let Some(task) = workers.think(urgency, task, shared.threads > 0).await {
                    shared.push(urgency, task);
                }
            };
            tokio::spawn(thinking.instrument(span));
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
        match urgency {
            Urgency::Move => queues.moves.push(task),
            Urgency::Review => queues.reviews.push(task),
        }
        metrics::gauge!("rainette_thoughts_waiting").set((queues.moves.len() + queues.reviews.len()) as f64);
        drop(queues);
        self.wake.notify_one();
    }

    fn work(&self) {
        while let Some(task) = self.next() {
            let Task { table, level, story, seed, cancel, span, begun, done } = task;
            let _inside = span.entered();
            if cancel.is_cancelled() {
                done(None);
                continue;
            }
            begun();
            let started = Instant::now();
            // A bug in a player must not take the thread with it, nor the table.
            let thought = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                choose(&story, Spec::Level(level), Budget::Iterations(1), seed, &cancel)
            }));
            let advice = match thought {
                Ok(Ok(advice)) => Some(advice),
                Ok(Err(error)) => {
                    tracing::error!(table, %error, "a computer player cannot answer");
                    None
                }
                Err(_) => {
                    tracing::error!(table, "a computer player panicked");
                    None
                }
            };
            metrics::histogram!("rainette_thought_seconds").record(started.elapsed().as_secs_f64());
            metrics::counter!("rainette_thoughts_total").increment(1);
            done(advice);
        }
    }

    fn next(&self) -> Option<Task> {
        let mut queues = self.lock();
        loop {
            if queues.is_closed {
                return None;
            }
            let task = queues.moves.pop().or_else(|| queues.reviews.pop());
            if task.is_some() {
                return task;
            }
            queues = self.wake.wait(queues).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(table: &str, seed: u64) -> Task {
        let game = rainette_games::table(rainette_games::games()[0].id, 2, &[]).expect("two play it");
        Task {
            table: table.to_owned(),
            level: 1,
            story: game.story(rainette_core::Observer::Seat(rainette_core::Seat::new(0))),
            seed,
            cancel: Cancel::default(),
            span: Span::none(),
            begun: Box::new(|| {}),
            done: Box::new(|_| {}),
        }
    }

    #[test]
    fn tables_take_turns() {
        let mut turns = Turns::default();
        for (table, seed) in [("a", 1), ("a", 2), ("a", 3), ("b", 4), ("c", 5), ("b", 6)] {
            turns.push(task(table, seed));
        }
        assert_eq!(turns.len(), 6);
        let order: Vec<u64> = std::iter::from_fn(|| turns.pop()).map(|task| task.seed).collect();
        assert_eq!(order, [1, 4, 5, 2, 6, 3]);
    }

    #[test]
    fn an_answer_comes_back() {
        let thinkers = Thinkers::new(1).expect("a thread");
        let (send, receive) = std::sync::mpsc::channel();
        thinkers.think(
            Urgency::Move,
            Task { done: Box::new(move |advice| drop(send.send(advice))), ..task("a", 1) },
        );
        let advice = receive.recv().expect("an answer");
        assert!(advice.is_some_and(|advice| !advice.action.is_empty()));
    }
}
