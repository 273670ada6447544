//! What waits for a store's writer, which commits as much at once as has come in.

use tokio::sync::{mpsc, oneshot};

use super::{MovingOut, StoreError};
use crate::log::Holder;
use crate::protocol::Millis;
use crate::table::Batch;
use crate::tokens::TokenKey;

/// How many writes are committed together at most.
pub(super) const GROUP: usize = 256;

/// How many writes may wait for the writer.
const QUEUE: usize = 4_096;

/// Something for the writer.
pub(super) enum Write {
    Batch(Box<Batch>),
    Beat(Millis),
    Run(Millis, Millis),
    Analysis(String, String),
    KeepCode(MovingOut, Millis),
    /// Refused where somebody else was faster.
    UseCode([u8; 32]),
    ForgetCodes(Holder),
    Erase(String),
    TokenKey(TokenKey),
    Flush,
}

impl Write {
    /// What is said where somebody else was first.
    pub(super) fn conflict(&self) -> StoreError {
        StoreError::Conflict(match self {
            Self::Batch(batch) => batch.table.clone(),
            _ => String::new(),
        })
    }
}

type Answer = oneshot::Sender<Result<(), StoreError>>;

/// The way to the writer.
pub(super) struct Queue(mpsc::Sender<(Write, Answer)>);

/// What the writer takes from.
pub(super) struct Inbox(mpsc::Receiver<(Write, Answer)>);

/// A queue and its end.
pub(super) fn queue() -> (Queue, Inbox) {
    let (send, receive) = mpsc::channel(QUEUE);
    (Queue(send), Inbox(receive))
}

impl Queue {
    /// Has something written, and waits until it is.
    pub(super) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        let gone = || StoreError::Broken("the writer is gone".to_owned());
        self.0.send((write, reply)).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}

/// Writes that are answered together.
pub(super) struct Group {
    pub(super) writes: Vec<Write>,
    answers: Vec<Answer>,
}

impl Inbox {
    /// All that waits; none once nobody can write any more.
    pub(super) async fn next(&mut self) -> Option<Group> {
        let mut group = Vec::new();
        if self.0.recv_many(&mut group, GROUP).await == 0 {
            return None;
        }
        metrics::histogram!("rainette_store_group").record(group.len() as f64);
        let (writes, answers) = group.into_iter().unzip();
        Some(Group { writes, answers })
    }
}

impl Group {
    /// Answers everybody.
    pub(super) fn answer(self, answers: Vec<Result<(), StoreError>>) {
        for (reply, answer) in self.answers.into_iter().zip(answers) {
            // Whoever asked may be gone; what is written stays written.
            let _ = reply.send(answer);
        }
    }

    /// Answers everybody the same.
    pub(super) fn answer_all(self, answer: &Result<(), StoreError>) {
        let answers = vec![answer.clone(); self.answers.len()];
        self.answer(answers);
    }
}
