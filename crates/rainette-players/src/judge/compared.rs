//! What the best of some actions is worth more than another, by games that were played on alike from each.
//!
//! The truth lies between two numbers. If some games say which action is the best and *others* what it is worth, the
//! result is too small on average by as much as the choice is wrong. If the *same* games say both it is too large, since
//! an action that was lucky in them looks good twice.

/// Games come in so many parts: what all others choose is valued by one, each in turn.
const PARTS: usize = 8;

/// In choosing, what the reference says of an action counts as much as so many games.
const PRIOR_GAMES: f64 = 8.0;

/// An action that is compared.
pub(super) struct Candidate {
    /// What the reference says it is worth.
    pub(super) prior: f64,
    /// What came of it, game by game, the same games for every candidate.
    pub(super) values: Vec<f64>,
}

/// What one of the candidates loses against the best.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Compared {
    /// Which is the best, by all games.
    pub(super) best: usize,
    /// What is lost against those that other games have chosen.
    pub(super) lost: f64,
    /// The standard error of that.
    pub(super) error: f64,
    /// What is lost against the one that did best in the same games.
    pub(super) at_most: f64,
}

/// Compares one of the candidates with the best of them, by at least two games.
pub(super) fn compare(candidates: &[&Candidate], chosen: usize) -> Compared {
    let games = candidates[chosen].values.len();
    let parts = PARTS.min(games);
    let mut differences = vec![0.0; games];
    for part in 0..parts {
        let is_own = |game: usize| game % parts == part;
        let best = best(candidates, chosen, PRIOR_GAMES, |game| !is_own(game));
        for game in (0..games).filter(|&game| is_own(game)) {
            differences[game] = candidates[best].values[game] - candidates[chosen].values[game];
        }
    }
    let n = games as f64;
    let lost = differences.iter().sum::<f64>() / n;
    let spread: f64 = differences.iter().map(|difference| (difference - lost) * (difference - lost)).sum();
    let mean = |candidate: &Candidate| candidate.values.iter().sum::<f64>() / n;
    let did_best = best(candidates, chosen, 0.0, |_| true);
    Compared {
        best: best(candidates, chosen, PRIOR_GAMES, |_| true),
        lost,
        error: (spread / (n - 1.0) / n).sqrt(),
        at_most: mean(candidates[did_best]) - mean(candidates[chosen]),
    }
}

/// The best candidate by these games, and by what the reference says of it as if it had seen so many more. Of equals the
/// chosen one is the best.
fn best(candidates: &[&Candidate], chosen: usize, prior: f64, is_counted: impl Fn(usize) -> bool) -> usize {
    let sum = |candidate: &Candidate| {
        let values = candidate.values.iter().enumerate().filter(|(game, _)| is_counted(*game));
        prior * candidate.prior + values.map(|(_, value)| value).sum::<f64>()
    };
    let mut best = (chosen, sum(candidates[chosen]));
    for (place, candidate) in candidates.iter().enumerate() {
        let sum = sum(candidate);
        if sum > best.1 {
            best = (place, sum);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Generator;

    /// Normal, near enough.
    fn normal(random: &mut Generator) -> f64 {
        (0..12).map(|_| f64::from(random.unit())).sum::<f64>() - 6.0
    }

    /// The means of both numbers over many decisions, in thousandths, if this is what actions are worth, if a game varies
    /// by so much and the reference errs by three hundredths.
    fn measured(worths: &[f64], chosen: usize, games: usize, deviation: f64) -> (f64, f64) {
        const DECISIONS: u64 = 3_000;
        let mut random = Generator::new(games as u64);
        let (mut lost, mut at_most) = (0.0, 0.0);
        for _ in 0..DECISIONS {
            let mut candidate = |&worth: &f64| {
                let prior = worth + 0.03 * normal(&mut random);
                let values = (0..games).map(|_| worth + deviation * normal(&mut random)).collect();
                Candidate { prior, values }
            };
            let candidates: Vec<Candidate> = worths.iter().map(&mut candidate).collect();
            let compared = compare(&candidates.iter().collect::<Vec<_>>(), chosen);
            lost += compared.lost;
            at_most += compared.at_most;
        }
        let milli = |sum: f64| 1000.0 * sum / DECISIONS as f64;
        (milli(lost), milli(at_most))
    }

    /// What is said in docs/judge.md of how far both numbers are off.
    #[test]
    fn the_truth_lies_between_what_other_games_and_what_the_same_games_say() {
        let perfect = [0.0, -0.011, -0.023, -0.034];
        let losing = [0.0, -0.006, -0.012, -0.018];
        for (games, deviation, most) in
            [(48, 0.1, (6.0, 9.0)), (48, 0.2, (11.0, 25.0)), (192, 0.1, (3.0, 4.0)), (768, 0.1, (1.5, 1.5))]
        {
            for (worths, chosen, truth) in [(perfect, 0, 0.0), (losing, 1, 6.0)] {
                let (lost, at_most) = measured(&worths, chosen, games, deviation);
                println!("{games} games, deviation {deviation}: {truth} in [{lost:.1}, {at_most:.1}]");
                assert!(lost < truth && truth - lost < most.0, "{lost} of {truth}");
                assert!(at_most > truth && at_most - truth < most.1, "{at_most} of {truth}");
            }
        }
    }

    #[test]
    fn of_equals_the_chosen_one_is_the_best_and_loses_nothing() {
        let candidate = || Candidate { prior: 0.5, values: vec![0.2, 0.7, 0.4] };
        let candidates = [candidate(), candidate()];
        let compared = compare(&candidates.iter().collect::<Vec<_>>(), 1);
        assert_eq!(compared, Compared { best: 1, lost: 0.0, error: 0.0, at_most: 0.0 });
    }
}
