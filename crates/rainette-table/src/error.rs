//! What a table refuses, each with its code and its message.

use rainette_core::{PlayError, RecordError, Seat, SetupError};
use rainette_games::{OpenError, UnknownGame};
use thiserror::Error;

use crate::protocol::{Number, Objection, Refusal};

/// Why a command or a request was refused. Nothing has changed.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum Error {
    /// No game has this id.
    #[error(transparent)]
    UnknownGame(#[from] UnknownGame),
    /// The game is not played by that many.
    #[error("{0}")]
    WrongSeats(String),
    /// The game has no such option, or not with this value.
    #[error("{0}")]
    WrongOption(String),
    /// The clock cannot be set like that.
    #[error("{0}")]
    WrongClock(&'static str),
    /// There is no such level.
    #[error("levels go from 1 to 8")]
    WrongLevel,
    /// The table's computer players sit in at another level.
    #[error("at this table a computer player of level {0} sits in, and no other")]
    OtherLevel(u8),
    /// The record does not fit or does not replay.
    #[error("{message}")]
    WrongRecord {
        /// What is wrong.
        message: String,
        /// The line that is wrong, counted from 1.
        line: Option<u32>,
    },
    /// A name is too long, or nothing of it can be seen.
    #[error(
        "a name has 1 to 30 characters that can be seen, one of them a letter, a digit, a symbol or an emoji"
    )]
    WrongName,
    /// A chat line is empty or too long.
    #[error("a line of chat has 1 to 500 characters")]
    WrongText,
    /// The text of a report cannot be kept.
    #[error("the text of a report has at most 1,000 characters")]
    WrongReport,
    /// A seed or a commitment is not what it should be.
    #[error("{0}")]
    WrongSeed(&'static str),
    /// A command's id is empty or too long.
    #[error("a command's id has 1 to 64 characters")]
    WrongId,
    /// The message cannot be read.
    #[error("the message cannot be read: {0}")]
    Malformed(String),
    /// Nothing more fits into the log of this table.
    #[error("the log of this table is full: the game can only be given up or closed")]
    LogFull,
    /// Somebody without a token, or with a wrong one, wants what is a seat's.
    #[error("this needs a seat at the table, and you hold none")]
    NotSeated,
    /// The seat belongs to somebody else.
    #[error("seat {0} is not yours")]
    NotYourSeat(Seat),
    /// At a shared screen another seat, or none, is in hand.
    #[error("seat {0} is not in hand: hand the screen over first")]
    NotInHand(Seat),
    /// Only the host may do this.
    #[error("only the host may do this")]
    NotHost,
    /// Somebody wants to come in who has held a seat here, or gave the opening, and knows more than a newcomer may.
    #[error(
        "you have held a seat at this table, or opened it from a record: nobody plays on who knows more than a seat was told"
    )]
    KnowsMore,
    /// Somebody wants to come in for a computer player that is in the middle of its turn.
    #[error("the computer player at seat {0} is in the middle of its turn: try again in a moment")]
    MidTurn(Seat),
    /// Every seat is taken.
    #[error("the table is full")]
    Full,
    /// This seat is taken.
    #[error("seat {0} is taken")]
    SeatTaken(Seat),
    /// There is no such seat.
    #[error("the table has no seat {0}")]
    NoSuchSeat(Seat),
    /// The table has no such person.
    #[error("there is no person {0} at this table")]
    NoSuchPerson(u32),
    /// Somebody is still missing.
    #[error("not every seat is taken yet")]
    NotFull,
    /// Somebody has not said that they are ready since something was arranged anew.
    #[error("not everybody who sits is ready yet")]
    NotReady,
    /// The host asked whoever wants this to leave the table for good.
    #[error("the host asked you to leave this table: you cannot sit down here again")]
    Removed,
    /// Nobody wants to change these seats, or not with this person.
    #[error("nobody wants to change these seats with you")]
    NoSwapOffered,
    /// The game's colours belong to its seats.
    #[error("in this game every seat has its colour by the rules")]
    NoColours,
    /// There is no such colour.
    #[error("the colours of this game are counted from 0 to {0}")]
    WrongColour(u8),
    /// Somebody else has this colour.
    #[error("somebody else has colour {0}")]
    ColourTaken(u8),
    /// Nobody chooses who starts.
    #[error("the rules of this game draw who starts")]
    RulesDrawFirst,
    /// What a table goes on from settles how it is set up.
    #[error("this table goes on from a record, which settles its options and who starts")]
    OpeningSettled,
    /// A lobby is changed again and again.
    #[error("the log of this lobby has {0} rows: nothing more can be arranged, start or close it")]
    TooManyChanges(usize),
    /// Guests change a lobby again and again.
    #[error("guests have changed enough here: each may change {0} things, and some rows are kept for others")]
    TooManyGuestChanges(usize),
    /// Somebody comes and goes again and again.
    #[error("nobody sits down at a table more than {0} times")]
    TooManySittings(usize),
    /// The game has not started yet.
    #[error("the game has not started yet")]
    NotStarted,
    /// The game has started already.
    #[error("the game has started already")]
    AlreadyStarted,
    /// Seats and commitments are settled.
    #[error("the game is about to start: seats and commitments are settled")]
    Frozen,
    /// Somebody commits again and again.
    #[error("a person commits at most {0} times: the last commitment counts")]
    TooManyCommitments(u32),
    /// The table goes on from an opening that was not drawn, and whoever wants to sit down has not agreed to it.
    #[error(
        "this table goes on from {0} events that were not drawn: look at them, and agree with `agrees_to_opening`"
    )]
    OpeningNotAgreed(u32),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The table was closed before a game began.
    #[error("this table was closed before a game began")]
    Closed,
    /// The game is not over yet.
    #[error("the game is not over yet")]
    NotOver,
    /// The client has not seen the last event.
    #[error("the table has moved on to event {0}")]
    Stale(Number),
    /// The client has seen an event that there is not.
    #[error("the table is only at event {0}")]
    Ahead(Number),
    /// It is another seat's turn.
    #[error("it is not the turn of seat {0}")]
    NotYourTurn(Seat),
    /// The text is no action of this game.
    #[error("{0}")]
    Notation(String),
    /// A rule forbids the action.
    #[error("{message}")]
    Illegal {
        /// The rule.
        objection: Objection,
        /// What is refused and why.
        message: String,
    },
    /// A computer player sits there.
    #[error("a computer player sits at seat {0}")]
    ComputerSits(Seat),
    /// The seat has given up or run out of time.
    #[error("seat {0} is out of the game")]
    SeatOut(Seat),
    /// A computer player plays a turn that its owner missed.
    #[error("seat {0} missed its turn: the computer player ends that turn first")]
    TurnMissed(Seat),
    /// The player is there, or has not been away long enough.
    #[error("the player at seat {0} has not been away long enough on their own turn")]
    NotAbsent(Seat),
    /// There is nothing to take back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// Nobody asks to take anything back, or not of this person.
    #[error("nobody asks you to agree to anything")]
    NoUndoAsked,
    /// Something random would be taken back while a computer player plays.
    #[error("what was rolled or dealt cannot be taken back at a table with computer players")]
    UndoAgainstComputer,
    /// Somebody did not agree, or the wish was withdrawn.
    #[error("it was not agreed to take this back")]
    UndoRefused,
    /// Somebody else plays here: give up instead.
    #[error("others play at this table: give up your seat instead")]
    OthersPlay,
    /// The table would have to be known first.
    #[error("the first message must be `hello`")]
    NoHello,
    /// The store is out of order. It is as if the command had not been given; it may be repeated with the same id.
    #[error("this cannot be stored right now; nothing that was acknowledged is lost, try again in a moment")]
    Storage,
    /// Something went wrong that should not have.
    #[error("something went wrong here")]
    Internal,
}

