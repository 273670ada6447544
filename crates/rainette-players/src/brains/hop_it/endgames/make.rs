//! Solving a class backwards from its ends.
//!
//! First every position is looked at with the engine: turns that are not quiet lead to the end or into classes that
//! are solved already. Then, distance by distance, those that a quiet turn may lead from to one just decided are looked
//! at again. Where pieces may have come from is taken generously; what counts is what the engine says of the turns that
//! follow.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use rainette_core::{Game as _, Seat};
use rainette_games::hop_it::{Cells, DIRECTIONS, HopIt, LILIES, POND, QUIET_TURNS, WATER, each, shift};

use super::index::{Index, Placing};
use super::material::{Class, Material};
use super::{Endgames, Entry, Part, UNUSED};
use crate::brains::hop_it::turns::{Lister, WholeTurn};
use crate::player::Cancel;

/// How far a class is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Positions looked at for the first time so far.
    pub seen: u64,
    /// All positions that are no further from the end, or from a turn that is not quiet, are known.
    pub turns: u8,
}

/// Positions of a block, which one thread looks at in one go.
const BLOCK: usize = 1 << 12;
/// Blocks after which is said how far it has come.
const BLOCKS: usize = 64;

impl Endgames {
    /// Are all classes there that this one may lead to?
    pub(crate) fn can_solve(&self, class: Class) -> bool {
        let earlier =
            Class::all(class.pieces()).into_iter().take_while(|&earlier| earlier.comes_before(class));
        earlier.into_iter().all(|earlier| self.has(earlier))
    }

    /// Solves a class and puts it in. All classes that it leads to must be there. Says whether it came to the end.
    pub(crate) fn solve(
        &mut self,
        class: Class,
        threads: usize,
        cancel: &Cancel,
        seen: &mut dyn FnMut(Stage),
    ) -> bool {
        let Some(parts) = solve(class, self, QUIET_TURNS, threads, cancel, seen) else { return false };
        self.put(class, parts.into_iter().map(|part| part.entries));
        true
    }

    /// How many positions of a class the side to move would win in so many turns, if the rules let it have so many: more
    /// than they do. All classes that it leads to must be there.
    pub(crate) fn won_too_late(&self, class: Class, threads: usize) -> BTreeMap<u8, u64> {
        let parts = solve(class, self, MORE_TURNS, threads, &Cancel::default(), &mut |_| {});
        let mut late = BTreeMap::new();
        for part in parts.expect("nothing stops it") {
            let entries = part.entries.iter().enumerate();
            let too_late = |(_, entry): &(usize, &Entry)| **entry > QUIET_TURNS.cast_signed();
            for (number, entry) in entries.filter(too_late) {
                *late.entry(entry.unsigned_abs()).or_default() += part.index.placing(number).likes();
            }
        }
        late
    }
}

/// More quiet turns than a game can have.
const MORE_TURNS: u8 = 2 * QUIET_TURNS;

/// The class with each side to move, if so many quiet turns in a row are no draw yet. None if it was told to stop.
fn solve(
    class: Class,
    tables: &Endgames,
    most_turns: u8,
    threads: usize,
    cancel: &Cancel,
    seen: &mut dyn FnMut(Stage),
) -> Option<Vec<Part>> {
    let parts: Vec<Part> = class
        .materials()
        .map(|material| {
            let index = Index::new(material);
            Part { entries: vec![0; index.len()], index }
        })
        .collect();
    let marks = parts.iter().map(|part| Marks::none(part.entries.len())).collect();
    let mut solver = Solver { class, tables, most_turns, parts, marks, threads };
    let mut stage = Stage { seen: 0, turns: 1 };
    let mut fresh = Vec::new();
    for place in 0..solver.parts.len() {
        let entries = solver.parts[place].entries.len();
        for start in (0..entries).step_by(BLOCK * BLOCKS) {
            if cancel.is_cancelled() {
                return None;
            }
            let end = entries.min(start + BLOCK * BLOCKS);
            fresh.extend(solver.first_look(place, start..end));
            stage.seen += (end - start) as u64;
            seen(stage);
        }
    }
    solver.decide(&fresh);
    fresh.retain(|found| found.entry != UNUSED);
    while stage.turns < most_turns && !fresh.is_empty() {
        stage.turns += 1;
        solver.mark_before(&fresh);
        fresh = solver.look_again();
        solver.decide(&fresh);
        if cancel.is_cancelled() {
            return None;
        }
        seen(stage);
    }
    Some(solver.parts)
}

