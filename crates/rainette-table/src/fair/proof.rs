//! The proof of a game: commitments, seeds and the numbered log, as plain data.

use std::collections::BTreeMap;

use rainette_core::Seat;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::chain::canonical;
use super::verify::{Wrong, verify};
use super::{Chain, Commitment, Entry, Header, Promise, Seed};

/// Everything by which a finished or abandoned game can be checked. `docs/fair-dice.md` says what each part means.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// The version of this format.
    pub format: u32,
    /// The table's id.
    pub table: String,
    /// The game's id.
    #[cfg_attr(feature = "schema", schemars(with = "crate::protocol::schema::GameId"))]
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
    /// Every frozen commitment and the seed that was shown for it, in the order of the commitments.
    pub players: Vec<Contribution>,
    /// Everything that happened at the table, what was undone included. Numbers follow each other without a gap.
    pub log: Vec<Entry>,
    /// The SHA-256 of all the rest.
    pub seal: Commitment,
}

/// A commitment and the seed that it was for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Revealed {
    /// The SHA-256 of the seed, shown before the game.
    pub commitment: Commitment,
    /// The seed.
    pub seed: Seed,
}

/// What one screen added to the dice: several seats may share it, computer players add nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Contribution {
    /// The number of the person.
    pub person: u32,
    /// The seats that shared the screen.
    #[schema(value_type = Vec<u8>)]
    pub seats: Vec<Seat>,
    /// The SHA-256 of the seed, shown before the game.
    pub commitment: Commitment,
    /// The seed; none if it was not shown.
    #[serde(deserialize_with = "Option::deserialize")]
    pub seed: Option<Seed>,
}

impl Proof {
    /// The version of the format that is written here.
    pub const FORMAT: u32 = 3;

    /// The proof of a game at the table that the header describes.
    ///
    /// It fails if the log does not follow from the seeds, so a proof that exists is a proof that holds.
    pub fn new(header: Header, server: Seed, log: Vec<Entry>) -> Result<Self, Wrong> {
        let Header { format, table, game, edition, seats, options, opening, server: commitment } = header;
        let mut proof = Self {
            format,
            table,
            game,
            edition,
            seats,
            options,
            opening,
            server: Revealed { commitment, seed: server },
            players: contributions(seats, &log),
            log,
            seal: commitment,
        };
        proof.seal = proof.sealed();
        verify(&proof)?;
        Ok(proof)
    }

    /// What the table was before anything happened at it.
    pub fn header(&self) -> Header {
        Header {
            format: self.format,
            table: self.table.clone(),
            game: self.game.clone(),
            edition: self.edition,
            seats: self.seats,
            options: self.options.clone(),
            opening: self.opening.clone(),
            server: self.server.commitment,
        }
    }

    /// The heads of the chain: before the first event, and after each.
    pub fn heads(&self) -> Vec<Commitment> {
        let mut chain = Chain::new(self.server.seed, &self.header());
        let first = chain.head();
        std::iter::once(first).chain(self.log.iter().map(|entry| chain.add(entry))).collect()
    }

    /// What the seal should be: the SHA-256 of the proof without it, as JSON with sorted keys and without spaces.
    pub fn sealed(&self) -> Commitment {
        let mut value = serde_json::to_value(self).expect("proofs have string keys only");
        if let Value::Object(fields) = &mut value {
            fields.remove("seal");
        }
        Commitment::of(&[canonical(&value).as_bytes()])
    }
}

/// Every frozen commitment with the seed that was shown for it, in the order of the commitments. Commitments belong to
/// people: their seats are those that they play at, once it is settled who starts.
pub(super) fn contributions(seats: usize, log: &[Entry]) -> Vec<Contribution> {
    let frozen = log.iter().find_map(|entry| match entry {
        Entry::Frozen { players, .. } => Some(players.as_slice()),
        _ => None,
    });
    let shown = log.iter().find_map(|entry| match entry {
        Entry::Started { seeds, .. } => Some(seeds.as_slice()),
        _ => None,
    });
    let first = log.iter().find_map(|entry| match entry {
        Entry::Began { first, .. } => Some(first.index()),
        _ => None,
    });
    let seats_of = |promise: &Promise| {
        let Some(first) = first.filter(|first| *first < seats) else { return promise.seats.clone() };
        let turned = |seat: &Seat| Seat::new((seat.index() % seats + seats - first) % seats);
        let mut turned: Vec<Seat> = promise.seats.iter().map(turned).collect();
        turned.sort_unstable();
        turned
    };
    let seed = |person| shown.into_iter().flatten().find(|shown| shown.person == person).map(|it| it.seed);
    let players = frozen.into_iter().flatten().map(|promise| Contribution {
        person: promise.person,
        seats: seats_of(promise),
        commitment: promise.commitment,
        seed: seed(promise.person),
    });
    let mut players: Vec<_> = players.collect();
    players.sort_by_key(|player| (player.commitment, player.person));
    players
}
