//! `5-7`, `s2-2` and `45-goal` move a frog, `swap Y 2 P` gives yellow to seat 2 for pink, `drop Y` leaves a yellow
//! lily. The set-up is `lilies WYPWYPWYPWYP YPW`: the twelve lily pads in ascending order, then places 1 to 3.

use std::fmt;
use std::str::FromStr;

use rainette_core::{NotationError, Seat};

use super::board::{Landing, Pad, Stand};
use super::bouquet::Lily;
use super::{Action, Lilies, MOST_SEATS};

const ACTION: &str = "a move such as `5-7`, `s2-2` or `45-goal`, a swap such as `swap Y 2 P`, or `drop Y`";
const LILIES: &str = "the lilies of the twelve pads and of the places 1 to 3, `lilies WYPWYPWYPWYP YPW`";

/// The seat written as one digit.
pub(super) fn seat(text: &str) -> Option<Seat> {
    match *text.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(digit - b'0').filter(|&index| usize::from(index) < MOST_SEATS),
        _ => None,
    }
    .map(|index| Seat::new(index.into()))
}

/// As many lilies, letter by letter, of the three common colours.
fn lilies<const N: usize>(text: &str) -> Option<[Lily; N]> {
    let letters: [u8; N] = text.as_bytes().try_into().ok()?;
    let mut lilies = [Lily::White; N];
    for (lily, letter) in lilies.iter_mut().zip(letters) {
        *lily = Lily::of(letter.into()).filter(|&lily| lily < Lily::Black)?;
    }
    Some(lilies)
}

impl fmt::Display for Lily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Lily {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let lily = Lily::ALL.into_iter().find(|lily| text == lily.letter().encode_utf8(&mut [0; 4]));
        lily.ok_or_else(|| NotationError::new(text, "a lily: `W`, `Y`, `P`, `K` or `B`"))
    }
}

impl fmt::Display for Pad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl FromStr for Pad {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let number = match *text.as_bytes() {
            [unit @ b'1'..=b'9'] => unit - b'0',
            [ten @ b'1'..=b'9', unit @ b'0'..=b'9'] => (ten - b'0') * 10 + (unit - b'0'),
            _ => 0,
        };
        Self::new(number).ok_or_else(|| NotationError::new(text, "a pad, `1` to `46`"))
    }
}

impl fmt::Display for Stand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(seat) => write!(f, "s{seat}"),
            Self::Pad(pad) => pad.fmt(f),
        }
    }
}

impl FromStr for Stand {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let start = || text.strip_prefix('s').and_then(seat).map(Self::Start);
        let pad = || text.parse().ok().map(Self::Pad);
        start().or_else(pad).ok_or_else(|| NotationError::new(text, "a pad or a seat's Start, such as `s2`"))
    }
}

impl fmt::Display for Landing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pad() {
            Some(pad) => pad.fmt(f),
            None => f.write_str("goal"),
        }
    }
}

impl FromStr for Landing {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text {
            "goal" => Ok(Self::ARRIVAL),
            _ => text.parse().map(Self::on).map_err(|_| NotationError::new(text, "a pad or `goal`")),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { from, to } => write!(f, "{from}-{to}"),
            Self::Swap { give, with, take } => write!(f, "swap {give} {with} {take}"),
            Self::Drop { lily } => write!(f, "drop {lily}"),
        }
    }
}

impl Action {
    fn read(text: &str) -> Option<Self> {
        if let Some(lily) = text.strip_prefix("drop ") {
            return Some(Self::Drop { lily: lily.parse().ok()? });
        }
        if let Some(swap) = text.strip_prefix("swap ") {
            let (give, rest) = swap.split_once(' ')?;
            let (with, take) = rest.split_once(' ')?;
            return Some(Self::Swap {
                give: give.parse().ok()?,
                with: seat(with)?,
                take: take.parse().ok()?,
            });
        }
        let (from, to) = text.split_once('-')?;
        Some(Self::Move { from: from.parse().ok()?, to: to.parse().ok()? })
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Self::read(text).ok_or_else(|| NotationError::new(text, ACTION))
    }
}

impl fmt::Display for Lilies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("lilies ")?;
        self.pads.iter().try_for_each(|lily| lily.fmt(f))?;
        f.write_str(" ")?;
        self.places.iter().try_for_each(|lily| lily.fmt(f))
    }
}

impl FromStr for Lilies {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let read = || {
            let (pads, places) = text.strip_prefix("lilies ")?.split_once(' ')?;
            Some(Self { pads: lilies(pads)?, places: lilies(places)? })
        };
        read().ok_or_else(|| NotationError::new(text, LILIES))
    }
}
