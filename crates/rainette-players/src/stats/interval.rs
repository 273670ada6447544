//! Where the mean of something bounded lies, judging by few observations.
//!
//! One more observation is imagined at the end of the range, then all are given random weights that add up to one (the
//! spacings of random numbers, as in the Bayesian bootstrap): the mean lies below the 97.5 % quantile of what comes out.
//! That is Learned-Miller's and Thomas's bound, which asks nothing of the observations but that they are bounded. If all
//! of them are 0 or 1 it is Clopper's and Pearson's, so it holds at 0 % and 100 % as well; with many observations it is
//! the usual interval.
//!
//! The quantile is found without drawing: the weighted mean lies below `t` if a sum of exponential variables, one for
//! each observation and each times its distance from `t`, lies below 0. How likely that is says the formula of
//! Lugannani and Rice, within a few thousandths even for a single observation.

use std::f64::consts::PI;

/// What is left out of the interval on either side.
const TAIL: f64 = 0.025;

/// A value, and how often it was observed.
type Observed = (f64, f64);

/// The 95 % interval of the mean, if no observation lies outside of this range.
pub(crate) fn interval(values: &[f64], range: (f64, f64)) -> (f64, f64) {
    let above = |range: (f64, f64), values: &[f64]| {
        let mut observed = gathered(values);
        observed.push((range.1, 1.0));
        quantile(&observed, range)
    };
    let mirrored: Vec<f64> = values.iter().map(|value| -value).collect();
    (-above((-range.1, -range.0), &mirrored), above(range, values))
}

/// Equal values as one.
fn gathered(values: &[f64]) -> Vec<Observed> {
    let mut values = values.to_vec();
    values.sort_unstable_by(f64::total_cmp);
    let mut observed: Vec<Observed> = Vec::new();
    for value in values {
        match observed.last_mut() {
            Some((last, times)) if *last >= value => *times += 1.0,
            _ => observed.push((value, 1.0)),
        }
    }
    observed
}

