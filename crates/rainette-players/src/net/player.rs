//! A player that searches as a net guides it.

use std::sync::Arc;

use rainette_core::{Guess as _, equally};

use super::network::{Net, Sight};
use super::senses::Senses;
use super::tree::{Tree, Walk};
use crate::player::{Answer, Meter, Player, Question, ThinkError, check_turn};
use crate::random::Generator;

/// How much promising and rarely tried actions are favoured.
pub(crate) const EXPLORATION: f32 = 0.2;

/// Searches best first; one iteration judges one position.
pub(crate) struct Guided {
    net: Arc<Net>,
    exploration: f32,
}

impl Guided {
    /// The net must be for the game and its number of seats.
    pub(crate) fn new(net: Arc<Net>, exploration: Option<f32>) -> Self {
        Self { net, exploration: exploration.unwrap_or(EXPLORATION) }
    }
}

impl<G: Senses> Player<G> for Guided {
    fn think(&self, question: &Question<'_, G>) -> Result<Answer<G>, ThinkError> {
        let seat = question.seat()?;
        let root = G::guess(question.story, &equally)?.draw(&mut Generator::new(question.seed));
        check_turn(&root, seat)?;
        let mut tree = Tree::new(root, self.exploration);
        let mut sight = Sight::new(&self.net);
        let mut meter = Meter::new(question.budget, &question.cancel);
        while !tree.is_settled() && meter.goes_on() {
            iterate(&mut tree, &mut sight);
        }
        Ok(tree.answer(meter.spent))
    }

    fn is_proven_win(&self, value: f32) -> bool {
        value >= 1.0
    }
}

/// One iteration, judged at once.
pub(crate) fn iterate<G: Senses>(tree: &mut Tree<G>, sight: &mut Sight<'_, G>) {
    if let Walk::Waiting(waiting) = tree.walk() {
        let (position, seat) = (waiting.position, waiting.seat);
        let values = sight.look(&position, seat);
        tree.judged(waiting, values, |action| sight.promise(&position, action));
    }
}
