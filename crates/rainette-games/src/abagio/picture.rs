//! The board as text: a square of six by six cells, the diamonds on the lines between them.

use std::fmt;

use super::Phase;
use super::board::{OUTER_CELLS, Position, SAFE_CELLS};
use super::view::{Space, View};

/// Columns from one line of the square to the next, and rows.
const WIDTH: usize = 11;
const HEIGHT: usize = 3;
/// Cells in a row, and in a column.
const CELLS: usize = 6;

const FROGS: [char; 2] = ['●', '○'];
const COLOURS: [&str; 2] = ["red", "purple"];
const CHIEF: char = '★';

/// Red frogs are `●`, purple ones `○`, from the bottom of the stack on the left to its top on the right; the chief frog
/// is `★`.
impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut board = Board::ruled();
        for space in &self.spaces {
            self.draw(space, &mut board);
        }
        let count = |frogs: [u8; 2]| format!("{} {:<2} {} {:<2}", FROGS[0], frogs[0], FROGS[1], frogs[1]);
        board.write((1, 1), 0, "root");
        board.write((1, 1), 1, &count(self.root));
        board.write((3, 4), 1, "     pond");
        board.write((3, 3), 0, &format!("     {}", count(self.pond)));
        board.fmt(f)?;
        writeln!(f)?;
        writeln!(
            f,
            "red (seat 0): {}   purple (seat 1): {}   chief frog: {CHIEF} {}",
            FROGS[0], FROGS[1], self.chief
        )?;
        writeln!(f, "{}", self.now())
    }
}

impl View {
    fn draw(&self, space: &Space, board: &mut Board) {
        let mut stack: String = space.frogs.iter().map(|frog| FROGS[frog.index()]).collect();
        if space.at == self.chief {
            stack.push(CHIEF);
        }
        let position: Position = space.at.as_str().parse().expect("views name spaces by their positions");
        let from = |first: u8| usize::from(first - position.distance());
        match space.owner {
            Some(owner) => {
                let name = format!("{position} {}", COLOURS[owner.index()]);
                board.fill(SAFE_CELLS[owner.index()][from(7)], &name, &stack);
            }
            None if position.is_outer() => board.fill(OUTER_CELLS[from(26)], space.at.as_str(), &stack),
            None => board.set_diamond(position, &stack),
        }
    }

    /// What the game waits for, in words.
    fn now(&self) -> String {
        let who = self.turn.or(self.winners.as_ref().and_then(|winners| winners.first().copied()));
        let who = who.map_or("", |seat| COLOURS[seat.index()]);
        match self.phase {
            Phase::Start => "both roll a die: the higher starts".to_owned(),
            Phase::Roll => format!("{who} rolls the dice"),
            Phase::Leaps => {
                let dice: Vec<_> = self.dice.iter().map(u8::to_string).collect();
                format!("{who} leaps, dice: {}", dice.join(" "))
            }
            Phase::Chief => format!("{who} places the chief frog or leaves it aside"),
            Phase::Over => format!("{who} has won"),
        }
    }
}

/// Characters in rows, the top row first.
struct Board([[char; WIDTH * CELLS + 1]; HEIGHT * CELLS + 1]);

impl Board {
    /// The empty board. The root takes two cells and the pond four, so no lines are drawn inside.
    fn ruled() -> Self {
        let mut board = Self([[' '; WIDTH * CELLS + 1]; HEIGHT * CELLS + 1]);
        for (y, row) in board.0.iter_mut().enumerate() {
            for (x, mark) in row.iter_mut().enumerate() {
                *mark = line(x, y);
            }
        }
        board
    }

    /// Writes into a cell, counted from 1 at the bottom left, on its first or second row.
    fn write(&mut self, (column, row): (usize, usize), below: usize, text: &str) {
        let (x, y) = ((column - 1) * WIDTH + 2, (CELLS - row) * HEIGHT + 1 + below);
        for (mark, new) in self.0[y][x..].iter_mut().zip(text.chars()) {
            *mark = new;
        }
    }

    fn fill(&mut self, cell: (usize, usize), name: &str, stack: &str) {
        self.write(cell, 0, name);
        self.write(cell, 1, stack);
    }

    /// Eight lies below and One above the pond, on the line between the columns 3 and 4.
    fn set_diamond(&mut self, position: Position, stack: &str) {
        let y = HEIGHT * if position == Position::EIGHT { 5 } else { 2 };
        let text = format!("◁ {position} {stack:<2} ▷");
        for (mark, new) in self.0[y][3 * WIDTH - 4..].iter_mut().zip(text.chars()) {
            *mark = new;
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.0 {
            writeln!(f, "{}", row.iter().collect::<String>().trim_end())?;
        }
        Ok(())
    }
}

/// The line at a place of the empty board: what its four arms make together.
fn line(x: usize, y: usize) -> char {
    let level = y.is_multiple_of(HEIGHT);
    let upright = x.is_multiple_of(WIDTH);
    let (column, row) = (x / WIDTH, y / HEIGHT);
    match (upright, level) {
        (false, false) => ' ',
        (false, true) => {
            if has_level(column, row) {
                '─'
            } else {
                ' '
            }
        }
        (true, false) => {
            if has_upright(column, row) {
                '│'
            } else {
                ' '
            }
        }
        (true, true) => {
            let up = row > 0 && has_upright(column, row - 1);
            let left = column > 0 && has_level(column - 1, row);
            match (up, has_upright(column, row), left, has_level(column, row)) {
                (false, true, false, true) => '┌',
                (false, true, true, false) => '┐',
                (true, false, false, true) => '└',
                (true, false, true, false) => '┘',
                (true, true, false, true) => '├',
                (true, true, true, false) => '┤',
                (false, true, true, true) => '┬',
                (true, false, true, true) => '┴',
                (true, true, true, true) => '┼',
                (false, false, true, true) => '─',
                (true, true, false, false) => '│',
                _ => ' ',
            }
        }
    }
}

/// Is there a line above the cell of this column and row, both counted from 0 at the top left?
fn has_level(column: usize, row: usize) -> bool {
    column < CELLS && !(row == 3 && (2..4).contains(&column))
}

/// Is there a line to the left of the cell of this column and row?
fn has_upright(column: usize, row: usize) -> bool {
    row < CELLS && !(column == 3 && (2..4).contains(&row)) && (column, row) != (1, 5)
}
