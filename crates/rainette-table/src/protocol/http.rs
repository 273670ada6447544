//! Bodies of requests and answers.

use std::collections::BTreeMap;

use rainette_core::{Info, Seat, Told};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::bounds::{Code, Count, Edition, Hex, Id, Level, PersonName, RecordText, SeatCount, SeatIndex};
use super::{ClockKind, Millis, Number, Sitter, Status, TableState, TurnState};

/// A game that can be played here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameInfo {
    /// Its id.
    #[cfg_attr(feature = "schema", schemars(with = "super::schema::GameId"))]
    pub id: String,
    /// The name on the box.
    pub name: String,
    /// The newest edition of the rules data.
    #[schema(value_type = Edition)]
    pub edition: u16,
    /// The fewest seats.
    #[schema(value_type = SeatCount)]
    pub least_seats: u8,
    /// The most seats.
    #[schema(value_type = SeatCount)]
    pub most_seats: u8,
    /// How many play unless somebody chooses otherwise.
    #[schema(value_type = SeatCount)]
    pub usual_seats: u8,
    /// How many minutes people take: a quick game, and a long one.
    pub minutes: (u16, u16),
    /// What can be chosen before the game.
    pub options: Vec<OptionInfo>,
    /// Does chance play a part after the set-up?
    pub has_chance: bool,
    /// Does a seat know something that others do not?
    pub has_secrets: bool,
    /// The game in one line of English.
    pub about: String,
}

impl From<Info> for GameInfo {
    fn from(info: Info) -> Self {
        let option = |choice: &rainette_core::Choice| OptionInfo {
            name: choice.name.to_owned(),
            values: choice.values.to_vec(),
            about: choice.about.to_owned(),
        };
        Self {
            id: info.id.to_owned(),
            name: info.name.to_owned(),
            edition: info.edition,
            least_seats: *info.seats.start() as u8,
            most_seats: *info.seats.end() as u8,
            usual_seats: info.usual_seats as u8,
            minutes: (*info.minutes.start(), *info.minutes.end()),
            options: info.options.iter().map(option).collect(),
            has_chance: info.has_chance,
            has_secrets: info.has_secrets,
            about: info.about.to_owned(),
        }
    }
}

/// Something that can be chosen before a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// The values it can have; the first is the default.
    pub values: Vec<i64>,
    /// What it decides, in one line of English.
    pub about: String,
}

/// What is played here: the answer to `GET /api/games`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Games {
    /// The games.
    pub games: Vec<GameInfo>,
    /// The names of the eight levels, weakest first: English and French.
    pub levels: Vec<(String, String)>,
}

/// Who is to sit at a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "is", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SeatWish {
    /// Whoever opens the table. Several such seats make a shared screen.
    #[serde(deserialize_with = "super::nothing_else")]
    Me,
    /// A friend who gets the link.
    #[serde(deserialize_with = "super::nothing_else")]
    Friend,
    /// Anybody.
    #[serde(deserialize_with = "super::nothing_else")]
    Open,
    /// A computer player.
    Computer {
        /// Its level, 1 to 8.
        #[schema(value_type = Level)]
        level: u8,
    },
}

/// Opens a table: `POST /api/tables`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OpenTable {
    /// The game's id.
    #[schema(value_type = Id)]
    #[cfg_attr(feature = "schema", schemars(with = "super::schema::GameId"))]
    pub game: String,
    /// Who is to sit where, in turn order.
    #[schema(min_items = 2, max_items = 6)]
    pub seats: Vec<SeatWish>,
    /// Options that differ from their defaults.
    #[serde(default)]
    pub options: BTreeMap<String, i64>,
    /// The clock.
    #[serde(default)]
    pub clock: ClockKind,
    /// One's name.
    #[serde(default)]
    #[schema(value_type = PersonName)]
    pub name: String,
    /// The names of further people at the same screen, by seat; if there is none, they share one's own.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, PersonName>)]
    pub names: BTreeMap<u8, String>,
    /// Is it to be on the list of open tables?
    #[serde(default)]
    pub is_public: bool,
    /// Start as soon as every seat is taken?
    #[serde(default)]
    pub start_when_full: bool,
    /// How long somebody may be away on their own turn before a computer player may sit in: 15 to 86,400 seconds, 60
    /// if nothing is said.
    #[serde(default)]
    #[schema(minimum = 15, maximum = 86_400)]
    pub grace_seconds: Option<u32>,
    /// The level of a computer player that sits in for somebody or takes a seat over, 1 to 8; 4 if nothing is said.
    #[serde(default)]
    #[schema(value_type = Option<Level>)]
    pub stand_in: Option<u8>,
    /// The SHA-256 of one's seed for the dice, 64 hexadecimal digits.
    #[serde(default)]
    #[schema(value_type = Option<Hex>)]
    pub commitment: Option<String>,
    /// Where the game is to begin, if not at its beginning.
    #[serde(default)]
    pub from: Option<PlayOn>,
}

