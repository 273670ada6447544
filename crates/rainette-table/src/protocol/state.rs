//! A table as it stands: what everybody may know of it, who one is there, and the position.

use std::collections::BTreeMap;

use rainette_core::Seat;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::bounds::{Count, Edition, Level, PersonNumber, Points, SeatIndex, by_person};
use super::{Millis, Number, nothing_else};

/// Who an observer is at a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub struct You {
    /// One's number among the people at this table; none for a passer-by.
    #[schema(value_type = Option<PersonNumber>)]
    pub person: Option<u32>,
    /// One's seats in turn order: several at a shared screen, none for whoever looks on.
    #[schema(value_type = Vec<SeatIndex>)]
    pub seats: Vec<Seat>,
    /// The seat whose knowledge is shown: one's only seat, or the one taken in hand at a shared screen.
    #[schema(value_type = Option<SeatIndex>)]
    pub in_hand: Option<Seat>,
    /// The seat to which the shared screen should be handed over now.
    #[schema(value_type = Option<SeatIndex>)]
    pub hand_over: Option<Seat>,
    /// May one arrange the table, start the game, remove guests and close the table?
    pub is_host: bool,
    /// Was one asked by the host to leave this table for good?
    pub is_removed: bool,
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

/// What everybody may know of a table. It has many fields because it is one message: whoever reads it needs no other.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub struct TableState {
    /// The table's id.
    pub id: String,
    /// The game's id.
    #[cfg_attr(feature = "schema", schemars(with = "super::schema::TableGame"))]
    pub game: String,
    /// The edition of the rules data.
    #[schema(value_type = Edition)]
    pub edition: u16,
    /// The options that differ from their defaults.
    pub options: BTreeMap<String, i64>,
    /// How far it is: what can be done there goes by it.
    pub status: Status,
    /// Is it on the list of open tables?
    pub is_public: bool,
    /// Does the game start as soon as every seat is taken and everybody is ready?
    pub start_when_full: bool,
    /// Who starts, as it was arranged before the start.
    pub starts: Starts,
    /// The seats in turn order.
    pub seats: Vec<SeatState>,
    /// The number of the person who opened the table.
    #[schema(value_type = Option<PersonNumber>)]
    pub host: Option<u32>,
    /// How time is counted; what is left stands with each seat.
    pub clock: ClockKind,
    /// How long somebody may be away on their own turn before a computer player may sit in.
    #[schema(minimum = 15_000, maximum = 86_400_000)]
    pub grace_ms: u32,
    /// The level of a computer player that sits in or takes a seat over.
    #[schema(value_type = Level)]
    pub stand_in: u8,
    /// May dice and cards be taken back although computer players play?
    pub is_practice: bool,
    /// Is a seat out for good whose time is up? Otherwise a computer player sits in, and its owner can come back.
    pub is_strict: bool,
    /// May people who come while the game is on take the seats of computer players over?
    pub takes_newcomers: bool,
    /// How many sockets look on without a seat.
    #[schema(value_type = Count)]
    pub spectators: u32,
    /// The server's promise for the dice: the SHA-256 of its secret seed.
    pub commitment: String,
    /// How many events the table began from that were not drawn here; none at most tables.
    #[schema(value_type = Count)]
    pub opening_events: u32,
    /// Until when the table waits for commitments or seeds, if it does.
    pub waits_until: Option<Millis>,
    /// Who would like to change seats with whom, before the start.
    pub swaps: Vec<SwapState>,
    /// Something is to be taken back, once people agree.
    pub undo: Option<UndoState>,
    /// Which computer player is at work; none while people are waited for.
    pub thinking: Option<Thinking>,
    /// How it came out, once it is finished.
    pub result: Option<GameResult>,
    /// The id of the table of the rematch, once there is one: a page leads there.
    pub rematch: Option<String>,
    /// The id of the table of which this is the rematch.
    pub rematch_of: Option<String>,
    /// When the table was opened, in milliseconds since the beginning of 1970.
    pub created_at: Millis,
    /// By what people are known again at other public tables, by their numbers: the same at all of them. None at tables
    /// that are not public.
    #[serde(default, deserialize_with = "by_person", skip_serializing_if = "BTreeMap::is_empty")]
    pub marks: BTreeMap<u32, String>,
}

