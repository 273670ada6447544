//! What goes over the wire: messages of the socket, and bodies of the HTTP interface.
//!
//! Codes and data, never sentences: whoever shows them finds the words. The types are exported as TypeScript into
//! `web/src/protocol`; `docs/protocol.md` says how they are used. Positions, seeds and the log have no type here, so
//! that they cannot be sent by mistake.

pub(crate) mod bounds;
mod http;
#[cfg(feature = "schema")]
pub(crate) mod schema;

use std::collections::BTreeMap;

use rainette_core::{Seat, Told};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use bounds::{Count, Edition, Level, PersonNumber, Points, SeatIndex};

pub use crate::table::{
    Act, AnswerUndo, Chat, Commit, Hello, Mute, Resign, Reveal, SitIn, TakeBack, TakeHand, Undo, WhyNot,
};
pub use http::{
    Analysis, Chances, ClaimDevice, DeviceCode, Erased, GameInfo, Games, Invitation, Join, Leave, OpenTable,
    OptionInfo, PlayOn, Rematch, Replay, SeatBody, SeatWish, Seated, Step, Swing, TableLine, TableList,
    Token,
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
    /// Starts the game: the host, once every seat is taken.
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

/// Refuses fields where there is nothing to say: serde would pass over them.
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
        /// The rule that forbids it; none where nothing does.
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
    /// spectator may not know; only where all events are asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<String>,
    /// What happened after the number asked for.
    pub events: Vec<Happened>,
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
    pub events: Vec<Happened>,
    /// The position, where it is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// The table, where something about it is different.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableState>,
    /// Who the observer is, where that has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<You>,
}

/// Who an observer is at a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct You {
    /// One's number among the people at this table; none for a passer-by.
    #[schema(value_type = Option<PersonNumber>)]
    pub person: Option<u32>,
    /// One's seats.
    #[schema(value_type = Vec<SeatIndex>)]
    pub seats: Vec<Seat>,
    /// The seat whose knowledge is shown: one's only seat, or the one taken in hand at a shared screen.
    #[schema(value_type = Option<SeatIndex>)]
    pub in_hand: Option<Seat>,
    /// The seat to which the shared screen should be handed over now.
    #[schema(value_type = Option<SeatIndex>)]
    pub hand_over: Option<Seat>,
    /// May one start the game, remove guests and close the table?
    pub is_host: bool,
    /// Does the table wait for one's seed? Answer with `reveal`, once `frozen` names one's commitment.
    pub is_seed_wanted: bool,
    /// Has one a seat but no commitment yet, while one can still commit? Answer with `commit`.
    pub is_commitment_wanted: bool,
    /// The code of the invitation, for those who sit at the table.
    pub invite: Option<String>,
    /// The people whom one does not hear.
    #[schema(value_type = Vec<PersonNumber>)]
    pub muted: Vec<u32>,
}

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// People sit down.
    Waiting,
    /// Seats and commitments are settled, and the seeds for the dice are being collected.
    Starting,
    /// The game is on.
    Playing,
    /// The game has come to an end.
    Finished,
    /// The table was closed without a result.
    Abandoned,
}

/// What everybody may know of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableState {
    /// The table's id.
    pub id: String,
    /// The game's id.
    #[cfg_attr(feature = "schema", schemars(with = "schema::TableGame"))]
    pub game: String,
    /// The edition of the rules data.
    #[schema(value_type = Edition)]
    pub edition: u16,
    /// The options that differ from their defaults.
    pub options: BTreeMap<String, i64>,
    /// How far it is.
    pub status: Status,
    /// Is it on the list of open tables?
    pub is_public: bool,
    /// The seats in turn order.
    pub seats: Vec<SeatState>,
    /// The number of the person who opened the table.
    #[schema(value_type = Option<PersonNumber>)]
    pub host: Option<u32>,
    /// The clock.
    pub clock: ClockKind,
    /// How long somebody may be away on their own turn before a computer player may sit in.
    #[schema(minimum = 15_000, maximum = 86_400_000)]
    pub grace_ms: u32,
    /// The level of a computer player that sits in or takes a seat over.
    #[schema(value_type = Level)]
    pub stand_in: u8,
    /// How many look on.
    #[schema(value_type = Count)]
    pub spectators: u32,
    /// The server's promise for the dice: the SHA-256 of its secret seed.
    pub commitment: String,
    /// How many events the table began from that were not drawn here; none at most tables.
    #[schema(value_type = Count)]
    pub opening_events: u32,
    /// Until when the table waits for commitments or seeds, where it does.
    pub waits_until: Option<Millis>,
    /// Something is to be taken back, once people agree.
    pub undo: Option<UndoState>,
    /// Who thinks.
    pub thinking: Option<Thinking>,
    /// How it came out.
    pub result: Option<GameResult>,
    /// The table of the rematch.
    pub rematch: Option<String>,
    /// The table of which this is the rematch.
    pub rematch_of: Option<String>,
    /// When the table was opened.
    pub created_at: Millis,
}

