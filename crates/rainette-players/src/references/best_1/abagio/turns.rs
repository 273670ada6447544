//! Whole turns: all the ways to play a roll.

use rainette_core::{Actions, Game as _};
use rainette_games::abagio::{Abagio, Action, Chance, Phase};

use super::evaluation::Judge;

/// The 21 rolls, each with its weight out of 36.
pub(crate) fn rolls() -> impl Iterator<Item = (Chance, f32)> {
    (1..=6_u8).flat_map(|larger| {
        (1..=larger).map(move |smaller| {
            let roll = Chance::roll([larger, smaller]).expect("two dice");
            (roll, if larger == smaller { 1.0 } else { 2.0 })
        })
    })
}

/// Finds the positions at the end of a turn's leaps, each once.
pub(crate) struct Turns {
    actions: Actions<Abagio>,
    open: Vec<(Abagio, u64)>,
    /// Where each key was last seen: an open table of keys and the search they belong to.
    seen: Vec<(u64, u32)>,
    search: u32,
    ends: Vec<(Abagio, u64)>,
}

const SEEN: usize = 1 << 14;

impl Turns {
    pub(crate) fn new() -> Self {
        Self {
            actions: Actions::new(),
            open: Vec::new(),
            seen: vec![(0, 0); SEEN],
            search: 0,
            ends: Vec::new(),
        }
    }

    /// The positions in which the leaps of the turn are over, each with the key of the leaps that lead there. `key`
    /// stands for leaps made before.
    pub(crate) fn ends(&mut self, position: &Abagio, key: u64) -> &[(Abagio, u64)] {
        self.ends.clear();
        if position.phase() != Phase::Leaps {
            self.ends.push((*position, key));
            return &self.ends;
        }
        self.search += 1;
        self.open.push((*position, key));
        while let Some((position, key)) = self.open.pop() {
            position.legal_actions(&mut self.actions);
            for number in 0..self.actions.len() {
                let action = self.actions[number];
                let next = position.after(action);
                let key = key_after(key, action, &position, &next);
                if !self.is_new(key) {
                    continue;
                }
                if next.phase() == Phase::Leaps {
                    self.open.push((next, key));
                } else {
                    self.ends.push((next, key));
                }
            }
        }
        &self.ends
    }

    /// The best end of the leaps, with the chance of winning it gives the seat that leaps.
    pub(crate) fn best(&mut self, judge: &Judge, position: &Abagio) -> (Abagio, f32) {
        self.ends(position, 0);
        let mut best = (*position, -1.0);
        for (end, _) in &self.ends {
            let value = judge.after_leaps(end);
            if value > best.1 {
                best = (*end, value);
            }
        }
        best
    }

    fn is_new(&mut self, key: u64) -> bool {
        let mut place = (key >> 40) as usize % SEEN;
        loop {
            let entry = &mut self.seen[place];
            if entry.1 != self.search {
                *entry = (key, self.search);
                return true;
            }
            if entry.0 == key {
                return false;
            }
            place = (place + 1) % SEEN;
        }
    }
}

/// The key of leaps, in whatever order they were made, and of what they hit: an order in which another frog is hit
/// leads elsewhere.
#[inline]
pub(crate) fn key_after(key: u64, action: Action, before: &Abagio, after: &Abagio) -> u64 {
    let Action::Leap(leap) = action else { return key };
    let other = before.mover().next(2);
    let hit = u64::from(after.on_root(other) - before.on_root(other));
    let number = u64::from(leap.from().distance()) << 3 | u64::from(leap.die());
    key.wrapping_add(mix(number)).wrapping_add(hit * mix(256 + u64::from(leap.to().distance())))
}

#[inline]
const fn mix(number: u64) -> u64 {
    let mixed = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}
