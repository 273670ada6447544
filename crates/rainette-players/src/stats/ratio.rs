//! How much more one thing varies than another that was observed beside it.

use super::Estimate;

/// The ratio of two variances, with its 95 % interval; none for less than four observations, or if either does not vary.
///
/// The interval is that of the jackknife: the logarithm of the ratio is found anew without each observation in turn, and by
/// how much that moves it is its error. Both are left out together, so what they have in common does not count.
pub(crate) fn ratio_of_variances(one: &[f64], other: &[f64]) -> Option<Estimate> {
    let n = one.len() as f64;
    if one.len() < 4 || one.len() != other.len() {
        return None;
    }
    let (one, other) = (Deviations::of(one), Deviations::of(other));
    let all = libm::log(one.squares / other.squares);
    let without = |left: usize| libm::log(one.squares_without(left) / other.squares_without(left));
    let each: Vec<f64> = (0..one.from_mean.len()).map(without).collect();
    let mean = each.iter().sum::<f64>() / n;
    let spread: f64 = each.iter().map(|one| (one - mean) * (one - mean)).sum();
    let half = 1.96 * libm::sqrt(spread * (n - 1.0) / n);
    let estimate =
        || Estimate { value: libm::exp(all), low: libm::exp(all - half), high: libm::exp(all + half) };
    (all + half).is_finite().then(estimate)
}

/// How far values lie from their mean.
struct Deviations {
    from_mean: Vec<f64>,
    /// The sum of their squares.
    squares: f64,
}

impl Deviations {
    fn of(values: &[f64]) -> Self {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let from_mean: Vec<f64> = values.iter().map(|value| value - mean).collect();
        Self { squares: from_mean.iter().map(|off| off * off).sum(), from_mean }
    }

    /// The sum of squares, from their own mean, of all values but one.
    fn squares_without(&self, left: usize) -> f64 {
        let (n, off) = (self.from_mean.len() as f64, self.from_mean[left]);
        self.squares - off * off * n / (n - 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Generator;

    /// Results with luck, and what is left of them: as many as there are rounds.
    fn observed(rounds: u64, seed: u64) -> (Vec<f64>, Vec<f64>) {
        let mut random = Generator::new(seed);
        let mut normal = || (0..12).map(|_| f64::from(random.unit())).sum::<f64>() - 6.0;
        let round = |_| {
            let (luck, rest) = (2.0 * normal(), normal());
            (luck + rest, rest)
        };
        (0..rounds).map(round).unzip()
    }

    #[test]
    fn the_true_ratio_lies_within_19_times_of_20() {
        for rounds in [30, 100, 300] {
            let held = (0..1_000).filter(|&seed| {
                let (one, other) = observed(rounds, seed);
                let ratio = ratio_of_variances(&one, &other).expect("both vary");
                assert!(ratio.low <= ratio.value && ratio.value <= ratio.high, "{ratio:?}");
                ratio.low <= 5.0 && 5.0 <= ratio.high
            });
            let held = held.count() as f64 / 1_000.0;
            // Three standard errors of what is counted, and with few rounds a little less.
            assert!((0.915..=0.97).contains(&held), "{rounds} rounds: {held}");
        }
    }

    #[test]
    fn what_does_not_vary_has_no_ratio() {
        assert_eq!(ratio_of_variances(&[0.5; 9], &[0.5; 9]), None);
        let values = [0.1, 0.9, 0.4, 0.3];
        assert_eq!(ratio_of_variances(&values, &[0.5; 4]), None);
        assert_eq!(ratio_of_variances(&values[..3], &values[..3]), None);
        let same = ratio_of_variances(&values, &values).expect("it varies");
        assert!((same.value - 1.0).abs() < 1e-12 && (same.high - same.low).abs() < 1e-12, "{same:?}");
    }
}