/// What everybody may know of a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatState {
    /// The seat.
    #[schema(value_type = SeatIndex)]
    pub seat: Seat,
    /// Who sits there.
    pub sitter: Sitter,
    /// The level of the computer player that sits in for the owner.
    #[schema(value_type = Option<Level>)]
    pub stand_in: Option<u8>,
    /// Why the seat can no longer win.
    pub out: Option<Out>,
    /// Is the owner connected? Computer players always are.
    pub is_present: bool,
    /// Since when the owner has been away.
    pub absent_since: Option<Millis>,
    /// May others let a computer player sit in?
    pub may_sit_in: bool,
    /// Has the owner committed to a seed?
    pub has_committed: bool,
    /// The clock of this seat.
    pub clock: Option<ClockState>,
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Sitter {
    /// Nobody yet. On a public table anybody may sit down.
    Open,
    /// Nobody yet: kept for somebody with the invitation.
    Invited,
    /// Somebody.
    Person {
        /// Their number among the people at this table.
        #[schema(value_type = PersonNumber)]
        person: u32,
        /// The name they gave; none once it was erased.
        name: Option<String>,
    },
    /// A computer player.
    Computer {
        /// Its level, 1 to 8.
        #[schema(value_type = Level)]
        level: u8,
    },
}

/// Why a seat can no longer win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Out {
    /// It gave up.
    Resigned,
    /// Its time was up.
    OutOfTime,
}

/// How time is counted at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClockKind {
    /// It is not.
    #[default]
    #[serde(deserialize_with = "nothing_else")]
    None,
    /// So long for every turn.
    PerMove {
        /// Seconds, 5 to 86,400.
        #[schema(minimum = 5, maximum = 86_400)]
        seconds: u32,
    },
    /// So long for the whole game, and something more for every turn.
    Bank {
        /// Seconds at the beginning, 10 to 86,400.
        #[schema(minimum = 10, maximum = 86_400)]
        seconds: u32,
        /// Seconds added after each turn, at most 3,600.
        #[schema(minimum = 0, maximum = 3_600)]
        increment: u32,
    },
    /// Days for every turn.
    Days {
        /// Days, 1 to 30.
        #[schema(minimum = 1, maximum = 30)]
        days: u32,
    },
}

/// A seat's clock, at the time `now` of the message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClockState {
    /// What is left.
    pub left_ms: Millis,
    /// Does it run?
    pub is_running: bool,
}

/// Somebody wants to take something back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UndoState {
    /// The seat that asks.
    #[schema(value_type = SeatIndex)]
    pub seat: Seat,
    /// The number of the first event that would be taken back.
    pub from: Number,
    /// The people who have not yet agreed.
    #[schema(value_type = Vec<PersonNumber>)]
    pub waits_for: Vec<u32>,
    /// The people who have agreed, whoever asks included.
    #[schema(value_type = Vec<PersonNumber>)]
    pub agreed: Vec<u32>,
    /// Would something random be taken back? Then everybody has to agree, and the proof counts it.
    pub is_over_chance: bool,
}

/// A computer player at work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Thinking {
    /// Its seat.
    #[schema(value_type = SeatIndex)]
    pub seat: Seat,
    /// Has it begun, or do others come first?
    pub is_waiting: bool,
}

/// How a game came out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GameResult {
    /// The seats that won: several when they share the win, none for a draw.
    #[schema(value_type = Vec<SeatIndex>)]
    pub winners: Vec<Seat>,
    /// One number per seat where the game scores.
    #[schema(value_type = Option<Vec<Points>>)]
    pub scores: Option<Vec<i32>>,
    /// Did the game end because a seat gave up or ran out of time?
    pub out: Option<Out>,
}

/// What an observer may know of the position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// The view, a JSON object of the game's own.
    #[cfg_attr(feature = "schema", schemars(with = "schema::AnyView"))]
    pub view: Value,
    /// Who the game waits for.
    pub turn: TurnState,
    /// The legal actions of the seat in hand, where it is its turn.
    pub choices: Option<Choices>,
}

/// Who a game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum TurnState {
    /// A seat.
    Seat {
        /// Which.
        #[schema(value_type = SeatIndex)]
        seat: Seat,
    },
    /// Chance.
    Chance,
    /// Nobody: the game is over.
    Over,
}

