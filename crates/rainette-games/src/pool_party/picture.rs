//! The pool as text.

use std::fmt;

use rainette_core::{Name, Seat};

use super::board::{LANES, Place, SPACES};
use super::view::View;

/// The lanes as rows, the rim on top: a frog is the number of its seat, a free space `·`. After space 23 comes space 0
/// again, the ramp.
impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("       ")?;
        (0..SPACES).try_for_each(|space| write!(f, " {space:>2}"))?;
        writeln!(f)?;
        for lane in (1..=LANES).rev() {
            let edge = match lane {
                1 => "isle",
                LANES => "rim",
                _ => "",
            };
            write!(f, "{edge:<4} {lane}│")?;
            (0..SPACES).try_for_each(|space| write!(f, "  {}", self.mark(lane, space)))?;
            writeln!(f)?;
        }
        writeln!(f, "         ↑ ramp                                               clockwise →")?;
        writeln!(f)?;
        for (seat, frogs) in self.frogs.iter().enumerate() {
            let sign = if self.turn == Some(Seat::new(seat)) { '▸' } else { ' ' };
            write!(f, "{sign} seat {seat}:")?;
            for (index, frog) in frogs.iter().enumerate() {
                let place = Place { lane: index + 1, space: *frog };
                let name = if frog.is_some() { place.spot() } else { Name::of("-") };
                write!(f, " {name:>4}")?;
            }
            let stacked = frogs.iter().filter(|frog| frog.is_none()).count();
            if stacked > 0 {
                write!(f, "   {stacked} on the deck")?;
            }
            writeln!(f)?;
        }
        writeln!(f)?;
        self.fmt_turn(f)
    }
}

impl View {
    fn mark(&self, lane: usize, space: u8) -> char {
        let stands_here = |frogs: &[Option<u8>; LANES]| frogs[lane - 1] == Some(space);
        let seat = self.frogs.iter().position(stands_here);
        seat.map_or('·', |seat| char::from_digit(seat as u32, 10).unwrap_or('+'))
    }

    fn fmt_turn(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "turn {} of {}: ", self.turn_number, self.most_turns)?;
        match (&self.winners, self.turn, self.roll) {
            (Some(winners), ..) => match winners.first() {
                Some(seat) => writeln!(f, "seat {seat} wins"),
                None => writeln!(f, "nobody wins"),
            },
            (None, Some(seat), Some([larger, smaller])) => {
                writeln!(f, "seat {seat} moves, dice {larger} {smaller}")
            }
            (None, Some(seat), None) => writeln!(f, "seat {seat} rolls"),
            (None, None, _) => writeln!(f, "nobody moves"),
        }
    }
}
