//! `b2-c3` is a step, `c1>e3` a hop, `stop` ends a chain, `pass` a turn without a move.

use std::fmt;
use std::str::FromStr;

use rainette_core::NotationError;

use super::Action;
use super::board::Cell;

const EXPECTED: &str = "a step such as `b2-c3`, a hop such as `c1>e3`, `stop` or `pass`";

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.row() + 1)
    }
}

impl FromStr for Cell {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let cell = match *text.as_bytes() {
            [file @ b'a'..=b'k', row @ b'1'..=b'7'] => Self::at(file - b'a', row - b'1'),
            _ => None,
        };
        cell.ok_or_else(|| NotationError::new(text, "a cell such as `c1`"))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step { from, to } => write!(f, "{from}-{to}"),
            Self::Hop { from, to } => write!(f, "{from}>{to}"),
            Self::Stop => f.write_str("stop"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let cells = |(from, to): (&str, &str)| Some((from.parse().ok()?, to.parse().ok()?));
        let step = || text.split_once('-').and_then(cells).map(|(from, to)| Self::Step { from, to });
        let hop = || text.split_once('>').and_then(cells).map(|(from, to)| Self::Hop { from, to });
        match text {
            "stop" => Ok(Self::Stop),
            "pass" => Ok(Self::Pass),
            _ => step().or_else(hop).ok_or_else(|| NotationError::new(text, EXPECTED)),
        }
    }
}
