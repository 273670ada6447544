//! The pond: 39 hexagons in seven rows of alternately six and five.
//!
//! A cell is a bit. Each pair of rows takes 13 bits, two of them ghosts that belong to no cell, so that one shift
//! leads from every cell to its neighbour in a direction, or off the pond:
//!
//! ```text
//! row 3        13 14 15 16 17 18 (19)
//! row 2     (6) 7  8  9 10 11 (12)
//! row 1         0  1  2  3  4  5  (6)
//! ```

use rainette_core::{Name, Seat};

/// A set of cells: a bit for each.
pub type Cells = u64;

/// A cell of the pond.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Cell(u8);

/// The steps from a cell to its six neighbours.
pub const DIRECTIONS: [i32; 6] = [1, 7, 6, -1, -7, -6];

/// Every cell of the pond.
pub const POND: Cells = {
    let mut pond = 0;
    let mut row = 0;
    while row < 7 {
        pond |= if row % 2 == 0 { 0b11_1111 } else { 0b1_1111 } << row_start(row);
        row += 1;
    }
    pond
};

/// The ends of the long rows.
pub const LILIES: Cells = {
    let ends = 0b10_0001;
    ends << row_start(0) | ends << row_start(2) | ends << row_start(4) | ends << row_start(6)
};

/// Every cell that is no lily pad.
pub const WATER: Cells = POND & !LILIES;

const fn row_start(row: u8) -> u8 {
    row / 2 * 13 + row % 2 * 7
}

/// The inner four cells of a seat's back row.
pub(super) fn back(seat: Seat) -> Cells {
    0b1_1110 << row_start(if seat.index() == 0 { 0 } else { 6 })
}

/// The five cells of a seat's front row.
pub(super) fn front(seat: Seat) -> Cells {
    0b1_1111 << row_start(if seat.index() == 0 { 1 } else { 5 })
}

impl Cell {
    /// The cell of this file (`a` is 0) and row (the first is 0), if there is one.
    pub fn at(file: u8, row: u8) -> Option<Self> {
        let fits = row < 7 && file <= 10 && file % 2 == row % 2;
        fits.then(|| Self(row_start(row) + file / 2))
    }

    /// The file, counted from 0 for `a`.
    pub fn file(self) -> u8 {
        let rest = self.0 % 13;
        if rest < 7 { rest * 2 } else { (rest - 7) * 2 + 1 }
    }

    /// The row, counted from 0 on white's side.
    pub fn row(self) -> u8 {
        self.0 / 13 * 2 + u8::from(self.0 % 13 >= 7)
    }

    /// Every cell, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        each(POND)
    }

    /// Is the cell a lily pad?
    pub fn is_lily(self) -> bool {
        self.is_in(LILIES)
    }

    /// The name of the cell as a spot.
    pub fn spot(self) -> Name {
        Name::of(self)
    }

    /// The cell as a set of one.
    pub const fn bit(self) -> Cells {
        1 << self.0
    }

    pub(super) const fn is_in(self, cells: Cells) -> bool {
        cells >> self.0 & 1 == 1
    }

    /// The cell a number of shifts away. It must be one.
    #[must_use]
    pub const fn shifted(self, by: i32) -> Self {
        Self((self.0 as i32 + by) as u8)
    }

    /// The cell halfway to a cell two steps away in a straight line.
    pub(super) const fn halfway(self, to: Self) -> Self {
        Self(u8::midpoint(self.0, to.0))
    }

    /// Is the other cell a neighbour?
    pub(super) fn touches(self, other: Self) -> bool {
        DIRECTIONS.iter().any(|&direction| shift(self.bit(), direction) & POND == other.bit())
    }

    /// Is the other cell two steps away in a straight line?
    pub(super) fn is_one_hop_from(self, other: Self) -> bool {
        DIRECTIONS.iter().any(|&direction| {
            let over = shift(self.bit(), direction) & POND;
            shift(over, direction) & POND == other.bit()
        })
    }
}

/// Cells moved one step in a direction; what leaves the pond may lie on ghosts.
#[inline]
pub const fn shift(cells: Cells, direction: i32) -> Cells {
    if direction > 0 { cells << direction } else { cells >> -direction }
}

/// The cells of a set, row by row.
#[inline]
pub fn each(mut cells: Cells) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let next = (cells != 0).then(|| Cell(cells.trailing_zeros() as u8));
        cells &= cells.wrapping_sub(1);
        next
    })
}
