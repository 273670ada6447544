//! Abagio: expectimax over whole turns, with an evaluation trained by games against itself and solved endgames.

pub(crate) mod endgame;
pub(crate) mod evaluation;
pub(crate) mod race;
pub(crate) mod search;
pub(crate) mod sight;
#[cfg(test)]
mod tests;
pub(crate) mod turns;

use rainette_games::abagio::Abagio;

use super::Brain;
use crate::levels::Level;
use crate::mcts::{Hints, Mcts, Plain};
use crate::player::{Player, Values};
use evaluation::Judge;
use search::Expectimax;
use turns::Turns;

impl Brain for Abagio {
    fn best(_: usize) -> Box<dyn Player<Self>> {
        Box::new(Expectimax { judge: Judge::trained() })
    }

    fn reference(exploration: Option<f32>) -> Box<dyn Player<Self>> {
        Box::new(Mcts { exploration: exploration.unwrap_or(1.0), hints: Plain })
    }

    fn hints() -> impl Hints<Self> + 'static {
        Trained(Judge::trained())
    }

    const LEVELS: [Level; 8] = [
        Level { iterations: 0, temperature: 0.80, cap: 0.70 },
        Level { iterations: 0, temperature: 0.30, cap: 0.50 },
        Level { iterations: 0, temperature: 0.12, cap: 0.30 },
        Level { iterations: 0, temperature: 0.06, cap: 0.15 },
        Level { iterations: 0, temperature: 0.03, cap: 0.10 },
        Level { iterations: 0, temperature: 0.015, cap: 0.05 },
        Level { iterations: 0, temperature: 0.0, cap: 0.0 },
        Level { iterations: 2000, temperature: 0.0, cap: 0.0 },
    ];
}

/// The trained evaluation, for other searches.
struct Trained(&'static Judge);

impl Hints<Abagio> for Trained {
    /// Whole games say less than the evaluation does.
    fn horizon(&self) -> Option<u32> {
        Some(0)
    }

    fn evaluate(&self, position: &Abagio) -> Values {
        let (seat, value) = self.0.whose_turn(position, &mut Turns::new());
        let mut values = Values::default();
        values[seat.index()] = value;
        values[1 - seat.index()] = 1.0 - value;
        values
    }
}
