//! What goes over the wire: messages of the socket, and bodies of the HTTP interface.
//!
//! Codes and data, never sentences: whoever shows them finds the words. The types are exported as TypeScript into
//! `web/src/protocol`; `docs/protocol.md` says how they are used. Positions, seeds and the log have no type here, so
//! that they cannot be sent by mistake.

mod analysis;
pub(crate) mod bounds;
mod event;
mod http;
mod lists;
#[cfg(feature = "schema")]
pub(crate) mod schema;
mod state;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use bounds::{Count, PersonNumber};

pub use crate::table::{
    Act, AnswerSwap, AnswerUndo, Arrange, Chat, Colour, Commit, Empty, Fill, Hello, Mute, Ready, Rename,
    Resign, Reveal, SitIn, Swap, TakeBack, TakeHand, Undo, WhyNot,
};
pub use analysis::{Analysis, Moment, Swing};
pub use event::{FrozenPromise, ShownSeed, TableEvent, TableEventKind};
pub use http::{
    ClaimDevice, DeviceCode, Erased, GameInfo, Games, Invitation, Join, Leave, OpenTable, OptionInfo, PlayOn,
    Rematch, Replay, SeatBody, SeatWish, Seated, ShowRecord, Step, Token,
};
pub use lists::{PlayNow, Presence, ReportReason, ReportWish, Reported, TableLine, TableList, TurnLine};
pub use state::{
    Choices, ClockKind, ClockState, GameResult, Out, Position, SeatState, Settings, Sitter, Starts, Status,
    SwapState, TableState, Thinking, TurnState, UndoState, You,
};

/// The number of an event in a table's log, counted from 1. Numbers are never used twice.
pub type Number = u64;

/// Milliseconds since the beginning of 1970.
pub type Millis = i64;

/// What a client says over a socket, or posts to `/api/tables/{table}/commands`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToServer {
    /// The first message of every socket: where the client left off.
    Hello(Hello),
    /// Plays an action.
    Act(Act),
    /// Gives up.
    Resign(Resign),
    /// Takes back the seat's last action and all that followed.
    Undo(Undo),
    /// Answers somebody's wish to take something back; withdraws one's own by not agreeing.
    AnswerUndo(AnswerUndo),
    /// Lets a computer player sit in for somebody who has been away for too long on their own turn.
    SitIn(SitIn),
    /// Takes one's seat back from the computer player that sits in.
    TakeBack(TakeBack),
    /// Confirms a hand-over at a shared screen: from now on this socket shows this seat, and no other.
    TakeHand(TakeHand),
    /// Commits to a seed for the dice, before seats and commitments are frozen.
    Commit(Commit),
    /// Shows the seed that one has committed to, once commitments are frozen and the table asks for it.
    Reveal(Reveal),
    /// Arranges the table anew before the start: the host.
    Arrange(Arrange),
    /// Puts a computer player on a seat that is free or a computer player's, before the start: the host.
    Fill(Fill),
    /// Takes a computer player off its seat before the start: the host.
    Empty(Empty),
    /// Changes seats before the start: at once if nobody else sits there, otherwise once they agree.
    Swap(Swap),
    /// Answers somebody who would like to change seats; withdraws one's own wish by not agreeing.
    AnswerSwap(AnswerSwap),
    /// Says whether one is ready to start.
    Ready(Ready),
    /// Chooses the colour of a seat's pieces before the start.
    Colour(Colour),
    /// Takes another name before the start.
    Rename(Rename),
    /// Starts the game: the host, once every seat is taken and everybody is ready.
    #[serde(deserialize_with = "nothing_else")]
    Start,
    /// Says something to the table.
    Chat(Chat),
    /// Stops hearing somebody, or hears them again.
    Mute(Mute),
    /// Asks why the seat in hand cannot point at these spots.
    WhyNot(WhyNot),
    /// Asks for a `pong`.
    #[serde(deserialize_with = "nothing_else")]
    Ping,
}

impl ToServer {
    /// The id that the client has chosen, if it is a command that has one.
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::Act(Act { id, .. })
            | Self::Resign(Resign { id, .. })
            | Self::Undo(Undo { id, .. })
            | Self::AnswerUndo(AnswerUndo { id, .. })
            | Self::SitIn(SitIn { id, .. })
            | Self::TakeBack(TakeBack { id, .. }) => Some(id),
            _ => None,
        }
    }
}

