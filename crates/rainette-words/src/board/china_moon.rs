//! The course of China Moon: each pad has its number and symbol above its frog and its lily.

use std::ops::RangeInclusive;

use rainette_core::Seat;
use rainette_games::china_moon::{Awaited, Lily, Pad, Symbol, View};

use super::Ink;
use super::sheet::Sheet;

/// The width of a pad, and the column of the first one.
const WIDTH: usize = 6;
const MARGIN: usize = 2;
/// A turn is so many frogs.
const MOVES: &str = "3";

/// A stretch of the course up to a fork, and the fork's arms.
const STRETCHES: [(RangeInclusive<u8>, [RangeInclusive<u8>; 2]); 3] =
    [(1..=6, [7..=9, 10..=13]), (14..=19, [20..=23, 24..=27]), (28..=33, [34..=36, 37..=40])];
const LAST_STRETCH: RangeInclusive<u8> = 41..=46;

pub(super) fn draw(sheet: &mut Sheet<'_>, view: &View) {
    let fork = MARGIN + 6 * WIDTH;
    for (stretch, [first, second]) in STRETCHES {
        let y = sheet.height();
        pads(sheet, view, (MARGIN, y), stretch);
        sheet.put(fork, y, "┬─", Ink::Faint);
        sheet.put(fork, y + 1, "│", Ink::Faint);
        pads(sheet, view, (fork + 3, y), first);
        sheet.put(fork, y + 2, "└─", Ink::Faint);
        pads(sheet, view, (fork + 3, y + 2), second);
    }
    let y = sheet.height();
    pads(sheet, view, (MARGIN, y), LAST_STRETCH);
    let arrival = format!("→ {}", sheet.say("arrival"));
    sheet.put(fork, y, &arrival, Ink::Strong);
    sheet.mark((fork + 2, y), arrival.chars().count() - 2, "goal", None);
    let x = fork + arrival.chars().count() + 2;
    for (place, lily) in view.places.iter().enumerate() {
        sheet.put(x + 3 * place, y, &(place + 1).to_string(), Ink::Faint);
        let (letter, ink) = lily.map_or(('·', Ink::Faint), |lily| (lily.letter(), ink_of(lily)));
        sheet.put(x + 3 * place, y + 1, &letter.to_string(), ink);
    }
    legend(sheet);
    sheet.line(&[]);
    let width = sheet.width_of_names(view.players.len());
    for seat in Seat::all(view.players.len()) {
        players_line(sheet, view, seat, width);
    }
    status(sheet, view);
}

/// Some pads in a row.
fn pads(sheet: &mut Sheet<'_>, view: &View, (x, y): (usize, usize), numbers: RangeInclusive<u8>) {
    for (place, pad) in numbers.filter_map(Pad::new).enumerate() {
        let x = x + place * WIDTH;
        let number = pad.number().to_string();
        let (sign, ink) = symbol(pad);
        sheet.put(x, y, &number, Ink::Faint);
        sheet.put(x + number.len(), y, sign, ink);
        let spot = pad.spot();
        sheet.mark((x, y), number.len() + sign.chars().count(), spot.as_str(), None);
        let mut at = x;
        let frog = view.frogs.iter().find(|frog| frog.at == spot);
        if let Some(frog) = frog {
            let look = sheet.look(frog.seat);
            let body = if frog.moved { look.other } else { look.mark };
            sheet.put(at, y + 1, &format!("{body}{}", frog.seat), look.ink);
            at += 2;
        }
        match view.lilies.iter().find(|lying| lying.at == spot) {
            Some(lying) => sheet.put(at, y + 1, &lying.lily.letter().to_string(), ink_of(lying.lily)),
            None if frog.is_none() => sheet.put(at, y + 1, "·", Ink::Faint),
            None => {}
        }
    }
}

fn symbol(pad: Pad) -> (&'static str, Ink) {
    match pad.symbol() {
        Symbol::Plain => ("", Ink::Plain),
        Symbol::Lily | Symbol::BlackLily => ("✿", Ink::Green),
        Symbol::Trickster => ("⇄", Ink::Yellow),
        Symbol::Spring => ("»", Ink::Yellow),
        Symbol::Butterfly => ("ж", Ink::Yellow),
    }
}

fn ink_of(lily: Lily) -> Ink {
    match lily {
        Lily::White => Ink::White,
        Lily::Yellow => Ink::Yellow,
        Lily::Pink => Ink::Pink,
        Lily::Black => Ink::Black,
        Lily::Blue => Ink::Blue,
    }
}

fn legend(sheet: &mut Sheet<'_>) {
    let symbols = [("⇄", "trickster"), ("»", "spring"), ("ж", "butterfly"), ("✿", "lily"), ("△", "moved")];
    let symbols = symbols.map(|(sign, key)| format!("{sign} {}", sheet.say(key)));
    sheet.line(&[(&symbols.join("  "), Ink::Faint)]);
    let words = sheet.words();
    let lilies =
        ["W", "Y", "P", "K", "B"].map(|lily| format!("{lily} {}", words.say(&format!("lily.{lily}"), &[])));
    sheet.line(&[(&lilies.join("  "), Ink::Faint)]);
}

fn players_line(sheet: &mut Sheet<'_>, view: &View, seat: Seat, width: usize) {
    let player = &view.players[seat.index()];
    let [arrow, name] = sheet.player(seat, view.turn == Some(seat), width);
    let points = sheet.say_with("points", &[("count", &player.score.to_string())]);
    let (start, arrival) = (player.on_start.to_string(), player.on_arrival.to_string());
    let frogs = sheet.say_with("frogs", &[("start", &start), ("arrival", &arrival)]);
    let mut parts = vec![arrow, name, (format!("  {points:>10}  {frogs}  "), Ink::Plain)];
    parts.extend(player.lilies.iter().map(|lily| (format!("{} ", lily.letter()), ink_of(*lily))));
    let parts: Vec<_> = parts.iter().map(|(text, ink)| (text.as_str(), *ink)).collect();
    sheet.line(&parts);
}

fn status(sheet: &mut Sheet<'_>, view: &View) {
    if let Some(winners) = &view.winners {
        return sheet.won(winners);
    }
    let (Some(turn), Some(mover)) = (view.turn, view.mover) else {
        return sheet.now(None, &sheet.say("set-up"));
    };
    let place = |spot: &rainette_core::Spot| sheet.words().place("china-moon", spot.as_str());
    let what = match &view.awaited {
        Awaited::Swap => sheet.say("exchange"),
        Awaited::Drop { to } => sheet.say_with("drop", &[("to", &place(to))]),
        Awaited::Spring { frog } => sheet.say_with("move-on", &[("from", &place(frog))]),
        _ if view.must_move_others => sheet.say("move-other"),
        _ => sheet.say("move"),
    };
    let count = view.moves.to_string();
    let given = [("count", count.as_str()), ("most", MOVES), ("mover", &sheet.who(mover))];
    let key = if turn == mover { "moved-of" } else { "moved-of-other" };
    let what = format!("{what} ({})", sheet.say_with(key, &given));
    sheet.now(Some(turn), &what);
}
