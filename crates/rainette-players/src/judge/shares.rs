//! Shares of the win, with how far they may be off.

use rainette_core::Seat;

use crate::player::Values;

/// One number per seat.
pub(crate) type Shares = [f64; Seat::MAX];

/// However well looks or games agree, what is not exact may be off by a tenth of a hundredth of a win.
const LEAST_ERROR: f64 = 0.001;

/// What every seat can expect, and how sure that is.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    shares: Vec<f64>,
    errors: Vec<f64>,
    is_exact: bool,
    iterations: u64,
}

impl Judgement {
    /// What was found, each seat's share with its error. Shares are scaled to add up to one.
    pub(crate) fn new(shares: &[f64], errors: &[f64], iterations: u64) -> Self {
        let sum: f64 = shares.iter().sum();
        let shares = shares.iter().map(|share| share / sum).collect();
        let errors = errors.iter().map(|error| error.max(LEAST_ERROR)).collect();
        Self { shares, errors, is_exact: false, iterations }
    }

    /// Shares that are known without any doubt.
    pub(crate) fn certain(values: &Values, seats: usize) -> Self {
        let shares: Vec<f64> = values[..seats].iter().map(|&value| f64::from(value)).collect();
        Self { errors: vec![0.0; seats], is_exact: true, ..Self::new(&shares, &[], 0) }
    }

    /// The mean of judgements with their weights. Its error is theirs, and if these were only drawn from many, as much as
    /// they differ.
    pub(crate) fn mean(judged: &[(Self, f64)], were_drawn: bool) -> Self {
        let seats = judged[0].0.shares.len();
        let total: f64 = judged.iter().map(|(_, weight)| weight).sum();
        let over = |of: &dyn Fn(&Self) -> f64| {
            judged.iter().map(|(each, weight)| weight * of(each)).sum::<f64>() / total
        };
        let shares: Vec<f64> = (0..seats).map(|seat| over(&|each| each.shares[seat])).collect();
        let error = |seat: usize| {
            let own = over(&|each| each.errors[seat]);
            let spread =
                over(&|each| (each.shares[seat] - shares[seat]) * (each.shares[seat] - shares[seat]));
            let between = if were_drawn { spread / (judged.len() - 1).max(1) as f64 } else { 0.0 };
            (own * own + between).sqrt()
        };
        let errors: Vec<f64> = (0..seats).map(error).collect();
        let is_exact = !were_drawn && judged.iter().all(|(each, _)| each.is_exact);
        let iterations = judged.iter().map(|(each, _)| each.iterations).sum();
        let mean = Self::new(&shares, &errors, iterations);
        if is_exact { Self { errors: vec![0.0; seats], is_exact, ..mean } } else { mean }
    }

    /// The share of the win that each seat can expect. They add up to one.
    pub fn shares(&self) -> &[f64] {
        &self.shares
    }

    /// The standard error of each share: the spread between games played on, or, of a search that has no chance in it,
    /// between its depths. 0 if the judgement is exact.
    pub fn errors(&self) -> &[f64] {
        &self.errors
    }

    /// Is this the outcome, a proof or a solved position, rather than an estimate?
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// How many iterations it took.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }
}

/// The mean of values and its standard error, gathered one by one.
pub(crate) struct Sample {
    count: u32,
    mean: Vec<f64>,
    /// The sum of squared differences from the mean.
    spread: Vec<f64>,
    /// How many of them were whole wins.
    won: u32,
}

impl Sample {
    pub(crate) fn new(seats: usize) -> Self {
        Self { count: 0, mean: vec![0.0; seats], spread: vec![0.0; seats], won: 0 }
    }

    pub(crate) fn add(&mut self, values: &Values) {
        self.count += 1;
        self.won += u32::from(values.iter().any(|&value| value >= 1.0));
        for ((mean, spread), &value) in self.mean.iter_mut().zip(&mut self.spread).zip(values) {
            let off = f64::from(value) - *mean;
            *mean += off / f64::from(self.count);
            *spread += off * (f64::from(value) - *mean);
        }
    }

    /// The mean as a judgement. Games that were all won alike may still have met luck: if all were played to their end,
    /// the error is never less than one in their number.
    pub(crate) fn judgement(&self, iterations: u64) -> Judgement {
        let n = f64::from(self.count);
        let least = f64::from(self.won) / n / n;
        let error = |spread: &f64| {
            if self.count > 1 { ((spread / (n - 1.0) + least) / n).sqrt() } else { 0.5 }
        };
        Judgement::new(&self.mean, &self.spread.iter().map(error).collect::<Vec<_>>(), iterations)
    }
}

/// How many depths say how far a search may be off.
const DEPTHS: usize = 4;

/// The judgement of a search that looked at the same position deeper and deeper: the shares are the mean of the two
/// deepest looks, since looks that end with the one or the other side's turn differ alike; the error is the root mean
/// square of the changes from look to look, of the deepest four at most. One look alone says nothing about its error,
/// which is then as large as it can be.
pub(crate) fn settled_by_depth(looks: &[Shares], seats: usize, iterations: u64) -> Judgement {
    let deepest = &looks[looks.len().saturating_sub(DEPTHS)..];
    let Some(last) = deepest.last() else {
        return Judgement::new(&vec![1.0; seats], &vec![0.5; seats], iterations);
    };
    let before = deepest.len().checked_sub(2).map_or(last, |before| &deepest[before]);
    let shares: Vec<f64> = (0..seats).map(|seat| f64::midpoint(last[seat], before[seat])).collect();
    let error = |seat: usize| {
        let changes = deepest.windows(2).map(|looks| looks[1][seat] - looks[0][seat]);
        let sum: f64 = changes.map(|change| change * change).sum();
        if deepest.len() < 2 { 0.5 } else { (sum / (deepest.len() - 1) as f64).sqrt() }
    };
    Judgement::new(&shares, &(0..seats).map(error).collect::<Vec<_>>(), iterations)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(first: f64) -> Shares {
        let mut look = Shares::default();
        (look[0], look[1]) = (first, 1.0 - first);
        look
    }

    #[test]
    fn depths_that_agree_leave_the_least_error_and_depths_that_do_not_leave_their_changes() {
        let steady = settled_by_depth(&[look(0.1), look(0.6), look(0.6), look(0.6), look(0.6)], 2, 1);
        assert_eq!((steady.shares(), steady.errors()), (&[0.6, 0.4][..], &[LEAST_ERROR; 2][..]));
        let shaky = settled_by_depth(&[look(0.4), look(0.6)], 2, 1);
        assert!((shaky.shares()[0] - 0.5).abs() < 1e-12, "the mean of the two deepest looks");
        assert!((shaky.errors()[0] - 0.2).abs() < 1e-12);
        assert_eq!(settled_by_depth(&[look(0.4)], 2, 1).errors(), [0.5, 0.5], "one look knows nothing");
    }

    #[test]
    fn the_error_of_a_sample_is_that_of_its_mean() {
        let mut sample = Sample::new(2);
        for value in [1.0, 0.0, 1.0, 0.0] {
            let mut values = Values::default();
            (values[0], values[1]) = (value, 1.0 - value);
            sample.add(&values);
        }
        let judgement = sample.judgement(4);
        assert_eq!(judgement.shares(), [0.5, 0.5]);
        assert!((judgement.errors()[0] - ((1.0_f64 / 3.0 + 0.25) / 4.0).sqrt()).abs() < 1e-12);
    }
}
