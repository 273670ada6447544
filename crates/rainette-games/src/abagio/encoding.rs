//! The game as numbers. Letters are the positions by their distance to the pond, then `chief` and `aside`; a die that
//! is larger than needed has the letter of the position with its name.

use rainette_core::{Block, Encode, Name, Seat, Sheet, Spot, Word, Words};

use super::board::{FROGS, Position};
use super::{Abagio, Action, Chief, Phase, Stack};

const CHIEF: u8 = Position::ROOT.distance() + 1;
const ASIDE: u8 = CHIEF + 1;

/// Positions with stacks: 1 to 26, and the other colour's safe sector.
const SPACES: usize = 32;
const HEIGHT: usize = Stack::LIMIT as usize;
/// The outer path, from 9 to 26.
const OUTER: usize = 18;
const NEAREST_OUTER: u8 = 9;

fn positions(from: u8, to: u8) -> impl Iterator<Item = Position> {
    (from..=to).filter_map(Position::new)
}

impl Encode for Abagio {
    fn alphabet(_: usize) -> Vec<Spot> {
        let places = positions(0, Position::ROOT.distance()).map(Position::spot);
        places.chain([Name::of("chief"), Name::of(Chief::ASIDE)]).collect()
    }

    #[inline]
    fn words(&self, action: Action) -> Words {
        Words::one(match action {
            Action::Leap(leap) => {
                let word = Word::of([leap.from().distance(), leap.to().distance()]);
                if leap.is_larger_than_needed() { word.and(leap.die()) } else { word }
            }
            Action::Chief(chief) => Word::of([CHIEF, chief.space().map_or(ASIDE, Position::distance)]),
        })
    }

    fn blocks(_: usize) -> Vec<Block> {
        vec![
            Block::new(
                "stacks",
                [SPACES, HEIGHT, 2],
                "the spaces 1 to 26, then 2 to 7 of the other's safe sector; from bottom to top, whose frog it is",
            ),
            Block::new("root", [2], "frogs of each seat on the root, divided by 12"),
            Block::new("pond", [2], "frogs of each seat in the pond, divided by 12"),
            Block::new("dice", [6], "how often each number may still be used, divided by 4"),
            Block::new("chief", [OUTER], "the chief frog on the spaces 9 to 26; all 0 while it is aside"),
            Block::new("placing", [1], "1 where the chief frog is to be placed"),
        ]
    }

    fn observe(&self, seat: Seat, sheet: &mut Sheet<'_>) {
        let other = seat.next(2);
        let spaces = positions(1, Position::ROOT.distance() - 1).map(|position| self.stack(seat, position));
        let sector = positions(2, 7).map(|position| self.stack(other, position));
        let stacks = sheet.next(SPACES * HEIGHT * 2);
        for (space, stack) in spaces.chain(sector).enumerate() {
            for (level, frog) in stack.frogs().enumerate() {
                stacks[(space * HEIGHT + level) * 2 + usize::from(frog != seat)] = 1.0;
            }
        }
        let share = |frogs: u8| f32::from(frogs) / f32::from(FROGS);
        for seat in [seat, other] {
            sheet.number(share(self.on_root(seat)));
        }
        for seat in [seat, other] {
            sheet.number(share(self.in_pond(seat)));
        }
        let dice = sheet.next(6);
        for die in self.dice.numbers() {
            dice[usize::from(die) - 1] += 0.25;
        }
        let chief = self.chief.space().map(|space| usize::from(space.distance() - NEAREST_OUTER));
        sheet.one_of(OUTER, chief);
        sheet.flag(self.phase == Phase::Chief);
    }
}