/// What everybody may know of a seat. It has many fields because it is part of one message, like its table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub struct SeatState {
    /// The seat, counted from 0 in turn order; its place in the list is the same.
    #[schema(value_type = SeatIndex)]
    pub seat: Seat,
    /// Who sits there.
    pub sitter: Sitter,
    /// The level of the computer player that sits in for the owner.
    #[schema(value_type = Option<Level>)]
    pub stand_in: Option<u8>,
    /// May its owner take the seat back now? Not before a computer player has ended a turn that was missed.
    pub may_take_back: bool,
    /// May the seat choose now: in its turn, or what it will do once its turn comes?
    pub may_choose: bool,
    /// Has the seat settled what it will do once its turn comes?
    pub has_chosen: bool,
    /// Why the seat can no longer win.
    pub out: Option<Out>,
    /// Is the owner connected? Computer players always are.
    pub is_present: bool,
    /// Since when the owner has been away, as a time of the server; none while they are there.
    pub absent_since: Option<Millis>,
    /// May others let a computer player sit in?
    pub may_sit_in: bool,
    /// Has the owner committed to a seed?
    pub has_committed: bool,
    /// Is the owner ready to start? Whoever sits down is, until something is arranged anew. Computer players always are.
    pub is_ready: bool,
    /// The colour of the seat's pieces, counted from 0 in the order of the game's colours. Nobody else has it.
    #[schema(value_type = SeatIndex)]
    pub colour: u8,
    /// What is left on the clock of this seat; none if time is not counted.
    pub clock: Option<ClockState>,
}

/// Who starts a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "is", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Starts {
    /// Whoever sits at this seat. Everybody keeps their place in the round, and that seat is counted as the first.
    Seat {
        /// The seat.
        #[schema(value_type = SeatIndex)]
        seat: Seat,
    },
    /// It is drawn by lot from everybody's seeds, once these are shown.
    #[serde(deserialize_with = "nothing_else")]
    Lot,
}

impl Default for Starts {
    fn default() -> Self {
        Self::Seat { seat: Seat::new(0) }
    }
}

/// What can be arranged anew at a table until the game starts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The options that differ from their defaults.
    pub options: BTreeMap<String, i64>,
    /// How time is counted.
    pub clock: ClockKind,
    /// Who starts.
    pub starts: Starts,
    /// Is the table on the list of open tables?
    pub is_public: bool,
    /// Does the game start as soon as every seat is taken and everybody is ready?
    pub start_when_full: bool,
    /// How long somebody may be away on their own turn.
    #[schema(minimum = 15_000, maximum = 86_400_000)]
    pub grace_ms: u32,
    /// The level of a computer player that sits in or takes a seat over.
    #[schema(value_type = Level)]
    pub stand_in: u8,
}

impl Settings {
    /// Is another game played by these settings, or before everybody's eyes, so that people have to say anew that they are
    /// ready?
    pub fn matters_beside(&self, before: &Self) -> bool {
        let is_listed = self.is_public && !before.is_public;
        is_listed
            || (&self.options, self.clock, self.starts) != (&before.options, before.clock, before.starts)
    }
}

/// Somebody would like to change seats with somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SwapState {
    /// The seat of whoever asks.
    #[schema(value_type = SeatIndex)]
    pub seat: Seat,
    /// The seat of whoever is asked, and answers with `answer-swap`.
    #[schema(value_type = SeatIndex)]
    pub with: Seat,
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
        /// Do Saturdays and Sundays not count? Then this is the offset from UTC in minutes by which they begin and end,
        /// -720 to 840; it stays what it was when they were first off at this table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(minimum = -720, maximum = 840)]
        weekends_off: Option<i32>,
    },
}

/// A seat's clock, at the time `now` of the message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClockState {
    /// How many milliseconds are left at the message's `now`.
    pub left_ms: Millis,
    /// Does it run? Then a page goes on counting from `left_ms`.
    pub is_running: bool,
    /// When it is used up, if it runs on: time that does not count is in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Millis>,
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
    /// The seat for which it acts.
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
    /// One number per seat if the game scores.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(value_type = Option<Vec<Points>>)]
    pub scores: Option<Vec<i32>>,
    /// Did the game end because a seat gave up or ran out of time?
    #[serde(deserialize_with = "Option::deserialize")]
    pub out: Option<Out>,
}

/// What an observer may know of the position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// The view, a JSON object of the game's own.
    #[cfg_attr(feature = "schema", schemars(with = "super::schema::AnyView"))]
    pub view: Value,
    /// Who the game waits for.
    pub turn: TurnState,
    /// The legal actions of the seat in hand, if it is its turn or it may settle its action before.
    pub choices: Option<Choices>,
    /// What the seat in hand has settled before its turn, in notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
}

/// Who a game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum TurnState {
    /// A seat.
    Seat {
        /// The seat that this is about, counted from 0 in turn order.
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
