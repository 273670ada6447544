//! A lobby from its log alone, written a second time: nobody loses a seat but by leaving or changing it, a game starts
//! when everybody is ready for it, and whoever is drawn by lot starts.

use std::collections::BTreeSet;

use rainette_core::Seat;
use rainette_table::fair::Seeds;
use rainette_table::journal::{By, Event, Row};
use rainette_table::protocol::{Settings, Sitter, Starts, TableState};

/// What the log says of the lobby.
pub(super) struct Lobby {
    sits: Vec<Option<By>>,
    colours: Vec<u8>,
    settings: Settings,
    ready: BTreeSet<u32>,
    /// Who sat down last, also if they have left.
    last: Vec<Option<By>>,
    /// The last event that asked somebody anew.
    asked: u64,
    pub(super) arranged: u32,
    pub(super) swapped: u32,
    /// The changes of seats between two people: which event, whose, and which seats, the lower one first.
    pub(super) agreed: Vec<(u64, [u32; 2], [Seat; 2])>,
    pub(super) lots: u32,
    pub(super) filled: u32,
    pub(super) emptied: u32,
    pub(super) unready: u32,
    pub(super) coloured: u32,
}

fn person(by: Option<By>) -> Option<u32> {
    match by {
        Some(By::Person(person)) => Some(person),
        _ => None,
    }
}

impl Lobby {
    /// Goes through a log, and checks what happens in it.
    pub(super) fn new(rows: &[Row]) -> Self {
        let Some(Event::Opened(opening)) = rows.first().map(|row| &row.event) else {
            panic!("a log begins with the opening")
        };
        let seats = opening.invited.len();
        let mut lobby = Self {
            sits: vec![None; seats],
            colours: (0..seats as u8).collect(),
            settings: opening.settings(),
            ready: BTreeSet::new(),
            last: vec![None; seats],
            asked: 0,
            arranged: 0,
            swapped: 0,
            agreed: Vec::new(),
            lots: 0,
            filled: 0,
            emptied: 0,
            unready: 0,
            coloured: 0,
        };
        let mut is_frozen = false;
        let games = rainette_games::games();
        let has_colours = games.iter().any(|info| info.id == opening.game && info.has_colours);
        let mut due = None;
        for row in rows {
            let number = row.number;
            let due_now = due.take();
            match &row.event {
                Event::Seated { seat, by, .. } => lobby.sit(number, seat.index(), *by),
                Event::CameIn { seat, person, .. } => {
                    let before = lobby.sits[seat.index()].replace(By::Person(*person));
                    assert!(matches!(before, Some(By::Computer(_))), "event {number}: no computer sat there");
                }
                Event::Left { seat, .. } => lobby.leave(number, seat.index()),
                Event::Arranged { person, settings } => {
                    assert_eq!(*person, 1, "event {number}: it is the host's word");
                    lobby.arrange(number, *person, settings);
                }
                Event::Swapped { person: by, seats: [one, other] } => {
                    lobby.swap(number, *by, [one.index(), other.index()]);
                    if has_colours {
                        lobby.colours.swap(one.index(), other.index());
                    }
                }
                Event::Ready { person, is_ready: true, seq } => {
                    let is_seen = (lobby.asked..number).contains(seq);
                    assert!(is_seen, "event {number}: person {person} had not seen it");
                    lobby.ready.insert(*person);
                }
                Event::Ready { person, is_ready: false, .. } => {
                    lobby.ready.remove(person);
                    lobby.unready += 1;
                }
                Event::Coloured { seat, colour } => lobby.colour(seat.index(), *colour),
                Event::Frozen { .. } => {
                    assert!(lobby.sits.iter().all(Option::is_some), "event {number}: every seat is taken");
                    for sits in lobby.sits.iter().filter_map(|by| person(*by)) {
                        assert!(lobby.ready.contains(&sits), "event {number}: person {sits} is not ready");
                    }
                }
                Event::Started { seeds } => {
                    let seeds = Seeds::new(opening.seed, seeds.iter().map(|shown| shown.seed).collect());
                    due = match lobby.settings.starts {
                        Starts::Lot => Some((seeds.lot(seats).index(), true)),
                        Starts::Seat { seat } => Some((seat.index(), false)).filter(|(seat, _)| *seat > 0),
                    };
                }
                Event::Began { first, is_lot } => {
                    assert_eq!(due_now, Some((first.index(), *is_lot)), "event {number}: who starts");
                    lobby.lots += u32::from(*is_lot);
                    lobby.sits.rotate_left(first.index());
                    if has_colours {
                        lobby.colours.rotate_left(first.index());
                    }
                }
                _ => assert_eq!(due_now, None, "event {number}: it is said who starts"),
            }
            let is_lobby = matches!(
                row.event,
                Event::Seated { .. }
                    | Event::Left { .. }
                    | Event::Arranged { .. }
                    | Event::Swapped { .. }
                    | Event::Ready { .. }
                    | Event::Coloured { .. }
            );
            assert!(!(is_lobby && is_frozen), "event {number}: nothing is arranged after the freeze");
            is_frozen |= matches!(row.event, Event::Frozen { .. });
            let people: Vec<u32> = lobby.sits.iter().filter_map(|by| person(*by)).collect();
            let colours: BTreeSet<u8> = lobby.colours.iter().copied().collect();
            assert_eq!(colours.len(), seats, "event {number}: two seats have one colour");
            assert!(people.len() <= seats);
        }
        lobby
    }

