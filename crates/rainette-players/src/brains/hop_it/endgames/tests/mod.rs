//! Are the tables what they say they are?

mod play;

use std::sync::Arc;

use rainette_core::{Actions, Game as _, Random as _, Seat, Turn};
use rainette_games::hop_it::{Cells, HopIt, POND, QUIET_TURNS, WATER, each};

use super::index::{Index, Placing};
use super::material::{Class, MOST_PIECES, Material};
use super::{Endgames, Fate, FileError, UNUSED};
use crate::player::Cancel;
use crate::random::Generator;

const WHITE: Seat = Seat::new(0);
const BLACK: Seat = Seat::new(1);

fn class(name: &str) -> Class {
    name.parse().expect("a class")
}

/// The tables of two pieces each, those of these classes solved anew.
fn solved(names: &[&str]) -> Endgames {
    let mut tables = Endgames::none();
    for name in names {
        assert!(tables.solve(class(name), 2, &Cancel::default(), &mut |_| {}));
    }
    tables
}

/// So many random positions of a material.
fn random_placings(material: Material, count: usize, random: &mut Generator) -> Vec<Placing> {
    let mut placed = |count: u8, region: Cells, taken: &mut Cells| {
        let mut set: Cells = 0;
        while set.count_ones() < u32::from(count) {
            let free: Vec<_> = each(region & !(*taken | set)).collect();
            set |= free[random.below(free.len() as u32) as usize].bit();
        }
        *taken |= set;
        set
    };
    let placing = |_| {
        let mut taken = 0;
        let tadpoles = [material.own, material.other].map(|side| placed(side.tadpoles, WATER, &mut taken));
        let frogs = [material.own, material.other].map(|side| placed(side.frogs, POND, &mut taken));
        Placing { own: tadpoles[0] | frogs[0], other: tadpoles[1] | frogs[1], frogs: frogs[0] | frogs[1] }
    };
    (0..count).map(placing).collect()
}

fn mirrored(placing: Placing, is_far_near: bool) -> Placing {
    let cells = |cells: Cells| {
        each(cells).fold(0, |all, cell| {
            let (file, row) = (cell.file(), cell.row());
            let (file, row) = if is_far_near { (file, 6 - row) } else { (10 - file, row) };
            all | rainette_games::hop_it::Cell::at(file, row).expect("a cell").bit()
        })
    };
    Placing { own: cells(placing.own), other: cells(placing.other), frogs: cells(placing.frogs) }
}

#[test]
fn numbers_lead_to_positions_and_back() {
    let mut random = Generator::new(1);
    for class in Class::all(MOST_PIECES) {
        for material in class.materials() {
            let index = Index::new(material);
            for placing in random_placings(material, 50, &mut random) {
                let number = index.number(placing);
                assert!(number < index.len(), "{class} {placing:?}");
                let used = index.used(number).expect("the number of a position is used");
                assert_eq!(index.number(mirrored(placing, false)), number, "{class} {placing:?}");
                assert_eq!(index.number(mirrored(placing, true)), number, "{class} {placing:?}");
                let likes = [used, mirrored(used, false), mirrored(used, true)];
                let turned_round = mirrored(mirrored(used, true), false);
                assert!(likes.contains(&placing) || turned_round == placing, "{class} {placing:?} {used:?}");
            }
        }
    }
}

#[test]
fn every_position_with_two_pieces_each_has_a_number_of_its_own() {
    let materials = Class::all(4).into_iter().flat_map(Class::materials);
    let positions = materials.map(|material| {
        let index = Index::new(material);
        let used = (0..index.len()).filter_map(|number| index.used(number));
        used.map(Placing::likes).sum::<u64>()
    });
    assert_eq!(positions.sum::<u64>(), PLACINGS);
}

/// All positions with two pieces each, solved by trying everything: forwards, without symmetries, with one turn left until
/// the draw, with two, and so on, by nothing but the actions that the engine lists.
struct Plain {
    /// Every pair of cells.
    pairs: Vec<Cells>,
    /// 1 if the side to move wins with all turns left until the draw, 0 if it draws, -1 if it loses.
    values: Vec<i8>,
}

