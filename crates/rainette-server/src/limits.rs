//! Limits on how much anybody may ask for.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

/// How many addresses are remembered before those that have been quiet are forgotten.
const REMEMBERED: usize = 10_000;

/// A bucket that fills with time: so much at once, and so much per second over a longer time.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    /// A full bucket.
    pub fn new(rate: u32, now: Instant) -> Self {
        Self { left: Self::most(rate), at: now }
    }

    fn most(rate: u32) -> f64 {
        f64::from(rate) * 5.0
    }

    /// Takes one, if there is one. A rate of 0 has no limit.
    pub fn take(&mut self, rate: u32, now: Instant) -> bool {
        if rate == 0 {
            return true;
        }
        let filled = now.saturating_duration_since(self.at).as_secs_f64() * f64::from(rate);
        self.left = (self.left + filled).min(Self::most(rate));
        self.at = now;
        if self.left < 1.0 {
            return false;
        }
        self.left -= 1.0;
        true
    }

    fn is_full(&self, rate: u32, now: Instant) -> bool {
        let filled = now.saturating_duration_since(self.at).as_secs_f64() * f64::from(rate);
        self.left + filled >= Self::most(rate)
    }
}

/// One bucket per address.
pub struct Rates {
    rate: u32,
    buckets: Mutex<Buckets>,
}

#[derive(Default)]
struct Buckets {
    by_address: HashMap<IpAddr, Bucket>,
    swept_at: Option<Instant>,
}

/// How often those that have been quiet are looked for: looking at all of them takes a while.
const SWEEP: Duration = Duration::from_secs(1);

impl Rates {
    /// So many per second from each address.
    pub fn new(rate: u32) -> Self {
        Self { rate, buckets: Mutex::default() }
    }

    /// May this address ask for one more thing?
    pub fn take(&self, address: IpAddr) -> bool {
        if self.rate == 0 {
            return true;
        }
        let now = Instant::now();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = buckets.swept_at.is_none_or(|at| now.saturating_duration_since(at) >= SWEEP);
        if buckets.by_address.len() >= REMEMBERED && is_due {
            buckets.by_address.retain(|_, bucket| !bucket.is_full(self.rate, now));
            buckets.swept_at = Some(now);
        }
        let bucket =
            buckets.by_address.entry(network(address)).or_insert_with(|| Bucket::new(self.rate, now));
        bucket.take(self.rate, now)
    }
}

/// Whoever has one IPv6 address has 2^64 of them.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6([a, b, c, d, 0, 0, 0, 0].into())
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// Counts open sockets, in all and by address.
pub struct Sockets {
    most: usize,
    most_per_address: usize,
    open: Mutex<HashMap<IpAddr, usize>>,
    count: watch::Sender<usize>,
    gauge: &'static str,
}

/// An open socket; it counts until it is dropped.
pub struct OpenSocket {
    sockets: Arc<Sockets>,
    address: IpAddr,
}

impl Sockets {
    /// So many in all, and so many from one address; 0 for no limit there. The figure has this name.
    pub fn new(most: usize, most_per_address: usize, gauge: &'static str) -> Self {
        Self { most, most_per_address, open: Mutex::default(), count: watch::Sender::new(0), gauge }
    }

    /// Waits until none is open.
    pub async fn all_closed(&self) {
        // The sender is our own, so that waiting cannot fail.
        let _ = self.count.subscribe().wait_for(|count| *count == 0).await;
    }

    fn set_count(&self, count: usize) {
        self.count.send_replace(count);
        metrics::gauge!(self.gauge).set(count as f64);
    }

    /// Counts one more, if there may be one.
    pub fn open(self: &Arc<Self>, address: IpAddr) -> Option<OpenSocket> {
        let address = network(address);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let from_there = open.get(&address).copied().unwrap_or(0);
        let count = *self.count.borrow();
        if count >= self.most || (self.most_per_address > 0 && from_there >= self.most_per_address) {
            return None;
        }
        open.insert(address, from_there + 1);
        self.set_count(count + 1);
        Some(OpenSocket { sockets: Arc::clone(self), address })
    }
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        let mut open = self.sockets.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(from_there) = open.get_mut(&self.address) {
            *from_there -= 1;
            if *from_there == 0 {
                open.remove(&self.address);
            }
        }
        let count = *self.sockets.count.borrow();
        self.sockets.set_count(count.saturating_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let start = Instant::now();
        let mut bucket = Bucket::new(2, start);
        assert_eq!((0..20).filter(|_| bucket.take(2, start)).count(), 10);
        assert!(!bucket.take(2, start));
        assert!(bucket.take(2, start + Duration::from_secs(1)));
        assert!((0..1_000).all(|_| bucket.take(0, start)), "no rate, no limit");
    }

    #[test]
    fn sockets_count_until_they_are_dropped() {
        let sockets = Arc::new(Sockets::new(3, 2, "sockets"));
        let [here, there] = [IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2])];
        let mut open: Vec<_> = (0..2).map(|_| sockets.open(here).expect("two from here")).collect();
        assert!(sockets.open(here).is_none(), "too many from one address");
        open.push(sockets.open(there).expect("one from there"));
        assert!(sockets.open(there).is_none(), "too many in all");
        open.clear();
        assert!(sockets.open(here).is_some());
    }

    #[test]
    fn addresses_of_one_network_share_a_bucket() {
        let rates = Rates::new(1);
        let [a, b]: [IpAddr; 2] = ["2001:db8::1".parse().expect("v6"), "2001:db8::2".parse().expect("v6")];
        assert_eq!((0..10).filter(|n| rates.take(if n % 2 == 0 { a } else { b })).count(), 5);
    }
}
