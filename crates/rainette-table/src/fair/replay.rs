//! A table lived through once more from its proof: each event is held against what may happen there.

use std::collections::{BTreeMap, BTreeSet};

use rainette_core::{End, How, PlayError, Record, Seat, Table, Turn};
use rainette_games::replay;

use super::verify::{Verified, Wrong};
use super::{Commitment, Drawing, Entry, Promise, Seeds, Showing, Who};
use crate::outcome::result_of;
use crate::protocol::{ClockKind, GameResult, Out};

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
struct Place {
    by: Option<Who>,
    /// The level of the computer player that sits in, for a while or for good.
    stand_in: Option<u8>,
    out: Option<Out>,
}

impl Place {
    fn person(&self) -> Option<u32> {
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
    TakenOver(Seat),
    Abandoned,
}

/// An action or a chance event that counts.
struct Live {
    number: u64,
    /// Who acted; none for chance.
    seat: Option<Seat>,
}

pub(super) struct Replay<'a> {
    seeds: &'a Seeds,
    table: Box<dyn Table>,
    phase: Phase,
    due: Due,
    has_clock: bool,
    places: Vec<Place>,
    commitments: BTreeMap<u32, Commitment>,
    frozen: Vec<Promise>,
    /// How many events the opening has.
    opening: usize,
    live: Vec<Live>,
    /// How the game came out if a seat's end was its end.
    stopped: Option<GameResult>,
    count: Count,
}

/// How many events there were, how many of them by chance, how many were taken back, and how often over chance.
#[derive(Default)]
struct Count {
    events: usize,
    chances: usize,
    undone: usize,
    redraws: usize,
}

/// Says that something cannot be where it stands, unless it is so.
fn need(is_so: bool, entry: &Entry, why: &'static str) -> Result<(), Wrong> {
    if is_so { Ok(()) } else { Err(Wrong::Misplaced { number: entry.number(), kind: entry.kind(), why }) }
}

