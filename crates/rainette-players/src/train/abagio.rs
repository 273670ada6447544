//! The trainer of Abagio.
//!
//! The endgames are solved first. Then the network learns from games against itself, in which both seats play the turn
//! that it likes best: what a position was worth is told by what it led to, nearer positions and the result blended
//! (TD(λ)). Solved endgames end a game early with their exact value.

use rainette_core::{Game as _, Random as _, Setup, Turn};
use rainette_games::abagio::{Abagio, Action, Phase};

use super::{Progress, TrainError, Trained, Training};
use crate::brains::abagio::endgame::{Endgame, Solution};
use crate::brains::abagio::evaluation::{FEATURES, HIDDEN, Judge, WEIGHTS, chance, chief_place, features};
use crate::brains::abagio::race::Race;
use crate::brains::abagio::sight::Sight;
use crate::brains::abagio::turns::Turns;
use crate::player::Cancel;
use crate::random::Generator;

/// How much of what a position is worth comes from what happens later rather than from the next position.
const LAMBDA: f32 = 0.7;

/// Games between two renewals of the player.
const BATCH: u64 = 16;

/// Positions between two steps of the weights.
const POSITIONS: usize = 256;

/// The length of the first steps and of the last.
const STEP: (f32, f32) = (0.002, 0.0001);

/// How often progress is told.
const PARTS: u64 = 40;

pub(super) fn train(
    training: Training,
    cancel: &Cancel,
    seen: &mut dyn FnMut(&Progress),
) -> Result<Trained, TrainError> {
    let solution = Solution::find(|change| {
        seen(&Progress { done: 0, note: format!("endgames: last change {change:.7}") });
        !cancel.is_cancelled()
    });
    let endgame = solution.ok_or(TrainError::Cancelled)?.to_bytes();
    let mut school = School::new(training.seed);
    let mut surprise = 0.0;
    for game in 0..training.games {
        if cancel.is_cancelled() {
            return Err(TrainError::Cancelled);
        }
        if game % BATCH == 0 {
            school.learn(game as f32 / training.games as f32);
            school.judge = Some(Judge::of(&school.weights, Endgame::from_bytes(&endgame)));
        }
        school.play(&mut Generator::of(training.seed, game));
        if (game + 1) % (training.games / PARTS).max(1) == 0 {
            surprise = school.surprise();
            let note = format!("surprise {surprise:.4}, {:.1} turns a game", school.turns_per_game());
            school.tally = Tally::default();
            seen(&Progress { done: game + 1, note });
        }
    }
    school.learn(1.0);
    let mut weights: Vec<u8> = school.weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
    weights.extend(endgame);
    Ok(Trained { weights, result: vec![("surprise".to_owned(), surprise)] })
}

#[derive(Default)]
struct Tally {
    surprise: f64,
    positions: f64,
    turns: f64,
    games: f64,
}

/// A network being trained.
struct School {
    weights: Vec<f32>,
    slope: Vec<f32>,
    /// Running means of slopes and of their squares (Adam).
    means: Vec<(f32, f32)>,
    steps: i32,
    judge: Option<Judge>,
    turns: Turns,
    /// Features of positions, one after the other.
    seen: Vec<(u16, f32)>,
    lessons: Vec<Lesson>,
    random: Generator,
    tally: Tally,
}

/// A position and what it turned out to be worth for the seat about to roll.
struct Lesson {
    first: usize,
    last: usize,
    value: f32,
}

impl School {
    fn new(seed: u64) -> Self {
        let mut random = Generator::of(seed, u64::MAX);
        let mut weights = vec![0.0; WEIGHTS];
        for weight in &mut weights[..FEATURES * HIDDEN] {
            *weight = (random.unit() - 0.5) * 0.3;
        }
        for weight in &mut weights[FEATURES * HIDDEN..WEIGHTS - 1] {
            *weight = (random.unit() - 0.5) * 0.3;
        }
        Self {
            slope: vec![0.0; WEIGHTS],
            means: vec![(0.0, 0.0); WEIGHTS],
            weights,
            steps: 0,
            judge: None,
            turns: Turns::new(),
            seen: Vec::new(),
            lessons: Vec::new(),
            random,
            tally: Tally::default(),
        }
    }

    fn surprise(&self) -> f64 {
        self.tally.surprise / self.tally.positions.max(1.0)
    }

    fn turns_per_game(&self) -> f64 {
        self.tally.turns / self.tally.games.max(1.0)
    }