impl Error {
    /// The code by which clients know the error. Each is listed in `docs/protocol.md`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownGame(_) => "unknown-game",
            Self::WrongSeats(_) => "wrong-seats",
            Self::WrongOption(_) => "wrong-option",
            Self::WrongClock(_) => "wrong-clock",
            Self::WrongLevel => "wrong-level",
            Self::OtherLevel(_) => "other-level",
            Self::WrongRecord { .. } => "wrong-record",
            Self::WrongName => "wrong-name",
            Self::WrongText => "wrong-text",
            Self::WrongReport => "wrong-report",
            Self::WrongSeed(_) => "wrong-seed",
            Self::WrongId => "wrong-id",
            Self::Malformed(_) => "malformed",
            Self::LogFull => "log-full",
            Self::NotSeated => "not-seated",
            Self::NotYourSeat(_) => "not-your-seat",
            Self::NotInHand(_) => "not-in-hand",
            Self::NotHost => "not-host",
            Self::KnowsMore => "knows-more",
            Self::MidTurn(_) => "mid-turn",
            Self::Full => "full",
            Self::SeatTaken(_) => "seat-taken",
            Self::NoSuchSeat(_) => "no-such-seat",
            Self::NoSuchPerson(_) => "no-such-person",
            Self::NotFull => "not-full",
            Self::NotReady => "not-ready",
            Self::Removed => "removed",
            Self::NoSwapOffered => "no-swap-offered",
            Self::NoColours => "no-colours",
            Self::WrongColour(_) => "wrong-colour",
            Self::ColourTaken(_) => "colour-taken",
            Self::RulesDrawFirst => "rules-draw-first",
            Self::OpeningSettled => "opening-settled",
            Self::TooManyChanges(_) | Self::TooManyGuestChanges(_) | Self::TooManySittings(_) => {
                "too-many-changes"
            }
            Self::NotStarted => "not-started",
            Self::AlreadyStarted => "already-started",
            Self::Frozen => "frozen",
            Self::TooManyCommitments(_) => "too-many-commitments",
            Self::OpeningNotAgreed(_) => "opening-not-agreed",
            Self::Over => "over",
            Self::Closed => "closed",
            Self::NotOver => "not-over",
            Self::Stale(_) => "stale",
            Self::Ahead(_) => "ahead",
            Self::NotYourTurn(_) => "not-your-turn",
            Self::Notation(_) => "notation",
            Self::Illegal { .. } => "illegal",
            Self::ComputerSits(_) => "computer-sits",
            Self::SeatOut(_) => "seat-out",
            Self::TurnMissed(_) => "turn-missed",
            Self::NotAbsent(_) => "not-absent",
            Self::NothingToUndo => "nothing-to-undo",
            Self::NoUndoAsked => "no-undo-asked",
            Self::UndoAgainstComputer => "undo-against-computer",
            Self::UndoRefused => "undo-refused",
            Self::OthersPlay => "others-play",
            Self::NoHello => "no-hello",
            Self::Storage => "storage",
            Self::Internal => "internal",
        }
    }

    /// The error as it is sent.
    pub fn refusal(&self, id: Option<String>) -> Refusal {
        Refusal {
            id,
            code: self.code().to_owned(),
            message: self.to_string(),
            seq: match self {
                Self::Stale(seq) | Self::Ahead(seq) => Some(*seq),
                _ => None,
            },
            objection: match self {
                Self::Illegal { objection, .. } => Some(objection.clone()),
                _ => None,
            },
            limit: None,
            line: match self {
                Self::WrongRecord { line, .. } => *line,
                _ => None,
            },
        }
    }
}

