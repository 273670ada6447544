//! What a position is worth to each seat, as learned from games.
//!
//! Each seat has marks: its points, lilies within one move and further ahead, what waits on the pads where its frogs
//! would land, who will take the lilies of Arrival, and how soon it moves. Weighed and added up they say how strong
//! the seat stands, and the shares of a win follow from all seats' strength. Weights change as the end comes near.

use std::sync::LazyLock;

use rainette_core::{Actions, Game as _, Seat, Turn};
use rainette_games::china_moon::{Bouquet, ChinaMoon, Landing, Lily, Pad, Stand, Symbol};

use crate::player::{Values, worth};

/// The fewest and the most that can play.
pub(crate) const SEATS: std::ops::RangeInclusive<usize> = 3..=MOST_SEATS;
const MOST_SEATS: usize = 5;
pub(super) const ARRIVAL: usize = 47;
pub(super) const LAST: usize = 46;
/// No way leads there.
pub(super) const NEVER: u8 = u8::MAX;

/// When a frog can be moved by its owner: by the mover now, by those who follow, or by the mover a round later since
/// it was moved already.
const TIMES: usize = MOST_SEATS + 1;
const A_ROUND_LATER: usize = MOST_SEATS;
/// Distances to a lily that are told apart.
const DISTANCES: usize = 15;
/// Distances to Arrival that are told apart.
const STRETCHES: usize = 4;

// The marks of a seat, each group from its first number on.
const SCORE: usize = 0;
const DEAREST: usize = SCORE + 1;
const NEAR: usize = DEAREST + 1;
const TRICKSTER: usize = NEAR + 2 * TIMES;
const BUTTERFLY: usize = TRICKSTER + TIMES;
const SPRING: usize = BUTTERFLY + TIMES;
const BLACK: usize = SPRING + TIMES;
const HOME: usize = BLACK + TIMES;
const VICTIM: usize = HOME + TIMES;
const FAR: usize = VICTIM + 1;
const PLACE: usize = FAR + 2 * DISTANCES;
const FRONT: usize = PLACE + 4 * STRETCHES;
const TOTAL: usize = FRONT + 1;
const ARRIVED: usize = TOTAL + 1;
const TEMPO: usize = ARRIVED + 1;
/// How many marks a seat has.
pub(crate) const MARKS: usize = TEMPO + 3 + MOST_SEATS;

/// The frog moves to the end of the game at which weights are given; in between they change evenly.
const KNOTS: [f32; 4] = [0.0, 10.0, 30.0, 72.0];

/// Weights for one number of seats: those of all marks at each knot.
pub(crate) type Weights = [[f32; MARKS]; KNOTS.len()];

/// Points are of this size to the marks, so that all marks are of like size.
const POINT: f32 = 0.25;

/// Says what each seat can expect of a position, by its marks and their weights.
pub(crate) struct Judge {
    /// Steps from Start and from each pad to each pad and Arrival.
    steps: [[u8; ARRIVAL + 1]; LAST + 1],
    symbols: Symbols,
    /// For three seats, four and five.
    pub(crate) weights: [Weights; 3],
}

/// Pads as bits, by what is painted on them.
struct Symbols {
    tricksters: u64,
    butterflies: u64,
    springs: u64,
}

/// The file that was learned.
static LEARNED: &[u8] = include_bytes!("../../../weights/china-moon.bin");

/// The judge with the weights that were learned.
pub(crate) static JUDGE: LazyLock<Judge> =
    LazyLock::new(|| Judge::from_bytes(LEARNED).expect("the file has a weight for every mark"));

/// Where a position stands between two knots.
#[derive(Clone, Copy)]
pub(crate) struct Phase {
    pub(crate) knot: usize,
    pub(crate) way: f32,
}

impl Judge {
    /// Knows only that points are good.
    pub(crate) fn untrained() -> Self {
        let mut weights = [[0.0; MARKS]; KNOTS.len()];
        for (weights, score) in weights.iter_mut().zip([2.0, 1.2, 0.8, 0.5]) {
            weights[SCORE] = score;
        }
        let symbol = |symbol| {
            Pad::all().filter(|pad| pad.symbol() == symbol).fold(0, |pads, pad| pads | 1 << pad.number())
        };
        let symbols = Symbols {
            tricksters: symbol(Symbol::Trickster),
            butterflies: symbol(Symbol::Butterfly),
            springs: symbol(Symbol::Spring),
        };
        Self { steps: steps(), symbols, weights: [weights; 3] }
    }

