//! The pond and the frogs, as data.
//!
//! A set of pads is a bit board in a `u128`: rank 9 first, file a to i, ten bits to a rank. The tenth is never a pad,
//! so that a step off one side of the pond never arrives on the other.

#![expect(clippy::inline_always, reason = "shifts by steps known beforehand are several times faster")]

use super::Jump;

/// The bits of a rank: nine files and one that is never a pad.
const RANK: u8 = 10;

/// How many pads the pond has.
pub const PAD_COUNT: usize = 57;

/// A lily pad of the pond, dark or light, or its centre. Ordered as the notation of the pond lists them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pad(u8);

/// A set of pads, one bit each.
pub(super) type Pads = u128;

/// The first and the last file of the pads of each rank, from rank 9 to rank 1.
const ALL_FILES: [(u8, u8); 9] = [(3, 5), (2, 6), (1, 7), (0, 8), (0, 8), (0, 8), (1, 7), (2, 6), (3, 5)];

/// The same for the light pads and the centre, from rank 8 to rank 2.
const INNER_FILES: [(u8, u8); 7] = [(3, 5), (2, 6), (1, 7), (1, 7), (1, 7), (2, 6), (3, 5)];

/// The pads with a flower.
const FLOWER_NAMES: [&[u8; 2]; 12] =
    [b"c7", b"g7", b"c3", b"g3", b"d6", b"f6", b"d4", b"f4", b"d9", b"i6", b"f1", b"a4"];

/// Every pad, the dark ones too.
pub(super) const ALL: Pads = ranks(&ALL_FILES, 9);

/// The centre and the light pads: with two players the rest is out of bounds.
pub(super) const INNER: Pads = ranks(&INNER_FILES, 8);

/// The pads with a flower.
pub(super) const FLOWERS: Pads = named(&FLOWER_NAMES);

/// The centre, which starts empty.
pub(super) const CENTRE: Pad = Pad::of(4, 5);

/// Every pad in the order in which ponds are written: rank 9 to rank 1, file a to i.
pub const PADS: [Pad; PAD_COUNT] = pads();

/// Where each rank's first pad stands in [`PADS`].
const FIRST_OF_RANK: [u8; 9] = [0, 3, 8, 15, 24, 33, 42, 49, 54];

/// A step to a neighbouring pad, as a difference of bits.
pub(super) type Step = i8;

const UP: Step = -(RANK as Step);
const DOWN: Step = RANK as Step;
const LEFT: Step = -1;
const RIGHT: Step = 1;

/// The two ends of a jump, as steps from the frog jumped over. A frog on one of them can jump to the other.
pub(super) type Ends = (Step, Step);

/// The ends of normal jumps.
pub(super) const STRAIGHT: [Ends; 2] = [(UP, DOWN), (LEFT, RIGHT)];

/// The ends of `diagonal` jumps.
pub(super) const DIAGONAL: [Ends; 2] = [(UP + LEFT, DOWN + RIGHT), (UP + RIGHT, DOWN + LEFT)];

/// The ends of `ell` jumps, which land to the left or right of the frog jumped over.
pub(super) const BENT: [Ends; 4] = [(UP, LEFT), (UP, RIGHT), (DOWN, LEFT), (DOWN, RIGHT)];

/// All jumps between two ends.
pub(super) struct Line {
    /// The pads that can be jumped over, on the whole pond and on the pond of two players.
    pub(super) middles: [Pads; 2],
    /// The jumps over each pad, by its folded bit: from the second end to the first, and the other way.
    pub(super) jumps: [[Jump; 2]; 64],
}

pub(super) static STRAIGHT_LINES: [Line; 2] = [line(STRAIGHT[0]), line(STRAIGHT[1])];
pub(super) static DIAGONAL_LINES: [Line; 2] = [line(DIAGONAL[0]), line(DIAGONAL[1])];
pub(super) static BENT_LINES: [Line; 4] = [line(BENT[0]), line(BENT[1]), line(BENT[2]), line(BENT[3])];

/// The pads in each direction from each pad: up and left, and down and right.
static BEFORE: [[Pads; PLACES]; 2] = [rays(UP), rays(LEFT)];
static BEHIND: [[Pads; PLACES]; 2] = [rays(DOWN), rays(RIGHT)];

