//! What beginners look at: how soon their own frogs line up, as if nobody else were in the pool.
//!
//! A share of the win is nearly the same after every action while no line is near, most of all with many seats: whoever
//! errs by a share then plays at random, and six of them never come to an end. Turns to one's own line differ after
//! every action, with any number of seats.

use rainette_core::{Game as _, Seat};
use rainette_games::pool_party::PoolParty;

use super::alone::TURNS;
use super::evaluation::JUDGE;
use crate::mcts::Hints;
use crate::player::Values;

/// Counts the turns that each seat needs for its line if it is left alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnLine;

impl Hints<PoolParty> for OwnLine {
    fn horizon(&self) -> Option<u32> {
        Some(0)
    }

    /// 1 for a line, 0 for one that is as far away as the table looks.
    fn evaluate(&self, position: &PoolParty) -> Values {
        let mut values = Values::default();
        for seat in Seat::all(position.seats()) {
            values[seat.index()] = 1.0 - JUDGE.turns_alone(position, seat) / TURNS as f32;
        }
        values
    }
}
