//! A lobby can be changed until the game starts: what is arranged, who sits where, who is ready, who starts.

use std::collections::{BTreeMap, VecDeque};

use rainette_core::Seat;
use rainette_table::Error;
use rainette_table::fair::{Seed, Seeds, Verdict, verify};
use rainette_table::journal::{Event, TokenHash};
use rainette_table::protocol::{
    AnswerSwap, Arrange, Chat, ClockKind, Colour, Empty, Fill, Hello, Join, OpenTable, Ready, Rename, Reveal,
    SeatWish, Sitter, Starts, Status, Swap, SwapState, TableEventKind, TableLine, TableState, ToClient,
    ToServer, Welcome,
};
use rainette_table::table::{
    Change, Fresh, Input, KEPT_LOBBY_ROWS, MOST_GUEST_CHANGES, MOST_LOBBY_ROWS, MOST_SITTINGS, Machine,
    Output, Request, Response, Socket, Stored, Ticket, open, open_rematch,
};

const NOW: i64 = 1_000_000;
const SERVER: Seed = Seed::new([9; 32]);

/// Somebody: the host is 0, and guests are counted from 1.
fn holder(who: usize) -> TokenHash {
    TokenHash::of(&format!("token {who}"))
}

fn seed(who: usize) -> Seed {
    Seed::new([who as u8 + 1; 32])
}

const fn seat(index: usize) -> Seat {
    Seat::new(index)
}

/// A table and its store.
struct Table {
    machine: Machine,
    stored: Stored,
    /// As lists show it.
    line: Option<TableLine>,
    /// Is it on the list of open tables?
    is_public: Option<bool>,
    now: i64,
    /// What sockets were sent since somebody last looked.
    sent: Vec<(Socket, ToClient)>,
}

fn wish(game: &str, seats: &[SeatWish]) -> OpenTable {
    OpenTable {
        game: game.to_owned(),
        seats: seats.to_vec(),
        name: "Ana".to_owned(),
        is_strict: true,
        commitment: Some(seed(0).commitment().to_string()),
        ..OpenTable::default()
    }
}

fn fresh() -> Fresh {
    Fresh { id: "table".to_owned(), invite: "invite".to_owned(), seed: SERVER }
}

impl Table {
    fn open(wish: &OpenTable) -> Self {
        Self::of(&open(wish, None, holder(0), fresh(), NOW).expect("it can be opened"))
    }

    fn of(batch: &rainette_table::table::Batch) -> Self {
        let mut stored = Stored::default();
        stored.add(batch);
        let machine = Machine::load(stored.clone(), NOW, 0).expect("it can be loaded");
        let mut table = Self { machine, stored, line: None, is_public: None, now: NOW, sent: Vec::new() };
        table.note(batch);
        table.feed(Input::Tick);
        table
    }

    /// A table of this game with a host and so many guests, who have sat down.
    fn with_guests(game: &str, guests: usize) -> Self {
        let mut seats = vec![SeatWish::Me];
        seats.resize(guests + 1, SeatWish::Open);
        let mut table = Self::open(&wish(game, &seats));
        for who in 1..=guests {
            table.join(who, Some(who)).expect("a seat is free");
        }
        table
    }

    fn note(&mut self, batch: &rainette_table::table::Batch) {
        for change in &batch.changes {
            match change {
                Change::Listed(line) => self.line = Some((**line).clone()),
                Change::Opened { is_public, .. } | Change::Listing { is_public } => {
                    self.is_public = Some(*is_public);
                }
                _ => {}
            }
        }
    }

    fn feed(&mut self, input: Input) -> Option<Result<Response, Error>> {
        let mut outputs = VecDeque::from(self.machine.handle(input, self.now));
        let mut answer = None;
        while let Some(output) = outputs.pop_front() {
            match output {
                Output::Store(batch) => {
                    self.stored.add(&batch);
                    self.note(&batch);
                    outputs.extend(self.machine.stored(self.now));
                }
                Output::Reply(_, reply) => answer = Some(reply),
                Output::Send(socket, message) => self.sent.push((socket, message)),
                _ => {}
            }
        }
        answer
    }

    fn ask(&mut self, who: usize, ask: Request) -> Result<Response, Error> {
        self.feed(Input::Request(Ticket(1), Some(holder(who)), ask)).expect("every question is answered")
    }

    fn say(&mut self, who: usize, message: ToServer) -> Result<(), Error> {
        self.ask(who, Request::Say(message)).map(drop)
    }

    fn arrange(&mut self, arrange: Arrange) -> Result<(), Error> {
        self.say(0, ToServer::Arrange(arrange))
    }

    fn starts(&mut self, starts: Starts) -> Result<(), Error> {
        self.arrange(Arrange { starts: Some(starts), ..Arrange::default() })
    }

    fn swap(&mut self, who: usize, from: usize, with: usize) -> Result<(), Error> {
        let seq = self.machine.seq();
        self.say(who, ToServer::Swap(Swap { seat: seat(from), with: seat(with), seq }))
    }

    fn answer(&mut self, who: usize, from: usize, with: usize, agrees: bool) -> Result<(), Error> {
        self.say(who, ToServer::AnswerSwap(AnswerSwap { seat: seat(from), with: seat(with), agrees }))
    }

    fn ready(&mut self, who: usize, is_ready: bool) -> Result<(), Error> {
        let seq = self.machine.seq();
        self.say(who, ToServer::Ready(Ready { is_ready, seq }))
    }

    fn colour(&mut self, who: usize, at: usize, colour: u8) -> Result<(), Error> {
        self.say(who, ToServer::Colour(Colour { seat: seat(at), colour }))
    }

    fn join(&mut self, who: usize, at: Option<usize>) -> Result<Response, Error> {
        let join = Join {
            name: format!("guest {who}"),
            seat: at.map(seat),
            commitment: Some(seed(who).commitment().to_string()),
            agrees_to_opening: true,
        };
        self.ask(who, Request::Join { join, is_invited: true })
    }

    fn look(&mut self, who: usize) -> Welcome {
        match self.ask(who, Request::Look { after: 0, seat: None }) {
            Ok(Response::Seen(seen)) => *seen,
            other => panic!("anybody may look: {other:?}"),
        }
    }

    fn state(&mut self) -> TableState {
        self.look(0).table
    }

    /// Who sits where: people by number, computer players as levels below 0, 0 where nobody does.
    fn sits(&mut self) -> Vec<i64> {
        sitters(&self.state().seats.into_iter().map(|seat| seat.sitter).collect::<Vec<_>>())
    }

    /// The seats that are ready.
    fn are_ready(&mut self) -> Vec<bool> {
        self.state().seats.iter().map(|seat| seat.is_ready).collect()
    }

    fn colours(&mut self) -> Vec<u8> {
        self.state().seats.iter().map(|seat| seat.colour).collect()
    }

    /// The host starts, and everybody shows their seed.
    fn start(&mut self, people: usize) {
        self.ask(0, Request::Start).expect("everybody is ready");
        self.reveal(people);
    }

    fn reveal(&mut self, people: usize) {
        for who in 0..people {
            let seed = seed(who).reveal();
            self.say(who, ToServer::Reveal(Reveal { seed })).expect("it was promised");
        }
        assert_eq!(self.machine.status(), Status::Playing);
    }

    fn last(&self) -> &Event {
        &self.stored.rows.last().expect("it was opened").event
    }

    fn rows(&self) -> usize {
        self.stored.rows.len()
    }
}

fn sitters(seats: &[Sitter]) -> Vec<i64> {
    let number = |sitter: &Sitter| match sitter {
        Sitter::Person { person, .. } => i64::from(*person),
        Sitter::Computer { level } => -i64::from(*level),
        Sitter::Open | Sitter::Invited => 0,
    };
    seats.iter().map(number).collect()
}