    fn sit(&mut self, number: u64, at: usize, by: By) {
        let before = self.sits[at].replace(by);
        assert!(person(before).is_none(), "event {number}: somebody sat there");
        let last = self.last[at].replace(by);
        let is_computer = matches!(by, By::Computer(_));
        // The first computer players sat there when the table was opened.
        self.filled += u32::from(is_computer && last.is_some());
        if is_computer || (last.is_some_and(|last| last != by) && self.is_first(at)) {
            self.ask_but(number, &[person(Some(by)), Some(1).filter(|_| is_computer)]);
        }
        self.ready.extend(person(Some(by)));
    }

    fn leave(&mut self, number: u64, at: usize) {
        let before = self.sits[at].take();
        assert!(before.is_some(), "event {number}: nobody sat there");
        if person(before).is_none() {
            self.emptied += 1;
            self.ask_but(number, &[Some(1)]);
        }
    }

    fn swap(&mut self, number: u64, by: u32, seats: [usize; 2]) {
        let [one, other] = seats;
        self.swapped += 1;
        self.sits.swap(one, other);
        self.last.swap(one, other);
        let people = [person(self.sits[one]), person(self.sits[other])];
        if let [Some(one), Some(other)] = people
            && one != other
        {
            let mut seats = seats.map(Seat::new);
            seats.sort();
            self.agreed.push((number, [one, other], seats));
        }
        let is_theirs = people.contains(&Some(by)) || (by == 1 && people == [None; 2]);
        assert!(is_theirs, "event {number}: nobody agreed who sits there");
        if self.is_first(one) || self.is_first(other) {
            self.ask_but(number, &[people[0], people[1], Some(by)]);
        }
    }

    fn colour(&mut self, at: usize, colour: u8) {
        self.coloured += 1;
        let old = std::mem::replace(&mut self.colours[at], colour);
        for (index, other) in self.colours.iter_mut().enumerate() {
            if index != at && *other == colour {
                *other = old;
            }
        }
    }

    fn is_first(&self, at: usize) -> bool {
        matches!(self.settings.starts, Starts::Seat { seat } if seat.index() == at)
    }

    fn ask_but(&mut self, number: u64, agreed: &[Option<u32>]) {
        self.ready.retain(|ready| agreed.contains(&Some(*ready)));
        self.asked = number;
    }

    fn arrange(&mut self, number: u64, person: u32, settings: &Settings) {
        self.arranged += 1;
        let is_same = self.settings.options == settings.options
            && self.settings.clock == settings.clock
            && (self.settings.is_public || !settings.is_public)
            && self.settings.starts == settings.starts;
        if !is_same {
            self.ask_but(number, &[Some(person)]);
        }
        self.settings = settings.clone();
    }

    /// Checks what a table shows.
    pub(super) fn check(&self, table: &TableState) {
        let Settings { options, clock, starts, is_public, start_when_full, grace_ms, stand_in } =
            &self.settings;
        assert_eq!((&table.options, &table.clock, &table.starts), (options, clock, starts));
        assert_eq!((table.is_public, table.start_when_full), (*is_public, *start_when_full));
        assert_eq!((table.grace_ms, table.stand_in), (*grace_ms, *stand_in));
        for ((seat, by), colour) in table.seats.iter().zip(&self.sits).zip(&self.colours) {
            let shown = match &seat.sitter {
                Sitter::Person { person, .. } => Some(By::Person(*person)),
                Sitter::Computer { level } => Some(By::Computer(*level)),
                Sitter::Open | Sitter::Invited => None,
            };
            assert_eq!(shown, *by, "who sits at seat {}", seat.seat);
            assert_eq!(seat.colour, *colour, "the colour of seat {}", seat.seat);
            let is_ready = by.is_some_and(|by| person(Some(by)).is_none_or(|it| self.ready.contains(&it)));
            assert_eq!(seat.is_ready, is_ready, "is seat {} ready", seat.seat);
        }
    }
}
