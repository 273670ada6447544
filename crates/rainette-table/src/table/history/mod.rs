//! All that follows from what is stored of a table, and nothing else. It changes by what was stored alone; record,
//! proof, replay, clocks and seats are its readers.

mod checks;
mod early;
mod evidence;
mod fold;
mod lobby;
mod prove;
mod replay;
mod show;
mod turns;

use std::collections::{BTreeMap, BTreeSet};

use rainette_core::{Record, Seat, Table, Told};
use rainette_games::table;
use thiserror::Error;

use super::clock::Clocks;
use super::{Beside, Stored};
use crate::Error;
use crate::fair::{Chain, Commitment, Promise, Seeds};
use crate::journal::{By, Event, Opening, Row, TokenHash, UndoWish};
use crate::protocol::{GameResult, Millis, Number, Out, Settings, Status, UndoState};

pub use evidence::Evidence;
pub use replay::Eyes;
pub(super) use replay::seen_again;
pub use show::trie;
pub(super) use turns::Known;

/// A log that cannot have been written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("event {number} of the log of table {table}: {what}")]
pub struct LoadError {
    /// The table's id.
    pub table: String,
    /// The number of the event.
    pub number: Number,
    /// What is wrong.
    pub what: String,
}

/// A table as what was stored of it leads to it.
pub struct History {
    pub(super) id: String,
    pub(super) invite: String,
    pub(super) opening: Opening,
    /// What can be arranged until the start, as it stands.
    pub(super) settings: Settings,
    pub(super) log: Log,
    pub(super) places: Vec<Place>,
    pub(super) lobby: Lobby,
    pub(super) dice: Dice,
    pub(super) play: Play,
    /// What stands beside the log. A wish to take back is there as long as it counts.
    pub(super) beside: Beside,
    /// The number of the last line that was said, erased ones included.
    pub(super) said: u32,
}

/// What happened, by number.
pub(super) struct Log {
    pub(super) rows: Vec<Kept>,
    /// The event that each command led to.
    pub(super) commands: BTreeMap<(Seat, String), Number>,
    pub(super) chain: Chain,
}

/// A row of the log, and what observers were told of it if it does not follow from the game any more.
pub(super) struct Kept {
    pub(super) row: Row,
    /// The head of the chain after it.
    pub(super) head: Commitment,
    /// What each seat and then the spectators were told, for events that were taken back.
    pub(super) undone: Option<Vec<Told>>,
    /// What every seat had left on its clock before an action.
    pub(super) left: Vec<Millis>,
}

/// A seat at the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Place {
    pub(super) by: Option<By>,
    /// Who sat down here last, also if they have left.
    pub(super) last: Option<By>,
    pub(super) stand_in: Option<u8>,
    pub(super) taken_over: Option<u8>,
    pub(super) out: Option<Out>,
    /// Is the seat kept for people with the invitation while it is free?
    pub(super) is_invited: bool,
    /// The colour of its pieces, counted from 0.
    pub(super) colour: u8,
    /// Does a computer player sit in for a turn that was missed, and has not ended it?
    pub(super) is_late: bool,
    /// The event by which a person came in for the computer player that had the seat; nothing before it is theirs.
    pub(super) came_in: Option<Number>,
}

impl Place {
    /// The level of the computer player that acts here, if one does.
    pub(super) fn level(&self) -> Option<u8> {
        let own = match self.by {
            Some(By::Computer(level)) => Some(level),
            _ => None,
        };
        self.taken_over.or(self.stand_in).or(own)
    }

    pub(super) fn person(&self) -> Option<u32> {
        match self.by {
            Some(By::Person(person)) => Some(person),
            _ => None,
        }
    }
}

/// Who is ready for the start, and who is not to come back.
#[derive(Default)]
pub(super) struct Lobby {
    /// The people who are ready to start; those who left may be among them.
    pub(super) ready: BTreeSet<u32>,
    /// The last event by which somebody had to say anew that they are ready; 0 before there is one.
    pub(super) asked: Number,
    /// How often each person has changed something before the start.
    pub(super) changes: BTreeMap<u32, usize>,
    /// The people whom the host asked to leave for good.
    pub(super) removed: BTreeSet<u32>,
    /// Who can be known again from table to table.
    pub(super) known: Known,
}

/// What dice follow from.
#[derive(Default)]
pub(super) struct Dice {
    /// What each person has committed to last.
    pub(super) commitments: BTreeMap<u32, Committed>,
    /// The commitments that count, once they are settled.
    pub(super) frozen: Option<Vec<Promise>>,
    pub(super) seeds: Option<Seeds>,
    /// How many chance events there were, those that were taken back included.
    pub(super) chances: u64,
}

