//! What games prove about players.

mod interval;
mod ratio;

use std::collections::BTreeMap;

pub(crate) use self::interval::interval;
pub(crate) use self::ratio::ratio_of_variances;

/// The results of one contender, gathered by round. Luck is shared within a round, so a round is one observation; and so
/// are all rounds that begin from the same start of a book.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    rounds: BTreeMap<u64, (f64, u32)>,
    /// From how many starts rounds begin, one after the other and then from the first again; 0 if each is like no other.
    starts: usize,
    /// How many games a whole round has; 0 if that is not known: then as many as any round so far.
    per_round: u32,
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
    /// Nothing yet, of rounds of so many games that begin from so many starts in turns; 0 if each is like no other.
    pub(crate) fn of_rounds(per_round: u32, starts: usize) -> Self {
        Self { starts, per_round, ..Self::default() }
    }

    /// Adds what the contender got out of one game of a round.
    pub fn add(&mut self, round: u64, share: impl Into<f64>) {
        let entry = self.rounds.entry(round).or_default();
        entry.0 += share.into();
        entry.1 += 1;
    }

    /// The number of games that count: those of whole rounds.
    pub fn games(&self) -> u32 {
        let per_round = self.per_round();
        self.rounds.values().filter(|round| round.1 == per_round).map(|round| round.1).sum()
    }

    /// The number of whole rounds.
    pub fn rounds(&self) -> usize {
        let per_round = self.per_round();
        self.rounds.values().filter(|round| round.1 == per_round).count()
    }

    /// The mean over whole rounds, in which each start counts alike; 0.5 before the first.
    pub fn mean(&self) -> f64 {
        let means = self.means();
        if means.is_empty() { 0.5 } else { means.iter().sum::<f64>() / means.len() as f64 }
    }

    /// How much the mean of a round varies from round to round, or that of a start from start to start; none for fewer
    /// than two.
    pub fn variance(&self) -> Option<f64> {
        let (means, mean) = (self.means(), self.mean());
        let spread: f64 = means.iter().map(|share| (share - mean).powi(2)).sum();
        (means.len() > 1).then(|| spread / (means.len() - 1) as f64)
    }

    /// The standard error of the mean; none for fewer than two rounds or starts.
    pub fn error(&self) -> Option<f64> {
        self.variance().map(|variance| libm::sqrt(variance / self.means().len() as f64))
    }

    /// The share of wins, with its interval over rounds. The interval holds for few rounds and for shares of 0 and 1.
    /// With luck taken out the value itself may lie beyond 0 or 1, since luck is taken out of every single game.
    pub fn share(&self) -> Estimate {
        let means = self.means();
        let range =
            means.iter().fold((0.0_f64, 1.0_f64), |(low, high), mean| (low.min(*mean), high.max(*mean)));
        let (low, high) = interval(&means, range);
        Estimate { value: self.mean(), low: low.clamp(0.0, 1.0), high: high.clamp(0.0, 1.0) }
    }

    /// The difference in Elo points that this share stands for between two contenders; infinite for all or nothing.
    pub fn elo(&self) -> Estimate {
        let share = self.share();
        Estimate { value: elo(share.value), low: elo(share.low), high: elo(share.high) }
    }

    /// A sequential probability ratio test between two differences in Elo points, with errors of 5 % either way.
    pub fn sprt(&self, worse: f64, better: f64) -> (f64, Verdict) {
        let means = self.means();
        if means.len() < 8 {
            return (0.0, Verdict::Open);
        }
        // As if a round more had been lost and another won: a match without a single loss has a spread, too.
        let n = means.len() as f64;
        let mean = (means.iter().sum::<f64>() + 1.0) / (n + 2.0);
        let squares = means.iter().chain(&[0.0, 1.0]).map(|share| (share - mean).powi(2)).sum::<f64>();
        let variance = squares / (n + 1.0);
        let (s0, s1) = (expected(worse), expected(better));
        let ratio = n * (s1 - s0) * (2.0 * self.mean() - s0 - s1) / (2.0 * variance);
        let bound = (0.95_f64 / 0.05).ln();
        let verdict = match ratio {
            ratio if ratio >= bound => Verdict::Better,
            ratio if ratio <= -bound => Verdict::NotBetter,
            _ => Verdict::Open,
        };
        (ratio, verdict)
    }

    /// These results less the luck that was found in the same games, as far as it makes results differ: in every round it
    /// is multiplied by what would have been best in all *other* rounds. So what is taken out still comes to nothing on
    /// average, and luck that does not matter, as in a match that only one side can win, is left alone.
    #[must_use]
    pub fn without(&self, luck: &Self) -> Self {
        let both =
            || self.rounds.iter().filter_map(|(round, raw)| Some((round, raw, luck.rounds.get(round)?)));
        let mean = |(sum, games): &(f64, u32)| sum / f64::from(*games);
        let n = both().count() as f64;
        let (mut results, mut spread) = (0.0, 0.0);
        let (mut lucks, mut products, mut squares) = (0.0, 0.0, 0.0);
        for (_, raw, luck) in both() {
            let (raw, luck) = (mean(raw), mean(luck));
            results += raw;
            spread += raw * raw;
            lucks += luck;
            products += raw * luck;
            squares += luck * luck;
        }
        let part = |raw: f64, luck: f64| {
            let (others, squares_of_others) = ((n - 1.0).max(1.0), squares - luck * luck);
            let mean = (results - raw) / others;
            let product = products - raw * luck - mean * (lucks - luck);
            // A few rounds say little: as if some more had found all of the luck to matter.
            let prior = PRIOR_ROUNDS * squares_of_others / others;
            if n > 2.0 && (spread - raw * raw) / others - mean * mean < 1e-9 {
                // All other rounds came out alike, whatever the luck.
                return 0.0;
            }
            let is_known = squares_of_others > 1e-9 * squares;
            if is_known { ((product + prior) / (squares_of_others + prior)).clamp(0.0, 2.0) } else { 1.0 }
        };
        let less = |(&round, raw, luck): (&u64, &(f64, u32), &(f64, u32))| {
            let (own, found) = (mean(raw), mean(luck));
            (round, (raw.0 - part(own, found) * luck.0, raw.1))
        };
        Self { rounds: both().map(less).collect(), starts: self.starts, per_round: self.per_round }
    }

    /// The differences between these results and others of the same games.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let both =
            self.rounds.iter().filter_map(|(round, mine)| Some((round, mine, other.rounds.get(round)?)));
        let rounds = both.map(|(round, mine, other)| (*round, (mine.0 - other.0, mine.1))).collect();
        Self { rounds, starts: self.starts, per_round: self.per_round }
    }

    /// How many games a whole round has.
    fn per_round(&self) -> u32 {
        if self.per_round > 0 {
            return self.per_round;
        }
        self.rounds.values().map(|round| round.1).max().unwrap_or(0)
    }

    /// The mean of every whole round, or of all that began from the same start. One that was broken off does not count:
    /// whoever sat better in it would be favoured.
    pub(crate) fn means(&self) -> Vec<f64> {
        let per_round = self.per_round();
        let mut starts: BTreeMap<u64, (f64, u32)> = BTreeMap::new();
        for (&round, (sum, games)) in self.rounds.iter().filter(|(_, round)| round.1 == per_round) {
            let start = starts.entry(round.checked_rem(self.starts as u64).unwrap_or(round)).or_default();
            start.0 += sum;
            start.1 += games;
        }
        starts.values().map(|(sum, games)| sum / f64::from(*games)).collect()
    }
}

