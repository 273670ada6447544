//! Who has used how much.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::{Budget, Exhausted, LIMITS, Limits, Measure, Payer, Per};
use crate::journal::TokenHash;

/// How many accounts are remembered before those that are as if new are forgotten.
const REMEMBERED: usize = 10_000;

/// How often those are looked for: looking at all of them takes a while.
const SWEEP: Duration = Duration::from_secs(1);

/// A message counts once more for each time that it is as long as this, in bytes.
const LONG_MESSAGE: usize = 4_096;

/// How many messages one of so many bytes counts as: reading a long one takes as long as reading several.
pub(crate) fn messages_in(bytes: usize) -> u64 {
    1 + (bytes / LONG_MESSAGE) as u64
}

/// The accounts of everybody.
#[derive(Debug)]
pub struct Budgets {
    limits: Limits,
    accounts: Mutex<Accounts>,
    /// What all together hold of each standing budget, for figures and for whoever waits until nothing is held.
    held: [watch::Sender<u64>; Budget::ALL.len()],
    spent: [AtomicU64; Budget::ALL.len()],
    refused: [AtomicU64; LIMITS.len()],
}

#[derive(Default, Debug)]
struct Accounts {
    of: HashMap<(Budget, Key), Account>,
    swept_at: Option<Instant>,
}

/// Whose account.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Key {
    Person(TokenHash),
    Address(IpAddr),
    Server,
}

#[derive(Debug)]
enum Account {
    Bucket(Bucket),
    Standing(Arc<AtomicU64>),
}

/// A bucket that fills with time. It may be overdrawn by whoever learns only later what something cost.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    fn new(most: u64, now: Instant) -> Self {
        Self { left: most as f64, at: now }
    }

    fn fill(&mut self, most: u64, over: Duration, now: Instant) {
        let filled = now.saturating_duration_since(self.at).as_secs_f64() * rate(most, over);
        self.left = (self.left + filled).min(most as f64);
        self.at = self.at.max(now);
    }

    /// How long until there is this much; nothing if there is now. More than fits in at all needs a full bucket.
    fn wait(&self, amount: u64, most: u64, over: Duration) -> Option<Duration> {
        let missing = amount.min(most).max(1) as f64 - self.left;
        (missing > 0.0).then(|| Duration::try_from_secs_f64(missing / rate(most, over)).unwrap_or(over))
    }
}

fn rate(most: u64, over: Duration) -> f64 {
    most as f64 / over.as_secs_f64()
}

fn keys(payer: &Payer) -> [(Per, Option<Key>); 3] {
    let server = (!payer.is_nobody()).then_some(Key::Server);
    [
        (Per::Person, payer.person.map(Key::Person)),
        (Per::Address, payer.address.map(Key::Address)),
        (Per::Server, server),
    ]
}

