//! What goes over the wire: messages of the socket, and bodies of the HTTP interface.
//!
//! Codes and data, never sentences: whoever shows them finds the words. The types are exported as TypeScript into
//! `web/src/protocol`; `docs/protocol.md` says how they are used. Positions, seeds and the log have no type here, so
//! that they cannot be sent by mistake.

use std::collections::BTreeMap;

use rainette_core::{Seat, Told};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

/// The number of an event in a table's log, counted from 1. Numbers are never used twice.
pub type Number = u64;

/// Milliseconds since the beginning of 1970.
pub type Millis = i64;

// ---------------------------------------------------------------------------------------------------------- socket

/// What a client says over a socket, or posts to `/api/tables/{table}/commands`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ToServer {
    /// The first message of every socket: where the client left off.
    Hello {
        /// The number of the last event that the client has; it is sent all that came after it.
        #[serde(default)]
        #[ts(optional, as = "Option<Number>")]
        after: Number,
        /// The seat to take in hand, where the client holds several.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<u8>)]
        #[ts(optional)]
        seat: Option<Seat>,
    },
    /// Plays an action.
    Act {
        /// Chosen by the client, unlike any other of this seat: a repeated command is answered, not repeated.
        id: String,
        /// The number of the last event that the client has seen.
        seq: Number,
        /// The seat that acts; the seat in hand where none is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<u8>)]
        #[ts(optional)]
        seat: Option<Seat>,
        /// The action in notation, as one of the listed choices has it.
        action: String,
    },
    /// Gives up. At a table of two the other seat wins; otherwise a computer player takes the seat over, which can no
    /// longer win.
    Resign {
        /// As with `act`.
        id: String,
        /// As with `act`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<u8>)]
        #[ts(optional)]
        seat: Option<Seat>,
    },
    /// Takes back the seat's last action and all that followed: at once where that is free, otherwise as soon as all
    /// other people at the table agree.
    Undo {
        /// As with `act`.
        id: String,
        /// As with `act`.
        seq: Number,
        /// As with `act`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<u8>)]
        #[ts(optional)]
        seat: Option<Seat>,
    },
    /// Answers somebody's wish to take something back; withdraws one's own by not agreeing.
    AnswerUndo {
        /// As with `act`.
        id: String,
        /// Is it agreed to?
        agree: bool,
    },
    /// Lets a computer player sit in for somebody who has been away for too long on their own turn.
    SitIn {
        /// As with `act`.
        id: String,
        /// The absent player's seat.
        #[schema(value_type = u8)]
        seat: Seat,
        /// The level of the computer player, 1 to 8; the table's own where none is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        level: Option<u8>,
    },
    /// Takes one's seat back from the computer player that sits in.
    TakeBack {
        /// As with `act`.
        id: String,
        /// One's own seat.
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// Confirms a hand-over at a shared screen: from now on this socket shows this seat, and no other.
    TakeHand {
        /// The seat to take in hand; none puts all down, so that nothing secret is shown.
        #[schema(value_type = Option<u8>)]
        seat: Option<Seat>,
    },
    /// Commits to a seed for the dice, before the start.
    Commit {
        /// The SHA-256 of the seed, 64 hexadecimal digits.
        commitment: String,
    },
    /// Shows the seed that one has committed to, once the table asks for it.
    Reveal {
        /// The seed, 64 hexadecimal digits.
        seed: String,
    },
    /// Starts the game: the host, once every seat is taken.
    Start,
    /// Says something to the table.
    Chat {
        /// Text, at most 500 characters.
        text: String,
    },
    /// Stops hearing somebody, or hears them again.
    Mute {
        /// The number of the person at this table.
        person: u32,
        /// Not to be heard?
        muted: bool,
    },
    /// Asks why the seat in hand cannot point at these spots.
    WhyNot {
        /// The spots pointed at, in order.
        spots: Vec<String>,
    },
    /// Asks for a `pong`.
    Ping,
}

/// What the server says over a socket.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
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
        after_ms: u32,
    },
    /// The answer to `ping`.
    Pong,
}

/// Everything that an observer may know of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Welcome {
    /// The number of the last event.
    pub seq: Number,
    /// The server's clock, to which all times refer.
    pub now: Millis,
    /// Who the observer is.
    pub you: You,
    /// The table.
    pub table: TableState,
    /// The position, once the game has started.
    pub position: Option<Position>,
    /// What happened after the number asked for.
    pub events: Vec<Happened>,
    /// What was said, the last lines of it.
    pub chat: Vec<ChatLine>,
}