/// What somebody has committed to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Committed {
    pub(super) commitment: Commitment,
    /// The number of the event.
    pub(super) number: u64,
    /// How often they have committed by then.
    pub(super) times: u32,
}

/// The game.
pub(super) struct Play {
    pub(super) game: Box<dyn Table>,
    /// The number in the log of each event of the game; 0 for those of the record that it began from.
    pub(super) numbers: Vec<Number>,
    pub(super) clocks: Clocks,
    /// What seats have settled before their turn, in notation.
    pub(super) chosen: BTreeMap<Seat, String>,
    pub(super) status: Status,
    pub(super) result: Option<GameResult>,
    pub(super) rematch: Option<String>,
}

impl History {
    /// The table that a log leads to.
    pub fn load(stored: Stored) -> Result<Self, LoadError> {
        let Stored { id, invite, rows, mut beside } = stored;
        let wrong = |number, what: &str| LoadError { table: id.clone(), number, what: what.to_owned() };
        let Some(Row { event: Event::Opened(opening), .. }) = rows.first() else {
            return Err(wrong(1, "the table was never opened"));
        };
        let mut opening = Opening::clone(opening);
        // Tables that were opened before there was a least.
        opening.grace_ms = opening.grace_ms.max(super::open::LEAST_GRACE * 1_000);
        let game = begin(&opening, &opening.options).map_err(|error| wrong(1, &error.to_string()))?;
        opening.options = game.record().options.into_iter().collect();
        let settings = opening.settings();
        let seats = game.seats();
        let place = |(index, is_invited): (usize, &bool)| Place {
            is_invited: *is_invited,
            colour: index as u8,
            ..Place::default()
        };
        let chain = prove::chain(&id, &opening, game.as_ref());
        let mut history = Self {
            id: id.clone(),
            invite,
            log: Log { rows: Vec::with_capacity(rows.len()), commands: BTreeMap::new(), chain },
            places: opening.invited.iter().enumerate().map(place).collect(),
            lobby: Lobby::default(),
            dice: Dice::default(),
            play: Play {
                numbers: vec![0; game.len()],
                clocks: Clocks::new(settings.clock, seats),
                chosen: BTreeMap::new(),
                game,
                status: Status::Waiting,
                result: None,
                rematch: None,
            },
            opening,
            settings,
            said: beside.chat.last().map_or(0, |line| line.number),
            beside: Beside::default(),
        };
        let wish = beside.wish.take();
        history.beside = beside;
        for (index, row) in rows.into_iter().enumerate() {
            let number = row.number;
            if number != index as Number + 1 {
                return Err(wrong(number, "numbers do not follow each other"));
            }
            history.apply_row(row).map_err(|what| wrong(number, &what))?;
        }
        history.beside.wish = wish.filter(|wish| history.still_counts(wish));
        Ok(history)
    }

    /// The number of the last event.
    pub fn seq(&self) -> Number {
        self.log.rows.len() as Number
    }

    /// The id of the game.
    pub fn game(&self) -> &str {
        &self.opening.game
    }

    /// Is the table on the list of open tables?
    pub fn is_public(&self) -> bool {
        self.settings.is_public
    }

    /// How far the table is.
    pub fn status(&self) -> Status {
        self.play.status
    }

    /// The people at this table who share this token, the first one first.
    pub(super) fn persons_of(&self, holder: TokenHash) -> impl Iterator<Item = u32> {
        let mine = self.beside.people.values().filter(move |person| person.holder == Some(holder));
        mine.map(|person| person.number)
    }

    pub(super) fn first_person(&self, holder: TokenHash) -> Option<u32> {
        self.persons_of(holder).next()
    }

    pub(super) fn seats_of(&self, holder: TokenHash) -> Vec<Seat> {
        let persons: Vec<u32> = self.persons_of(holder).collect();
        let mine =
            |seat: &Seat| self.places[seat.index()].person().is_some_and(|person| persons.contains(&person));
        Seat::all(self.places.len()).filter(mine).collect()
    }

    /// Everybody who holds a seat, each once.
    pub fn holders_seated(&self) -> BTreeSet<TokenHash> {
        let people = self.places.iter().filter_map(Place::person);
        people.filter_map(|person| self.beside.people.get(&person)?.holder).collect()
    }

    pub(super) fn holder_of(&self, seat: Seat) -> Option<TokenHash> {
        self.beside.people.get(&self.places.get(seat.index())?.person()?)?.holder
    }

    /// The number of the next person who is new here.
    pub(super) fn next_person(&self) -> u32 {
        self.beside.people.keys().next_back().map_or(1, |last| last + 1)
    }

