//! Checking a proof: what it says is computed once more and compared.

use rainette_core::{Outcome, PlayError, Record, RecordError, Table, Turn};
use rainette_games::replay;
use thiserror::Error;

use super::proof::{Drawing, Entry, Proof, Step};
use super::{Commitment, Seeds};

/// What is wrong with a proof.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Wrong {
    /// It is written in another version of the format.
    #[error("the proof has format {0}, only format 1 is known here")]
    Format(u32),
    /// The server's seed is not the one it was committed to.
    #[error("the server's seed is not the one of its commitment {commitment}")]
    Server {
        /// The commitment.
        commitment: Commitment,
    },
    /// A player's seed is not the one it was committed to.
    #[error("a player's seed is not the one of its commitment {commitment}")]
    Player {
        /// The commitment.
        commitment: Commitment,
    },
    /// The players' seeds are in another order than that of their commitments.
    #[error("the players are not in the order of their commitments")]
    Order,
    /// A player has a seat that does not exist, or that another player has too.
    #[error("the seats of the players cannot be: each has its own, below {seats}")]
    Seats {
        /// How many seats there are.
        seats: usize,
    },
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
    /// An event is illegal or impossible where it stands.
    #[error("event {number}: {error}")]
    Event {
        /// Its number.
        number: u64,
        /// Why.
        error: PlayError,
    },
    /// The rules draw from something else.
    #[error("event {number}: it is not drawn from what the rules say")]
    Draw {
        /// Its number.
        number: u64,
    },
    /// Something else follows from the seeds.
    #[error("event {number}: `{said}` is not what follows from the seeds, which is `{derived}`")]
    Chance {
        /// Its number.
        number: u64,
        /// What the proof says.
        said: String,
        /// What follows from the seeds.
        derived: String,
    },
    /// What was drawn does not follow from the seeds, or is not what the event says.
    #[error("event {number}: what was drawn is not what follows from the seeds")]
    Drawn {
        /// Its number.
        number: u64,
    },
    /// There is nothing to take back.
    #[error("event {number}: nothing that counts has happened from event {from} on")]
    Undo {
        /// Its number.
        number: u64,
        /// The number of the first event that should be taken back.
        from: u64,
    },
    /// It is no end of a game.
    #[error("event {number}: the game cannot end by `{end}`")]
    End {
        /// Its number.
        number: u64,
        /// What the proof says.
        end: String,
    },
    /// The proof was changed after it was made.
    #[error("the seal is broken: something was changed after the proof was made")]
    Seal,
}

/// What a proof that holds says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// How many events the log has.
    pub events: usize,
    /// How many of them are chance events; every one follows from the seeds.
    pub chances: usize,
    /// How many actions and chance events were undone.
    pub undone: usize,
    /// How the game came out by its rules, where it did.
    pub outcome: Option<Outcome>,
    /// The game without what was undone.
    pub record: Record,
}

/// Checks a proof from the first to the last line: the commitments, the order of the seeds, the numbers, every action
/// by the rules, every chance event by the rules and the seeds, and the seal.
///
/// It cannot know what was shown at the beginning. Compare [`Proof::server`]'s commitment with the one that was.
pub fn verify(proof: &Proof) -> Result<Verified, Wrong> {
    if proof.format != Proof::FORMAT {
        return Err(Wrong::Format(proof.format));
    }
    check_promises(proof)?;
    let seeds = Seeds::new(proof.server.seed, proof.players.iter().map(|player| player.seed).collect());
    let mut replay = Replay::new(&opening(proof)?, &seeds)?;
    for entry in &proof.log {
        let again = replay.step(entry.number(), step(entry)?)?;
        if let (Entry::Chance { number, draw, drawn, .. }, Entry::Chance { draw: real, drawn: derived, .. }) =
            (entry, &again)
        {
            if draw != real {
                return Err(Wrong::Draw { number: *number });
            }
            if drawn != derived {
                return Err(Wrong::Drawn { number: *number });
            }
        }
    }
    if proof.sealed() != proof.seal {
        return Err(Wrong::Seal);
    }
    Ok(replay.verified())
}