/// The bits of the pond.
const PLACES: usize = 9 * RANK as usize;

const fn rays(step: Step) -> [Pads; PLACES] {
    let mut rays = [0; PLACES];
    let mut index = 0;
    while index < PAD_COUNT {
        let mut pads = moved(PADS[index].bit(), step) & ALL;
        while pads != 0 {
            rays[PADS[index].0 as usize] |= pads;
            pads = moved(pads, step) & ALL;
        }
        index += 1;
    }
    rays
}

const fn line((first, second): Ends) -> Line {
    let nowhere = Jump { from: Pad(0), over: Pad(0), landing: Pad(0), captures_jumper: false };
    let mut line = Line { middles: [0; 2], jumps: [[nowhere; 2]; 64] };
    let mut small = 0;
    while small < 2 {
        let pads = if small == 1 { INNER } else { ALL };
        line.middles[small] = pads & moved(pads, -first) & moved(pads, -second);
        small += 1;
    }
    let mut index = 0;
    while index < PAD_COUNT {
        let over = PADS[index];
        if over.is_in(line.middles[0]) {
            let (first, second) = (over.on(first), over.on(second));
            line.jumps[over.folded()] = [
                Jump { from: second, over, landing: first, captures_jumper: false },
                Jump { from: first, over, landing: second, captures_jumper: false },
            ];
        }
        index += 1;
    }
    line
}

impl Pad {
    const fn of(file: u8, rank: u8) -> Self {
        Self((9 - rank) * RANK + file)
    }

    /// The pad on this file (0 for a to 8 for i) and rank (1 to 9), if the pond has one.
    pub const fn at(file: u8, rank: u8) -> Option<Self> {
        if file > 8 || rank < 1 || rank > 9 {
            return None;
        }
        let pad = Self::of(file, rank);
        if pad.is_in(ALL) { Some(pad) } else { None }
    }

    /// The file, 0 for a to 8 for i.
    pub const fn file(self) -> u8 {
        self.0 % RANK
    }

    /// The rank, 1 to 9.
    pub const fn rank(self) -> u8 {
        9 - self.0 / RANK
    }

    /// The pad's place in [`PADS`].
    #[inline]
    pub(super) fn number(self) -> usize {
        (ALL & (self.bit() - 1)).count_ones() as usize
    }

    /// Has the pad a flower?
    pub const fn has_flower(self) -> bool {
        self.is_in(FLOWERS)
    }

    /// Is the pad one of the dark ones at the rim, which are out of bounds with two players?
    pub const fn is_dark(self) -> bool {
        !self.is_in(INNER)
    }

    #[inline]
    pub(super) const fn bit(self) -> Pads {
        1 << self.0
    }

    #[inline]
    pub(super) const fn is_in(self, pads: Pads) -> bool {
        pads >> self.0 & 1 == 1
    }

    /// The place one step on. It need not be a pad: only ask where a bit board said that it is, or look it up after.
    #[inline]
    pub(super) const fn on(self, step: Step) -> Self {
        Self((self.0 as Step + step) as u8)
    }

    /// The nearest of these pads above or below this one (on axis 0), or left or right of it (on axis 1).
    #[inline]
    pub(super) fn nearest(self, pads: Pads, axis: usize) -> [Option<Self>; 2] {
        let before = pads & BEFORE[axis][usize::from(self.0)];
        let behind = pads & BEHIND[axis][usize::from(self.0)];
        let last = before.checked_ilog2().map(|bit| Self(bit as u8));
        let first = (behind != 0).then_some(Self(behind.trailing_zeros() as u8));
        [last, first]
    }

    #[inline]
    const fn folded(self) -> usize {
        folded(self.bit()).trailing_zeros() as usize
    }

    /// The place on the other side of this pad.
    pub(super) const fn across_from(self, pad: Self) -> Self {
        Self(2 * self.0 - pad.0)
    }
}

/// Every place of the set one step on.
#[inline(always)]
pub(super) const fn moved(pads: Pads, step: Step) -> Pads {
    if step > 0 { pads << step } else { pads >> -step }
}

