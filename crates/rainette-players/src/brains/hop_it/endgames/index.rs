//! A number for every position with the same material, without gaps.
//!
//! The pond looks the same turned round and in a mirror, and both sides move alike: of up to four positions that differ
//! in nothing else, one has a number. Groups of pieces are placed one after the other, tadpoles first since they stand
//! on water only, each on the cells that are still free. The first group is placed in one of the ways that differ, the
//! others in all ways. If the first group looks the same in the mirror, several numbers stand for the same position,
//! and only the lowest of them is used.

use std::sync::OnceLock;

use rainette_games::hop_it::{Cell, Cells, POND, WATER, each};

use super::material::{MOST_PIECES, Material};

/// Pieces from the point of view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placing {
    pub(super) own: Cells,
    pub(super) other: Cells,
    /// The pieces of both that are frogs.
    pub(super) frogs: Cells,
}

/// The ways in which the pond looks the same: as it is, left and right exchanged, far and near exchanged, both.
const SYMMETRIES: usize = 4;

/// For each symmetry, where every cell goes.
static TURNED: [[u8; 64]; SYMMETRIES] = {
    let mut turned = [[0; 64]; SYMMETRIES];
    let mut bit = 0;
    while bit < 64 {
        if POND >> bit & 1 == 1 {
            // As `Cell` has it: thirteen bits for two rows.
            let (pair, rest) = (bit / 13, bit % 13);
            let is_short = rest >= 7;
            let row = 2 * pair + is_short as usize;
            let (place, last) = if is_short { (rest - 7, 4) } else { (rest, 5) };
            let mut way = 0;
            while way < SYMMETRIES {
                let place = if way & 1 == 1 { last - place } else { place };
                let row = if way & 2 == 2 { 6 - row } else { row };
                turned[way][bit] = (row / 2 * 13 + row % 2 * 7 + place) as u8;
                way += 1;
            }
        }
        bit += 1;
    }
    turned
};

/// The cells where a symmetry puts these.
#[inline]
fn turned(cells: Cells, way: usize) -> Cells {
    each(cells).fold(0, |all, cell| all | 1 << TURNED[way][cell.bit().trailing_zeros() as usize])
}

/// In how many ways some of so many cells can be chosen.
static WAYS: [[u32; MOST_PIECES as usize + 1]; 40] = {
    let mut ways = [[0; MOST_PIECES as usize + 1]; 40];
    let mut cells = 0;
    while cells < 40 {
        ways[cells][0] = 1;
        let mut chosen = 1;
        while chosen <= MOST_PIECES as usize && cells > 0 {
            ways[cells][chosen] = ways[cells - 1][chosen] + ways[cells - 1][chosen - 1];
            chosen += 1;
        }
        cells += 1;
    }
    ways
};

/// The number of a set among all sets of its size that lie on the free cells.
#[inline]
fn rank(set: Cells, free: Cells) -> u32 {
    let places = each(set).map(|cell| (free & (cell.bit() - 1)).count_ones() as usize);
    places.zip(1..).map(|(place, chosen)| WAYS[place][chosen]).sum()
}

/// The set of so many free cells with this number.
#[inline]
fn unranked(mut number: u32, size: u8, free: Cells) -> Cells {
    let mut cells = [0; 40];
    let mut count = 0;
    for cell in each(free) {
        cells[count] = cell.bit();
        count += 1;
    }
    let mut set = 0;
    let mut place = count;
    for chosen in (1..=usize::from(size)).rev() {
        place -= 1;
        while WAYS[place][chosen] > number {
            place -= 1;
        }
        number -= WAYS[place][chosen];
        set |= cells[place];
    }
    set
}

/// All sets of a size, those that a symmetry makes the same taken together.
struct Orbits {
    /// For each set, the number of its orbit, and which symmetries lead to the set that stands for it: a bit for each.
    sets: Vec<(u32, u8)>,
    /// The set that stands for each orbit.
    standing_for: Vec<Cells>,
}

impl Orbits {
    /// All sets of so many cells, of water only or of the whole pond.
    fn of(size: u8, on_water: bool) -> &'static Self {
        static ORBITS: [[OnceLock<Orbits>; 2]; MOST_PIECES as usize + 1] =
            [const { [const { OnceLock::new() }; 2] }; MOST_PIECES as usize + 1];
        ORBITS[usize::from(size)][usize::from(on_water)].get_or_init(|| Self::made(size, region(on_water)))
    }

    fn made(size: u8, region: Cells) -> Self {
        let count = WAYS[region.count_ones() as usize][usize::from(size)];
        let mut orbits = Self { sets: Vec::with_capacity(count as usize), standing_for: Vec::new() };
        for number in 0..count {
            let set = unranked(number, size, region);
            let ranks: [u32; SYMMETRIES] = std::array::from_fn(|way| rank(turned(set, way), region));
            let lowest = ranks.into_iter().min().unwrap_or(number);
            let ways = (0..SYMMETRIES).fold(0, |ways, way| ways | u8::from(ranks[way] == lowest) << way);
            let orbit = if lowest == number {
                orbits.standing_for.push(set);
                orbits.standing_for.len() as u32 - 1
            } else {
                orbits.sets[lowest as usize].0
            };
            orbits.sets.push((orbit, ways));
        }
        orbits
    }
}