    /// Plays a game and keeps what it teaches.
    fn play(&mut self, random: &mut Generator) {
        let judge = self.judge.as_ref().expect("a player was made before");
        let mut position = Abagio::new(Setup::new(2).expect("two seats"));
        let mut game: Vec<Lesson> = Vec::new();
        // The seat that rolled last has won, if it comes so far.
        let mut later = 1.0;
        let mut next = None;
        loop {
            if position.phase() == Phase::Roll {
                let sight = Sight::of(&position, position.mover());
                if let Some(value) = judge.exact(&sight) {
                    (later, next) = (value, Some(value));
                    break;
                }
                let first = self.seen.len();
                features(&sight, chief_place(position.chief()), Race::table(), &mut |feature, value| {
                    self.seen.push((feature as u16, value));
                });
                let value = judge.before_roll(&position);
                game.push(Lesson { first, last: self.seen.len(), value });
                self.tally.turns += 1.0;
            }
            match position.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = position.chance_from_draw(&position.chance().sample(random));
                    position = position.after_chance(chance);
                }
                Turn::Seat(_) => {
                    if position.phase() == Phase::Leaps {
                        position = self.turns.best(judge, &position).0;
                    }
                    if position.phase() == Phase::Chief {
                        let mut best: Option<(Action, f32)> = None;
                        judge.chiefs(&position, &mut |chief, value| {
                            if best.is_none_or(|(_, most)| value > most) {
                                best = Some((chief, value));
                            }
                        });
                        position = position.after(best.expect("it can be left aside").0);
                    }
                }
            }
        }
        self.tally.games += 1.0;
        for mut lesson in game.into_iter().rev() {
            let value = lesson.value;
            if let Some(next) = next {
                later = 1.0 - (LAMBDA * later + (1.0 - LAMBDA) * next);
            }
            next = Some(value);
            lesson.value = later;
            let (sure, known) = (f64::from(later), f64::from(value.clamp(1e-5, 1.0 - 1e-5)));
            self.tally.surprise -= sure * known.ln() + (1.0 - sure) * (1.0 - known).ln();
            self.tally.positions += 1.0;
            self.lessons.push(lesson);
        }
    }

    /// Takes the lessons in any order and steps down the slope of the surprise.
    fn learn(&mut self, done: f32) {
        let mut lessons = std::mem::take(&mut self.lessons);
        for last in (1..lessons.len()).rev() {
            lessons.swap(last, self.random.below(last as u32 + 1) as usize);
        }
        for part in lessons.chunks(POSITIONS) {
            for lesson in part {
                self.teach(lesson);
            }
            self.step(part.len() as f32, STEP.0 * libm::powf(STEP.1 / STEP.0, done));
        }
        self.seen.clear();
    }

    /// Adds the slope of one position's surprise.
    fn teach(&mut self, lesson: &Lesson) {
        let seen = &self.seen[lesson.first..lesson.last];
        let mut cells = [0.0_f32; HIDDEN];
        for &(feature, value) in seen {
            let row = &self.weights[usize::from(feature) * HIDDEN..][..HIDDEN];
            for (cell, weight) in cells.iter_mut().zip(row) {
                *cell += weight * value;
            }
        }
        let output = &self.weights[FEATURES * HIDDEN..WEIGHTS - 1];
        let answer: f32 = cells.iter().zip(output).map(|(cell, weight)| cell.max(0.0) * weight).sum();
        let slope = chance(answer + self.weights[WEIGHTS - 1]) - lesson.value;
        let mut down = [0.0_f32; HIDDEN];
        for cell in 0..HIDDEN {
            if cells[cell] > 0.0 {
                down[cell] = slope * output[cell];
                self.slope[FEATURES * HIDDEN + cell] += slope * cells[cell];
            }
        }
        self.slope[WEIGHTS - 1] += slope;
        for &(feature, value) in seen {
            let row = &mut self.slope[usize::from(feature) * HIDDEN..][..HIDDEN];
            for (sum, down) in row.iter_mut().zip(&down) {
                *sum += down * value;
            }
        }
    }

    fn step(&mut self, positions: f32, length: f32) {
        self.steps += 1;
        let fade = (1.0 - 0.9_f32.powi(self.steps), 1.0 - 0.999_f32.powi(self.steps));
        for ((weight, slope), mean) in self.weights.iter_mut().zip(&mut self.slope).zip(&mut self.means) {
            let down = *slope / positions;
            mean.0 = 0.9 * mean.0 + 0.1 * down;
            mean.1 = 0.999 * mean.1 + 0.001 * down * down;
            *weight -= length * (mean.0 / fade.0) / ((mean.1 / fade.1).sqrt() + 1e-8);
            *slope = 0.0;
        }
    }
}
