//! The trainer of Pool Party.
//!
//! The chances of a family left alone are solved. Then, for each number of seats, the network that corrects the race
//! between such families learns from games in which all seats take the action that looks best: what a position was
//! worth is told by what it led to, the nearer positions and the result blended (TD(λ)).

use rainette_core::{Actions, Game as _, Random as _, Seat, Setup, Turn};
use rainette_games::pool_party::PoolParty;

use super::{Progress, TrainError, Trained, Training};
use crate::brains::pool_party::alone::{Classes, solve};
use crate::brains::pool_party::evaluation::{FEATURES, HIDDEN, Judge, NETS, Net, Sight};
use crate::brains::pool_party::search::best_reply;
use crate::player::{Cancel, Values, worth};
use crate::random::Generator;

/// How much of what a position is worth comes from what happens later rather than from the next position.
const LAMBDA: f32 = 0.8;

/// How often a seat takes any action.
const STRAY: f32 = 0.08;

/// Games between two steps of the weights.
const BATCH: u64 = 64;

/// The length of the first steps and of the last.
const STEP: (f32, f32) = (0.01, 0.0005);

/// Games are tallied in so many parts for the progress report.
const PARTS: u64 = 10;

pub(super) fn train(
    training: Training,
    cancel: &Cancel,
    seen: &mut dyn FnMut(&Progress),
) -> Result<Trained, TrainError> {
    let classes = Classes::new();
    let solved = solve(&classes);
    learn(Judge::untrained(classes, &solved), training, cancel, seen)
}

/// Trains the networks of a judge, whatever they were before.
fn learn(
    mut judge: Judge,
    training: Training,
    cancel: &Cancel,
    seen: &mut dyn FnMut(&Progress),
) -> Result<Trained, TrainError> {
    let mut result = Vec::new();
    // Every number of seats has its share of the games.
    let games = training.games / NETS as u64;
    for net in 0..NETS {
        let seats = net + 2;
        let mut school = School::new(seats, Generator::of(training.seed, seats as u64).next_u64());
        judge.nets[net] = school.net();
        let mut tally = Loss::default();
        for game in 0..games {
            if cancel.is_cancelled() {
                return Err(TrainError::Cancelled);
            }
            school.play(&judge, game, &mut tally);
            if (game + 1) % BATCH == 0 {
                school.learn(game as f32 / games as f32);
                judge.nets[net] = school.net();
            }
            if (game + 1) % (games / PARTS).max(1) == 0 {
                let note =
                    format!("{seats} seats: surprise {:.4}, race alone {:.4}", tally.own(), tally.race());
                let is_last = game + 1 + games / PARTS > games;
                if is_last {
                    result.push((format!("surprise-{seats}"), tally.own()));
                    result.push((format!("race-{seats}"), tally.race()));
                }
                tally = Loss::default();
                seen(&Progress { done: net as u64 * games + game + 1, note });
            }
        }
    }
    Ok(Trained { weights: judge.to_bytes(), result })
}

/// The mean surprise about what came later (cross-entropy), beside that of the race without a network.
#[derive(Default)]
struct Loss {
    own: f64,
    race: f64,
    count: f64,
}

impl Loss {
    fn own(&self) -> f64 {
        self.own / self.count.max(1.0)
    }

    fn race(&self) -> f64 {
        self.race / self.count.max(1.0)
    }
}

/// One network being trained.
struct School {
    seats: usize,
    seed: u64,
    weights: Vec<f32>,
    slope: Vec<f32>,
    /// Running means of slopes and of their squares (Adam).
    means: Vec<(f32, f32)>,
    samples: f32,
    /// How much of the means is still the zero they started from.
    start: (f32, f32),
    actions: Actions<PoolParty>,
    game: Vec<Moment>,
}

/// A position of a game in which a seat was about to roll.
struct Moment {
    sight: Sight,
    mover: Seat,
    /// The value of the best next position, and whether the game went on there.
    next: Values,
    is_best: bool,
}

impl School {
    fn new(seats: usize, seed: u64) -> Self {
        let mut random = Generator::new(seed);
        // Small weights of either sign inside, none outside: at first the race goes unchanged.
        let mut weights = vec![0.0; Net::SIZE];
        for weight in &mut weights[..FEATURES * HIDDEN] {
            *weight = (random.unit() - 0.5) * 1.0;
        }
        let zeros = vec![0.0; Net::SIZE];
        let means = vec![(0.0, 0.0); Net::SIZE];
        let game = Vec::with_capacity(1024);
        Self {
            seats,
            seed,
            weights,
            slope: zeros,
            means,
            samples: 0.0,
            start: (1.0, 1.0),
            actions: Actions::new(),
            game,
        }
    }

    fn net(&self) -> Net {
        Net::of(&self.weights)
    }

