//! Trying again what may work a little later, with growing pauses, but not for ever.

use std::future::Future;
use std::time::Duration;

use tokio::time::{Instant, sleep};

/// The first pause before something is tried again; each one after it is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(50);

/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// How long it is tried before somebody is told that it does not work.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// How long something has been tried, and how long the next pause is.
#[derive(Debug)]
pub(super) struct Patience {
    begun: Instant,
    pause: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { begun: Instant::now(), pause: FIRST_PAUSE }
    }
}

impl Patience {
    /// Waits before the next attempt; gives the error back if it does not pass, or has not for too long.
    pub(super) async fn after(&mut self, error: sqlx::Error, is_passing: bool) -> Result<(), sqlx::Error> {
        if !is_passing || self.begun.elapsed() >= PATIENCE {
            return Err(error);
        }
        metrics::counter!("rainette_store_retries_total").increment(1);
        sleep(self.pause).await;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        Ok(())
    }
}

/// Does something until it works or fails for a reason that does not pass.
pub(super) async fn persist<T, F: Future<Output = Result<T, sqlx::Error>>>(
    is_passing: impl Fn(&sqlx::Error) -> bool,
    attempt: impl Fn() -> F,
) -> Result<T, sqlx::Error> {
    let mut patience = Patience::default();
    loop {
        let error = match attempt().await {
            Ok(done) => return Ok(done),
            Err(error) => error,
        };
        let passes = is_passing(&error);
        if passes {
            tracing::warn!(%error, "the database does not answer; trying again");
        }
        patience.after(error, passes).await?;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test]
    async fn what_passes_is_tried_until_it_works_and_everything_else_once() {
        let tries = AtomicU32::new(0);
        let fails_at_first = || async {
            if tries.fetch_add(1, Ordering::Relaxed) < 3 { Err(sqlx::Error::PoolTimedOut) } else { Ok(()) }
        };
        assert!(persist(|_| false, fails_at_first).await.is_err());
        assert_eq!(tries.load(Ordering::Relaxed), 1);
        assert!(persist(|_| true, fails_at_first).await.is_ok());
        assert_eq!(tries.load(Ordering::Relaxed), 4);
    }

    #[tokio::test]
    async fn nobody_waits_for_ever() {
        let mut patience = Patience { begun: Instant::now(), pause: Duration::ZERO };
        assert!(patience.after(sqlx::Error::PoolTimedOut, true).await.is_ok());
        patience.begun = patience.begun.checked_sub(PATIENCE).expect("the machine has run for a while");
        assert!(patience.after(sqlx::Error::PoolTimedOut, true).await.is_err());
    }
}
