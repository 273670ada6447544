//! Several nodes at one store: hearing of what others have stored, and reading on from there.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep_until};

use super::{Hub, Inner, Message, Running, lock};
use crate::bus::{Heard, News, PeerNotice};
use crate::protocol::{Act, Hello, Number, ToServer, Undo};
use crate::store::Head;
use crate::table::{Input, Machine, Output, Request};

/// How often the log is looked at while the bus works, in case that news was lost.
const LOOK: Duration = Duration::from_secs(10);

/// How often it is looked at while the bus does not work.
const LOOK_OFTEN: Duration = Duration::from_millis(500);

/// How many tables are asked for at once.
const CHUNK: usize = 1_000;

impl Hub {
    /// Hears what other nodes tell, and looks for what nobody told.
    pub(super) fn spread_news(&self) {
        if !self.0.bus.is_shared() {
            return;
        }
        let mut heard = self.0.bus.listen();
        let inner = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            let mut known = HashMap::new();
            let mut looked = Instant::now();
            loop {
                let Some(pause) = inner.upgrade().map(|it| if it.bus.is_up() { LOOK } else { LOOK_OFTEN })
                else {
                    return;
                };
                let is_missing = tokio::select! {
                    heard = heard.recv() => match heard {
                        Ok(Heard::News(news)) => {
                            pass_on(&inner, news);
                            false
                        }
                        Ok(Heard::Crowd(seen)) => {
                            if let Some(inner) = inner.upgrade().filter(|inner| inner.node != seen.node) {
                                inner.lists.crowd.hear(seen, Instant::now());
                            }
                            false
                        }
                        Ok(Heard::Gap) | Err(RecvError::Lagged(_)) => true,
                        Err(RecvError::Closed) => return,
                    },
                    () = sleep_until(looked + pause) => true,
                };
                if is_missing {
                    let Some(inner) = inner.upgrade() else { return };
                    look(&inner, &mut known).await;
                    looked = Instant::now();
                }
            }
        });
    }
}

fn pass_on(inner: &Weak<Inner>, news: News) {
    let Some(inner) = inner.upgrade() else { return };
    if news.node == inner.node {
        return;
    }
    let line = lock(&inner.tables).get(&news.table).cloned();
    // Where a table has too much to do, it finds the rest in the log later.
    if let Some(line) = line {
        let _ = line.try_send(Message::News(news.node, news.notice).into());
    }
}

/// Tells live tables how far they are in the log, if that has changed since the last look.
async fn look(inner: &Arc<Inner>, known: &mut HashMap<String, Head>) {
    let tables: Vec<String> = lock(&inner.tables).keys().cloned().collect();
    let mut seen = HashMap::with_capacity(tables.len());
    for chunk in tables.chunks(CHUNK) {
        let heads = match inner.store.heads(chunk.to_vec()).await {
            Ok(heads) => heads,
            Err(error) => {
                tracing::warn!(%error, "the log cannot be looked at");
                return;
            }
        };
        for (table, head) in heads {
            if known.get(&table) != Some(&head)
                && let Some(line) = lock(&inner.tables).get(&table).cloned()
            {
                // Where a table has too much to do, it is told the next time.
                if line.try_send(Message::Head(head).into()).is_err() {
                    continue;
                }
            }
            seen.insert(table, head);
        }
    }
    *known = seen;
}

/// The last event that somebody knows who says this.
fn known_by(message: &ToServer) -> Option<Number> {
    match message {
        ToServer::Hello(Hello { after, .. }) => Some(*after).filter(|after| *after != Number::MAX),
        ToServer::Act(Act { seq, .. }) | ToServer::Undo(Undo { seq, .. }) => Some(*seq),
        _ => None,
    }
}

impl Running {
    /// Does it take a look at the log to answer this, because somebody may have heard more from another node?
    pub(super) fn is_behind(&self, machine: &Machine, message: &Message) -> bool {
        if !self.inner.bus.is_shared() {
            return false;
        }
        match message {
            Message::Request(_, Request::Say(message), _) | Message::Input(Input::Say(_, message)) => {
                known_by(message).is_some_and(|number| number > machine.seq())
            }
            Message::Attach(..) | Message::Look(..) | Message::Request(..) => true,
            Message::Input(_)
            | Message::News(..)
            | Message::Head(_)
            | Message::Opened(_)
            | Message::Wake(_) => false,
        }
    }

    /// Looks at the log, and reads on if others have written.
    pub(super) async fn refresh(&mut self, machine: &mut Machine) -> Result<(), ()> {
        match self.inner.store.heads(vec![self.id.clone()]).await {
            Ok(heads) => match heads.first() {
                Some((_, head)) => self.take_head(machine, *head).await,
                // It was erased.
                None => Err(()),
            },
            Err(error) => {
                tracing::warn!(%error, table = self.id, "the log cannot be looked at");
                Ok(())
            }
        }
    }

    /// Reads on if the log is further than this.
    pub(super) async fn take_head(&mut self, machine: &mut Machine, head: Head) -> Result<(), ()> {
        if head.number <= machine.seq() && Some(head.revision) == self.last.revision {
            return Ok(());
        }
        let outputs = self.read_on(machine).await?;
        self.carry_out(machine, outputs).await
    }

    pub(super) async fn take_news(
        &mut self,
        machine: &mut Machine,
        node: u64,
        notice: PeerNotice,
    ) -> Result<(), ()> {
        let outputs = match notice {
            PeerNotice::Stored(number) if number <= machine.seq() => return Ok(()),
            PeerNotice::Stored(_) | PeerNotice::Touched => self.read_on(machine).await?,
            PeerNotice::Message(word) => machine.handle(Input::Heard(node, word), self.inner.now()),
        };
        self.carry_out(machine, outputs).await
    }

    /// Reads what others have stored, and what is to be done about it.
    pub(super) async fn read_on(&mut self, machine: &mut Machine) -> Result<Vec<Output>, ()> {
        let tail = self.inner.store.tail(&self.id, machine.seq()).await.map_err(|error| {
            tracing::error!(%error, table = self.id, "the log cannot be read");
        })?;
        let tail = tail.ok_or(())?;
        self.last.revision = Some(tail.head.revision);
        metrics::counter!("rainette_events_caught_up_total").increment(tail.rows.len() as u64);
        machine.catch_up(tail, self.inner.now()).map_err(|error| {
            tracing::error!(%error, "a table cannot be caught up with");
        })
    }

    /// Tells the other nodes.
    pub(super) fn notify_peers(&self, notice: PeerNotice) {
        if self.inner.bus.is_shared() {
            let (table, node) = (self.id.clone(), self.inner.node);
            self.inner.bus.publish(News { table, node, notice });
        }
    }

    /// Somebody else was first: everybody here reads on, and what was wanted is wanted again.
    pub(super) async fn yield_to_others(&mut self, machine: &mut Machine) -> Result<Vec<Output>, ()> {
        metrics::counter!("rainette_races_lost_total").increment(1);
        let (before, revision) = (machine.seq(), self.last.revision);
        let outputs = self.read_on(machine).await?;
        if machine.seq() == before && self.last.revision == revision {
            // Nothing has changed, so it would be refused again.
            tracing::error!(table = self.id, "events are refused for no reason");
            return Err(());
        }
        Ok(outputs)
    }
}
