//! Many pieces of work on several threads, with results in their order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::player::Cancel;

/// Does a piece of work for each number below `count`, several at once, and hands what comes of it to `seen` in the
/// order of the numbers, whichever was done first: so the answer does not depend on the machine. When cancelled, or when
/// `seen` says false, nothing new is begun; `seen` then has everything up to some number.
///
/// ```
/// use rainette_players::{Cancel, side_by_side};
/// let mut squares = Vec::new();
/// side_by_side(5, 2, &Cancel::default(), |n| n * n, |square| { squares.push(square); true });
/// assert_eq!(squares, [0, 1, 4, 9, 16]);
/// ```
pub fn side_by_side<T: Send>(
    count: u64,
    threads: usize,
    cancel: &Cancel,
    work: impl Fn(u64) -> T + Sync,
    seen: impl FnMut(T) -> bool + Send,
) {
    let next = AtomicU64::new(0);
    // What is done and waits for its turn, and whose turn it is.
    let done = Mutex::new((BTreeMap::<u64, T>::new(), 0, seen));
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count || cancel.is_cancelled() {
                        return;
                    }
                    let result = work(number);
                    let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                    let (waiting, turn, seen) = &mut *done;
                    waiting.insert(number, result);
                    while let Some(result) = waiting.remove(turn) {
                        *turn += 1;
                        if !seen(result) {
                            cancel.cancel();
                            waiting.clear();
                            *turn = count;
                        }
                    }
                }
            });
        }
    });
}
