//! Eight levels, from a beginner's to the strongest.
//!
//! A weaker level thinks less, and errs plausibly: it takes an action with a probability that falls off with the value
//! it loses, and never one that loses more than its cap.

use rainette_core::Game;

use crate::forced::forced_win;
use crate::player::{Answer, Budget, Player, Question, Ranked, ThinkError, one_hot};
use crate::random::Generator;

/// How strong a level is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// How many iterations it thinks.
    pub iterations: u32,
    /// The loss of value that makes an action less likely by a factor of e; 0 takes the best always.
    pub temperature: f32,
    /// The most value it gives away knowingly.
    pub cap: f32,
}

/// The names of the levels, weakest first: English and French.
pub const LEVEL_NAMES: [(&str, &str); 8] = [
    ("Beginner", "Débutant"),
    ("Novice", "Novice"),
    ("Casual", "Occasionnel"),
    ("Regular", "Régulier"),
    ("Skilled", "Confirmé"),
    ("Strong", "Fort"),
    ("Expert", "Expert"),
    ("Master", "Maître"),
];

/// A player held to a level.
pub struct Levelled<G: Game> {
    /// The player at its best.
    pub player: Box<dyn Player<G>>,
    /// The iterations it may spend, and how often and how far it errs.
    pub level: Level,
    /// Does it see every win in one or two actions that nobody can prevent?
    pub sees_wins: bool,
}

impl<G: Game> Player<G> for Levelled<G> {
    /// However long it thinks, it errs as its level does.
    fn think(&self, question: &Question<'_, G>) -> Result<Answer<G>, ThinkError> {
        let mut answer = self.player.think(question)?;
        // A win that the player has proven is no longer in turns than one found by counting actions.
        let is_proven = answer.ranked.first().is_some_and(|best| self.player.is_proven_win(best.value));
        let looks = self.sees_wins && !is_proven;
        let sure = if looks { forced_win(question.story, question.seat()?)? } else { None };
        if let Some(action) = sure {
            answer.ranked.retain(|ranked| ranked.action != action);
            answer.ranked.insert(0, Ranked { action, value: 1.0, visits: u32::MAX });
            answer.action = action;
            answer.values = one_hot(question.seat()?);
        } else if let Some(slip) = self.slip(&answer, question.seed) {
            answer.action = answer.ranked[slip].action;
        }
        Ok(answer)
    }

    fn own_budget(&self) -> Budget {
        Budget::Iterations(self.level.iterations)
    }

    /// How often it errs is known, once it is known what it thinks.
    fn policy(&self, answer: &Answer<G>) -> Option<Vec<(G::Action, f64)>> {
        let weights = self.weights(answer)?;
        let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
        let chances = weights.iter().map(|&weight| f64::from(weight) / sum);
        Some(answer.ranked.iter().map(|ranked| ranked.action).zip(chances).collect())
    }
}

impl<G: Game> Levelled<G> {
    /// In which proportion it takes the actions; none if it takes the best.
    fn weights(&self, answer: &Answer<G>) -> Option<Vec<f32>> {
        let best = answer.ranked.first()?.value;
        // A sure win is not missed.
        if self.level.temperature <= 0.0 || best >= 0.999 {
            return None;
        }
        let weight = |value: f32| {
            let lost = (best - value).max(0.0);
            if lost > self.level.cap { 0.0 } else { libm::expf(-lost / self.level.temperature) }
        };
        Some(answer.ranked.iter().map(|ranked| weight(ranked.value)).collect())
    }

    /// The place of the action taken instead of the best one.
    fn slip(&self, answer: &Answer<G>, seed: u64) -> Option<usize> {
        let weights = self.weights(answer)?;
        let mut left = Generator::of(seed, 0x511B).unit() * weights.iter().sum::<f32>();
        weights.iter().position(|&weight| {
            left -= weight;
            left < 0.0
        })
    }
}
