//! What waits for a store's writer, which commits as much at once as has come in.

use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::{DeviceTransfer, KeptTurn, Report, StoreError};
use crate::journal::TokenHash;
use crate::protocol::Millis;
use crate::table::Batch;
use crate::tokens::TokenKey;

/// How many writes are committed together at most.
pub(super) const GROUP: usize = 256;

/// How many writes may wait for the writer.
const QUEUE: usize = 4_096;

/// How long somebody waits for a place in the queue.
const IN_LINE: Duration = Duration::from_secs(5);

/// Something for the writer.
pub(super) enum Write {
    Batch(Box<Batch>),
    Heartbeat(Millis),
    Run(Millis, Millis),
    Analysis(String, String),
    KeepCode(DeviceTransfer, Millis),
    /// Refused if somebody else was faster.
    UseCode([u8; 32]),
    ForgetCodes(TokenHash),
    Erase(String),
    TokenKey(TokenKey),
    Turns(Vec<KeptTurn>),
    /// Refused if there are enough already.
    Report(Box<Report>),
    OldReports(Millis),
    Flush,
    /// Nothing comes after this.
    Close,
}

impl Write {
    /// The table that it is about; none in particular is an empty text.
    pub(super) fn table(&self) -> &str {
        match self {
            Self::Batch(batch) => &batch.table,
            Self::Erase(table) | Self::Analysis(table, _) => table,
            _ => "",
        }
    }
}

type Response = oneshot::Sender<Result<(), StoreError>>;

/// The way to the writer.
pub(super) struct Queue(mpsc::Sender<(Write, Response)>, Duration);

/// What the writer takes from.
pub(super) struct Inbox(mpsc::Receiver<(Write, Response)>);

/// A queue and its end.
pub(super) fn queue() -> (Queue, Inbox) {
    queue_of(QUEUE, IN_LINE)
}

fn queue_of(length: usize, in_line: Duration) -> (Queue, Inbox) {
    let (send, receive) = mpsc::channel(length);
    (Queue(send, in_line), Inbox(receive))
}

impl Queue {
    /// Has something written, and waits until it is. Where the queue stays full, it is refused: whoever is behind thousands
    /// of others had better hear of it.
    pub(super) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        let gone = || StoreError::Broken("the writer is gone".to_owned());
        let Ok(place) = timeout(self.1, self.0.reserve()).await else {
            metrics::counter!("rainette_store_refused_total").increment(1);
            return Err(StoreError::Busy);
        };
        place.map_err(|_| gone())?.send((write, reply));
        answer.await.map_err(|_| gone())?
    }
}

/// Writes that are answered together.
pub(super) struct Group {
    pub(super) writes: Vec<Write>,
    answers: Vec<Response>,
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_queue_that_stays_full_refuses_more_and_loses_nothing() {
        let (queue, mut inbox) = queue_of(8, Duration::from_millis(20));
        let queue = std::sync::Arc::new(queue);
        let write = || {
            let queue = std::sync::Arc::clone(&queue);
            tokio::spawn(async move { queue.write(Write::Flush).await })
        };
        let waiting: Vec<_> = (0..8).map(|_| write()).collect();
        while inbox.0.len() < 8 {
            tokio::task::yield_now().await;
        }
        assert_eq!(write().await.expect("no panic"), Err(StoreError::Busy));
        let group = inbox.next().await.expect("a group");
        assert_eq!(group.writes.len(), 8);
        group.answer(vec![Ok(()); 8]);
        for waiting in waiting {
            assert_eq!(waiting.await.expect("no panic"), Ok(()));
        }
        // There is room again.
        let one = write();
        inbox.next().await.expect("a group").answer(vec![Ok(())]);
        assert_eq!(one.await.expect("no panic"), Ok(()));
    }
}
