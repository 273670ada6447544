//! Bodies of requests and answers.

use std::collections::BTreeMap;

use rainette_core::{Info, Seat, Told};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::bounds::{Code, Count, Edition, Hex, Id, Level, PersonName, RecordText, SeatCount, SeatIndex};
use super::{ClockKind, Millis, Number, Starts, TableState, TurnState};

/// A game that can be played here. It has many fields because they are the facts on its box, and a page shows all of them
/// side by side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub struct GameInfo {
    /// By what tables, records and addresses name it: it never changes.
    #[cfg_attr(feature = "schema", schemars(with = "super::schema::GameId"))]
    pub id: String,
    /// The name on the box.
    pub name: String,
    /// The newest edition of the rules data.
    #[schema(value_type = Edition)]
    pub edition: u16,
    /// By how few it is played.
    #[schema(value_type = SeatCount)]
    pub least_seats: u8,
    /// By how many it is played; every number from `least_seats` on is possible.
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
    /// Do people choose the colours of their pieces? There are as many as `most_seats`.
    pub has_colours: bool,
    /// Do the rules draw who starts? Then nobody chooses it.
    pub draws_first: bool,
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
            has_colours: info.has_colours,
            draws_first: info.draws_first,
            about: info.about.to_owned(),
        }
    }
}

/// Something that can be chosen before a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionInfo {
    /// By what settings and records name it.
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
    /// Is there a list of open tables? Whoever runs the server may do without.
    #[serde(default = "yes")]
    pub has_public_tables: bool,
}

fn yes() -> bool {
    true
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

/// Opens a table: `POST /api/tables`. It has many fields because whoever opens a table answers them all at once, and
/// scripts name the few that they care about.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a question of its own, which whoever opens a table answers"
)]
pub struct OpenTable {
    /// The game's id, as `GET /api/games` has it.
    #[schema(value_type = Id)]
    #[cfg_attr(feature = "schema", schemars(with = "super::schema::GameId"))]
    pub game: String,
    /// Who is to sit where, in turn order.
    #[schema(min_items = 2, max_items = 6)]
    pub seats: Vec<SeatWish>,
    /// Options that differ from their defaults.
    #[serde(default)]
    pub options: BTreeMap<String, i64>,
    /// The clock; none if nothing is said.
    #[serde(default)]
    pub clock: ClockKind,
    /// What others see of whoever opens the table: 1 to 30 characters.
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
    /// Who is to start; the first seat if nothing is said.
    #[serde(default)]
    pub starts: Option<Starts>,
    /// May dice and cards be taken back although computer players play? Lists, log and proof say so.
    #[serde(default)]
    pub is_practice: bool,
    /// Is a seat out for good whose time is up? Otherwise a computer player sits in, and its owner can come back.
    #[serde(default)]
    pub is_strict: bool,
    /// May people who come while the game is on take the seats of computer players over?
    #[serde(default)]
    pub takes_newcomers: bool,
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
        /// The number of the last event of its log to keep.
        number: Number,
    },
    /// A record, from here or elsewhere.
    Record {
        /// Its text, of at most 4,000 events.
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
    /// The table's id: its page and all further requests go by it.
    pub table: String,
    /// One's seats, as they are counted now: who starts may turn them round.
    #[schema(value_type = Vec<SeatIndex>)]
    pub seats: Vec<Seat>,
    /// The code of the invitation, to be given to friends.
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
    /// What others see of whoever sits down: 1 to 30 characters.
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
    /// The table as it stands: a page shows it before anybody decides.
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
    /// The code, to be typed at the other device. It works once.
    pub code: String,
    /// When it stops working, in milliseconds since the beginning of 1970.
    pub expires_at: Millis,
}

/// Takes over seats with a code from another device: `POST /api/device-code`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClaimDevice {
    /// The code, as the first device shows it.
    #[schema(value_type = Code)]
    pub code: String,
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
    /// The id of its table, the same for everybody who asks.
    pub table: String,
}

/// A game to be looked at again, a part of it at a time: `GET /api/tables/{table}/replay`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Replay {
    /// The table as it stands now, whichever part is told.
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
    /// Its text, of at most 4,000 events.
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