/// What the turns of a position lead to.
struct Ahead {
    place: usize,
    /// The best of those that are not quiet.
    known: Option<i8>,
    /// The places of all others in the list of quiet ones.
    quiet: std::ops::Range<usize>,
}

impl Plain {
    fn new() -> Self {
        let cells: Vec<_> = each(POND).collect();
        let pairs = (0..cells.len()).flat_map(|high| (0..high).map(move |low| (low, high)));
        let pairs: Vec<_> = pairs.map(|(low, high)| cells[low].bit() | cells[high].bit()).collect();
        Self { values: vec![0; 16 * pairs.len() * pairs.len()], pairs }
    }

    /// The place of a position: which of its pieces are frogs, the lower and the higher one of the side to move and of
    /// the other side, and where they stand.
    fn place(&self, own: Cells, other: Cells, frogs: Cells) -> usize {
        let rank = |bit: Cells| (POND & (bit - 1)).count_ones() as usize;
        let split = |pair: Cells| [pair & pair.wrapping_neg(), pair & (pair - 1)];
        let pair = |pair: Cells| {
            let [low, high] = split(pair).map(rank);
            high * (high - 1) / 2 + low
        };
        let [low, high] = split(own);
        let [other_low, other_high] = split(other);
        let kind = [low, high, other_low, other_high]
            .iter()
            .fold(0, |kind, &piece| 2 * kind + usize::from(frogs & piece != 0));
        (kind * self.pairs.len() + pair(own)) * self.pairs.len() + pair(other)
    }

    /// The position of a place, if pieces can stand so.
    fn placing(&self, place: usize) -> Option<Placing> {
        let count = self.pairs.len();
        let (kind, own, other) =
            (place / count / count, self.pairs[place / count % count], self.pairs[place % count]);
        let split = |pair: Cells| [pair & pair.wrapping_neg(), pair & (pair - 1)];
        let pieces = [split(own), split(other)].concat();
        let frogs = (0..4).filter(|at| kind >> (3 - at) & 1 == 1).fold(0, |all, at| all | pieces[at]);
        let fits = own & other == 0 && (own | other) & !frogs & !WATER == 0;
        fits.then_some(Placing { own, other, frogs })
    }

    /// What the turns of a position lead to; quiet ones are put into the list.
    fn ahead(&self, place: usize, placing: Placing, quiet: &mut Vec<u32>) -> Ahead {
        let start = quiet.len();
        let mut known = None;
        each_turn(&placing.position(0), &mut |after| {
            let value = if let Some(outcome) = after.result() {
                if outcome.winners.contains(WHITE) { 1 } else { -1 }
            } else {
                let place = self.place(after.pieces(BLACK), after.pieces(WHITE), after.frogs());
                if after.quiet_turns() > 0 {
                    quiet.push(place as u32);
                    return;
                }
                -self.values[place]
            };
            known = known.max(Some(value));
        });
        Ahead { place, known, quiet: start..quiet.len() }
    }

    /// Solves all positions with so many tadpoles; those with fewer must be solved. Says of every number of turns left
    /// what the positions are worth.
    fn solve(&mut self, tadpoles: u32, mut seen: impl FnMut(u8, &[Ahead], &[i8])) {
        let count = self.pairs.len() * self.pairs.len();
        let kinds = (0..16_usize).filter(|kind| kind.count_ones() == 4 - tadpoles);
        let places = kinds.flat_map(|kind| kind * count..(kind + 1) * count);
        let mut quiet = Vec::new();
        let positions: Vec<Ahead> =
            places.filter_map(|place| Some(self.ahead(place, self.placing(place)?, &mut quiet))).collect();
        let mut before = vec![0; self.values.len()];
        let mut now = before.clone();
        for left in 1..=QUIET_TURNS {
            for position in &positions {
                let later = quiet[position.quiet.clone()].iter().map(|&next| -before[next as usize]);
                now[position.place] = later.chain(position.known).max().expect("a turn, if only a pass");
            }
            seen(left, &positions, &now);
            std::mem::swap(&mut before, &mut now);
        }
        for position in &positions {
            self.values[position.place] = before[position.place];
        }
    }
}

