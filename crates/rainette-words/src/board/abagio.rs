//! The board of Abagio: a square of six by six cells, the diamonds on the lines between them.

use rainette_core::Seat;
use rainette_games::abagio::{OUTER_CELLS, Phase, Position, SAFE_CELLS, Space, View};

use super::Ink;
use super::sheet::Sheet;

/// The empty board.
const LINES: &str = "\
┌──────────┬──────────┬──────────┬──────────┬──────────┬──────────┐
│          │          │          │          │          │          │
│          │          │          │          │          │          │
├──────────┼──────────┼──────────┼──────────┼──────────┼──────────┤
│          │          │          │          │          │          │
│          │          │          │          │          │          │
├──────────┼──────────┼──────◁      ▷───────┼──────────┼──────────┤
│          │          │                     │          │          │
│          │          │                     │          │          │
├──────────┼──────────┤                     ├──────────┼──────────┤
│          │          │                     │          │          │
│          │          │                     │          │          │
├──────────┼──────────┼──────────┬──────────┼──────────┼──────────┤
│          │          │          │          │          │          │
│          │          │          │          │          │          │
├──────────┴──────────┼──────◁      ▷───────┼──────────┼──────────┤
│                     │          │          │          │          │
│                     │          │          │          │          │
└─────────────────────┴──────────┴──────────┴──────────┴──────────┘";

/// Columns from one line of the square to the next, and rows.
const WIDTH: usize = 11;
const HEIGHT: usize = 3;
const CELLS: usize = 6;
const CHIEF: char = '♛';

pub(super) fn draw(sheet: &mut Sheet<'_>, view: &View) {
    for line in LINES.lines() {
        sheet.line(&[(line, Ink::Faint)]);
    }
    for space in &view.spaces {
        draw_space(sheet, view, space);
    }
    let (root, pond) = (sheet.say("root"), sheet.say("pond"));
    let (x, y) = corner((1, 1));
    label(sheet, (x, y), &root, "root");
    count(sheet, (x, y + 1), view.root);
    let (x, y) = corner((3, 4));
    label(sheet, (x + 5, y + 1), &pond, "pond");
    count(sheet, (x + 5, y + 2), view.pond);
    sheet.line(&[]);
    legend(sheet, view);
    let dice: Vec<_> = view.dice.iter().map(u8::to_string).collect();
    match (&view.winners, view.phase) {
        (Some(winners), _) => sheet.won(winners),
        (None, Phase::Start) => sheet.now(None, &sheet.say("start")),
        (None, Phase::Leaps) => {
            sheet.now(view.turn, &sheet.say_with("leap", &[("dice", &dice.join(" "))]));
        }
        (None, Phase::Chief) => sheet.now(view.turn, &sheet.say("place-chief")),
        (None, _) => sheet.now(view.turn, &sheet.say("roll")),
    }
}

/// The first sign in a cell, counted from 1 at the bottom left.
fn corner((column, row): (usize, usize)) -> (usize, usize) {
    ((column - 1) * WIDTH + 2, (CELLS - row) * HEIGHT + 1)
}

fn draw_space(sheet: &mut Sheet<'_>, view: &View, space: &Space) {
    let Ok(position) = space.at.as_str().parse::<Position>() else { return };
    let name = space.at.as_str();
    let from = |first: u8| usize::from(first - position.distance());
    let (x, y, stack_at) = match space.owner {
        Some(owner) => {
            let (x, y) = corner(SAFE_CELLS[owner.index()][from(7)]);
            let colour = sheet.say(COLOURS[owner.index()]);
            sheet.put(x, y, name, Ink::Plain);
            sheet.put(x + 2, y, &colour, sheet.look(owner).ink);
            (x, y, (x, y + 1))
        }
        None if position.is_outer() => {
            let (x, y) = corner(OUTER_CELLS[from(26)]);
            sheet.put(x, y, name, Ink::Plain);
            (x, y, (x, y + 1))
        }
        // Eight lies below and One above the pond, on the line between the columns 3 and 4.
        None => {
            let (x, y) = (3 * WIDTH - 2, HEIGHT * if position == Position::EIGHT { 5 } else { 2 });
            sheet.put(x, y, name, Ink::Plain);
            (x, y, (x + 2, y))
        }
    };
    let (mut at, row) = stack_at;
    for frog in &space.frogs {
        let look = sheet.look(*frog);
        sheet.put(at, row, &look.mark.to_string(), look.ink);
        at += 1;
    }
    if space.at == view.chief {
        sheet.put(at, row, &CHIEF.to_string(), Ink::Yellow);
    }
    sheet.mark((x, y), name.len(), name, space.owner);
}

const COLOURS: [&str; 2] = ["red", "purple"];

fn label(sheet: &mut Sheet<'_>, (x, y): (usize, usize), text: &str, spot: &str) {
    sheet.put(x, y, text, Ink::Strong);
    sheet.mark((x, y), text.chars().count(), spot, None);
}

fn count(sheet: &mut Sheet<'_>, (x, y): (usize, usize), frogs: [u8; 2]) {
    for (seat, count) in Seat::all(2).zip(frogs) {
        let look = sheet.look(seat);
        sheet.put(x + 5 * seat.index(), y, &format!("{} {count}", look.mark), look.ink);
    }
}

fn legend(sheet: &mut Sheet<'_>, view: &View) {
    let mut parts = Vec::new();
    for seat in Seat::all(2) {
        let look = sheet.look(seat);
        let colour = sheet.say(COLOURS[seat.index()]);
        parts.push((format!("{} {} ({colour})   ", look.mark, sheet.who(seat)), look.ink));
    }
    let chief = sheet.words().place("abagio", view.chief.as_str());
    parts.push((format!("{CHIEF} {} ({chief})", sheet.say("chief")), Ink::Yellow));
    let parts: Vec<_> = parts.iter().map(|(text, ink)| (text.as_str(), *ink)).collect();
    sheet.line(&parts);
}
