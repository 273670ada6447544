//! What a position is worth to both, without a wish to win: the same search as the player's, in which a draw is half a
//! win for either.

use rainette_core::{Game as _, Seat, Turn};
use rainette_games::hop_it::HopIt;

use super::search::{Limits, NODES_PER_ITERATION, PROVEN, Search};
use super::{Knowledge, for_both, value};
use crate::judge::{Judge, Judgement, Shares, Whole, settled_by_depth};
use crate::mcts::Hints as _;
use crate::player::{Budget, Cancel, one_hot};

/// Each finished depth is a look, and so is the evaluation before any. A proof leaves no doubt, nor does a solved endgame,
/// which is not searched.
pub(super) fn judge(whole: &Whole<HopIt>, judge: &Judge) -> Judgement {
    let position = whole.position();
    let Turn::Seat(seat) = position.turn() else {
        unreachable!("the game is not over, and nothing is random")
    };
    let endgames = judge.tables().hop_it();
    if let Some(value) = endgames.value(position) {
        return Judgement::certain(&for_both(seat, value), 2);
    }
    let cancel = Cancel::default();
    let limits = Limits::of(Budget::Iterations(judge.iterations), &cancel);
    let findings = Search::new(limits, seat, judge.seed).impartial().knowing(endgames).run(position);
    match findings.depths.last() {
        Some(&worth) if worth >= PROVEN => return Judgement::certain(&one_hot(seat), 2),
        Some(&worth) if worth <= -PROVEN => return Judgement::certain(&one_hot(seat.next(2)), 2),
        _ => {}
    }
    let at_first_sight = Knowledge.evaluate(position)[seat.index()];
    let deeper = findings.depths.iter().map(|&worth| value(worth));
    let looks: Vec<Shares> =
        [at_first_sight].into_iter().chain(deeper).map(|share| shares(seat, f64::from(share))).collect();
    settled_by_depth(&looks, 2, findings.nodes.div_ceil(NODES_PER_ITERATION))
}

fn shares(seat: Seat, share: f64) -> Shares {
    let mut shares = Shares::default();
    shares[seat.index()] = share;
    shares[seat.next(2).index()] = 1.0 - share;
    shares
}
