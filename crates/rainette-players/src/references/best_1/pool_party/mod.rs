//! Pool Party: exact races corrected by a small trained network, and many games played on from each candidate.

mod alone;
mod evaluation;
mod search;

use rainette_core::{Actions, Game as _, Turn};
use rainette_games::pool_party::PoolParty;

use self::evaluation::JUDGE;
use self::search::{Lookahead, best_reply};
use crate::greedy::Greedy;
use crate::mcts::Hints;
use crate::player::{Player, Values};

pub(crate) fn best(seats: usize) -> Box<dyn Player<PoolParty>> {
    Box::new(Lookahead { horizon: 2 * seats as u32, width: 8 })
}

pub(crate) fn greedy() -> Box<dyn Player<PoolParty>> {
    Box::new(Greedy(Judged))
}

/// The evaluation, for the player that looks one action ahead.
struct Judged;

impl Hints<PoolParty> for Judged {
    fn evaluate(&self, position: &PoolParty) -> Values {
        match position.turn() {
            Turn::Seat(_) => best_reply(&JUDGE, position, &mut Actions::new()).1,
            Turn::Chance | Turn::Over => JUDGE.values(position),
        }
    }
}
