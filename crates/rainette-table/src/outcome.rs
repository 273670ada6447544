//! How a game came out at a table: what the rules say, and who was still there.

use rainette_core::{Seat, Table};

use crate::protocol::{GameResult, Out};

/// How a game comes out: a seat that gave up or ran out of time does not win. `out` says it of each seat.
pub(crate) fn result_of(game: &dyn Table, out: &[Option<Out>]) -> GameResult {
    let stays = |seat: &Seat| out[seat.index()].is_none();
    let seats = Seat::all(out.len());
    let Some(outcome) = game.result() else {
        // The game was stopped: at a table of two the one who stays has won.
        let out = out.iter().copied().find_map(|out| out);
        return GameResult { winners: seats.filter(stays).collect(), scores: None, out };
    };
    let scores: Option<Vec<i32>> = outcome.scores.as_ref().map(|scores| scores.iter().copied().collect());
    let is_draw = outcome.winners.is_empty();
    let mut winners: Vec<Seat> = outcome.winners.iter().filter(stays).collect();
    if winners.is_empty()
        && !is_draw
        && let Some(scores) = &scores
    {
        let best = seats.filter(stays).map(|seat| scores[seat.index()]).max();
        winners =
            Seat::all(out.len()).filter(|seat| stays(seat) && Some(scores[seat.index()]) == best).collect();
    }
    GameResult { winners, scores, out: None }
}