// ------------------------------------------------------------------------------------------------ what is arranged

#[test]
fn what_is_arranged_last_is_what_is_played() {
    let mut table = Table::with_guests("frogriders", 1);
    let before = table.rows();
    let clock = ClockKind::Bank { seconds: 60, increment: 1 };
    table
        .arrange(Arrange {
            options: Some(BTreeMap::from([("backs".to_owned(), 1)])),
            clock: Some(clock),
            is_public: Some(true),
            grace_seconds: Some(30),
            stand_in: Some(6),
            ..Arrange::default()
        })
        .expect("the host may");
    assert_eq!(table.rows(), before + 1, "one event");
    let state = table.state();
    assert_eq!((state.clock, state.grace_ms, state.stand_in), (clock, 30_000, 6));
    assert_eq!(state.options, BTreeMap::from([("backs".to_owned(), 1)]));
    assert!(state.is_public && !state.start_when_full);
    assert_eq!(table.is_public, Some(true), "it is on the list of open tables");
    assert_eq!(table.line.as_ref().map(|line| line.clock), Some(clock), "and lists show the clock");
    // The same again, the default said aloud, and nothing at all: no events.
    for again in [
        Arrange { clock: Some(clock), options: Some(state.options.clone()), ..Arrange::default() },
        Arrange::default(),
    ] {
        table.arrange(again).expect("it is so already");
    }
    assert_eq!(table.rows(), before + 1);
    table.ready(1, true).expect("it is fine with them");
    table.start(2);
    let clocks: Vec<_> = table.state().seats.iter().filter_map(|seat| seat.clock).collect();
    assert_eq!(clocks.iter().map(|clock| clock.left_ms).collect::<Vec<_>>(), [60_000, 60_000]);
    let common = table.stored.rows.iter().find_map(|row| match &row.event {
        Event::Chance { chance } if chance.starts_with("common ") => Some(chance.clone()),
        _ => None,
    });
    let common = common.expect("objectives are drawn");
    assert!(
        common.contains(" most-") || common.contains(" all-flowers"),
        "the second shows its back: {common}"
    );
    // A machine that is loaded from the log, and the proof, know it too.
    let loaded = Machine::load(table.stored.clone(), table.now, 0).expect("it can be loaded");
    assert_eq!(loaded.table_state(table.now).options, state.options);
    table.now += 120_000;
    table.feed(Input::Tick);
    assert_eq!(table.machine.status(), Status::Abandoned, "the clock that was arranged ran out for both");
    let proof = table.machine.history().proof().expect("it holds");
    assert_eq!(proof.options, BTreeMap::new(), "the chain begins with what the table was opened with");
    let verified = verify(&proof).expect("it holds");
    assert_eq!(verified.record.options, [("backs".to_owned(), 1)]);
}

/// Nobody's week moves with the season, or because the host travels.
#[test]
fn weekends_keep_the_offset_with_which_they_were_first_off() {
    let days = |days, weekends_off| ClockKind::Days { days, weekends_off };
    let clock = |table: &mut Table, clock| {
        table.arrange(Arrange { clock: Some(clock), ..Arrange::default() }).map(|()| table.state().clock)
    };
    let wish = wish("hop-it", &[SeatWish::Me, SeatWish::Open]);
    let mut table = Table::open(&OpenTable { clock: days(3, Some(60)), ..wish.clone() });
    let before = table.rows();
    assert_eq!(clock(&mut table, days(3, Some(120))), Ok(days(3, Some(60))));
    assert_eq!(table.rows(), before, "it is so already");
    assert_eq!(clock(&mut table, days(5, Some(120))), Ok(days(5, Some(60))));
    assert_eq!(clock(&mut table, days(5, None)), Ok(days(5, None)));
    assert_eq!(clock(&mut table, days(5, Some(-300))), Ok(days(5, Some(60))), "also after a while without");
    assert_eq!(table.line.as_ref().map(|line| line.clock), Some(days(5, Some(60))), "lists show it so");
    assert_eq!(clock(&mut table, days(5, Some(9_999))).expect_err("no such offset").code(), "wrong-clock");
    let mut table = Table::open(&wish);
    assert_eq!(clock(&mut table, days(2, Some(-300))), Ok(days(2, Some(-300))), "it is the first one");
    assert_eq!(clock(&mut table, days(2, Some(60))), Ok(days(2, Some(-300))));
}

#[test]
fn only_what_can_be_played_is_arranged_and_only_by_the_host() {
    let mut table = Table::with_guests("frogriders", 1);
    let before = table.rows();
    let code = |result: Result<(), Error>| result.expect_err("it cannot be").code();
    let options = |name: &str, value| Arrange {
        options: Some(BTreeMap::from([(name.to_owned(), value)])),
        ..Arrange::default()
    };
    assert_eq!(code(table.arrange(options("backs", 7))), "wrong-option");
    assert_eq!(code(table.arrange(options("fronts", 1))), "wrong-option");
    let clock = Some(ClockKind::PerMove { seconds: 1 });
    assert_eq!(code(table.arrange(Arrange { clock, ..Arrange::default() })), "wrong-clock");
    for grace_seconds in [Some(1), Some(u32::MAX)] {
        assert_eq!(code(table.arrange(Arrange { grace_seconds, ..Arrange::default() })), "wrong-clock");
    }
    assert_eq!(code(table.arrange(Arrange { stand_in: Some(9), ..Arrange::default() })), "wrong-level");
    assert_eq!(code(table.starts(Starts::Seat { seat: seat(2) })), "no-such-seat");
    let public = Arrange { is_public: Some(true), ..Arrange::default() };
    assert_eq!(code(table.say(1, ToServer::Arrange(public.clone()))), "not-host");
    assert_eq!(code(table.say(9, ToServer::Arrange(public.clone()))), "not-seated");
    assert_eq!(table.rows(), before, "nothing of this happened");
    table.ask(0, Request::Start).expect("everybody is ready");
    for (who, message) in [
        (0, ToServer::Arrange(public.clone())),
        (0, ToServer::Fill(Fill { seat: seat(1), level: 1 })),
        (0, ToServer::Empty(Empty { seat: seat(1) })),
        (1, ToServer::Swap(Swap { seat: seat(1), with: seat(0), seq: 0 })),
        (1, ToServer::AnswerSwap(AnswerSwap { seat: seat(0), with: seat(1), agrees: true })),
        (1, ToServer::Ready(Ready { is_ready: false, seq: 0 })),
        (1, ToServer::Colour(Colour { seat: seat(1), colour: 3 })),
        (1, ToServer::Rename(Rename { name: "Zoé".to_owned(), seat: None })),
    ] {
        assert_eq!(code(table.say(who, message)), "frozen");
    }
    table.reveal(2);
    assert_eq!(code(table.arrange(public)), "already-started");
    assert_eq!(code(table.ready(1, false)), "already-started");
}

#[test]
fn what_a_table_goes_on_from_settles_how_it_is_set_up() {
    let mut record = rainette_games::table("frogriders", 2, &[]).expect("it is played by two").record();
    let mut game = rainette_games::replay(&record).expect("it replays");
    let mut random = Seeds::new(SERVER, Vec::new()).random(1);
    game.draw(&mut random).expect("the pond is drawn first");
    record = game.record();
    let wish = wish("frogriders", &[SeatWish::Me, SeatWish::Open]);
    let lot = OpenTable { starts: Some(Starts::Lot), ..wish.clone() };
    let refused = open(&lot, Some(record.clone()), holder(0), fresh(), NOW).expect_err("not by lot");
    assert_eq!(refused.code(), "opening-settled");
    let mut table = Table::of(&open(&wish, Some(record), holder(0), fresh(), NOW).expect("it can be opened"));
    let options = Some(BTreeMap::from([("backs".to_owned(), 1)]));
    assert_eq!(table.arrange(Arrange { options, ..Arrange::default() }), Err(Error::OpeningSettled));
    assert_eq!(table.starts(Starts::Lot), Err(Error::OpeningSettled));
    assert_eq!(table.arrange(Arrange { is_public: Some(true), ..Arrange::default() }), Ok(()));
    assert_eq!(table.state().opening_events, 1);
}

