//! The game as numbers. Letters are the cells row by row, then `stop` and `pass`.

use rainette_core::{Block, Encode, Name, Seat, Sheet, Spot, Word, Words};

use super::board::{Cell, Cells, POND, each};
use super::rules::QUIET_TURNS;
use super::{Action, HopIt};

/// How many cells the pond has.
const CELLS: usize = POND.count_ones() as usize;
const STOP: u8 = CELLS as u8;
const PASS: u8 = STOP + 1;

/// The number of a cell, row by row.
const fn number(cell: Cell) -> u8 {
    (POND & (cell.bit() - 1)).count_ones() as u8
}

fn write(cells: Cells, sheet: &mut Sheet<'_>) {
    let plane = sheet.next(CELLS);
    for cell in each(cells) {
        plane[usize::from(number(cell))] = 1.0;
    }
}

impl Encode for HopIt {
    fn alphabet(_: usize) -> Vec<Spot> {
        Cell::all().map(Cell::spot).chain([Name::of("stop"), Name::of("pass")]).collect()
    }

    #[inline]
    fn words(&self, action: Action) -> Words {
        Words::one(match action {
            Action::Step { from, to } | Action::Hop { from, to } => Word::of([number(from), number(to)]),
            Action::Stop => Word::of([STOP]),
            Action::Pass => Word::of([PASS]),
        })
    }

    fn blocks(_: usize) -> Vec<Block> {
        vec![
            Block::new("tadpoles", [2, CELLS], "tadpoles of each seat on the cells, row by row from `a1`"),
            Block::new("frogs", [2, CELLS], "frogs of each seat on the cells"),
            Block::new("hopping", [CELLS], "the frog whose chain of hops is under way"),
            Block::new("hopped", [CELLS], "the cells it has hopped over"),
            Block::new("must-hop", [1], "1 if the move owes a hop over an enemy"),
            Block::new("quiet", [1], "quiet turns as a share of those that make a draw"),
        ]
    }

    fn observe(&self, seat: Seat, sheet: &mut Sheet<'_>) {
        let seats = [seat, seat.next(2)];
        for seat in seats {
            write(self.pieces(seat) & !self.frogs, sheet);
        }
        for seat in seats {
            write(self.pieces(seat) & self.frogs, sheet);
        }
        write(self.chain.map_or(0, |chain| chain.frog.bit()), sheet);
        write(self.chain.map_or(0, |chain| chain.hopped), sheet);
        sheet.flag(self.owes());
        sheet.number(f32::from(self.quiet) / f32::from(QUIET_TURNS));
    }
}
