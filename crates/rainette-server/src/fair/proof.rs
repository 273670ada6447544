//! The proof of a game: commitments, seeds and the numbered log, as plain data.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use rainette_core::{Draw, End, Record, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;
use utoipa::ToSchema;

use super::verify::{Replay, Wrong, check_promises};
use super::{Commitment, Seed, Seeds};

/// Everything by which a finished or abandoned game can be checked. `docs/fair-dice.md` says what each part means.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// The version of this format.
    pub format: u32,
    /// The game's id.
    pub game: String,
    /// The edition of the rules data.
    pub edition: u16,
    /// How many play.
    pub seats: usize,
    /// The options that differ from their defaults.
    pub options: BTreeMap<String, i64>,
    /// The events of the record that the table began from, as lines of a record; most tables begin from nothing.
    pub opening: Vec<String>,
    /// The server's seed and what it was committed to by.
    pub server: Revealed,
    /// The players' seeds in the order of their commitments.
    pub players: Vec<Contribution>,
    /// Everything that happened at the table, what was undone included. Numbers follow each other without a gap.
    pub log: Vec<Entry>,
    /// The SHA-256 of all the rest.
    pub seal: Commitment,
}

/// A commitment and the seed that it was for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Revealed {
    /// The SHA-256 of the seed, shown before the game.
    pub commitment: Commitment,
    /// The seed.
    pub seed: Seed,
}

/// What one screen added to the dice: several seats may share it, computer players add nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Contribution {
    /// The seats that shared the screen; none for a host who only looked on.
    #[schema(value_type = Vec<u8>)]
    pub seats: Vec<Seat>,
    /// The SHA-256 of the seed, shown before the game.
    pub commitment: Commitment,
    /// The seed.
    pub seed: Seed,
}

impl Contribution {
    /// What these seats added.
    pub fn new(seats: Vec<Seat>, seed: Seed) -> Self {
        Self { seats, commitment: seed.commitment(), seed }
    }
}

/// One event of the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Entry {
    /// A seat acted.
    Action {
        /// The number in the log.
        number: u64,
        /// The seat.
        #[schema(value_type = u8)]
        seat: Seat,
        /// The action in notation.
        event: String,
    },
    /// Something random came out.
    Chance {
        /// The number in the log, which the random numbers depend on.
        number: u64,
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
        /// The number of the first event that was taken back.
        from: u64,
    },
    /// The game was ended outside its rules.
    End {
        /// The number in the log.
        number: u64,
        /// How, as in a record: `resigned 0`.
        end: String,
    },
    /// Something happened that does not change the play: somebody sat down, a computer player took a seat over.
    Table {
        /// The number in the log.
        number: u64,
        /// What, in a word.
        event: String,
    },
}

impl Entry {
    /// The number in the log.
    pub fn number(&self) -> u64 {
        match *self {
            Self::Action { number, .. }
            | Self::Chance { number, .. }
            | Self::Undo { number, .. }
            | Self::End { number, .. }
            | Self::Table { number, .. } => number,
        }
    }
}

/// How something is drawn, as plain data: a [`Draw`] for those who do not share our types.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(TS))]
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
#[cfg_attr(feature = "typescript", derive(TS))]
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

/// One event as the log holds it, from which a proof is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A seat acted.
    Action(Seat, String),
    /// Something random came out.
    Chance(String),
    /// Everything from this number on was taken back.
    Undo(u64),
    /// The game was ended outside its rules.
    End(End),
    /// Something happened that does not change the play.
    Table(String),
}

impl Proof {
    /// The version of the format that is written here.
    pub const FORMAT: u32 = 1;

    /// The proof of a game that began from `opening`: a record with the set-up, and events only where the table went
    /// on from somewhere.
    ///
    /// It fails where the log does not follow from the seeds, so a proof that exists is a proof that holds.
    pub fn new(
        opening: &Record,
        server: Seed,
        mut players: Vec<Contribution>,
        log: impl IntoIterator<Item = (u64, Step)>,
    ) -> Result<Self, Wrong> {
        players.sort_by_key(|player| player.commitment);
        let line = |line: &rainette_core::Line| match line.seat {
            Some(seat) => format!("{seat} {}", line.event),
            None => format!("chance {}", line.event),
        };
        let seeds = Seeds::new(server, players.iter().map(|player| player.seed).collect());
        let mut replay = Replay::new(opening, &seeds)?;
        let log: Result<_, Wrong> = log.into_iter().map(|(number, step)| replay.step(number, step)).collect();
        let mut proof = Self {
            format: Self::FORMAT,
            game: opening.game.clone(),
            edition: opening.edition,
            seats: opening.seats,
            options: opening.options.iter().cloned().collect(),
            opening: opening.events.iter().map(line).collect(),
            server: Revealed { commitment: server.commitment(), seed: server },
            players,
            log: log?,
            seal: Commitment::of(""),
        };
        check_promises(&proof)?;
        proof.seal = proof.sealed();
        Ok(proof)
    }

    /// What the seal should be: the SHA-256 of the proof without it, as JSON with sorted keys and without spaces.
    pub(super) fn sealed(&self) -> Commitment {
        let mut value = serde_json::to_value(self).expect("proofs have string keys only");
        if let Value::Object(fields) = &mut value {
            fields.remove("seal");
        }
        let mut text = String::new();
        write_sorted(&mut text, &value);
        Commitment::of(&text)
    }
}

/// JSON that has one form only, whatever order a map keeps.
fn write_sorted(out: &mut String, value: &Value) {
    match value {
        Value::Array(values) => {
            out.push('[');
            for (index, value) in values.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_sorted(out, value);
            }
            out.push(']');
        }
        Value::Object(fields) => {
            let sorted: BTreeMap<_, _> = fields.iter().collect();
            out.push('{');
            for (index, (name, value)) in sorted.into_iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_sorted(out, &Value::String(name.clone()));
                out.push(':');
                write_sorted(out, value);
            }
            out.push('}');
        }
        plain => write!(out, "{plain}").expect("a string takes everything"),
    }
}
