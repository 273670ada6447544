//! Fits the weights of the evaluation to games that the player plays against itself.
//!
//! `cargo test --release -p rainette-players fit_the_weights -- --ignored --nocapture` prints a new `weights.rs`.
//! `GAMES`, `SEED` and `ITERATIONS` in the environment change what is played.

use rainette_core::{Actions, Game as _, Random as _, Setup, Turn};
use rainette_games::hop_it::HopIt;

use super::evaluation::{FEATURES, features, is_compelled};
use super::search::{Limits, Search};
use super::weights::WEIGHTS;
use crate::contract::{Budget, Cancel, worth};
use crate::random::Generator;

/// A position with the features that are present, and what its seat to move had of the game in the end.
struct Sample {
    features: Vec<(u8, i16)>,
    share: f64,
}

#[test]
#[ignore = "takes minutes"]
fn fit_the_weights() {
    let number = |name: &str, default: u64| {
        std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
    };
    let (games, seed, iterations) = (number("GAMES", 1500), number("SEED", 1), number("ITERATIONS", 10));
    let mut samples = Vec::new();
    let mut results = [0, 0, 0];
    let begun = std::time::Instant::now();
    for game in 0..games {
        if begun.elapsed().as_secs() > number("SECONDS", 1200) {
            break;
        }
        let share = play(Generator::of(seed, game), iterations as u32, &mut samples);
        results[(share * 2.0) as usize] += 1;
    }
    println!(
        "// {} positions; black won {}, drawn {}, white won {}",
        samples.len(),
        results[0],
        results[1],
        results[2]
    );
    let weights = fit(&samples);
    print_weights(&weights);
}

/// Plays one game, which begins with a few random actions. Returns what white had of it.
fn play(mut random: Generator, iterations: u32, samples: &mut Vec<Sample>) -> f64 {
    let frogs = i64::from(random.below(8) == 0);
    let setup = Setup::with(1, 2, &[("frogs".to_owned(), frogs)]).expect("a valid set-up");
    let mut position = HopIt::new(setup);
    let mut actions = Actions::new();
    let mut random_for = 2 + random.below(10);
    let mut own = Vec::new();
    let cancel = Cancel::default();
    let mut last_turn = None;
    while let Turn::Seat(seat) = position.turn() {
        let slips = random_for > 0 || random.below(12) == 0;
        let action = if slips {
            random_for = random_for.saturating_sub(1);
            position.legal_actions(&mut actions);
            actions[random.below(actions.len() as u32) as usize]
        } else {
            // At the start of a turn only: in mid-chain nothing is evaluated.
            if last_turn != Some(seat) && !is_compelled(&position) {
                let mut sample = Sample { features: Vec::new(), share: seat.index() as f64 };
                features(&position, |feature, count| {
                    if count != 0 {
                        sample.features.push((feature as u8, count as i16));
                    }
                });
                own.push(sample);
            }
            let budget = Budget::Iterations(iterations);
            let findings = Search::new(Limits::of(budget, &cancel), random.next_u64()).run(&position);
            findings.actions[0].action
        };
        last_turn = Some(seat);
        position = position.after(action);
    }
    let shares = worth(&position.result().expect("the game is over"), 2);
    for sample in &mut own {
        sample.share = f64::from(shares[sample.share as usize]);
    }
    samples.extend(own);
    f64::from(shares[0])
}

/// Logistic regression by gradient descent (Adam) with a little pull towards 0.
fn fit(samples: &[Sample]) -> Vec<f64> {
    let mut weights: Vec<f64> = WEIGHTS.iter().map(|&weight| f64::from(weight) / 100.0).collect();
    let (mut first, mut second) = (vec![0.0; FEATURES], vec![0.0; FEATURES]);
    // Every tenth position in a row of a hundred is kept for checking.
    let is_kept = |number: usize| (number / 100).is_multiple_of(10);
    for round in 1..=600 {
        let mut slope = vec![0.0; FEATURES];
        let (mut loss, mut kept_loss, mut used, mut kept) = (0.0, 0.0, 0.0, 0.0);
        for (number, sample) in samples.iter().enumerate() {
            let sum: f64 =
                sample.features.iter().map(|&(at, count)| weights[usize::from(at)] * f64::from(count)).sum();
            let share = 1.0 / (1.0 + (-sum).exp());
            let surprise = -(sample.share * share.ln() + (1.0 - sample.share) * (1.0 - share).ln());
            if is_kept(number) {
                (kept_loss, kept) = (kept_loss + surprise, kept + 1.0);
                continue;
            }
            (loss, used) = (loss + surprise, used + 1.0);
            for &(at, count) in &sample.features {
                slope[usize::from(at)] += (share - sample.share) * f64::from(count);
            }
        }
        for at in 0..FEATURES {
            let slope = slope[at] / used + 2e-5 * weights[at];
            first[at] = 0.9 * first[at] + 0.1 * slope;
            second[at] = 0.999 * second[at] + 0.001 * slope * slope;
            let (m, v) =
                (first[at] / (1.0 - 0.9_f64.powi(round)), second[at] / (1.0 - 0.999_f64.powi(round)));
            weights[at] -= 0.02 * m / (v.sqrt() + 1e-9);
        }
        if round % 100 == 0 || round == 1 {
            println!(
                "// round {round}: loss {:.4}, on positions kept for checking {:.4}",
                loss / used,
                kept_loss / kept
            );
        }
    }
    weights
}

