//! China Moon: best-first search over single actions, with an evaluation trained by games against itself.

pub(crate) mod evaluation;
mod judge;
pub(crate) mod search;
mod senses;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use rainette_core::Actions;
use rainette_games::china_moon::ChinaMoon;

use super::Brain;
use crate::judge::{Judge, Judgement, Whole};
use crate::levels::Level;
use crate::mcts::{Hints, Mcts, Plain};
use crate::net::{Guided, Net, NoNet};
use crate::player::{Player, Values};
use crate::references::best_1;
use evaluation::JUDGE;
use search::Explorer;

impl Brain for ChinaMoon {
    fn best(_: usize) -> Box<dyn Player<Self>> {
        Box::new(Explorer { judge: &JUDGE })
    }

    fn frozen(_: usize) -> Box<dyn Player<Self>> {
        best_1::china_moon::best()
    }

    fn greedy() -> Box<dyn Player<Self>> {
        best_1::china_moon::greedy()
    }

    fn reference(exploration: Option<f32>) -> Box<dyn Player<Self>> {
        Box::new(Mcts { exploration: exploration.unwrap_or(0.7), hints: Plain })
    }

    fn hints() -> impl Hints<Self> + 'static {
        Judged
    }

    fn book(seats: usize) -> Option<&'static str> {
        match seats {
            3 => Some(include_str!("../../../books/china-moon-3.txt")),
            4 => Some(include_str!("../../../books/china-moon-4.txt")),
            5 => Some(include_str!("../../../books/china-moon-5.txt")),
            _ => None,
        }
    }

    fn guided(seats: usize, file: &[u8], exploration: Option<f32>) -> Result<Box<dyn Player<Self>>, NoNet> {
        let net = Net::read_for::<Self>(file, seats)?;
        Ok(Box::new(Guided::new(Arc::new(net), exploration)))
    }

    const LEVELS: [Level; 8] = [
        Level { iterations: 1, temperature: 0.12, cap: 0.30 },
        Level { iterations: 2, temperature: 0.05, cap: 0.15 },
        Level { iterations: 6, temperature: 0.025, cap: 0.08 },
        Level { iterations: 20, temperature: 0.01, cap: 0.04 },
        Level { iterations: 60, temperature: 0.0, cap: 0.0 },
        Level { iterations: 450, temperature: 0.0, cap: 0.0 },
        Level { iterations: 3_000, temperature: 0.0, cap: 0.0 },
        Level { iterations: 20_000, temperature: 0.0, cap: 0.0 },
    ];

    const REVIEW_ITERATIONS: u32 = 4_000;

    fn judge(whole: &Whole<Self>, judge: &Judge) -> Judgement {
        judge::judge(whole, judge)
    }
}

/// The evaluation, for other searches.
#[derive(Clone, Copy, Debug)]
struct Judged;

impl Hints<ChinaMoon> for Judged {
    /// Whole games say less than the evaluation does.
    fn horizon(&self) -> Option<u32> {
        Some(0)
    }

    fn evaluate(&self, position: &ChinaMoon) -> Values {
        JUDGE.evaluate(position, &mut Actions::new())
    }
}
