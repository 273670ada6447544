//! Checking a proof: what it says is computed once more and compared.

use rainette_core::{Outcome, PlayError, Record, RecordError, Seat};
use rainette_games::replay;
use thiserror::Error;

use super::proof::{Contribution, Proof, contributions};
use super::replay::Replay;
use super::{Commitment, Seeds};

/// What is wrong with a proof.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Wrong {
    /// It is written in another version of the format.
    #[error("the proof has format {0}, only format {known} is known here", known = Proof::FORMAT)]
    Format(u32),
    /// The server's seed is not the one it was committed to.
    #[error("the server's seed is not the one of its commitment {commitment}")]
    Server {
        /// The commitment that was shown before the game.
        commitment: Commitment,
    },
    /// A player's seed is not the one it was committed to.
    #[error("a player's seed is not the one of its commitment {commitment}")]
    Player {
        /// The commitment that was shown before the game.
        commitment: Commitment,
    },
    /// The players are not those of the log, each with the seed that was shown, in the order of their commitments.
    #[error("the players are not those whose commitments were frozen, in the order of these")]
    Players,
    /// The game cannot be set up or opened like that.
    #[error("the opening: {0}")]
    Opening(#[from] RecordError),
    /// The opening has lines that are no events.
    #[error("the opening has lines that are no events")]
    NoEvents,
    /// A number is missing or comes twice.
    #[error("event {found} stands where event {expected} should")]
    Number {
        /// The number that should follow.
        expected: u64,
        /// The number that does.
        found: u64,
    },
    /// An event cannot stand where it stands.
    #[error("event {number}, `{kind}`, cannot stand there: {why}")]
    Misplaced {
        /// Its number in the log.
        number: u64,
        /// Its kind, as the proof names it.
        kind: &'static str,
        /// Which rule of docs/fair-dice.md it breaks, in words.
        why: &'static str,
    },
    /// An event is illegal or impossible where it stands.
    #[error("event {number}: {error}")]
    Event {
        /// Its number in the log.
        number: u64,
        /// What the rules of the game object to.
        error: PlayError,
    },
    /// Chance events are not counted one by one.
    #[error("event {number}: it is chance event {expected}, not {found}")]
    ChanceNumber {
        /// Its number in the log.
        number: u64,
        /// Its number among the chance events.
        expected: u64,
        /// What the proof counts.
        found: u64,
    },
    /// The rules draw from other things than the proof says, or from another number of them.
    #[error("event {number}: it is not drawn from what the rules say")]
    Draw {
        /// Its number in the log.
        number: u64,
    },
    /// Another chance event follows from the seeds than the proof says.
    #[error("event {number}: `{said}` is not what follows from the seeds, which is `{derived}`")]
    Chance {
        /// Its number in the log.
        number: u64,
        /// What the proof says, in notation.
        said: String,
        /// What follows from the seeds, in notation.
        derived: String,
    },
    /// What was drawn does not follow from the seeds, or is not what the event says.
    #[error("event {number}: what was drawn is not what follows from the seeds")]
    Drawn {
        /// Its number in the log.
        number: u64,
    },
    /// The commitments that were frozen are not those that were made.
    #[error("event {number}: the frozen commitments are not those of the people who sit there")]
    Frozen {
        /// Its number in the log.
        number: u64,
    },
    /// Another seat starts, by lot or as it was arranged.
    #[error("event {number}: seat {said} does not start, seat {derived} does")]
    First {
        /// Its number in the log.
        number: u64,
        /// The seat that starts by the proof.
        said: usize,
        /// The seat that really does.
        derived: usize,
    },
    /// There is nothing to take back, or not for this seat.
    #[error("event {number}: event {from} is not the last action of seat {seat} that counts")]
    Undo {
        /// Its number in the log.
        number: u64,
        /// The number of the first event that should be taken back.
        from: u64,
        /// The seat that is said to have taken it back.
        seat: usize,
    },
    /// Something was taken back without those who had to agree.
    #[error("event {number}: it was taken back without everybody who had to agree")]
    Agreement {
        /// Its number in the log.
        number: u64,
    },
    /// The game came out otherwise.
    #[error("event {number}: by the rules the game came out otherwise")]
    Result {
        /// Its number in the log.
        number: u64,
    },
    /// The log ends before the game does.
    #[error("the log ends before the game is over or abandoned")]
    NotOver,
    /// The proof was changed after it was made.
    #[error("the seal is broken: something was changed after the proof was made")]
    Seal,
}