/// An entry that was found out.
#[derive(Clone, Copy)]
struct Found {
    place: u8,
    entry: Entry,
    number: u32,
}

struct Solver<'a> {
    class: Class,
    tables: &'a Endgames,
    most_turns: u8,
    /// With the side named first to move, and with the other, if they differ.
    parts: Vec<Part>,
    /// What has to be looked at again.
    marks: Vec<Marks>,
    threads: usize,
}

impl Solver<'_> {
    /// Looks at positions of a part for the first time.
    fn first_look(&self, place: usize, numbers: std::ops::Range<usize>) -> Vec<Found> {
        let part = &self.parts[place];
        self.on_threads(numbers.len().div_ceil(BLOCK), |block, desk, found| {
            let start = numbers.start + block * BLOCK;
            for number in start..numbers.end.min(start + BLOCK) {
                let entry = match part.index.used(number) {
                    Some(placing) => self.entry_of(placing, desk),
                    None => UNUSED,
                };
                if entry != 0 {
                    found.push(Found { place: place as u8, entry, number: number as u32 });
                }
            }
        })
    }

    /// Looks again at all that is marked, and takes the marks away.
    fn look_again(&self) -> Vec<Found> {
        let mut found = Vec::new();
        for (place, part) in self.parts.iter().enumerate() {
            let words = &self.marks[place].0;
            let block = BLOCK / 64;
            found.extend(self.on_threads(words.len().div_ceil(block), |at, desk, found| {
                let end = words.len().min((at + 1) * block);
                for (word, marked) in words[at * block..end].iter().enumerate() {
                    let mut marked = marked.swap(0, Ordering::Relaxed);
                    while marked != 0 {
                        let number = (at * block + word) * 64 + marked.trailing_zeros() as usize;
                        marked &= marked - 1;
                        let entry = self.entry_of(part.index.placing(number), desk);
                        if entry != 0 {
                            found.push(Found { place: place as u8, entry, number: number as u32 });
                        }
                    }
                }
            }));
        }
        found
    }

    fn decide(&mut self, found: &[Found]) {
        for found in found {
            self.parts[usize::from(found.place)].entries[found.number as usize] = found.entry;
        }
    }

    /// Marks every undecided position from which a quiet turn may lead to one of these.
    fn mark_before(&self, fresh: &[Found]) {
        self.on_threads(fresh.len().div_ceil(BLOCK), |block, _, _| {
            for found in &fresh[block * BLOCK..fresh.len().min((block + 1) * BLOCK)] {
                // With the same material on both sides there is one part.
                let place = (usize::from(found.place) + 1) % self.parts.len();
                let before = &self.parts[place];
                let placing = self.parts[usize::from(found.place)].index.placing(found.number as usize);
                each_before(placing, |placing| {
                    let number = before.index.number(placing);
                    if before.entries[number] == 0 {
                        self.marks[place].set(number);
                    }
                });
            }
        });
    }

    /// What the turns of a position lead to, as far as it is decided; 0 if that is not enough to decide it.
    fn entry_of(&self, placing: Placing, desk: &mut Desk) -> Entry {
        desk.lister.list(&placing.position(0), &mut desk.turns);
        let mut best = None;
        for turn in &desk.turns {
            let entry = self.entry_by(&turn.after);
            if entry == 1 {
                return entry;
            }
            best = best.max(Some(Worth::of(entry)));
        }
        best.map_or(0, |worth| worth.entry)
    }

    /// What a turn to this position is worth for the first seat, which made it.
    #[inline]
    fn entry_by(&self, after: &HopIt) -> Entry {
        if let Some(outcome) = after.result() {
            return if outcome.winners.contains(Seat::new(0)) { 1 } else { -1 };
        }
        let [own, other] = [1, 0].map(|seat| after.pieces(Seat::new(seat)));
        let placing = Placing { own, other, frogs: after.frogs() };
        if after.quiet_turns() == 0 {
            let entry = self.tables.entry(placing).expect("the classes that this one leads to are solved");
            return -entry.signum();
        }
        // The material is that of the class, with the other side to move.
        let place = match Material::of(own, other, placing.frogs) {
            Some(material) if self.class.materials().next() == Some(material) => 0,
            _ => self.parts.len() - 1,
        };
        let part = &self.parts[place];
        later(part.entries[part.index.number(placing)], self.most_turns)
    }

    /// Does something with every block, on all threads. What was found comes in any order.
    fn on_threads(
        &self,
        blocks: usize,
        work: impl Fn(usize, &mut Desk, &mut Vec<Found>) + Sync,
    ) -> Vec<Found> {
        let next = AtomicUsize::new(0);
        let worker = || {
            let (mut desk, mut found) = (Desk::default(), Vec::new());
            loop {
                let block = next.fetch_add(1, Ordering::Relaxed);
                if block >= blocks {
                    return found;
                }
                work(block, &mut desk, &mut found);
            }
        };
        std::thread::scope(|scope| {
            let threads = self.threads.min(blocks);
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(worker)).collect();
            let mut found = worker();
            for other in others {
                found.extend(other.join().expect("a solver does not panic"));
            }
            found
        })
    }
}

