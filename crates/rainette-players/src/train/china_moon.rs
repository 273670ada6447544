//! The trainer of China Moon.
//!
//! Games are played in generations, each with the weights that the one before left behind, by short searches that stray
//! now and then. What a position was worth is told by the searches that came after it and by the result, blended
//! (TD(λ)); the weights of all marks are fitted to that by logistic regression.

use rainette_core::{Actions, Game as _, Random as _, Setup, Turn};
use rainette_games::china_moon::ChinaMoon;

use super::{Progress, TrainError, Trained, Training};
use crate::brains::china_moon::evaluation::{Judge, MARKS, SEATS, shares_of};
use crate::brains::china_moon::search::Search;
use crate::player::{Cancel, Values, worth};
use crate::random::Generator;

/// How much of what a position is worth comes from what happens later rather than from the next search.
const LAMBDA: f32 = 0.96;
/// Iterations of the search for each action.
const ITERATIONS: u32 = 40;
/// How often a seat takes any action.
const STRAY: f32 = 0.06;
/// How many actions at the beginning are taken at random.
const OPENING: u32 = 12;
/// One position in so many is learned from.
const ONE_IN: u32 = 3;
const GENERATIONS: u64 = 8;
/// How often the positions are gone through in each generation.
const EPOCHS: usize = 6;
/// Positions between two steps of the weights.
const BATCH: usize = 64;
/// The length of the first steps and of the last.
const STEP: (f32, f32) = (0.01, 0.001);
/// How strongly weights are drawn to nought.
const DECAY: f32 = 1e-4;

/// The weights at all knots on end.
const SIZE: usize = MARKS * 4;

/// A position to learn from.
struct Lesson {
    /// Seat, weight and size.
    marks: Vec<(u8, u16, f32)>,
    /// What was searched, then what it turned out to be worth.
    values: Values,
}

pub(super) fn train(
    training: Training,
    cancel: &Cancel,
    seen: &mut dyn FnMut(&Progress),
) -> Result<Trained, TrainError> {
    let mut judge = Judge::untrained();
    let mut result = Vec::new();
    // Every number of seats has its share of the games.
    let games = training.games / SEATS.count() as u64 / GENERATIONS;
    for (index, seats) in SEATS.enumerate() {
        let mut random = Generator::of(training.seed, seats as u64);
        if index > 0 {
            judge.weights[index] = judge.weights[index - 1];
        }
        let mut before = Vec::new();
        for generation in 0..GENERATIONS {
            let mut lessons = Vec::new();
            for _ in 0..games {
                if cancel.is_cancelled() {
                    return Err(TrainError::Cancelled);
                }
                play(&judge, seats, &mut random, &mut lessons);
            }
            let fresh = surprise(&judge, index, &lessons);
            before.append(&mut lessons);
            fit(&mut judge, index, &before, generation, &mut random);
            let note = format!("{seats} seats: surprise {fresh:.4}");
            seen(&Progress { done: (index as u64 * GENERATIONS + generation + 1) * games, note });
            if generation + 1 == GENERATIONS {
                result.push((format!("surprise-{seats}"), f64::from(fresh)));
            }
            // The first generations hardly know the game: what they thought is forgotten.
            if generation < GENERATIONS / 2 {
                before.clear();
            }
        }
    }
    Ok(Trained { weights: judge.to_bytes(), result })
}

