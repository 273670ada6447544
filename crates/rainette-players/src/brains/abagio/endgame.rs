//! Endgames with at most two frogs left on each side, solved.
//!
//! Both sides count: frogs on Eight and One can be hit, have to come round from the root again, and may meet the chief
//! frog on the way. So the solution covers every place of these frogs on the whole board; it is found by going over
//! all of them, from the fewest steps to the most, until nothing changes any more. The file keeps those in which at
//! least one side has both frogs on the inner path; the others hardly ever arise.
//!
//! A value is the chance of the seat about to roll, with the chief frog where it hinders most, if the other seat may
//! place it.

use super::sight::{EIGHT, ONE, SHARED, Sight, count, shared_position};

/// Where two frogs can be: the larger distance first, 0 for the pond.
type Pair = [u8; 2];

/// How many pairs there are.
const PAIRS: usize = pair_number([27, 27]) + 1;
/// Pairs on the inner path or in the pond come first.
const INNER: usize = pair_number([8, 8]) + 1;
/// How many values the file keeps.
const KEPT: usize = INNER * PAIRS + (PAIRS - INNER) * INNER;

const ROOT: u8 = 27;

const fn pair_number([far, near]: Pair) -> usize {
    far as usize * (far as usize + 1) / 2 + near as usize
}

/// The values that are kept.
pub(crate) struct Endgame(Vec<u16>);

impl Endgame {
    /// Reads them from a file.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let values: Vec<u16> =
            bytes.as_chunks::<2>().0.iter().map(|&value| u16::from_le_bytes(value)).collect();
        (values.len() == KEPT).then_some(Self(values))
    }

    /// The chance of the seat about to roll, if both have at most two frogs left and the position is kept.
    pub(crate) fn value(&self, sight: &Sight) -> Option<f32> {
        let (roller, other) = (pair_number(pair(sight, 0)?), pair_number(pair(sight, 1)?));
        // Nothing is sure before the end.
        let value = self.0[kept(roller, other)?].clamp(1, u16::MAX - 1);
        Some(f32::from(value) / f32::from(u16::MAX))
    }
}

fn kept(roller: usize, other: usize) -> Option<usize> {
    if roller < INNER {
        Some(roller * PAIRS + other)
    } else {
        (other < INNER).then(|| INNER * PAIRS + (roller - INNER) * INNER + other)
    }
}

/// The frogs that a side has left, at most two.
fn pair(sight: &Sight, side: usize) -> Option<Pair> {
    let mut pair = [0; 2];
    let mut found = 0;
    let mut find = |frogs: u8, distance: u8| {
        for _ in 0..frogs {
            if found < 2 {
                pair[found] = distance;
            }
            found += 1;
        }
    };
    find(sight.root[side], ROOT);
    for place in (0..EIGHT).rev().chain([EIGHT]) {
        find(count(sight.shared[place], side), shared_position(place).distance());
    }
    for (frogs, distance) in sight.safe[side].iter().zip(2..8).rev() {
        find(*frogs, distance);
    }
    find(count(sight.shared[ONE], side), 1);
    (found <= 2).then_some(pair)
}

const _: () = assert!(SHARED == ONE + 1, "One is the last of the shared spaces");

/// The last frogs of both sides. Index 0 is the side that leaps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Last {
    frogs: [Pair; 2],
    /// If both sides have two frogs on one space: is the other side's pair on top?
    is_covered: bool,
}

/// What a leap leads to.
enum Leapt {
    Not,
    To(Last),
    Won,
}

impl Last {
    fn at(self, side: usize, distance: u8) -> u8 {
        self.frogs[side].into_iter().map(|frog| u8::from(frog == distance)).sum()
    }

    /// Is the other side's frog on top of a space where both stand? A single frog would have been hit, so there the
    /// pair is below; with two pairs it must be remembered.
    fn is_other_on_top(self, distance: u8) -> bool {
        match (self.at(0, distance), self.at(1, distance)) {
            (_, 0) => false,
            (0, _) => true,
            (2, 2) => self.is_covered,
            (mine, theirs) => mine > theirs,
        }
    }

