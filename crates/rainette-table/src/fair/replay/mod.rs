//! A table lived through once more from its proof: each event is held against what may happen there.

mod before;
mod game;

use std::collections::{BTreeMap, BTreeSet};

use rainette_core::{Record, Seat, Table, Turn};
use rainette_games::replay;

use super::lobby::Lobby;
use super::verify::{Verified, Wrong};
use super::{Commitment, Entry, Promise, Seeds, Who};
use crate::protocol::{GameResult, Out};

/// Whoever opened the table.
pub(super) const HOST: u32 = 1;

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Nothing,
    Lobby,
    Frozen,
    Playing,
    Over,
    /// Over, and the rematch is arranged: nothing follows.
    Closed,
}

/// A seat.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    by: Option<Who>,
    /// Who sat down here last before the start, also if they have left.
    last: Option<Who>,
    /// The level of the computer player that sits in, for a while or for good.
    stand_in: Option<u8>,
    out: Option<Out>,
    /// Does a computer player sit in for a turn that was missed, and has not ended it?
    is_late: bool,
    /// The event by which a person came in for a computer player; 0 if none did.
    came_in: u64,
}

impl Place {
    pub(super) fn person(&self) -> Option<u32> {
        match self.by {
            Some(Who::Person(person)) => Some(person),
            _ => None,
        }
    }

    fn is_computers(&self) -> bool {
        self.stand_in.is_some() || matches!(self.by, Some(Who::Computer(_)))
    }
}

/// What has to follow at once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Due {
    Anything,
    /// At a table of two this seat is out: the other one has won, unless its time was up at the same moment.
    Finished(Seat),
    TakenOver(Seat),
    Abandoned,
    /// Who starts, and whether that was drawn by lot.
    Began(Seat, bool),
}

/// An action or a chance event that counts.
struct Live {
    number: u64,
    /// Who acted; none for chance.
    seat: Option<Seat>,
}

/// What a table was opened for, and nobody arranges anew.
#[derive(Clone, Copy, Default)]
struct Terms {
    is_practice: bool,
    is_strict: bool,
    takes_newcomers: bool,
}

/// The game as far as it was played.
struct Game {
    table: Box<dyn Table>,
    /// How many events the opening has.
    opening: usize,
    live: Vec<Live>,
    /// What seats have settled before their turn.
    chosen: BTreeMap<Seat, String>,
    /// How it came out if a seat's end was its end.
    stopped: Option<GameResult>,
}

pub(super) struct Replay<'a> {
    seeds: &'a Seeds,
    phase: Phase,
    due: Due,
    lobby: Lobby,
    lot: Option<Seat>,
    terms: Terms,
    places: Vec<Place>,
    /// Everybody who has ever sat here.
    sat: BTreeSet<u32>,
    commitments: BTreeMap<u32, Commitment>,
    frozen: Vec<Promise>,
    game: Game,
    count: Count,
}

/// How many events there were, how many of them by chance, how many were taken back, how often over chance, and who came
/// in by which event.
#[derive(Default)]
struct Count {
    events: usize,
    chances: usize,
    undone: usize,
    redraws: usize,
    came_in: Vec<(u64, Seat, u32)>,
}

/// Says that something cannot be where it stands, unless it is so.
pub(super) fn need(is_so: bool, entry: &Entry, why: &'static str) -> Result<(), Wrong> {
    if is_so { Ok(()) } else { Err(Wrong::Misplaced { number: entry.number(), kind: entry.kind(), why }) }
}

impl<'a> Replay<'a> {
    pub(super) fn new(opening: &Record, seeds: &'a Seeds) -> Result<Self, Wrong> {
        let table = replay(opening)?;
        Ok(Self {
            seeds,
            phase: Phase::Nothing,
            due: Due::Anything,
            lobby: Lobby::new(opening),
            lot: None,
            terms: Terms::default(),
            places: vec![Place::default(); table.seats()],
            sat: BTreeSet::new(),
            commitments: BTreeMap::new(),
            frozen: Vec::new(),
            game: Game {
                opening: table.len(),
                table,
                live: Vec::new(),
                chosen: BTreeMap::new(),
                stopped: None,
            },
            count: Count::default(),
        })
    }