/// What can be said of the dice of a proof that holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Everything random follows from seeds that were committed to before any was shown, and all were shown.
    Fair,
    /// The table went on from an opening that was not drawn here. What was drawn later follows from the seeds.
    NotDrawn,
    /// Everything random follows from the seeds that were shown, but a frozen seed was not, or there was none but the
    /// server's: the dice could have been chosen.
    NotProved,
}

/// What a proof that holds says. It has many fields because they are findings side by side, of which a reader takes some.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// How many events the log has.
    pub events: usize,
    /// How many of them are chance events, those that were taken back included; every one follows from the seeds.
    pub chances: usize,
    /// How many actions and chance events were undone.
    pub undone: usize,
    /// How often something random was taken back, with everybody's agreement.
    pub redraws: usize,
    /// Could something random be taken back although computer players played?
    pub is_practice: bool,
    /// Who came in for a computer player: event, seat and person. What was drawn before was settled without them.
    pub came_in: Vec<(u64, Seat, u32)>,
    /// How many events the opening has, none of which was drawn.
    pub opening: usize,
    /// The seat that starts, as it was counted before the start, if that was drawn by lot.
    pub lot: Option<Seat>,
    /// How many seeds of players were shown.
    pub shown: usize,
    /// The frozen commitments whose seeds were not shown.
    pub withheld: Vec<Contribution>,
    /// How the game came out by its rules, if it did.
    pub outcome: Option<Outcome>,
    /// The game without what was undone.
    pub record: Record,
    /// The heads of the chain: before the first event, and after each.
    pub heads: Vec<Commitment>,
}

impl Verified {
    /// What can be said of the dice.
    pub fn verdict(&self) -> Verdict {
        if self.opening > 0 {
            Verdict::NotDrawn
        } else if self.withheld.is_empty() && !self.is_server_alone() {
            Verdict::Fair
        } else {
            Verdict::NotProved
        }
    }

    /// Did the server alone settle what was random?
    pub fn is_server_alone(&self) -> bool {
        (self.chances > 0 || self.lot.is_some()) && self.shown == 0
    }

    /// The number of the event after which the chain had this head.
    pub fn number_of(&self, head: Commitment) -> Option<u64> {
        self.heads.iter().position(|known| *known == head).map(|number| number as u64)
    }
}

/// Checks a proof from the first to the last line: the commitments, that they were frozen before a seed was shown, the
/// numbers, that each event may stand where it stands, every action by the rules, every chance event by the rules and
/// the seeds, who starts, who agreed to take something back, how the game came out, and the seal.
///
/// It cannot know what was shown while the game was played. Compare [`Proof::server`]'s commitment and one of
/// [`Verified::heads`] with those that were: without them, whoever knows the server's seed could have written another
/// log.
pub fn verify(proof: &Proof) -> Result<Verified, Wrong> {
    if proof.format != Proof::FORMAT {
        return Err(Wrong::Format(proof.format));
    }
    let server = proof.server;
    if server.seed.commitment() != server.commitment {
        return Err(Wrong::Server { commitment: server.commitment });
    }
    let is_other =
        |player: &&Contribution| player.seed.is_some_and(|seed| seed.commitment() != player.commitment);
    if let Some(player) = proof.players.iter().find(is_other) {
        return Err(Wrong::Player { commitment: player.commitment });
    }
    if proof.players != contributions(proof.seats, &proof.log) {
        return Err(Wrong::Players);
    }
    let seeds = Seeds::new(server.seed, proof.players.iter().filter_map(|player| player.seed).collect());
    let mut replay = Replay::new(&opening(proof)?, &seeds)?;
    for entry in &proof.log {
        replay.step(entry)?;
    }
    if !replay.is_over() {
        return Err(Wrong::NotOver);
    }
    if proof.sealed() != proof.seal {
        return Err(Wrong::Seal);
    }
    let withheld = proof.players.iter().filter(|player| player.seed.is_none()).cloned().collect();
    Ok(Verified { withheld, shown: seeds.players().len(), heads: proof.heads(), ..replay.verified() })
}

/// The record that the table began from. Its text is read rather than its parts, so that there is one reader of it.
fn opening(proof: &Proof) -> Result<Record, Wrong> {
    let empty = Record {
        game: proof.game.clone(),
        edition: proof.edition,
        seats: proof.seats,
        options: proof.options.clone().into_iter().collect(),
        events: Vec::new(),
        end: None,
    };
    // A game or an option with a line break in its name would be read as something else.
    replay(&empty)?;
    let text = format!("{empty}{}", proof.opening.join("\n"));
    let record: Record = text.parse().map_err(Wrong::Opening)?;
    let is_plain = record.events.len() == proof.opening.len() && record.end.is_none();
    if is_plain { Ok(record) } else { Err(Wrong::NoEvents) }
}
