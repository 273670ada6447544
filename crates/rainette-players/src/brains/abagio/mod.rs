//! Abagio: expectimax over whole turns, with an evaluation trained by games against itself and solved endgames.

pub(crate) mod endgame;
pub(crate) mod evaluation;
mod judge;
pub(crate) mod race;
pub(crate) mod search;
pub(crate) mod sight;
#[cfg(test)]
mod tests;
pub(crate) mod turns;

use rainette_games::abagio::{Abagio, Phase};

use super::Brain;
use crate::evaluator::Evaluator;
use crate::judge::{Judgement, Whole};
use crate::levels::Level;
use crate::mcts::{Hints, Mcts, Plain};
use crate::player::{Player, Values};
use crate::references::best_1;
use evaluation::Judge;
use search::Expectimax;
use turns::Turns;

impl Brain for Abagio {
    fn best(_: usize) -> Box<dyn Player<Self>> {
        Box::new(Expectimax { judge: Judge::trained() })
    }

    fn frozen(_: usize) -> Box<dyn Player<Self>> {
        best_1::abagio::best()
    }

    fn greedy() -> Box<dyn Player<Self>> {
        best_1::abagio::greedy()
    }

    fn reference(exploration: Option<f32>) -> Box<dyn Player<Self>> {
        Box::new(Mcts { exploration: exploration.unwrap_or(1.0), hints: Plain })
    }

    fn hints() -> impl Hints<Self> + 'static {
        Trained(Judge::trained())
    }

    fn evaluator() -> Box<dyn Evaluator<Self>> {
        Box::new(WholeTurns { judge: Judge::trained(), turns: Turns::new() })
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

    const REVIEW_ITERATIONS: u32 = 800;

    fn judge(whole: &Whole<Self>, judge: &crate::judge::Judge) -> Judgement {
        judge::judge(whole, judge)
    }
}

/// The trained evaluation, for other searches.
struct Trained(&'static Judge);

impl Hints<Abagio> for Trained {
    /// Whole games say less than the evaluation does.
    fn horizon(&self) -> Option<u32> {
        Some(0)
    }

    fn evaluate(&self, position: &Abagio) -> Values {
        shares(self.0, position, &mut Turns::new())
    }
}

/// The trained evaluation once more, faster: of all ways to play a roll the one that looks best before the chief frog is
/// placed.
struct WholeTurns {
    judge: &'static Judge,
    turns: Turns,
}

impl Evaluator<Abagio> for WholeTurns {
    fn shares(&mut self, position: &Abagio) -> Values {
        let mut end = *position;
        if position.phase() == Phase::Leaps {
            let mut best = f32::NEG_INFINITY;
            for (way, _) in self.turns.ends(position, 0) {
                let value = self.judge.glance_after_leaps(way);
                if value > best {
                    (best, end) = (value, *way);
                }
            }
        }
        shares(self.judge, &end, &mut self.turns)
    }
}

fn shares(judge: &Judge, position: &Abagio, turns: &mut Turns) -> Values {
    let (seat, value) = judge.whose_turn(position, turns);
    let mut values = Values::default();
    values[seat.index()] = value;
    values[1 - seat.index()] = 1.0 - value;
    values
}
