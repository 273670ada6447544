//! The course as text.

use std::fmt;

use rainette_core::Seat;

use super::board::{Pad, Symbol};
use super::bouquet::Lily;
use super::rules::MOVES;
use super::view::{Awaited, View};

/// The width of a pad.
const WIDTH: usize = 6;

/// A stretch of the course up to a fork, and the fork's arms.
const STRETCHES: [(std::ops::RangeInclusive<u8>, [std::ops::RangeInclusive<u8>; 2]); 3] =
    [(1..=6, [7..=9, 10..=13]), (14..=19, [20..=23, 24..=27]), (28..=33, [34..=36, 37..=40])];
const LAST_STRETCH: std::ops::RangeInclusive<u8> = 41..=46;

/// Each pad has its number and symbol above its frog and its lily: `●2W` is a frog of seat 2 beside a white lily,
/// `○2` a frog that was moved in this turn.
impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (stretch, [first, second]) in STRETCHES {
            let (mut above, mut below) = self.lines(stretch);
            let margin = above.chars().count();
            let (above_first, below_first) = self.lines(first);
            above += "┬─";
            above += &above_first;
            below += "│ ";
            below += &below_first;
            let (above_second, below_second) = self.lines(second);
            line(f, &above)?;
            line(f, &below)?;
            line(f, &format!("{:margin$}└─{above_second}", ""))?;
            line(f, &format!("{:margin$}  {below_second}", ""))?;
        }
        let (above, below) = self.lines(LAST_STRETCH);
        let place = |place: &Option<Lily>| place.map_or('·', Lily::letter);
        let places: Vec<String> = self.places.iter().map(|lily| format!("{:<3}", place(lily))).collect();
        line(f, &format!("{above}→ goal 1  2  3  4"))?;
        line(f, &format!("{below}       {}", places.concat()))?;
        line(f, "⇄ trickster  » spring  ж butterfly  ✿ lily pad  ● frog  ○ frog moved this turn")?;
        writeln!(f)?;
        for (seat, player) in Seat::all(self.players.len()).zip(&self.players) {
            let lilies: Vec<String> = player.lilies.iter().map(Lily::to_string).collect();
            let mark = if self.turn == Some(seat) { '▶' } else { ' ' };
            let (start, arrival) = (player.on_start, player.on_arrival);
            let score = player.score;
            let lilies = lilies.join(" ");
            line(
                f,
                &format!("{mark} seat {seat} {score:>3} points  start {start}  goal {arrival}  {lilies}"),
            )?;
        }
        self.status(f)
    }
}

fn line(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    writeln!(f, "{}", text.trim_end())
}

impl View {
    /// Numbers and symbols of some pads, and what is on them.
    fn lines(&self, numbers: std::ops::RangeInclusive<u8>) -> (String, String) {
        let pads = || numbers.clone().filter_map(Pad::new);
        let above = pads().map(|pad| format!("{:<WIDTH$}", format!("{pad}{}", symbol(pad))));
        let below = pads().map(|pad| format!("{:<WIDTH$}", self.mark(pad)));
        (above.collect(), below.collect())
    }

    fn mark(&self, pad: Pad) -> String {
        let lily = self.lilies.iter().find(|lying| lying.at == pad.spot());
        let lily = lily.map(|lying| lying.lily.to_string());
        match self.frogs.iter().find(|frog| frog.at == pad.spot()) {
            Some(frog) => {
                let body = if frog.moved { '○' } else { '●' };
                format!("{body}{}{}", frog.seat, lily.unwrap_or_default())
            }
            None => lily.unwrap_or_else(|| "·".to_owned()),
        }
    }

    fn status(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(winners) = &self.winners {
            let winners: Vec<String> = winners.iter().map(Seat::to_string).collect();
            return writeln!(f, "won by seat {}", winners.join(" and seat "));
        }
        let (Some(turn), Some(mover)) = (self.turn, self.mover) else {
            return writeln!(f, "the lilies are to be laid out");
        };
        match self.awaited {
            Awaited::Swap => write!(f, "seat {turn} exchanges a lily")?,
            Awaited::Drop { to } => write!(f, "seat {turn} drops a lily on {to}")?,
            Awaited::Spring { frog } => write!(f, "seat {turn} moves the frog on {frog} on")?,
            _ if self.must_move_others => write!(f, "seat {turn} moves another player's frog")?,
            _ => write!(f, "seat {turn} moves a frog")?,
        }
        writeln!(f, " (turn of seat {mover}, {} of {MOVES} frogs moved)", self.moves)
    }
}

fn symbol(pad: Pad) -> &'static str {
    match pad.symbol() {
        Symbol::Plain => "",
        Symbol::Lily | Symbol::BlackLily => "✿",
        Symbol::Trickster => "⇄",
        Symbol::Spring => "»",
        Symbol::Butterfly => "ж",
    }
}
