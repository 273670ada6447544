//! Lilies, and what a bouquet of them is worth.

use serde::{Deserialize, Serialize};

use super::view::Bunch;

/// A lily, known by its colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Lily {
    /// `W`, one of five.
    #[serde(rename = "W")]
    White,
    /// `Y`, one of five.
    #[serde(rename = "Y")]
    Yellow,
    /// `P`, one of five.
    #[serde(rename = "P")]
    Pink,
    /// `K`, the only one.
    #[serde(rename = "K")]
    Black,
    /// `B`, the only one.
    #[serde(rename = "B")]
    Blue,
}

/// The lilies of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bouquet([u8; 5]);

impl Lily {
    /// Every colour, in the order of boards, bouquets and encodings.
    pub const ALL: [Self; 5] = [Self::White, Self::Yellow, Self::Pink, Self::Black, Self::Blue];

    /// The colour's place in [`ALL`](Self::ALL).
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The colour's letter in the notation.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Yellow => 'Y',
            Self::Pink => 'P',
            Self::Black => 'K',
            Self::Blue => 'B',
        }
    }

    /// The colour of this letter, if there is one.
    pub fn of(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|lily| lily.letter() == letter)
    }
}

/// A set of colours: a bit for each, by its [`index`](Lily::index).
pub(super) type Colours = u8;

impl Bouquet {
    /// So many lilies of one colour.
    pub fn of(lily: Lily, count: u8) -> Self {
        let mut counts = [0; 5];
        counts[lily.index()] = count;
        Self(counts)
    }

    /// How many lilies of this colour it holds.
    pub fn count(&self, lily: Lily) -> u8 {
        self.0[lily.index()]
    }

    /// The lilies, colour by colour.
    pub fn lilies(&self) -> impl Iterator<Item = Lily> {
        Lily::ALL.into_iter().flat_map(|lily| std::iter::repeat_n(lily, self.count(lily).into()))
    }

    /// What the lilies of one colour are worth: of white, yellow and pink ones the first 1, the second 2, and so on,
    /// the blue one 4, and the black one takes 2 away.
    pub fn points(&self, lily: Lily) -> i32 {
        let count = i32::from(self.count(lily));
        match lily {
            Lily::White | Lily::Yellow | Lily::Pink => count * (count + 1) / 2,
            Lily::Black => -2 * count,
            Lily::Blue => 4 * count,
        }
    }

    /// The lilies of each colour that is in it, and what they are worth.
    pub fn bunches(&self) -> impl Iterator<Item = Bunch> {
        let bunch = |lily| Bunch { lily, count: self.count(lily), points: self.points(lily) };
        Lily::ALL.into_iter().map(bunch).filter(|bunch| bunch.count > 0)
    }

    /// What the whole bouquet is worth.
    pub fn score(&self) -> i32 {
        Lily::ALL.iter().map(|&lily| self.points(lily)).sum()
    }

    #[inline]
    pub(super) fn add(&mut self, lily: Lily) {
        self.0[lily.index()] += 1;
    }

    #[inline]
    pub(super) fn remove(&mut self, lily: Lily) {
        self.0[lily.index()] -= 1;
    }

    /// The colours in it.
    #[inline]
    pub(super) fn colours(self) -> Colours {
        let bits = self.0.iter().enumerate().map(|(colour, &count)| Colours::from(count > 0) << colour);
        bits.fold(0, |colours, bit| colours | bit)
    }
}

/// The colours of a set.
#[inline]
pub(super) fn each_colour(mut colours: Colours) -> impl Iterator<Item = Lily> {
    std::iter::from_fn(move || {
        let next = (colours != 0).then(|| Lily::ALL[colours.trailing_zeros() as usize]);
        colours &= colours.wrapping_sub(1);
        next
    })
}