    /// Has the table come to its end?
    pub(super) fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over | Phase::Closed)
    }

    /// Lets one event happen.
    pub(super) fn step(&mut self, entry: &Entry) -> Result<(), Wrong> {
        let (number, expected) = (entry.number(), self.count.events as u64 + 1);
        if number != expected {
            return Err(Wrong::Number { expected, found: number });
        }
        self.count.events += 1;
        self.check_due(entry)?;
        match entry {
            Entry::Opened { settings, practice, strict, newcomers, .. } => {
                need(self.phase == Phase::Nothing, entry, "a table is opened once, and first")?;
                self.phase = Phase::Lobby;
                self.terms =
                    Terms { is_practice: *practice, is_strict: *strict, takes_newcomers: *newcomers };
                self.lobby.open(entry, settings)
            }
            Entry::Seated { .. }
            | Entry::Left { .. }
            | Entry::Arranged { .. }
            | Entry::Swapped { .. }
            | Entry::Ready { .. }
            | Entry::Coloured { .. }
            | Entry::Committed { .. }
            | Entry::Frozen { .. } => {
                need(
                    self.phase == Phase::Lobby,
                    entry,
                    "seats and commitments are settled, or the table is not open",
                )?;
                self.prepare(entry)
            }
            Entry::Started { seeds, .. } => {
                need(
                    self.phase == Phase::Frozen,
                    entry,
                    "a game starts once, after the commitments were frozen",
                )?;
                self.phase = Phase::Playing;
                self.start(entry, seeds)?;
                if let Some((first, is_lot)) = self.lobby.first(self.seeds) {
                    self.due = Due::Began(first, is_lot);
                }
                Ok(())
            }
            Entry::Abandoned { by, .. } => {
                let is_known = by.is_none_or(|by| by == HOST || self.sat.contains(&by));
                need(is_known, entry, "somebody closes it who never sat here")?;
                let is_on = matches!(self.phase, Phase::Lobby | Phase::Frozen | Phase::Playing);
                need(is_on, entry, "there is nothing to abandon")?;
                self.phase = Phase::Over;
                Ok(())
            }
            Entry::Rematch { .. } => {
                need(self.phase == Phase::Over, entry, "there is one rematch, after the end")?;
                self.phase = Phase::Closed;
                Ok(())
            }
            _ => {
                need(self.phase == Phase::Playing, entry, "no game is on")?;
                self.play(entry)
            }
        }
    }

    /// What the rules or the table do by themselves follows at once: nothing can be put in before it.
    fn check_due(&mut self, entry: &Entry) -> Result<(), Wrong> {
        let due = std::mem::replace(&mut self.due, Due::Anything);
        match due {
            Due::Finished(out) => return self.stop_short(entry, out),
            Due::TakenOver(out) => {
                let is_it = matches!(entry, Entry::TakenOver { seat, .. } if *seat == out);
                return need(is_it, entry, "a computer player takes the seat over first");
            }
            Due::Abandoned => {
                let is_it = matches!(entry, Entry::Abandoned { by: None, .. });
                return need(is_it, entry, "nobody plays any more");
            }
            Due::Began(first, is_lot) => return self.begin(entry, first, is_lot),
            Due::Anything => {
                need(
                    !matches!(entry, Entry::TakenOver { .. }),
                    entry,
                    "only a seat that gave up or ran out of time is taken over",
                )?;
                need(
                    !matches!(entry, Entry::Began { .. }),
                    entry,
                    "it is said once who starts, at once after the start, if another seat than the first may",
                )?;
            }
        }
        if self.phase != Phase::Playing {
            return Ok(());
        }
        match self.game.table.turn() {
            Turn::Seat(turn) if self.game.chosen.contains_key(&turn) => {
                let is_it = matches!(entry, Entry::Action { seat, .. } if *seat == turn);
                need(is_it, entry, "a seat does what it has settled first")
            }
            Turn::Chance => need(matches!(entry, Entry::Chance { .. }), entry, "the game waits for chance"),
            Turn::Over => need(matches!(entry, Entry::Finished { .. }), entry, "the game is over"),
            Turn::Seat(_) => Ok(()),
        }
    }

    /// Whoever sits at the seat that starts has seat 0 from now on, and the others follow in the same order.
    fn begin(&mut self, entry: &Entry, real: Seat, is_real_lot: bool) -> Result<(), Wrong> {
        let Entry::Began { number, first, is_lot } = entry else {
            return need(false, entry, "it is said first who starts");
        };
        need(*is_lot == is_real_lot, entry, "who starts was arranged otherwise")?;
        if *first != real {
            return Err(Wrong::First { number: *number, said: first.index(), derived: real.index() });
        }
        self.lot = is_lot.then_some(real);
        self.places.rotate_left(real.index());
        Ok(())
    }

    fn place(&mut self, entry: &Entry, seat: Seat) -> Result<&mut Place, Wrong> {
        let place = self.places.get_mut(seat.index());
        place.ok_or(Wrong::Misplaced {
            number: entry.number(),
            kind: entry.kind(),
            why: "there is no such seat",
        })
    }

    pub(super) fn verified(self) -> Verified {
        Verified {
            events: self.count.events,
            chances: self.count.chances,
            undone: self.count.undone,
            redraws: self.count.redraws,
            is_practice: self.terms.is_practice,
            came_in: self.count.came_in,
            opening: self.game.opening,
            lot: self.lot,
            shown: 0,
            withheld: Vec::new(),
            outcome: self.game.table.result(),
            record: self.game.table.record(),
            heads: Vec::new(),
        }
    }
}
