//! The game as numbers. Letters are the places lane by lane, each lane's stack after its spaces, then `pass`.

use rainette_core::{Block, Encode, Game as _, Name, Seat, Sheet, Spot, Word, Words};

use super::board::{LANES, Place, SPACES};
use super::rules::MOST_TURNS;
use super::{Action, Hop, PoolParty};

/// The places of a lane.
const PLACES: usize = SPACES as usize + 1;
const PASS: u8 = (LANES * PLACES) as u8;

#[inline]
fn number(lane: usize, space: Option<u8>) -> u8 {
    ((lane - 1) * PLACES) as u8 + space.unwrap_or(SPACES)
}

impl Encode for PoolParty {
    fn alphabet(_: usize) -> Vec<Spot> {
        Place::all().map(Place::spot).chain([Name::of("pass")]).collect()
    }

    #[inline]
    fn words(&self, action: Action) -> Words {
        let letters = |hop: Hop| {
            let from = self.frog(self.mover, hop.lane());
            [number(hop.lane(), from), number(hop.lane(), Some(self.target(hop)))]
        };
        match action.hops().map(|hop| hop.map(letters)) {
            [Some([a, b]), Some([c, d])] => Words::two(Word::of([a, b, c, d]), Word::of([c, d, a, b])),
            [Some(one), None] | [None, Some(one)] => Words::one(Word::of(one)),
            [None, None] => Words::one(Word::of([PASS])),
        }
    }

    fn blocks(seats: usize) -> Vec<Block> {
        vec![
            Block::new(
                "frogs",
                [seats, LANES, PLACES],
                "the frogs of each seat in lanes 1 to 5, on the spaces 0 to 23 or on the stack",
            ),
            Block::new("dice", [2, 6], "the larger and the smaller die"),
            Block::new("turns", [1], "turns that are over as a share of those that end the game"),
        ]
    }

    fn observe(&self, seat: Seat, sheet: &mut Sheet<'_>) {
        for seat in std::iter::once(seat).chain(seat.others(self.seats())) {
            for lane in 1..=LANES {
                sheet.one_of(PLACES, Some(self.frog(seat, lane).unwrap_or(SPACES).into()));
            }
        }
        let roll = self.roll();
        sheet.one_of(6, roll.map(|roll| usize::from(roll.larger()) - 1));
        sheet.one_of(6, roll.map(|roll| usize::from(roll.smaller()) - 1));
        sheet.number(f32::from(self.turns) / f32::from(MOST_TURNS));
    }
}
