//! China Moon: best-first search over single actions, with a learned evaluation.

mod evaluation;
mod search;

use rainette_core::Actions;
use rainette_games::china_moon::ChinaMoon;

use self::evaluation::JUDGE;
use self::search::Explorer;
use crate::greedy::Greedy;
use crate::mcts::Hints;
use crate::player::{Player, Values};

pub(crate) fn best() -> Box<dyn Player<ChinaMoon>> {
    Box::new(Explorer { judge: &JUDGE })
}

pub(crate) fn greedy() -> Box<dyn Player<ChinaMoon>> {
    Box::new(Greedy(Judged))
}

/// The evaluation, for the player that looks one action ahead.
struct Judged;

impl Hints<ChinaMoon> for Judged {
    fn evaluate(&self, position: &ChinaMoon) -> Values {
        JUDGE.evaluate(position, &mut Actions::new())
    }
}
