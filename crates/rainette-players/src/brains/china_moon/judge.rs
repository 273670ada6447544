//! What a position is worth to each seat: the player's search, looked at as it grows.

use rainette_games::china_moon::ChinaMoon;

use super::evaluation::JUDGE;
use super::search::{Search, shares};
use crate::judge::{Judge, Judgement, Shares, Whole, settled_by_depth};

/// How often the search is looked at.
const LOOKS: u32 = 4;

/// The lilies lie by chance: before that, some ponds are drawn. Each quarter of the iterations is a look of its own, the later the deeper.
pub(super) fn judge(whole: &Whole<ChinaMoon>, judge: &Judge) -> Judgement {
    if let Some(judgement) = judge.over_chance(whole) {
        return judgement;
    }
    let seats = whole.seats();
    let mut search = Search::new(&JUDGE, *whole.position(), judge.seed);
    let mut looks = Vec::new();
    let iterations = judge.iterations.max(LOOKS);
    let mut done = 0;
    for look in 1..=LOOKS {
        let (before, first) = (search.total(), done);
        while done < iterations / LOOKS * look {
            search.iterate();
            done += 1;
            if let Some(winners) = search.winners() {
                return Judgement::certain(&shares(winners), seats);
            }
        }
        let mut shares = Shares::default();
        for ((share, total), before) in shares.iter_mut().zip(search.total()).zip(before) {
            *share = f64::from(total - before) / f64::from(done - first);
        }
        looks.push(shares);
    }
    settled_by_depth(&looks, seats, u64::from(done))
}
