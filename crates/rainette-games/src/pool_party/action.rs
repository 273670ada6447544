//! The roll of a turn, and what can be done with it.

use std::num::NonZeroU8;

use super::board::LANES;

/// Two dice, the larger first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Roll {
    larger: u8,
    smaller: u8,
}

impl Roll {
    /// How many numbers [`index`](Self::index) can give.
    pub(super) const COUNT: usize = 36;

    /// These two dice; none unless each shows 1 to 6 and the larger comes first.
    ///
    /// ```
    /// use rainette_games::pool_party::Roll;
    /// assert!(Roll::new(4, 1).is_some() && Roll::new(1, 4).is_none() && Roll::new(7, 1).is_none());
    /// ```
    #[inline]
    pub const fn new(larger: u8, smaller: u8) -> Option<Self> {
        if 1 <= smaller && smaller <= larger && larger <= 6 { Some(Self { larger, smaller }) } else { None }
    }

    /// The larger die, or either of a double.
    #[inline]
    pub const fn larger(self) -> u8 {
        self.larger
    }

    /// The smaller die, or either of a double.
    #[inline]
    pub const fn smaller(self) -> u8 {
        self.smaller
    }

    /// Do both dice show the same?
    #[inline]
    pub const fn is_double(self) -> bool {
        self.larger == self.smaller
    }

    /// The steps of a frog that uses both dice together, 2 to 12.
    pub const fn sum(self) -> u8 {
        self.larger + self.smaller
    }

    /// The larger die minus the smaller.
    pub const fn difference(self) -> u8 {
        self.larger - self.smaller
    }

    /// A number below [`COUNT`](Self::COUNT), for tables.
    #[inline]
    pub(super) const fn index(self) -> usize {
        (self.larger as usize - 1) * 6 + self.smaller as usize - 1
    }
}

/// A frog moves: `3+5` is the one in lane 3, by five spaces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Hop(NonZeroU8);

impl Hop {
    /// The frog in this lane, 1 to 5, moves by this many steps, 1 to 12.
    #[inline]
    pub const fn new(lane: usize, steps: u8) -> Option<Self> {
        if lane < 1 || LANES < lane || steps < 1 || 12 < steps {
            return None;
        }
        match NonZeroU8::new((lane as u8) << 4 | steps) {
            Some(packed) => Some(Self(packed)),
            None => None,
        }
    }

    /// The lane of the frog, 1 to 5.
    #[inline]
    pub const fn lane(self) -> usize {
        self.0.get() as usize >> 4
    }

    /// How far it moves.
    #[inline]
    pub const fn steps(self) -> u8 {
        self.0.get() & 0xF
    }
}

/// What a seat can do: move two frogs, move one, or pass.
///
/// ```
/// use rainette_games::pool_party::{Action, Hop};
/// let hops = [Hop::new(2, 1).unwrap(), Hop::new(1, 4).unwrap()];
/// assert_eq!(Action::two(hops[0], hops[1]).unwrap().to_string(), "1+4 2+1");
/// assert_eq!(Action::one(hops[0]).to_string(), "2+1");
/// assert!(Action::two(hops[0], hops[0]).is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Action([Option<Hop>; 2]);

impl Action {
    /// The frogs stay where they are.
    pub const PASS: Self = Self([None, None]);

    /// One frog moves by both dice, by their sum or their difference.
    pub const fn one(hop: Hop) -> Self {
        Self([Some(hop), None])
    }

    /// Two frogs of different lanes move by one die each. The order in which they are named does not matter.
    pub const fn two(one: Hop, other: Hop) -> Option<Self> {
        if one.lane() == other.lane() || one.steps() > 6 || other.steps() > 6 {
            None
        } else if one.lane() < other.lane() {
            Some(Self([Some(one), Some(other)]))
        } else {
            Some(Self([Some(other), Some(one)]))
        }
    }

    /// The frogs that move, lanes ascending: two, one or none.
    #[inline]
    pub const fn hops(self) -> [Option<Hop>; 2] {
        self.0
    }
}