fn region(on_water: bool) -> Cells {
    if on_water { WATER } else { POND }
}

/// The numbers of all positions with the same material.
pub(super) struct Index {
    /// How many pieces there are of each group, in the order in which they are placed: own tadpoles, the other's, own
    /// frogs, the other's.
    sizes: [u8; 4],
    /// In how many ways each group can be placed once those before it are.
    ways: [u32; 4],
    /// The first group that has any pieces.
    first: usize,
    orbits: &'static Orbits,
}

/// Tadpoles stand on water only.
const fn stands_on_water(group: usize) -> bool {
    group < 2
}

impl Index {
    pub(super) fn new(material: Material) -> Self {
        let Material { own, other } = material;
        let sizes = [own.tadpoles, other.tadpoles, own.frogs, other.frogs];
        let mut taken = 0;
        let ways = std::array::from_fn(|group| {
            let cells = region(stands_on_water(group)).count_ones() - taken;
            taken += u32::from(sizes[group]);
            WAYS[cells as usize][usize::from(sizes[group])]
        });
        let first = sizes.iter().position(|&size| size > 0).unwrap_or(0);
        Self { sizes, ways, first, orbits: Orbits::of(sizes[first], stands_on_water(first)) }
    }

    /// How many numbers there are.
    pub(super) fn len(&self) -> usize {
        let later = self.ways[self.first + 1..].iter().map(|&ways| ways as usize);
        self.orbits.standing_for.len() * later.product::<usize>()
    }

    /// The number of a position, which must have the material.
    #[inline]
    pub(super) fn number(&self, placing: Placing) -> usize {
        let Placing { own, other, frogs } = placing;
        let groups = [own & !frogs, other & !frogs, own & frogs, other & frogs];
        let first = groups[self.first];
        let (orbit, ways) = self.orbits.sets[rank(first, region(stands_on_water(self.first))) as usize];
        let numbers = (0..SYMMETRIES).filter(|way| ways >> way & 1 == 1).map(|way| {
            let mut taken = self.orbits.standing_for[orbit as usize];
            let mut number = orbit as usize;
            for (group, &set) in groups.iter().enumerate().skip(self.first + 1) {
                let set = if way == 0 { set } else { turned(set, way) };
                let free = region(stands_on_water(group)) & !taken;
                number = number * self.ways[group] as usize + rank(set, free) as usize;
                taken |= set;
            }
            number
        });
        numbers.min().expect("a symmetry leads to the set that stands for its orbit")
    }

    /// The position that has this number, or only would have it, if a lower one stands for the same position.
    pub(super) fn placing(&self, number: usize) -> Placing {
        let mut rest = number;
        let mut numbers = [0; 4];
        for group in (self.first + 1..4).rev() {
            numbers[group] = (rest % self.ways[group] as usize) as u32;
            rest /= self.ways[group] as usize;
        }
        let mut groups = [0; 4];
        groups[self.first] = self.orbits.standing_for[rest];
        let mut taken = groups[self.first];
        for group in self.first + 1..4 {
            let free = region(stands_on_water(group)) & !taken;
            groups[group] = unranked(numbers[group], self.sizes[group], free);
            taken |= groups[group];
        }
        let [own_tadpoles, other_tadpoles, own_frogs, other_frogs] = groups;
        Placing {
            own: own_tadpoles | own_frogs,
            other: other_tadpoles | other_frogs,
            frogs: own_frogs | other_frogs,
        }
    }

    /// The position with this number, if the number is used.
    #[inline]
    pub(super) fn used(&self, number: usize) -> Option<Placing> {
        let placing = self.placing(number);
        (self.number(placing) == number).then_some(placing)
    }
}

impl Placing {
    /// How many positions differ from this one only by a symmetry of the pond, this one counted.
    pub(super) fn likes(self) -> u64 {
        let all: [Self; SYMMETRIES] = std::array::from_fn(|way| Self {
            own: turned(self.own, way),
            other: turned(self.other, way),
            frogs: turned(self.frogs, way),
        });
        let same = all.iter().filter(|&&like| like == self).count();
        (SYMMETRIES / same) as u64
    }

    /// The same with a piece of the other side, which moved last, on another cell, and that side to move.
    #[inline]
    pub(super) fn before(self, from: Cell, to: Cell) -> Self {
        let both = if from == to { 0 } else { from.bit() | to.bit() };
        let frogs = if self.frogs & to.bit() == 0 { self.frogs } else { self.frogs ^ both };
        Self { own: self.other ^ both, other: self.own, frogs }
    }
}