    /// A frog leaps by a die, with the chief frog on `chief`.
    fn leap(self, which: usize, die: u8, chief: u8) -> Leapt {
        let from = self.frogs[0][which];
        if from == 0 || (is_shared(from) && self.is_other_on_top(from)) {
            return Leapt::Not;
        }
        let mut next = self;
        if die >= from {
            let farthest = self.frogs[0][0];
            if farthest > 8 || (die > from && from < farthest) {
                return Leapt::Not;
            }
            next.frogs[0][which] = 0;
            next.sort();
            return if next.frogs[0] == [0, 0] { Leapt::Won } else { Leapt::To(next) };
        }
        let to = from - die;
        if is_shared(to) {
            let (mine, theirs) = (self.at(0, to), self.at(1, to));
            if to == chief || (matches!(to, 1 | 8) && mine + theirs >= 2) {
                return Leapt::Not;
            }
            if self.is_other_on_top(to) && theirs == 1 {
                let hit = usize::from(next.frogs[1][0] != to);
                next.frogs[1][hit] = ROOT;
            }
        }
        next.frogs[0][which] = to;
        next.is_covered = false;
        next.sort();
        Leapt::To(next)
    }

    fn sort(&mut self) {
        for pair in &mut self.frogs {
            pair.sort_unstable_by(|a, b| b.cmp(a));
        }
    }

    /// As the other side sees it, about to roll.
    fn turned(self) -> Self {
        let is_pile = self.frogs[0] == self.frogs[1] && self.frogs[0][0] == self.frogs[0][1];
        let has_pile = is_pile && is_shared(self.frogs[0][0]);
        Self { frogs: [self.frogs[1], self.frogs[0]], is_covered: has_pile && !self.is_covered }
    }
}

/// Is this a space that both colours use?
fn is_shared(distance: u8) -> bool {
    matches!(distance, 1 | 8..=26)
}

/// The chance of every endgame, by its place.
pub(crate) struct Solution {
    values: Vec<f32>,
}

impl Solution {
    /// Solves all endgames; takes some seconds. `goes_on` is asked before each pass.
    pub(crate) fn find(mut goes_on: impl FnMut(f32) -> bool) -> Option<Self> {
        let mut solution = Self { values: vec![0.5; PAIRS * PAIRS + 27] };
        let all = every();
        loop {
            let mut change = 0.0_f32;
            for &last in &all {
                let value = solution.look_ahead(last);
                let place = place(last);
                change = change.max((value - solution.values[place]).abs());
                solution.values[place] = value;
            }
            if change < 1e-6 {
                return Some(solution);
            }
            if !goes_on(change) {
                return None;
            }
        }
    }