impl Budgets {
    /// Nobody has used anything yet.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            accounts: Mutex::default(),
            held: std::array::from_fn(|_| watch::Sender::new(0)),
            spent: std::array::from_fn(|_| AtomicU64::new(0)),
            refused: std::array::from_fn(|_| AtomicU64::new(0)),
        }
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    fn lock(&self) -> MutexGuard<'_, Accounts> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that somebody was refused, for figures.
    pub(crate) fn refuse(&self, budget: Budget, per: Per) {
        let place = LIMITS.iter().position(|limit| limit.budget == budget && limit.per == per);
        if let Some(refused) = place.and_then(|place| self.refused.get(place)) {
            refused.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn exhausted(&self, budget: Budget, per: Per, most: u64, retry_after: Duration) -> Exhausted {
        self.refuse(budget, per);
        Exhausted { budget, per, most, retry_after }
    }

    // ----------------------------------------------------------------------------------------------------- rates

    /// Takes this much of a rate, all of it or nothing.
    pub fn spend(&self, budget: Budget, payer: &Payer, amount: u64) -> Result<(), Exhausted> {
        self.spend_at(budget, payer, amount, Instant::now())
    }

    /// The same at this time.
    pub fn spend_at(
        &self,
        budget: Budget,
        payer: &Payer,
        amount: u64,
        now: Instant,
    ) -> Result<(), Exhausted> {
        self.check_at(budget, payer, amount, now)?;
        self.charge_at(budget, payer, amount, now);
        Ok(())
    }

    /// Is there this much of a budget? Nothing is taken.
    pub fn check(&self, budget: Budget, payer: &Payer, amount: u64) -> Result<(), Exhausted> {
        self.check_at(budget, payer, amount, Instant::now())
    }

    /// The same at this time.
    pub fn check_at(
        &self,
        budget: Budget,
        payer: &Payer,
        amount: u64,
        now: Instant,
    ) -> Result<(), Exhausted> {
        let mut accounts = self.lock();
        for (per, key) in keys(payer) {
            let (Some(key), Some(most)) = (key, self.limits.most(budget, per)) else { continue };
            let wait = match budget.measure() {
                Measure::Rate(over) => {
                    let bucket = accounts.bucket(budget, key, most, now);
                    bucket.fill(most, over, now);
                    bucket.wait(amount, most, over)
                }
                Measure::Standing(wait) => {
                    let used = accounts.standing(budget, key).load(Ordering::Relaxed);
                    (used.saturating_add(amount) > most).then_some(wait)
                }
            };
            if let Some(wait) = wait {
                drop(accounts);
                return Err(self.exhausted(budget, per, most, wait));
            }
        }
        Ok(())
    }

    /// Takes this much of a rate, even if there is less: whoever is in debt waits longer.
    pub fn charge(&self, budget: Budget, payer: &Payer, amount: u64) {
        self.charge_at(budget, payer, amount, Instant::now());
    }

    /// The same at this time.
    pub fn charge_at(&self, budget: Budget, payer: &Payer, amount: u64, now: Instant) {
        let Measure::Rate(over) = budget.measure() else { return };
        self.spent[budget as usize].fetch_add(amount, Ordering::Relaxed);
        let mut accounts = self.lock();
        for (per, key) in keys(payer) {
            let (Some(key), Some(most)) = (key, self.limits.most(budget, per)) else { continue };
            let bucket = accounts.bucket(budget, key, most, now);
            bucket.fill(most, over, now);
            bucket.left -= amount as f64;
        }
        accounts.sweep(&self.limits, now);
    }

    /// What one socket may say.
    pub fn messages(self: &Arc<Self>) -> MessageRate {
        let most = self.limits.most(Budget::Messages, Per::Socket);
        let bucket = Bucket::new(most.unwrap_or(0), Instant::now());
        MessageRate { budgets: Arc::clone(self), bucket, most }
    }

    // -------------------------------------------------------------------------------------------------- standing

    /// Holds this much of a standing budget until it is dropped, if there is as much.
    pub fn hold(self: &Arc<Self>, budget: Budget, payer: &Payer, amount: u64) -> Result<Held, Exhausted> {
        self.purse(budget, payer).hold(amount)
    }

    /// Holds this much even if there is less: it is there already, and what comes next is refused.
    pub fn hold_anyway(self: &Arc<Self>, budget: Budget, payer: &Payer, amount: u64) -> Held {
        self.purse(budget, payer).hold_anyway(amount)
    }

    /// Somebody's accounts of one standing budget, for whoever looks into them often.
    pub fn purse(self: &Arc<Self>, budget: Budget, payer: &Payer) -> Purse {
        let mut accounts = self.lock();
        let accounts = keys(payer).map(|(per, key)| {
            let (key, most) = (key?, self.limits.most(budget, per)?);
            Some((per, most, accounts.standing(budget, key)))
        });
        Purse { budgets: Arc::clone(self), budget, accounts }
    }

    /// How much of a standing budget all together hold.
    pub fn held(&self, budget: Budget) -> u64 {
        *self.held[budget as usize].borrow()
    }

    /// Waits until nobody holds anything of a standing budget.
    pub async fn none_held(&self, budget: Budget) {
        // The sender is our own, so that waiting cannot fail.
        let _ = self.held[budget as usize].subscribe().wait_for(|held| *held == 0).await;
    }

    #[cfg(test)]
    pub(super) fn accounts(&self) -> usize {
        self.lock().of.len()
    }

    /// Lays the figures out for Prometheus: no figure names anybody.
    pub(crate) fn publish(&self) {
        for budget in Budget::ALL {
            match budget.measure() {
                Measure::Standing(_) => {
                    metrics::gauge!("rainette_budget_held", "budget" => budget.name())
                        .set(self.held(budget) as f64);
                }
                Measure::Rate(_) => {
                    let spent = self.spent[budget as usize].load(Ordering::Relaxed);
                    metrics::counter!("rainette_budget_spent_total", "budget" => budget.name())
                        .absolute(spent);
                }
            }
        }
        for (limit, refused) in LIMITS.iter().zip(&self.refused) {
            let refused = refused.load(Ordering::Relaxed);
            metrics::counter!("rainette_budget_refused_total", "limit" => limit.name()).absolute(refused);
        }
        metrics::gauge!("rainette_sockets_open").set(self.held(Budget::Sockets) as f64);
        metrics::gauge!("rainette_connections_open").set(self.held(Budget::Connections) as f64);
        metrics::gauge!("rainette_budget_accounts").set(self.lock().of.len() as f64);
    }
}

impl Accounts {
    fn bucket(&mut self, budget: Budget, key: Key, most: u64, now: Instant) -> &mut Bucket {
        let account = self.of.entry((budget, key)).or_insert_with(|| Account::Bucket(Bucket::new(most, now)));
        match account {
            Account::Bucket(bucket) => bucket,
            Account::Standing(_) => unreachable!("a rate has buckets"),
        }
    }

    fn standing(&mut self, budget: Budget, key: Key) -> Arc<AtomicU64> {
        let account = self.of.entry((budget, key)).or_insert_with(|| Account::Standing(Arc::default()));
        match account {
            Account::Standing(used) => Arc::clone(used),
            Account::Bucket(_) => unreachable!("what stands has no buckets"),
        }
    }

    /// Forgets accounts that are as if new.
    fn sweep(&mut self, limits: &Limits, now: Instant) {
        let is_due = self.swept_at.is_none_or(|at| now.saturating_duration_since(at) >= SWEEP);
        if self.of.len() < REMEMBERED || !is_due {
            return;
        }
        self.swept_at = Some(now);
        self.of.retain(|(budget, key), account| match (account, budget.measure()) {
            (Account::Standing(used), _) => Arc::strong_count(used) > 1 || used.load(Ordering::Relaxed) > 0,
            (Account::Bucket(bucket), Measure::Rate(over)) => {
                let per = match key {
                    Key::Person(_) => Per::Person,
                    Key::Address(_) => Per::Address,
                    Key::Server => Per::Server,
                };
                let Some(most) = limits.most(*budget, per) else { return false };
                bucket.fill(most, over, now);
                bucket.left < most as f64
            }
            (Account::Bucket(_), Measure::Standing(_)) => false,
        });
    }
}

/// The rate of one socket, which dies with it.
#[derive(Debug)]
pub struct MessageRate {
    budgets: Arc<Budgets>,
    bucket: Bucket,
    most: Option<u64>,
}

impl MessageRate {
    /// Takes one message of so many bytes, if there may be one.
    pub fn take(&mut self, bytes: usize, now: Instant) -> Result<(), Exhausted> {
        let messages = messages_in(bytes);
        self.budgets.spent[Budget::Messages as usize].fetch_add(messages, Ordering::Relaxed);
        let (Some(most), Measure::Rate(over)) = (self.most, Budget::Messages.measure()) else {
            return Ok(());
        };
        self.bucket.fill(most, over, now);
        // However few there may be, a single long one is taken from a full bucket.
        let messages = messages.min(most);
        if let Some(wait) = self.bucket.wait(messages, most, over) {
            return Err(self.budgets.exhausted(Budget::Messages, Per::Socket, most, wait));
        }
        self.bucket.left -= messages as f64;
        Ok(())
    }
}

/// Somebody's accounts of one standing budget.
#[derive(Clone, Debug)]
pub struct Purse {
    budgets: Arc<Budgets>,
    budget: Budget,
    accounts: [Option<(Per, u64, Arc<AtomicU64>)>; 3],
}

impl Purse {
    /// Holds this much until it is dropped, if there is as much.
    pub fn hold(&self, amount: u64) -> Result<Held, Exhausted> {
        let mut held = Held::empty(self);
        for (per, most, account) in self.accounts.iter().flatten() {
            let before = account.fetch_add(amount, Ordering::Relaxed);
            if before.saturating_add(amount) > *most {
                account.fetch_sub(amount, Ordering::Relaxed);
                let Measure::Standing(wait) = self.budget.measure() else { continue };
                held.give_back();
                return Err(self.budgets.exhausted(self.budget, *per, *most, wait));
            }
            held.note(account, amount);
        }
        held.amount = amount;
        self.budgets.held[self.budget as usize].send_modify(|held| *held += amount);
        Ok(held)
    }

    /// Holds this much even if there is less.
    pub fn hold_anyway(&self, amount: u64) -> Held {
        let mut held = Held::empty(self);
        for (_, _, account) in self.accounts.iter().flatten() {
            account.fetch_add(amount, Ordering::Relaxed);
            held.note(account, amount);
        }
        held.amount = amount;
        self.budgets.held[self.budget as usize].send_modify(|held| *held += amount);
        held
    }
}

/// An amount of a standing budget; it counts until it is dropped.
#[must_use = "it counts only while it is kept"]
#[derive(Debug)]
pub struct Held {
    budgets: Arc<Budgets>,
    budget: Budget,
    accounts: [Option<Arc<AtomicU64>>; 3],
    /// What the accounts were charged, which differs from what counts only on the way to a refusal.
    charged: u64,
    amount: u64,
}

impl Held {
    fn empty(purse: &Purse) -> Self {
        let accounts = [None, None, None];
        Self { budgets: Arc::clone(&purse.budgets), budget: purse.budget, accounts, charged: 0, amount: 0 }
    }

    fn note(&mut self, account: &Arc<AtomicU64>, amount: u64) {
        self.charged = amount;
        if let Some(free) = self.accounts.iter_mut().find(|account| account.is_none()) {
            *free = Some(Arc::clone(account));
        }
    }

    fn give_back(&mut self) {
        for account in self.accounts.iter_mut().filter_map(Option::take) {
            account.fetch_sub(self.charged, Ordering::Relaxed);
        }
    }

    /// How much it is.
    pub fn amount(&self) -> u64 {
        self.amount
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.give_back();
        if self.amount > 0 {
            self.budgets.held[self.budget as usize].send_modify(|held| *held -= self.amount);
        }
    }
}
