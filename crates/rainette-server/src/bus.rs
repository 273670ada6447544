//! How nodes tell each other of new events. The log is the truth; news only says that it is worth a look.

use tokio::sync::broadcast;

/// A table has come to this event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct News {
    /// The table's id.
    pub table: String,
    /// The number of its last event.
    pub number: u64,
    /// The node that wrote it.
    pub node: u64,
}

/// Carries news between nodes. News may be lost or come twice.
pub trait Bus: Send + Sync {
    /// Tells all nodes.
    fn tell(&self, news: News);
    /// Hears what all nodes tell.
    fn listen(&self) -> broadcast::Receiver<News>;
}

/// A bus within one process.
pub struct InProcess(broadcast::Sender<News>);

impl Default for InProcess {
    fn default() -> Self {
        Self(broadcast::channel(1_024).0)
    }
}

impl Bus for InProcess {
    fn tell(&self, news: News) {
        // Nobody may be listening.
        let _ = self.0.send(news);
    }

    fn listen(&self) -> broadcast::Receiver<News> {
        self.0.subscribe()
    }
}
