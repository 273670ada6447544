//! What a person at the terminal is shown: boards, and what happened, in colour if the terminal has it.
//!
//! Everything is written with colours. [`out`] leaves them away if the output is no terminal, if the terminal is a dumb
//! one, or if `NO_COLOR` says so; `CLICOLOR_FORCE` keeps them.

use std::io::{self, Write};

use anstyle::{AnsiColor, Color, Style};
use rainette_core::{Choices, Effect, Observer, Seat, Table, Told};
use rainette_words::{Board, Ink, Look, Marks, Scene, capital, look};

use crate::words::{Language, Speak as _};

/// Standard output, which knows whether it can show colours.
pub(crate) fn out() -> anstream::Stdout {
    anstream::stdout()
}

/// The columns that lists are fitted into.
const WIDTH: usize = 80;

fn style(ink: Ink) -> Style {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(Color::Ansi(colour)));
    match ink {
        Ink::Plain => Style::new(),
        Ink::Faint => Style::new().dimmed(),
        Ink::Strong => Style::new().bold(),
        Ink::Mark => colour(AnsiColor::BrightCyan).bold(),
        Ink::White => colour(AnsiColor::BrightWhite).bold(),
        Ink::Red => colour(AnsiColor::BrightRed),
        Ink::Yellow => colour(AnsiColor::BrightYellow),
        Ink::Blue => colour(AnsiColor::BrightBlue),
        Ink::Purple => colour(AnsiColor::BrightMagenta),
        Ink::Green => colour(AnsiColor::Green),
        Ink::Brown => colour(AnsiColor::Yellow),
        Ink::Pink => colour(AnsiColor::Magenta),
        Ink::Black => colour(AnsiColor::BrightBlack),
    }
}

/// A text in an ink.
pub(crate) fn painted(text: &str, ink: Ink) -> String {
    let style = style(ink);
    format!("{style}{text}{style:#}")
}

/// Who sits where, and for whom things are worded.
#[derive(Clone)]
pub(crate) struct Audience {
    pub(crate) lang: Language,
    pub(crate) game: &'static str,
    /// What to call the player of each seat within a sentence.
    pub(crate) names: Vec<String>,
    /// The seat that is spoken to.
    pub(crate) you: Option<Seat>,
}

impl Audience {
    /// Players who are known by their seats alone.
    pub(crate) fn by_seats(table: &dyn Table, lang: Language, you: Option<Seat>) -> Self {
        let names = Seat::all(table.seats()).map(|seat| lang.seat_in_sentence(seat)).collect();
        Self { lang, game: table.info().id, names, you }
    }

    pub(crate) fn name(&self, seat: Seat) -> String {
        self.names[seat.index()].clone()
    }

    /// What to call a player at the beginning of a line.
    pub(crate) fn who(&self, seat: Seat) -> String {
        if self.you == Some(seat) { capital(&self.lang.words().you()) } else { capital(&self.name(seat)) }
    }

    /// The mark of a seat, and its name.
    pub(crate) fn marked(&self, seat: Seat) -> String {
        let Look { mark, ink, .. } = look(self.game, seat);
        painted(&format!("{mark} {}", self.who(seat)), ink)
    }

    /// The board as an observer may see it, with what has just moved.
    pub(crate) fn board(
        &self,
        out: &mut impl Write,
        table: &dyn Table,
        observer: Observer,
        marks: &Marks,
    ) -> io::Result<()> {
        let (view, names) = (table.view(observer), |seat| self.name(seat));
        let scene = Scene { game: self.game, view: &view, names: &names, you: self.you, marks };
        match self.lang.words().board(scene) {
            Some(board) => write_board(out, &board),
            None => writeln!(out, "{}", table.picture(observer)),
        }
    }

    /// What happened, a line each, with the mark of who acted.
    pub(crate) fn tell(&self, out: &mut impl Write, told: &[Told]) -> io::Result<()> {
        for told in told {
            for effect in &told.effects {
                let Some(sentence) = self.sentence(effect) else { continue };
                let actor = concerned(effect).or(told.seat);
                let mark = actor.map(|seat| look(self.game, seat));
                let mark = mark.map_or_else(
                    || painted("·", Ink::Faint),
                    |look| painted(&look.mark.to_string(), look.ink),
                );
                writeln!(out, "  {mark} {sentence}")?;
            }
        }
        Ok(())
    }

    fn sentence(&self, effect: &Effect) -> Option<String> {
        let said = self.lang.words().effect_told_to(self.you, self.game, effect, &|seat| self.name(seat));
        said.map(|sentence| capital(&sentence))
    }

    /// The legal actions with their numbers: in columns, or one to a line with what its letters mean.
    pub(crate) fn list(&self, out: &mut impl Write, choices: &Choices) -> io::Result<()> {
        let glosses: Vec<_> =
            choices.iter().map(|(action, _)| self.lang.words().gloss(self.game, action)).collect();
        let width = choices.iter().map(|(action, _)| action.chars().count()).max().unwrap_or(0);
        if glosses.iter().any(|gloss| !gloss.is_empty()) {
            for (number, ((action, _), gloss)) in (1..).zip(choices.iter().zip(&glosses)) {
                let line = format!("{action:<width$}  {}", painted(gloss, Ink::Faint));
                writeln!(out, "{} {}", painted(&format!("{number:>3}"), Ink::Strong), line.trim_end())?;
            }
            return Ok(());
        }
        // A number before each, and two spaces between them.
        let columns = (WIDTH / (width + 6)).max(1);
        for (row, line) in choices.chunks(columns).enumerate() {
            let cell = |(column, (action, _)): (usize, &(String, _))| {
                let number = format!("{:>3}", row * columns + column + 1);
                format!("{} {action:<width$}", painted(&number, Ink::Strong))
            };
            let cells: Vec<_> = line.iter().enumerate().map(cell).collect();
            writeln!(out, "{}", cells.join("  ").trim_end())?;
        }
        Ok(())
    }
}

/// Whom an effect is about, whoever brought it about: whose dice, cards and points they are.
fn concerned(effect: &Effect) -> Option<Seat> {
    match effect {
        Effect::Rolled { by, .. } => *by,
        Effect::Starts { seat }
        | Effect::Dealt { seat, .. }
        | Effect::Revealed { seat, .. }
        | Effect::Scored { seat, .. }
        | Effect::Forfeited { seat, .. } => Some(*seat),
        _ => None,
    }
}

fn write_board(out: &mut impl Write, board: &Board) -> io::Result<()> {
    for row in board.rows() {
        let line: String = row.iter().map(|(text, ink)| painted(text, *ink)).collect();
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// What was told without what everybody sees on the first board: pieces laid out, cards turned up and dealt.
pub(crate) fn without_set_up(told: &[Told]) -> Vec<Told> {
    let mut has_begun = false;
    let mut rest = told.to_vec();
    for told in &mut rest {
        has_begun |= told.seat.is_some();
        if !has_begun {
            told.effects.retain(|effect| !matches!(effect, Effect::Placed { .. } | Effect::Dealt { .. }));
        }
    }
    rest
}

/// What these events moved.
pub(crate) fn marks_of(told: &[Told]) -> Marks {
    Marks::of(told.iter().flat_map(|told| &told.effects))
}

/// What an action would move, without playing it.
pub(crate) fn marks_of_action(table: &dyn Table, seat: Seat, action: &str) -> Marks {
    let mut after = table.duplicate();
    if after.play(seat, action).is_err() {
        return Marks::default();
    }
    marks_of(&after.told_from(Observer::Seat(seat), table.len()))
}
