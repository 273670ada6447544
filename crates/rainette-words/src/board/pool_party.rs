//! The pool of Pool Party: the lanes as rows, the rim on top. After space 23 comes space 0 again, the ramp.

use rainette_core::Seat;
use rainette_games::pool_party::{LANES, Line, Place, SPACES, View};

use super::Ink;
use super::sheet::Sheet;

fn column(space: u8) -> usize {
    6 + 3 * usize::from(space)
}

pub(super) fn draw(sheet: &mut Sheet<'_>, view: &View) {
    for space in 0..SPACES {
        let x = column(space) - usize::from(space > 9);
        sheet.put(x, 0, &space.to_string(), Ink::Faint);
    }
    for (y, lane) in (1..).zip((1..=LANES).rev()) {
        sheet.put(2, y, &format!("{lane}│"), Ink::Faint);
        for space in 0..SPACES {
            let x = column(space);
            let frog = Seat::all(view.frogs.len())
                .find(|seat| view.frogs[seat.index()][lane - 1] == Some(space))
                .map(|seat| sheet.look(seat));
            let (sign, ink) = frog.map_or(('·', Ink::Faint), |look| (look.mark, look.ink));
            sheet.put(x, y, &sign.to_string(), ink);
            let spot = Place { lane, space: Some(space) }.spot();
            sheet.mark((x, y), 1, spot.as_str(), None);
        }
    }
    let below = LANES + 1;
    let (ramp, island, rim) = (sheet.say("ramp"), sheet.say("island"), sheet.say("rim"));
    let ends = format!("↑ {ramp}   1 {island}   {LANES} {rim}");
    sheet.put(column(0), below, &ends, Ink::Faint);
    let clockwise = format!("{} →", sheet.say("clockwise"));
    let end = column(SPACES - 1) + 1;
    sheet.put(end - clockwise.chars().count(), below, &clockwise, Ink::Faint);
    sheet.line(&[]);
    let width = sheet.width_of_names(view.frogs.len());
    for (seat, frogs) in Seat::all(view.frogs.len()).zip(&view.frogs) {
        players_line(sheet, view, seat, frogs, width);
    }
    match (&view.winners, view.turn, view.roll) {
        (Some(winners), ..) => sheet.won(winners),
        (None, turn, Some([larger, smaller])) => {
            let dice = format!("{larger} {smaller}");
            sheet.now(turn, &sheet.say_with("move", &[("dice", &dice), ("turn", &turns(view))]));
        }
        (None, turn, None) => sheet.now(turn, &sheet.say_with("roll", &[("turn", &turns(view))])),
    }
}

fn turns(view: &View) -> String {
    view.turn_number.to_string()
}

/// A player, and how many frogs of the five stand in the sector where most of them do.
fn players_line(sheet: &mut Sheet<'_>, view: &View, seat: Seat, frogs: &[Option<u8>; LANES], width: usize) {
    let [arrow, name] = sheet.player(seat, view.turn == Some(seat), width);
    let place = |frog: &Option<u8>| frog.map_or_else(|| "–".to_owned(), |space| space.to_string());
    let places = frogs.iter().fold(String::new(), |line, frog| format!("{line} {:>3}", place(frog)));
    let mut rest = Vec::new();
    if let Some(&Line { space: Some(space), frogs: together }) = view.lines.get(seat.index())
        && together > 1
    {
        let (together, space) = (together.to_string(), space.to_string());
        rest.push(sheet.say_with("lined", &[("count", &together), ("space", &space)]));
    }
    let waiting = frogs.iter().filter(|frog| frog.is_none()).count();
    if waiting > 0 {
        rest.push(sheet.say_with("waiting", &[("count", &waiting.to_string())]));
    }
    let rest: String = rest.iter().flat_map(|part| ["   ", part]).collect();
    let parts = [(arrow.0.as_str(), arrow.1), (&name.0, name.1), (&places, Ink::Plain), (&rest, Ink::Faint)];
    sheet.line(&parts);
}
