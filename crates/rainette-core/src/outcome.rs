//! How a game came out.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

use crate::{NotationError, Seat, SeatSet};

/// One number per seat.
pub type Scores = ArrayVec<i32, { Seat::MAX }>;

/// How a game came out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The seats that won: several when they share the win, none for a draw.
    pub winners: SeatSet,
    /// One number per seat if the game scores.
    pub scores: Option<Scores>,
}

impl Outcome {
    /// One seat has won a game that does not score.
    pub fn win(seat: Seat) -> Self {
        Self { winners: SeatSet::only(seat), scores: None }
    }

    /// Nobody has won a game that does not score.
    pub fn draw() -> Self {
        Self { winners: SeatSet::EMPTY, scores: None }
    }
}

/// A game that ended outside its rules: a player gave up or ran out of time.
///
/// ```
/// use rainette_core::{End, How, Seat};
/// let end: End = "resigned 1".parse()?;
/// assert_eq!(end, End { how: How::Resigned, seat: Seat::new(1) });
/// assert_eq!(end.to_string(), "resigned 1");
/// # Ok::<_, rainette_core::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// What ended the game.
    pub how: How,
    /// The seat to which it happened.
    pub seat: Seat,
}

/// How a game can end outside its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// The seat gave up.
    Resigned,
    /// The seat's time was up.
    OutOfTime,
}

impl End {
    /// The outcome of an end outside the rules: at a table of two the other seat wins, at a larger one nobody does.
    pub fn outcome(self, seats: usize) -> Outcome {
        if seats == 2 { Outcome::win(self.seat.next(2)) } else { Outcome::draw() }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = match self.how {
            How::Resigned => "resigned",
            How::OutOfTime => "out-of-time",
        };
        write!(f, "{how} {}", self.seat)
    }
}

impl FromStr for End {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let wrong = || NotationError::new(text, "`resigned SEAT` or `out-of-time SEAT`");
        let (how, seat) = text.split_once(' ').ok_or_else(wrong)?;
        let how = match how {
            "resigned" => How::Resigned,
            "out-of-time" => How::OutOfTime,
            _ => return Err(wrong()),
        };
        let index = (0..Seat::MAX).find(|index| index.to_string() == seat).ok_or_else(wrong)?;
        Ok(Self { how, seat: Seat::new(index) })
    }
}
