//! Tables for the tests of this crate.

use super::{Batch, Fresh, open};
use crate::fair::Seed;
use crate::journal::TokenHash;
use crate::protocol::{ClockKind, Millis, OpenTable, SeatWish};

/// A table of the first game that starts once every seat is taken.
pub(super) fn wish(seats: Vec<SeatWish>, clock: ClockKind) -> OpenTable {
    OpenTable {
        game: rainette_games::games()[0].id.to_owned(),
        seats,
        clock,
        name: "Ana".to_owned(),
        start_when_full: true,
        ..OpenTable::default()
    }
}

/// The table that the holder of the token `me` opens with this wish.
pub(super) fn opened(wish: &OpenTable, now: Millis) -> Batch {
    let fresh = Fresh { id: "table".to_owned(), invite: "invite".to_owned(), seed: Seed::new([7; 32]) };
    open(wish, None, TokenHash::of("me"), fresh, now).expect("a table")
}
