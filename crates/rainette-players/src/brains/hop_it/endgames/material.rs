//! What is on the pond: how many frogs and tadpoles each side has.

use std::fmt;
use std::str::FromStr;

use rainette_games::hop_it::Cells;

use super::index::Index;

/// Tables are for so many pieces at least, both sides counted: with one piece a side has lost.
pub(crate) const FEWEST_PIECES: u8 = 4;
/// And at most. More would take days to make.
pub(crate) const MOST_PIECES: u8 = 6;

/// A side has at most so many frogs and at most so many tadpoles, if the other has two pieces.
const MOST_OF_A_SIDE: u8 = MOST_PIECES - 2;

/// What one side has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Side {
    pub(super) frogs: u8,
    pub(super) tadpoles: u8,
}

impl Side {
    fn of(pieces: Cells, frogs: Cells) -> Self {
        let frogs = (pieces & frogs).count_ones() as u8;
        Self { frogs, tadpoles: pieces.count_ones() as u8 - frogs }
    }

    pub(super) fn pieces(self) -> u8 {
        self.frogs + self.tadpoles
    }

    /// Every side with so many pieces, that with the most frogs first.
    fn all(pieces: u8) -> impl Iterator<Item = Self> {
        (0..=pieces).map(move |tadpoles| Self { frogs: pieces - tadpoles, tadpoles })
    }

    /// The side with more pieces is named first, then the one with more frogs.
    fn rank(self) -> (u8, u8) {
        (self.pieces(), self.frogs)
    }
}

/// What the side to move and the other side have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Material {
    pub(super) own: Side,
    pub(super) other: Side,
}

impl Material {
    /// So many different ones there are at most: [`Material::number`] is below.
    pub(super) const COUNT: usize = (MOST_OF_A_SIDE as usize + 1).pow(4);

    /// What stands on the pond, if tables can be for it.
    #[inline]
    pub(super) fn of(own: Cells, other: Cells, frogs: Cells) -> Option<Self> {
        let [own, other] = [own, other].map(|pieces| Side::of(pieces, frogs));
        let fits = own.pieces() >= 2 && other.pieces() >= 2 && own.pieces() + other.pieces() <= MOST_PIECES;
        fits.then_some(Self { own, other })
    }

    #[inline]
    pub(super) fn number(self) -> usize {
        [self.own.frogs, self.own.tadpoles, self.other.frogs, self.other.tadpoles]
            .iter()
            .fold(0, |number, &count| number * (usize::from(MOST_OF_A_SIDE) + 1) + usize::from(count))
    }

    /// The same with the other side to move.
    pub(super) fn turned(self) -> Self {
        Self { own: self.other, other: self.own }
    }
}

/// What both sides have, whoever is to move: quiet turns lead from one position of a class to another. Its name is that
/// of both sides, as in `fft-ft`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Class {
    first: Side,
    second: Side,
}

impl Class {
    /// The material with each side to move, once only if both have the same.
    pub(super) fn materials(self) -> impl Iterator<Item = Material> + Clone {
        let material = Material { own: self.first, other: self.second };
        let turned = (self.first != self.second).then(|| material.turned());
        [Some(material), turned].into_iter().flatten()
    }

    /// Every class with up to so many pieces. A piece removed, or a tadpole that grows up, leads to a class that comes
    /// earlier.
    pub(crate) fn all(pieces: u8) -> Vec<Self> {
        let mut classes = Vec::new();
        for (first, second) in (2..pieces).flat_map(|first| (2..=first).map(move |second| (first, second))) {
            for first in Side::all(first) {
                let seconds = Side::all(second).filter(|second| first.rank() >= second.rank());
                classes.extend(seconds.map(|second| Self { first, second }));
            }
        }
        classes.retain(|class| class.pieces() <= pieces);
        classes.sort_by_key(|class| class.order());
        classes
    }

    /// May a turn of the later class lead to this one?
    pub(super) fn comes_before(self, later: Self) -> bool {
        self.order() < later.order()
    }

    fn order(self) -> (u8, u8) {
        (self.pieces(), self.first.tadpoles + self.second.tadpoles)
    }

    /// How many entries its tables have.
    pub(crate) fn entries(self) -> usize {
        self.materials().map(|material| Index::new(material).len()).sum()
    }

    pub(super) fn pieces(self) -> u8 {
        self.first.pieces() + self.second.pieces()
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&"f".repeat(self.frogs.into()))?;
        f.write_str(&"t".repeat(self.tadpoles.into()))
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.second)
    }
}

impl FromStr for Class {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::all(MOST_PIECES).into_iter().find(|class| class.to_string() == text).ok_or(())
    }
}