    /// Reads the weights from a file; none if it has not the right size.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut judge = Self::untrained();
        let weights = judge.weights.as_flattened_mut().as_flattened_mut();
        if bytes.len() != weights.len() * 4 {
            return None;
        }
        for (weight, bytes) in weights.iter_mut().zip(bytes.as_chunks().0) {
            *weight = f32::from_le_bytes(*bytes);
        }
        Some(judge)
    }

    /// The weights as a file.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        self.weights.as_flattened().as_flattened().iter().flat_map(|weight| weight.to_le_bytes()).collect()
    }

    /// What each seat can expect. The buffer is for lists of actions.
    pub(crate) fn evaluate(&self, position: &ChinaMoon, actions: &mut Actions<ChinaMoon>) -> Values {
        let settled = settle(*position, actions);
        match settled.result() {
            Some(outcome) => worth(&outcome, settled.seats()),
            None => self.shares(&settled),
        }
    }

    /// What each seat can expect while the mover is to choose a frog.
    fn shares(&self, position: &ChinaMoon) -> Values {
        let Phase { knot, way } = self.phase(position);
        let weights = &self.weights[position.seats() - SEATS.start()];
        let (before, after) = (&weights[knot], &weights[knot + 1]);
        let mut blend = [0.0; MARKS];
        for ((blend, before), after) in blend.iter_mut().zip(before).zip(after) {
            *blend = before + way * (after - before);
        }
        let mut strength = [0.0; MOST_SEATS];
        self.mark(position, |seat, mark, size| strength[seat] += blend[mark] * size);
        shares_of(&strength[..position.seats()])
    }

    /// How near the end is.
    pub(crate) fn phase(&self, position: &ChinaMoon) -> Phase {
        let moves: u8 = self.frontmost(position).map(|(_, steps)| steps.div_ceil(2)).sum();
        let moves = f32::from(moves).min(KNOTS[KNOTS.len() - 1]);
        let knot = (1..KNOTS.len() - 1).rfind(|&knot| KNOTS[knot] <= moves).unwrap_or(0);
        Phase { knot, way: (moves - KNOTS[knot]) / (KNOTS[knot + 1] - KNOTS[knot]) }
    }

    /// The frogs that will end the game if all go on alike, the first to arrive first: whose, and how far off. Those on
    /// Start have no owner.
    fn frontmost(&self, position: &ChinaMoon) -> impl Iterator<Item = (Option<usize>, u8)> {
        let mut frogs = [0_u64; MOST_SEATS];
        for seat in Seat::all(position.seats()) {
            frogs[seat.index()] = bits(position.frogs(seat));
        }
        let mut left = frogs.iter().fold(0, |all, frogs| all | frogs);
        let count = position.places().iter().flatten().count();
        (0..count).map(move |_| {
            let pad = left.checked_ilog2().unwrap_or(0) as usize;
            left &= !(1 << pad);
            let owner = frogs.iter().position(|frogs| frogs >> pad & 1 == 1);
            (owner, self.steps[pad][ARRIVAL])
        })
    }

    /// Gives every mark of every seat: seat, mark and size. A mark may come several times, in all it is the sum.
    pub(crate) fn mark(&self, position: &ChinaMoon, mut mark: impl FnMut(usize, usize, f32)) {
        let seats = position.seats();
        let mover = position.mover().index();
        let held: [Bouquet; MOST_SEATS] = std::array::from_fn(|seat| {
            if seat < seats { position.bouquet(Seat::new(seat)) } else { Bouquet::default() }
        });
        let places = position.places();
        let lilies: [u64; 5] = std::array::from_fn(|lily| bits(position.lilies(Lily::ALL[lily])));
        let (within, later) = within_one_move(position);
        let turns = |seat: usize| (seat + seats - mover) % seats;

        for seat in 0..seats {
            let own = held[seat];
            mark(seat, SCORE, own.score() as f32 * POINT);
            mark(seat, DEAREST, (0..3).map(|lily| gain(own, Lily::ALL[lily])).fold(0.0, f32::max) * POINT);
            mark(seat, ARRIVED, position.on_arrival(Seat::new(seat)).into());
            let tempo = if seat == mover { 2 - usize::from(position.moves()) } else { 2 + turns(seat) };
            mark(seat, TEMPO + tempo, 1.0);

            // What waits where the seat's frogs would land.
            for (landings, time) in [(within[seat], turns(seat)), (later[seat], A_ROUND_LATER)] {
                if landings == 0 {
                    continue;
                }
                let before = |other: &usize| *other != seat && turns(*other) < time;
                let others = (0..seats).filter(before).fold(0, |all, other| all | within[other]);
                for lily in [Lily::White, Lily::Yellow, Lily::Pink, Lily::Blue] {
                    let here = landings & lilies[lily.index()];
                    if here != 0 {
                        let value = gain(own, lily) * POINT;
                        let contested = (here & others).count_ones() as f32;
                        mark(seat, NEAR + time, value * (here.count_ones() as f32 - contested));
                        mark(seat, NEAR + TIMES + time, value * contested);
                    }
                }
                let there = |pads: u64| (landings & pads).count_ones() as f32;
                if landings & self.symbols.tricksters != 0 {
                    let tricksters = there(self.symbols.tricksters);
                    mark(seat, TRICKSTER + time, tricksters * swap_gain(&held, seat) * POINT);
                    for other in (0..seats).filter(|&other| other != seat) {
                        mark(other, VICTIM, tricksters * dearest_loss(held[other]) * POINT);
                    }
                }
                if landings & self.symbols.butterflies != 0 {
                    mark(seat, BUTTERFLY + time, there(self.symbols.butterflies) * least_loss(own) * POINT);
                }
                mark(seat, SPRING + time, there(self.symbols.springs));
                mark(seat, BLACK + time, there(lilies[Lily::Black.index()]));
                if let (1, Some(next)) = (landings >> ARRIVAL & 1, places.iter().find_map(|place| *place)) {
                    mark(seat, HOME + time, gain(own, next) * POINT);
                }
            }
        }
        self.mark_lilies(position, &held, &lilies, &mut mark);
        for (rank, (owner, steps)) in self.frontmost(position).enumerate() {
            let place = places.iter().flatten().nth(rank);
            if let (Some(owner), Some(&lily)) = (owner, place) {
                let stretch = match steps {
                    0..=2 => 0,
                    3..=6 => 1,
                    7..=14 => 2,
                    _ => 3,
                };
                mark(owner, PLACE + rank * STRETCHES + stretch, gain(held[owner], lily) * POINT);
            }
        }
    }

    /// Lilies further ahead, by how far the nearest frog of the seat is, and whether it is the nearest of all; and how
    /// far the frogs have to go.
    fn mark_lilies(
        &self,
        position: &ChinaMoon,
        held: &[Bouquet; MOST_SEATS],
        lilies: &[u64; 5],
        mark: &mut impl FnMut(usize, usize, f32),
    ) {
        let seats = position.seats();
        // The steps from the nearest frog of each seat to every place.
        let mut nearest = [[NEVER; ARRIVAL + 1]; MOST_SEATS];
        for (index, nearest) in nearest.iter_mut().enumerate().take(seats) {
            let seat = Seat::new(index);
            let mut total = 0;
            let started = position.frogs(seat).map(|pad| usize::from(pad.number()));
            for frog in started.chain((0..position.on_start(seat)).map(|_| 0)) {
                let steps = &self.steps[frog];
                total += steps[ARRIVAL];
                for (least, &steps) in nearest.iter_mut().zip(steps) {
                    *least = steps.min(*least);
                }
            }
            let front = nearest[ARRIVAL];
            mark(index, TOTAL, f32::from(total) / 40.0);
            mark(index, FRONT, if front == NEVER { 0.0 } else { f32::from(front) / 20.0 });
        }
        for lily in [Lily::White, Lily::Yellow, Lily::Pink, Lily::Blue] {
            let mut left = lilies[lily.index()];
            while left != 0 {
                let pad = left.trailing_zeros() as usize;
                left &= left - 1;
                let distances = nearest.map(|nearest| nearest[pad]);
                let least = distances.into_iter().fold(NEVER, u8::min);
                let is_least = |distance: &u8| *distance == least;
                let first = distances.iter().position(is_least);
                let end = distances.iter().rposition(is_least);
                for seat in 0..seats {
                    let distance = match distances[seat] {
                        0 | NEVER => continue,
                        near @ 1..=12 => usize::from(near) - 1,
                        13..=16 => 12,
                        17..=22 => 13,
                        _ => 14,
                    };
                    let is_nearest = first == Some(seat) && end == Some(seat);
                    let group = FAR + usize::from(is_nearest) * DISTANCES;
                    mark(seat, group + distance, gain(held[seat], lily) * POINT);
                }
            }
        }
    }
}