// ------------------------------------------------------------------------------------------------------- readiness

#[test]
fn a_change_that_matters_is_agreed_to_anew() {
    let mut table = Table::with_guests("pool-party", 2);
    assert_eq!(table.are_ready(), [true; 3], "whoever sits down is ready");
    for change in [
        Arrange { is_public: Some(true), ..Arrange::default() },
        Arrange { clock: Some(ClockKind::Days { days: 2, weekends_off: None }), ..Arrange::default() },
        Arrange { starts: Some(Starts::Lot), ..Arrange::default() },
    ] {
        table.arrange(change).expect("the host may");
        assert_eq!(table.are_ready(), [true, false, false], "the host has just said so");
        assert_eq!(table.ask(0, Request::Start), Err(Error::NotReady));
        table.ready(1, true).expect("they may");
        assert_eq!(table.ask(0, Request::Start), Err(Error::NotReady), "one is still not");
        table.ready(2, true).expect("they may");
        assert_eq!(table.are_ready(), [true; 3]);
    }
    table
        .arrange(Arrange { is_public: Some(false), stand_in: Some(2), ..Arrange::default() })
        .expect("the host may");
    assert_eq!(table.are_ready(), [true; 3], "that changes nothing about the game");
    table.ready(2, false).expect("somebody needs a moment");
    assert_eq!(table.ask(0, Request::Start), Err(Error::NotReady));
    let rows = table.rows();
    table.ready(2, false).expect("it is so already");
    assert_eq!(table.rows(), rows, "which is no event");
    // Coming back is sitting down again.
    table.ask(2, Request::Leave(None)).expect("one may leave");
    table.join(2, None).expect("the seat is free");
    table.start(3);
    assert_eq!(table.ready(9, true), Err(Error::NotSeated));
}

/// Whoever says that they are ready has not seen what is arranged in the same moment.
#[test]
fn nobody_is_ready_for_what_they_have_not_seen() {
    let mut wish = wish("pool-party", &[SeatWish::Me, SeatWish::Open]);
    wish.start_when_full = true;
    let mut table = Table::open(&wish);
    table.ready(0, false).expect("they may");
    table.join(1, None).expect("a seat is free");
    table.ready(1, false).expect("they may");
    table.ready(0, true).expect("they may");
    let seq = table.machine.seq();
    table.starts(Starts::Lot).expect("the host may");
    let asked = table.machine.seq();
    let ready = |is_ready, seq| ToServer::Ready(Ready { is_ready, seq });
    assert_eq!(table.say(1, ready(true, seq)), Err(Error::Stale(asked)));
    assert_eq!(table.say(1, ready(true, asked + 1)), Err(Error::Ahead(asked)));
    assert_eq!((table.are_ready(), table.rows() as u64), (vec![true, false], asked), "nothing happened");
    // What does not matter may have changed meanwhile.
    table.arrange(Arrange { stand_in: Some(7), ..Arrange::default() }).expect("the host may");
    table.say(1, ready(true, asked)).expect("they have seen it");
    assert_eq!(table.state().status, Status::Starting);
    table.reveal(2);
}

#[test]
fn whoever_takes_the_seat_that_starts_is_somebody_else_to_play_against() {
    let mut table = Table::with_guests("pool-party", 3);
    table.starts(Starts::Seat { seat: seat(2) }).expect("the host may");
    for who in 1..=3 {
        table.ready(who, true).expect("they may");
    }
    table.ask(3, Request::Leave(None)).expect("one may leave");
    table.join(4, Some(3)).expect("the seat is free");
    assert_eq!(table.are_ready(), [true; 4], "the seat is not the one that starts");
    table.ask(2, Request::Leave(None)).expect("one may leave");
    table.join(2, Some(2)).expect("the seat is free");
    assert_eq!(table.are_ready(), [true; 4], "it is the same person");
    table.ask(0, Request::Remove(seat(2))).expect("the host may");
    let seq = table.machine.seq();
    table.join(5, Some(2)).expect("the seat is free");
    assert_eq!(table.are_ready(), [false, false, true, false], "somebody else starts");
    let late = ToServer::Ready(Ready { is_ready: true, seq });
    assert_eq!(table.say(1, late), Err(Error::Stale(table.machine.seq())));
    for who in [0, 1, 4] {
        table.ready(who, true).expect("they may");
    }
    table.ask(5, Request::Leave(None)).expect("one may leave");
    table.say(0, ToServer::Fill(Fill { seat: seat(2), level: 8 })).expect("the seat is free");
    assert_eq!(table.are_ready(), [true, false, true, false], "a computer player starts by the host's word");
}

#[test]
fn another_level_is_another_game() {
    let computer = SeatWish::Computer { level: 1 };
    let seats = [SeatWish::Me, SeatWish::Me, SeatWish::Open, computer];
    let names = BTreeMap::from([(1, "Bo".to_owned())]);
    let shared = OpenTable { names, ..wish("pool-party", &seats) };
    let mut table = Table::open(&shared);
    table.join(1, None).expect("a seat is free");
    let fill = |level| ToServer::Fill(Fill { seat: seat(3), level });
    table.say(0, fill(8)).expect("the host may");
    assert_eq!(table.are_ready(), [true, true, false, true], "the host speaks for their screen");
    table.ready(1, true).expect("they may");
    // Taking the computer player off between is no way around it.
    table.say(0, ToServer::Empty(Empty { seat: seat(3) })).expect("the host may");
    assert_eq!(table.are_ready(), [true, true, false, false]);
    table.ready(1, true).expect("they may");
    table.say(0, fill(1)).expect("the host may");
    assert_eq!(table.are_ready(), [true, true, false, true]);
    table.ready(1, true).expect("they may");
    table.start(2);
}

/// Whoever sat down to play with friends is asked whether they play against a computer player instead.
#[test]
fn a_computer_player_is_somebody_else_to_play_against() {
    let seats = [SeatWish::Me, SeatWish::Me, SeatWish::Open, SeatWish::Open, SeatWish::Open];
    let names = BTreeMap::from([(1, "Bo".to_owned())]);
    let open = OpenTable { names, start_when_full: true, ..wish("pool-party", &seats) };
    let mut table = Table::open(&open);
    table.join(1, Some(2)).expect("a seat is free");
    table.join(2, Some(3)).expect("a seat is free");
    let fill = |at, level| ToServer::Fill(Fill { seat: seat(at), level });
    // A seat at which nobody ever sat, and one that somebody has left.
    table.say(0, fill(4, 1)).expect("the seat is free");
    assert_eq!(table.are_ready(), [true, true, false, false, true], "the host speaks for their screen");
    assert_eq!(table.state().status, Status::Waiting);
    let seq = table.machine.seq();
    table.ask(2, Request::Leave(None)).expect("one may leave");
    table.ready(1, true).expect("they may");
    table.say(0, fill(3, 8)).expect("the seat is free");
    assert_eq!(table.are_ready(), [true, true, false, true, true]);
    let late = ToServer::Ready(Ready { is_ready: true, seq });
    assert_eq!(table.say(1, late), Err(Error::Stale(table.machine.seq())), "they have not seen it");
    assert_eq!(table.state().status, Status::Waiting);
    table.ready(1, true).expect("they may");
    assert_eq!(table.state().status, Status::Starting);
    table.reveal(2);
}