impl<'a> Replay<'a> {
    pub(super) fn new(opening: &Record, seeds: &'a Seeds) -> Result<Self, Wrong> {
        let table = replay(opening)?;
        Ok(Self {
            seeds,
            phase: Phase::Nothing,
            due: Due::Anything,
            has_clock: false,
            places: vec![Place::default(); table.seats()],
            commitments: BTreeMap::new(),
            frozen: Vec::new(),
            opening: table.len(),
            table,
            live: Vec::new(),
            stopped: None,
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
            Entry::Opened { clock, .. } => {
                need(self.phase == Phase::Nothing, entry, "a table is opened once, and first")?;
                self.phase = Phase::Lobby;
                self.has_clock = *clock != ClockKind::None;
                Ok(())
            }
            Entry::Seated { .. } | Entry::Left { .. } | Entry::Committed { .. } | Entry::Frozen { .. } => {
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
                self.start(entry, seeds)
            }
            Entry::Abandoned { .. } => {
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
            Due::TakenOver(out) => {
                let is_it = matches!(entry, Entry::TakenOver { seat, .. } if *seat == out);
                return need(is_it, entry, "a computer player takes the seat over first");
            }
            Due::Abandoned => {
                let is_it = matches!(entry, Entry::Abandoned { .. });
                return need(is_it, entry, "nobody plays any more");
            }
            Due::Anything => need(
                !matches!(entry, Entry::TakenOver { .. }),
                entry,
                "only a seat that gave up or ran out of time is taken over",
            )?,
        }
        if self.phase != Phase::Playing {
            return Ok(());
        }
        match self.table.turn() {
            Turn::Chance => need(matches!(entry, Entry::Chance { .. }), entry, "the game waits for chance"),
            Turn::Over => need(matches!(entry, Entry::Finished { .. }), entry, "the game is over"),
            Turn::Seat(_) => Ok(()),
        }
    }

    fn place(&mut self, entry: &Entry, seat: Seat) -> Result<&mut Place, Wrong> {
        let place = self.places.get_mut(seat.index());
        place.ok_or(Wrong::Misplaced {
            number: entry.number(),
            kind: entry.kind(),
            why: "there is no such seat",
        })
    }

    fn prepare(&mut self, entry: &Entry) -> Result<(), Wrong> {
        match entry {
            Entry::Seated { seat, by, agreed_to_opening, .. } => {
                let is_asked = self.opening > 0 && matches!(by, Who::Person(_));
                let is_level = !matches!(by, Who::Computer(level) if !(1..=8).contains(level));
                let place = self.place(entry, *seat)?;
                need(place.by.is_none(), entry, "the seat is taken")?;
                need(is_level, entry, "levels go from 1 to 8")?;
                place.by = Some(*by);
                need(
                    *agreed_to_opening == is_asked,
                    entry,
                    "people agree to an opening that was not drawn, and to nothing else",
                )
            }
            Entry::Left { seat, .. } => {
                let place = self.place(entry, *seat)?;
                need(place.person().is_some(), entry, "nobody sits there")?;
                *place = Place::default();
                Ok(())
            }
            Entry::Committed { person, commitment, .. } => {
                self.commitments.insert(*person, *commitment);
                Ok(())
            }
            Entry::Frozen { players, .. } => {
                need(self.places.iter().all(|place| place.by.is_some()), entry, "a seat is free")?;
                self.phase = Phase::Frozen;
                self.freeze(entry.number(), players)
            }
            _ => Ok(()),
        }
    }

    /// Everybody who sits and has committed is there, with the last commitment; nobody else is.
    fn freeze(&mut self, number: u64, players: &[Promise]) -> Result<(), Wrong> {
        let has_own =
            |person: Option<u32>| person.is_some_and(|person| self.commitments.contains_key(&person));
        let mut taken = BTreeSet::new();
        let mut is_right = players.is_sorted_by(|one, next| one.person < next.person);
        for Promise { person, seats, commitment } in players {
            is_right &= self.commitments.get(person) == Some(commitment) && !seats.is_empty();
            is_right &= seats.is_sorted_by(|one, next| one < next);
            for seat in seats {
                let sitter = self.places.get(seat.index()).and_then(Place::person);
                // People at a shared screen have one commitment together.
                is_right &= sitter == Some(*person) || (sitter.is_some() && !has_own(sitter));
                is_right &= taken.insert(*seat);
            }
        }
        for (seat, place) in Seat::all(self.places.len()).zip(&self.places) {
            is_right &= !has_own(place.person()) || taken.contains(&seat);
        }
        self.frozen = players.to_vec();
        if is_right { Ok(()) } else { Err(Wrong::Frozen { number }) }
    }

    fn start(&mut self, entry: &Entry, seeds: &[Showing]) -> Result<(), Wrong> {
        need(seeds.is_sorted_by(|one, next| one.person < next.person), entry, "a seed is shown once")?;
        for Showing { person, seed } in seeds {
            let promise = self.frozen.iter().find(|promise| promise.person == *person);
            let fits = promise.is_some_and(|promise| promise.commitment == seed.commitment());
            need(fits, entry, "a seed fits no frozen commitment")?;
        }
        Ok(())
    }

    fn play(&mut self, entry: &Entry) -> Result<(), Wrong> {
        let number = entry.number();
        let wrong = |error| Wrong::Event { number, error };
        match entry {
            Entry::Action { seat, event, by_computer, .. } => {
                let is_computers = self.place(entry, *seat)?.is_computers();
                need(is_computers == *by_computer, entry, "somebody else acts for this seat")?;
                self.table.play(*seat, event).map_err(wrong)?;
                self.live.push(Live { number, seat: Some(*seat) });
                Ok(())
            }
            Entry::Chance { chance_number, event, draw, drawn, .. } => {
                let (real, derived) = self.draw(number, *chance_number, event)?;
                if *draw != real {
                    return Err(Wrong::Draw { number });
                }
                if *drawn == derived { Ok(()) } else { Err(Wrong::Drawn { number }) }
            }
            Entry::Undo { seat, from, agreed, .. } => self.undo(number, *seat, *from, agreed),
            Entry::Resigned { seat, .. } => {
                need(self.place(entry, *seat)?.person().is_some(), entry, "no person sits there")?;
                self.go_out(entry, *seat, Out::Resigned)
            }
            Entry::OutOfTime { seat, .. } => {
                let is_computers = self.place(entry, *seat)?.is_computers();
                let runs = self.has_clock && self.table.turn() == Turn::Seat(*seat) && !is_computers;
                need(runs, entry, "this seat's clock does not run")?;
                self.go_out(entry, *seat, Out::OutOfTime)
            }
            Entry::SatIn { seat, level, .. } => {
                let is_turn = self.table.turn() == Turn::Seat(*seat);
                need(is_turn && (1..=8).contains(level), entry, "nobody is waited for there")?;
                let place = self.place(entry, *seat)?;
                need(!place.is_computers(), entry, "a computer player sits there")?;
                place.stand_in = Some(*level);
                Ok(())
            }
            Entry::TookBack { seat, .. } => {
                let place = self.place(entry, *seat)?;
                let is_lent = place.stand_in.is_some() && place.out.is_none();
                need(is_lent, entry, "there is no seat to take back")?;
                place.stand_in = None;
                Ok(())
            }
            Entry::TakenOver { seat, level, .. } => {
                need((1..=8).contains(level), entry, "levels go from 1 to 8")?;
                self.place(entry, *seat)?.stand_in = Some(*level);
                let plays = |place: &Place| place.person().is_some() && place.out.is_none();
                if !self.places.iter().any(plays) {
                    self.due = Due::Abandoned;
                }
                Ok(())
            }
            Entry::Resumed { lost_ms, .. } => {
                need(self.has_clock && *lost_ms > 0, entry, "there is no time to give back")
            }
            Entry::Finished { result, .. } => {
                need(self.table.turn() == Turn::Over, entry, "the game is not over")?;
                self.phase = Phase::Over;
                let real = self.stopped.take().unwrap_or_else(|| self.result());
                if real == *result { Ok(()) } else { Err(Wrong::Result { number }) }
            }
            _ => need(false, entry, "it is no play"),
        }
    }

    /// Draws a chance event once more: what it is drawn from, and what is drawn.
    fn draw(&mut self, number: u64, found: u64, event: &str) -> Result<(Drawing, Vec<u8>), Wrong> {
        let wrong = |error| Wrong::Event { number, error };
        let expected = self.count.chances as u64 + 1;
        if found != expected {
            return Err(Wrong::ChanceNumber { number, expected, found });
        }
        let Some(draw) = self.table.chance() else {
            return Err(wrong(match self.table.turn() {
                Turn::Seat(turn) => PlayError::WaitsForSeat { turn },
                Turn::Chance | Turn::Over => PlayError::Over,
            }));
        };
        let drawn = draw.sample(&mut self.seeds.random(found)).to_vec();
        let derived = self.table.draw(&mut self.seeds.random(found)).map_err(wrong)?;
        if derived != event {
            return Err(Wrong::Chance { number, said: event.to_owned(), derived });
        }
        self.live.push(Live { number, seat: None });
        self.count.chances += 1;
        Ok((Drawing::from(&draw), drawn))
    }

    fn result(&self) -> GameResult {
        let out: Vec<_> = self.places.iter().map(|place| place.out).collect();
        result_of(self.table.as_ref(), &out)
    }

    fn go_out(&mut self, entry: &Entry, seat: Seat, out: Out) -> Result<(), Wrong> {
        let place = self.place(entry, seat)?;
        need(place.out.is_none(), entry, "the seat is out already")?;
        place.out = Some(out);
        if self.places.len() > 2 {
            self.due = Due::TakenOver(seat);
            return Ok(());
        }
        let how = match out {
            Out::Resigned => How::Resigned,
            Out::OutOfTime => How::OutOfTime,
        };
        let number = entry.number();
        self.stopped = Some(self.result());
        self.table.stop(End { how, seat }).map_err(|error| Wrong::Event { number, error })
    }

    fn undo(&mut self, number: u64, seat: Seat, from: u64, agreed: &[u32]) -> Result<(), Wrong> {
        let wrong = || Wrong::Undo { number, from, seat: seat.index() };
        let own = self.live.iter().rposition(|live| live.seat == Some(seat)).ok_or_else(wrong)?;
        let is_seat = self.places.get(seat.index()).is_some_and(|place| !place.is_computers());
        if self.live[own].number != from || !is_seat {
            return Err(wrong());
        }
        let sits: BTreeSet<u32> = self.places.iter().filter_map(Place::person).collect();
        let is_list = agreed.is_sorted_by(|one, next| one < next);
        let asker = self.places[seat.index()].person();
        let is_over_chance = self.live[own..].iter().any(|live| live.seat.is_none());
        let is_agreed = if is_over_chance {
            let is_people_only = !self.places.iter().any(Place::is_computers);
            is_people_only && sits.iter().eq(agreed)
        } else {
            asker.is_some_and(|asker| agreed.contains(&asker)) && agreed.iter().all(|it| sits.contains(it))
        };
        if !is_agreed || !is_list {
            return Err(Wrong::Agreement { number });
        }
        self.count.redraws += usize::from(is_over_chance);
        self.count.undone += self.live.len() - own;
        self.live.truncate(own);
        self.table.truncate(self.opening + own);
        Ok(())
    }

    pub(super) fn verified(self) -> Verified {
        Verified {
            events: self.count.events,
            chances: self.count.chances,
            undone: self.count.undone,
            redraws: self.count.redraws,
            opening: self.opening,
            shown: 0,
            withheld: Vec::new(),
            outcome: self.table.result(),
            record: self.table.record(),
            heads: Vec::new(),
        }
    }
}