/// A position to play on from. Game, seats, options and edition must be the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "is", rename_all = "kebab-case", deny_unknown_fields)]
pub enum PlayOn {
    /// A finished game played here.
    Table {
        /// The table's id.
        #[schema(value_type = Id)]
        table: String,
        /// The number of the last event to keep.
        number: Number,
    },
    /// A record.
    Record {
        /// Its text.
        #[schema(value_type = RecordText)]
        text: String,
        /// How many of its events to keep; all if nothing is said.
        #[serde(default)]
        #[schema(value_type = Option<Count>)]
        events: Option<u32>,
    },
}

/// A table was opened or joined.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seated {
    /// The table's id.
    pub table: String,
    /// One's seats.
    #[schema(value_type = Vec<SeatIndex>)]
    pub seats: Vec<Seat>,
    /// The code of the invitation.
    pub invite: Option<String>,
    /// The server's promise for the dice: keep it, and compare it with the proof.
    pub commitment: String,
}

/// Sits down at a table: `POST /api/tables/{table}/join` where seats are open to all, `POST /api/invites/{code}` with
/// an invitation.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// One's name.
    #[schema(value_type = PersonName)]
    pub name: String,
    /// The seat; the first free one if none is named.
    #[serde(default)]
    #[schema(value_type = Option<SeatIndex>)]
    pub seat: Option<Seat>,
    /// The SHA-256 of one's seed for the dice, 64 hexadecimal digits.
    #[serde(default)]
    #[schema(value_type = Option<Hex>)]
    pub commitment: Option<String>,
    /// Does one agree that the table goes on from an opening that was not drawn? Asked only if there is one.
    #[serde(default)]
    pub agrees_to_opening: bool,
}

/// What an invitation leads to: `GET /api/invites/{code}`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Invitation {
    /// The table.
    pub table: TableState,
    /// The seats that one may take.
    #[schema(value_type = Vec<SeatIndex>)]
    pub free: Vec<Seat>,
    /// Does one sit there already?
    pub is_seated: bool,
    /// The events that the table began from, which were not drawn here, as lines of a record with `?` for what a
    /// spectator may not know. Whoever sits down has to agree to them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<String>,
}

/// Names a seat: the body of `POST /api/tables/{table}/remove` and `POST /api/tables/{table}/device-code`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SeatBody {
    /// The seat.
    #[schema(value_type = SeatIndex)]
    pub seat: Seat,
}

/// Stands up from one's seat, or from all of them, before the start: `POST /api/tables/{table}/leave`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Leave {
    /// The seat; all one's seats if none is named.
    #[serde(default)]
    #[schema(value_type = Option<SeatIndex>)]
    pub seat: Option<Seat>,
}

/// A single-use code that moves one's seats at a table to another device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeviceCode {
    /// The code.
    pub code: String,
    /// When it stops working.
    pub expires_at: Millis,
}

/// Takes over seats with a code from another device: `POST /api/device-code`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClaimDevice {
    /// The code.
    #[schema(value_type = Code)]
    pub code: String,
}

/// A table on a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableLine {
    /// The table's id.
    pub id: String,
    /// The game's id.
    #[cfg_attr(feature = "schema", schemars(with = "super::schema::GameId"))]
    pub game: String,
    /// How far it is.
    pub status: Status,
    /// The seats in turn order.
    pub seats: Vec<Sitter>,
    /// The clock.
    pub clock: ClockKind,
    /// How many events the table began from that were not drawn here; none at most tables.
    #[serde(default)]
    #[schema(value_type = Count)]
    pub opening_events: u32,
    /// One's own seats.
    #[schema(value_type = Vec<SeatIndex>)]
    pub mine: Vec<Seat>,
    /// When the table was opened.
    pub created_at: Millis,
    /// When it last started, ended or seated somebody.
    pub changed_at: Millis,
}

