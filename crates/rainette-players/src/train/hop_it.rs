//! The trainer of Hop It!
//!
//! Games are played by a search with weights set by hand: a player that has been trained draws most games against
//! itself, and drawn games teach little. Then the weights are fitted to what came of the positions in those games, by
//! logistic regression.

use rainette_core::{Actions, Game as _, Random as _, Setup, Turn};
use rainette_games::hop_it::HopIt;

use super::{Progress, TrainError, Trained, Training};
use crate::brains::hop_it::evaluation::{FEATURES, Weights, by_hand, features, is_compelled};
use crate::brains::hop_it::search::{Limits, Search};
use crate::player::{Budget, Cancel, worth};
use crate::random::Generator;

const BY_HAND: Weights = by_hand();

/// How long each action is thought about.
const ITERATIONS: u32 = 10;

/// Games begin with so many random actions, at least and at most.
const RANDOM_ACTIONS: (u32, u32) = (2, 11);

/// One game in so many begins with the other pieces grown up.
const OTHER_SETUP: u32 = 8;

/// One game in so many is kept for checking.
const CHECKED: u64 = 10;

/// How often the weights are moved, how far at first, and how much they are pulled towards 0.
const ROUNDS: u32 = 600;
const STEP: f64 = 0.02;
const PULL: f64 = 2e-5;

/// How often progress is told.
const PARTS: u64 = 40;

pub(super) fn train(
    training: Training,
    cancel: &Cancel,
    seen: &mut dyn FnMut(&Progress),
) -> Result<Trained, TrainError> {
    let mut school = School::default();
    let (mut drawn, mut played) = (0, 0);
    for game in 0..training.games {
        let is_draw = school.play(&mut Generator::of(training.seed, game), game % CHECKED == 0, cancel);
        if cancel.is_cancelled() {
            return Err(TrainError::Cancelled);
        }
        drawn += u64::from(is_draw);
        played += 1;
        if played % (training.games / PARTS).max(1) == 0 {
            let note = format!("{} positions, {drawn} games drawn", school.lessons.len());
            seen(&Progress { done: played, note });
        }
    }
    let mut surprise = Surprise::default();
    for round in 1..=ROUNDS {
        if cancel.is_cancelled() {
            return Err(TrainError::Cancelled);
        }
        surprise = school.learn();
        if round % 100 == 0 {
            let note =
                format!("surprise {:.4}, {:.4} in games kept apart", surprise.learned, surprise.checked);
            seen(&Progress { done: played, note });
        }
    }
    let weights = school.weights.iter().flat_map(|weight| ((weight * 100.0).round() as i16).to_le_bytes());
    let result = [
        ("positions", school.lessons.len() as f64),
        ("drawn", drawn as f64),
        ("surprise", surprise.learned),
        ("surprise kept apart", surprise.checked),
    ];
    let result = result.map(|(name, value)| (name.to_owned(), value)).into();
    Ok(Trained { weights: weights.collect(), result })
}

/// A position, and what its seat to move had of the game in the end.
struct Lesson {
    /// Its features begin here in the list of all.
    first: usize,
    last: usize,
    share: f64,
    is_checked: bool,
}

/// The mean surprise in the games learned from, and in those kept for checking.
#[derive(Default)]
struct Surprise {
    learned: f64,
    checked: f64,
}

/// Weights being fitted, in logits.
struct School {
    weights: [f64; FEATURES],
    /// Running means of slopes and of their squares (Adam), and how much of them is there yet.
    means: [(f64, f64); FEATURES],
    fade: (f64, f64),
    lessons: Vec<Lesson>,
    features: Vec<(u8, i8)>,
}

impl Default for School {
    fn default() -> Self {
        Self {
            weights: BY_HAND.map(|weight| f64::from(weight) / 100.0),
            means: [(0.0, 0.0); FEATURES],
            fade: (1.0, 1.0),
            lessons: Vec::new(),
            features: Vec::new(),
        }
    }
}

impl School {
    /// Plays a game and keeps its positions. Says whether it was drawn.
    fn play(&mut self, random: &mut Generator, is_checked: bool, cancel: &Cancel) -> bool {
        let frogs = i64::from(random.below(OTHER_SETUP) == 0);
        let setup = Setup::with(HopIt::INFO.edition, 2, &[("frogs".to_owned(), frogs)]);
        let mut position = HopIt::new(setup.expect("a valid set-up"));
        let mut actions = Actions::new();
        let (least, most) = RANDOM_ACTIONS;
        let mut random_for = least + random.below(most - least + 1);
        let (own, mut seats) = (self.lessons.len(), Vec::new());
        let mut last_turn = None;
        while let (Turn::Seat(seat), false) = (position.turn(), cancel.is_cancelled()) {
            let action = if random_for > 0 {
                random_for -= 1;
                position.legal_actions(&mut actions);
                actions[random.below(actions.len() as u32) as usize]
            } else {
                // Nothing is evaluated in mid-chain.
                if last_turn != Some(seat) && !is_compelled(&position) {
                    let first = self.features.len();
                    features(&position, |feature, count| {
                        if count != 0 {
                            self.features.push((feature as u8, count as i8));
                        }
                    });
                    self.lessons.push(Lesson { first, last: self.features.len(), share: 0.0, is_checked });
                    seats.push(seat);
                }
                let limits = Limits::of(Budget::Iterations(ITERATIONS), cancel);
                let mut search = Search::new(limits, seat, random.next_u64()).weighing(&BY_HAND);
                search.run(&position).actions[0].action
            };
            last_turn = Some(seat);
            position = position.after(action);
        }
        let Some(outcome) = position.result() else { return false };
        let shares = worth(&outcome, 2);
        for (lesson, seat) in self.lessons[own..].iter_mut().zip(seats) {
            lesson.share = f64::from(shares[seat.index()]);
        }
        outcome.winners.is_empty()
    }

    /// Moves the weights once down the slope of the surprise over all positions.
    fn learn(&mut self) -> Surprise {
        let mut slopes = [0.0; FEATURES];
        let (mut learned, mut checked) = (Mean::default(), Mean::default());
        for lesson in &self.lessons {
            let features = &self.features[lesson.first..lesson.last];
            let sum: f64 =
                features.iter().map(|&(at, count)| self.weights[usize::from(at)] * f64::from(count)).sum();
            let share = 1.0 / (1.0 + libm::exp(-sum));
            let surprise = -(lesson.share * libm::log(share) + (1.0 - lesson.share) * libm::log(1.0 - share));
            if lesson.is_checked {
                checked.add(surprise);
                continue;
            }
            learned.add(surprise);
            for &(at, count) in features {
                slopes[usize::from(at)] += (share - lesson.share) * f64::from(count);
            }
        }
        self.fade = (self.fade.0 * 0.9, self.fade.1 * 0.999);
        for ((weight, mean), slope) in self.weights.iter_mut().zip(&mut self.means).zip(slopes) {
            let slope = slope / learned.count.max(1.0) + PULL * *weight;
            mean.0 = 0.9 * mean.0 + 0.1 * slope;
            mean.1 = 0.999 * mean.1 + 0.001 * slope * slope;
            let (slope, square) = (mean.0 / (1.0 - self.fade.0), mean.1 / (1.0 - self.fade.1));
            *weight -= STEP * slope / (square.sqrt() + 1e-9);
        }
        Surprise { learned: learned.value(), checked: checked.value() }
    }
}

#[derive(Default)]
struct Mean {
    sum: f64,
    count: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1.0;
    }

    fn value(&self) -> f64 {
        self.sum / self.count.max(1.0)
    }
}
