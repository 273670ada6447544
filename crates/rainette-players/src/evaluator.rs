//! What a position is worth, for those who take luck out of results.

use rainette_core::Game;

use crate::mcts::Hints;
use crate::player::Values;

/// Says what a position is worth to each seat, so that luck can be taken out of results. It decides how much of the luck
/// is found, never which way a result leans.
pub trait Evaluator<G: Game>: Send {
    /// What each seat can expect of a game that is not over. The answer depends on the position alone, which is the true
    /// one, hidden cards included; `&mut` is for buffers.
    fn shares(&mut self, position: &G) -> Values;
}

/// What the hints of a game say at first sight.
pub(crate) struct AtSight<H>(pub(crate) H);

impl<G: Game, H: Hints<G>> Evaluator<G> for AtSight<H> {
    fn shares(&mut self, position: &G) -> Values {
        self.0.evaluate(position)
    }
}
