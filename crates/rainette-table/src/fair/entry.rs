//! What a proof says of each event of a table: closed kinds with typed fields, so that nothing can be put in that
//! nobody knows.

use rainette_core::{Draw, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Commitment, Seed};
use crate::protocol::{GameResult, Millis, Settings};

/// One event of the log. Kinds and fields that are not listed here are refused, and so is an entry from which a field is
/// missing, even if it would say none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Entry {
    /// The table was opened: always the first event.
    Opened {
        /// The number in the log.
        number: u64,
        /// What can be arranged anew until the start, as it was then.
        settings: Settings,
        /// Could dice and cards be taken back although computer players played?
        practice: bool,
        /// Was a seat out for good whose time was up?
        strict: bool,
        /// Could people who came later take the seats of computer players over?
        newcomers: bool,
        /// The id of the table of which this is the rematch.
        #[serde(deserialize_with = "Option::deserialize")]
        rematch_of: Option<String>,
    },
    /// Somebody or a computer player sat down.
    Seated {
        /// The number in the log.
        number: u64,
        /// The seat that this is about, counted from 0 in turn order.
        #[schema(value_type = u8)]
        seat: Seat,
        /// Who sits there: a person or a computer player.
        by: Who,
        /// Did the person agree that the opening was not drawn? Only asked if there is one.
        agreed_to_opening: bool,
    },
    /// A seat became free again.
    Left {
        /// The number in the log.
        number: u64,
        /// The seat that this is about, counted from 0 in turn order.
        #[schema(value_type = u8)]
        seat: Seat,
        /// Did the host ask whoever sat there to leave for good?
        is_removed: bool,
    },
    /// The host arranged the table anew.
    Arranged {
        /// The number in the log.
        number: u64,
        /// The number of the host.
        person: u32,
        /// All that can be arranged, as it is from now on.
        settings: Settings,
    },
    /// Two seats changed places, with whoever sits there.
    Swapped {
        /// The number in the log.
        number: u64,
        /// The number of the person by whose word it happened.
        person: u32,
        /// The two seats.
        #[schema(value_type = [u8; 2])]
        seats: [Seat; 2],
    },
    /// Somebody is ready to start, or is not any more.
    Ready {
        /// The number in the log.
        number: u64,
        /// The number of the person.
        person: u32,
        /// Are they ready?
        is_ready: bool,
        /// The number of the last event that they had seen.
        seq: u64,
    },
    /// A seat has another colour.
    Coloured {
        /// The number in the log.
        number: u64,
        /// The seat that this is about, counted from 0 in turn order.
        #[schema(value_type = u8)]
        seat: Seat,
        /// The colour, counted from 0.
        colour: u8,
    },
    /// Somebody committed to a seed.
    Committed {
        /// The number in the log.
        number: u64,
        /// The number of the person.
        person: u32,
        /// The SHA-256 of the seed.
        commitment: Commitment,
    },
    /// Seats and commitments were settled. Seeds are shown only after this event.
    Frozen {
        /// The number in the log.
        number: u64,
        /// The commitments of everybody who sits and has committed, by person.
        players: Vec<Promise>,
    },
    /// The game started, with these seeds and no others.
    Started {
        /// The number in the log.
        number: u64,
        /// The seeds that were shown, by person.
        seeds: Vec<Showing>,
    },
    /// Who starts, unless the first seat does: whoever sat at this seat has seat 0 from now on, and everybody after them
    /// follows in the same order.
    Began {
        /// The number in the log.
        number: u64,
        /// The seat, as it was counted before.
        #[schema(value_type = u8)]
        first: Seat,
        /// Was it drawn by lot, from the seeds that were shown?
        is_lot: bool,
    },
    /// A seat acted.
    Action {
        /// The number in the log.
        number: u64,
        /// The seat.
        #[schema(value_type = u8)]
        seat: Seat,
        /// The action in notation.
        event: String,
        /// Did a computer player act?
        by_computer: bool,
    },
    /// A seat settled its next action before its turn came, or took that back. It acts in its turn.
    Chose {
        /// The number in the log.
        number: u64,
        /// The seat.
        #[schema(value_type = u8)]
        seat: Seat,
        /// The action in notation; none if nothing is settled any more.
        #[serde(deserialize_with = "Option::deserialize")]
        event: Option<String>,
    },
    /// Something random came out.
    Chance {
        /// The number in the log.
        number: u64,
        /// The number among the chance events of this table, counted from 1, those that were taken back included. The
        /// random numbers depend on it.
        chance_number: u64,
        /// What came out, in notation.
        event: String,
        /// What it was drawn from.
        draw: Drawing,
        /// What was drawn: the faces of the dice, or the kinds of things.
        drawn: Vec<u8>,
    },
    /// Actions and chance events were taken back.
    Undo {
        /// The number in the log.
        number: u64,
        /// The seat whose last action was taken back, and all that followed.
        #[schema(value_type = u8)]
        seat: Seat,
        /// The number of the first event that was taken back.
        from: u64,
        /// The people who agreed, whoever asked included. Over a chance event that is everybody.
        agreed: Vec<u32>,
    },
    /// A seat gave up.
    Resigned {
        /// The number in the log.
        number: u64,
        /// The seat that this is about, counted from 0 in turn order.
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// A seat's time was up.
    OutOfTime {
        /// The number in the log.
        number: u64,
        /// The seat that this is about, counted from 0 in turn order.
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// A computer player sits in for somebody.
    SatIn {
        /// The number in the log.
        number: u64,
        /// The seat that this is about, counted from 0 in turn order.
        #[schema(value_type = u8)]
        seat: Seat,
        /// The level of the computer player, from 1 to 8.
        level: u8,
        /// Because the seat's time was up?
        missed: bool,
    },
    /// Somebody took their seat back.
    TookBack {
        /// The number in the log.
        number: u64,
        /// The seat that this is about, counted from 0 in turn order.
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// A computer player took a seat over for good.
    TakenOver {
        /// The number in the log.
        number: u64,
        /// The seat that this is about, counted from 0 in turn order.
        #[schema(value_type = u8)]
        seat: Seat,
        /// The level of the computer player, from 1 to 8.
        level: u8,
    },
    /// A person came to the game and plays on for a computer player, with the seeds that were settled before.
    CameIn {
        /// The number in the log.
        number: u64,
        /// The seat that this is about, counted from 0 in turn order.
        #[schema(value_type = u8)]
        seat: Seat,
        /// The number of the person.
        person: u32,
        /// Did the person agree that the opening was not drawn? Only asked if there is one.
        agreed_to_opening: bool,
    },
    /// The server was down while a clock ran; that time was not charged.
    Resumed {
        /// The number in the log.
        number: u64,
        /// How long it was down.
        lost_ms: Millis,
    },
    /// The game came to its end.
    Finished {
        /// The number in the log.
        number: u64,
        /// How the game came out, seat by seat.
        result: GameResult,
    },
    /// The table was closed without a result.
    Abandoned {
        /// The number in the log.
        number: u64,
        /// The number of the person who closed it; none if nobody was there or nobody played any more.
        #[serde(deserialize_with = "Option::deserialize")]
        by: Option<u32>,
    },
    /// There is a rematch.
    Rematch {
        /// The number in the log.
        number: u64,
        /// The id of its table.
        table: String,
    },
}

impl Entry {
    /// The number in the log.
    pub fn number(&self) -> u64 {
        match *self {
            Self::Opened { number, .. }
            | Self::Seated { number, .. }
            | Self::Left { number, .. }
            | Self::Arranged { number, .. }
            | Self::Swapped { number, .. }
            | Self::Ready { number, .. }
            | Self::Coloured { number, .. }
            | Self::Began { number, .. }
            | Self::Committed { number, .. }
            | Self::Frozen { number, .. }
            | Self::Started { number, .. }
            | Self::Action { number, .. }
            | Self::Chose { number, .. }
            | Self::Chance { number, .. }
            | Self::Undo { number, .. }
            | Self::Resigned { number, .. }
            | Self::OutOfTime { number, .. }
            | Self::SatIn { number, .. }
            | Self::TookBack { number, .. }
            | Self::TakenOver { number, .. }
            | Self::CameIn { number, .. }
            | Self::Resumed { number, .. }
            | Self::Finished { number, .. }
            | Self::Abandoned { number, .. }
            | Self::Rematch { number, .. } => number,
        }
    }

    /// The kind, as the proof has it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Opened { .. } => "opened",
            Self::Seated { .. } => "seated",
            Self::Left { .. } => "left",
            Self::Arranged { .. } => "arranged",
            Self::Swapped { .. } => "swapped",
            Self::Ready { .. } => "ready",
            Self::Coloured { .. } => "coloured",
            Self::Began { .. } => "began",
            Self::Committed { .. } => "committed",
            Self::Frozen { .. } => "frozen",
            Self::Started { .. } => "started",
            Self::Action { .. } => "action",
            Self::Chose { .. } => "chose",
            Self::Chance { .. } => "chance",
            Self::Undo { .. } => "undo",
            Self::Resigned { .. } => "resigned",
            Self::OutOfTime { .. } => "out-of-time",
            Self::SatIn { .. } => "sat-in",
            Self::TookBack { .. } => "took-back",
            Self::TakenOver { .. } => "taken-over",
            Self::CameIn { .. } => "came-in",
            Self::Resumed { .. } => "resumed",
            Self::Finished { .. } => "finished",
            Self::Abandoned { .. } => "abandoned",
            Self::Rematch { .. } => "rematch",
        }
    }
}

