//! The course: 46 pads from Start to Arrival, with three forks, and what is painted on the pads.
//!
//! A pad is a bit, the one of its number. Arrival is bit 47, which nobody ever occupies.

use rainette_core::{Name, Seat};

use super::bouquet::Lily;

/// Pads as bits; Arrival may be among them.
pub(super) type Pads = u64;

/// A pad of the course, 1 to 46.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Pad(u8);

/// What acts, or what the set-up puts on a pad.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symbol {
    /// Nothing is painted on the pad.
    Plain,
    /// One of the twelve pads of the white, yellow and pink lilies.
    Lily,
    /// The pad of the black lily.
    BlackLily,
    /// The owner of the frog exchanges a lily.
    Trickster,
    /// The frog moves on at once.
    Spring,
    /// The owner of the frog drops a lily.
    Butterfly,
}

/// Where a frog stands before its move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Stand {
    /// With the frogs of this seat that have not started.
    Start(Seat),
    /// On this pad, alone: no two frogs share one.
    Pad(Pad),
}

/// Where a frog's move ends: a pad or Arrival.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Landing(u8);

/// Start has no bit among the pads, but comes before the first of them.
pub(super) const START: usize = 0;
/// The number of the last pad.
pub(super) const LAST: usize = 46;
/// The bit of Arrival.
pub(super) const ARRIVAL: usize = 47;

struct Fork {
    at: usize,
    /// The first pad of either arm; the first arm ends before the second begins.
    arms: [usize; 2],
    /// Where the arms meet; the second arm ends before.
    join: usize,
}

const FORKS: [Fork; 3] = [
    Fork { at: 6, arms: [7, 10], join: 14 },
    Fork { at: 19, arms: [20, 24], join: 28 },
    Fork { at: 33, arms: [34, 37], join: 41 },
];

/// The pads on which a white, yellow or pink lily lies at first.
pub(super) const LILY_PADS: [Pad; 12] = pads([3, 5, 8, 10, 13, 17, 20, 25, 30, 37, 39, 42]);
/// The pad on which the black lily lies at first.
pub(super) const BLACK_LILY_PAD: Pad = Pad(44);
const TRICKSTER_PADS: [Pad; 4] = pads([15, 26, 33, 41]);
const SPRING_PADS: [Pad; 4] = pads([6, 18, 31, 43]);
const BUTTERFLY_PADS: [Pad; 4] = pads([9, 22, 35, 45]);

/// The pads with a trickster frog.
pub(super) const TRICKSTERS: Pads = set(&TRICKSTER_PADS);
/// The pads with a spring.
pub(super) const SPRINGS: Pads = set(&SPRING_PADS);
/// The pads with a butterfly.
pub(super) const BUTTERFLIES: Pads = set(&BUTTERFLY_PADS);

/// The routes from Start and from each pad to Arrival, without the place they come from, the one by first arms first.
/// If there are fewer than eight, this one stands again.
pub(super) const ROUTES: [[Pads; 8]; LAST + 1] = routes();

/// The next fork from Start and from each pad, a fork itself included; 255 if there is none. Up to the fork all
/// routes are one.
pub(super) const NEXT_FORK: [u8; LAST + 1] = next_fork();

/// For each butterfly the pads behind it, from the nearest on; of two equally near the lower number comes first.
const BEHIND: [[u8; LAST]; 4] = behind();

const fn pads<const N: usize>(numbers: [u8; N]) -> [Pad; N] {
    let mut pads = [Pad(0); N];
    let mut i = 0;
    while i < N {
        pads[i] = Pad(numbers[i]);
        i += 1;
    }
    pads
}

const fn set(pads: &[Pad]) -> Pads {
    let mut set = 0;
    let mut i = 0;
    while i < pads.len() {
        set |= pads[i].bit();
        i += 1;
    }
    set
}

/// The pads from one up to another, this one left out.
const fn range(from: usize, to: usize) -> Pads {
    (1 << to) - (1 << from)
}

/// All pads but the arms not taken: bit `n` of the choice takes the second arm of fork `n`.
const fn whole_route(choice: usize) -> Pads {
    let mut route = range(1, ARRIVAL + 1);
    let mut n = 0;
    while n < FORKS.len() {
        let Fork { arms: [first, second], join, .. } = FORKS[n];
        route &= if choice >> n & 1 == 0 { !range(second, join) } else { !range(first, second) };
        n += 1;
    }
    route
}

const fn routes() -> [[Pads; 8]; LAST + 1] {
    let mut routes = [[0; 8]; LAST + 1];
    let mut from = START;
    while from <= LAST {
        let mut count = 0;
        let mut choice = 0;
        while choice < 8 {
            let whole = whole_route(choice);
            let ahead = whole & !range(0, from + 1);
            let mut is_new = from == START || whole >> from & 1 == 1;
            let mut i = 0;
            while i < count {
                is_new &= routes[from][i] != ahead;
                i += 1;
            }
            if is_new {
                routes[from][count] = ahead;
                count += 1;
            }
            choice += 1;
        }
        while count < 8 {
            routes[from][count] = routes[from][0];
            count += 1;
        }
        from += 1;
    }
    routes
}