/// Shares of a win from strengths.
pub(crate) fn shares_of(strength: &[f32]) -> Values {
    let strongest = strength.iter().fold(f32::NEG_INFINITY, |most, &own| most.max(own));
    let mut values = Values::default();
    let mut sum = 0.0;
    for (value, own) in values.iter_mut().zip(strength) {
        *value = libm::expf(own - strongest);
        sum += *value;
    }
    for value in &mut values {
        *value /= sum;
    }
    values
}

/// Carries out springs, exchanges and drops as they look best at first sight, until the mover chooses a frog again.
fn settle(mut position: ChinaMoon, actions: &mut Actions<ChinaMoon>) -> ChinaMoon {
    while !position.awaits_frog() {
        let Turn::Seat(seat) = position.turn() else { break };
        position.legal_actions(actions);
        let lead = |after: &ChinaMoon| {
            let score = |seat| after.bouquet(seat).score();
            let others = seat.others(after.seats()).map(score).max().unwrap_or(0);
            2 * score(seat) - others
        };
        let next = actions.iter().map(|&action| position.after(action)).max_by_key(lead);
        position = next.expect("a seat has something to choose");
    }
    position
}

/// Where the frogs of each seat would land: those it can move in its next turn, and those of the mover that it moved
/// already.
fn within_one_move(position: &ChinaMoon) -> ([u64; MOST_SEATS], [u64; MOST_SEATS]) {
    let (mut within, mut later) = ([0; MOST_SEATS], [0; MOST_SEATS]);
    for seat in Seat::all(position.seats()) {
        let index = seat.index();
        for pad in position.frogs(seat) {
            let landings = places(position.landings(Stand::Pad(pad)));
            if position.was_moved(pad) && seat == position.mover() {
                later[index] |= landings;
            } else {
                within[index] |= landings;
            }
        }
        if position.on_start(seat) > 0 {
            within[index] |= places(position.landings(Stand::Start(seat)));
        }
    }
    (within, later)
}

