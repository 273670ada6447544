//! Do shares mean what they say? Judgements compared with how the games came out.

use std::collections::BTreeMap;

use super::Judgement;
use crate::player::Values;

/// How many bins there are, all of the same width.
const BINS: usize = 10;

/// The mean size of an error that is spread normally, in standard errors: the square root of 2/π.
const MEAN_SIZE: f64 = 0.797_884_560_802_865_4;

/// Shares that were judged, each with what the seat got in the end.
#[derive(Clone, Debug, Default)]
pub struct Calibration {
    seen: Vec<Seen>,
    positions: u64,
}

#[derive(Clone, Copy, Debug)]
struct Seen {
    game: u64,
    judged: f64,
    happened: f64,
}

/// The shares of one size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bin {
    /// The smallest share of the bin.
    pub from: f64,
    /// The largest, which belongs to the next bin already, except in the last.
    pub to: f64,
    /// How many shares it holds.
    pub count: u64,
    /// The mean of what was judged.
    pub judged: f64,
    /// The mean of what happened.
    pub happened: f64,
    /// The standard error of the difference, over games: shares of one game are no independent evidence.
    pub error: f64,
}

/// What a calibration comes to.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// How many games were played.
    pub games: u64,
    /// How many positions were judged.
    pub positions: u64,
    /// The bins that hold something, by share.
    pub bins: Vec<Bin>,
    /// The mean difference between judged and happened, over bins, each by the number of its shares.
    pub difference: f64,
    /// What that difference would be by luck alone if every share were right.
    pub noise: f64,
    /// The mean square of judged less happened: Brier's score.
    pub brier: f64,
    /// The same for whoever gives every seat an equal share.
    pub brier_of_equal_shares: f64,
}

impl Calibration {
    /// Adds a judgement about a position of a game, and what each seat got of that game.
    pub fn add(&mut self, game: u64, judgement: &Judgement, outcome: &Values) {
        self.positions += 1;
        for (&judged, &happened) in judgement.shares().iter().zip(outcome) {
            self.seen.push(Seen { game, judged, happened: f64::from(happened) });
        }
    }

    /// What it all comes to.
    pub fn summary(&self) -> Summary {
        let bin_of = |judged: f64| ((judged * BINS as f64) as usize).min(BINS - 1);
        let bins: Vec<Bin> = (0..BINS)
            .filter_map(|number| {
                let seen = self.seen.iter().filter(|seen| bin_of(seen.judged) == number);
                bin(number, &seen.copied().collect::<Vec<_>>())
            })
            .collect();
        let count = self.seen.len().max(1) as f64;
        let mean =
            |of: &dyn Fn(&Bin) -> f64| bins.iter().map(|bin| bin.count as f64 * of(bin)).sum::<f64>() / count;
        let equal = if self.positions == 0 { 0.0 } else { self.positions as f64 / count };
        let brier = |off: &dyn Fn(&Seen) -> f64| {
            self.seen.iter().map(|seen| off(seen) * off(seen)).sum::<f64>() / count
        };
        let mut games: Vec<u64> = self.seen.iter().map(|seen| seen.game).collect();
        games.sort_unstable();
        games.dedup();
        Summary {
            games: games.len() as u64,
            positions: self.positions,
            difference: mean(&|bin| (bin.happened - bin.judged).abs()),
            noise: mean(&|bin| MEAN_SIZE * bin.error),
            brier: brier(&|seen| seen.judged - seen.happened),
            brier_of_equal_shares: brier(&|seen| equal - seen.happened),
            bins,
        }
    }
}

fn bin(number: usize, seen: &[Seen]) -> Option<Bin> {
    if seen.is_empty() {
        return None;
    }
    let n = seen.len() as f64;
    let judged = seen.iter().map(|seen| seen.judged).sum::<f64>() / n;
    let happened = seen.iter().map(|seen| seen.happened).sum::<f64>() / n;
    // What each game has beyond the mean: shares of one game go together.
    let mut by_game = BTreeMap::<u64, f64>::new();
    for seen in seen {
        *by_game.entry(seen.game).or_default() += seen.happened - seen.judged - (happened - judged);
    }
    let games = by_game.len() as f64;
    let spread: f64 = by_game.values().map(|off| off * off).sum();
    let error = if by_game.len() > 1 { (spread * games / (games - 1.0)).sqrt() / n } else { 0.5 };
    // A bin in which everything came out alike may still have met luck.
    let error = error.max(0.5 / games);
    let width = 1.0 / BINS as f64;
    Some(Bin {
        from: number as f64 * width,
        to: (number + 1) as f64 * width,
        count: seen.len() as u64,
        judged,
        happened,
        error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Generator;

    /// Games of two in which the first seat's chance is `truth(judged)`.
    fn calibrated(truth: impl Fn(f64) -> f64) -> Summary {
        let mut random = Generator::new(3);
        let mut calibration = Calibration::default();
        for game in 0..4_000 {
            let judged = f64::from(random.unit());
            let wins = f64::from(random.unit()) < truth(judged);
            let mut outcome = Values::default();
            outcome[usize::from(!wins)] = 1.0;
            calibration.add(game, &Judgement::new(&[judged, 1.0 - judged], &[0.0, 0.0], 1), &outcome);
        }
        calibration.summary()
    }

    #[test]
    fn shares_that_are_right_differ_from_outcomes_by_noise_alone() {
        let summary = calibrated(|judged| judged);
        assert_eq!((summary.games, summary.positions, summary.bins.len()), (4_000, 4_000, 10));
        assert!(summary.difference < 2.0 * summary.noise, "{summary:?}");
        assert!(summary.noise > 0.005 && summary.noise < 0.02, "{summary:?}");
        assert!(
            (summary.brier - 1.0 / 6.0).abs() < 0.01 && (summary.brier_of_equal_shares - 0.25).abs() < 1e-9,
            "{summary:?}"
        );
        assert!(
            summary.bins.iter().all(|bin| (bin.happened - bin.judged).abs() < 4.0 * bin.error),
            "{summary:?}"
        );
    }

    #[test]
    fn shares_that_are_too_bold_show() {
        let summary = calibrated(|judged| 0.5 + (judged - 0.5) / 2.0);
        assert!(summary.difference > summary.noise + 0.08, "{summary:?}");
        assert!(summary.bins[0].happened > summary.bins[0].judged + 0.15, "{summary:?}");
    }

    #[test]
    fn many_positions_of_one_game_are_not_many_games() {
        let judgement = Judgement::new(&[0.75, 0.25], &[0.0, 0.0], 1);
        let mut outcomes = [Values::default(); 2];
        (outcomes[0][0], outcomes[1][1]) = (1.0, 1.0);
        let (mut once, mut often) = (Calibration::default(), Calibration::default());
        for game in 0..40 {
            let outcome = &outcomes[usize::from(game % 4 == 3)];
            once.add(game, &judgement, outcome);
            (0..25).for_each(|_| often.add(game, &judgement, outcome));
        }
        let (once, often) = (once.summary(), often.summary());
        assert!((once.bins[0].error - often.bins[0].error).abs() < 1e-9, "{once:?} {often:?}");
    }
}