/// A set of pads in 64 bits, which are faster to go through: what lies beyond the 64th goes where there are no pads.
#[inline(always)]
pub(super) const fn folded(pads: Pads) -> u64 {
    let beyond = (pads >> 64) as u64;
    // The pads of rank 3 from e on, of rank 2 and of rank 1.
    pads as u64 | (beyond & 0b1111) << 17 | (beyond >> 8 & 0b1_1111) << 6 | beyond >> 19
}

/// Calls `each` with the folded bit of every pad of a set.
#[inline(always)]
pub(super) fn each_bit(pads: Pads, mut each: impl FnMut(usize)) {
    let mut left = folded(pads);
    while left != 0 {
        each(left.trailing_zeros() as usize);
        left &= left - 1;
    }
}

/// The bit board of a set that has one bit for each of [`PADS`], in that order.
pub(super) fn spread(packed: u64) -> Pads {
    let mut pads = 0;
    let mut rank = 0;
    while rank < 9 {
        let (first, last) = ALL_FILES[rank];
        let files = packed >> FIRST_OF_RANK[rank] & ((1 << (last - first + 1)) - 1);
        pads |= (files as Pads) << (rank as u8 * RANK + first);
        rank += 1;
    }
    pads
}

/// Sets up the places that get a frog, as numbers of [`PADS`].
const fn places<const N: usize>(in_play: Pads) -> [u8; N] {
    let mut places = [0; N];
    let (mut index, mut count) = (0, 0);
    while index < PAD_COUNT {
        if PADS[index].is_in(in_play & !CENTRE.bit()) {
            places[count] = index as u8;
            count += 1;
        }
        index += 1;
    }
    assert!(count == N, "as many places as frogs");
    places
}

static ALL_PLACES: [u8; 56] = places(ALL);
static INNER_PLACES: [u8; 36] = places(INNER);

/// What the number of players decides about the pond.
pub(super) struct Waters {
    /// The pads that start with a frog, as numbers of [`PADS`], ascending.
    pub(super) places: &'static [u8],
    /// How many frogs of each colour there are.
    pub(super) frogs: [u8; 4],
}

/// The pond of three and four players.
static WHOLE: Waters = Waters { places: &ALL_PLACES, frogs: [10, 11, 14, 21] };
/// The pond of two players: 3 yellow, 4 red, 5 blue and 8 brown frogs stay in the box.
static SMALL: Waters = Waters { places: &INNER_PLACES, frogs: [7, 7, 9, 13] };

/// The pond of a game with so many players.
pub(super) fn waters(seats: usize) -> &'static Waters {
    if seats == 2 { &SMALL } else { &WHOLE }
}

/// The colour of a frog.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// Sent to the village, it fetches a frog from there.
    Yellow,
    /// Sent to the village, it brings another jump.
    Red,
    /// Sent to the village, it brings a privilege card.
    Blue,
    /// Worth a trophy; it can never be sent.
    Brown,
}

impl Colour {
    /// Every colour, in the order of the lists in this game.
    pub const ALL: [Self; 4] = [Self::Yellow, Self::Red, Self::Blue, Self::Brown];

    /// The letter in notation.
    pub const fn letter(self) -> char {
        match self {
            Self::Yellow => 'Y',
            Self::Red => 'R',
            Self::Blue => 'B',
            Self::Brown => 'N',
        }
    }
}

const fn ranks(files: &[(u8, u8)], top: u8) -> Pads {
    let mut pads = 0;
    let mut rank = 0;
    while rank < files.len() {
        let mut file = files[rank].0;
        while file <= files[rank].1 {
            pads |= Pad::of(file, top - rank as u8).bit();
            file += 1;
        }
        rank += 1;
    }
    pads
}

const fn named(names: &[&[u8; 2]]) -> Pads {
    let mut pads = 0;
    let mut index = 0;
    while index < names.len() {
        let [file, rank] = *names[index];
        pads |= Pad::of(file - b'a', rank - b'0').bit();
        index += 1;
    }
    pads
}

const fn pads() -> [Pad; PAD_COUNT] {
    let mut pads = [Pad(0); PAD_COUNT];
    let (mut place, mut count) = (0, 0);
    while place < 9 * RANK {
        if Pad(place).is_in(ALL) {
            pads[count] = Pad(place);
            count += 1;
        }
        place += 1;
    }
    assert!(count == PAD_COUNT, "the pond has 57 pads");
    pads
}
