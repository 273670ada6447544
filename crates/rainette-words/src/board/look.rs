//! How seats look: a mark and an ink for each.

use rainette_core::Seat;

/// The ink of a sign, by what it stands for rather than by a terminal's colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the others are colours")]
pub enum Ink {
    /// As the terminal writes.
    #[default]
    Plain,
    /// Lines, empty places, legends.
    Faint,
    /// Whatever is to be seen first.
    Strong,
    /// Around what has just moved.
    Mark,
    White,
    Red,
    Yellow,
    Blue,
    Purple,
    Green,
    Brown,
    Pink,
    Black,
}

/// How a seat and its pieces look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// The sign of the seat, and of its frogs.
    pub mark: char,
    /// The sign of its frogs that have moved in this turn, or of its tadpoles.
    pub other: char,
    /// The ink of both.
    pub ink: Ink,
}

const fn of(mark: char, other: char, ink: Ink) -> Look {
    Look { mark, other, ink }
}

/// As on the page: a colour and a mark for each.
const COMMON: [Look; Seat::MAX] = [
    of('●', '○', Ink::Red),
    of('▲', '△', Ink::Yellow),
    of('■', '□', Ink::Blue),
    of('★', '☆', Ink::Purple),
    of('✚', '✙', Ink::Green),
    of('◆', '◇', Ink::Brown),
];
const HOP_IT: [Look; 2] = [of('○', '◌', Ink::White), of('●', '◖', Ink::Blue)];
const ABAGIO: [Look; 2] = [of('●', '●', Ink::Red), of('○', '○', Ink::Purple)];

/// How a seat looks in a game.
pub fn look(game: &str, seat: Seat) -> Look {
    let looks: &[Look] = match game {
        "hop-it" => &HOP_IT,
        "abagio" => &ABAGIO,
        _ => &COMMON,
    };
    let look = looks[seat.index() % looks.len()];
    // The frogs themselves are coloured there: seats are told apart by their marks alone.
    if game == "frogriders" { Look { ink: Ink::Strong, ..look } } else { look }
}
