//! What the evaluation sees of a position: the table before a roll, as the seat about to roll sees it.

use rainette_core::Seat;
use rainette_games::abagio::{Abagio, Position};

/// Shared spaces: the outer path from 9 to 26, then Eight and One.
pub(crate) const SHARED: usize = 20;
/// How many of them are on the outer path.
pub(crate) const OUTER: usize = 18;
/// Eight's place among the shared spaces.
pub(crate) const EIGHT: usize = 18;
/// One's place among the shared spaces.
pub(crate) const ONE: usize = 19;
/// Stacks have codes below this.
pub(crate) const CODES: usize = 64;
/// The code of no frog.
pub(crate) const EMPTY: u8 = 1;

/// The frogs, seen by the seat about to roll: index 0 is that seat, index 1 the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sight {
    /// The stacks on shared spaces: below a leading 1 one bit per frog, 0 for the roller's, the top frog lowest.
    pub(crate) shared: [u8; SHARED],
    /// How many frogs stand in each safe sector, from 2 to 7.
    pub(crate) safe: [[u8; 6]; 2],
    /// How many are on the root.
    pub(crate) root: [u8; 2],
    /// How many are in the pond.
    pub(crate) pond: [u8; 2],
}

/// The same stack with the colours changed.
const CHANGED: [u8; CODES] = changed();

const fn changed() -> [u8; CODES] {
    let mut codes = [0; CODES];
    let mut code = 1_usize;
    while code < CODES {
        codes[code] = (code ^ ((1 << code.ilog2()) - 1)) as u8;
        code += 1;
    }
    codes
}

impl Sight {
    /// The position as `roller` sees it: its own side first.
    #[inline]
    pub(crate) fn of(position: &Abagio, roller: Seat) -> Self {
        let other = roller.next(2);
        let is_changed = roller.index() == 1;
        let code = |at: Position| {
            let code = position.stack(roller, at).code();
            if is_changed { CHANGED[usize::from(code)] } else { code }
        };
        let mut shared = [EMPTY; SHARED];
        for (place, stack) in shared.iter_mut().enumerate() {
            *stack = code(shared_position(place));
        }
        let safe = [roller, other].map(|seat| {
            let mut safe = [0; 6];
            for (count, distance) in safe.iter_mut().zip(2..) {
                *count = position.stack(seat, at(distance)).height();
            }
            safe
        });
        Self {
            shared,
            safe,
            root: [position.on_root(roller), position.on_root(other)],
            pond: [position.in_pond(roller), position.in_pond(other)],
        }
    }

    /// Has a seat all its frogs on the inner path or in the pond?
    #[inline]
    pub(crate) fn is_home(&self, side: usize) -> bool {
        let safe: u8 = self.safe[side].iter().sum();
        let diamonds = count(self.shared[EIGHT], side) + count(self.shared[ONE], side);
        self.pond[side] + safe + diamonds == 12
    }

    /// The sum of the distances of a seat's frogs to the pond.
    pub(crate) fn pips(&self, side: usize) -> u16 {
        let on_shared = (0..SHARED).map(|place| {
            u16::from(count(self.shared[place], side)) * u16::from(shared_position(place).distance())
        });
        let in_safe =
            self.safe[side].iter().zip(2_u16..).map(|(&frogs, distance)| u16::from(frogs) * distance);
        on_shared.sum::<u16>() + in_safe.sum::<u16>() + 27 * u16::from(self.root[side])
    }
}

/// How many frogs of a side are in a stack.
#[inline]
pub(crate) const fn count(code: u8, side: usize) -> u8 {
    let height = code.ilog2() as u8;
    let others = code.count_ones() as u8 - 1;
    if side == 1 { others } else { height - others }
}

/// The position of a shared space.
#[inline]
pub(crate) const fn shared_position(place: usize) -> Position {
    match place {
        EIGHT => Position::EIGHT,
        ONE => Position::ONE,
        outer => at(outer as u8 + 9),
    }
}

#[inline]
pub(crate) const fn at(distance: u8) -> Position {
    Position::new(distance).expect("a distance on the board")
}
