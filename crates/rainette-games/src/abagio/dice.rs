//! The dice that are still to be used.

use arrayvec::ArrayVec;

/// The dice that are still to be used: two different ones, or one number several times.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dice {
    /// The largest number, or 0 if none is left.
    pub(super) larger: u8,
    /// How often it may be used.
    pub(super) times: u8,
    /// The other number, or 0 if there is none.
    pub(super) smaller: u8,
}

impl Dice {
    /// No die is left.
    pub const NONE: Self = Self { larger: 0, times: 0, smaller: 0 };

    /// Two dice, the larger first. A double gives four leaps instead of two.
    pub(super) fn rolled([larger, smaller]: [u8; 2]) -> Self {
        if larger == smaller {
            Self { larger, times: 4, smaller: 0 }
        } else {
            Self { larger, times: 1, smaller }
        }
    }

    /// Without a die that was used.
    #[must_use]
    pub(super) fn without(self, die: u8) -> Self {
        if die == self.smaller {
            Self { smaller: 0, ..self }
        } else if self.times > 1 {
            Self { times: self.times - 1, ..self }
        } else if self.smaller > 0 {
            Self { larger: self.smaller, times: 1, smaller: 0 }
        } else {
            Self::NONE
        }
    }

    /// Is no die left?
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// The numbers left, each as often as it may be used, the larger first.
    pub fn numbers(self) -> ArrayVec<u8, 4> {
        let smaller = Some(self.smaller).filter(|&smaller| smaller > 0);
        std::iter::repeat_n(self.larger, self.times.into()).chain(smaller).collect()
    }
}