const fn next_fork() -> [u8; LAST + 1] {
    let mut next = [u8::MAX; LAST + 1];
    let mut n = FORKS.len();
    while n > 0 {
        n -= 1;
        let mut from = START;
        while from <= FORKS[n].at {
            next[from] = FORKS[n].at as u8;
            from += 1;
        }
    }
    next
}

/// Does an arrow lead from one pad to another?
const fn has_arrow(from: usize, to: usize) -> bool {
    let mut n = 0;
    while n < FORKS.len() {
        let Fork { at, arms: [first, second], join } = FORKS[n];
        if from == at {
            return to == first || to == second;
        }
        if from + 1 == second {
            return to == join;
        }
        n += 1;
    }
    to == from + 1
}

const fn behind() -> [[u8; LAST]; 4] {
    let mut behind = [[0; LAST]; 4];
    let mut i = 0;
    while i < 4 {
        let mut count = 0;
        let mut level = BUTTERFLY_PADS[i].bit();
        let mut seen = level;
        while level != 0 {
            let mut before = 0;
            let mut to = 1;
            while to <= LAST {
                let mut from = 1;
                while level >> to & 1 == 1 && from < to {
                    if has_arrow(from, to) {
                        before |= 1 << from;
                    }
                    from += 1;
                }
                to += 1;
            }
            level = before & !seen;
            seen |= level;
            let mut rest = level;
            while rest != 0 {
                behind[i][count] = rest.trailing_zeros() as u8;
                count += 1;
                rest &= rest - 1;
            }
        }
        i += 1;
    }
    behind
}

impl Pad {
    /// The pad of this number, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        (1..=LAST as u8).contains(&number).then_some(Self(number))
    }

    /// The pad's number, 1 to 46.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Every pad in ascending order.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=LAST as u8).map(Self)
    }

    /// What is painted on the pad.
    pub fn symbol(self) -> Symbol {
        if self.is_in(TRICKSTERS) {
            Symbol::Trickster
        } else if self.is_in(SPRINGS) {
            Symbol::Spring
        } else if self.is_in(BUTTERFLIES) {
            Symbol::Butterfly
        } else if LILY_PADS.contains(&self) {
            Symbol::Lily
        } else if self == BLACK_LILY_PAD {
            Symbol::BlackLily
        } else {
            Symbol::Plain
        }
    }

    /// The name of the pad as a spot.
    pub fn spot(self) -> Name {
        Name::of(self)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn bit(self) -> Pads {
        1 << self.0
    }

    pub(super) const fn is_in(self, pads: Pads) -> bool {
        pads >> self.0 & 1 == 1
    }

    /// The nearest of some pads behind this butterfly.
    pub(super) fn nearest_behind(self, pads: Pads) -> Option<Self> {
        let butterfly = BUTTERFLY_PADS.iter().position(|&pad| pad == self)?;
        let mut behind = BEHIND[butterfly].iter().take_while(|&&number| number != 0);
        behind.find(|&&number| pads >> number & 1 == 1).map(|&number| Self(number))
    }
}

impl Stand {
    /// The name of the place as a spot.
    pub fn spot(self) -> Name {
        Name::of(self)
    }

    /// Where the arrows from here lead.
    pub fn arrows(self) -> impl Iterator<Item = Landing> {
        let arrows = (1..=ARRIVAL).filter(move |&to| has_arrow(self.index(), to));
        arrows.map(|to| Landing(to as u8))
    }

    /// The place's number, 0 for Start.
    pub(super) const fn index(self) -> usize {
        match self {
            Self::Start(_) => START,
            Self::Pad(pad) => pad.index(),
        }
    }
}

impl Landing {
    /// The end of the course.
    pub const ARRIVAL: Self = Self(ARRIVAL as u8);

    /// The end of a move that does not reach Arrival.
    pub const fn on(pad: Pad) -> Self {
        Self(pad.0)
    }

    /// The pad, unless it is Arrival.
    pub fn pad(self) -> Option<Pad> {
        (self != Self::ARRIVAL).then_some(Pad(self.0))
    }

    /// The name of the place as a spot.
    pub fn spot(self) -> Name {
        Name::of(self)
    }

    /// The first of some places. There must be one.
    #[inline]
    pub(super) const fn first(places: Pads) -> Self {
        Self(places.trailing_zeros() as u8)
    }

    /// The place's number, 47 for Arrival.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn bit(self) -> Pads {
        1 << self.0
    }
}

/// The pads of a set, ascending. Arrival must not be among them.
#[inline]
pub(super) fn each(mut pads: Pads) -> impl Iterator<Item = Pad> {
    std::iter::from_fn(move || {
        let next = (pads != 0).then(|| Pad(pads.trailing_zeros() as u8));
        pads &= pads.wrapping_sub(1);
        next
    })
}

/// The places of a set, ascending.
#[inline]
pub(super) fn each_landing(mut places: Pads) -> impl Iterator<Item = Landing> {
    std::iter::from_fn(move || {
        let next = (places != 0).then(|| Landing::first(places));
        places &= places.wrapping_sub(1);
        next
    })
}

/// The name of the Arrival's place of this number, 1 to 4, as a spot.
pub(super) fn place_spot(number: usize) -> Name {
    Name::of(format_args!("place.{number}"))
}

/// The name of a seat's lily as a spot.
pub(super) fn lily_spot(seat: Seat, lily: Lily) -> Name {
    Name::of(format_args!("lily.{seat}.{lily}"))
}
