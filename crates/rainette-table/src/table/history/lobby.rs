//! A table before the start: how its seats and settings change.

use rainette_core::Seat;

use super::{History, Place, begin};
use crate::journal::{Aside, By, Event, SwapWish};
use crate::protocol::{ClockKind, Number, Settings, Starts, Status, SwapState};
use crate::table::clock::Clocks;
use crate::table::weekends;

/// Whoever opened the table.
pub(super) const HOST: u32 = 1;

impl History {
    /// Carries out an event of the lobby.
    pub(super) fn arrange(&mut self, event: &Event) -> Result<(), String> {
        if let Some(person) = self.changed_by(event) {
            *self.lobby.changes.entry(person).or_default() += 1;
        }
        match event {
            Event::Seated { seat, by, .. } => {
                if self.is_another(*seat, *by) {
                    self.ask_but(&[Some(HOST).filter(|_| matches!(by, By::Computer(_)))]);
                }
                let place = self.place(*seat)?;
                (place.by, place.last) = (Some(*by), Some(*by));
                if let By::Person(person) = by {
                    self.lobby.ready.insert(*person);
                }
            }
            Event::Left { seat, is_removed } => {
                if self.place(*seat)?.level().is_some() {
                    self.ask_but(&[Some(HOST)]);
                }
                let place = self.place(*seat)?;
                let person = place.person();
                let Place { last, is_invited, colour, .. } = *place;
                *place = Place { last, is_invited, colour, ..Place::default() };
                self.lobby.removed.extend(person.filter(|_| *is_removed));
            }
            Event::Arranged { person, settings } => self.set(*person, settings)?,
            Event::Swapped { person, seats } => self.swap(*person, *seats)?,
            Event::Ready { person, is_ready: true, .. } => drop(self.lobby.ready.insert(*person)),
            Event::Ready { person, is_ready: false, .. } => drop(self.lobby.ready.remove(person)),
            Event::Coloured { seat, colour } => {
                let old = std::mem::replace(&mut self.place(*seat)?.colour, *colour);
                let others = Seat::all(self.places.len()).filter(|other| other != seat);
                for other in others {
                    let place = self.place(other)?;
                    if place.colour == *colour {
                        place.colour = old;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Who has changed something by an event that others can be made to answer again and again. Being ready is such an
    /// answer, and coming is counted by itself.
    fn changed_by(&self, event: &Event) -> Option<u32> {
        match event {
            Event::Swapped { person, .. } | Event::Ready { person, is_ready: false, .. } => Some(*person),
            Event::Coloured { seat, .. } => self.places.get(seat.index())?.person(),
            _ => None,
        }
    }

    /// Everybody but whoever arranged it says anew that they are ready, if another game is played by it. Seats of a table
    /// that is put on the list are for anybody, and those of one that is taken off for whoever has its link.
    fn set(&mut self, person: u32, settings: &Settings) -> Result<(), String> {
        if settings.matters_beside(&self.settings) {
            self.ask_but(&[Some(person)]);
        }
        if settings.options != self.settings.options {
            self.play.game = begin(&self.opening, &settings.options).map_err(|error| error.to_string())?;
        }
        if settings.is_public != self.settings.is_public {
            for place in &mut self.places {
                place.is_invited = !settings.is_public;
            }
        }
        self.play.clocks = Clocks::new(settings.clock, self.places.len());
        self.settings = settings.clone();
        Ok(())
    }

    /// A clock as it can be arranged here: once weekends were off at this table, their offset from UTC stays what it was.
    pub(in crate::table) fn keep_offset(&self, clock: ClockKind) -> ClockKind {
        let mut clocks = self.log.rows.iter().filter_map(|kept| match &kept.row.event {
            Event::Opened(opening) => Some(opening.clock),
            Event::Arranged { settings, .. } => Some(settings.clock),
            _ => None,
        });
        match (clock, clocks.find_map(weekends::minutes)) {
            (ClockKind::Days { days, weekends_off: Some(_) }, first @ Some(_)) => {
                ClockKind::Days { days, weekends_off: first }
            }
            (clock, _) => clock,
        }
    }

    /// Two seats change places. Whoever sits there has agreed; if who starts changes by it, the others have not.
    fn swap(&mut self, person: u32, [one, other]: [Seat; 2]) -> Result<(), String> {
        self.place(one)?;
        self.place(other)?;
        self.places.swap(one.index(), other.index());
        self.keep_colours();
        if self.changes_first([one, other]) {
            let place = |seat: Seat| self.places[seat.index()].person();
            self.ask_but(&[place(one), place(other), Some(person)]);
        }
        Ok(())
    }

    /// Everybody but these people says anew that they are ready.
    fn ask_but(&mut self, agreed: &[Option<u32>]) {
        self.lobby.ready.retain(|ready| agreed.contains(&Some(*ready)));
        self.lobby.asked = self.seq() + 1;
    }

    /// Is it another game if they sit down there? It is if somebody else starts than those who are ready have seen, and
    /// with any computer player: how well it plays is the host's word.
    fn is_another(&self, seat: Seat, by: By) -> bool {
        let last = self.places.get(seat.index()).and_then(|place| place.last);
        let is_somebody_else = last.is_some_and(|last| last != by);
        matches!(by, By::Computer(_)) || (is_somebody_else && self.changes_first([seat; 2]))
    }

    /// Does somebody else start if these seats change places?
    pub(in crate::table) fn changes_first(&self, seats: [Seat; 2]) -> bool {
        seats.iter().any(|&seat| self.settings.starts == Starts::Seat { seat })
    }

    /// With whom a person wants to change seats, as long as both sit where they did.
    pub(in crate::table) fn swap_of(&self, person: u32) -> Option<SwapWish> {
        let wish: SwapWish = serde_json::from_str(self.beside.asides.get(&Aside::Swap(person))?).ok()?;
        let sits = |seat: Seat| self.places.get(seat.index())?.person();
        let is_open = self.play.status == Status::Waiting && self.dice.frozen.is_none();
        let holds = is_open && sits(wish.seat) == Some(person) && sits(wish.with) == Some(wish.asked);
        (holds && !self.has_moved([wish.seat, wish.with], wish.number)).then_some(wish)
    }

    /// Have these seats changed places after an event?
    pub(in crate::table) fn has_swapped(&self, [one, other]: [Seat; 2], after: Number) -> bool {
        let is_it = |event: &Event| matches!(event, Event::Swapped { seats, .. } if [[one, other], [other, one]].contains(seats));
        self.after(after).any(is_it)
    }

    /// Has somebody left one of these seats after an event, or sat down there?
    pub(in crate::table) fn has_moved(&self, seats: [Seat; 2], after: Number) -> bool {
        self.after(after).any(|event| match event {
            Event::Seated { seat, .. } | Event::Left { seat, .. } => seats.contains(seat),
            Event::Swapped { seats: moved, .. } => moved.iter().any(|seat| seats.contains(seat)),
            _ => false,
        })
    }

    fn after(&self, number: Number) -> impl Iterator<Item = &Event> {
        let later = self.log.rows.get(number as usize..).unwrap_or_default();
        later.iter().map(|kept| &kept.row.event)
    }

    /// Who would like to change seats with whom.
    pub(in crate::table) fn swaps(&self) -> Vec<SwapState> {
        let asides = self.beside.asides.keys().filter_map(|&Aside::Swap(person)| self.swap_of(person));
        asides.map(|SwapWish { seat, with, .. }| SwapState { seat, with }).collect()
    }

    /// Whoever sits at this seat has seat 0 from now on, and the others follow in the same order.
    pub(super) fn turn_round(&mut self, first: Seat) {
        self.places.rotate_left(first.index());
        self.keep_colours();
    }

    /// People take the colours with them that they have chosen. Otherwise a seat has its colour by the rules.
    fn keep_colours(&mut self) {
        if !self.play.game.info().has_colours {
            for (colour, place) in (0..).zip(&mut self.places) {
                place.colour = colour;
            }
        }
    }
}
