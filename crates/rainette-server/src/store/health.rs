//! Does a store work? Whoever writes says so, and whoever waits for it to work again hears of it.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

/// How long a write may take before the store counts as stuck.
const STUCK: Duration = Duration::from_secs(10);

/// How often a store that goes on failing is logged.
const REMIND: Duration = Duration::from_mins(1);

/// How long a store that fails and works by turns is logged once.
const FLICKER: Duration = Duration::from_secs(10);

/// How a store is.
#[derive(Debug)]
pub struct Health {
    /// Why nothing can be stored; none while it works.
    trouble: watch::Sender<Option<String>>,
    log: Mutex<Log>,
}

#[derive(Debug, Default)]
struct Log {
    since: Option<Instant>,
    said_at: Option<Instant>,
    /// How often it has failed since that was last logged.
    unsaid: u64,
    /// When the write that is under way began.
    busy_since: Option<Instant>,
}

impl Default for Health {
    fn default() -> Self {
        metrics::gauge!("rainette_store_works").set(1.0);
        Self { trouble: watch::Sender::new(None), log: Mutex::default() }
    }
}

impl Health {
    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something could not be written. The first time is logged with its cause, and then now and then.
    pub fn fails(&self, why: &str) {
        let now = Instant::now();
        let mut log = self.log();
        let is_new = log.since.is_none();
        log.since.get_or_insert(now);
        let pause = if is_new { FLICKER } else { REMIND };
        if log.said_at.is_none_or(|said| now.duration_since(said) >= pause) {
            tracing::error!(
                why,
                times = log.unsaid + 1,
                "nothing can be stored; it is tried again until it works"
            );
            (log.said_at, log.unsaid) = (Some(now), 0);
        } else {
            log.unsaid += 1;
        }
        drop(log);
        metrics::counter!("rainette_store_failures_total").increment(1);
        metrics::gauge!("rainette_store_works").set(0.0);
        self.trouble.send_if_modified(|trouble| {
            let is_other = trouble.as_deref() != Some(why);
            *trouble = Some(why.to_owned());
            is_other
        });
    }

    /// Something was written.
    pub fn works(&self) {
        if self.trouble.borrow().is_none() {
            return;
        }
        let since = self.log().since.take();
        let seconds = since.map_or(0.0, |since| since.elapsed().as_secs_f64());
        tracing::info!(seconds, "everything can be stored again");
        metrics::gauge!("rainette_store_works").set(1.0);
        self.trouble.send_replace(None);
    }

    /// A write begins; none is under way any more once `false` is said.
    pub(super) fn writes(&self, is_under_way: bool) {
        self.log().busy_since = is_under_way.then(Instant::now);
    }

    /// Why nothing can be stored; none if it can.
    pub fn trouble(&self) -> Option<String> {
        self.trouble_at(Instant::now())
    }

    fn trouble_at(&self, now: Instant) -> Option<String> {
        let why = self.trouble.borrow().clone();
        why.or_else(|| {
            let busy = now.duration_since(self.log().busy_since?);
            (busy >= STUCK).then(|| format!("a write has taken {} s and is not done", busy.as_secs()))
        })
    }

    /// Waits until what failed works again.
    pub async fn healed(&self) {
        // The sender lives as long as this does.
        let _ = self.trouble.subscribe().wait_for(Option::is_none).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_waits_hears_when_it_works_again() {
        let health = std::sync::Arc::new(Health::default());
        assert_eq!(health.trouble(), None);
        health.healed().await;
        health.fails("the disk is full");
        health.fails("the disk is full");
        assert_eq!(health.trouble().as_deref(), Some("the disk is full"));
        let waits = std::sync::Arc::clone(&health);
        let waiting = tokio::spawn(async move { waits.healed().await });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        health.works();
        waiting.await.expect("it is told");
        assert_eq!(health.trouble(), None);
    }

    #[test]
    fn a_write_that_never_ends_is_trouble_too() {
        let health = Health::default();
        let now = Instant::now();
        health.writes(true);
        assert_eq!(health.trouble_at(now + STUCK - Duration::from_secs(1)), None);
        let later = now + STUCK + Duration::from_secs(1);
        let why = health.trouble_at(later).expect("it is stuck");
        assert!(why.starts_with("a write has taken 1"), "{why}");
        health.writes(false);
        assert_eq!(health.trouble_at(later), None);
    }

    #[test]
    fn a_store_that_goes_on_failing_does_not_fill_the_log() {
        let health = Health::default();
        for _ in 0..1_000 {
            health.fails("the disk is full");
        }
        assert_eq!(health.log().unsaid, 999);
    }
}