/// What has changed for an observer.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct Update {
    /// The number of the last event.
    pub seq: Number,
    /// The server's clock, to which all times refer.
    pub now: Millis,
    /// What has happened since the last message.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Happened>>")]
    pub events: Vec<Happened>,
    /// The position, where it is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub position: Option<Position>,
    /// The table, where something about it is different.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<TableState>,
    /// Who the observer is, where that has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub you: Option<You>,
}

/// Who an observer is at a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct You {
    /// One's number among the people at this table; none for a passer-by.
    pub person: Option<u32>,
    /// One's seats.
    #[schema(value_type = Vec<u8>)]
    pub seats: Vec<Seat>,
    /// The seat whose knowledge is shown: one's only seat, or the one taken in hand at a shared screen.
    #[schema(value_type = Option<u8>)]
    pub in_hand: Option<Seat>,
    /// The seat to which the shared screen should be handed over now.
    #[schema(value_type = Option<u8>)]
    pub hand_over: Option<Seat>,
    /// May one start the game, remove guests and close the table?
    pub is_host: bool,
    /// Does the table wait for one's seed? Answer with `reveal`.
    pub is_seed_wanted: bool,
    /// The code of the invitation, for those who sit at the table.
    pub invite: Option<String>,
    /// The people whom one does not hear.
    pub muted: Vec<u32>,
}

// ---------------------------------------------------------------------------------------------------------- table

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// People sit down.
    Waiting,
    /// Every seat is taken and the seeds for the dice are being collected.
    Starting,
    /// The game is on.
    Playing,
    /// The game has come to an end.
    Finished,
    /// The table was closed without a result.
    Abandoned,
}

/// What everybody may know of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TableState {
    /// The table's id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The edition of the rules data.
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
    pub host: Option<u32>,
    /// The clock.
    pub clock: ClockKind,
    /// How long somebody may be away on their own turn before a computer player may sit in.
    pub grace_ms: u32,
    /// How many look on.
    pub spectators: u32,
    /// The server's promise for the dice: the SHA-256 of its secret seed.
    pub commitment: String,
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
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatState {
    /// The seat.
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// Who sits there.
    pub sitter: Sitter,
    /// The level of the computer player that sits in for the owner.
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Sitter {
    /// Nobody yet. On a public table anybody may sit down.
    Open,
    /// Nobody yet: kept for somebody with the invitation.
    Invited,
    /// Somebody.
    Person {
        /// Their number among the people at this table.
        person: u32,
        /// The name they gave; none once it was erased.
        name: Option<String>,
    },
    /// A computer player.
    Computer {
        /// Its level, 1 to 8.
        level: u8,
    },
}

/// Why a seat can no longer win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Out {
    /// It gave up.
    Resigned,
    /// Its time was up.
    OutOfTime,
}

/// How time is counted at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClockKind {
    /// It is not.
    #[default]
    None,
    /// So long for every turn.
    PerMove {
        /// Seconds, 5 to 86,400.
        seconds: u32,
    },
    /// So long for the whole game, and something more for every turn.
    Bank {
        /// Seconds at the beginning, 10 to 86,400.
        seconds: u32,
        /// Seconds added after each turn, at most 3,600.
        increment: u32,
    },
    /// Days for every turn.
    Days {
        /// Days, 1 to 30.
        days: u32,
    },
}

/// A seat's clock, at the time `now` of the message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ClockState {
    /// What is left.
    pub left_ms: Millis,
    /// Does it run?
    pub is_running: bool,
}

/// Somebody wants to take something back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct UndoState {
    /// The seat that asks.
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// The number of the first event that would be taken back.
    pub from: Number,
    /// The people who have not yet agreed.
    pub waits_for: Vec<u32>,
}

/// A computer player at work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Thinking {
    /// Its seat.
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// Has it begun, or do others come first?
    pub is_waiting: bool,
}

/// How a game came out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GameResult {
    /// The seats that won: several when they share the win, none for a draw.
    #[schema(value_type = Vec<u8>)]
    pub winners: Vec<Seat>,
    /// One number per seat where the game scores.
    pub scores: Option<Vec<i32>>,
    /// Did the game end because a seat gave up or ran out of time?
    pub out: Option<Out>,
}

/// What an observer may know of the position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Position {
    /// The view, a JSON object of the game's own.
    #[ts(type = "unknown")]
    pub view: Value,
    /// Who the game waits for.
    pub turn: TurnState,
    /// The legal actions of the seat in hand, where it is its turn.
    pub choices: Option<Choices>,
}

/// Who a game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum TurnState {
    /// A seat.
    Seat {
        /// Which.
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// Chance.
    Chance,
    /// Nobody: the game is over.
    Over,
}