/// Nobody else has to be asked where nobody else sits.
#[test]
fn a_host_alone_fills_the_seats_and_starts_at_once() {
    let seats = [SeatWish::Me, SeatWish::Computer { level: 2 }, SeatWish::Me, SeatWish::Open];
    let names = BTreeMap::from([(2, "Bo".to_owned())]);
    for start_when_full in [true, false] {
        let mut table =
            Table::open(&OpenTable { names: names.clone(), start_when_full, ..wish("pool-party", &seats) });
        assert_eq!(table.are_ready(), [true, true, true, false], "also with a computer player between them");
        table.say(0, ToServer::Fill(Fill { seat: seat(3), level: 3 })).expect("the seat is free");
        if !start_when_full {
            table.ask(0, Request::Start).expect("everybody is ready");
        }
        assert_eq!(table.state().status, Status::Starting);
        table.reveal(1);
        for who in [0, 2] {
            let own = Some(seat(who));
            let resign = rainette_table::protocol::Resign { id: format!("r{who}"), seat: own };
            table.say(0, ToServer::Resign(resign)).expect("one may");
        }
        verify(&table.machine.history().proof().expect("it is over")).expect("it holds");
        let fresh = Fresh { id: "again".to_owned(), ..fresh() };
        let batch = open_rematch(table.machine.history(), holder(0), fresh, true, NOW).expect("it is over");
        assert_eq!(Table::of(&batch).are_ready(), [true; 4], "and so does a rematch");
    }
}

/// While a start waits for commitments, a computer player's level can still be changed: nothing starts by it.
#[test]
fn another_level_stops_a_start() {
    let mut table = Table::open(&wish("hop-it", &[SeatWish::Me, SeatWish::Computer { level: 1 }]));
    table.start(1);
    table
        .say(0, ToServer::Resign(rainette_table::protocol::Resign { id: "r".to_owned(), seat: None }))
        .expect("one may");
    let fresh = Fresh { id: "again".to_owned(), ..fresh() };
    let batch = open_rematch(table.machine.history(), holder(0), fresh, true, NOW).expect("it is over");
    let mut again = Table::of(&batch);
    again.arrange(Arrange { start_when_full: Some(false), ..Arrange::default() }).expect("the host may");
    again.ask(0, Request::Start).expect("everybody is ready");
    assert!(again.state().waits_until.is_some(), "it waits for a commitment");
    again.say(0, ToServer::Fill(Fill { seat: seat(0), level: 5 })).expect("the host may");
    assert_eq!(again.state().waits_until, None);
}

#[test]
fn a_table_that_starts_by_itself_waits_until_everybody_is_ready() {
    let mut wish = wish("pool-party", &[SeatWish::Me, SeatWish::Open, SeatWish::Open]);
    wish.start_when_full = true;
    let mut table = Table::open(&wish);
    table.join(1, None).expect("a seat is free");
    table.ready(1, false).expect("they may");
    table.join(2, None).expect("a seat is free");
    assert_eq!(table.state().status, Status::Waiting, "it is full, and somebody is not ready");
    table.now += 60_000;
    table.feed(Input::Tick);
    assert_eq!(table.state().status, Status::Waiting);
    table.ready(1, true).expect("they may");
    assert_eq!(table.state().status, Status::Starting);
    table.reveal(3);
}

#[test]
fn whoever_arranges_a_table_speaks_for_everybody_at_their_screen() {
    let mut wish = wish("pool-party", &[SeatWish::Me, SeatWish::Me, SeatWish::Open]);
    wish.names = BTreeMap::from([(1, "Bo".to_owned())]);
    let mut table = Table::open(&wish);
    table.join(1, None).expect("a seat is free");
    table.starts(Starts::Lot).expect("the host may");
    assert_eq!(table.are_ready(), [true, true, false]);
    table.ready(0, false).expect("they may");
    assert_eq!(table.are_ready(), [false; 3], "and says so for them");
    table.ready(0, true).expect("they may");
    assert_eq!(table.are_ready(), [true, true, false]);
    let rename = Rename { name: "Bea".to_owned(), seat: Some(seat(1)) };
    table.say(0, ToServer::Rename(rename)).expect("it is their seat");
    let names: Vec<_> = table.state().seats.into_iter().map(|seat| seat.sitter).collect();
    assert_eq!(names[0], Sitter::Person { person: 1, name: Some("Ana".to_owned()) });
    assert_eq!(names[1], Sitter::Person { person: 2, name: Some("Bea".to_owned()) });
}

// ----------------------------------------------------------------------------------------------------------- seats

#[test]
fn the_host_fills_and_empties_seats() {
    let mut table = Table::open(&wish("pool-party", &[SeatWish::Me, SeatWish::Friend, SeatWish::Open]));
    let fill = |at, level| ToServer::Fill(Fill { seat: seat(at), level });
    let empty = |at| ToServer::Empty(Empty { seat: seat(at) });
    table.say(0, fill(1, 3)).expect("the seat is free");
    assert_eq!(table.sits(), [1, -3, 0]);
    table.say(0, fill(1, 8)).expect("a computer player sits there");
    assert_eq!(table.sits(), [1, -8, 0]);
    assert_eq!(table.line.as_ref().map(|line| sitters(&line.seats)), Some(vec![1, -8, 0]));
    let rows = table.rows();
    table.say(0, fill(1, 8)).expect("it is so already");
    assert_eq!(table.rows(), rows);
    table.join(1, Some(2)).expect("the seat is free");
    assert_eq!(table.say(0, fill(2, 1)), Err(Error::SeatTaken(seat(2))), "somebody sits there");
    assert_eq!(table.say(0, empty(2)), Err(Error::SeatTaken(seat(2))));
    assert_eq!(table.say(0, fill(1, 9)), Err(Error::WrongLevel));
    assert_eq!(table.say(0, fill(3, 1)), Err(Error::NoSuchSeat(seat(3))));
    assert_eq!(table.say(1, fill(1, 1)), Err(Error::NotHost));
    assert_eq!(table.say(1, empty(1)), Err(Error::NotHost));
    table.say(0, empty(1)).expect("a computer player sits there");
    assert_eq!(table.sits(), [1, 0, 2]);
    assert_eq!(*table.last(), Event::Left { seat: seat(1), is_removed: false });
    assert_eq!(table.state().seats[1].sitter, Sitter::Invited, "kept for whom it was kept");
    let rows = table.rows();
    table.say(0, empty(1)).expect("it is so already");
    assert_eq!(table.rows(), rows);
    table.say(0, fill(1, 2)).expect("the seat is free");
    table.ready(1, true).expect("they may");
    table.start(2);
}

#[test]
fn lists_show_a_table_as_it_is_arranged() {
    let mut table = Table::open(&wish("frogriders", &[SeatWish::Me, SeatWish::Friend, SeatWish::Friend]));
    let arrange = |arrange| ToServer::Arrange(arrange);
    let public = |is_public| arrange(Arrange { is_public: Some(is_public), ..Arrange::default() });
    table.say(0, public(true)).expect("the host says so");
    let free = [Sitter::Open, Sitter::Open];
    assert_eq!(table.line.as_ref().expect("it is listed").seats[1..], free, "anybody may sit down");
    assert_eq!(table.state().seats[1].sitter, Sitter::Open);
    let marks = table.line.as_ref().expect("it is listed").marks.clone();
    assert_eq!(marks, BTreeMap::from([(1, holder(0).mark())]), "a page can leave out whom its reader blocks");
    table.join(1, Some(1)).expect("without an invitation");
    let options: std::collections::BTreeMap<String, i64> = [("backs".to_owned(), 1)].into();
    let clock = ClockKind::Days { days: 2, weekends_off: None };
    let change = Arrange { options: Some(options), clock: Some(clock), ..Arrange::default() };
    table.say(0, arrange(change)).expect("the host says so");
    let line = table.line.clone().expect("it is listed");
    assert_eq!((line.clock, &line.options), (clock, &table.state().options), "and how it is played");
    assert_eq!(line.options["backs"], 1);
    table.say(0, public(false)).expect("the host says so");
    assert_eq!(table.line.as_ref().expect("it was").seats[2], Sitter::Invited);
    assert!(table.line.as_ref().expect("it was").marks.is_empty(), "nobody is known again by their mark");
    assert_eq!(table.state().seats[2].sitter, Sitter::Invited, "only whoever has the link");
    assert_eq!(sitters(&table.line.as_ref().expect("it was").seats), [1, 2, 0], "nobody has to go");
}

