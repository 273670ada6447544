//! When tables that are not in memory are needed again: an index of times, which costs little.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Notify;

use super::{Hub, lock};
use crate::error::Error;
use crate::protocol::Millis;

/// How often it is looked whether something is due, at least: clocks of machines are set now and then.
const LOOK: Duration = Duration::from_secs(10);

/// When a table is tried again that could not be loaded.
pub(super) const AGAIN: Millis = 5_000;

/// Times at which tables are needed.
#[derive(Default)]
pub(super) struct Alarms {
    index: Mutex<Index>,
    changed: Notify,
}

#[derive(Default)]
struct Index {
    by_time: BTreeSet<(Millis, Arc<str>)>,
    by_table: HashMap<Arc<str>, Millis>,
}

impl Index {
    fn remove(&mut self, table: &str) {
        if let Some((table, at)) = self.by_table.remove_entry(table) {
            self.by_time.remove(&(at, table));
        }
    }
}

impl Alarms {
    /// The table is needed at this time, or not at all.
    pub(super) fn set(&self, table: &str, at: Option<Millis>) {
        let mut index = lock(&self.index);
        index.remove(table);
        if let Some(at) = at {
            let table: Arc<str> = table.into();
            index.by_table.insert(Arc::clone(&table), at);
            index.by_time.insert((at, table));
        }
        metrics::gauge!("rainette_alarms").set(index.by_table.len() as f64);
        drop(index);
        self.changed.notify_one();
    }

    pub(super) fn remove(&self, table: &str) {
        lock(&self.index).remove(table);
    }

    pub(super) fn len(&self) -> usize {
        lock(&self.index).by_table.len()
    }

    /// The tables that are needed by now; from now on nobody knows of them.
    fn due(&self, now: Millis) -> Vec<Arc<str>> {
        let mut index = lock(&self.index);
        let mut due = Vec::new();
        while index.by_time.first().is_some_and(|(at, _)| *at <= now) {
            if let Some((_, table)) = index.by_time.pop_first() {
                index.by_table.remove(&table);
                due.push(table);
            }
        }
        due
    }

    fn next(&self) -> Option<Millis> {
        lock(&self.index).by_time.first().map(|(at, _)| *at)
    }
}

impl Hub {
    /// Lets a table see whether it is needed, or tries again later. One that is gone or damaged is not tried again.
    pub(super) async fn wake_or_try_again(&self, table: &str) {
        match self.wake(table).await {
            Ok(()) | Err(Error::UnknownTable | Error::Damaged | Error::GoingDown) => {}
            Err(_) => self.0.alarms.set(table, Some(self.now() + AGAIN)),
        }
    }

    /// Wakes tables when they are needed, as long as there is anybody who could.
    pub(super) fn heed_alarms(&self) {
        // Whoever only waits must not keep the store open.
        let (inner, alarms) = (Arc::downgrade(&self.0), Arc::clone(&self.0.alarms));
        tokio::spawn(async move {
            loop {
                let Some(hub) = inner.upgrade().map(Hub) else { return };
                let now = hub.now();
                for table in hub.0.alarms.due(now) {
                    // One at a time: whoever is at a table must not wait for those who are at none.
                    hub.wake_or_try_again(&table).await;
                }
                let next = hub.0.alarms.next();
                let pause = next.map_or(LOOK, |at| Duration::from_millis((at - hub.now()).max(1) as u64));
                drop(hub);
                let _ = tokio::time::timeout(pause.min(LOOK), alarms.changed.notified()).await;
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_needed_in_the_order_of_their_times() {
        let alarms = Alarms::default();
        alarms.set("b", Some(20));
        alarms.set("a", Some(10));
        alarms.set("c", Some(30));
        alarms.set("c", Some(5));
        alarms.set("d", Some(1));
        alarms.set("d", None);
        alarms.set("e", Some(2));
        alarms.remove("e");
        assert_eq!((alarms.len(), alarms.next()), (3, Some(5)));
        let due: Vec<String> = alarms.due(10).iter().map(ToString::to_string).collect();
        assert_eq!(due, ["c", "a"]);
        assert_eq!((alarms.len(), alarms.next()), (1, Some(20)));
        assert!(alarms.due(19).is_empty());
    }
}