/// Legal actions as a trie of spots: each step is something that a person points at.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct Choices {
    /// The action in notation that the path so far says. It can still be the beginning of a longer one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub action: Option<String>,
    /// The spots that can be pointed at next.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(optional, as = "Option<BTreeMap<String, Choices>>")]
    #[schema(no_recursion)]
    pub next: BTreeMap<String, Choices>,
}

/// Something that happened at a table, as one observer may know it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Happened {
    /// Its number in the table's log.
    pub number: Number,
    /// When.
    pub at: Millis,
    /// Was it taken back later?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub is_undone: bool,
    /// What.
    #[serde(flatten)]
    pub what: What,
}

/// What can happen at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum What {
    /// The table was opened.
    Opened,
    /// Somebody or a computer player sat down.
    Seated {
        /// Where.
        #[schema(value_type = u8)]
        seat: Seat,
        /// Who.
        sitter: Sitter,
    },
    /// Somebody stood up, or was asked to leave.
    Left {
        /// From where.
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// Somebody committed to a seed.
    Committed {
        /// Their number.
        person: u32,
        /// The SHA-256 of the seed.
        commitment: String,
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
        #[schema(value_type = u8)]
        seat: Seat,
        /// The number of the first event that was taken back.
        from: Number,
    },
    /// A seat gave up.
    Resigned {
        /// Which.
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// A seat's time was up.
    OutOfTime {
        /// Which.
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// A computer player sits in for somebody, until they take the seat back.
    SatIn {
        /// Where.
        #[schema(value_type = u8)]
        seat: Seat,
        /// Its level.
        level: u8,
    },
    /// Somebody took their seat back.
    TookBack {
        /// Which.
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// A computer player took a seat over for good.
    TakenOver {
        /// Which.
        #[schema(value_type = u8)]
        seat: Seat,
        /// Its level.
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

/// A seed that somebody has shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ShownSeed {
    /// The number of the person.
    pub person: u32,
    /// The seed, 64 hexadecimal digits.
    pub seed: String,
}

/// Something somebody said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ChatLine {
    /// Its number at this table, counted from 1.
    pub number: u32,
    /// When.
    pub at: Millis,
    /// The number of the person.
    pub person: u32,
    /// Their name then; none once it was erased.
    pub name: Option<String>,
    /// What was said, as plain text.
    pub text: String,
}

/// Why something is not allowed by the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Objection {
    /// The code of the rule.
    pub code: String,
    /// The rule in plain English.
    pub why: String,
}

/// Why a command or a request was refused. The body of every error of the HTTP interface, and `refused` on a socket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Refusal {
    /// The command's id, where there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub id: Option<String>,
    /// What kind of error: see the list in `docs/protocol.md`.
    pub code: String,
    /// The same in English, for people.
    pub message: String,
    /// The number of the last event, where the client's was stale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seq: Option<Number>,
    /// The rule that forbids the action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub objection: Option<Objection>,
}

// ------------------------------------------------------------------------------------------------------------ HTTP

/// A game that can be played here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GameInfo {
    /// Its id.
    pub id: String,
    /// The name on the box.
    pub name: String,
    /// The newest edition of the rules data.
    pub edition: u16,
    /// The fewest seats.
    pub least_seats: u8,
    /// The most seats.
    pub most_seats: u8,
    /// What can be chosen before the game.
    pub options: Vec<OptionInfo>,
    /// Does chance play a part after the set-up?
    pub has_chance: bool,
    /// Does a seat know something that others do not?
    pub has_secrets: bool,
    /// The game in one line of English.
    pub about: String,
}

/// Something that can be chosen before a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// The values it can have; the first is the default.
    pub values: Vec<i64>,
    /// What it decides, in one line of English.
    pub about: String,
}

/// What is played here: the answer to `GET /api/games`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Games {
    /// The games.
    pub games: Vec<GameInfo>,
    /// The names of the eight levels, weakest first: English and French.
    pub levels: Vec<(String, String)>,
}

/// Who is to sit at a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "is", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SeatWish {
    /// Whoever opens the table. Several such seats make a shared screen.
    Me,
    /// A friend who gets the link.
    Friend,
    /// Anybody.
    Open,
    /// A computer player.
    Computer {
        /// Its level, 1 to 8.
        level: u8,
    },
}

