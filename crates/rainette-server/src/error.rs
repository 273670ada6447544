//! What can be refused, each with its code, its HTTP status and its message, all in one place.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rainette_core::{PlayError, RecordError, Seat, SetupError};
use rainette_games::{OpenError, UnknownGame};
use thiserror::Error;

use crate::budgets::{Budget, Exhausted};
use crate::protocol::{Number, Objection, ReachedLimit, Refusal};
use crate::store::StoreError;

/// Why a command or a request was refused. Nothing has changed.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum Error {
    /// No table has this id, or none that may be known of.
    #[error("there is no such table")]
    UnknownTable,
    /// No table has this invitation.
    #[error("this invitation leads nowhere")]
    UnknownInvite,
    /// The code is used up, too old or wrong.
    #[error("this code is used up, too old or wrong")]
    UnknownCode,
    /// No page has this address.
    #[error("there is nothing at this address")]
    UnknownPage,
    /// The address takes another method.
    #[error("this address cannot be used in this way")]
    WrongMethod,
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
    #[error("{0}")]
    WrongRecord(String),
    /// A name is too long, or nothing of it can be seen.
    #[error(
        "a name has 1 to 30 characters that can be seen, one of them a letter, a digit, a symbol or an emoji"
    )]
    WrongName,
    /// A chat line is empty or too long.
    #[error("a line of chat has 1 to 500 characters")]
    WrongText,
    /// A seed or a commitment is not what it should be.
    #[error("{0}")]
    WrongSeed(&'static str),
    /// A command's id is empty or too long.
    #[error("a command's id has 1 to 64 characters")]
    WrongId,
    /// The message cannot be read.
    #[error("the message cannot be read: {0}")]
    Malformed(String),
    /// The message is too large.
    #[error("the message is larger than {0} bytes")]
    TooLarge(usize),
    /// Requests or messages come too fast.
    #[error("that was too much at once: {0}")]
    TooFast(Exhausted),
    /// A budget is used up.
    #[error("{0}")]
    OverBudget(Exhausted),
    /// Nothing more fits into the log of this table.
    #[error("the log of this table is full: the game can only be given up or closed")]
    LogFull,
    /// The request does not come in.
    #[error("the request took too long to come in")]
    TooSlow,
    /// Too many sockets are open.
    #[error("too many connections are open: {0}")]
    TooMany(Exhausted),
    /// The request comes from a page of another site.
    #[error("requests from other sites' pages are refused")]
    WrongOrigin,
    /// A script's token was not made here, or is not sent as it should be.
    #[error(
        "this is no token of this server: ask for one at `/api/tokens`, and send it as `Authorization: Bearer TOKEN`"
    )]
    WrongToken,
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
    /// Every seat is taken.
    #[error("the table is full")]
    Full,
    /// This seat is taken.
    #[error("seat {0} is taken")]
    SeatTaken(Seat),
    /// There is no such seat.
    #[error("the table has no seat {0}")]
    NoSuchSeat(Seat),
    /// Somebody is still missing.
    #[error("not every seat is taken yet")]
    NotFull,
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
    /// What is stored of the table is not what was stored.
    #[error("this table is damaged where it is stored; whoever runs the server can restore it from a backup")]
    Damaged,
    /// The server is going down.
    #[error("the server is going down; try again in a moment")]
    GoingDown,
    /// Something went wrong that should not have.
    #[error("something went wrong here")]
    Internal,
}

