//! What a player loses over many decisions.

use std::collections::BTreeMap;

use super::Loss;
use crate::stats::{Estimate, interval};

/// The losses of a player, gathered by game: decisions of one game are no independent evidence.
#[derive(Clone, Debug, Default)]
pub struct Losses {
    games: BTreeMap<u64, Sums>,
    agreed: u64,
}

/// What was lost in one game.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    lost: f64,
    at_most: f64,
    decisions: f64,
}

impl Losses {
    /// Adds what was lost by a decision of a game.
    pub fn add(&mut self, game: u64, loss: &Loss) {
        let sums = self.games.entry(game).or_default();
        sums.lost += loss.lost;
        sums.at_most += loss.at_most;
        sums.decisions += 1.0;
        self.agreed += u64::from(loss.chosen == loss.best);
    }

    /// The number of decisions added so far.
    pub fn decisions(&self) -> u64 {
        self.games.values().map(|game| game.decisions as u64).sum()
    }

    /// In how many of them the player did what was found to be best.
    pub fn agreed(&self) -> u64 {
        self.agreed
    }

    /// The share of the win that is lost per decision by what [other games](Loss::lost) say, with its 95 % interval over
    /// games.
    pub fn mean(&self) -> Estimate {
        self.estimate(|game| game.lost)
    }

    /// The same by what the [same games](Loss::at_most) say.
    pub fn at_most(&self) -> Estimate {
        self.estimate(|game| game.at_most)
    }

    /// Most decisions cost nothing and few cost much: on either side one game more is imagined that is as extreme as any
    /// that was seen. From less than two games nothing follows: the interval is then as wide as it can be.
    fn estimate(&self, sum: impl Fn(&Sums) -> f64) -> Estimate {
        let of_all = |part: &dyn Fn(&Sums) -> f64| self.games.values().map(part).sum::<f64>();
        let (games, decisions) = (self.games.len() as f64, of_all(&|game| game.decisions).max(1.0));
        let value = of_all(&|game| sum(game)) / decisions;
        if self.games.len() < 2 {
            return Estimate { value, low: -1.0, high: 1.0 };
        }
        // What each game says of the mean: one with more decisions says more.
        let says = |game: &Sums| value + (sum(game) - game.decisions * value) * games / decisions;
        let values: Vec<f64> = self.games.values().map(says).collect();
        let range =
            values.iter().fold((1.0_f64, -1.0_f64), |(low, high), one| (low.min(*one), high.max(*one)));
        let (low, high) = interval(&values, range);
        Estimate { value, low, high }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Generator;
    use rainette_core::Seat;

    fn loss(lost: f64) -> Loss {
        let best = if lost == 0.0 { "a" } else { "b" };
        Loss {
            seat: Seat::new(0),
            choices: 2,
            chosen: "a".to_owned(),
            best: best.to_owned(),
            lost,
            error: 0.0,
            at_most: lost + 0.01,
            rollouts: 4,
        }
    }

    #[test]
    fn decisions_of_one_game_do_not_make_it_surer_than_one() {
        let (mut once, mut often) = (Losses::default(), Losses::default());
        for game in 0..20 {
            let lost = loss(if game % 2 == 0 { 0.0 } else { 0.1 });
            once.add(game, &lost);
            (0..9).for_each(|_| often.add(game, &lost));
        }
        assert_eq!((once.decisions(), once.agreed(), often.decisions()), (20, 10, 180));
        let (once, often) = (once.mean(), often.mean());
        assert!(
            (once.value - 0.05).abs() < 1e-12 && (once.high - often.high).abs() < 1e-12,
            "{once:?} {often:?}"
        );
        // Half lose nothing and half a tenth: the standard error of 20 games is 0.05 / √19.
        let half = 1.96 * 0.05 / 19_f64.sqrt();
        assert!((once.high - once.value - half).abs() < 0.1 * half, "{once:?}");
    }

    #[test]
    fn what_the_same_games_say_is_gathered_beside_what_others_say() {
        let mut losses = Losses::default();
        (0..4).for_each(|game| losses.add(game, &loss(0.1)));
        assert!((losses.at_most().value - losses.mean().value - 0.01).abs() < 1e-12);
    }

    #[test]
    fn the_true_loss_lies_within_19_times_of_20_though_few_decisions_cost_much() {
        const TRIALS: u64 = 400;
        // How often a decision costs how much, and how far the games that value it are off.
        for (rate, cost, noise) in [(0.03, 0.2, 0.03), (0.1, 0.15, 0.03), (0.3, 0.05, 0.02), (0.0, 0.0, 0.03)]
        {
            for games in [30, 100, 200] {
                let held = (0..TRIALS).filter(|&trial| {
                    let mut random = Generator::of(games, trial);
                    let mut losses = Losses::default();
                    for game in 0..games {
                        let lost = if f64::from(random.unit()) < rate { cost } else { 0.0 };
                        let normal = (0..12).map(|_| f64::from(random.unit())).sum::<f64>() - 6.0;
                        losses.add(game, &loss(lost + noise * normal));
                    }
                    let Estimate { low, high, .. } = losses.mean();
                    (low..=high).contains(&(rate * cost))
                });
                let held = held.count() as f64 / TRIALS as f64;
                // Three standard errors of what is counted below 95 %.
                assert!(held >= 0.95 - 3.0 * 0.011, "{games} games, {cost} at {rate}: {held}");
            }
        }
    }

    #[test]
    fn one_game_says_nothing() {
        let mut losses = Losses::default();
        losses.add(1, &loss(0.3));
        assert_eq!((losses.mean().low, losses.mean().high), (-1.0, 1.0));
    }
}
