//! A sheet of signs to draw on.

use rainette_core::Seat;

use super::marks::Mark;
use super::{Ink, Look, Scene, look};
use crate::grammar::capital;
use crate::say::Words;

/// The columns of a terminal.
pub(super) const WIDTH: usize = 80;
/// What the further rows of a long line begin with.
const INDENT: usize = 2;

/// Signs in rows, the top row first, and what they are drawn from.
pub(super) struct Sheet<'a> {
    words: &'a Words,
    scene: Scene<'a>,
    rows: Vec<Vec<(char, Ink)>>,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(words: &'a Words, scene: Scene<'a>) -> Self {
        Self { words, scene, rows: Vec::new() }
    }

    pub(super) fn into_rows(mut self) -> Vec<Vec<(char, Ink)>> {
        for row in &mut self.rows {
            while row.last().is_some_and(|(sign, _)| *sign == ' ') {
                row.pop();
            }
        }
        self.rows
    }

    pub(super) fn words(&self) -> &'a Words {
        self.words
    }

    /// A word of this game's board.
    pub(super) fn say(&self, key: &str) -> String {
        self.say_with(key, &[])
    }

    pub(super) fn say_with(&self, key: &str, arguments: &[(&str, &str)]) -> String {
        self.words.say(&format!("board.{}.{key}", self.scene.game), arguments)
    }

    /// What to call a player at the beginning of a line.
    pub(super) fn who(&self, seat: Seat) -> String {
        if self.scene.you == Some(seat) {
            return capital(&self.words.you());
        }
        capital(&(self.scene.names)(seat))
    }

    /// The columns that the names of so many players take.
    pub(super) fn width_of_names(&self, seats: usize) -> usize {
        Seat::all(seats).map(|seat| self.who(seat).chars().count()).max().unwrap_or(0)
    }

    pub(super) fn look(&self, seat: Seat) -> Look {
        look(self.scene.game, seat)
    }

    /// The number of rows so far.
    pub(super) fn height(&self) -> usize {
        self.rows.len()
    }

    /// Writes at a column and a row, over what is there.
    pub(super) fn put(&mut self, x: usize, y: usize, text: &str, ink: Ink) {
        if self.rows.len() <= y {
            self.rows.resize(y + 1, Vec::new());
        }
        let row = &mut self.rows[y];
        let signs = text.chars().count();
        if row.len() < x + signs {
            row.resize(x + signs, (' ', Ink::Plain));
        }
        for (place, sign) in row[x..].iter_mut().zip(text.chars()) {
            *place = (sign, ink);
        }
    }

    /// Writes a row of its own below all others.
    pub(super) fn line(&mut self, parts: &[(&str, Ink)]) {
        let y = self.height();
        self.rows.push(Vec::new());
        let mut x = 0;
        for (text, ink) in parts {
            self.put(x, y, text, *ink);
            x += text.chars().count();
        }
    }

    /// Writes a text below all others, in as many rows as it takes, all but the first indented.
    pub(super) fn wrapped(&mut self, text: &str, indent: usize, ink: Ink) {
        let begins_at = text.len() - text.trim_start_matches(' ').len();
        let mut line = " ".repeat(begins_at);
        let mut is_new = true;
        for word in text[begins_at..].split(' ') {
            if !is_new && line.chars().count() + 1 + word.chars().count() > WIDTH {
                self.line(&[(&line, ink)]);
                line = " ".repeat(indent);
                is_new = true;
            }
            if !is_new {
                line.push(' ');
            }
            line.push_str(word);
            is_new = false;
        }
        self.line(&[(&line, ink)]);
    }

    /// Puts brackets around what has just moved: `( )` where it left, `[ ]` where it came to.
    pub(super) fn mark(&mut self, (x, y): (usize, usize), width: usize, spot: &str, owner: Option<Seat>) {
        let (open, close) = match self.scene.marks.at(spot, owner) {
            None => return,
            Some(Mark::Left) => ("(", ")"),
            Some(Mark::Reached) => ("[", "]"),
        };
        self.put(x - 1, y, open, Ink::Mark);
        self.put(x + width, y, close, Ink::Mark);
    }

    /// The beginning of a player's line: whose turn it is, mark, number and name.
    pub(super) fn player(&self, seat: Seat, is_turn: bool, width: usize) -> [(String, Ink); 2] {
        let Look { mark, ink, .. } = self.look(seat);
        let arrow = if is_turn { '▶' } else { ' ' };
        [(format!("{arrow} "), Ink::Strong), (format!("{mark}{seat} {:<width$}", self.who(seat)), ink)]
    }

    /// Who is to do what.
    pub(super) fn now(&mut self, seat: Option<Seat>, what: &str) {
        let line = match seat {
            Some(seat) => self.words.say("board.now", &[("who", &self.who(seat)), ("what", what)]),
            None => capital(what),
        };
        self.wrapped(&line, INDENT, Ink::Strong);
    }

    /// Who has won.
    pub(super) fn won(&mut self, winners: &[Seat]) {
        let line = self.words.won_told_to(self.scene.you, winners, self.scene.names);
        self.wrapped(&capital(&line), INDENT, Ink::Strong);
    }
}