impl From<SetupError> for Error {
    fn from(error: SetupError) -> Self {
        match error {
            SetupError::Seats { .. } => Self::WrongSeats(error.to_string()),
            _ => Self::WrongOption(error.to_string()),
        }
    }
}

impl From<OpenError> for Error {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Game(error) => error.into(),
            OpenError::Setup(error) => error.into(),
        }
    }
}

impl From<RecordError> for Error {
    fn from(error: RecordError) -> Self {
        let line = match &error {
            RecordError::Line { line, .. } | RecordError::Event { line, .. } => u32::try_from(*line).ok(),
            _ => None,
        };
        Self::WrongRecord { message: error.to_string(), line: line.filter(|line| *line > 0) }
    }
}

impl From<PlayError> for Error {
    fn from(error: PlayError) -> Self {
        let message = error.to_string();
        match error {
            PlayError::Notation(_) => Self::Notation(message),
            PlayError::NotYourTurn { seat, .. } => Self::NotYourTurn(seat),
            PlayError::Illegal { code, why, .. } => {
                Self::Illegal { objection: Objection { code: code.to_owned(), why }, message }
            }
            PlayError::Over => Self::Over,
            PlayError::WaitsForChance | PlayError::WaitsForSeat { .. } | PlayError::Impossible { .. } => {
                Self::Internal
            }
        }
    }
}
