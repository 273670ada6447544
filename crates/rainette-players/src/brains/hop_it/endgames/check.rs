//! Entries held against the engine: does each follow from what its turns lead to?

use rainette_core::{Actions, Game as _, Random as _, Seat, Turn};
use rainette_games::hop_it::{Cells, HopIt, QUIET_TURNS, each};

use super::index::Placing;
use super::material::Class;
use super::{Endgames, Entry, Fate, Part, UNUSED};
use crate::random::Generator;

/// How many entries of each kind were found right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Positions that the side to move wins.
    pub won: u64,
    /// Positions that nobody wins.
    pub drawn: u64,
    /// Positions that the side to move loses.
    pub lost: u64,
}

/// What the positions with one side to move come to, each of those that differ only by a symmetry of the pond counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shares {
    /// The class, the side to move named first.
    pub name: String,
    /// Positions that the side to move wins.
    pub won: u64,
    /// Positions that nobody wins.
    pub drawn: u64,
    /// Positions that the side to move loses.
    pub lost: u64,
    /// The longest way to a turn that is not quiet, of all that are won or lost.
    pub longest: u8,
}

impl Endgames {
    /// What the positions of a class come to, with each side to move.
    pub(crate) fn shares(&self, class: Class) -> Vec<Shares> {
        let parts = class
            .materials()
            .filter_map(|material| self.parts[material.number()].as_ref().map(|part| (material, part)));
        let shares = parts.map(|(material, part)| {
            let name = format!("{}-{}", material.own, material.other);
            let mut shares = Shares { name, won: 0, drawn: 0, lost: 0, longest: 0 };
            for (number, &entry) in part.entries.iter().enumerate().filter(|&(_, &entry)| entry != UNUSED) {
                let likes = part.index.placing(number).likes();
                match entry {
                    0 => shares.drawn += likes,
                    1.. => shares.won += likes,
                    _ => shares.lost += likes,
                }
                shares.longest = shares.longest.max(entry.unsigned_abs());
            }
            shares
        });
        shares.collect()
    }

    /// Holds up to so many entries of each kind, with each side to move, against the engine.
    pub(crate) fn check(&self, class: Class, most: usize, seed: u64) -> Result<Checked, String> {
        let mut checked = Checked::default();
        for (part, place) in class.materials().filter_map(|m| self.parts[m.number()].as_ref()).zip(0..) {
            let mut random = Generator::of(seed, place);
            let kinds = [(1, &mut checked.won), (0, &mut checked.drawn), (-1, &mut checked.lost)];
            for (kind, count) in kinds {
                for number in sample(part, kind, most, &mut random) {
                    self.check_entry(part, number, &mut random)
                        .map_err(|wrong| format!("{wrong}, in the table `{class}`"))?;
                    *count += 1;
                }
            }
        }
        Ok(checked)
    }

    fn check_entry(&self, part: &Part, number: usize, random: &mut Generator) -> Result<(), String> {
        let placing = part.index.placing(number);
        let entry = part.entries[number];
        let turns = entry.unsigned_abs();
        // With the fewest quiet turns behind it, with the most that leave the win in time, and with one too many.
        let some = random.below(u32::from(QUIET_TURNS)) as u8;
        for quiet in [0, QUIET_TURNS - turns, QUIET_TURNS + 1 - turns, some] {
            if quiet >= QUIET_TURNS {
                continue;
            }
            let (said, found) = (Fate::of(entry, quiet), self.fate_by_turns(&placing.position(quiet)));
            if found.map(kind) != Some(kind(said)) {
                let pieces = words(placing);
                return Err(format!("{pieces} after {quiet} quiet turns: {said:?} said, {found:?} found"));
            }
        }
        Ok(())
    }

    /// What becomes of a position, from what the tables say of those that its turns lead to: by the actions that the
    /// engine lists, one after the other. None if one of those positions is in no table.
    fn fate_by_turns(&self, position: &HopIt) -> Option<Fate> {
        let Turn::Seat(seat) = position.turn() else { return None };
        let mut best = None;
        self.follow(position, seat, &mut best).then_some(best).flatten()
    }

    /// Says whether all that follows is known.
    fn follow(&self, position: &HopIt, seat: Seat, best: &mut Option<Fate>) -> bool {
        let mut actions = Actions::new();
        position.legal_actions(&mut actions);
        actions.iter().all(|&action| {
            let after = position.after(action);
            let fate = match (after.turn(), after.result()) {
                (Turn::Seat(turn), _) if turn == seat => return self.follow(&after, seat, best),
                (_, Some(outcome)) if outcome.winners.is_empty() => Fate::Drawn,
                (_, Some(outcome)) if outcome.winners.contains(seat) => Fate::Won(1),
                (_, Some(_)) => Fate::Lost(1),
                (_, None) => match self.look(&after) {
                    Some(Fate::Won(turns)) => Fate::Lost(turns),
                    Some(Fate::Drawn) => Fate::Drawn,
                    Some(Fate::Lost(turns)) => Fate::Won(turns),
                    None => return false,
                },
            };
            if best.is_none_or(|best| kind(fate) > kind(best)) {
                *best = Some(fate);
            }
            true
        })
    }
}

fn kind(fate: Fate) -> i8 {
    match fate {
        Fate::Won(_) => 1,
        Fate::Drawn => 0,
        Fate::Lost(_) => -1,
    }
}

/// Numbers of up to so many entries of a kind, any of them as likely as any other.
fn sample(part: &Part, kind: i8, most: usize, random: &mut Generator) -> Vec<usize> {
    let is_of_kind = |entry: Entry| entry != UNUSED && entry.signum() == kind;
    let mut chosen = Vec::with_capacity(most.min(part.entries.len()));
    let numbers = (0..part.entries.len()).filter(|&number| is_of_kind(part.entries[number]));
    for (seen, number) in numbers.enumerate() {
        if chosen.len() < most {
            chosen.push(number);
        } else if let Some(place) = chosen.get_mut(random.below(seen as u32 + 1) as usize) {
            *place = number;
        }
    }
    chosen
}

/// The pieces of a position, such as `c1F b2T d6f e5t`: capitals for the side to move.
fn words(placing: Placing) -> String {
    let side = |cells: Cells, frog: char, tadpole: char| {
        each(cells).map(move |cell| {
            let kind = if placing.frogs & cell.bit() == 0 { tadpole } else { frog };
            format!("{}{kind}", cell.spot())
        })
    };
    let all: Vec<_> = side(placing.own, 'F', 'T').chain(side(placing.other, 'f', 't')).collect();
    all.join(" ")
}
