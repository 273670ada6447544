//! Abagio: expectimax over whole turns, with a trained evaluation and solved endgames.

mod endgame;
mod evaluation;
mod race;
mod search;
mod sight;
mod turns;

use rainette_games::abagio::Abagio;

use self::evaluation::Judge;
use self::search::Expectimax;
use self::turns::Turns;
use crate::greedy::Greedy;
use crate::mcts::Hints;
use crate::player::{Player, Values};

pub(crate) fn best() -> Box<dyn Player<Abagio>> {
    Box::new(Expectimax { judge: Judge::trained() })
}

pub(crate) fn greedy() -> Box<dyn Player<Abagio>> {
    Box::new(Greedy(Trained(Judge::trained())))
}

/// The trained evaluation, for the player that looks one action ahead.
struct Trained(&'static Judge);

impl Hints<Abagio> for Trained {
    fn evaluate(&self, position: &Abagio) -> Values {
        let (seat, value) = self.0.whose_turn(position, &mut Turns::new());
        let mut values = Values::default();
        values[seat.index()] = value;
        values[1 - seat.index()] = 1.0 - value;
        values
    }
}
