//! What the games of an arena prove about its players.

use std::time::Duration;

use super::Played;
use crate::stats::{Estimate, Tally, Verdict, ratio_of_variances};

/// What is known of one player.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// Its results as they were.
    pub raw: Tally,
    /// The luck that was found in its games.
    pub found: Tally,
    /// How much of a core's time each of its answers took.
    pub answers: Vec<Duration>,
}

impl Score {
    /// Its results with luck taken out; as they were if none was found.
    pub fn adjusted(&self) -> Tally {
        self.raw.without(&self.found)
    }

    /// What was taken out of the results on average, with its standard error.
    pub fn luck(&self) -> (f64, Option<f64>) {
        let taken = self.raw.minus(&self.adjusted());
        (taken.mean(), taken.error())
    }

    /// How many times as many games it would take to know as much without taking luck out, with its 95 % interval; none if
    /// that cannot be said.
    pub fn factor(&self) -> Option<Estimate> {
        let factor = ratio_of_variances(&self.raw.means(), &self.adjusted().means())?;
        (self.found.variance()? > 0.0).then_some(factor)
    }

    /// How many times as wide the interval of the results is if luck is left in. Of many games that is the root of the
    /// [factor](Self::factor); of few it is less, since both intervals allow for what was not seen.
    pub fn narrower(&self) -> Option<f64> {
        let width = |tally: &Tally| {
            let share = tally.share();
            share.high - share.low
        };
        let ratio = width(&self.raw) / width(&self.adjusted());
        (self.found.variance()? > 0.0 && ratio.is_finite()).then_some(ratio)
    }

    /// The time within which so much of the answers came, from 0 (the fastest) to 1 (all).
    pub fn within(&self, part: f64) -> Duration {
        let mut answers = self.answers.clone();
        answers.sort_unstable();
        let last = answers.len().saturating_sub(1) as f64;
        answers.get((last * part).round() as usize).copied().unwrap_or_default()
    }
}

/// What is known of all players so far.
#[derive(Clone, Debug)]
pub struct Scores {
    /// Which player every contender is: one who sits on several seats is several contenders.
    places: Vec<usize>,
    /// One for each player.
    pub of: Vec<Score>,
    /// How many games were played, those of rounds included that are not whole.
    pub games: u64,
}

impl Scores {
    /// Nothing is known yet. The n-th contender of the arena is the player at the n-th of these places.
    pub fn new(places: Vec<usize>) -> Self {
        let players = places.iter().max().map_or(0, |last| last + 1);
        Self { places, of: vec![Score::default(); players], games: 0 }.from_starts(0)
    }

    /// The same, if rounds begin from so many starts, one after the other and then from the first again; 0 if each is like
    /// no other.
    #[must_use]
    pub fn from_starts(mut self, starts: usize) -> Self {
        // In a round everybody sits on every seat once.
        let seats = self.places.len() as u32;
        for score in &mut self.of {
            score.raw = Tally::of_rounds(seats, starts);
            score.found = Tally::of_rounds(seats, starts);
        }
        self
    }

    /// As many contenders as there are seats, of as many players, or of two: then the first meets the second on all
    /// other seats. The place of each contender among the players.
    pub fn places(players: usize, seats: usize) -> Vec<usize> {
        (0..seats).map(|seat| seat.min(players - 1)).collect()
    }

    /// Adds a game. If a player sits on several seats, its share is that of one of them.
    pub fn add(&mut self, played: &Played) {
        for (place, score) in self.of.iter_mut().enumerate() {
            let mine =
                || self.places.iter().enumerate().filter(|(_, at)| **at == place).map(|(seat, _)| seat);
            let seats = mine().count() as f64;
            let raw = mine().map(|seat| f64::from(played.shares[seat])).sum::<f64>() / seats;
            let adjusted = mine().map(|seat| played.adjusted[seat]).sum::<f64>() / seats;
            score.raw.add(played.round, raw);
            score.found.add(played.round, raw - adjusted);
            for seat in mine() {
                score.answers.extend(&played.answers[seat]);
            }
        }
        self.games += 1;
    }

    /// The sequential test for the first player, by results without luck.
    pub fn sprt(&self, worse: f64, better: f64) -> (f64, Verdict) {
        self.of[0].adjusted().sprt(worse, better)
    }
}