/// Every position that a turn can lead to, by the actions that the engine lists.
fn each_turn(position: &HopIt, seen: &mut impl FnMut(&HopIt)) {
    let Turn::Seat(seat) = position.turn() else { return };
    let mut actions = Actions::new();
    position.legal_actions(&mut actions);
    for &action in actions.iter() {
        let after = position.after(action);
        if after.turn() == Turn::Seat(seat) { each_turn(&after, seen) } else { seen(&after) }
    }
}

#[test]
fn two_pieces_each_are_what_trying_everything_says_with_any_number_of_turns_left() {
    let tables = Endgames::built_in();
    let mut plain = Plain::new();
    let mut seen = [0_u64; 3];
    for tadpoles in 0..=4 {
        let mut entries = Vec::new();
        let pairs = Plain { pairs: plain.pairs.clone(), values: Vec::new() };
        plain.solve(tadpoles, |left, positions, values| {
            if left == 1 {
                let placings = positions.iter().map(|position| pairs.placing(position.place));
                entries = placings
                    .map(|placing| tables.entry(placing.expect("a position")).expect("it is in a table"))
                    .collect();
            }
            for (position, &entry) in positions.iter().zip(&entries) {
                let said = match Fate::of(entry, QUIET_TURNS - left) {
                    Fate::Won(_) => 1,
                    Fate::Drawn => 0,
                    Fate::Lost(_) => -1,
                };
                assert_eq!(
                    said,
                    values[position.place],
                    "{entry} {left} {:?}",
                    pairs.placing(position.place)
                );
                seen[(said + 1) as usize] += u64::from(left == QUIET_TURNS);
            }
        });
    }
    // Every way to place two pieces on each side.
    assert_eq!(seen.iter().sum::<u64>(), PLACINGS, "{seen:?}");
    assert!(seen.iter().all(|&seen| seen > 100_000), "{seen:?}");
}

/// In how many ways two pieces of each side can stand, tadpoles on water only.
const PLACINGS: u64 = {
    const fn ways(cells: u64, count: u64) -> u64 {
        match count {
            0 => 1,
            1 => cells,
            _ => cells * (cells - 1) / 2,
        }
    }
    let mut all = 0;
    let mut kind = 0;
    while kind < 9 {
        let (own, other) = (kind / 3, kind % 3);
        all += ways(31, own)
            * ways(31 - own, other)
            * ways(39 - own - other, 2 - own)
            * ways(37 - other, 2 - other);
        kind += 1;
    }
    all
};

#[test]
fn what_is_built_in_is_what_is_solved_anew() {
    let (built_in, anew) = (Endgames::built_in(), solved(&["ff-ff", "ff-ft"]));
    for name in ["ff-ff", "ff-ft"] {
        assert!(anew.bytes_of(class(name)) == built_in.bytes_of(class(name)), "{name}");
    }
    assert!(Class::all(4).into_iter().all(|class| built_in.has(class)));
    assert_eq!(built_in.most_pieces(), 4);
}

#[test]
fn sampled_entries_follow_from_their_turns() {
    let mut tables = Endgames::clone(&Endgames::built_in());
    for class in Class::all(4) {
        let checked = tables.check(class, 1_000, 1).expect("every entry follows");
        assert!(checked.drawn > 0, "{class} {checked:?}");
    }
    // An entry that says something else is found.
    let class = class("ff-ff");
    let material = class.materials().next().expect("a side to move");
    for wrong in [0, 1, 2, -1, -2, 50, -50] {
        let part = tables.parts[material.number()].as_mut().expect("a part");
        let mut entries = part.entries.clone();
        entries.fill(wrong);
        tables.put(class, [entries].into_iter());
        assert!(tables.check(class, 1_000, 1).is_err(), "{wrong}");
        tables = Endgames::clone(&Endgames::built_in());
    }
}