/// Opens a table: `POST /api/tables`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenTable {
    /// The game's id.
    pub game: String,
    /// Who is to sit where, in turn order.
    pub seats: Vec<SeatWish>,
    /// Options that differ from their defaults.
    #[serde(default)]
    #[ts(optional, as = "Option<BTreeMap<String, i64>>")]
    pub options: BTreeMap<String, i64>,
    /// The clock.
    #[serde(default)]
    #[ts(optional, as = "Option<ClockKind>")]
    pub clock: ClockKind,
    /// One's name.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub name: String,
    /// The names of further people at the same screen, by seat; where there is none, they share one's own.
    #[serde(default)]
    #[ts(optional, as = "Option<BTreeMap<u8, String>>")]
    pub names: BTreeMap<u8, String>,
    /// Is it to be on the list of open tables?
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub is_public: bool,
    /// Start as soon as every seat is taken?
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub start_when_full: bool,
    /// How long somebody may be away on their own turn before a computer player may sit in: 0 to 86,400 seconds, 60
    /// where nothing is said.
    #[serde(default)]
    #[ts(optional)]
    pub grace_seconds: Option<u32>,
    /// The SHA-256 of one's seed for the dice, 64 hexadecimal digits.
    #[serde(default)]
    #[ts(optional)]
    pub commitment: Option<String>,
    /// Where the game is to begin, if not at its beginning.
    #[serde(default)]
    #[ts(optional)]
    pub from: Option<PlayOn>,
}

/// A position to play on from. Game, seats, options and edition must be the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "is", rename_all = "kebab-case", deny_unknown_fields)]
pub enum PlayOn {
    /// A finished game played here.
    Table {
        /// The table's id.
        table: String,
        /// The number of the last event to keep.
        number: Number,
    },
    /// A record.
    Record {
        /// Its text.
        text: String,
        /// How many of its events to keep; all where nothing is said.
        #[serde(default)]
        #[ts(optional)]
        events: Option<u32>,
    },
}

/// A table was opened or joined.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Seated {
    /// The table's id.
    pub table: String,
    /// One's seats.
    #[schema(value_type = Vec<u8>)]
    pub seats: Vec<Seat>,
    /// The code of the invitation.
    pub invite: Option<String>,
    /// The server's promise for the dice: keep it, and compare it with the proof.
    pub commitment: String,
}

/// Sits down at a table: `POST /api/tables/{table}/join` where seats are open to all, `POST /api/invites/{code}` with
/// an invitation.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// One's name.
    pub name: String,
    /// The seat; the first free one where none is named.
    #[serde(default)]
    #[schema(value_type = Option<u8>)]
    #[ts(optional)]
    pub seat: Option<Seat>,
    /// The SHA-256 of one's seed for the dice, 64 hexadecimal digits.
    #[serde(default)]
    #[ts(optional)]
    pub commitment: Option<String>,
}

/// What an invitation leads to: `GET /api/invites/{code}`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Invitation {
    /// The table.
    pub table: TableState,
    /// The seats that one may take.
    #[schema(value_type = Vec<u8>)]
    pub free: Vec<Seat>,
    /// Does one sit there already?
    pub is_seated: bool,
}

/// Names a seat: the body of `POST /api/tables/{table}/remove` and `POST /api/tables/{table}/device-code`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatBody {
    /// The seat.
    #[schema(value_type = u8)]
    pub seat: Seat,
}

/// Stands up from one's seat, or from all of them, before the start: `POST /api/tables/{table}/leave`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Leave {
    /// The seat; all one's seats where none is named.
    #[serde(default)]
    #[schema(value_type = Option<u8>)]
    #[ts(optional)]
    pub seat: Option<Seat>,
}

/// Starts the game: `POST /api/tables/{table}/start`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StartBody {
    /// One's seed, for those who do not use a socket.
    #[serde(default)]
    #[ts(optional)]
    pub seed: Option<String>,
}

/// A single-use code that moves one's seats at a table to another device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct DeviceCode {
    /// The code.
    pub code: String,
    /// When it stops working.
    pub expires_at: Millis,
}

/// Takes over seats with a code from another device: `POST /api/device-code`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimDevice {
    /// The code.
    pub code: String,
}

/// A table on a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TableLine {
    /// The table's id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// How far it is.
    pub status: Status,
    /// The seats in turn order.
    pub seats: Vec<Sitter>,
    /// The clock.
    pub clock: ClockKind,
    /// One's own seats.
    #[schema(value_type = Vec<u8>)]
    pub mine: Vec<Seat>,
    /// When the table was opened.
    pub created_at: Millis,
    /// When it last started, ended or seated somebody.
    pub changed_at: Millis,
}