impl Error {
    /// The code by which clients know the error. Each is listed in `docs/protocol.md`.
    pub fn code(&self) -> &'static str {
        self.parts().0
    }

    /// The HTTP status.
    pub fn status(&self) -> StatusCode {
        self.parts().1
    }

    fn parts(&self) -> (&'static str, StatusCode) {
        type S = StatusCode;
        match self {
            Self::UnknownTable => ("unknown-table", S::NOT_FOUND),
            Self::UnknownInvite => ("unknown-invite", S::NOT_FOUND),
            Self::UnknownCode => ("unknown-code", S::NOT_FOUND),
            Self::UnknownPage => ("unknown-page", S::NOT_FOUND),
            Self::WrongMethod => ("wrong-method", S::METHOD_NOT_ALLOWED),
            Self::UnknownGame(_) => ("unknown-game", S::UNPROCESSABLE_ENTITY),
            Self::WrongSeats(_) => ("wrong-seats", S::UNPROCESSABLE_ENTITY),
            Self::WrongOption(_) => ("wrong-option", S::UNPROCESSABLE_ENTITY),
            Self::WrongClock(_) => ("wrong-clock", S::UNPROCESSABLE_ENTITY),
            Self::WrongLevel => ("wrong-level", S::UNPROCESSABLE_ENTITY),
            Self::OtherLevel(_) => ("other-level", S::CONFLICT),
            Self::WrongRecord(_) => ("wrong-record", S::UNPROCESSABLE_ENTITY),
            Self::WrongName => ("wrong-name", S::UNPROCESSABLE_ENTITY),
            Self::WrongText => ("wrong-text", S::UNPROCESSABLE_ENTITY),
            Self::WrongSeed(_) => ("wrong-seed", S::UNPROCESSABLE_ENTITY),
            Self::WrongId => ("wrong-id", S::UNPROCESSABLE_ENTITY),
            Self::Malformed(_) => ("malformed", S::BAD_REQUEST),
            Self::TooLarge(_) => ("too-large", S::PAYLOAD_TOO_LARGE),
            Self::TooFast(_) => ("too-fast", S::TOO_MANY_REQUESTS),
            Self::OverBudget(_) => ("over-budget", S::TOO_MANY_REQUESTS),
            Self::LogFull => ("log-full", S::CONFLICT),
            Self::TooSlow => ("too-slow", S::REQUEST_TIMEOUT),
            Self::TooMany(_) => ("too-many", S::SERVICE_UNAVAILABLE),
            Self::WrongOrigin => ("wrong-origin", S::FORBIDDEN),
            Self::WrongToken => ("wrong-token", S::UNAUTHORIZED),
            Self::NotSeated => ("not-seated", S::FORBIDDEN),
            Self::NotYourSeat(_) => ("not-your-seat", S::FORBIDDEN),
            Self::NotInHand(_) => ("not-in-hand", S::CONFLICT),
            Self::NotHost => ("not-host", S::FORBIDDEN),
            Self::Full => ("full", S::CONFLICT),
            Self::SeatTaken(_) => ("seat-taken", S::CONFLICT),
            Self::NoSuchSeat(_) => ("no-such-seat", S::UNPROCESSABLE_ENTITY),
            Self::NotFull => ("not-full", S::CONFLICT),
            Self::NotStarted => ("not-started", S::CONFLICT),
            Self::AlreadyStarted => ("already-started", S::CONFLICT),
            Self::Frozen => ("frozen", S::CONFLICT),
            Self::TooManyCommitments(_) => ("too-many-commitments", S::CONFLICT),
            Self::OpeningNotAgreed(_) => ("opening-not-agreed", S::CONFLICT),
            Self::Over => ("over", S::CONFLICT),
            Self::Closed => ("closed", S::GONE),
            Self::NotOver => ("not-over", S::CONFLICT),
            Self::Stale(_) => ("stale", S::CONFLICT),
            Self::Ahead(_) => ("ahead", S::CONFLICT),
            Self::NotYourTurn(_) => ("not-your-turn", S::CONFLICT),
            Self::Notation(_) => ("notation", S::UNPROCESSABLE_ENTITY),
            Self::Illegal { .. } => ("illegal", S::UNPROCESSABLE_ENTITY),
            Self::ComputerSits(_) => ("computer-sits", S::CONFLICT),
            Self::SeatOut(_) => ("seat-out", S::CONFLICT),
            Self::NotAbsent(_) => ("not-absent", S::CONFLICT),
            Self::NothingToUndo => ("nothing-to-undo", S::CONFLICT),
            Self::NoUndoAsked => ("no-undo-asked", S::CONFLICT),
            Self::UndoAgainstComputer => ("undo-against-computer", S::CONFLICT),
            Self::UndoRefused => ("undo-refused", S::CONFLICT),
            Self::OthersPlay => ("others-play", S::CONFLICT),
            Self::NoHello => ("no-hello", S::CONFLICT),
            Self::Storage => ("storage", S::SERVICE_UNAVAILABLE),
            Self::Damaged => ("damaged", S::INTERNAL_SERVER_ERROR),
            Self::GoingDown => ("going-down", S::SERVICE_UNAVAILABLE),
            Self::Internal => ("internal", S::INTERNAL_SERVER_ERROR),
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
            limit: self.exhausted().map(|exhausted| ReachedLimit {
                name: exhausted.name(),
                most: exhausted.most,
                retry_after: exhausted.retry_after_seconds(),
            }),
        }
    }

    /// The budget that is used up.
    fn exhausted(&self) -> Option<&Exhausted> {
        match self {
            Self::TooFast(exhausted) | Self::OverBudget(exhausted) | Self::TooMany(exhausted) => {
                Some(exhausted)
            }
            _ => None,
        }
    }
}

impl From<Exhausted> for Error {
    fn from(exhausted: Exhausted) -> Self {
        match exhausted.budget {
            Budget::Requests | Budget::Messages => Self::TooFast(exhausted),
            Budget::Sockets | Budget::Connections => Self::TooMany(exhausted),
            _ => Self::OverBudget(exhausted),
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
        Self::WrongRecord(error.to_string())
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

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        // Whoever writes has logged the cause, once for all who are refused.
        tracing::debug!(%error, "the store refused something");
        if matches!(error, StoreError::Damaged { .. }) { Self::Damaged } else { Self::Storage }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut response = (self.status(), Json(self.refusal(None))).into_response();
        let again = match &self {
            Self::Storage | Self::GoingDown => Some(1),
            other => other.exhausted().map(Exhausted::retry_after_seconds),
        };
        if let Some(seconds) = again {
            response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from(seconds));
        }
        if matches!(self, Self::WrongToken) {
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, header::HeaderValue::from_static("Bearer"));
        }
        response
    }
}
