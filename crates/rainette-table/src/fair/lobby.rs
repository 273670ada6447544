//! A table before the start, from its proof: what is arranged, who is ready, and who may sit down.

use std::collections::{BTreeMap, BTreeSet};

use rainette_core::{Record, Seat, Table};
use rainette_games::replay;

use super::replay::{HOST, Place, need};
use super::verify::Wrong;
use super::{Entry, Seeds, Who};
use crate::protocol::{ClockKind, Settings, Starts};

/// What is arranged until the start.
pub(super) struct Lobby {
    /// What the table began from.
    opening: Record,
    /// What can be arranged, as it stands; none before the table is opened.
    settings: Option<Settings>,
    /// The people who are ready to start.
    ready: BTreeSet<u32>,
    /// The last event by which somebody had to say anew that they are ready.
    asked: u64,
    /// The people whom the host asked to leave for good.
    removed: BTreeSet<u32>,
}

impl Lobby {
    pub(super) fn new(opening: &Record) -> Self {
        Self {
            opening: opening.clone(),
            settings: None,
            ready: BTreeSet::new(),
            asked: 0,
            removed: BTreeSet::new(),
        }
    }

    /// Is time counted?
    pub(super) fn has_clock(&self) -> bool {
        self.settings.as_ref().is_some_and(|settings| settings.clock != ClockKind::None)
    }

    /// Whoever waits cannot choose how well a computer player plays for somebody: it has the level that was arranged.
    pub(super) fn check_stand_in(&self, entry: &Entry, level: u8) -> Result<(), Wrong> {
        let is_it = self.settings.as_ref().is_some_and(|settings| settings.stand_in == level);
        need(is_it, entry, "computer players sit in here at another level")
    }

    /// The table is opened like that. Its options are those that the chain began with.
    pub(super) fn open(&mut self, entry: &Entry, settings: &Settings) -> Result<(), Wrong> {
        let options = self.set_up(entry, &settings.options)?.record().options;
        need(options == self.opening.options, entry, "the table was set up otherwise")?;
        self.check(entry, settings)?;
        self.settings = Some(settings.clone());
        Ok(())
    }

    /// The host arranges the table anew: gives the game as it is set up from now on.
    pub(super) fn arrange(
        &mut self,
        entry: &Entry,
        person: u32,
        settings: &Settings,
    ) -> Result<Box<dyn Table>, Wrong> {
        need(person == HOST, entry, "only the host arranges a table")?;
        let before = self.settings.replace(settings.clone());
        if let Some(before) = before {
            need(*settings != before, entry, "nothing is different")?;
            if !self.opening.events.is_empty() {
                let is_same = (&before.options, before.starts) == (&settings.options, settings.starts);
                need(is_same, entry, "what a table goes on from cannot be set up anew")?;
            }
            if settings.matters_beside(&before) {
                self.ask_but(entry, &[Some(person)]);
            }
        }
        self.check(entry, settings)?;
        self.set_up(entry, &settings.options)
    }

    fn check(&self, entry: &Entry, settings: &Settings) -> Result<(), Wrong> {
        need((1..=8).contains(&settings.stand_in), entry, "levels go from 1 to 8")?;
        let is_first = settings.starts == Starts::default();
        let may_choose = !self.set_up(entry, &settings.options)?.info().draws_first;
        need(is_first || may_choose, entry, "the rules draw who starts")?;
        match settings.starts {
            Starts::Seat { seat } => need(seat.index() < self.opening.seats, entry, "there is no such seat"),
            Starts::Lot => Ok(()),
        }
    }

    /// The game with these options.
    fn set_up(&self, entry: &Entry, options: &BTreeMap<String, i64>) -> Result<Box<dyn Table>, Wrong> {
        let options = options.iter().map(|(name, value)| (name.clone(), *value)).collect();
        replay(&Record { options, ..self.opening.clone() }).map_err(|_| Wrong::Misplaced {
            number: entry.number(),
            kind: entry.kind(),
            why: "the game cannot be set up like that",
        })
    }

    /// Everybody but these people has to say anew that they are ready.
    fn ask_but(&mut self, entry: &Entry, agreed: &[Option<u32>]) {
        self.ready.retain(|ready| agreed.contains(&Some(*ready)));
        self.asked = entry.number();
    }

    fn is_first(&self, seat: Seat) -> bool {
        self.settings.as_ref().is_some_and(|it| it.starts == Starts::Seat { seat })
    }

    /// Somebody sits down, and is ready. It is another game if somebody else starts than who sat there last, and with any
    /// computer player.
    pub(super) fn sit(&mut self, entry: &Entry, seat: Seat, by: Who, last: Option<Who>) -> Result<(), Wrong> {
        let is_computer = matches!(by, Who::Computer(_));
        if is_computer || (last.is_some_and(|last| last != by) && self.is_first(seat)) {
            self.ask_but(entry, &[Some(HOST).filter(|_| is_computer)]);
        }
        if let Who::Person(person) = by {
            need(!self.removed.contains(&person), entry, "they were asked to leave for good")?;
            self.ready.insert(person);
        }
        Ok(())
    }

    /// The host takes a computer player off its seat.
    pub(super) fn empty(&mut self, entry: &Entry) {
        self.ask_but(entry, &[Some(HOST)]);
    }

    /// The host asks somebody to leave for good.
    pub(super) fn remove(&mut self, person: u32) {
        self.removed.insert(person);
    }

    /// Two seats change places. Whoever sits there has agreed; if who starts changes by it, the others have not.
    pub(super) fn swap(&mut self, entry: &Entry, places: &mut [Place], person: u32, [one, other]: [Seat; 2]) {
        places.swap(one.index(), other.index());
        if self.is_first(one) || self.is_first(other) {
            self.ask_but(
                entry,
                &[places[one.index()].person(), places[other.index()].person(), Some(person)],
            );
        }
    }

    /// Somebody is ready for what they have seen, or is not any more.
    pub(super) fn say_ready(
        &mut self,
        entry: &Entry,
        person: u32,
        is_ready: bool,
        seq: u64,
    ) -> Result<(), Wrong> {
        need(seq < entry.number(), entry, "they have not seen that yet")?;
        if is_ready {
            need(seq >= self.asked, entry, "they were ready for another game")?;
            self.ready.insert(person);
        } else {
            self.ready.remove(&person);
        }
        Ok(())
    }

    /// A seat takes another colour, which says nothing of the dice: it only has to be one.
    pub(super) fn colour(&self, entry: &Entry, colour: u8) -> Result<(), Wrong> {
        let info = rainette_games::games().into_iter().find(|info| info.id == self.opening.game);
        let is_one = info.is_some_and(|info| info.has_colours && usize::from(colour) < *info.seats.end());
        need(is_one, entry, "the game has no such colour to choose")
    }

    /// Is everybody ready who sits?
    pub(super) fn is_ready(&self, places: &[Place]) -> bool {
        places.iter().filter_map(Place::person).all(|person| self.ready.contains(&person))
    }

    /// Who starts, and whether that is drawn by lot; none if the first seat was to start.
    pub(super) fn first(&self, seeds: &Seeds) -> Option<(Seat, bool)> {
        match self.settings.as_ref()?.starts {
            Starts::Lot => Some((seeds.lot(self.opening.seats), true)),
            starts if starts == Starts::default() => None,
            Starts::Seat { seat } => Some((seat, false)),
        }
    }
}
