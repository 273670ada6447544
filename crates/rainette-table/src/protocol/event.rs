//! What happened at a table, as an observer may know it.

use rainette_core::{Seat, Told};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bounds::{Level, PersonNumber, SeatIndex};
use super::{GameResult, Millis, Number, Settings, Sitter};

/// Something that happened at a table, as one observer may know it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableEvent {
    /// Its number in the table's log.
    pub number: Number,
    /// The time at the server, in milliseconds since the beginning of 1970.
    pub at: Millis,
    /// The head of the table's chain after it: the same for every observer.
    pub head: String,
    /// Was it taken back later?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_undone: bool,
    /// What happened, with all that belongs to it.
    #[serde(flatten)]
    pub what: TableEventKind,
}

/// What can happen at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum TableEventKind {
    /// The table was opened.
    Opened {
        /// What can be arranged anew until the start, as it was then.
        settings: Settings,
        /// Can dice and cards be taken back although computer players play?
        practice: bool,
        /// Is a seat out for good whose time is up?
        strict: bool,
        /// Can people who come later take the seats of computer players over?
        newcomers: bool,
        /// The id of the table of which this is the rematch.
        rematch_of: Option<String>,
    },
    /// Somebody or a computer player sat down.
    Seated {
        /// The seat that this is about, counted from 0 in turn order.
        #[schema(value_type = SeatIndex)]
        seat: Seat,
        /// Who sits there: a person or a computer player.
        sitter: Sitter,
        /// Did the person agree to an opening that was not drawn?
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        agreed_to_opening: bool,
    },
    /// Somebody stood up or was asked to leave, or a computer player was taken off.
    Left {
        /// From where.
        #[schema(value_type = SeatIndex)]
        seat: Seat,
        /// Did the host ask them to leave? Then they cannot sit down at this table again.
        is_removed: bool,
    },
    /// The host arranged the table anew. Whoever else sits there is not ready any more if options, clock or who starts
    /// are different.
    Arranged {
        /// The number of the host.
        #[schema(value_type = PersonNumber)]
        person: u32,
        /// All that can be arranged, as it is from now on.
        settings: Settings,
    },
    /// Two seats changed places, with whoever sits there. If who starts changed by it, everybody else is asked anew
    /// whether they are ready.
    Swapped {
        /// The number of the person by whose word it happened: who asked, or who agreed.
        #[schema(value_type = PersonNumber)]
        person: u32,
        /// The two seats.
        #[schema(value_type = [SeatIndex; 2])]
        seats: [Seat; 2],
    },
    /// Somebody is ready to start, or is not any more.
    Ready {
        /// Their number.
        #[schema(value_type = PersonNumber)]
        person: u32,
        /// Are they ready?
        is_ready: bool,
        /// The number of the last event that they had seen.
        seq: Number,
    },
    /// A seat has another colour. If another seat had it, that one has this seat's colour now.
    Coloured {
        /// The seat.
        #[schema(value_type = SeatIndex)]
        seat: Seat,
        /// The colour, counted from 0.
        #[schema(value_type = SeatIndex)]
        colour: u8,
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
    /// Who starts: whoever sat at this seat has seat 0 from now on, and everybody after them follows in the same order.
    /// It comes at once after the start, unless the first seat was to start.
    Began {
        /// The seat, as it was counted before.
        #[schema(value_type = SeatIndex)]
        first: Seat,
        /// Was it drawn by lot?
        is_lot: bool,
    },
    /// A seat acted, or chance did.
    Played {
        /// The event as the observer was told it.
        #[schema(value_type = Object)]
        told: Told,
        /// Did a computer player act?
        by_computer: bool,
    },
    /// A seat settled what it will do once its turn comes, or took that back; what it is, only the seat is told, in its
    /// position.
    Chose {
        /// The seat that this is about, counted from 0 in turn order.
        #[schema(value_type = SeatIndex)]
        seat: Seat,
        /// Is nothing settled any more?
        is_taken_back: bool,
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
        /// The seat that this is about, counted from 0 in turn order.
        #[schema(value_type = SeatIndex)]
        seat: Seat,
    },
    /// A seat's time was up.
    OutOfTime {
        /// The seat that this is about, counted from 0 in turn order.
        #[schema(value_type = SeatIndex)]
        seat: Seat,
    },
    /// A computer player sits in for somebody, until they take the seat back.
    SatIn {
        /// The seat that this is about, counted from 0 in turn order.
        #[schema(value_type = SeatIndex)]
        seat: Seat,
        /// The level of the computer player, from 1 to 8.
        #[schema(value_type = Level)]
        level: u8,
        /// Because the seat's time was up?
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        missed: bool,
    },
    /// Somebody took their seat back.
    TookBack {
        /// The seat that this is about, counted from 0 in turn order.
        #[schema(value_type = SeatIndex)]
        seat: Seat,
    },
    /// A computer player took a seat over for good.
    TakenOver {
        /// The seat that this is about, counted from 0 in turn order.
        #[schema(value_type = SeatIndex)]
        seat: Seat,
        /// The level of the computer player, from 1 to 8.
        #[schema(value_type = Level)]
        level: u8,
    },
    /// A person came to the game and plays on for a computer player that had held the seat from the beginning.
    CameIn {
        /// The seat that this is about, counted from 0 in turn order.
        #[schema(value_type = SeatIndex)]
        seat: Seat,
        /// The number of the person.
        #[schema(value_type = PersonNumber)]
        person: u32,
        /// The name they gave; none once it was erased.
        name: Option<String>,
        /// Did the person agree to an opening that was not drawn?
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        agreed_to_opening: bool,
    },
    /// The server came back after a pause, which no clock counts.
    Resumed {
        /// How long it was away.
        lost_ms: Millis,
    },
    /// The game came to its end.
    Finished {
        /// How the game came out, seat by seat.
        result: GameResult,
    },
    /// The table was closed without a result.
    Abandoned {
        /// The number of the person who closed it; none if nobody was there or nobody played any more.
        #[schema(value_type = Option<PersonNumber>)]
        by: Option<u32>,
    },
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
