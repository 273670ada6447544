//! Opening a table.

use std::collections::BTreeMap;

use rainette_core::{Record, Seat, Table};
use rainette_games::games;

use super::clock::Clocks;
use super::commands::commitment;
use super::history::{History, begin};
use super::record::check_length;
use super::text::name;
use super::{Batch, Change, Stored};
use crate::Error;
use crate::fair::Seed;
use crate::journal::{By, Event, Opening, Person, Row, TokenHash, stand_in_level};
use crate::protocol::{Millis, OpenTable, SeatWish, Settings, Starts, Status};

/// What a new table needs that must be random.
#[derive(Clone, Debug)]
pub struct Fresh {
    /// The table's id.
    pub id: String,
    /// The code of its invitation.
    pub invite: String,
    /// The server's secret seed.
    pub seed: Seed,
}

/// The shortest that somebody may be away, in seconds: long enough to load a page again or to change networks.
pub(super) const LEAST_GRACE: u32 = 15;

/// The longest that somebody may be away.
const MOST_GRACE: u32 = 86_400;

/// Opens a table: what is to be stored. `record` is what the game goes on from.
pub fn open(
    wish: &OpenTable,
    record: Option<Record>,
    holder: TokenHash,
    fresh: Fresh,
    now: Millis,
) -> Result<Batch, Error> {
    let info = games().into_iter().find(|info| info.id == wish.game);
    let mut opening = Opening {
        game: wish.game.clone(),
        edition: info.map_or(1, |info| info.edition),
        options: wish.options.clone(),
        invited: wish.seats.iter().map(|seat| *seat == SeatWish::Friend).collect(),
        clock: wish.clock,
        is_public: wish.is_public,
        start_when_full: wish.start_when_full,
        grace_ms: wish.grace_seconds.unwrap_or(60).saturating_mul(1_000),
        stand_in: wish.stand_in.unwrap_or_else(stand_in_level),
        starts: wish.starts.unwrap_or_default(),
        is_practice: wish.is_practice,
        is_strict: wish.is_strict,
        takes_newcomers: wish.takes_newcomers,
        seed: fresh.seed,
        rematch_of: None,
        record: None,
    };
    let game = begin(&opening, &opening.options)?;
    opening.options = game.record().options.into_iter().collect();
    check_settings(&opening.settings(), game.as_ref())?;
    let mut is_opened = false;
    if let Some(record) = record {
        check_length(&record)?;
        let options: BTreeMap<String, i64> = record.options.iter().cloned().collect();
        if record.game != wish.game || record.seats != wish.seats.len() || options != wish.options {
            let message = "the record is of another game, or set up otherwise".to_owned();
            return Err(Error::WrongRecord { message, line: None });
        }
        opening.edition = record.edition;
        opening.record = Some(Record { end: None, ..record }.to_string());
        let game = begin(&opening, &opening.options)?;
        if game.turn() == rainette_core::Turn::Over {
            return Err(Error::Over);
        }
        is_opened = !game.is_empty();
        if is_opened && opening.starts != Starts::default() {
            return Err(Error::OpeningSettled);
        }
    }

    let me = name(&wish.name);
    let mut people: Vec<Person> = Vec::new();
    let mut events = vec![Event::Opened(Box::new(opening))];
    let mut seated: Vec<(Seat, By)> = Vec::new();
    for (index, seat_wish) in wish.seats.iter().enumerate() {
        let seat = Seat::new(index);
        let by = match *seat_wish {
            SeatWish::Computer { level } => {
                check_level(level)?;
                By::Computer(level)
            }
            SeatWish::Me => {
                let name = match wish.names.get(&(index as u8)) {
                    Some(text) => name(text)?,
                    None => me.clone()?,
                };
                let known = people.iter().find(|person| person.name.as_ref() == Some(&name));
                let number = if let Some(person) = known {
                    person.number
                } else {
                    let number = people.len() as u32 + 1;
                    people.push(Person { number, name: Some(name), holder: Some(holder) });
                    number
                };
                By::Person(number)
            }
            SeatWish::Friend | SeatWish::Open => continue,
        };
        seated.push((seat, by));
    }
    // Whoever opens a table agrees to what it begins from.
    events.extend(seating(seated, is_opened));
    if people.is_empty() {
        // Somebody who only looks on still is the host.
        people.push(Person { number: 1, name: Some(me?), holder: Some(holder) });
    }
    if let Some(text) = &wish.commitment {
        events.push(Event::Committed { person: 1, commitment: commitment(text)? });
    }
    Ok(batch(fresh, events, people, wish.is_public, now))
}