    /// The file from which the player reads its endgames.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut kept_values = vec![0_u16; KEPT];
        for (roller, other) in (0..PAIRS).flat_map(|roller| (0..PAIRS).map(move |other| (roller, other))) {
            if let Some(place) = kept(roller, other) {
                let value = self.values[roller * PAIRS + other] * f32::from(u16::MAX);
                kept_values[place] = libm::roundf(value) as u16;
            }
        }
        kept_values.iter().flat_map(|value| value.to_le_bytes()).collect()
    }

    /// The value of a position from those that can come next.
    fn look_ahead(&self, last: Last) -> f32 {
        let mut free = 0.0;
        // What the chief frog changes, by the space it stands on.
        let mut hindered = [0.0_f32; 27];
        for larger in 1..=6_u8 {
            for smaller in 1..=larger {
                let weight = if larger == smaller { 1.0 } else { 2.0 };
                let (value, landings) = self.best(last, [larger, smaller], 0);
                free += weight * value;
                let mut outer = landings & OUTER;
                while outer != 0 {
                    let chief = outer.trailing_zeros() as u8;
                    outer &= outer - 1;
                    let (with, _) = self.best(last, [larger, smaller], chief);
                    hindered[usize::from(chief)] += weight * (with - value);
                }
            }
        }
        let mut change = 0.0_f32;
        if last.at(1, ROOT) == 0 {
            for chief in 9..=26 {
                let is_open = match (last.at(0, chief), last.at(1, chief)) {
                    (0, _) => true,
                    (_, 0) => false,
                    _ => last.is_other_on_top(chief),
                };
                if is_open {
                    change = change.min(hindered[usize::from(chief)]);
                }
            }
        }
        (free + change) / 36.0
    }

    /// The best that the roller can do with a roll, and the spaces where its frogs could land on the way, as a set.
    fn best(&self, last: Last, dice: [u8; 2], chief: u8) -> (f32, u32) {
        let mut ways = Ways { most: 0, best: [0.0; 5], won: false, landings: 0 };
        if dice[0] == dice[1] {
            self.leap_on(last, &[dice[0]; 4], 0, chief, &mut ways);
        } else {
            self.leap_on(last, &[dice[0], dice[1]], 0, chief, &mut ways);
            self.leap_on(last, &[dice[1], dice[0]], 0, chief, &mut ways);
            if ways.most == 1 {
                // Either die can be used but not both: the larger must be.
                let larger = self.single(last, dice[0], chief);
                ways.best[1] = larger.or_else(|| self.single(last, dice[1], chief)).unwrap_or(0.0);
            }
        }
        let value = if ways.won { 1.0 } else { ways.best[usize::from(ways.most)] };
        (value, ways.landings)
    }

    /// The best that one leap with this die leads to.
    fn single(&self, last: Last, die: u8, chief: u8) -> Option<f32> {
        let frogs = (0..2).filter_map(|frog| match last.leap(frog, die, chief) {
            Leapt::To(next) => Some(self.passed_on(next)),
            Leapt::Won => Some(1.0),
            Leapt::Not => None,
        });
        frogs.reduce(f32::max)
    }

    fn leap_on(&self, last: Last, dice: &[u8], used: u8, chief: u8, ways: &mut Ways) {
        let mut is_stuck = true;
        if let [die, rest @ ..] = dice {
            for frog in 0..2 {
                if frog == 1 && last.frogs[0][0] == last.frogs[0][1] {
                    continue;
                }
                match last.leap(frog, *die, chief) {
                    Leapt::Not => {}
                    Leapt::Won => {
                        ways.won = true;
                        is_stuck = false;
                    }
                    Leapt::To(next) => {
                        is_stuck = false;
                        ways.landings |= 1 << last.frogs[0][frog].saturating_sub(*die);
                        self.leap_on(next, rest, used + 1, chief, ways);
                    }
                }
            }
        }
        if is_stuck {
            let value = self.passed_on(last);
            if used > ways.most {
                ways.most = used;
            }
            let best = &mut ways.best[usize::from(used)];
            *best = best.max(value);
        }
    }

    /// The value of the end of a turn for the side that has leapt.
    fn passed_on(&self, last: Last) -> f32 {
        1.0 - self.values[place(last.turned())]
    }
}

/// The ways found to play a roll.
struct Ways {
    /// The largest number of dice used.
    most: u8,
    /// The best value for each number of dice used.
    best: [f32; 5],
    won: bool,
    landings: u32,
}

const OUTER: u32 = (1 << 27) - (1 << 9);

fn place(last: Last) -> usize {
    if last.is_covered {
        PAIRS * PAIRS + usize::from(last.frogs[0][0])
    } else {
        pair_number(last.frogs[0]) * PAIRS + pair_number(last.frogs[1])
    }
}

/// Every position in which both sides have frogs left, those with the fewest steps to go first.
fn every() -> Vec<Last> {
    let pairs: Vec<Pair> = (0..=ROOT).flat_map(|far| (0..=far).map(move |near| [far, near])).collect();
    let mut all = Vec::new();
    for &roller in &pairs[1..] {
        for &other in &pairs[1..] {
            let frogs = [roller, other];
            let last = Last { frogs, is_covered: false };
            let on_diamond = |distance| last.at(0, distance) + last.at(1, distance);
            let mixes = |distance| last.at(0, distance) > 0 && last.at(1, distance) > 0;
            // Colours do not mix on the diamonds, and single frogs not at all.
            let is_odd = [1, 8].iter().any(|&diamond| on_diamond(diamond) > 2 || mixes(diamond))
                || (9..27).any(|outer| last.at(0, outer) == 1 && last.at(1, outer) == 1);
            if is_odd {
                continue;
            }
            all.push(last);
            if roller == other && roller[0] == roller[1] && (9..27).contains(&roller[0]) {
                all.push(Last { frogs, is_covered: true });
            }
        }
    }
    let steps = |last: &Last| last.frogs.iter().flatten().map(|&frog| u32::from(frog)).sum::<u32>();
    all.sort_by_key(steps);
    all
}
