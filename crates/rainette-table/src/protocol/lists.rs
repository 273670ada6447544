//! Lists of tables, who is here, a seat at once, and what is told to whoever runs the server.

use std::collections::{BTreeMap, BTreeSet};

use rainette_core::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bounds::{Count, Hex, Id, Level, Mark, PersonName, PersonNumber, SeatCount, SeatIndex, by_person};
use super::{ClockKind, Millis, Number, Sitter, Status};

/// A table on a list. It has many fields because a list is read without asking for any of its tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableLine {
    /// The table's id.
    pub id: String,
    /// The game's id.
    #[cfg_attr(feature = "schema", schemars(with = "super::schema::GameId"))]
    pub game: String,
    /// How far it is: whoever may sit down, look on or only look again goes by it.
    pub status: Status,
    /// The seats in turn order.
    pub seats: Vec<Sitter>,
    /// How time is counted.
    pub clock: ClockKind,
    /// The options that differ from their defaults.
    #[serde(default)]
    pub options: BTreeMap<String, i64>,
    /// May people who come while the game is on take the seats of computer players over?
    #[serde(default)]
    pub takes_newcomers: bool,
    /// How many events the table began from that were not drawn here; none at most tables.
    #[serde(default)]
    #[schema(value_type = Count)]
    pub opening_events: u32,
    /// May dice and cards be taken back although computer players play?
    #[serde(default)]
    pub is_practice: bool,
    /// One's own seats: on the list of one's own tables alone.
    #[schema(value_type = Vec<SeatIndex>)]
    pub mine: Vec<Seat>,
    /// How many of those who sit there are there: on the list of public tables alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Count>)]
    pub present: Option<u32>,
    /// When the table was opened.
    pub created_at: Millis,
    /// When it last started, ended or seated somebody.
    pub changed_at: Millis,
    /// Whom the game waits for: on the list of one's own tables, if several people play and it waits for one of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnLine>,
    /// By what its people are known at public tables, by their numbers; none at others.
    #[serde(default, deserialize_with = "by_person", skip_serializing_if = "BTreeMap::is_empty")]
    pub marks: BTreeMap<u32, String>,
}

/// Whom a game waits for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnLine {
    /// The seats that are to choose now: several if the rules let them choose at once.
    #[schema(value_type = Vec<SeatIndex>)]
    pub seats: Vec<Seat>,
    /// When their time is up, if it is counted.
    pub until: Option<Millis>,
    /// The seat that acted before, if one did.
    #[schema(value_type = Option<SeatIndex>)]
    pub moved: Option<Seat>,
    /// The number of its last action; 0 if there was none. Whoever was told of this turn need not be told again.
    pub number: Number,
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
    /// The tables, in the order in which they are to be shown.
    pub tables: Vec<TableLine>,
    /// How many people are here: on the list of public tables alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub presence: Option<Presence>,
    /// The time at the server.
    #[serde(default)]
    pub now: Millis,
}

/// Why somebody or something is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ReportReason {
    /// A name that nobody should have to read.
    Name,
    /// Insults, threats, hatred.
    Abuse,
    /// Advertising, or the same again and again.
    Spam,
    /// Spoiling the game on purpose.
    Play,
    /// Something else, which the text says.
    Other,
}

/// Tells whoever runs the server of somebody, or of a table: `POST /api/tables/{table}/report`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReportWish {
    /// The number of the person at this table; none if it is about the table.
    #[serde(default)]
    #[schema(value_type = Option<PersonNumber>)]
    pub person: Option<u32>,
    /// What is wrong with them, for whoever reads many reports; the text says the rest.
    pub reason: ReportReason,
    /// What happened, at most 1,000 characters.
    #[serde(default)]
    #[schema(max_length = 1_000)]
    pub text: String,
}

/// A report was kept: whoever runs the server finds it, and nobody at the table is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reported {
    /// How many lines of chat were kept with it.
    #[schema(value_type = Count)]
    pub lines: u32,
    /// For how many days it is kept at most.
    #[schema(value_type = Count)]
    pub days: u32,
}

/// How many people are here, each counted once, at all nodes of the server together: `GET /api/presence`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Presence {
    /// Those who have a table open, or have looked at the list within half a minute.
    #[schema(value_type = Count)]
    pub here: u32,
    /// Those of them who sit at a game that is on.
    #[schema(value_type = Count)]
    pub playing: u32,
}

/// Finds a seat at once: `POST /api/play-now`. At a table that waits for people, else at a game that takes newcomers, else
/// at a new table with computer players, for whom others may come in.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlayNow {
    /// The game's id.
    #[schema(value_type = Id)]
    #[cfg_attr(feature = "schema", schemars(with = "super::schema::GameId"))]
    pub game: String,
    /// What others see of whoever sits down: 1 to 30 characters.
    #[schema(value_type = PersonName)]
    pub name: String,
    /// The SHA-256 of one's seed for the dice, 64 hexadecimal digits. It counts if the game has not begun.
    #[serde(default)]
    #[schema(value_type = Option<Hex>)]
    pub commitment: Option<String>,
    /// How many are to play; any number if nothing is said, and at a new table as many as usual.
    #[serde(default)]
    #[schema(value_type = Option<SeatCount>)]
    pub seats: Option<u8>,
    /// The options that are to differ from their defaults; any if nothing is said, and at a new table none.
    #[serde(default)]
    pub options: Option<BTreeMap<String, i64>>,
    /// The clock; any but days if nothing is said, and at a new table none.
    #[serde(default)]
    pub clock: Option<ClockKind>,
    /// The level of the computer players at a new table, 1 to 8; 3 if nothing is said.
    #[serde(default)]
    #[schema(value_type = Option<Level>)]
    pub level: Option<u8>,
    /// The marks of people beside whom one does not want to sit, at most 500.
    #[serde(default)]
    #[schema(value_type = BTreeSet<Mark>, max_items = 500)]
    pub avoids: BTreeSet<String>,
}
