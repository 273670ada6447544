//! Monte Carlo tree search over guessed positions, for any number of seats.
//!
//! Every iteration guesses a whole position that agrees with the story, walks down the tree by upper confidence bounds
//! (each seat wants its own value: max^n), adds the children of a leaf, plays on from there, and carries the values
//! back up. Chance nodes are sampled by weight. If nothing is hidden, sure wins and losses are proven and carried
//! up as well.
//!
//! What a game knows beyond its rules comes in as [`Hints`]: without any ([`Plain`]) this is plain UCT, or
//! information-set UCT if there are secrets, with random playouts.

mod hints;
mod search;
mod tree;

use rainette_core::{Game, Guess as _, equally};

pub use self::hints::{Hints, Plain};
use self::search::Search;
use self::tree::{Kept, Tree};
use crate::player::{Answer, Memory, Meter, Player, Question, ThinkError, check_turn};
use crate::random::Generator;

/// Monte Carlo tree search.
#[derive(Clone, Debug)]
pub struct Mcts<H> {
    /// How much rarely tried actions are favoured.
    pub exploration: f32,
    /// What the game knows beyond its rules.
    pub hints: H,
}

impl<G: Game, H: Hints<G>> Player<G> for Mcts<H> {
    fn think(&self, question: &Question<'_, G>) -> Result<Answer<G>, ThinkError> {
        self.search(question, None).map(|(answer, _)| answer)
    }

    fn think_on(&self, question: &Question<'_, G>, memory: &mut Memory) -> Result<Answer<G>, ThinkError> {
        let kept = memory.take::<Kept<G>>();
        if question.budget.time().is_none() {
            return self.think(question);
        }
        let (answer, nodes) = self.search(question, kept)?;
        let told = &question.story.told;
        memory.keep(Box::new(Kept::<G> { told: told.len(), last: told.last().cloned(), nodes }));
        Ok(answer)
    }
}

impl<H> Mcts<H> {
    /// Searches on from a kept tree, if it still fits, and hands the grown one back.
    fn search<G: Game>(
        &self,
        question: &Question<'_, G>,
        kept: Option<Box<Kept<G>>>,
    ) -> Result<(Answer<G>, Tree<G>), ThinkError>
    where
        H: Hints<G>,
    {
        let seat = question.seat()?;
        let story = question.story;
        let guess = if self.hints.weighs() {
            G::guess(story, &|seat, choice| self.hints.weigh(story, seat, choice))?
        } else {
            G::guess(story, &equally)?
        };
        let mut random = Generator::new(question.seed);
        let first = guess.draw(&mut random);
        check_turn(&first, seat)?;
        let mut search = Search::new(self, &first);
        if let Some(nodes) = kept.and_then(|kept| kept.regrow(story, &first)) {
            search.nodes = nodes;
        }
        let mut meter = Meter::new(question.budget, &question.cancel);
        while (search.rounds == 0 || !search.is_settled()) && meter.goes_on() {
            let position = guess.draw(&mut random);
            search.iterate(position, &mut random);
        }
        Ok((search.answer(&first, seat, meter.spent), search.nodes))
    }
}
