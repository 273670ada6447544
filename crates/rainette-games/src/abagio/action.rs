//! What a seat can do, and what can happen by chance.

use super::board::Position;

/// What a seat can do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Action {
    /// A frog leaps by one die.
    Leap(Leap),
    /// The chief frog is placed or left aside.
    Chief(Chief),
}

/// The leap of a frog by one die.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Leap {
    from: Position,
    die: u8,
}

impl Leap {
    /// The leap of a frog from this position by a die of 1 to 6. No frog leaps from the pond.
    pub const fn new(from: Position, die: u8) -> Option<Self> {
        if from.distance() == 0 || die < 1 || die > 6 { None } else { Some(Self { from, die }) }
    }

    /// Where the frog stands.
    pub const fn from(self) -> Position {
        self.from
    }

    /// Where it lands: the pond if the die shows more than it needs.
    pub const fn to(self) -> Position {
        self.from.ahead(self.die)
    }

    /// The number it uses.
    pub const fn die(self) -> u8 {
        self.die
    }

    /// Does the frog enter the pond with a larger number than it needs?
    pub const fn is_larger_than_needed(self) -> bool {
        self.die > self.from.distance()
    }

    /// A leap that the rules found.
    #[inline]
    pub(super) const fn found(from: Position, die: u8) -> Self {
        Self { from, die }
    }
}

/// Where the chief frog stands: on the outer path or aside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Chief(Position);

impl Chief {
    /// Beside the board, where it hinders no seat.
    pub const ASIDE: Self = Self(Position::POND);

    /// On a space of the outer path; it stands nowhere else.
    pub const fn on(position: Position) -> Option<Self> {
        if position.is_outer() { Some(Self(position)) } else { None }
    }

    /// The space it stands on, if it is not aside.
    pub fn space(self) -> Option<Position> {
        Some(self.0).filter(|position| position.is_outer())
    }

    /// Everywhere but the space it stands on, as a set.
    #[inline]
    pub(super) const fn elsewhere(self) -> u32 {
        !self.0.bit()
    }

    /// A place that the rules found.
    #[inline]
    pub(super) const fn found(position: Position) -> Self {
        Self(position)
    }
}

/// What can happen by chance: two dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chance {
    kind: Kind,
    dice: [u8; 2],
}

/// What the dice are rolled for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Each seat rolls one, for the right to begin.
    Start,
    /// One seat rolls both, for its leaps.
    Roll,
}

impl Chance {
    /// Seat 0 and seat 1 roll one die each, for the right to begin.
    pub fn start(dice: [u8; 2]) -> Option<Self> {
        are_dice(dice).then_some(Self { kind: Kind::Start, dice })
    }

    /// A seat rolls both dice, in whichever order.
    pub fn roll([one, other]: [u8; 2]) -> Option<Self> {
        let dice = [one.max(other), one.min(other)];
        are_dice(dice).then_some(Self { kind: Kind::Roll, dice })
    }

    /// What the dice are rolled for.
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// Seat 0's die and seat 1's, or the larger and the smaller.
    pub const fn dice(self) -> [u8; 2] {
        self.dice
    }
}

fn are_dice(dice: [u8; 2]) -> bool {
    dice.iter().all(|die| (1..=6).contains(die))
}
