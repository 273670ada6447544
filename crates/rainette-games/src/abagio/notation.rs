//! Positions, actions and chance events as text.

use std::fmt;
use std::str::FromStr;

use rainette_core::NotationError;

use super::action::{Action, Chance, Chief, Kind, Leap};
use super::board::Position;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::ROOT => f.pad("root"),
            Self::POND => f.pad("pond"),
            space => space.distance().fmt(f),
        }
    }
}

impl FromStr for Position {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        position(text).ok_or_else(|| NotationError::new(text, "`root`, `26` to `1` or `pond`"))
    }
}

fn position(text: &str) -> Option<Position> {
    let distance = match text.as_bytes() {
        b"root" => return Some(Position::ROOT),
        b"pond" => return Some(Position::POND),
        [ones @ b'1'..=b'9'] => ones - b'0',
        [tens @ b'1'..=b'2', ones @ b'0'..=b'9'] => 10 * (tens - b'0') + (ones - b'0'),
        _ => return None,
    };
    Position::new(distance).filter(|&position| position != Position::ROOT)
}

pub(super) fn die(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [die @ b'1'..=b'6'] => Some(die - b'0'),
        _ => None,
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Leap(leap) => leap.fmt(f),
            Self::Chief(chief) => write!(f, "chief {chief}"),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let chief = || chief(text.strip_prefix("chief ")?).map(Self::Chief);
        let leap = || leap(text).map(Self::Leap);
        chief().or_else(leap).ok_or_else(|| {
            NotationError::new(
                text,
                "a leap like `22/19`, `4/pond` or `4/pond(6)`, or `chief 14` or `chief aside`",
            )
        })
    }
}

impl fmt::Display for Leap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.from(), self.to())?;
        if self.is_larger_than_needed() {
            write!(f, "({})", self.die())?;
        }
        Ok(())
    }
}

fn leap(text: &str) -> Option<Leap> {
    let (from, to) = text.split_once('/')?;
    let from = position(from)?;
    if let Some(larger) = to.strip_prefix("pond(") {
        let leap = Leap::new(from, die(larger.strip_suffix(')')?)?)?;
        return Some(leap).filter(|leap| leap.is_larger_than_needed());
    }
    Leap::new(from, from.distance().checked_sub(position(to)?.distance())?)
}

impl fmt::Display for Chief {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.space() {
            Some(space) => space.fmt(f),
            None => f.pad("aside"),
        }
    }
}

fn chief(text: &str) -> Option<Chief> {
    if text == "aside" { Some(Chief::ASIDE) } else { position(text).and_then(Chief::on) }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.kind() {
            Kind::Start => "start",
            Kind::Roll => "roll",
        };
        let [first, second] = self.dice();
        write!(f, "{word} {first} {second}")
    }
}

impl FromStr for Chance {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        chance(text).ok_or_else(|| {
            NotationError::new(text, "dice like `start 2 5` or `roll 4 1`, the larger die of a roll first")
        })
    }
}

fn chance(text: &str) -> Option<Chance> {
    let (word, dice) = text.split_once(' ')?;
    let (first, second) = dice.split_once(' ')?;
    let dice = [die(first)?, die(second)?];
    match word {
        "start" => Chance::start(dice),
        "roll" => Chance::roll(dice).filter(|chance| chance.dice() == dice),
        _ => None,
    }
}
