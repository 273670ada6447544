//! The pond of Hop It!.

use rainette_core::Seat;
use rainette_games::hop_it::{Cell, QUIET_TURNS, View};

use super::Ink;
use super::sheet::Sheet;

const FILES: u8 = 11;
const ROWS: u8 = 7;
/// So many turns before the end, the quiet ones are counted.
const WARNED: u8 = 20;

fn column(file: u8) -> usize {
    5 + 2 * usize::from(file)
}

pub(super) fn draw(sheet: &mut Sheet<'_>, view: &View) {
    for row in 0..ROWS {
        let y = usize::from(ROWS - 1 - row);
        sheet.put(2, y, &(row + 1).to_string(), Ink::Faint);
        for file in 0..FILES {
            let Some(cell) = Cell::at(file, row) else { continue };
            let (sign, ink) = sign(sheet, view, cell);
            sheet.put(column(file), y, &sign.to_string(), ink);
            sheet.mark((column(file), y), 1, cell.spot().as_str(), None);
        }
    }
    for (file, letter) in (0..FILES).zip('a'..) {
        sheet.put(column(file), usize::from(ROWS), &letter.to_string(), Ink::Faint);
    }
    sheet.line(&[]);
    legend(sheet);
    for spot in &view.in_danger {
        let crane = sheet.say_with("crane", &[("at", spot.as_str())]);
        sheet.line(&[(&crane, Ink::Strong)]);
    }
    if view.quiet_turns + WARNED >= QUIET_TURNS {
        let (count, most) = (view.quiet_turns.to_string(), QUIET_TURNS.to_string());
        let quiet = sheet.say_with("quiet", &[("count", &count), ("most", &most)]);
        sheet.line(&[(&quiet, Ink::Plain)]);
    }
    match (&view.winners, view.turn) {
        (Some(winners), _) => sheet.won(winners),
        (None, turn) => {
            let what = match (view.must_hop_enemy, view.hopping) {
                (true, _) => "owes",
                (false, Some(_)) => "hop-on",
                (false, None) => "move",
            };
            sheet.now(turn, &sheet.say(what));
        }
    }
}

fn sign(sheet: &Sheet<'_>, view: &View, cell: Cell) -> (char, Ink) {
    let piece = view.pieces.iter().find(|piece| piece.at == cell.spot());
    match piece {
        Some(piece) => {
            let look = sheet.look(piece.seat);
            (if piece.frog { look.mark } else { look.other }, look.ink)
        }
        None if cell.is_lily() => ('✿', Ink::Green),
        None => ('·', Ink::Faint),
    }
}

fn legend(sheet: &mut Sheet<'_>) {
    let (frog, tadpole, lily) = (sheet.say("frog"), sheet.say("tadpole"), sheet.say("lily-pad"));
    let mut parts = Vec::new();
    for seat in Seat::all(2) {
        let look = sheet.look(seat);
        parts.push((format!("{} ", sheet.who(seat)), look.ink));
        parts.push((format!("{} {frog} {} {tadpole}   ", look.mark, look.other), Ink::Plain));
    }
    parts.push((format!("✿ {lily}"), Ink::Faint));
    let parts: Vec<_> = parts.iter().map(|(text, ink)| (text.as_str(), *ink)).collect();
    sheet.line(&parts);
}