/// The number below which the weighted mean lies with all chance but the tail.
fn quantile(observed: &[Observed], (least, most): (f64, f64)) -> f64 {
    let lowest = observed.iter().map(|(value, _)| *value).fold(most, f64::min);
    if lowest >= most {
        return most;
    }
    let (mut low, mut high) = (lowest.max(least), most);
    while high - low > 1e-7 * (most - least) {
        let middle = f64::midpoint(low, high);
        if below(observed, middle) < 1.0 - TAIL {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// The chance that the weighted mean lies below `t`.
fn below(observed: &[Observed], t: f64) -> f64 {
    let (lowest, highest) = observed
        .iter()
        .fold((0.0_f64, 0.0_f64), |(low, high), (value, _)| (low.min(value - t), high.max(value - t)));
    if highest <= 0.0 || lowest >= 0.0 {
        return f64::from(u8::from(highest <= 0.0));
    }
    let s = saddle(observed, t, (1.0 / lowest, 1.0 / highest));
    let mut cumulant = 0.0;
    let (mut second, mut third) = (0.0, 0.0);
    for (value, times) in observed {
        let part = (value - t) / (1.0 - s * (value - t));
        cumulant -= times * libm::log1p(-s * (value - t));
        second += times * part * part;
        third += 2.0 * times * part * part * part;
    }
    let root = libm::sqrt((-2.0 * cumulant).max(0.0)).copysign(s);
    if root.abs() < 1e-4 {
        return 0.5 + third / (6.0 * libm::sqrt(2.0 * PI) * second * libm::sqrt(second));
    }
    let steep = s * libm::sqrt(second);
    let density = libm::exp(-0.5 * root * root) / libm::sqrt(2.0 * PI);
    0.5 * libm::erfc(-root / libm::sqrt(2.0)) + density * (1.0 / root - 1.0 / steep)
}

/// Where the slope of the cumulants is zero, between two poles: by Newton's steps, and by halves where they lead astray.
fn saddle(observed: &[Observed], t: f64, (mut low, mut high): (f64, f64)) -> f64 {
    let mut s = 0.0;
    for _ in 0..60 {
        let (mut slope, mut steepness) = (0.0, 0.0);
        for (value, times) in observed {
            let part = (value - t) / (1.0 - s * (value - t));
            slope += times * part;
            steepness += times * part * part;
        }
        if slope < 0.0 {
            low = s;
        } else {
            high = s;
        }
        let step = s - slope / steepness;
        let next = if low < step && step < high { step } else { f64::midpoint(low, high) };
        if (next - s).abs() <= 1e-9 * s.abs() {
            return next;
        }
        s = next;
    }
    s
}

#[cfg(test)]
mod tests {
    use rainette_core::Random as _;

    use super::*;
    use crate::random::Generator;

    fn near(got: (f64, f64), expected: (f64, f64), tolerance: f64) {
        let differs = (got.0 - expected.0).abs().max((got.1 - expected.1).abs());
        assert!(differs < tolerance, "{got:?} instead of {expected:?}");
    }

    fn binary(ones: usize, zeros: usize) -> Vec<f64> {
        [vec![1.0; ones], vec![0.0; zeros]].concat()
    }

    #[test]
    fn of_wins_and_losses_it_is_the_exact_binomial_interval() {
        near(interval(&binary(20, 0), (0.0, 1.0)), (0.8316, 1.0), 0.002);
        near(interval(&binary(0, 20), (0.0, 1.0)), (0.0, 0.1684), 0.002);
        near(interval(&binary(19, 1), (0.0, 1.0)), (0.7513, 0.9987), 0.002);
        near(interval(&binary(7, 3), (0.0, 1.0)), (0.3475, 0.9333), 0.002);
        near(interval(&binary(1, 0), (0.0, 1.0)), (0.025, 1.0), 0.004);
        near(interval(&[0.5], (0.0, 1.0)), (0.0125, 0.9875), 0.002);
        assert_eq!(interval(&[], (0.0, 1.0)), (0.0, 1.0));
    }

    #[test]
    fn of_many_observations_it_is_the_usual_interval() {
        let mut random = Generator::new(1);
        let values: Vec<f64> = (0..4_000).map(|_| f64::from(random.unit()) * 0.4 + 0.3).collect();
        let mean = values.iter().sum::<f64>() / 4_000.0;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 3_999.0;
        let half = 1.96 * (variance / 4_000.0).sqrt();
        near(interval(&values, (0.0, 1.0)), (mean - half, mean + half), 0.05 * half + 0.5 / 4_000.0);
    }

    /// The share of samples whose interval holds the true mean.
    fn coverage(rounds: usize, mean: f64, mut draw: impl FnMut(&mut Generator) -> f64) -> f64 {
        const TRIALS: usize = 1_000;
        let mut random = Generator::new(rounds as u64);
        let held = (0..TRIALS).filter(|_| {
            let values: Vec<f64> = (0..rounds).map(|_| draw(&mut random)).collect();
            let range = values.iter().fold((0.0_f64, 1.0_f64), |(low, high), v| (low.min(*v), high.max(*v)));
            let (low, high) = interval(&values, range);
            (low - 1e-9..=high + 1e-9).contains(&mean)
        });
        held.count() as f64 / TRIALS as f64
    }

    /// Three standard errors of what is counted below 95 %.
    const LEAST: f64 = 0.95 - 3.0 * 0.0069;

    #[test]
    fn the_true_share_lies_within_19_times_of_20_however_few_rounds_and_however_one_sided() {
        for rounds in [1, 2, 3, 5, 10, 40] {
            for share in [0.0, 0.01, 0.05, 0.2, 0.5, 0.95, 1.0] {
                // Two games of a round with the same dice: as often as not they come out alike.
                let win = move |random: &mut Generator| f64::from(u8::from(f64::from(random.unit()) < share));
                let pair = move |random: &mut Generator| {
                    let first = win(random);
                    if random.below(2) == 0 { first } else { f64::midpoint(first, win(random)) }
                };
                let held = coverage(rounds, share, pair);
                assert!(held >= LEAST, "{rounds} rounds at {share}: {held}");
            }
        }
    }

    #[test]
    fn it_holds_for_results_without_luck_and_for_rare_surprises() {
        for rounds in [2, 5, 10, 40] {
            // Luck is taken out all but a little, and sometimes a blunder that nothing foretold loses half a game.
            for (rate, spread) in [(0.0, 0.3), (0.03, 0.02), (0.03, 0.2), (0.3, 0.1)] {
                let held = coverage(rounds, 0.5 - 0.5 * rate, |random| {
                    let noise: f64 = (0..12).map(|_| f64::from(random.unit())).sum::<f64>() - 6.0;
                    let blunder = f64::from(u8::from(f64::from(random.unit()) < rate));
                    0.5 + spread * noise - 0.5 * blunder
                });
                assert!(held >= LEAST, "{rounds} rounds, blunders {rate}, spread {spread}: {held}");
            }
        }
    }
}