fn print_weights(weights: &[f64]) {
    for line in weights.chunks(10) {
        let line: Vec<_> = line.iter().map(|weight| format!("{}", (weight * 100.0).round())).collect();
        println!("    {},", line.join(", "));
    }
}

#[test]
#[ignore = "compares versions"]
fn compare() {
    use crate::contract::{Player as _, Question};
    let text = |name: &str| std::env::var(name).ok();
    let number =
        |name: &str, default: i64| text(name).map_or(default, |text| text.parse().expect("a number"));
    let budget = match number("MS", 0) {
        0 => Budget::Iterations(number("ITERATIONS", 100) as u32),
        ms => Budget::Time(std::time::Duration::from_millis(ms as u64)),
    };
    let weights = |name: &str| -> &'static super::evaluation::Weights {
        let mut weights = WEIGHTS;
        if let Some(file) = text(name) {
            for (place, word) in std::fs::read_to_string(file).expect("a file").split(',').enumerate() {
                if let Ok(weight) = word.trim().parse() {
                    weights[place] = weight;
                }
            }
        }
        Box::leak(Box::new(weights))
    };
    let (variant, contempt, new, old) =
        (number("VARIANT", 0) as u32, number("CONTEMPT", 0) as i32, weights("NEW"), weights("OLD"));
    let uct = text("UCT")
        .map(|c| crate::mcts::Mcts { exploration: c.parse().expect("number"), hints: crate::mcts::Plain });
    let cancel = Cancel::default();
    let mut actions = Actions::new();
    let (mut scores, mut wdl) = (Vec::new(), [0, 0, 0]);
    let begun = std::time::Instant::now();
    for round in 0.. {
        if begun.elapsed().as_secs() as i64 > number("SECONDS", 120) {
            break;
        }
        let mut sum = 0.0;
        for side in 0..2 {
            let mut random = Generator::of(99, round);
            let mut game = rainette_core::Match::new(Setup::<HopIt>::new(2).expect("a valid set-up"));
            let mut random_for = 3;
            while let Turn::Seat(seat) = game.turn() {
                let position = *game.position();
                let action = if random_for > 0 {
                    random_for -= 1;
                    position.legal_actions(&mut actions);
                    actions[random.below(actions.len() as u32) as usize]
                } else if let (Some(uct), true) = (&uct, seat.index() != side) {
                    let story = game.story(rainette_core::Observer::Seat(seat));
                    uct.think(&Question::new(&story, budget, random.next_u64())).expect("turn").action
                } else {
                    let mut search = Search::new(Limits::of(budget, &cancel), random.next_u64());
                    if seat.index() == side {
                        search.variant = variant;
                        search.contempt = contempt;
                        search.weights = new;
                    } else {
                        search.weights = old;
                    }
                    search.run(&position).actions[0].action
                };
                game.add(rainette_core::Event::Action(seat, action)).expect("legal");
            }
            let share = f64::from(worth(&game.result().expect("over"), 2)[side]);
            wdl[2 - (share * 2.0) as usize] += 1;
            sum += share;
        }
        scores.push(sum / 2.0);
    }
    let n = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let sd = (scores.iter().map(|s| (s - mean).powi(2)).sum::<f64>() / n / n).sqrt();
    println!(
        "variant {variant} contempt {contempt}: {:.1} % +- {:.1}  won {} drawn {} lost {}",
        100.0 * mean,
        196.0 * sd,
        wdl[0],
        wdl[1],
        wdl[2]
    );
}
