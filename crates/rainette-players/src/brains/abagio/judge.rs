//! What a position is worth to both: the player's search, looked at depth by depth, and endgames that are solved.

use rainette_core::Seat;
use rainette_games::abagio::{Abagio, Phase};

use super::evaluation::Judge as Evaluation;
use super::search::looks;
use super::sight::Sight;
use crate::judge::{Judge, Judgement, Shares, Whole, settled_by_depth};
use crate::player::{Values, one_hot};

pub(super) fn judge(whole: &Whole<Abagio>, judge: &Judge) -> Judgement {
    let position = whole.position();
    let (evaluation, seat) = (Evaluation::trained(), position.mover());
    match position.phase() {
        // The game is the same for both until it is known who begins.
        Phase::Start => return Judgement::certain(&values(seat, 0.5), 2),
        Phase::Roll => {
            if let Some(value) = evaluation.exact(&Sight::of(position, seat)) {
                return Judgement::certain(&values(seat, value), 2);
            }
        }
        Phase::Leaps | Phase::Chief | Phase::Over => {}
    }
    let (looks, iterations) = looks(evaluation, position, judge.iterations);
    // Less than certain is whatever is not over.
    if looks[0] >= 1.0 {
        return Judgement::certain(&one_hot(seat), 2);
    }
    let looks: Vec<Shares> = looks.iter().map(|&look| values(seat, look).map(f64::from)).collect();
    settled_by_depth(&looks, 2, iterations)
}

fn values(seat: Seat, share: f32) -> Values {
    let mut values = Values::default();
    values[seat.index()] = share;
    values[seat.next(2).index()] = 1.0 - share;
    values
}
