//! A stack of frogs, and what happens to a frog that lands on it.

use rainette_core::Seat;

use super::board::Position;

/// A stack of at most five frogs.
///
/// It fits a byte: below a leading 1 one bit per frog, the index of its seat, the top frog lowest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stack(u8);

/// What the landing test says, the chief frog aside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Landing {
    /// The space is empty, or an own frog is on top.
    Free,
    /// A single frog of the opponent is on top: it is sent back to its root.
    Hit,
    /// A pair of the opponent is on top: it is covered.
    Cap,
    /// The stack is at its limit.
    Full,
    /// Three or more of the opponent's frogs are on top.
    Heap,
}

impl Landing {
    /// May a frog land?
    pub const fn is_allowed(self) -> bool {
        matches!(self, Self::Free | Self::Hit | Self::Cap)
    }
}

impl Stack {
    /// The stack of a space without a frog.
    pub const EMPTY: Self = Self(1);
    /// No stack anywhere is higher.
    pub const LIMIT: u8 = 5;
    /// The highest stack on Eight and One.
    pub const DIAMOND_LIMIT: u8 = 2;
    /// So many frogs of a colour on top are a heap.
    const HEAP: u8 = 3;

    /// How many frogs it holds.
    pub const fn height(self) -> u8 {
        self.0.ilog2() as u8
    }

    /// Is there no frog?
    pub const fn is_empty(self) -> bool {
        self.0 == Self::EMPTY.0
    }

    /// Whose frog is on top.
    pub const fn top(self) -> Option<Seat> {
        if self.is_empty() { None } else { Some(Seat::new((self.0 & 1) as usize)) }
    }

    /// Whose frogs they are, from bottom to top.
    pub fn frogs(self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..self.height()).rev().map(move |above| Seat::new((self.0 >> above & 1) as usize))
    }

    /// How many frogs of the colour on top there are in a row.
    pub const fn run(self) -> u8 {
        let same = if self.0 & 1 == 1 { self.0.trailing_ones() } else { self.0.trailing_zeros() } as u8;
        // The leading 1 must not count as a frog of seat 1.
        if same < self.height() { same } else { self.height() }
    }

    /// How many frogs of the colour on top there are in a row, if the other colour cannot land on them.
    pub const fn heap(self) -> Option<u8> {
        if self.run() >= Self::HEAP { Some(self.run()) } else { None }
    }

    /// Is it as high as a stack may be on this space?
    pub const fn is_full(self, position: Position) -> bool {
        self.height() >= if position.is_diamond() { Self::DIAMOND_LIMIT } else { Self::LIMIT }
    }

    /// A number below 64 that tells stacks apart: below a leading 1 one bit per frog, the index of its seat, the top
    /// frog lowest. For tables by stack.
    #[inline]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// With one more frog on top.
    #[must_use]
    #[inline]
    pub(super) const fn with(self, seat: usize) -> Self {
        Self(self.0 << 1 | seat as u8)
    }

    /// Without the frog on top.
    #[must_use]
    #[inline]
    pub(super) const fn without_top(self) -> Self {
        Self(self.0 >> 1)
    }

    /// Is a frog of this seat on top?
    #[inline]
    pub(super) const fn is_topped_by(self, seat: usize) -> bool {
        !self.is_empty() && (self.0 & 1) as usize == seat
    }

    /// What the landing test says to a frog of this seat.
    #[inline]
    pub(super) const fn landing(self, seat: usize, position: Position) -> Landing {
        LANDINGS[position.is_diamond() as usize][seat][self.0 as usize]
    }

    /// The landing test in the order of the rules; the chief frog was asked before.
    const fn test(self, seat: usize, limit: u8) -> Landing {
        if self.height() >= limit {
            Landing::Full
        } else if self.is_empty() || self.is_topped_by(seat) {
            Landing::Free
        } else {
            match self.run() {
                1 => Landing::Hit,
                2 => Landing::Cap,
                _ => Landing::Heap,
            }
        }
    }
}

/// Every byte that is a stack is below this.
const STACKS: usize = 1 << (Stack::LIMIT + 1);

/// The landing test as a table: on a diamond or not, for each seat, for each stack.
static LANDINGS: [[[Landing; STACKS]; 2]; 2] = [landings(Stack::LIMIT), landings(Stack::DIAMOND_LIMIT)];

const fn landings(limit: u8) -> [[Landing; STACKS]; 2] {
    let mut table = [[Landing::Full; STACKS]; 2];
    let mut stack = 1;
    while stack < STACKS {
        table[0][stack] = Stack(stack as u8).test(0, limit);
        table[1][stack] = Stack(stack as u8).test(1, limit);
        stack += 1;
    }
    table
}
