//! Who thinks next: every address has the same share, in it every person, and nobody's tables count.
//!
//! A lane notes how many seconds were used for it. The one that has used least goes first; whoever comes back after a
//! pause begins where the others are, so that nobody saves up a share and nobody pays for having been alone.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::net::IpAddr;

use super::Payer;
use crate::journal::TokenHash;

/// How many lanes are remembered before those that nobody waits in are forgotten.
const REMEMBERED: usize = 1_000;

/// What is known of a piece of work beforehand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Order {
    /// Whoever waits for it waits for a move: it comes before everything else of the same person.
    pub is_first: bool,
    /// Is it done in a moment?
    pub is_quick: bool,
    /// How many seconds it takes, more or less.
    pub guess: f64,
}

/// A piece of work that was taken: it is to be settled.
#[derive(Clone, Copy, PartialEq, Debug)]
#[must_use = "a turn has to be settled, or its lane is charged for what was only guessed"]
pub struct Turn {
    address: Option<IpAddr>,
    person: Option<TokenHash>,
    guess: f64,
}

/// Work that waits, in lanes by address and person.
#[derive(Debug)]
pub struct Lanes<T> {
    addresses: Shares<Option<IpAddr>, Shares<Option<TokenHash>, Waiting<T>>>,
    waiting: usize,
}

#[derive(Debug)]
struct Waiting<T> {
    first: VecDeque<(Order, T)>,
    later: VecDeque<(Order, T)>,
}

impl<T> Default for Waiting<T> {
    fn default() -> Self {
        Self { first: VecDeque::new(), later: VecDeque::new() }
    }
}

impl<T> Waiting<T> {
    fn take(&mut self, only_quick: bool) -> Option<(Order, T)> {
        [&mut self.first, &mut self.later].into_iter().find_map(|queue| {
            let place = queue.iter().position(|(order, _)| order.is_quick || !only_quick)?;
            queue.remove(place)
        })
    }
}

/// Something in which work may wait.
trait Has {
    fn has(&self, only_quick: bool) -> bool;
}

impl<T> Has for Waiting<T> {
    fn has(&self, only_quick: bool) -> bool {
        self.first.iter().chain(&self.later).any(|(order, _)| order.is_quick || !only_quick)
    }
}

impl<K: Eq + Hash + Copy + Ord, W: Has> Has for Shares<K, W> {
    fn has(&self, only_quick: bool) -> bool {
        self.of.values().any(|share| share.waiting.has(only_quick))
    }
}

/// Equal shares.
#[derive(Debug)]
struct Shares<K, W> {
    of: HashMap<K, Share<W>>,
    /// What whoever was last in turn had used: where somebody new begins.
    level: f64,
}

impl<K, W> Default for Shares<K, W> {
    fn default() -> Self {
        Self { of: HashMap::new(), level: 0.0 }
    }
}

#[derive(Debug)]
struct Share<W> {
    used: f64,
    /// How much of it is under way.
    running: usize,
    waiting: W,
}

impl<K: Eq + Hash + Copy + Ord, W: Has + Default> Shares<K, W> {
    /// The share of somebody who has more to do now.
    fn join(&mut self, key: K) -> &mut Share<W> {
        let level = self.level;
        if self.of.len() >= REMEMBERED {
            self.of.retain(|_, share| share.running > 0 || share.waiting.has(false));
        }
        let share = self.of.entry(key).or_insert(Share { used: level, running: 0, waiting: W::default() });
        if share.running == 0 && !share.waiting.has(false) {
            share.used = share.used.max(level);
        }
        share
    }

    /// Whose turn it is.
    fn next(&mut self, only_quick: bool) -> Option<(K, &mut Share<W>)> {
        let waiting = self.of.iter_mut().filter(|(_, share)| share.waiting.has(only_quick));
        let (key, share) =
            waiting.min_by(|(a, x), (b, y)| x.used.total_cmp(&y.used).then_with(|| a.cmp(b)))?;
        self.level = self.level.max(share.used);
        Some((*key, share))
    }

    fn settle(&mut self, key: K, more: f64) -> Option<&mut Share<W>> {
        let share = self.of.get_mut(&key)?;
        share.used += more;
        share.running = share.running.saturating_sub(1);
        Some(share)
    }
}

impl<T> Default for Lanes<T> {
    fn default() -> Self {
        Self { addresses: Shares::default(), waiting: 0 }
    }
}

impl<T> Lanes<T> {
    /// Puts work in the lane of whoever pays for it.
    pub fn push(&mut self, payer: &Payer, order: Order, work: T) {
        let address = self.addresses.join(payer.address);
        let person = address.waiting.join(payer.person);
        let queue = if order.is_first { &mut person.waiting.first } else { &mut person.waiting.later };
        queue.push_back((order, work));
        self.waiting += 1;
    }

    /// Takes what comes next; if only quick work is wanted, perhaps nothing.
    pub fn pop(&mut self, only_quick: bool) -> Option<(Turn, T)> {
        let (address, lane) = self.addresses.next(only_quick)?;
        let (person, share) = lane.waiting.next(only_quick)?;
        let (order, work) = share.waiting.take(only_quick)?;
        // Until it is known what it took, what was guessed counts: otherwise one lane could have all threads at once.
        share.used += order.guess;
        share.running += 1;
        lane.used += order.guess;
        lane.running += 1;
        self.waiting -= 1;
        Some((Turn { address, person, guess: order.guess }, work))
    }

    /// Charges what it took.
    pub fn settle(&mut self, turn: Turn, seconds: f64) {
        let more = seconds - turn.guess;
        if let Some(lane) = self.addresses.settle(turn.address, more) {
            lane.waiting.settle(turn.person, more);
        }
    }

    /// How much waits.
    pub fn len(&self) -> usize {
        self.waiting
    }

    /// Does nothing wait?
    pub fn is_empty(&self) -> bool {
        self.waiting == 0
    }

    /// How much of this payer waits.
    pub fn waiting_of(&self, payer: &Payer) -> usize {
        let person =
            self.addresses.of.get(&payer.address).and_then(|lane| lane.waiting.of.get(&payer.person));
        person.map_or(0, |share| share.waiting.first.len() + share.waiting.later.len())
    }
}