/// Who sits at a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// A person, by their number at the table.
    Person(u32),
    /// A computer player, by its level.
    Computer(u8),
}

/// A commitment that counts: whose it is, and for which seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
// In TypeScript a `Promise` is something else.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Promised"))]
#[serde(deny_unknown_fields)]
pub struct Promise {
    /// The number of the person.
    pub person: u32,
    /// The seats that share their screen.
    #[schema(value_type = Vec<u8>)]
    pub seats: Vec<Seat>,
    /// The SHA-256 of the seed.
    pub commitment: Commitment,
}

/// A seed that was shown at the start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Showing {
    /// The number of the person.
    pub person: u32,
    /// The seed.
    pub seed: Seed,
}

/// How something is drawn, as plain data: a [`Draw`] for those who do not share our types.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Drawing {
    /// Six-sided dice.
    Dice {
        /// How many.
        count: u8,
        /// Is the larger named first?
        sorted: bool,
    },
    /// Bags that are drawn from one after the other.
    Bags(Vec<Heap>),
}

/// The content of a bag.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Heap {
    /// How many the bag holds of each kind; kinds at the end of which there are none are left out.
    pub counts: Vec<u8>,
    /// How many are drawn, without being put back.
    pub take: u8,
}

impl From<&Draw> for Drawing {
    fn from(draw: &Draw) -> Self {
        match draw {
            Draw::Dice(dice) => Self::Dice { count: dice.count, sorted: dice.sorted },
            Draw::Bags(bags) => Self::Bags(
                bags.iter()
                    .map(|bag| {
                        let kinds =
                            bag.counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
                        Heap { counts: bag.counts[..kinds].to_vec(), take: bag.take }
                    })
                    .collect(),
            ),
        }
    }
}
