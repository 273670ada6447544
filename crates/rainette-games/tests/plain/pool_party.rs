//! Pool Party, told plainly: a second reading of the rules that the fast engine is checked against.
//!
//! Every action that could be written down at all is held against the rules, one by one.

use std::collections::BTreeMap;

use super::{Plain, Waits};

/// The lanes are numbered from 1 (innermost) to 5 (rim).
const LANES: usize = 5;
/// The spaces of a lane are numbered from 0 to 23, clockwise.
const SPACES: usize = 24;
/// The sector where frogs enter; afterwards a space like any other.
const RAMP: usize = 0;
/// The game is a draw after this many turns, all seats and passes counted.
const TURNS: usize = 1000;
const FACES: usize = 6;

/// One frog of the mover and the number of spaces it moves, in a single jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hop {
    lane: usize,
    steps: usize,
}

impl Hop {
    fn written(self) -> String {
        format!("{}+{}", self.lane, self.steps)
    }

    fn read(text: &str) -> Hop {
        let (lane, steps) = text.split_once('+').expect("a hop has a plus sign");
        Hop {
            lane: lane.parse().expect("a lane is a number"),
            steps: steps.parse().expect("steps are a number"),
        }
    }
}

/// The table of a game of Pool Party.
#[derive(Clone, Debug)]
pub struct PoolParty {
    seats: usize,
    /// The space of each frog by seat and lane; frogs still on the stack are missing.
    frogs: BTreeMap<(usize, usize), usize>,
    /// Turns finished so far, all seats together.
    turns: usize,
    /// The roll to be played, larger die first.
    dice: Option<(usize, usize)>,
    /// The winners, once the game is over.
    end: Option<Vec<usize>>,
}

impl PoolParty {
    fn mover(&self) -> usize {
        self.turns % self.seats
    }

    /// The number of the mover's own turn, from 1.
    fn own_turn(&self) -> usize {
        self.turns / self.seats + 1
    }

    /// The seat whose frog stands on a space. At most one frog stands on a space.
    fn frog_on(&self, lane: usize, space: usize) -> Option<usize> {
        (0..self.seats).find(|&seat| self.frogs.get(&(seat, lane)) == Some(&space))
    }

    /// Empties a space: its frog goes one space on, and a frog standing there is pushed along too.
    fn push(&mut self, lane: usize, space: usize) {
        if let Some(seat) = self.frog_on(lane, space) {
            let next = (space + 1) % SPACES;
            self.push(lane, next);
            self.frogs.insert((seat, lane), next);
        }
    }

    /// Moves one frog clockwise over whatever is in between; only the landing space pushes.
    /// A frog from the stack counts from the ramp without ever being in the way there.
    fn hop(&mut self, seat: usize, hop: Hop) {
        let from = self.frogs.remove(&(seat, hop.lane)).unwrap_or(RAMP);
        let to = (from + hop.steps) % SPACES;
        self.push(hop.lane, to);
        self.frogs.insert((seat, hop.lane), to);
    }

    /// Whether the seat's five frogs stand in one line from the island to the rim.
    fn has_line(&self, seat: usize) -> bool {
        let innermost = self.frogs.get(&(seat, 1));
        innermost.is_some() && (2..=LANES).all(|lane| self.frogs.get(&(seat, lane)) == innermost)
    }

    /// Whether the mover has a line after one of the hops alone.
    fn line_by_one_alone(&self, mover: usize, hops: &[Hop]) -> bool {
        hops.iter().any(|&hop| {
            let mut table = self.clone();
            table.hop(mover, hop);
            table.has_line(mover)
        })
    }

    /// The first seat with a line, beginning with the mover and going round in turn order.
    fn first_line(&self, mover: usize) -> Option<usize> {
        (0..self.seats).map(|further| (mover + further) % self.seats).find(|&seat| self.has_line(seat))
    }

    /// Carries out a whole action. Opponents' lines count only once it is complete.
    fn play(&mut self, hops: &[Hop]) {
        let mover = self.mover();
        let early = self.line_by_one_alone(mover, hops);
        for &hop in hops {
            self.hop(mover, hop);
        }
        self.turns += 1;
        self.dice = None;
        if early {
            self.end = Some(vec![mover]);
        } else if let Some(winner) = self.first_line(mover) {
            self.end = Some(vec![winner]);
        } else if self.turns == TURNS {
            self.end = Some(vec![]);
        }
    }