/// Checks commitments, the order of the seeds, and whose they are.
pub(super) fn check_promises(proof: &Proof) -> Result<(), Wrong> {
    let server = proof.server;
    if server.seed.commitment() != server.commitment {
        return Err(Wrong::Server { commitment: server.commitment });
    }
    if let Some(player) = proof.players.iter().find(|player| player.seed.commitment() != player.commitment) {
        return Err(Wrong::Player { commitment: player.commitment });
    }
    if !proof.players.is_sorted_by_key(|player| player.commitment) {
        return Err(Wrong::Order);
    }
    let mut taken: Vec<_> = proof.players.iter().flat_map(|player| &player.seats).collect();
    let named = taken.len();
    taken.sort_unstable();
    taken.dedup();
    let is_beyond = taken.last().is_some_and(|seat| seat.index() >= proof.seats);
    if named != taken.len() || is_beyond {
        return Err(Wrong::Seats { seats: proof.seats });
    }
    Ok(())
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

fn step(entry: &Entry) -> Result<Step, Wrong> {
    Ok(match entry {
        Entry::Action { seat, event, .. } => Step::Action(*seat, event.clone()),
        Entry::Chance { event, .. } => Step::Chance(event.clone()),
        Entry::Undo { from, .. } => Step::Undo(*from),
        Entry::End { number, end } => {
            Step::End(end.parse().map_err(|_| Wrong::End { number: *number, end: end.clone() })?)
        }
        Entry::Table { event, .. } => Step::Table(event.clone()),
    })
}

/// A game played once more from its log, each chance event drawn again.
pub(super) struct Replay<'a> {
    seeds: &'a Seeds,
    table: Box<dyn Table>,
    /// How many events the opening has.
    opening: usize,
    /// The numbers of the events that count.
    live: Vec<u64>,
    next: u64,
    events: usize,
    chances: usize,
    undone: usize,
}

impl<'a> Replay<'a> {
    /// The first number of a log.
    const FIRST: u64 = 1;

    pub(super) fn new(opening: &Record, seeds: &'a Seeds) -> Result<Self, Wrong> {
        let table = replay(opening)?;
        let opening = table.len();
        Ok(Self {
            seeds,
            table,
            opening,
            live: Vec::new(),
            next: Self::FIRST,
            events: 0,
            chances: 0,
            undone: 0,
        })
    }

    /// Plays one event and gives it as a line of a proof.
    pub(super) fn step(&mut self, number: u64, step: Step) -> Result<Entry, Wrong> {
        if number != self.next {
            return Err(Wrong::Number { expected: self.next, found: number });
        }
        self.next = number.saturating_add(1);
        self.events += 1;
        let wrong = |error| Wrong::Event { number, error };
        match step {
            Step::Action(seat, event) => {
                self.table.play(seat, &event).map_err(wrong)?;
                self.live.push(number);
                Ok(Entry::Action { number, seat, event })
            }
            Step::Chance(event) => {
                let Some(draw) = self.table.chance() else {
                    let error = match self.table.turn() {
                        Turn::Seat(turn) => PlayError::WaitsForSeat { turn },
                        Turn::Chance | Turn::Over => PlayError::Over,
                    };
                    return Err(wrong(error));
                };
                let drawn = draw.sample(&mut self.seeds.random(number)).to_vec();
                let derived = self.table.draw(&mut self.seeds.random(number)).map_err(wrong)?;
                if derived != event {
                    return Err(Wrong::Chance { number, said: event, derived });
                }
                self.live.push(number);
                self.chances += 1;
                Ok(Entry::Chance { number, event, draw: Drawing::from(&draw), drawn })
            }
            Step::Undo(from) => {
                let kept = self.live.partition_point(|&live| live < from);
                if kept == self.live.len() {
                    return Err(Wrong::Undo { number, from });
                }
                self.undone += self.live.len() - kept;
                self.live.truncate(kept);
                self.table.truncate(self.opening + kept);
                Ok(Entry::Undo { number, from })
            }
            Step::End(end) => {
                let is_seat = end.seat.index() < self.table.seats();
                if !is_seat {
                    return Err(Wrong::End { number, end: end.to_string() });
                }
                self.table.stop(end).map_err(wrong)?;
                Ok(Entry::End { number, end: end.to_string() })
            }
            Step::Table(event) => Ok(Entry::Table { number, event }),
        }
    }

    fn verified(self) -> Verified {
        Verified {
            events: self.events,
            chances: self.chances,
            undone: self.undone,
            outcome: self.table.result(),
            record: self.table.record(),
        }
    }
}