    /// The person who opened the table.
    pub(super) fn host(&self) -> Option<u32> {
        self.beside.people.keys().next().copied()
    }

    pub(super) fn event(&self, number: Number) -> Option<&Event> {
        number.checked_sub(1).map(|index| &self.log.rows[index as usize].row.event)
    }

    /// The people with this token who sit, each once.
    pub(super) fn persons_seated(&self, holder: TokenHash) -> Vec<u32> {
        let sits = |person: &u32| self.places.iter().any(|place| place.person() == Some(*person));
        self.persons_of(holder).filter(sits).collect()
    }

    /// The people who sit at seats that are not out, each once.
    pub(super) fn persons_playing(&self) -> BTreeSet<u32> {
        let plays = self.places.iter().filter(|place| place.out.is_none());
        plays.filter_map(Place::person).collect()
    }

    /// Is everybody ready to start who sits?
    pub(super) fn is_everybody_ready(&self) -> bool {
        self.places.iter().filter_map(Place::person).all(|person| self.lobby.ready.contains(&person))
    }

    /// Is the sitter of this place ready to start? Computer players always are.
    pub(super) fn is_ready(&self, place: &Place) -> bool {
        match place.by {
            Some(By::Person(person)) => self.lobby.ready.contains(&person),
            Some(By::Computer(_)) => true,
            None => false,
        }
    }

    /// Was this holder asked to leave for good?
    pub(super) fn is_removed(&self, holder: TokenHash) -> bool {
        self.persons_of(holder).any(|person| self.lobby.removed.contains(&person))
    }

    pub(super) fn is_full(&self) -> bool {
        self.places.iter().all(|place| place.by.is_some())
    }

    /// The commitments that were frozen; none before.
    pub(super) fn frozen(&self) -> &[Promise] {
        self.dice.frozen.as_deref().unwrap_or_default()
    }

    /// The person whose commitment stands for this one: their own, or that of somebody at the same screen.
    pub(super) fn promiser(&self, person: u32) -> Option<u32> {
        if self.dice.commitments.contains_key(&person) {
            return Some(person);
        }
        let holder = self.beside.people.get(&person)?.holder?;
        self.persons_of(holder).find(|other| self.dice.commitments.contains_key(other))
    }

    /// Has anything random happened from this event on that counts?
    pub(super) fn is_over_chance(&self, from: Number) -> bool {
        let later = self.play.numbers.iter().rev().take_while(|number| **number >= from);
        later.into_iter().any(|number| matches!(self.event(*number), Some(Event::Chance { .. })))
    }

    /// Has nothing happened since then that makes the wish void? A restart does not, nor what others settle early.
    pub(super) fn still_counts(&self, wish: &UndoWish) -> bool {
        let later = self.log.rows.get(wish.number as usize..);
        let is_nothing = |kept: &Kept| matches!(kept.row.event, Event::Resumed { .. } | Event::Chose { .. });
        self.play.status == Status::Playing && later.is_some_and(|later| later.iter().all(is_nothing))
    }

    /// The people whom somebody does not hear.
    pub(super) fn muted_by(&self, person: u32) -> impl Iterator<Item = u32> {
        self.beside.muted.range((person, 0)..=(person, u32::MAX)).map(|(_, other)| *other)
    }

    /// Do computer players act at this table?
    pub fn has_computers(&self) -> bool {
        self.play.status == Status::Playing && self.places.iter().any(|place| place.level().is_some())
    }

    /// How many events the table began from.
    pub(super) fn opening_events(&self) -> usize {
        self.play.numbers.partition_point(|&number| number == 0)
    }

    /// What somebody wants to take back, as everybody is told it.
    pub(super) fn undo_state(&self) -> Option<UndoState> {
        let UndoWish { seat, from, waits_for, agreed, .. } = self.beside.wish.clone()?;
        Some(UndoState { seat, from, waits_for, agreed, is_over_chance: self.is_over_chance(from) })
    }

    /// Are commitments settled and seeds asked for?
    pub(super) fn is_starting(&self) -> bool {
        self.play.status == Status::Waiting && self.dice.frozen.is_some()
    }
}

/// The game at its beginning, with these options.
pub(super) fn begin(opening: &Opening, options: &BTreeMap<String, i64>) -> Result<Box<dyn Table>, Error> {
    let options: Vec<(String, i64)> = options.iter().map(|(name, value)| (name.clone(), *value)).collect();
    let blank = table(&opening.game, opening.invited.len(), &options)?;
    let mut record = match &opening.record {
        Some(text) => text.parse::<Record>()?,
        None => blank.record(),
    };
    record.edition = opening.edition;
    record.options = options;
    Ok(rainette_games::replay(&record)?)
}
