//! Endgames with at most two frogs left on each side, solved.
//!
//! The file keeps the positions in which at least one side has both frogs on the inner path.
//!
//! A value is the chance of the seat about to roll, with the chief frog where it hinders most, if the other seat may
//! place it.

use super::sight::{EIGHT, ONE, SHARED, Sight, count, shared_position};

/// Where two frogs can be: the larger distance first, 0 for the pond.
type Pair = [u8; 2];

/// How many pairs there are.
const PAIRS: usize = pair_number([27, 27]) + 1;
/// Pairs on the inner path or in the pond come first.
const INNER: usize = pair_number([8, 8]) + 1;
/// How many values the file keeps.
const KEPT: usize = INNER * PAIRS + (PAIRS - INNER) * INNER;

const ROOT: u8 = 27;

const fn pair_number([far, near]: Pair) -> usize {
    far as usize * (far as usize + 1) / 2 + near as usize
}

/// The values that are kept.
pub(crate) struct Endgame(Vec<u16>);

impl Endgame {
    /// Reads them from a file.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let values: Vec<u16> =
            bytes.as_chunks::<2>().0.iter().map(|&value| u16::from_le_bytes(value)).collect();
        (values.len() == KEPT).then_some(Self(values))
    }

    /// The chance of the seat about to roll, if both have at most two frogs left and the position is kept.
    pub(crate) fn value(&self, sight: &Sight) -> Option<f32> {
        let (roller, other) = (pair_number(pair(sight, 0)?), pair_number(pair(sight, 1)?));
        // Nothing is sure before the end.
        let value = self.0[kept(roller, other)?].clamp(1, u16::MAX - 1);
        Some(f32::from(value) / f32::from(u16::MAX))
    }
}

fn kept(roller: usize, other: usize) -> Option<usize> {
    if roller < INNER {
        Some(roller * PAIRS + other)
    } else {
        (other < INNER).then(|| INNER * PAIRS + (roller - INNER) * INNER + other)
    }
}

/// The frogs that a side has left, at most two.
fn pair(sight: &Sight, side: usize) -> Option<Pair> {
    let mut pair = [0; 2];
    let mut found = 0;
    let mut find = |frogs: u8, distance: u8| {
        for _ in 0..frogs {
            if found < 2 {
                pair[found] = distance;
            }
            found += 1;
        }
    };
    find(sight.root[side], ROOT);
    for place in (0..EIGHT).rev().chain([EIGHT]) {
        find(count(sight.shared[place], side), shared_position(place).distance());
    }
    for (frogs, distance) in sight.safe[side].iter().zip(2..8).rev() {
        find(*frogs, distance);
    }
    find(count(sight.shared[ONE], side), 1);
    (found <= 2).then_some(pair)
}

const _: () = assert!(SHARED == ONE + 1, "One is the last of the shared spaces");