#[test]
fn one_wrong_entry_is_found() {
    let built_in = Endgames::built_in();
    let class = class("ff-ff");
    let material = class.materials().next().expect("a side to move");
    let part = Arc::clone(built_in.parts[material.number()].as_ref().expect("a part"));
    let mut random = Generator::new(2);
    for _ in 0..8 {
        let number = random.below(part.entries.len() as u32) as usize;
        if part.entries[number] == UNUSED {
            continue;
        }
        let wrong = match part.entries[number] {
            0 => 3,
            // A turn more is wrong as well.
            turns @ (1..50 | -49..0) => turns + turns.signum(),
            _ => 0,
        };
        let mut tables = Endgames::clone(&built_in);
        let mut entries = part.entries.clone();
        entries[number] = wrong;
        tables.put(class, [entries].into_iter());
        assert!(tables.check(class, usize::MAX, 1).is_err(), "{number} {wrong}");
    }
}

#[test]
fn tables_are_the_same_on_any_number_of_threads() {
    let [one, three] = [1, 3].map(|threads| {
        let mut tables = Endgames::none();
        assert!(tables.solve(class("ff-ff"), threads, &Cancel::default(), &mut |_| {}));
        tables.bytes_of(class("ff-ff")).expect("it is solved")
    });
    assert!(one == three);
}

#[test]
fn a_solver_stops_if_it_is_told_to() {
    let cancel = Cancel::default();
    cancel.cancel();
    let mut tables = Endgames::none();
    assert!(!tables.solve(class("ff-ff"), 1, &cancel, &mut |_| {}));
    assert!(!tables.has(class("ff-ff")));
}

#[test]
fn a_class_is_solved_after_those_it_leads_to() {
    let mut tables = Endgames::none();
    assert!(tables.can_solve(class("ff-ff")));
    assert!(!tables.can_solve(class("ff-ft")));
    assert!(!Endgames::built_in().can_solve(class("fft-ff")));
    assert!(Endgames::built_in().can_solve(class("fff-ff")));
    tables.put(class("ff-ff"), std::iter::once(Vec::new()));
    assert!(tables.can_solve(class("ff-ft")));
    assert!(!tables.can_solve(class("ft-ft")));
    let order = Class::all(MOST_PIECES);
    assert_eq!(order.len(), 6 + 12 + 10 + 15);
    assert!(order.iter().all(|class| class.to_string().parse() == Ok(*class)));
}

#[test]
fn files_are_read_as_they_were_written_or_refused() {
    let bytes = Endgames::built_in().bytes_of(class("ff-ff")).expect("it is built in");
    let mut tables = Endgames::none();
    assert_eq!(tables.add(&bytes), Ok("ff-ff".to_owned()));
    assert_eq!(tables.bytes_of(class("ff-ff")), Some(bytes.clone()));
    let mut refused = |bytes: &[u8]| tables.add(bytes).expect_err("it is no table");
    // Cut short anywhere, or too long.
    for length in [0, 5, 20, 40, 50, bytes.len() / 2, bytes.len() - 1] {
        let error = refused(&bytes[..length]);
        assert!(matches!(error, FileError::NotATable | FileError::Length { .. }), "{length} {error}");
    }
    let longer = [bytes.as_slice(), &[0]].concat();
    assert!(matches!(refused(&longer), FileError::Length { .. }));
    // Any bit that is not what was written, after the first line.
    let start = bytes.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
    for at in [start, start + 7, start + 8, bytes.len() / 2, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert_eq!(refused(&damaged), FileError::Damaged("ff-ff".to_owned()), "{at}");
    }
    let told = |line: &str| [line.as_bytes(), &bytes[start - 1..]].concat();
    assert_eq!(refused(&told("something else")), FileError::NotATable);
    let outdated = FileError::Outdated { found: "1 hop-it.0".to_owned(), expected: "1 hop-it.1".to_owned() };
    assert_eq!(refused(&told("rainette-endgames 1 hop-it.0 ff-ff")), outdated);
    let unknown = FileError::UnknownClass("fx-ff".to_owned());
    assert_eq!(refused(&told("rainette-endgames 1 hop-it.1 fx-ff")), unknown);
    assert!(matches!(refused(&told("rainette-endgames 1 hop-it.1 ff-ft")), FileError::Length { .. }));
}
