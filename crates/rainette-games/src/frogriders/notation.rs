//! `e3-e4-e5` is a jump from, over and onto a pad, with `!` if the frog that jumped is captured; `send R`,
//! `send Y take B`, `send B take diagonal` and `stay` are the choices of phase B; `keep 2R` keeps a secret.
//! `pond …`, `market …`, `common …`, `deal 0 …` and `refill …` happen by chance.

use std::fmt;
use std::str::FromStr;

use rainette_core::{NotationError, Seat};

use super::{
    Action, COMMONS, Card, Chance, Colour, Common, Jump, PADS, PRIVILEGES, Pad, Pond, SEATS, SECRETS, Secret,
};

const ACTION: &str = "a jump such as `e3-e4-e5` or `e3-e4-e5!`, `send R`, `send Y take B`, `send B take ell`, \
                      `stay` or `keep 2R`";
const CHANCE: &str = "`pond` with 57 letters, `market` with four cards, `common` with two objectives, `deal` with a \
                      seat and two secrets, or `refill` with a card";

impl fmt::Display for Pad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank())
    }
}

impl fmt::Debug for Pad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Pad {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let pad = match *text.as_bytes() {
            [file @ b'a'..=b'i', rank @ b'1'..=b'9'] => Self::at(file - b'a', rank - b'0'),
            _ => None,
        };
        pad.ok_or_else(|| NotationError::new(text, "a pad such as `e3`"))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Colour {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let named = Self::ALL.into_iter().find(|colour| text == colour.to_string());
        named.ok_or_else(|| NotationError::new(text, "a colour: `Y`, `R`, `B` or `N`"))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.privilege().id)
    }
}

impl FromStr for Card {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let named = PRIVILEGES.iter().find(|card| card.id == text);
        named
            .map(|card| card.card)
            .ok_or_else(|| NotationError::new(text, "a privilege card such as `diagonal`"))
    }
}

impl fmt::Display for Common {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.side().id)
    }
}

impl FromStr for Common {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let named = COMMONS.iter().find(|side| side.id == text);
        named
            .map(|side| side.common)
            .ok_or_else(|| NotationError::new(text, "a common objective such as `RB`"))
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.card().id)
    }
}

impl FromStr for Secret {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let named = SECRETS.iter().find(|card| card.id == text);
        named
            .map(|card| card.secret)
            .ok_or_else(|| NotationError::new(text, "a secret objective such as `2R`"))
    }
}

/// 57 letters, rank 9 to rank 1 and file a to i, with `.` for a pad without a frog.
impl fmt::Display for Pond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        PADS.iter().try_for_each(|&pad| write!(f, "{}", self.frog(pad).map_or('.', Colour::letter)))
    }
}

impl FromStr for Pond {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let wrong = || NotationError::new(text, "57 letters `Y`, `R`, `B`, `N` or `.`");
        let mut pond = Self::default();
        if text.len() != PADS.len() {
            return Err(wrong());
        }
        for (pad, letter) in PADS.into_iter().zip(text.chars()) {
            if letter != '.' {
                let colour = Colour::ALL.into_iter().find(|colour| colour.letter() == letter);
                pond.put(pad, colour.ok_or_else(wrong)?);
            }
        }
        Ok(pond)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Jump(Jump { from, over, landing, captures_jumper }) => {
                write!(f, "{from}-{over}-{landing}{}", if *captures_jumper { "!" } else { "" })
            }
            Self::Keep(secret) => write!(f, "keep {secret}"),
            Self::SendRed => f.write_str("send R"),
            Self::SendYellow(colour) => write!(f, "send Y take {colour}"),
            Self::SendBlue(card) => write!(f, "send B take {card}"),
            Self::Stay => f.write_str("stay"),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let words: Vec<_> = text.split(' ').collect();
        let action = match words[..] {
            ["stay"] => Some(Self::Stay),
            ["send", "R"] => Some(Self::SendRed),
            ["send", "Y", "take", colour] => colour.parse().ok().map(Self::SendYellow),
            ["send", "B", "take", card] => card.parse().ok().map(Self::SendBlue),
            ["keep", secret] => secret.parse().ok().map(Self::Keep),
            [jump] => parse_jump(jump).map(Self::Jump),
            _ => None,
        };
        action.ok_or_else(|| NotationError::new(text, ACTION))
    }
}

fn parse_jump(text: &str) -> Option<Jump> {
    let (pads, captures_jumper) = text.strip_suffix('!').map_or((text, false), |pads| (pads, true));
    let mut pads = pads.split('-').map(|pad| pad.parse().ok());
    let [from, over, landing] = [pads.next()??, pads.next()??, pads.next()??];
    pads.next().is_none().then_some(Jump { from, over, landing, captures_jumper })
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pond(pond) => write!(f, "pond {pond}"),
            Self::Market(cards) => {
                f.write_str("market")?;
                cards.iter().try_for_each(|card| write!(f, " {card}"))
            }
            Self::Common([a, b]) => write!(f, "common {a} {b}"),
            Self::Deal(seat, [a, b]) => write!(f, "deal {seat} {a} {b}"),
            Self::Refill(card) => write!(f, "refill {card}"),
        }
    }
}

impl FromStr for Chance {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        parse_chance(text).ok_or_else(|| NotationError::new(text, CHANCE))
    }
}

fn parse_chance(text: &str) -> Option<Chance> {
    let words: Vec<_> = text.split(' ').collect();
    Some(match words[..] {
        ["pond", pond] => Chance::Pond(pond.parse().ok()?),
        ["market", a, b, c, d] => {
            Chance::Market([a.parse().ok()?, b.parse().ok()?, c.parse().ok()?, d.parse().ok()?])
        }
        ["common", a, b] => Chance::Common([a.parse().ok()?, b.parse().ok()?]),
        ["deal", seat, a, b] => Chance::Deal(parse_seat(seat)?, [a.parse().ok()?, b.parse().ok()?]),
        ["refill", card] => Chance::Refill(card.parse().ok()?),
        _ => return None,
    })
}

fn parse_seat(text: &str) -> Option<Seat> {
    Seat::all(SEATS).find(|seat| seat.to_string() == text)
}

/// What is told of a deal to those who may not know its cards.
pub(super) fn hidden_deal(seat: Seat) -> String {
    format!("deal {seat} ? ?")
}

/// What is told of a secret kept to those who may not know it.
pub(super) const HIDDEN_KEEP: &str = "keep ?";