    /// Turn 1 enters lanes 1 and 2, turn 2 lanes 3 and 4, turn 3 lane 5 beside any other frog;
    /// from turn 4 any two different frogs may move.
    fn lanes_may_pair(&self, lower: usize, upper: usize) -> bool {
        match self.own_turn() {
            1 => (lower, upper) == (1, 2),
            2 => (lower, upper) == (3, 4),
            3 => lower < upper && upper == LANES,
            _ => lower < upper,
        }
    }

    /// Two frogs take one die each; the mover decides which takes which.
    fn may_pair(&self, dice: (usize, usize), lower: Hop, upper: Hop) -> bool {
        let (larger, smaller) = dice;
        let shared = (lower.steps, upper.steps);
        self.lanes_may_pair(lower.lane, upper.lane)
            && (shared == (larger, smaller) || shared == (smaller, larger))
    }

    /// From turn 4 one frog may move by the sum, or by the difference if that is positive.
    fn may_go_alone(&self, dice: (usize, usize), hop: Hop) -> bool {
        let (larger, smaller) = dice;
        let by_sum = hop.steps == larger + smaller;
        let by_difference = hop.steps > 0 && hop.steps == larger - smaller;
        self.own_turn() >= 4 && (by_sum || by_difference)
    }

    /// From turn 4 the mover may pass after a double.
    fn may_pass(&self, dice: (usize, usize)) -> bool {
        self.own_turn() >= 4 && dice.0 == dice.1
    }

    fn actions(&self, dice: (usize, usize)) -> Vec<String> {
        let mut actions = Vec::new();
        if self.may_pass(dice) {
            actions.push("pass".to_string());
        }
        for hop in every_hop(2 * FACES) {
            if self.may_go_alone(dice, hop) {
                actions.push(hop.written());
            }
        }
        for lower in every_hop(FACES) {
            for upper in every_hop(FACES) {
                if self.may_pair(dice, lower, upper) {
                    actions.push(format!("{} {}", lower.written(), upper.written()));
                }
            }
        }
        actions.sort();
        actions.dedup();
        actions
    }
}

/// Every hop up to a number of steps that could be written down.
fn every_hop(most: usize) -> impl Iterator<Item = Hop> {
    (1..=LANES).flat_map(move |lane| (0..=most).map(move |steps| Hop { lane, steps }))
}

/// The thirty-six throws of two dice, counted by what is written for them.
fn every_roll() -> Vec<(String, u128)> {
    let mut rolls = BTreeMap::new();
    for one in 1..=FACES {
        for other in 1..=FACES {
            let roll = format!("roll {} {}", one.max(other), one.min(other));
            *rolls.entry(roll).or_insert(0) += 1;
        }
    }
    rolls.into_iter().collect()
}

fn read_roll(text: &str) -> (usize, usize) {
    let (larger, smaller) = text.split_once(' ').expect("a roll has two dice");
    (larger.parse().expect("a die is a number"), smaller.parse().expect("a die is a number"))
}

impl Plain for PoolParty {
    fn start(seats: usize, _options: &[(&str, i64)]) -> Self {
        PoolParty { seats, frogs: BTreeMap::new(), turns: 0, dice: None, end: None }
    }

    fn waits(&self) -> Waits {
        if self.end.is_some() {
            Waits::Over
        } else if self.dice.is_some() {
            Waits::Seat(self.mover())
        } else {
            Waits::Chance
        }
    }

    fn legal(&self) -> Vec<String> {
        match self.dice {
            Some(dice) => self.actions(dice),
            None => vec![],
        }
    }

    fn chances(&self) -> Option<Vec<(String, u128)>> {
        if self.waits() == Waits::Chance { Some(every_roll()) } else { Some(vec![]) }
    }

    fn happen(&mut self, event: &str) {
        if let Some(roll) = event.strip_prefix("roll ") {
            self.dice = Some(read_roll(roll));
        } else if event == "pass" {
            self.play(&[]);
        } else {
            let hops: Vec<Hop> = event.split(' ').map(Hop::read).collect();
            self.play(&hops);
        }
    }

    fn winners(&self) -> Vec<usize> {
        self.end.clone().unwrap_or_default()
    }

    /// The game does not score.
    fn scores(&self) -> Option<Vec<i64>> {
        None
    }
}
