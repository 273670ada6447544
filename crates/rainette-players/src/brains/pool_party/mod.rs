//! Pool Party: exact races corrected by a small trained network, and many games played on from each candidate.

pub(crate) mod alone;
pub(crate) mod evaluation;
mod reference;
pub(crate) mod search;
#[cfg(test)]
mod tests;

use rainette_core::{Actions, Game as _, Turn};
use rainette_games::pool_party::PoolParty;

use self::evaluation::JUDGE;
use self::reference::StepsToLine;
use self::search::{Lookahead, best_reply};
use super::Brain;
use crate::levels::Level;
use crate::mcts::{Hints, Mcts};
use crate::player::{Player, Values};

impl Brain for PoolParty {
    fn best(seats: usize) -> Box<dyn Player<Self>> {
        Box::new(Lookahead { horizon: 2 * seats as u32, width: 8 })
    }

    fn reference(exploration: Option<f32>) -> Box<dyn Player<Self>> {
        // Tuned in the arena, see docs/players/pool-party.md.
        let hints = StepsToLine { horizon: 0, steps: 8.0 };
        Box::new(Mcts { exploration: exploration.unwrap_or(0.7), hints })
    }

    fn hints() -> impl Hints<Self> + 'static {
        Judged
    }

    const LEVELS: [Level; 8] = [
        Level { iterations: 1, temperature: 0.085, cap: 0.35 },
        Level { iterations: 1, temperature: 0.068, cap: 0.3 },
        Level { iterations: 1, temperature: 0.0535, cap: 0.16 },
        Level { iterations: 1, temperature: 0.04, cap: 0.12 },
        Level { iterations: 1, temperature: 0.026, cap: 0.08 },
        Level { iterations: 1, temperature: 0.0095, cap: 0.03 },
        Level { iterations: 700, temperature: 0.0, cap: 0.0 },
        Level { iterations: 15_000, temperature: 0.0, cap: 0.0 },
    ];
}

/// The evaluation as hints.
#[derive(Clone, Copy, Debug)]
struct Judged;

impl Hints<PoolParty> for Judged {
    fn horizon(&self) -> Option<u32> {
        Some(0)
    }

    fn evaluate(&self, position: &PoolParty) -> Values {
        match position.turn() {
            Turn::Seat(_) => best_reply(&JUDGE, position, &mut Actions::new()).1,
            Turn::Chance | Turn::Over => JUDGE.values(position),
        }
    }
}
