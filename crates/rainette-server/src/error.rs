//! What can be refused, each with its code, its HTTP status and its message, all in one place. What a table refuses has
//! its codes and messages in `rainette-table`.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rainette_table::Error as TableError;
use thiserror::Error;

use crate::budgets::{Budget, Exhausted};
use crate::protocol::{ReachedLimit, Refusal};
use crate::store::StoreError;

/// Why a command or a request was refused. Nothing has changed.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum Error {
    /// The table refuses it.
    #[error(transparent)]
    Table(#[from] TableError),
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
    /// The message is too large.
    #[error("the message is larger than {0} bytes")]
    TooLarge(usize),
    /// Requests or messages come too fast.
    #[error("that was too much at once: {0}")]
    TooFast(Exhausted),
    /// A budget is used up.
    #[error("{0}")]
    OverBudget(Exhausted),
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
    /// What is stored of the table is not what was stored.
    #[error("this table is damaged where it is stored; whoever runs the server can restore it from a backup")]
    Damaged,
    /// Whoever runs the server has no list of open tables.
    #[error(
        "there is no list of open tables on this server: open the table with `is_public` as false, and send its link"
    )]
    NoPublicTables,
    /// There are enough reports about this table, from here or from everybody, or in all.
    #[error("enough has been reported already; whoever runs the server will look at it")]
    ReportsFull,
    /// The server is going down.
    #[error("the server is going down; try again in a moment")]
    GoingDown,
}

impl Error {
    /// Something went wrong that should not have.
    pub const INTERNAL: Self = Self::Table(TableError::Internal);
    /// The store is out of order.
    pub const STORAGE: Self = Self::Table(TableError::Storage);
    /// Whoever asks holds no seat.
    pub const NOT_SEATED: Self = Self::Table(TableError::NotSeated);

    /// What came in cannot be read.
    pub fn malformed(why: impl std::fmt::Display) -> Self {
        Self::Table(TableError::Malformed(why.to_string()))
    }

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
            Self::Table(error) => (error.code(), status_of(error)),
            Self::UnknownTable => ("unknown-table", S::NOT_FOUND),
            Self::UnknownInvite => ("unknown-invite", S::NOT_FOUND),
            Self::UnknownCode => ("unknown-code", S::NOT_FOUND),
            Self::UnknownPage => ("unknown-page", S::NOT_FOUND),
            Self::WrongMethod => ("wrong-method", S::METHOD_NOT_ALLOWED),
            Self::TooLarge(_) => ("too-large", S::PAYLOAD_TOO_LARGE),
            Self::TooFast(_) => ("too-fast", S::TOO_MANY_REQUESTS),
            Self::OverBudget(_) => ("over-budget", S::TOO_MANY_REQUESTS),
            Self::TooSlow => ("too-slow", S::REQUEST_TIMEOUT),
            Self::TooMany(_) => ("too-many", S::SERVICE_UNAVAILABLE),
            Self::WrongOrigin => ("wrong-origin", S::FORBIDDEN),
            Self::WrongToken => ("wrong-token", S::UNAUTHORIZED),
            Self::NoPublicTables => ("no-public-tables", S::FORBIDDEN),
            Self::ReportsFull => ("reports-full", S::CONFLICT),
            Self::Damaged => ("damaged", S::INTERNAL_SERVER_ERROR),
            Self::GoingDown => ("going-down", S::SERVICE_UNAVAILABLE),
        }
    }

    /// The error as it is sent.
    pub fn refusal(&self, id: Option<String>) -> Refusal {
        if let Self::Table(error) = self {
            return error.refusal(id);
        }
        Refusal {
            id,
            code: self.code().to_owned(),
            message: self.to_string(),
            seq: None,
            objection: None,
            limit: self.exhausted().map(|exhausted| ReachedLimit {
                name: exhausted.name(),
                most: exhausted.most,
                retry_after: exhausted.retry_after_seconds(),
            }),
            line: None,
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

/// How HTTP calls what a table refuses.
fn status_of(error: &TableError) -> StatusCode {
    match error {
        TableError::UnknownGame(_)
        | TableError::WrongSeats(_)
        | TableError::WrongOption(_)
        | TableError::WrongClock(_)
        | TableError::WrongLevel
        | TableError::WrongRecord { .. }
        | TableError::WrongName
        | TableError::WrongText
        | TableError::WrongReport
        | TableError::NoSuchPerson(_)
        | TableError::WrongSeed(_)
        | TableError::WrongId
        | TableError::NoSuchSeat(_)
        | TableError::WrongColour(_)
        | TableError::Notation(_)
        | TableError::Illegal { .. } => StatusCode::UNPROCESSABLE_ENTITY,
        TableError::Malformed(_) => StatusCode::BAD_REQUEST,
        TableError::NotSeated
        | TableError::NotYourSeat(_)
        | TableError::NotHost
        | TableError::Removed
        | TableError::KnowsMore => StatusCode::FORBIDDEN,
        TableError::Closed => StatusCode::GONE,
        TableError::Storage => StatusCode::SERVICE_UNAVAILABLE,
        TableError::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        TableError::OtherLevel(_)
        | TableError::LogFull
        | TableError::NotInHand(_)
        | TableError::MidTurn(_)
        | TableError::Full
        | TableError::SeatTaken(_)
        | TableError::NotFull
        | TableError::NotReady
        | TableError::NoSwapOffered
        | TableError::NoColours
        | TableError::ColourTaken(_)
        | TableError::RulesDrawFirst
        | TableError::OpeningSettled
        | TableError::TooManyChanges(_)
        | TableError::TooManyGuestChanges(_)
        | TableError::TooManySittings(_)
        | TableError::NotStarted
        | TableError::AlreadyStarted
        | TableError::Frozen
        | TableError::TooManyCommitments(_)
        | TableError::OpeningNotAgreed(_)
        | TableError::Over
        | TableError::NotOver
        | TableError::Stale(_)
        | TableError::Ahead(_)
        | TableError::NotYourTurn(_)
        | TableError::ComputerSits(_)
        | TableError::SeatOut(_)
        | TableError::TurnMissed(_)
        | TableError::NotAbsent(_)
        | TableError::NothingToUndo
        | TableError::NoUndoAsked
        | TableError::UndoAgainstComputer
        | TableError::UndoRefused
        | TableError::OthersPlay
        | TableError::NoHello => StatusCode::CONFLICT,
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        // Whoever writes has logged the cause, once for all who are refused.
        tracing::debug!(%error, "the store refused something");
        if matches!(error, StoreError::Damaged { .. }) { Self::Damaged } else { TableError::Storage.into() }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut response = (self.status(), Json(self.refusal(None))).into_response();
        let again = match &self {
            Self::Table(TableError::Storage) | Self::GoingDown => Some(1),
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