    /// Plays a game and adds what it teaches.
    fn play(&mut self, judge: &Judge, number: u64, loss: &mut Loss) {
        let mut random = Generator::of(self.seed, number);
        let mut position = PoolParty::new(Setup::new(self.seats).expect("a valid number of seats"));
        self.game.clear();
        while position.turn() != Turn::Over {
            let (sight, mover) = (judge.look(&judge.scene(&position), &position), position.mover());
            let chance = position.chance_from_draw(&position.chance().sample(&mut random));
            let rolled = position.after_chance(chance);
            let (best, next) = best_reply(judge, &rolled, &mut self.actions);
            position = best;
            let mut is_best = true;
            if random.unit() < STRAY && !best.is_over() {
                rolled.legal_actions(&mut self.actions);
                position = rolled.after(self.actions[random.below(self.actions.len() as u32) as usize]);
                is_best = position == best;
            }
            self.game.push(Moment { sight, mover, next, is_best });
        }
        let mut later = worth(&position.result().expect("the game is over"), self.seats);
        let game = std::mem::take(&mut self.game);
        for moment in game.iter().rev() {
            if moment.is_best {
                for (later, next) in later.iter_mut().zip(&moment.next) {
                    *later = LAMBDA * *later + (1.0 - LAMBDA) * next;
                }
            } else {
                later = moment.next;
            }
            self.teach(judge, moment, &later, loss);
        }
        self.game = game;
    }

    /// Adds the slope of one position's surprise.
    fn teach(&mut self, judge: &Judge, moment: &Moment, later: &Values, loss: &mut Loss) {
        let (seats, sight) = (self.seats, &moment.sight);
        let values = judge.weigh(sight, seats);
        let net = judge.net(seats);
        let rest = 1.0 - sight.at_once;
        let targets: Values = std::array::from_fn(|order| {
            let seat = (moment.mover.index() + order) % seats;
            if order < seats { later[seat] } else { 0.0 }
        });
        let at_once = |order: usize| if order == 0 { sight.at_once } else { 0.0 };
        // The share of the rest that each seat has, and how the surprise falls with its logarithm.
        let mut shares = Values::default();
        let mut falls = Values::default();
        let race_sum: f32 = sight.race[..seats].iter().sum();
        for order in 0..seats {
            let value = values[order].max(1e-6);
            shares[order] = (values[order] - at_once(order)).max(0.0) / rest.max(1e-6);
            falls[order] = -targets[order] * rest * shares[order] / value;
            let race = at_once(order) + rest * sight.race[order] / race_sum;
            loss.own -= f64::from(targets[order]) * f64::from(value).ln();
            loss.race -= f64::from(targets[order]) * f64::from(race.max(1e-6)).ln();
        }
        loss.count += 1.0;
        self.samples += 1.0;
        let sum: f32 = falls[..seats].iter().sum();
        for order in 0..seats {
            let features = &sight.features[order];
            let cells = net.hidden(features);
            let answer: f32 = cells.iter().zip(&net.outer).map(|(cell, weight)| cell * weight).sum();
            let slope = (falls[order] - shares[order] * sum) / (1.0 + answer.abs());
            let (inner, rest) = self.slope.split_at_mut(FEATURES * HIDDEN);
            let (bias, outer) = rest.split_at_mut(HIDDEN);
            for cell in 0..HIDDEN {
                outer[cell] += slope * cells[cell];
                let flat = 1.0 - cells[cell].abs();
                let slope = slope * net.outer[cell] * flat * flat;
                bias[cell] += slope;
                for (feature, &value) in features.iter().enumerate() {
                    inner[feature * HIDDEN + cell] += slope * value;
                }
            }
        }
    }

    /// Takes a step down the mean slope of the games since the last one.
    fn learn(&mut self, done: f32) {
        let step = STEP.0 * (1.0 - done) + STEP.1 * done;
        self.start = (0.9 * self.start.0, 0.999 * self.start.1);
        let fade = (1.0 - self.start.0, 1.0 - self.start.1);
        for ((weight, slope), mean) in self.weights.iter_mut().zip(&mut self.slope).zip(&mut self.means) {
            let down = *slope / self.samples.max(1.0);
            mean.0 = 0.9 * mean.0 + 0.1 * down;
            mean.1 = 0.999 * mean.1 + 0.001 * down * down;
            *weight -= step * (mean.0 / fade.0) / ((mean.1 / fade.1).sqrt() + 1e-8);
            *slope = 0.0;
        }
        self.samples = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brains::pool_party::evaluation::JUDGE;

    /// Trains with the stored table, which is the solved one.
    fn learned(games: u64, cancel: &Cancel, seen: &mut dyn FnMut(&Progress)) -> Result<Trained, TrainError> {
        let judge = Judge::from_bytes(&JUDGE.to_bytes()).expect("what was written can be read");
        learn(judge, Training { games, seed: 3 }, cancel, seen)
    }

    #[test]
    fn training_beats_the_race_without_it() {
        let mut notes = 0;
        let trained = learned(1500, &Cancel::default(), &mut |_| notes += 1).expect("trained");
        assert_eq!(notes, 10 * NETS);
        for seats in 2..=6 {
            let named = |name: &str| {
                let name = format!("{name}-{seats}");
                trained.result.iter().find(|(own, _)| *own == name).expect("a result").1
            };
            assert!(named("surprise") < named("race"), "{seats} seats: {:?}", trained.result);
        }
        assert!(Judge::from_bytes(&trained.weights).is_some());
        assert!(trained.weights.len() <= 300 * 1024);
    }

    #[test]
    fn training_is_repeatable() {
        // Enough games for a step of the weights.
        let again = || learned((BATCH + 1) * NETS as u64, &Cancel::default(), &mut |_| {}).expect("trained");
        let first = again();
        assert_ne!(first.weights, JUDGE.to_bytes());
        assert!(first == again(), "the same seed gives another file");
    }

    #[test]
    fn a_cancelled_training_writes_nothing() {
        let cancel = Cancel::default();
        cancel.cancel();
        assert_eq!(learned(500, &cancel, &mut |_| {}), Err(TrainError::Cancelled));
    }
}