/// Opens the rematch of a finished game: the same people and settings, everybody one seat further.
///
/// It is public if the first game was, unless there is no list of open tables any more.
pub fn open_rematch(
    old: &History,
    holder: TokenHash,
    fresh: Fresh,
    has_list: bool,
    now: Millis,
) -> Result<Batch, Error> {
    old.may_rematch(Some(holder))?;
    let seats = old.places.len();
    let rotated = |index: usize| (index + 1) % seats;
    let mut invited = vec![false; seats];
    for (index, place) in old.places.iter().enumerate() {
        invited[rotated(index)] = place.is_invited;
    }
    let settings = old.settings.clone();
    let opening = Opening {
        invited,
        options: settings.options,
        clock: settings.clock,
        is_public: settings.is_public && has_list,
        start_when_full: true,
        grace_ms: settings.grace_ms,
        stand_in: settings.stand_in,
        // Whoever follows in the round starts, unless it is drawn again.
        starts: if settings.starts == Starts::Lot { Starts::Lot } else { Starts::default() },
        seed: fresh.seed,
        rematch_of: Some(old.id.clone()),
        record: None,
        ..old.opening.clone()
    };
    let is_public = opening.is_public;
    let mut seated: Vec<(Seat, By)> = Vec::new();
    for (index, place) in old.places.iter().enumerate() {
        let by = place.by.filter(|by| match by {
            By::Person(person) => old.beside.people.get(person).is_some_and(|person| person.holder.is_some()),
            By::Computer(_) => true,
        });
        seated.extend(by.map(|by| (Seat::new(rotated(index)), by)));
    }
    // Whoever asks is the host, and the host is person 1.
    let mut old_numbers: Vec<u32> = old.persons_of(holder).collect();
    old_numbers.extend(
        old.beside.people.keys().filter(|number| !old_numbers.contains(number)).copied().collect::<Vec<_>>(),
    );
    let sits = |number: &u32| seated.iter().any(|(_, by)| *by == By::Person(*number));
    old_numbers.retain(sits);
    let renumbered: BTreeMap<u32, u32> =
        old_numbers.iter().enumerate().map(|(index, number)| (*number, index as u32 + 1)).collect();
    let people = old_numbers.iter().filter_map(|number| {
        let person = old.beside.people.get(number)?;
        Some(Person { number: *renumbered.get(number)?, ..person.clone() })
    });
    let people: Vec<Person> = people.collect();
    let mut events = vec![Event::Opened(Box::new(opening))];
    events.extend(colours_kept(old, rotated));
    for (_, by) in &mut seated {
        if let By::Person(number) = by {
            *number = *renumbered.get(number).ok_or(Error::Internal)?;
        }
    }
    // A rematch begins from nothing, whatever the first game began from.
    events.extend(seating(seated, false));
    Ok(batch(fresh, events, people, is_public, now))
}

/// They sit down, in the order of their seats: computer players before people, who are ready for what is there then.
fn seating(mut seated: Vec<(Seat, By)>, is_opened: bool) -> impl Iterator<Item = Event> {
    seated.sort_by_key(|(seat, by)| (matches!(by, By::Person(_)), *seat));
    seated.into_iter().map(move |(seat, by)| {
        let agreed_to_opening = is_opened && matches!(by, By::Person(_));
        Event::Seated { seat, by, agreed_to_opening }
    })
}

fn batch(fresh: Fresh, events: Vec<Event>, people: Vec<Person>, is_public: bool, now: Millis) -> Batch {
    let rows = events.into_iter().enumerate();
    let rows = rows.map(|(index, event)| Row { number: index as u64 + 1, at: now, command: None, event });
    let opened = Change::Opened { is_public, invite: fresh.invite };
    let changes = std::iter::once(opened).chain(rows.map(Change::Row));
    let mut batch = Batch::new(fresh.id, changes.chain(people.into_iter().map(Change::Person)));
    let mut stored = Stored::default();
    stored.add(&batch);
    let line = History::load(stored).ok().map(|history| Box::new(history.line(Status::Waiting)));
    batch.changes.extend(line.map(Change::Listed));
    batch
}

/// Everybody keeps their colour, wherever they sit.
fn colours_kept(old: &History, moved: impl Fn(usize) -> usize) -> Vec<Event> {
    let seats = old.places.len();
    if !old.play.game.info().has_colours {
        return Vec::new();
    }
    let mut wanted = vec![0; seats];
    for (index, place) in old.places.iter().enumerate() {
        wanted[moved(index)] = place.colour;
    }
    let mut colours: Vec<u8> = (0..seats as u8).collect();
    let mut events = Vec::new();
    for (index, colour) in wanted.into_iter().enumerate() {
        if colours[index] == colour {
            continue;
        }
        events.push(Event::Coloured { seat: Seat::new(index), colour });
        let old = std::mem::replace(&mut colours[index], colour);
        let others = colours.iter_mut().enumerate().filter(|(other, _)| *other != index);
        for (_, other) in others.filter(|(_, other)| **other == colour) {
            *other = old;
        }
    }
    events
}

/// Can a table be arranged like that? `game` is the game with its options.
pub(super) fn check_settings(settings: &Settings, game: &dyn Table) -> Result<(), Error> {
    Clocks::check(settings.clock)?;
    if !(LEAST_GRACE * 1_000..=MOST_GRACE * 1_000).contains(&settings.grace_ms) {
        return Err(Error::WrongClock("somebody may be away for 15 to 86,400 seconds"));
    }
    check_level(settings.stand_in)?;
    match settings.starts {
        Starts::Seat { seat } if seat.index() >= game.seats() => Err(Error::NoSuchSeat(seat)),
        starts if game.info().draws_first && starts != Starts::default() => Err(Error::RulesDrawFirst),
        _ => Ok(()),
    }
}

pub(super) fn check_level(level: u8) -> Result<(), Error> {
    if (1..=8).contains(&level) { Ok(()) } else { Err(Error::WrongLevel) }
}
