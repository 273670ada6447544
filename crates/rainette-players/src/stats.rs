//! What games prove about players.

use std::collections::BTreeMap;

/// The results of one contender, gathered by round.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    rounds: BTreeMap<u64, (f64, u32)>,
}

/// An estimate and its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// The better hypothesis holds.
    Better,
    /// The better hypothesis does not hold.
    NotBetter,
}

impl Tally {
    /// Adds what the contender got out of one game of a round.
    pub fn add(&mut self, round: u64, share: f32) {
        let entry = self.rounds.entry(round).or_default();
        entry.0 += f64::from(share);
        entry.1 += 1;
    }

    /// The number of games added so far, over all rounds.
    pub fn games(&self) -> u32 {
        self.rounds.values().map(|round| round.1).sum()
    }

    /// The share of wins, with its interval over rounds.
    pub fn share(&self) -> Estimate {
        let (mean, variance, n) = self.moments();
        let half = 1.96 * (variance / n.max(1.0)).sqrt();
        Estimate { value: mean, low: (mean - half).max(0.0), high: (mean + half).min(1.0) }
    }

    /// The difference in Elo points that this share stands for between two contenders.
    pub fn elo(&self) -> Estimate {
        let share = self.share();
        Estimate { value: elo(share.value), low: elo(share.low), high: elo(share.high) }
    }

    /// A sequential probability ratio test between two differences in Elo points, with errors of 5 % either way.
    pub fn sprt(&self, worse: f64, better: f64) -> (f64, Verdict) {
        let (mean, variance, n) = self.moments();
        if n < 8.0 || variance <= 0.0 {
            return (0.0, Verdict::Open);
        }
        let (s0, s1) = (expected(worse), expected(better));
        let ratio = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let bound = (0.95_f64 / 0.05).ln();
        let verdict = match ratio {
            ratio if ratio >= bound => Verdict::Better,
            ratio if ratio <= -bound => Verdict::NotBetter,
            _ => Verdict::Open,
        };
        (ratio, verdict)
    }

    /// Mean and variance of a round's mean share, and the number of rounds.
    fn moments(&self) -> (f64, f64, f64) {
        let means: Vec<f64> = self.rounds.values().map(|(sum, games)| sum / f64::from(*games)).collect();
        let n = means.len() as f64;
        if means.is_empty() {
            return (0.5, 0.0, 0.0);
        }
        let mean = means.iter().sum::<f64>() / n;
        let spread: f64 = means.iter().map(|share| (share - mean).powi(2)).sum();
        (mean, if n > 1.0 { spread / (n - 1.0) } else { 0.25 }, n)
    }
}

fn elo(share: f64) -> f64 {
    let share = share.clamp(0.001, 0.999);
    400.0 * (share / (1.0 - share)).log10()
}

fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u64, losses: u64) -> Tally {
        let mut tally = Tally::default();
        (0..wins).for_each(|round| tally.add(round, 1.0));
        (0..losses).for_each(|round| tally.add(wins + round, 0.0));
        tally
    }

    #[test]
    fn three_wins_in_four_are_191_elo_points() {
        let elo = tally(300, 100).elo();
        assert!((elo.value - 190.8).abs() < 0.1, "{elo:?}");
        assert!(
            elo.low > 150.0 && elo.low < elo.value && elo.high > elo.value && elo.high < 235.0,
            "{elo:?}"
        );
    }

    #[test]
    fn games_of_one_round_are_one_observation() {
        let mut paired = Tally::default();
        for round in 0..100 {
            paired.add(round, 1.0);
            paired.add(round, 0.0);
        }
        let share = paired.share();
        assert_eq!((share.low, share.value, share.high), (0.5, 0.5, 0.5), "luck cancels out within a round");
        assert_eq!(paired.games(), 200);
    }

    #[test]
    fn the_sequential_test_decides_when_the_evidence_is_clear() {
        assert_eq!(tally(300, 100).sprt(0.0, 50.0).1, Verdict::Better);
        assert_eq!(tally(190, 210).sprt(0.0, 50.0).1, Verdict::NotBetter);
        assert_eq!(tally(12, 10).sprt(0.0, 50.0).1, Verdict::Open);
    }
}
