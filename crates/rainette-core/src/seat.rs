//! Seats at the table, sets of them, and who looks on.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A place at the table, counted from 0 in turn order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Seat(u8);

impl Seat {
    /// No game seats more than this.
    pub const MAX: usize = 6;

    /// The seat with this index.
    pub const fn new(index: usize) -> Self {
        Self(index as u8)
    }

    /// The seat's index, counted from 0 and below [`MAX`](Self::MAX).
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat whose turn follows, with `seats` at the table.
    #[must_use]
    pub const fn next(self, seats: usize) -> Self {
        let next = self.0 + 1;
        if next as usize >= seats { Self(0) } else { Self(next) }
    }

    /// The seats 0 up to `seats`.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..seats).map(Self::new)
    }

    /// The seats after this one in turn order, this one left out.
    pub fn others(self, seats: usize) -> impl Iterator<Item = Self> {
        (1..seats).map(move |step| Self::new((self.index() + step) % seats))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of seats.
///
/// ```
/// use rainette_core::{Seat, SeatSet};
/// let set: SeatSet = [Seat::new(2), Seat::new(0)].into_iter().collect();
/// assert!(set.contains(Seat::new(2)) && !set.contains(Seat::new(1)));
/// assert_eq!(set.iter().map(Seat::index).collect::<Vec<_>>(), [0, 2]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The set without a seat.
    pub const EMPTY: Self = Self(0);

    /// The set of this seat alone.
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Puts a seat into the set.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Is the seat in the set?
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Is there no seat in the set?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats the set holds.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The seats in the set, ascending.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(Seat::MAX).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

/// Who looks at the table: a seat, or a spectator, who sees at most what every seat may see.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Observer {
    /// A seat, which knows its own secrets.
    Seat(Seat),
    /// An onlooker, who knows nobody's.
    Spectator,
}

impl Observer {
    /// Every observer of a table with `seats` seats: each seat, then the spectator.
    pub fn all(seats: usize) -> impl Iterator<Item = Self> {
        Seat::all(seats).map(Self::Seat).chain([Self::Spectator])
    }

    /// Is this the seat itself?
    pub fn is(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }
}

impl fmt::Display for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(seat) => write!(f, "seat {seat}"),
            Self::Spectator => f.write_str("spectator"),
        }
    }
}
