//! `1+4 2+1` moves two frogs (lane and steps, lanes ascending), `3+5` one, `pass` none; `roll 4 1` are the dice.

use std::fmt;
use std::str::FromStr;

use rainette_core::NotationError;

use super::action::{Action, Hop, Roll};

const HOP: &str = "a lane from 1 to 5 and up to 12 steps, such as `3+5`";
const ACTION: &str =
    "a frog's lane and steps such as `3+5`, two frogs such as `1+4 2+1`, lanes ascending, or `pass`";
const ROLL: &str = "two dice, the larger first, such as `roll 4 1`";

impl fmt::Display for Hop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.lane(), self.steps())
    }
}

impl FromStr for Hop {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let digit = |byte: u8| byte.is_ascii_digit().then(|| byte - b'0');
        let hop = match *text.as_bytes() {
            [lane, b'+', steps] => digit(lane).zip(digit(steps)),
            [lane, b'+', b'1', steps] => digit(lane).zip(digit(steps).map(|units| 10 + units)),
            _ => None,
        };
        hop.and_then(|(lane, steps)| Self::new(lane.into(), steps))
            .ok_or_else(|| NotationError::new(text, HOP))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.hops() {
            [Some(one), Some(other)] => write!(f, "{one} {other}"),
            [Some(hop), None] | [None, Some(hop)] => hop.fmt(f),
            [None, None] => f.write_str("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let two = |(one, other): (&str, &str)| {
            let (one, other): (Hop, Hop) = (one.parse().ok()?, other.parse().ok()?);
            Self::two(one, other).filter(|_| one.lane() < other.lane())
        };
        match text {
            "pass" => Some(Self::PASS),
            _ => text.split_once(' ').map_or_else(|| text.parse().ok().map(Self::one), two),
        }
        .ok_or_else(|| NotationError::new(text, ACTION))
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "roll {} {}", self.larger(), self.smaller())
    }
}

impl FromStr for Roll {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let roll = match *text.as_bytes() {
            [b'r', b'o', b'l', b'l', b' ', larger @ b'1'..=b'6', b' ', smaller @ b'1'..=b'6'] => {
                Self::new(larger - b'0', smaller - b'0')
            }
            _ => None,
        };
        roll.ok_or_else(|| NotationError::new(text, ROLL))
    }
}
