//! The board: positions named by their distance to the pond, and where they lie.

use rainette_core::Name;

/// A place on a frog's way, named by its distance to the pond: the root is 27, the pond 0.
///
/// Positions 7 to 2 are the safe sector, of which each colour has one of its own; all others are shared.
///
/// ```
/// use rainette_games::abagio::Position;
/// let eight: Position = "8".parse()?;
/// assert_eq!(eight, Position::EIGHT);
/// assert_eq!(Position::ROOT.to_string(), "root");
/// # Ok::<_, rainette_core::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Position(u8);

impl Position {
    /// Where finished frogs are.
    pub const POND: Self = Self(0);
    /// The diamond before the pond, shared by both colours.
    pub const ONE: Self = Self(1);
    /// The diamond at the beginning of the inner path, shared by both colours.
    pub const EIGHT: Self = Self(8);
    /// Where six frogs of each colour start, and where hit frogs return to.
    pub const ROOT: Self = Self(27);

    /// The position at this distance to the pond, 0 to 27.
    pub const fn new(distance: u8) -> Option<Self> {
        if distance <= Self::ROOT.0 { Some(Self(distance)) } else { None }
    }

    /// The distance to the pond.
    pub const fn distance(self) -> u8 {
        self.0
    }

    /// Where a frog comes to by this number: the pond if the number is larger than needed.
    #[must_use]
    pub const fn ahead(self, by: u8) -> Self {
        Self(self.0.saturating_sub(by))
    }

    /// Is it on the outer path, positions 26 to 9?
    pub const fn is_outer(self) -> bool {
        OUTER >> self.0 & 1 == 1
    }

    /// Is it in a safe sector, positions 7 to 2?
    pub const fn is_safe(self) -> bool {
        SAFE >> self.0 & 1 == 1
    }

    /// Is it Eight or One?
    pub const fn is_diamond(self) -> bool {
        matches!(self, Self::EIGHT | Self::ONE)
    }

    /// Has a frog here still to reach the inner path?
    pub const fn is_far(self) -> bool {
        self.0 > Self::EIGHT.0
    }

    /// The name of the position as a spot.
    pub fn spot(self) -> Name {
        Name::of(self)
    }

    /// The position as a set of its own.
    pub(super) const fn bit(self) -> u32 {
        1 << self.0
    }
}

/// Sets of positions have the bit of each position's distance.
pub(super) const OUTER: u32 = span(9, 26);
const SAFE: u32 = span(2, 7);

const fn span(least: u32, most: u32) -> u32 {
    (1 << (most + 1)) - (1 << least)
}

/// The positions of a set, the nearest to the pond first.
pub(super) fn positions(mut set: u32) -> impl Iterator<Item = Position> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| Position(set.trailing_zeros() as u8));
        set &= set.wrapping_sub(1);
        next
    })
}

/// How many stacks there are room for: one per distance, and purple's safe sector behind them.
pub(super) const SPACES: usize = 34;

/// Where the stack of a position is kept, as this seat's frogs meet it.
#[inline]
pub(super) const fn space(seat: usize, position: Position) -> usize {
    let own = if position.is_safe() { 26 * seat } else { 0 };
    position.0 as usize + own
}

/// How many frogs of each colour there are.
pub(super) const FROGS: u8 = 12;
/// How many of them start on the root.
pub(super) const ON_ROOT: u8 = 6;

/// The corners that hold a mixed stack of four at the start, and whether its lowest frog is the starter's. Colours
/// alternate.
pub(super) const CORNERS: [(Position, bool); 3] =
    [(Position(22), true), (Position(17), false), (Position(12), true)];

/// The cells of the outer path, column and row counted from 1 at the bottom left, from 26 on.
pub const OUTER_CELLS: [(usize, usize); 18] = [
    (1, 2),
    (1, 3),
    (1, 4),
    (1, 5),
    (1, 6),
    (2, 6),
    (3, 6),
    (4, 6),
    (5, 6),
    (6, 6),
    (6, 5),
    (6, 4),
    (6, 3),
    (6, 2),
    (6, 1),
    (5, 1),
    (4, 1),
    (3, 1),
];

/// The cells of red's and of purple's safe sector, from 7 on.
pub const SAFE_CELLS: [[(usize, usize); 6]; 2] =
    [[(3, 2), (2, 2), (2, 3), (2, 4), (2, 5), (3, 5)], [(4, 2), (5, 2), (5, 3), (5, 4), (5, 5), (4, 5)]];