#[test]
fn whoever_moves_to_another_device_is_known_by_it_on_lists_too() {
    for is_public in [true, false] {
        let open = OpenTable { is_public, ..wish("pool-party", &[SeatWish::Me, SeatWish::Open]) };
        let mut table = Table::open(&open);
        table.join(1, None).expect("a seat is free");
        let changed_at = table.line.take().expect("it is listed").changed_at;
        table.now += 60_000;
        table.ask(1, Request::MoveTo(holder(8))).expect("seats can be moved");
        let marks = table.state().marks;
        let Some(line) = &table.line else {
            assert!(!is_public && marks.is_empty(), "nobody is known by a mark there");
            continue;
        };
        assert_eq!(line.marks, BTreeMap::from([(1, holder(0).mark()), (2, holder(8).mark())]));
        assert_eq!((&line.marks, line.changed_at), (&marks, changed_at), "which brings it no further up");
    }
}

/// Whoever came by a link is not known from table to table because the host puts the table on the list.
#[test]
fn only_who_agreed_to_it_is_known_at_other_tables() {
    let seats = [SeatWish::Me, SeatWish::Friend, SeatWish::Friend, SeatWish::Friend];
    let mut table = Table::open(&wish("pool-party", &seats));
    for who in 1..=2 {
        table.join(who, Some(who)).expect("a seat is free");
    }
    table.ask(2, Request::Leave(None)).expect("one may leave");
    let public = |table: &mut Table, is_public| {
        let arrange = Arrange { is_public: Some(is_public), ..Arrange::default() };
        table.arrange(arrange).expect("the host may");
    };
    let known = |table: &mut Table| {
        let marks = table.state().marks;
        assert_eq!(table.line.as_ref().expect("it is listed").marks, marks, "lists say the same");
        let people = marks.into_iter().map(|(person, mark)| {
            assert_eq!(mark, holder(person as usize - 1).mark());
            person
        });
        people.collect::<Vec<u32>>()
    };
    for _ in 0..2 {
        public(&mut table, true);
        assert_eq!((known(&mut table), table.are_ready()[1]), (vec![1], false), "the host alone says so");
        assert_eq!(table.ask(0, Request::Start), Err(Error::NotFull));
        public(&mut table, false);
        assert!(known(&mut table).is_empty());
    }
    public(&mut table, true);
    table.ready(1, true).expect("they may");
    assert_eq!(known(&mut table), [1, 2]);
    table.join(3, Some(2)).expect("anybody may");
    table.join(2, Some(3)).expect("anybody may come back");
    assert_eq!(known(&mut table), [1, 2, 3, 4]);
    table.machine = Machine::load(table.stored.clone(), table.now, 0).expect("it can be loaded");
    assert_eq!(known(&mut table), [1, 2, 3, 4]);
    for who in [1, 0] {
        table.ask(who, Request::Leave(None)).expect("one may leave");
    }
    assert_eq!(known(&mut table), [1, 3, 4], "who left is not there, and whose table it is stays known");
}

#[test]
fn people_change_seats_by_consent() {
    let seats = [SeatWish::Me, SeatWish::Open, SeatWish::Friend, SeatWish::Computer { level: 4 }];
    let mut table = Table::open(&wish("pool-party", &seats));
    table.join(1, Some(1)).expect("a seat is free");
    // A free seat, at once: it stays open to whom it was open.
    table.swap(1, 1, 2).expect("nobody sits there");
    assert_eq!(table.sits(), [1, 0, 2, -4]);
    assert_eq!(table.state().seats[1].sitter, Sitter::Invited);
    assert_eq!(table.line.as_ref().map(|line| line.seats[1].clone()), Some(Sitter::Invited));
    // A computer player's, at once.
    table.swap(1, 2, 3).expect("a computer player sits there");
    assert_eq!(table.sits(), [1, 0, -4, 2]);
    assert_eq!(table.swap(1, 2, 1), Err(Error::NotYourSeat(seat(2))), "the host moves computer players");
    table.swap(0, 2, 1).expect("the host may");
    assert_eq!(table.sits(), [1, -4, 0, 2]);
    assert_eq!(table.swap(0, 1, 3), Err(Error::SeatTaken(seat(3))), "but nobody from their seat");
    // Somebody else's: once they agree.
    let rows = table.rows();
    table.swap(1, 3, 0).expect("it is offered");
    let offer = [SwapState { seat: seat(3), with: seat(0) }];
    assert_eq!(table.state().swaps, offer);
    assert_eq!(table.rows(), rows, "nothing has happened yet");
    table.stored.add(&rainette_table::table::Batch::new("table", []));
    table.machine = Machine::load(table.stored.clone(), table.now, 0).expect("it can be loaded");
    assert_eq!(table.state().swaps, offer, "an offer outlives a restart");
    table.join(2, Some(2)).expect("a seat is free");
    assert_eq!(table.answer(2, 3, 0, true), Err(Error::NoSwapOffered), "nobody asked them");
    assert_eq!(table.answer(1, 3, 0, true), Err(Error::NoSwapOffered), "nobody agrees for others");
    assert_eq!(table.answer(0, 2, 0, true), Err(Error::NoSwapOffered));
    table.answer(0, 3, 0, true).expect("they agree");
    assert_eq!(table.sits(), [2, -4, 3, 1]);
    assert_eq!(*table.last(), Event::Swapped { person: 1, seats: [seat(3), seat(0)] });
    assert!(table.state().swaps.is_empty(), "it is settled");
    assert_eq!(table.answer(0, 3, 0, true), Err(Error::NoSwapOffered), "once");
    // Refused, withdrawn, asked by both, void because somebody left.
    for who in [2, 0] {
        table.swap(2, 2, 3).expect("it is offered");
        table.answer(who, 2, 3, false).expect("one may say no");
        assert!(table.state().swaps.is_empty());
    }
    table.swap(2, 2, 3).expect("it is offered");
    table.swap(0, 3, 2).expect("both want it");
    assert_eq!(table.sits(), [2, -4, 1, 3]);
    table.swap(2, 3, 0).expect("it is offered");
    table.ask(1, Request::Leave(None)).expect("one may leave");
    table.join(1, Some(0)).expect("the seat is free");
    assert!(table.state().swaps.is_empty(), "whoever comes back was not asked");
    assert_eq!(table.swap(9, 0, 1), Err(Error::NotSeated));
    assert_eq!(table.swap(2, 3, 7), Err(Error::NoSuchSeat(seat(7))));
}