/// What a thread uses again and again.
#[derive(Default)]
struct Desk {
    lister: Lister,
    turns: Vec<WholeTurn>,
}

/// A quiet turn before a position with this entry, for the side that made it, which may have so many of them.
fn later(entry: Entry, most_turns: u8) -> Entry {
    match entry {
        0 => 0,
        _ if entry.unsigned_abs() >= most_turns => 0,
        1.. => -entry - 1,
        _ => 1 - entry,
    }
}

/// Entries by how good they are for the side to move: soon won, won, drawn, lost, soon lost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Worth {
    kind: i8,
    nearness: i8,
    entry: Entry,
}

impl Worth {
    fn of(entry: Entry) -> Self {
        Self { kind: entry.signum(), nearness: -entry, entry }
    }
}

/// A bit for every number of a part.
struct Marks(Vec<AtomicU64>);

impl Marks {
    fn none(numbers: usize) -> Self {
        Self((0..numbers.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    fn set(&self, number: usize) {
        self.0[number / 64].fetch_or(1 << (number % 64), Ordering::Relaxed);
    }
}

/// Every position that the side which is not to move may have come from by a quiet turn, and perhaps some more.
fn each_before(placing: Placing, mut seen: impl FnMut(Placing)) {
    let Placing { own, other, frogs } = placing;
    let empty = POND & !(own | other);
    for to in each(other) {
        let is_frog = frogs & to.bit() != 0;
        let mut from = 0;
        // Steps end on water. A tadpole comes from water, a frog perhaps from a lily pad.
        if to.bit() & LILIES == 0 {
            let cells = if is_frog { empty } else { empty & WATER };
            from |= DIRECTIONS.iter().fold(0, |all, &way| all | shift(to.bit(), way)) & cells;
        }
        if is_frog {
            // Hops over own frogs are the same backwards.
            from |= spread(to.bit(), other & frogs & !to.bit(), empty);
        }
        for from in each(from & !to.bit()) {
            seen(placing.before(from, to));
        }
    }
    // A turn that leaves everything where it is: a pass, or a chain that comes back to where it began.
    seen(Placing { own: other, other: own, frogs });
}

/// The cells that a frog gets to by hops over these pieces, its own among them.
fn spread(from: Cells, over: Cells, empty: Cells) -> Cells {
    let mut reached = from;
    loop {
        let further = DIRECTIONS
            .iter()
            .fold(reached, |all, &way| all | (shift(shift(reached, way) & over, way) & empty));
        if further == reached {
            return reached;
        }
        reached = further;
    }
}