impl TableLine {
    /// The seats of the people with these numbers.
    pub fn seats_of(&self, numbers: &[u32]) -> Vec<Seat> {
        let seats = Seat::all(self.seats.len()).zip(&self.seats);
        let is_one =
            |sitter: &Sitter| matches!(sitter, Sitter::Person { person, .. } if numbers.contains(person));
        seats.filter(|(_, sitter)| is_one(sitter)).map(|(seat, _)| seat).collect()
    }
}

/// A list of tables: `GET /api/tables` (the public ones) and `GET /api/me` (one's own).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableList {
    /// The tables, the newest first.
    pub tables: Vec<TableLine>,
}

/// A token for scripts, to be sent as `Authorization: Bearer …`: `POST /api/tokens`. Browsers have a cookie instead.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Token {
    /// The token. Whoever has it holds the seats.
    pub token: String,
}

/// What delete-my-data did: `DELETE /api/me`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Erased {
    /// At how many tables names, chat and tokens were erased.
    #[schema(value_type = Count)]
    pub tables: u32,
}

/// A rematch was arranged: `POST /api/tables/{table}/rematch`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rematch {
    /// The new table's id.
    pub table: String,
}

/// A game to be looked at again, a part of it at a time: `GET /api/tables/{table}/replay`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Replay {
    /// The table.
    pub table: TableState,
    /// The view before the first of these events.
    #[cfg_attr(feature = "schema", schemars(with = "super::schema::AnyView"))]
    pub view: Value,
    /// The events that count: those that were taken back are left out.
    pub steps: Vec<Step>,
    /// How many there are in all.
    #[schema(value_type = Count)]
    pub all: u32,
    /// Where the next part begins, as `after`; none where this is the last.
    #[schema(value_type = Option<Count>)]
    pub next: Option<u32>,
}

/// A record to be looked at: `POST /api/replays`, which answers with a [`Replay`]. Its table has no id, its seats have
/// people without names, its events are numbered from 1, and nothing of it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ShowRecord {
    /// Its text.
    #[schema(value_type = RecordText)]
    pub text: String,
}

/// One event of a replay.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// The event's number in the table's log. The events of a position that was played on from have 0.
    pub number: Number,
    /// The time at the server, in milliseconds since the beginning of 1970.
    pub at: Millis,
    /// The event as the observer was told it.
    #[schema(value_type = Object)]
    pub told: Told,
    /// What the observer sees after it.
    #[cfg_attr(feature = "schema", schemars(with = "super::schema::AnyView"))]
    pub view: Value,
    /// What each seat sees after it, if everything is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<super::schema::AnyView>>"))]
    #[schema(value_type = Option<Vec<Object>>)]
    pub seats: Option<Vec<Value>>,
    /// Who the game waits for after it.
    pub turn: TurnState,
}

/// Where a game was won: `GET /api/tables/{table}/analysis`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Analysis {
    /// Is it complete?
    pub is_done: bool,
    /// How many of the decisions have been looked at.
    #[schema(value_type = Count)]
    pub looked_at: u32,
    /// How many decisions there are.
    #[schema(value_type = Count)]
    pub decisions: u32,
    /// What each seat could expect before each decision, in order.
    pub chances: Vec<Chances>,
    /// The decisions that cost most, at most three, the worst first.
    pub swings: Vec<Swing>,
}

/// What each seat could expect, from 0 (a sure loss) to 1 (a sure win).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chances {
    /// The place of the decision among the replay's steps.
    #[schema(value_type = Count)]
    pub step: u32,
    /// One number per seat.
    pub values: Vec<f32>,
}

/// A decision that cost a lot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Swing {
    /// The place of the decision among the replay's steps.
    #[schema(value_type = Count)]
    pub step: u32,
    /// Who decided.
    #[schema(value_type = SeatIndex)]
    pub seat: Seat,
    /// What was played.
    pub played: String,
    /// What would have been better.
    pub better: String,
    /// The spots that say it, in order.
    #[serde(default)]
    pub path: Vec<String>,
    /// How much it cost.
    pub lost: f32,
}