/// A connection breaks, and the same is said again.
#[test]
fn changing_seats_is_safe_to_repeat() {
    let seats = [SeatWish::Me, SeatWish::Open, SeatWish::Open, SeatWish::Computer { level: 4 }];
    let mut table = Table::open(&wish("pool-party", &seats));
    table.join(1, Some(1)).expect("a seat is free");
    let mut twice = |who: usize, from: usize, with: usize, sits: [i64; 4]| {
        let seq = table.machine.seq();
        let swap = ToServer::Swap(Swap { seat: seat(from), with: seat(with), seq });
        table.say(who, swap.clone()).expect("it is free, or a computer player's");
        let rows = table.rows();
        table.say(who, swap).expect("it is so already");
        assert_eq!((table.sits(), table.rows()), (sits.to_vec(), rows));
    };
    twice(0, 0, 3, [-4, 2, 0, 1]);
    twice(1, 1, 2, [-4, 0, 2, 1]);
    twice(0, 0, 1, [0, -4, 2, 1]);
    // Whoever sits there now is not who was asked.
    let seq = table.machine.seq();
    table.ask(1, Request::Leave(None)).expect("one may leave");
    table.join(2, Some(2)).expect("the seat is free");
    let late = ToServer::Swap(Swap { seat: seat(3), with: seat(2), seq });
    assert_eq!(table.say(0, late), Err(Error::Stale(table.machine.seq())));
    let ahead = ToServer::Swap(Swap { seat: seat(3), with: seat(2), seq: 99 });
    assert_eq!(table.say(0, ahead), Err(Error::Ahead(table.machine.seq())));
    // Asked, agreed, and asked once more: they do not change back.
    let seq = table.machine.seq();
    let ask = ToServer::Swap(Swap { seat: seat(3), with: seat(2), seq });
    table.say(0, ask.clone()).expect("it is offered");
    table.answer(2, 3, 2, true).expect("they agree");
    table.say(0, ask).expect("it is so already");
    assert!(table.state().swaps.is_empty());
    assert_eq!(table.sits(), [0, -4, 1, 3]);
}

#[test]
fn a_swap_that_changes_who_starts_concerns_everybody() {
    let mut table = Table::with_guests("pool-party", 3);
    table.swap(1, 1, 2).expect("it is offered");
    table.answer(2, 1, 2, true).expect("they agree");
    assert_eq!(table.are_ready(), [true; 4], "the first seat starts, whoever sits behind it");
    table.swap(3, 3, 0).expect("it is offered");
    table.answer(0, 3, 0, true).expect("they agree");
    assert_eq!(table.sits(), [4, 3, 2, 1]);
    assert_eq!(table.are_ready(), [true, false, false, true], "somebody else starts now");
}

// ------------------------------------------------------------------------------------------------------ who starts

#[test]
fn whoever_is_chosen_starts_and_everybody_follows_in_the_same_order() {
    let mut table = Table::with_guests("pool-party", 3);
    table.starts(Starts::Seat { seat: seat(2) }).expect("the host may");
    for who in 1..=3 {
        table.ready(who, true).expect("they may");
    }
    let colours = table.colours();
    table.start(4);
    let began = table.stored.rows.iter().position(|row| matches!(row.event, Event::Began { .. }));
    let began = began.expect("it is said who starts");
    assert_eq!(table.stored.rows[began].event, Event::Began { first: seat(2), is_lot: false });
    assert!(matches!(table.stored.rows[began - 1].event, Event::Started { .. }), "at once after the start");
    assert_eq!(table.sits(), [3, 4, 1, 2]);
    assert_eq!(table.line.as_ref().map(|line| sitters(&line.seats)), Some(vec![3, 4, 1, 2]), "in lists too");
    for who in 0..4 {
        assert_eq!(table.look(who).you.seats, [seat((who + 2) % 4)]);
    }
    assert_eq!(colours, [0, 1, 2, 3]);
    assert_eq!(table.colours(), [2, 3, 0, 1], "people keep their colours");
    table.now += 1;
    for who in 0..4 {
        let resign = |id: String| ToServer::Resign(rainette_table::protocol::Resign { id, seat: None });
        if table.machine.status() == Status::Playing {
            table.say(who, resign(format!("r{who}"))).expect("one may");
        }
    }
    let proof = table.machine.history().proof().expect("it holds");
    let verified = verify(&proof).expect("it holds");
    assert_eq!((verified.verdict(), verified.lot), (Verdict::Fair, None));
    for player in &proof.players {
        let now = (player.person as usize - 1 + 2) % 4;
        assert_eq!(player.seats, [seat(now)], "promises belong to people");
    }
}

#[test]
fn the_lot_follows_from_all_seeds() {
    let mut firsts = std::collections::BTreeSet::new();
    for number in 0..12 {
        let server = Seed::new([100 + number; 32]);
        let lot = OpenTable {
            starts: Some(Starts::Lot),
            ..wish("pool-party", &[SeatWish::Me, SeatWish::Open, SeatWish::Computer { level: 1 }])
        };
        let batch =
            open(&lot, None, holder(0), Fresh { seed: server, ..fresh() }, NOW).expect("it is opened");
        let mut table = Table::of(&batch);
        table.join(1, Some(1)).expect("a seat is free");
        table.start(2);
        let first = table.stored.rows.iter().find_map(|row| match row.event {
            Event::Began { first, is_lot } => Some((first, is_lot)),
            _ => None,
        });
        let expected = Seeds::new(server, vec![seed(0), seed(1)]).lot(3);
        assert_eq!(first, Some((expected, true)), "also if the first seat starts");
        let mut sits = vec![1, 2, -1];
        sits.rotate_left(expected.index());
        assert_eq!(table.sits(), sits);
        firsts.insert(expected);
    }
    assert_eq!(firsts.len(), 3, "everybody starts now and then: {firsts:?}");
}

#[test]
fn a_lot_that_the_server_alone_could_draw_proves_nothing() {
    let mut lot = wish("hop-it", &[SeatWish::Me, SeatWish::Computer { level: 1 }]);
    (lot.starts, lot.commitment) = (Some(Starts::Lot), None);
    let mut table = Table::open(&lot);
    table.ask(0, Request::Start).expect("everybody is ready");
    assert_eq!(table.machine.status(), Status::Playing);
    table.ask(0, Request::Abandon).expect("one plays alone");
    let verified = verify(&table.machine.history().proof().expect("it holds")).expect("it holds");
    assert!(verified.is_server_alone() && verified.chances == 0);
    assert_eq!(verified.verdict(), Verdict::NotProved);
}

#[test]
fn a_game_that_draws_who_starts_is_asked_nothing() {
    let mut table = Table::with_guests("abagio", 1);
    assert_eq!(table.starts(Starts::Lot), Err(Error::RulesDrawFirst));
    assert_eq!(table.starts(Starts::Seat { seat: seat(1) }), Err(Error::RulesDrawFirst));
    assert_eq!(table.starts(Starts::Seat { seat: seat(0) }), Ok(()), "as it is anyway");
    let lot = OpenTable { starts: Some(Starts::Lot), ..wish("abagio", &[SeatWish::Me, SeatWish::Open]) };
    let refused = open(&lot, None, holder(0), fresh(), NOW).expect_err("the dice decide");
    assert_eq!((refused.code(), refused), ("rules-draw-first", Error::RulesDrawFirst));
    table.start(2);
    assert!(!table.stored.rows.iter().any(|row| matches!(row.event, Event::Began { .. })));
}

// --------------------------------------------------------------------------------------------------------- colours

