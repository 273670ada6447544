//! Pool Party: exact races corrected by a small trained network, and many games played on from each candidate.

pub(crate) mod alone;
pub(crate) mod evaluation;
mod judge;
mod own_line;
mod reference;
pub(crate) mod search;
#[cfg(test)]
mod tests;

use rainette_core::{Actions, Game as _, Turn};
use rainette_games::pool_party::PoolParty;

use self::evaluation::JUDGE;
use self::own_line::OwnLine;
use self::reference::StepsToLine;
use self::search::{Lookahead, best_reply};
use super::Brain;
use crate::greedy::Greedy;
use crate::judge::{Judge, Judgement, Whole};
use crate::levels::Level;
use crate::mcts::{Hints, Mcts};
use crate::player::{Player, Values};
use crate::references::best_1;

impl Brain for PoolParty {
    fn best(seats: usize) -> Box<dyn Player<Self>> {
        Box::new(Lookahead { horizon: horizon(seats), width: 8 })
    }

    fn frozen(seats: usize) -> Box<dyn Player<Self>> {
        best_1::pool_party::best(seats)
    }

    fn greedy() -> Box<dyn Player<Self>> {
        best_1::pool_party::greedy()
    }

    /// Beginners look at their own frogs alone. All others err by a share of the win: with more seats shares are
    /// smaller, so a level errs by less.
    fn at_level(number: u8, seats: usize) -> (Level, Box<dyn Player<Self>>) {
        let level = Self::LEVELS[usize::from(number) - 1];
        if number <= LAST_OF_OWN_LINE {
            return (level, Box::new(Greedy(OwnLine)));
        }
        let scale = (MEASURED_SEATS / seats as f32).min(1.0);
        let Level { iterations, temperature, cap } = level;
        (Level { iterations, temperature: temperature * scale, cap: cap * scale }, Self::best(seats))
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
        Level { iterations: 1, temperature: 0.115, cap: 0.26 },
        Level { iterations: 1, temperature: 0.1, cap: 0.25 },
        Level { iterations: 1, temperature: 0.0535, cap: 0.16 },
        Level { iterations: 1, temperature: 0.04, cap: 0.12 },
        Level { iterations: 1, temperature: 0.026, cap: 0.08 },
        Level { iterations: 1, temperature: 0.0095, cap: 0.03 },
        Level { iterations: 700, temperature: 0.0, cap: 0.0 },
        Level { iterations: 15_000, temperature: 0.0, cap: 0.0 },
    ];

    const REVIEW_ITERATIONS: u32 = 3_000;

    fn judge(whole: &Whole<Self>, judge: &Judge) -> Judgement {
        judge::judge(whole, judge)
    }
}

/// For how many turns games are played on: two rounds.
const fn horizon(seats: usize) -> u32 {
    2 * seats as u32
}

/// Up to this level, players play for their own line and do not see what others are up to.
const LAST_OF_OWN_LINE: u8 = 2;

/// Temperatures and caps are those for so many seats, and for fewer.
const MEASURED_SEATS: f32 = 3.0;

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
