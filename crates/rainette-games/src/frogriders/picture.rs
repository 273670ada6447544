//! The table as text.

use std::fmt::{self, Write as _};

use super::board::{PADS, Pad};
use super::view::{FrogCounts, PlayerView, View};
use super::{COMMONS, Phase};

/// The columns of a terminal.
const WIDTH: usize = 80;
/// What every line after the first of a list begins with.
const INDENT: usize = 10;

/// `░` stands before the dark pads, `✿` behind the pads with a flower, `·` is a pad without a frog.
impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let beside = self.beside();
        for (row, beside) in beside.iter().enumerate() {
            let rank = 9 - row as u8;
            let mut line = format!("{rank:>2} ");
            for file in 0..9 {
                match Pad::at(file, rank) {
                    Some(pad) => self.draw_pad(pad, &mut line)?,
                    None => line.push_str("    "),
                }
            }
            writeln!(f, "{}", format!("{line}   {beside}").trim_end())?;
        }
        writeln!(f, "     a   b   c   d   e   f   g   h   i")?;
        writeln!(f, "Y yellow  R red  B blue  N brown  · empty  ✿ flower{}", self.dark_legend())?;
        writeln!(f)?;
        for (seat, player) in self.players.iter().enumerate() {
            let is_turn = self.turn.is_some_and(|turn| turn.index() == seat);
            draw_player(f, seat, player, is_turn)?;
        }
        writeln!(f)?;
        writeln!(f, "{}", self.waits_for())
    }
}

impl View {
    /// What stands beside the nine ranks of the pond.
    fn beside(&self) -> [String; 9] {
        let slot = |slot: usize| {
            let card = self.market.get(slot).copied().flatten();
            format!("  {}", card.map_or_else(|| "–".to_owned(), |card| card.to_string()))
        };
        let common = |index: usize| {
            self.commons.get(index).map_or_else(String::new, |name| {
                let side = COMMONS.iter().find(|side| *name == side.id);
                let about = side.map_or_else(String::new, |side| about(side.objective));
                format!("  {name}: {about}")
            })
        };
        [
            format!("market (deck: {})", self.deck),
            slot(0),
            slot(1),
            slot(2),
            slot(3),
            "common objectives".to_owned(),
            common(0),
            common(1),
            format!("village: {}", counts(self.village)),
        ]
    }

    fn draw_pad(&self, pad: Pad, line: &mut String) -> fmt::Result {
        let index = PADS.iter().position(|&other| other == pad);
        let letter = index.and_then(|index| self.pond.chars().nth(index)).unwrap_or('.');
        let is_out = pad.is_dark() && self.players.len() == 2;
        let frog = match letter {
            '.' if is_out => ' ',
            '.' => '·',
            letter => letter,
        };
        let shade = if pad.is_dark() { '░' } else { ' ' };
        let flower = if pad.has_flower() && !is_out { '✿' } else { ' ' };
        write!(line, " {shade}{frog}{flower}")
    }

    fn dark_legend(&self) -> &'static str {
        if self.players.len() == 2 { "  ░ dark pad (out of bounds)" } else { "  ░ dark pad" }
    }

    fn waits_for(&self) -> String {
        let seat = self.turn.map_or_else(String::new, |seat| format!("seat {seat} "));
        match self.phase {
            Phase::Pond => "the frogs are put on the pond".to_owned(),
            Phase::Market => "the first privilege cards are turned up".to_owned(),
            Phase::Common => "the common objectives are turned up".to_owned(),
            Phase::Deal => "secret objectives are dealt".to_owned(),
            Phase::Refill => "the gap in the market is refilled".to_owned(),
            Phase::Keep => format!("{seat}chooses a secret objective"),
            Phase::Jump => format!("{seat}jumps"),
            Phase::JumpAgain => format!("{seat}jumps once more"),
            Phase::Send => format!("{seat}may send a frog to the village"),
            Phase::Over => {
                let winners: Vec<_> =
                    self.winners.iter().flatten().map(|seat| format!("seat {seat}")).collect();
                let verb = if winners.len() == 1 { "wins" } else { "share the win" };
                format!("the game is over: {} {verb}", winners.join(", "))
            }
        }
    }
}

/// An objective in a few letters.
fn about(objective: super::Objective) -> String {
    use super::{Colour, Objective};
    let letters = |colours: &[Colour]| colours.iter().map(ToString::to_string).collect::<Vec<_>>().join("+");
    match objective {
        Objective::Combination(frogs, points) => {
            let asked: Vec<_> = Colour::ALL.into_iter().zip(frogs).filter(|&(_, count)| count > 0).collect();
            let colours: Vec<_> = asked.into_iter().map(|(colour, _)| colour).collect();
            format!("{points} per {}", letters(&colours))
        }
        Objective::Group(size, points) => format!("{points} per {size} frogs"),
        Objective::MostFrogs(colours, points, tied) => {
            format!("{points} for most {}, tied {tied}", letters(colours))
        }
        Objective::MostCards(points, tied) => format!("{points} for most cards, tied {tied}"),
        Objective::Flowers => "1 per flower reached".to_owned(),
    }
}

fn counts(frogs: FrogCounts) -> String {
    format!("Y {}  R {}  B {}  N {}", frogs.yellow, frogs.red, frogs.blue, frogs.brown)
}

fn draw_player(f: &mut fmt::Formatter<'_>, seat: usize, player: &PlayerView, is_turn: bool) -> fmt::Result {
    let mark = if is_turn { '▶' } else { ' ' };
    let secret = match (player.kept, &player.dealt) {
        (Some(kept), _) => format!("   secret {kept}"),
        (None, Some(dealt)) => {
            let dealt: Vec<_> = dealt.iter().map(ToString::to_string).collect();
            format!("   secret {}", dealt.join(" or "))
        }
        (None, None) if player.has_kept => "   secret ?".to_owned(),
        (None, None) => String::new(),
    };
    let frogs = counts(player.frogs);
    writeln!(f, "{mark} seat {seat}  {frogs}   trophies {}{secret}", player.trophies)?;
    if !player.cards.is_empty() {
        wrap(f, "cards", player.cards.iter().map(ToString::to_string))?;
    }
    if let (Some(lines), Some(total)) = (&player.scoring, player.total) {
        wrap(f, &format!("{total} ="), lines.iter().map(|line| format!("{} {}", line.source, line.points)))?;
    }
    Ok(())
}

/// Writes a list of words, as many lines as it takes.
fn wrap(f: &mut fmt::Formatter<'_>, title: &str, words: impl Iterator<Item = String>) -> fmt::Result {
    let mut line = format!("{:INDENT$}{title}", "");
    let mut words = words.peekable();
    while let Some(mut word) = words.next() {
        if words.peek().is_some() {
            word.push(',');
        }
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            writeln!(f, "{line}")?;
            line = " ".repeat(INDENT + 2);
        }
        line.push(' ');
        line.push_str(&word);
    }
    writeln!(f, "{line}")
}