#[test]
fn nobody_takes_the_colour_of_somebody_else() {
    let seats = [SeatWish::Me, SeatWish::Open, SeatWish::Computer { level: 1 }];
    let mut table = Table::open(&wish("china-moon", &seats));
    assert_eq!(table.colours(), [0, 1, 2]);
    table.colour(0, 0, 1).expect("a free seat gives way");
    assert_eq!(table.colours(), [1, 0, 2]);
    table.colour(0, 0, 2).expect("a computer player gives way");
    assert_eq!(table.colours(), [2, 0, 1]);
    table.colour(0, 0, 4).expect("five can play, so there are five colours");
    assert_eq!(table.colours(), [4, 0, 1]);
    table.join(1, None).expect("a seat is free");
    assert_eq!(table.colour(0, 0, 0), Err(Error::ColourTaken(0)), "somebody sits there now");
    assert_eq!(table.colour(1, 1, 4), Err(Error::ColourTaken(4)));
    assert_eq!(table.colour(1, 0, 3), Err(Error::NotYourSeat(seat(0))));
    assert_eq!(table.colour(1, 2, 3), Err(Error::NotYourSeat(seat(2))));
    assert_eq!(table.colour(9, 1, 3), Err(Error::NotSeated));
    assert_eq!(table.colour(1, 1, 5), Err(Error::WrongColour(4)));
    table.colour(0, 2, 3).expect("the host chooses for computer players");
    assert_eq!(table.colours(), [4, 0, 3]);
    assert_eq!(table.are_ready(), [true; 3], "a colour is no reason to ask everybody again");
    table.swap(1, 1, 2).expect("a computer player sits there");
    assert_eq!(table.colours(), [4, 3, 0], "people take their colours along");
    let mut plain = Table::with_guests("hop-it", 1);
    assert_eq!(plain.colour(0, 0, 1), Err(Error::NoColours));
    plain.swap(0, 0, 1).expect("it is offered");
    plain.answer(1, 0, 1, true).expect("they agree");
    assert_eq!((plain.sits(), plain.colours()), (vec![2, 1], vec![0, 1]), "here colours belong to seats");
}

// -------------------------------------------------------------------------------------------- people come and go

#[test]
fn whoever_is_removed_is_told_and_does_not_come_back() {
    let mut table = Table::with_guests("pool-party", 2);
    table.feed(Input::Attach(Socket(7), Some(holder(2))));
    table.feed(Input::Say(Socket(7), ToServer::Hello(Hello { after: 0, seat: None })));
    table.sent.clear();
    table.ask(0, Request::Remove(seat(2))).expect("the host may");
    let told = table.sent.iter().find_map(|(socket, message)| match message {
        ToClient::Update(update) if *socket == Socket(7) => Some(update.clone()),
        _ => None,
    });
    let told = told.expect("they are told at once");
    assert!(told.you.is_some_and(|you| you.is_removed && you.seats.is_empty()));
    let what: Vec<_> = told.events.iter().map(|event| event.what.clone()).collect();
    assert_eq!(what, [TableEventKind::Left { seat: seat(2), is_removed: true }]);
    assert_eq!(table.join(2, None), Err(Error::Removed));
    assert_eq!(table.say(2, ToServer::Chat(Chat { text: "why?".to_owned() })), Err(Error::Removed));
    let rename = Rename { name: "somebody else".to_owned(), seat: None };
    assert_eq!(table.say(2, ToServer::Rename(rename)), Err(Error::Removed));
    assert_eq!(Error::Removed.code(), "removed");
    let code = Request::MoveTo(holder(8));
    assert_eq!(table.ask(2, code), Err(Error::Removed), "another device is no way back in");
    assert_eq!(table.join(2, None), Err(Error::Removed));
    // It lasts, and whoever leaves by themselves may come back.
    table.machine = Machine::load(table.stored.clone(), table.now, 0).expect("it can be loaded");
    assert_eq!(table.join(2, None), Err(Error::Removed));
    assert!(table.look(2).you.is_removed && !table.look(1).you.is_removed);
    table.ask(1, Request::Leave(None)).expect("one may leave");
    assert!(table.join(1, Some(1)).is_ok());
    assert!(table.join(3, None).is_ok(), "somebody else has the seat");
}

#[test]
fn a_table_that_is_closed_says_by_whom() {
    let mut table = Table::with_guests("pool-party", 1);
    table.feed(Input::Attach(Socket(7), Some(holder(1))));
    table.feed(Input::Say(Socket(7), ToServer::Hello(Hello { after: 0, seat: None })));
    table.sent.clear();
    table.ask(0, Request::Abandon).expect("the host may");
    let told = table.sent.iter().any(|(socket, message)| match message {
        ToClient::Update(update) => {
            let is_closed = |it: &TableEventKind| *it == TableEventKind::Abandoned { by: Some(1) };
            *socket == Socket(7) && update.events.iter().any(|event| is_closed(&event.what))
        }
        _ => false,
    });
    assert!(told, "guests hear who closed it");
    assert_eq!(table.join(5, None), Err(Error::Closed));
    let mut table = Table::with_guests("pool-party", 1);
    table.ask(0, Request::CloseUnvisited { is_due: true }).expect("nobody is there");
    table.now += 3_600_000;
    table.feed(Input::Request(Ticket(1), None, Request::CloseUnvisited { is_due: true }));
    assert_eq!(*table.last(), Event::Abandoned { by: None }, "nobody closed it");
}

#[test]
fn a_name_is_changed_until_the_start() {
    let mut table = Table::with_guests("pool-party", 1);
    let rename = |name: &str| ToServer::Rename(Rename { name: name.to_owned(), seat: None });
    table.say(1, rename("  Zoé  ")).expect("one may");
    let named = Sitter::Person { person: 2, name: Some("Zoé".to_owned()) };
    assert_eq!(table.state().seats[1].sitter, named);
    assert_eq!(table.line.as_ref().map(|line| line.seats[1].clone()), Some(named), "lists show it");
    table.line = None;
    table.say(1, rename("Zoé")).expect("it is so already");
    assert_eq!(table.line, None, "so nothing is stored");
    assert_eq!(table.say(1, rename(" ")), Err(Error::WrongName));
    assert_eq!(table.say(9, rename("Zoé")), Err(Error::NotSeated));
    let other = Rename { name: "Ana".to_owned(), seat: Some(seat(0)) };
    assert_eq!(table.say(1, ToServer::Rename(other)), Err(Error::NotYourSeat(seat(0))));
    table.start(2);
    assert_eq!(table.say(1, rename("Léa")), Err(Error::AlreadyStarted));
}

#[test]
fn a_lobby_is_not_changed_without_end() {
    let mut table = Table::with_guests("pool-party", 1);
    let mut most = 0;
    for number in 0.. {
        let starts = if number % 2 == 0 { Starts::Lot } else { Starts::default() };
        if let Err(error) = table.starts(starts) {
            assert_eq!(error, Error::TooManyChanges(MOST_LOBBY_ROWS));
            break;
        }
        most = number;
        assert!(most < 2_000);
    }
    assert!(most > 900, "nobody changes their mind so often");
    let refused = Err(Error::TooManyChanges(MOST_LOBBY_ROWS));
    assert_eq!(table.say(0, ToServer::Empty(Empty { seat: seat(1) })), Err(Error::SeatTaken(seat(1))));
    assert_eq!(table.colour(1, 1, 5), refused);
    assert_eq!(table.swap(1, 1, 0), refused, "nor is it offered");
    assert_eq!(table.ready(0, false), refused);
    table.ready(1, true).expect("but it can be started");
    table.ask(1, Request::Leave(None)).expect("one may always leave");
    assert_eq!(table.join(2, None).map(drop), refused, "nobody new comes to such a table");
}

/// Lets a guest change something until they may not any more, and gives how often that was.
fn spend(table: &mut Table, mut change: impl FnMut(&mut Table, usize) -> Result<(), Error>) -> usize {
    (0..2 * MOST_LOBBY_ROWS)
        .find(|number| match change(table, *number) {
            Ok(()) => false,
            Err(error) => {
                assert_eq!(error, Error::TooManyGuestChanges(MOST_GUEST_CHANGES));
                true
            }
        })
        .expect("it has an end")
}

