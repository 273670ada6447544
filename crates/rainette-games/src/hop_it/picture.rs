//! The pond as text.

use std::fmt;

use super::board::Cell;
use super::view::View;

/// Frogs are `●` and `○`, tadpoles `◖` and `◌`, free lily pads `✿`.
impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..7).rev() {
            write!(f, "{:>3} ", row + 1)?;
            for file in 0..11 {
                match Cell::at(file, row) {
                    Some(cell) => write!(f, "{} ", self.mark(cell))?,
                    None => f.write_str("  ")?,
                }
            }
            writeln!(f)?;
        }
        writeln!(f, "    a b c d e f g h i j k")?;
        writeln!(f)?;
        writeln!(f, "white (seat 0): ○ frog, ◌ tadpole   black (seat 1): ● frog, ◖ tadpole   ✿ lily pad")?;
        for spot in &self.in_danger {
            writeln!(f, "a crane eyes the frog on {spot}")?;
        }
        if self.quiet_turns >= 30 {
            writeln!(f, "quiet turns: {} of 50", self.quiet_turns)?;
        }
        Ok(())
    }
}

impl View {
    fn mark(&self, cell: Cell) -> char {
        match self.pieces.iter().find(|piece| piece.at == cell.spot()) {
            Some(piece) => match (piece.seat.index(), piece.frog) {
                (0, true) => '○',
                (0, false) => '◌',
                (_, true) => '●',
                (_, false) => '◖',
            },
            None if cell.is_lily() => '✿',
            None => '·',
        }
    }
}