fn bits(pads: impl Iterator<Item = Pad>) -> u64 {
    pads.fold(0, |bits, pad| bits | 1 << pad.number())
}

fn places(landings: impl Iterator<Item = Landing>) -> u64 {
    landings.fold(0, |bits, to| bits | 1 << to.pad().map_or(ARRIVAL, |pad| pad.number().into()))
}

/// The points that one more lily brings.
fn gain(bouquet: Bouquet, lily: Lily) -> f32 {
    match lily {
        Lily::White | Lily::Yellow | Lily::Pink => f32::from(bouquet.count(lily)) + 1.0,
        Lily::Black => -2.0,
        Lily::Blue => 4.0,
    }
}

/// The points lost with a lily.
fn loss(bouquet: Bouquet, lily: Lily) -> f32 {
    match lily {
        Lily::White | Lily::Yellow | Lily::Pink => f32::from(bouquet.count(lily)),
        Lily::Black => -2.0,
        Lily::Blue => 4.0,
    }
}

fn losses(bouquet: Bouquet) -> impl Iterator<Item = f32> {
    Lily::ALL.into_iter().filter(move |&lily| bouquet.count(lily) > 0).map(move |lily| loss(bouquet, lily))
}

fn least_loss(bouquet: Bouquet) -> f32 {
    losses(bouquet).reduce(f32::min).unwrap_or(0.0)
}

fn dearest_loss(bouquet: Bouquet) -> f32 {
    losses(bouquet).reduce(f32::max).unwrap_or(0.0)
}

/// The points that the best exchange brings; an exchange is compulsory if there is one.
fn swap_gain(held: &[Bouquet; MOST_SEATS], seat: usize) -> f32 {
    let own = held[seat];
    let has = |bouquet: Bouquet, lily| bouquet.count(lily) > 0;
    let mut best: Option<f32> = None;
    for take in Lily::ALL {
        let is_held = held.iter().enumerate().any(|(other, bouquet)| other != seat && has(*bouquet, take));
        if !is_held {
            continue;
        }
        for give in Lily::ALL {
            if give != take && has(own, give) {
                let brings = gain(own, take) - loss(own, give);
                best = Some(best.map_or(brings, |best| best.max(brings)));
            }
        }
    }
    best.unwrap_or(0.0)
}

pub(super) fn steps() -> [[u8; ARRIVAL + 1]; LAST + 1] {
    let mut steps = [[NEVER; ARRIVAL + 1]; LAST + 1];
    for from in (0..=LAST).rev() {
        steps[from][from] = 0;
        let stand = Pad::new(from as u8).map_or(Stand::Start(Seat::new(0)), Stand::Pad);
        for to in stand.arrows() {
            let Some(to) = to.pad().map(|pad| usize::from(pad.number())) else {
                steps[from][ARRIVAL] = 1;
                continue;
            };
            let beyond = steps[to];
            for (step, beyond) in steps[from].iter_mut().zip(beyond) {
                *step = (*step).min(beyond.saturating_add(1));
            }
        }
    }
    steps
}