#[test]
fn no_guest_takes_the_changes_of_a_lobby_from_the_others() {
    let ready = |table: &mut Table, _| {
        table.ready(1, false)?;
        table.ready(1, true)
    };
    let colour = |table: &mut Table, number: usize| table.colour(1, 1, 4 + number as u8 % 2);
    let swap = |table: &mut Table, _| {
        let place = table.sits().iter().position(|sits| *sits == 2).expect("they sit");
        table.swap(1, place, if place == 1 { 3 } else { 1 })
    };
    let seats = [SeatWish::Me, SeatWish::Open, SeatWish::Open, SeatWish::Open];
    let fresh = || {
        let mut table = Table::open(&wish("pool-party", &seats));
        for who in 1..=2 {
            table.join(who, Some(who)).expect("a seat is free");
        }
        table
    };
    for (is_colour, mut table) in [(false, fresh()), (true, fresh())] {
        let times = if is_colour { spend(&mut table, colour) } else { spend(&mut table, ready) };
        assert_eq!(times, MOST_GUEST_CHANGES);
        assert_eq!(spend(&mut table, swap), 0, "what is changed is counted together");
        assert_eq!(table.ready(1, false), Err(Error::TooManyGuestChanges(MOST_GUEST_CHANGES)));
        // All others may do what they could before, and so may whoever comes.
        table.ready(2, false).expect("another guest");
        table.ready(2, true).expect("another guest");
        table.colour(2, 2, 3).expect("another guest");
        table.starts(Starts::Lot).expect("the host");
        table.say(0, ToServer::Fill(Fill { seat: seat(3), level: 1 })).expect("the host");
        table.say(0, ToServer::Empty(Empty { seat: seat(3) })).expect("the host");
        table.join(3, Some(3)).expect("somebody new");
        table.ask(1, Request::Leave(None)).expect("one may always leave");
        table.join(1, Some(1)).expect("and come back");
        assert_eq!(spend(&mut table, colour), 0, "which does not begin it anew");
        for who in 1..=3 {
            table.ready(who, true).expect("it can be started");
        }
        table.start(4);
    }
    assert_eq!(spend(&mut fresh(), swap), MOST_GUEST_CHANGES);
}

#[test]
fn guests_together_leave_room_for_the_host_and_for_whoever_comes() {
    let mut table = Table::open(&wish("pool-party", &[SeatWish::Me, SeatWish::Open, SeatWish::Open]));
    // The same person with one new token after the other.
    let mut guests = 1;
    loop {
        table.join(guests, Some(1)).expect("a seat is free");
        let mut both = |table: &mut Table, _| {
            table.ready(guests, false)?;
            table.ready(guests, true)
        };
        let is_last = spend(&mut table, &mut both) == 0;
        table.ask(guests, Request::Leave(None)).expect("one may always leave");
        guests += 1;
        if is_last {
            break;
        }
    }
    let rows = table.machine.seq() as usize;
    assert!(
        (MOST_LOBBY_ROWS - KEPT_LOBBY_ROWS..MOST_LOBBY_ROWS - KEPT_LOBBY_ROWS + 10).contains(&rows),
        "{rows}"
    );
    table.starts(Starts::Lot).expect("the host");
    for who in 1..=2 {
        table.join(who + guests, Some(who)).expect("somebody new");
    }
    table.ask(0, Request::Start).expect("everybody is ready");
}

#[test]
fn nobody_fills_a_log_by_coming_and_going() {
    let mut table = Table::with_guests("pool-party", 1);
    for _ in 1..MOST_SITTINGS {
        table.ask(1, Request::Leave(None)).expect("one may leave");
        table.join(1, None).expect("one may come back");
    }
    table.ask(1, Request::Leave(None)).expect("one may leave");
    assert_eq!(table.join(1, None), Err(Error::TooManySittings(MOST_SITTINGS)));
    assert_eq!(Error::TooManySittings(1).code(), "too-many-changes");
    table.join(2, None).expect("others may");
}

#[test]
fn a_lobby_that_was_changed_without_end_can_be_started() {
    let mut table = Table::with_guests("pool-party", 1);
    for number in 0.. {
        let starts = if number % 2 == 0 { Starts::Lot } else { Starts::default() };
        if table.starts(starts).is_err() {
            break;
        }
    }
    table.ready(1, true).expect("but it can be started");
    table.start(2);
}

// ------------------------------------------------------------------------------------------------------- rematches

#[test]
fn a_rematch_does_not_start_over_who_has_not_come() {
    let mut table = Table::with_guests("pool-party", 1);
    table.start(2);
    let resign = rainette_table::protocol::Resign { id: "r".to_owned(), seat: None };
    table.say(0, ToServer::Resign(resign)).expect("one may");
    let fresh = Fresh { id: "again".to_owned(), ..fresh() };
    let batch = open_rematch(table.machine.history(), holder(0), fresh, true, NOW).expect("it is over");
    let mut again = Table::of(&batch);
    assert_eq!(again.ask(0, Request::Start), Err(Error::NotReady), "the guest may not even know of it");
    let commitment = seed(1).commitment().to_string();
    again.say(1, ToServer::Commit(rainette_table::protocol::Commit { commitment })).expect("they sit");
    // They go again, and are played against all the same.
    again.now += 120_000;
    assert_eq!(again.ask(0, Request::Start), Ok(Response::Done));
    assert!(again.state().waits_until.is_some());
}

#[test]
fn a_rematch_keeps_what_was_arranged_and_everybodys_colour() {
    let mut table = Table::with_guests("pool-party", 2);
    let clock = ClockKind::Days { days: 3, weekends_off: None };
    table.arrange(Arrange { clock: Some(clock), ..Arrange::default() }).expect("the host may");
    table.starts(Starts::Seat { seat: seat(1) }).expect("the host may");
    table.colour(2, 2, 5).expect("nobody has it");
    table.colour(0, 0, 2).expect("nobody has it any more");
    for who in 1..=2 {
        table.ready(who, true).expect("they may");
    }
    table.start(3);
    let (sits, colours) = (table.sits(), table.colours());
    assert_eq!((sits, colours), (vec![2, 3, 1], vec![1, 5, 2]));
    for who in 0..3 {
        let resign = rainette_table::protocol::Resign { id: format!("r{who}"), seat: None };
        if table.machine.status() == Status::Playing {
            table.say(who, ToServer::Resign(resign)).expect("one may");
        }
    }
    let fresh = Fresh { id: "again".to_owned(), ..fresh() };
    let batch = open_rematch(table.machine.history(), holder(0), fresh, true, NOW).expect("it is over");
    let mut again = Table::of(&batch);
    assert_eq!(again.sits(), [1, 2, 3], "everybody one seat further, and whoever asks is person 1");
    assert_eq!(again.colours(), [2, 1, 5], "with their colours");
    let state = again.state();
    assert_eq!((state.clock, state.starts), (clock, Starts::default()), "the next one starts");
    assert_eq!(again.are_ready(), [true; 3], "nobody sits down to a rematch, so all are ready");
    again.starts(Starts::Lot).expect("the host may");
    assert_eq!(again.are_ready(), [true, false, false], "until something is arranged anew");
    for who in 0..3 {
        again.feed(Input::Attach(Socket(who as u64), Some(holder(who))));
        again.feed(Input::Say(Socket(who as u64), ToServer::Hello(Hello { after: 0, seat: None })));
    }
    assert_eq!(again.state().waits_until, None, "all are there, but not ready");
    again.ready(1, true).expect("they may");
    again.ready(2, true).expect("they may");
    assert!(again.state().waits_until.is_some(), "now it asks for commitments");
    again.starts(Starts::default()).expect("there is still time");
    assert_eq!(again.state().waits_until, None, "which stops the start");
    again.now += 60_000;
    again.feed(Input::Tick);
    assert_eq!(again.state().status, Status::Waiting);
}
