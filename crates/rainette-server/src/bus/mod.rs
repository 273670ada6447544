//! How nodes tell each other of new events. The log is the truth; news only says that it is worth a look.

#[cfg(feature = "nats")]
mod crowd;
#[cfg(feature = "nats")]
mod nats;

use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

pub use crate::hub::Seen;
pub use crate::table::PeerNotice;
#[cfg(feature = "nats")]
pub(crate) use nats::connect;
#[cfg(feature = "nats")]
pub use nats::{Nats, NatsError};

/// How much news may wait for somebody who listens.
const NEWS: usize = 4_096;

/// News of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct News {
    /// The table's id.
    pub table: String,
    /// The node that tells it.
    pub node: u64,
    /// What is new.
    pub notice: PeerNotice,
}

/// What is heard.
#[derive(Clone, PartialEq, Debug)]
pub enum Heard {
    /// News.
    News(News),
    /// Some news was lost: the log has to be looked at.
    Gap,
    /// Another node tells who is there.
    Crowd(Seen),
}

/// Carries news between nodes. News may be lost or come twice.
pub trait Bus: Send + Sync {
    /// Tells all nodes. Never waits.
    fn publish(&self, news: News);
    /// Hears what all nodes tell.
    fn listen(&self) -> broadcast::Receiver<Heard>;
    /// Tells all nodes who is at this one. Never waits; nobody needs it who is alone.
    fn tell_crowd(&self, _seen: Seen) {}
    /// Can there be other nodes?
    fn is_shared(&self) -> bool;
    /// Does what is told get through?
    fn is_up(&self) -> bool;
}

/// A bus within one process, which is alone.
pub struct InProcess(broadcast::Sender<Heard>);

impl Default for InProcess {
    fn default() -> Self {
        Self(broadcast::channel(NEWS).0)
    }
}

impl Bus for InProcess {
    fn publish(&self, news: News) {
        // Nobody may be listening.
        let _ = self.0.send(Heard::News(news));
    }

    fn listen(&self) -> broadcast::Receiver<Heard> {
        self.0.subscribe()
    }

    fn is_shared(&self) -> bool {
        false
    }

    fn is_up(&self) -> bool {
        true
    }
}