/// Refuses fields if there is nothing to say: serde would pass over them.
fn nothing_else<'de, D: serde::Deserializer<'de>>(fields: D) -> Result<(), D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Nothing {}

    Nothing::deserialize(fields).map(|Nothing {}| ())
}

/// What the server says over a socket.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToClient {
    /// The answer to `hello` and to `take-hand`: everything afresh.
    Welcome(Box<Welcome>),
    /// Something has changed. Parts that are left out are as before.
    Update(Box<Update>),
    /// A command has been carried out and is stored for good.
    Acked {
        /// The command's id.
        id: String,
        /// The number of the event that it led to.
        number: Number,
    },
    /// A command or a message was refused; nothing has changed.
    Refused(Refusal),
    /// Somebody said something.
    Chat(ChatLine),
    /// The answer to `why-not`.
    Because {
        /// The spots asked about.
        spots: Vec<String>,
        /// The rule that forbids it; none if nothing does.
        objection: Option<Objection>,
    },
    /// There is a rematch at another table.
    Rematch {
        /// The id of that table.
        table: String,
    },
    /// The server goes down or the socket was too slow: come back after a moment and resume.
    Reconnect {
        /// How long to wait.
        #[schema(value_type = Count)]
        after_ms: u32,
    },
    /// The answer to `ping`.
    Pong,
}

/// Everything that an observer may know of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Welcome {
    /// The number of the last event that is told here. Where `latest` is larger, a socket is told the others next, and
    /// whoever asks over plain HTTP asks again with this number as `after`.
    pub seq: Number,
    /// The head of the table's chain after that event: the same for every observer. Keep it, and compare it with the
    /// proof.
    pub head: String,
    /// The number of the last event at the table.
    pub latest: Number,
    /// The server's clock, to which all times refer.
    pub now: Millis,
    /// Who the observer is.
    pub you: You,
    /// The table.
    pub table: TableState,
    /// The position, once the game has started.
    pub position: Option<Position>,
    /// The events that the table began from, which were not drawn here, as lines of a record with `?` for what a
    /// spectator may not know; only if all events are asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<String>,
    /// What happened after the number asked for.
    pub events: Vec<TableEvent>,
    /// What was said, the last lines of it.
    pub chat: Vec<ChatLine>,
}

/// What has changed for an observer.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Update {
    /// The number of the last event.
    pub seq: Number,
    /// The server's clock, to which all times refer.
    pub now: Millis,
    /// What has happened since the last message.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<TableEvent>,
    /// The position, if it is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// The table, if something about it is different.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableState>,
    /// Who the observer is, if that has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<You>,
}

/// Something somebody said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChatLine {
    /// Its number at this table, counted from 1.
    #[schema(value_type = Count)]
    pub number: u32,
    /// The time at the server, in milliseconds since the beginning of 1970.
    pub at: Millis,
    /// The number of the person.
    #[schema(value_type = PersonNumber)]
    pub person: u32,
    /// Their name then; none once it was erased.
    pub name: Option<String>,
    /// What was said, as plain text.
    pub text: String,
}

/// Why something is not allowed by the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Objection {
    /// The code of the rule.
    pub code: String,
    /// The rule in plain English.
    pub why: String,
}

/// Why a command or a request was refused. The body of every error of the HTTP interface, and `refused` on a socket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refusal {
    /// The command's id, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What kind of error: see the list in `docs/protocol.md`.
    pub code: String,
    /// The same in English, for people.
    pub message: String,
    /// The number of the last event, if the client's was stale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<Number>,
    /// The rule that forbids the action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objection: Option<Objection>,
    /// The limit that is reached: see `docs/limits.md`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<ReachedLimit>,
    /// The line of a record that is wrong, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Count>)]
    pub line: Option<u32>,
}

/// A limit that is reached.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReachedLimit {
    /// Its name, as in `docs/limits.md`.
    pub name: String,
    /// How much there is.
    pub most: u64,
    /// After how many seconds it is worth trying again.
    pub retry_after: u64,
}