impl TableLine {
    /// The seats of the people with these numbers.
    pub(crate) fn seats_of(&self, numbers: &[u32]) -> Vec<Seat> {
        let seats = Seat::all(self.seats.len()).zip(&self.seats);
        let is_one =
            |sitter: &Sitter| matches!(sitter, Sitter::Person { person, .. } if numbers.contains(person));
        seats.filter(|(_, sitter)| is_one(sitter)).map(|(seat, _)| seat).collect()
    }
}

/// A list of tables: `GET /api/tables` (the public ones) and `GET /api/me` (one's own).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct TableList {
    /// The tables, the newest first.
    pub tables: Vec<TableLine>,
}

/// A token for scripts, to be sent as `Authorization: Bearer …`: `POST /api/tokens`. Browsers have a cookie instead.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Token {
    /// The token. Whoever has it holds the seats.
    pub token: String,
}

/// What delete-my-data did: `DELETE /api/me`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Erased {
    /// At how many tables names, chat and tokens were erased.
    pub tables: u32,
}

/// A rematch was arranged: `POST /api/tables/{table}/rematch`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Rematch {
    /// The new table's id.
    pub table: String,
}

/// A game to be looked at again: `GET /api/tables/{table}/replay`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Replay {
    /// The table.
    pub table: TableState,
    /// The view before the first event.
    #[ts(type = "unknown")]
    pub view: Value,
    /// The events that count: those that were taken back are left out.
    pub steps: Vec<Step>,
}

/// One event of a replay.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Step {
    /// The event's number in the table's log. The events of a position that was played on from have 0.
    pub number: Number,
    /// When.
    pub at: Millis,
    /// The event as the observer was told it.
    #[schema(value_type = Object)]
    pub told: Told,
    /// What the observer sees after it.
    #[ts(type = "unknown")]
    pub view: Value,
    /// What each seat sees after it, where everything is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown[]")]
    #[schema(value_type = Option<Vec<Object>>)]
    pub seats: Option<Vec<Value>>,
    /// Who the game waits for after it.
    pub turn: TurnState,
}

/// Where a game was won: `GET /api/tables/{table}/analysis`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Analysis {
    /// Is it complete?
    pub is_done: bool,
    /// How many of the decisions have been looked at.
    pub looked_at: u32,
    /// How many decisions there are.
    pub decisions: u32,
    /// What each seat could expect before each decision, in order.
    pub chances: Vec<Chances>,
    /// The decisions that cost most, at most three, the worst first.
    pub swings: Vec<Swing>,
}

/// What each seat could expect, from 0 (a sure loss) to 1 (a sure win).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Chances {
    /// The place of the decision among the replay's steps.
    pub step: u32,
    /// One number per seat.
    pub values: Vec<f32>,
}

/// A decision that cost a lot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Swing {
    /// The place of the decision among the replay's steps.
    pub step: u32,
    /// Who decided.
    #[schema(value_type = u8)]
    pub seat: Seat,
    /// What was played.
    pub played: String,
    /// What would have been better.
    pub better: String,
    /// How much it cost.
    pub lost: f32,
}

/// The types of this module as one TypeScript module, for the page.
pub fn typescript() -> String {
    fn declared<T: TS>(config: &ts_rs::Config) -> String {
        let docs = T::docs().unwrap_or_default();
        format!("\n{docs}export {}\n", T::decl(config))
    }

    macro_rules! declare {
        ($($name:ty),+ $(,)?) => {{
            let config = ts_rs::Config::new().with_large_int("number");
            [$(declared::<$name>(&config)),+].concat()
        }};
    }

    let declarations = declare!(
        rainette_core::Seat,
        rainette_core::Name,
        rainette_core::Piece,
        rainette_core::Effect,
        Told,
        ToServer,
        ToClient,
        Welcome,
        Update,
        You,
        Status,
        TableState,
        SeatState,
        Sitter,
        Out,
        ClockKind,
        ClockState,
        UndoState,
        Thinking,
        GameResult,
        Position,
        TurnState,
        Choices,
        Happened,
        What,
        ShownSeed,
        ChatLine,
        Objection,
        Refusal,
        GameInfo,
        OptionInfo,
        Games,
        SeatWish,
        OpenTable,
        PlayOn,
        Seated,
        Join,
        Invitation,
        SeatBody,
        Leave,
        StartBody,
        DeviceCode,
        ClaimDevice,
        TableLine,
        TableList,
        Token,
        Erased,
        Rematch,
        Replay,
        Step,
        Analysis,
        Chances,
        Swing,
    );
    format!(
        "// Generated from crates/rainette-server/src/protocol.rs by `cargo xtask bless`. Do not edit.\n{declarations}"
    )
}
