//! The player that looks one action ahead.

use rainette_core::{Actions, Game, Guess as _, Turn, equally};

use crate::mcts::Hints;
use crate::player::{Answer, Player, Question, Ranked, ThinkError, Values, check_turn, worth};
use crate::random::Generator;

/// Takes the action after which the game's own evaluation is best for its seat; among equals, any.
#[derive(Clone, Debug)]
pub struct Greedy<H>(pub H);

impl<G: Game, H: Hints<G>> Player<G> for Greedy<H> {
    fn think(&self, question: &Question<'_, G>) -> Result<Answer<G>, ThinkError> {
        let seat = question.seat()?;
        let mut random = Generator::new(question.seed);
        let position = G::guess(question.story, &equally)?.draw(&mut random);
        check_turn(&position, seat)?;
        let mut actions = Actions::new();
        position.legal_actions(&mut actions);
        let value = |values: Values| values[seat.index()];
        let mut ranked: Vec<_> = actions
            .iter()
            .map(|&action| {
                let next = position.after(action);
                let value = value(match next.turn() {
                    Turn::Over => worth(&next.result().expect("the game is over"), next.seats()),
                    _ => self.0.evaluate(&next),
                });
                (Ranked { action, value, visits: 1 }, random.next_u64())
            })
            .collect();
        ranked.sort_by(|a, b| b.0.value.total_cmp(&a.0.value).then(a.1.cmp(&b.1)));
        let ranked: Vec<_> = ranked.into_iter().map(|(ranked, _)| ranked).collect();
        let values = self.0.evaluate(&position);
        Ok(Answer { action: ranked[0].action, values, iterations: ranked.len() as u64, ranked })
    }
}

/// Takes any legal action.
#[derive(Clone, Copy, Debug)]
pub struct RandomPlayer;

impl<G: Game> Player<G> for RandomPlayer {
    fn think(&self, question: &Question<'_, G>) -> Result<Answer<G>, ThinkError> {
        use rainette_core::Random as _;
        let seat = question.seat()?;
        let mut random = Generator::new(question.seed);
        let position = G::guess(question.story, &equally)?.draw(&mut random);
        check_turn(&position, seat)?;
        let mut actions = Actions::new();
        position.legal_actions(&mut actions);
        let pick = random.below(actions.len() as u32) as usize;
        let share = 1.0 / position.seats() as f32;
        let mut values = Values::default();
        values[..position.seats()].fill(share);
        let mut ranked: Vec<_> =
            actions.iter().map(|&action| Ranked { action, value: share, visits: 0 }).collect();
        ranked.swap(0, pick);
        Ok(Answer { action: ranked[0].action, values, ranked, iterations: 0 })
    }

    fn policy(&self, answer: &Answer<G>) -> Option<Vec<(G::Action, f64)>> {
        let chance = 1.0 / answer.ranked.len() as f64;
        Some(answer.ranked.iter().map(|ranked| (ranked.action, chance)).collect())
    }
}
