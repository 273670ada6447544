//! Pool Party: plain tree search, whose levels differ in how long they think.

use rainette_games::pool_party::PoolParty;

use super::{Brain, plain_levels};
use crate::contract::Player;
use crate::levels::Level;
use crate::mcts::{Hints, Mcts, Plain};

impl Brain for PoolParty {
    fn best(_: usize) -> Box<dyn Player<Self>> {
        Self::reference(None)
    }

    fn reference(exploration: Option<f32>) -> Box<dyn Player<Self>> {
        Box::new(Mcts { exploration: exploration.unwrap_or(0.7), hints: Plain })
    }

    fn hints() -> impl Hints<Self> + 'static {
        Plain
    }

    const LEVELS: [Level; 8] = plain_levels([20, 40, 80, 160, 320, 640, 2500, 8000]);
}