/// Legal actions as a trie of spots: each step is something that a person points at.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Choices {
    /// The action in notation that the path so far says. It can still be the beginning of a longer one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// The spots that can be pointed at next.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(no_recursion)]
    pub next: BTreeMap<String, Choices>,
    /// Does the only spot that can be pointed at next follow by itself? Nothing is picked up that waits for its place,
    /// and nothing is left to choose.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub follows: bool,
}

/// Something that happened at a table, as one observer may know it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Happened {
    /// Its number in the table's log.
    pub number: Number,
    /// When.
    pub at: Millis,
    /// The head of the table's chain after it: the same for every observer.
    pub head: String,
    /// Was it taken back later?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_undone: bool,
    /// What.
    #[serde(flatten)]
    pub what: What,
}

/// What can happen at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum What {
    /// The table was opened.
    Opened,
    /// Somebody or a computer player sat down.
    Seated {
        /// Where.
        #[schema(value_type = SeatIndex)]
        seat: Seat,
        /// Who.
        sitter: Sitter,
        /// Did the person agree to an opening that was not drawn?
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        agreed_to_opening: bool,
    },
    /// Somebody stood up, or was asked to leave.
    Left {
        /// From where.
        #[schema(value_type = SeatIndex)]
        seat: Seat,
    },
    /// Somebody committed to a seed.
    Committed {
        /// Their number.
        #[schema(value_type = PersonNumber)]
        person: u32,
        /// The SHA-256 of the seed.
        commitment: String,
    },
    /// Seats and commitments are settled. Only now are seeds shown, and whoever shows one looks first whether its own
    /// commitment is among these.
    Frozen {
        /// The commitments that count, by person.
        players: Vec<FrozenPromise>,
    },
    /// The game started.
    Started {
        /// The seeds that people have shown.
        seeds: Vec<ShownSeed>,
    },
    /// A seat acted, or chance did.
    Played {
        /// The event as the observer was told it.
        #[schema(value_type = Object)]
        told: Told,
        /// Did a computer player act?
        by_computer: bool,
    },
    /// Everything from this event on was taken back.
    Undone {
        /// Who had it taken back.
        #[schema(value_type = SeatIndex)]
        seat: Seat,
        /// The number of the first event that was taken back.
        from: Number,
        /// The people who agreed, whoever asked included.
        #[schema(value_type = Vec<PersonNumber>)]
        agreed: Vec<u32>,
    },
    /// A seat gave up.
    Resigned {
        /// Which.
        #[schema(value_type = SeatIndex)]
        seat: Seat,
    },
    /// A seat's time was up.
    OutOfTime {
        /// Which.
        #[schema(value_type = SeatIndex)]
        seat: Seat,
    },
    /// A computer player sits in for somebody, until they take the seat back.
    SatIn {
        /// Where.
        #[schema(value_type = SeatIndex)]
        seat: Seat,
        /// Its level.
        #[schema(value_type = Level)]
        level: u8,
    },
    /// Somebody took their seat back.
    TookBack {
        /// Which.
        #[schema(value_type = SeatIndex)]
        seat: Seat,
    },
    /// A computer player took a seat over for good.
    TakenOver {
        /// Which.
        #[schema(value_type = SeatIndex)]
        seat: Seat,
        /// Its level.
        #[schema(value_type = Level)]
        level: u8,
    },
    /// The server came back after a pause, which no clock counts.
    Resumed {
        /// How long it was away.
        lost_ms: Millis,
    },
    /// The game came to its end.
    Finished {
        /// How.
        result: GameResult,
    },
    /// The table was closed without a result.
    Abandoned,
    /// There is a rematch.
    Rematch {
        /// The id of its table.
        table: String,
    },
}

/// A commitment that counts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FrozenPromise {
    /// The number of the person.
    #[schema(value_type = PersonNumber)]
    pub person: u32,
    /// The seats that share their screen.
    #[schema(value_type = Vec<SeatIndex>)]
    pub seats: Vec<Seat>,
    /// The SHA-256 of the seed.
    pub commitment: String,
}

/// A seed that somebody has shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownSeed {
    /// The number of the person.
    #[schema(value_type = PersonNumber)]
    pub person: u32,
    /// The seed, 64 hexadecimal digits.
    pub seed: String,
}

/// Something somebody said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChatLine {
    /// Its number at this table, counted from 1.
    #[schema(value_type = Count)]
    pub number: u32,
    /// When.
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
    /// The command's id, where there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What kind of error: see the list in `docs/protocol.md`.
    pub code: String,
    /// The same in English, for people.
    pub message: String,
    /// The number of the last event, where the client's was stale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<Number>,
    /// The rule that forbids the action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objection: Option<Objection>,
    /// The limit that is reached: see `docs/limits.md`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<ReachedLimit>,
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