/// Plays a game and adds what can be learned from it.
fn play(judge: &Judge, seats: usize, random: &mut Generator, lessons: &mut Vec<Lesson>) {
    let mut position = ChinaMoon::new(Setup::new(seats).expect("as many can play"));
    position = position.after_chance(position.chance_from_draw(&position.chance().sample(random)));
    let mut actions = Actions::new();
    let mut searched = Vec::new();
    let mut number = 0;
    while let Turn::Seat(_) = position.turn() {
        let strays = number < OPENING || random.unit() < STRAY;
        let action = if strays {
            position.legal_actions(&mut actions);
            actions[random.below(actions.len() as u32) as usize]
        } else {
            let mut search = Search::new(judge, position, 0);
            for _ in 0..ITERATIONS {
                if search.is_settled() {
                    break;
                }
                search.iterate();
            }
            let answer = search.answer(0);
            let marks =
                (random.below(ONE_IN) == 0 && position.awaits_frog()).then(|| marks(judge, &position));
            searched.push((marks, answer.values));
            answer.action
        };
        position = position.after(action);
        number += 1;
    }
    let mut later = worth(&position.result().expect("the game is over"), seats);
    for (marks, values) in searched.into_iter().rev() {
        for (later, value) in later.iter_mut().zip(values) {
            *later = LAMBDA * *later + (1.0 - LAMBDA) * value;
        }
        lessons.extend(marks.map(|marks| Lesson { marks, values: later }));
    }
}

/// The marks of a position, shared out between the two knots around it.
fn marks(judge: &Judge, position: &ChinaMoon) -> Vec<(u8, u16, f32)> {
    let phase = judge.phase(position);
    let mut marks = Vec::new();
    judge.mark(position, |seat, mark, size| {
        if size != 0.0 {
            let weight = phase.knot * MARKS + mark;
            marks.push((seat as u8, weight as u16, size * (1.0 - phase.way)));
            marks.push((seat as u8, (weight + MARKS) as u16, size * phase.way));
        }
    });
    marks
}

/// What the judge expects of a lesson.
fn expected(weights: &[f32], seats: usize, lesson: &Lesson) -> Values {
    let mut strength = [0.0; 5];
    for &(seat, weight, size) in &lesson.marks {
        strength[usize::from(seat)] += weights[usize::from(weight)] * size;
    }
    shares_of(&strength[..seats])
}

/// The mean cross-entropy between what was expected and what came.
fn surprise(judge: &Judge, index: usize, lessons: &[Lesson]) -> f32 {
    let weights = judge.weights[index].as_flattened();
    let seats = SEATS.start() + index;
    let of = |lesson: &Lesson| {
        let expected = expected(weights, seats, lesson);
        let terms = expected.iter().zip(lesson.values).take(seats);
        -terms.map(|(own, value)| value * libm::logf(own.max(1e-6))).sum::<f32>()
    };
    lessons.iter().map(of).sum::<f32>() / lessons.len().max(1) as f32
}

/// Fits the weights to the lessons (Adam).
fn fit(judge: &mut Judge, index: usize, lessons: &[Lesson], generation: u64, random: &mut Generator) {
    let seats = SEATS.start() + index;
    let weights = judge.weights[index].as_flattened_mut();
    let (mut mean, mut square) = ([0.0_f32; SIZE], [0.0_f32; SIZE]);
    let (mut mean_left, mut square_left) = (1.0_f32, 1.0_f32);
    let way = generation as f32 / (GENERATIONS - 1) as f32;
    let first = STEP.0 + way * (STEP.1 - STEP.0);
    let steps = EPOCHS * lessons.len() / BATCH;
    for number in 0..steps {
        let mut gradient = [0.0_f32; SIZE];
        for _ in 0..BATCH {
            let lesson = &lessons[random.below(lessons.len() as u32) as usize];
            let expected = expected(weights, seats, lesson);
            for &(seat, weight, size) in &lesson.marks {
                let error = expected[usize::from(seat)] - lesson.values[usize::from(seat)];
                gradient[usize::from(weight)] += error * size / BATCH as f32;
            }
        }
        (mean_left, square_left) = (mean_left * 0.9, square_left * 0.999);
        let step = first * (1.0 - number as f32 / steps as f32);
        for i in 0..SIZE {
            let slope = gradient[i] + DECAY * weights[i];
            mean[i] = 0.9 * mean[i] + 0.1 * slope;
            square[i] = 0.999 * square[i] + 0.001 * slope * slope;
            let (mean, square) = (mean[i] / (1.0 - mean_left), square[i] / (1.0 - square_left));
            weights[i] -= step * mean / (square.sqrt() + 1e-8);
        }
    }
}