/// So many rounds it is taken for granted that all of the luck found is luck.
const PRIOR_ROUNDS: f64 = 4.0;

fn elo(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
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
        assert!((share.value - 0.5).abs() < 1e-9, "luck cancels out within a round");
        assert!(share.low > 0.48 && share.high < 0.52, "{share:?}");
        assert!(share.low < 0.49 && share.high > 0.51, "a hundred rounds do not prove that all are drawn");
        assert_eq!((paired.games(), paired.rounds()), (200, 100));
    }

    #[test]
    fn nothing_is_certain_after_twenty_wins() {
        let (share, elo) = (tally(20, 0).share(), tally(20, 0).elo());
        assert!(share.value >= 1.0 && share.high >= 1.0 && (share.low - 0.8316).abs() < 0.002, "{share:?}");
        assert!(elo.value.is_infinite() && elo.high.is_infinite(), "{elo:?}");
        assert!((elo.low - 277.0).abs() < 4.0, "{elo:?}");
        let lost = tally(0, 20).elo();
        assert!(lost.value < 0.0 && lost.value.is_infinite() && (lost.high + 277.0).abs() < 4.0, "{lost:?}");
        assert_eq!(Tally::default().share(), Estimate { value: 0.5, low: 0.0, high: 1.0 });
    }

    #[test]
    fn a_round_that_was_broken_off_does_not_count() {
        let mut tally = Tally::default();
        for round in 0..3 {
            tally.add(round, 1.0);
            tally.add(round, 0.0);
        }
        tally.add(3, 1.0);
        assert_eq!((tally.games(), tally.rounds()), (6, 3));
        assert!((tally.mean() - 0.5).abs() < 1e-9);
        // Nor does the very first, of which nothing else shows that it was broken off.
        let mut first = Tally::of_rounds(4, 0);
        first.add(0, 1.0);
        assert_eq!((first.games(), first.rounds()), (0, 0));
        assert_eq!(first.share(), Estimate { value: 0.5, low: 0.0, high: 1.0 });
    }

    #[test]
    fn rounds_that_begin_from_the_same_start_are_one_observation() {
        let (mut once, mut again) = (Tally::of_rounds(1, 10), Tally::of_rounds(1, 10));
        for round in 0..100 {
            let share = if round % 10 < 7 { 1.0 } else { 0.0 };
            again.add(round, share);
            if round < 10 {
                once.add(round, share);
            }
        }
        assert_eq!((once.share(), once.error()), (again.share(), again.error()));
        assert_eq!((once.rounds(), again.rounds()), (10, 100));
        // A start that was met once more counts no more than the others.
        again.add(100, 1.0);
        assert!((again.mean() - 0.7).abs() < 1e-9);
    }

    /// Results that are luck by as much as this, and what is left of them without it.
    fn lucky(rounds: u64, matters: f64, seed: u64) -> (Tally, Tally) {
        let mut random = crate::random::Generator::new(seed);
        let (mut raw, mut luck) = (Tally::default(), Tally::default());
        for round in 0..rounds {
            for _ in 0..2 {
                let found = f64::from(random.unit()) - 0.5;
                raw.add(round, 0.6 + matters * found + 0.1 * (f64::from(random.unit()) - 0.5));
                luck.add(round, found);
            }
        }
        let without = raw.without(&luck);
        (raw, without)
    }

    #[test]
    fn luck_is_taken_out_as_far_as_it_matters() {
        let variances = |(raw, without): (Tally, Tally)| {
            (raw.variance().expect("many rounds"), without.variance().expect("many rounds"))
        };
        let (raw, without) = variances(lucky(400, 1.0, 1));
        assert!(without < raw / 50.0, "{without} of {raw}");
        let (raw, without) = variances(lucky(400, 0.3, 1));
        assert!(without < raw / 5.0, "{without} of {raw}");
        let (mut won, mut luck) = (tally(20, 0), Tally::default());
        (0..20).for_each(|round| luck.add(round, if round % 3 == 0 { 0.4 } else { -0.2 }));
        won.add(20, 1.0);
        luck.add(20, 0.0);
        assert_eq!(won.without(&luck).share(), won.share(), "whoever wins every game owes nothing to luck");
        let (raw, without) = variances(lucky(400, 0.0, 1));
        assert!(without < raw * 1.1, "luck that does not matter makes nothing worse: {without} of {raw}");
    }

    #[test]
    fn results_without_luck_are_unbiased_however_few_rounds_there_are() {
        for (rounds, matters) in [(1, 1.0), (2, 0.5), (3, 1.0), (3, 0.0), (8, 0.3)] {
            let means: Vec<f64> = (0..4_000).map(|seed| lucky(rounds, matters, seed).1.mean()).collect();
            let mean = means.iter().sum::<f64>() / 4_000.0;
            let variance = means.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / 3_999.0;
            let error = (variance / 4_000.0).sqrt();
            assert!((mean - 0.6).abs() < 3.0 * error, "{rounds} rounds: {mean} with an error of {error}");
        }
    }

    #[test]
    fn the_sequential_test_decides_when_the_evidence_is_clear() {
        assert_eq!(tally(300, 100).sprt(0.0, 50.0).1, Verdict::Better);
        assert_eq!(tally(190, 210).sprt(0.0, 50.0).1, Verdict::NotBetter);
        assert_eq!(tally(12, 10).sprt(0.0, 50.0).1, Verdict::Open);
        assert_eq!(tally(60, 0).sprt(0.0, 50.0).1, Verdict::Better, "also without a single loss");
    }
}
