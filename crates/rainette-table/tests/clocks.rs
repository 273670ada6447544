//! Clocks and absence at a table whose time is made up: nothing waits, nothing depends on the machine.

use std::collections::VecDeque;

use rainette_core::Seat;
use rainette_table::fair::Seed;
use rainette_table::journal::{Event, TokenHash};
use rainette_table::protocol::{
    Act, ClockKind, Hello, Join, OpenTable, SeatWish, SitIn, Status, TakeBack, ToClient, ToServer, Undo,
};
use rainette_table::table::{Fresh, Input, Machine, Output, Request, Socket, Stored, Ticket, open};

/// A table, its store, and the time.
struct Pond {
    stored: Stored,
    machine: Machine,
    now: i64,
    heard: Vec<(Socket, ToClient)>,
}

const HOST: TokenHash = TokenHash([1; 32]);
const GUEST: TokenHash = TokenHash([2; 32]);
const SOCKETS: [Socket; 2] = [Socket(1), Socket(2)];

impl Pond {
    /// A started game of two people.
    fn new(clock: ClockKind) -> Self {
        Self::new_at(clock, 1_000)
    }

    fn new_at(clock: ClockKind, now: i64) -> Self {
        let wish = OpenTable {
            game: "hop-it".to_owned(),
            seats: vec![SeatWish::Me, SeatWish::Friend],
            clock,
            name: "Ana".to_owned(),
            start_when_full: true,
            grace_seconds: Some(60),
            is_strict: true,
            ..OpenTable::default()
        };
        let fresh = Fresh { id: "table".to_owned(), invite: "code".to_owned(), seed: Seed::new([3; 32]) };
        let batch = open(&wish, None, HOST, fresh, now).expect("a table");
        let mut stored = Stored::default();
        stored.add(&batch);
        let machine = Machine::load(stored.clone(), now, 0).expect("it loads");
        let mut pond = Self { stored, machine, now, heard: Vec::new() };
        let join = Join { name: "Bo".to_owned(), ..Join::default() };
        pond.give(Input::Request(Ticket(1), Some(GUEST), Request::Join { join, is_invited: true }));
        pond.come(0);
        pond.come(1);
        assert_eq!(pond.machine.status(), Status::Playing);
        pond
    }

    fn come(&mut self, who: usize) {
        self.give(Input::Attach(SOCKETS[who], Some([HOST, GUEST][who])));
        self.give(Input::Say(SOCKETS[who], ToServer::Hello(Hello { after: 0, seat: None })));
    }

    fn give(&mut self, input: Input) {
        let mut outputs = VecDeque::from(self.machine.handle(input, self.now));
        while let Some(output) = outputs.pop_front() {
            match output {
                Output::Store(batch) => {
                    self.stored.add(&batch);
                    outputs.extend(self.machine.stored(self.now));
                }
                Output::Send(socket, message) => self.heard.push((socket, message)),
                Output::Reply(_, answer) => assert!(answer.is_ok(), "{answer:?}"),
                Output::Think(_) | Output::StopThinking | Output::Tell(_) => {}
            }
        }
    }

    /// Lets time pass; the machine is woken when it wants to be.
    fn pass(&mut self, millis: i64) {
        let end = self.now + millis;
        while let Some(alarm) = self.machine.alarm().filter(|alarm| *alarm <= end) {
            self.now = alarm.max(self.now);
            let before = self.machine.seq();
            self.give(Input::Tick);
            if self.machine.seq() == before && self.machine.alarm() == Some(alarm) {
                break;
            }
        }
        self.now = end;
        self.give(Input::Tick);
    }

    /// A legal action.
    fn choice(&self) -> String {
        let eyes = rainette_table::table::Eyes::Of(rainette_core::Observer::Spectator);
        let replay = self.machine.replay(None, eyes, (0, usize::MAX), self.now).expect("a replay");
        let mut game = rainette_games::table("hop-it", 2, &[]).expect("a game");
        for step in replay.steps {
            game.play(step.told.seat.expect("a seat"), &step.told.event).expect("it was legal");
        }
        game.choices()[0].0.clone()
    }

    /// The seat whose turn it is plays.
    fn play(&mut self) {
        let seat = self.turn();
        self.act(seat);
    }

    fn act(&mut self, seat: usize) {
        let (id, action) = (self.machine.seq().to_string(), self.choice());
        let act = ToServer::Act(Act { id, seq: self.machine.seq(), seat: None, action });
        self.give(Input::Say(SOCKETS[seat], act));
    }

    /// With which code was the last message refused?
    fn refused(&self) -> Option<&str> {
        match &self.heard.last()?.1 {
            ToClient::Refused(refusal) => Some(&refusal.code),
            _ => None,
        }
    }

    fn turn(&self) -> usize {
        let running = self.machine.table_state(self.now).seats;
        running
            .iter()
            .position(|seat| seat.clock.is_some_and(|clock| clock.is_running))
            .expect("a clock runs")
    }

    fn left(&self, seat: usize) -> i64 {
        self.machine.table_state(self.now).seats[seat].clock.expect("a clock").left_ms
    }

    /// The server goes down for so long, and comes back.
    fn restart(&mut self, downtime: i64) {
        self.now += downtime;
        self.machine = Machine::load(self.stored.clone(), self.now, downtime).expect("it loads");
        self.give(Input::Tick);
    }

    fn has(&self, is_it: impl Fn(&Event) -> bool) -> bool {
        self.stored.rows.iter().any(|row| is_it(&row.event))
    }
}

#[test]
fn a_bank_runs_on_ones_own_turn_alone_and_grows_after_it() {
    let mut pond = Pond::new(ClockKind::Bank { seconds: 60, increment: 5 });
    let first = pond.turn();
    pond.pass(20_000);
    assert_eq!((pond.left(first), pond.left(1 - first)), (40_000, 60_000));
    pond.play();
    assert_eq!(pond.turn(), 1 - first);
    pond.pass(10_000);
    assert_eq!((pond.left(first), pond.left(1 - first)), (45_000, 50_000));
}

#[test]
fn whoever_runs_out_of_time_loses_at_that_moment() {
    let mut pond = Pond::new(ClockKind::Bank { seconds: 60, increment: 0 });
    let late = pond.turn();
    pond.pass(59_999);
    assert_eq!(pond.machine.status(), Status::Playing);
    pond.pass(1);
    assert_eq!(pond.machine.status(), Status::Finished);
    let seat = Seat::new(late);
    assert!(pond.has(|event| *event == Event::OutOfTime { seat }));
    let result = pond.machine.table_state(pond.now).result.expect("a result");
    assert_eq!(result.winners, [seat.next(2)]);
}

#[test]
fn an_action_that_comes_too_late_does_not_count_even_if_nobody_woke_the_table() {
    let mut pond = Pond::new(ClockKind::PerMove { seconds: 10 });
    pond.now += 10_001;
    let seq = pond.machine.seq();
    let act = ToServer::Act(Act { id: "late".to_owned(), seq, seat: None, action: "b2-b3".to_owned() });
    let who = SOCKETS[pond.turn()];
    pond.give(Input::Say(who, act));
    assert_eq!(pond.machine.status(), Status::Finished);
    let refused = pond
        .heard
        .iter()
        .any(|(_, message)| matches!(message, ToClient::Refused(refusal) if refusal.code == "over"));
    assert!(refused, "{:?}", pond.heard.last());
}

#[test]
fn a_restart_charges_no_time_for_which_the_server_was_down() {
    let mut pond = Pond::new(ClockKind::Bank { seconds: 60, increment: 0 });
    let seat = pond.turn();
    pond.pass(20_000);
    pond.restart(3_600_000);
    assert_eq!(pond.machine.status(), Status::Playing);
    assert_eq!(pond.left(seat), 40_000);
    assert!(pond.has(|event| *event == Event::Resumed { lost_ms: 3_600_000 }));
    pond.come(0);
    pond.come(1);
    pond.pass(10_000);
    assert_eq!(pond.left(seat), 30_000);
    // And once more: what was given back stays given back.
    pond.restart(0);
    assert_eq!(pond.left(seat), 30_000);
    pond.pass(30_000);
    assert_eq!(pond.machine.status(), Status::Finished);
}

#[test]
fn nobody_gains_time_by_acting_and_taking_it_back() {
    for (clock, spent) in [
        (ClockKind::PerMove { seconds: 60 }, 60_000),
        (ClockKind::Bank { seconds: 60, increment: 3_600 }, 60_000),
    ] {
        let mut pond = Pond::new(clock);
        let seat = pond.turn();
        for round in 0..5 {
            pond.pass(10_000);
            pond.play();
            let undo = ToServer::Undo(Undo { id: format!("u{round}"), seq: pond.machine.seq(), seat: None });
            pond.give(Input::Say(SOCKETS[seat], undo));
            assert_eq!(pond.turn(), seat, "it is free to take back what nobody has answered");
            assert_eq!(pond.left(seat), spent - 10_000 * (round + 1), "{clock:?}");
        }
        pond.pass(10_000);
        assert_eq!(pond.machine.status(), Status::Finished, "{clock:?}");
    }
}

#[test]
fn days_per_move_are_full_again_after_each_turn() {
    let mut pond = Pond::new(ClockKind::Days { days: 2, weekends_off: None });
    let day = 86_400_000;
    for _ in 0..4 {
        pond.pass(day);
        pond.play();
    }
    assert_eq!(pond.machine.status(), Status::Playing);
    assert_eq!(pond.left(pond.turn()), 2 * day);
    pond.pass(2 * day);
    assert_eq!(pond.machine.status(), Status::Finished);
}

#[test]
fn a_computer_player_may_sit_in_only_after_the_grace_period_on_the_absent_ones_turn() {
    let mut pond = Pond::new(ClockKind::Days { days: 1, weekends_off: None });
    let away = pond.turn();
    let may = |pond: &Pond| pond.machine.table_state(pond.now).seats[away].may_sit_in;
    pond.give(Input::Detach(SOCKETS[away]));
    assert!(
        pond.machine.table_state(pond.now).seats[away].is_present,
        "a page may be loaded again unnoticed"
    );
    pond.pass(3_000);
    assert!(!pond.machine.table_state(pond.now).seats[away].is_present);
    pond.pass(56_999);
    assert!(!may(&pond));
    pond.pass(1);
    assert!(may(&pond));
    pond.come(away);
    assert!(!may(&pond), "whoever is back is back");
    let told = pond.heard.iter().rev().find_map(|(socket, message)| match message {
        ToClient::Update(update) if *socket == SOCKETS[1 - away] => update.table.clone(),
        _ => None,
    });
    assert!(told.is_some_and(|table| table.seats[away].is_present), "the others are told");
}

#[test]
fn a_computer_player_sits_in_for_somebody_who_is_away() {
    let mut pond = Pond::new(ClockKind::Days { days: 1, weekends_off: None });
    let (away, stays) = (pond.turn(), 1 - pond.turn());
    let seat = Seat::new(away);
    pond.give(Input::Detach(SOCKETS[away]));
    let sit_in = |id: &str| ToServer::SitIn(SitIn { id: id.to_owned(), seat, level: None });
    pond.give(Input::Say(SOCKETS[stays], sit_in("early")));
    assert_eq!(pond.refused(), Some("not-absent"));
    pond.pass(60_000);
    pond.give(Input::Say(SOCKETS[stays], sit_in("s")));
    let (number, action) = (pond.machine.seq(), pond.choice());
    pond.give(Input::Thought(number, Some(action.clone())));
    assert!(pond.has(|event| *event == Event::Action { seat, action: action.clone(), computer: true }));

    pond.come(away);
    pond.act(away);
    assert_eq!(pond.refused(), Some("computer-sits"));
    pond.give(Input::Say(SOCKETS[away], ToServer::TakeBack(TakeBack { id: "t".to_owned(), seat })));
    while pond.turn() != away {
        pond.play();
    }
    let seq = pond.machine.seq();
    pond.play();
    assert!(pond.machine.seq() > seq, "the seat is the owner's again");
}

#[test]
fn a_computer_player_that_sits_in_has_all_the_time_in_the_world() {
    let mut pond = Pond::new(ClockKind::PerMove { seconds: 600 });
    let away = pond.turn();
    pond.give(Input::Detach(SOCKETS[away]));
    pond.pass(60_000);
    let sit_in = ToServer::SitIn(SitIn { id: "s".to_owned(), seat: Seat::new(away), level: None });
    pond.give(Input::Say(SOCKETS[1 - away], sit_in));
    assert!(pond.has(|event| matches!(event, Event::SatIn { .. })));
    pond.pass(10_000_000);
    assert_eq!(pond.machine.status(), Status::Playing, "nobody's clock runs");
    pond.come(away);
    pond.give(Input::Say(
        SOCKETS[away],
        ToServer::TakeBack(TakeBack { id: "t".to_owned(), seat: Seat::new(away) }),
    ));
    assert_eq!((pond.turn(), pond.left(away)), (away, 600_000));
}

#[test]
fn whoever_polls_over_plain_http_is_there() {
    let mut pond = Pond::new(ClockKind::Days { days: 1, weekends_off: None });
    let away = pond.turn();
    let owner = [HOST, GUEST][away];
    let seat = Seat::new(away);
    pond.give(Input::Detach(SOCKETS[away]));
    let look = || Input::Request(Ticket(9), Some(owner), Request::Look { after: u64::MAX, seat: None });
    let shown = |pond: &Pond| pond.machine.table_state(pond.now).seats[away].clone();
    for round in 0..3 {
        // Much longer than the grace period, but never silent for long.
        for _ in 0..30 {
            pond.give(look());
            pond.pass(20_000);
            let seat = shown(&pond);
            assert!(seat.is_present && !seat.may_sit_in && seat.absent_since.is_none(), "{seat:?}");
        }
        pond.give(look());
        pond.pass(29_999);
        assert!(shown(&pond).is_present);
        pond.pass(1);
        assert!(!shown(&pond).is_present);
        let told = pond.heard.iter().rev().find_map(|(socket, message)| match message {
            ToClient::Update(update) if *socket == SOCKETS[1 - away] => update.table.clone(),
            _ => None,
        });
        assert!(told.is_some_and(|table| !table.seats[away].is_present), "the others are told");
        pond.pass(59_999);
        assert!(!shown(&pond).may_sit_in);
        pond.pass(1);
        assert!(shown(&pond).may_sit_in);
        pond.give(Input::Say(
            SOCKETS[1 - away],
            ToServer::SitIn(SitIn { id: format!("s{round}"), seat, level: None }),
        ));
        assert!(shown(&pond).stand_in.is_some());
        // Whoever takes the seat back has all the time again, and need not be seated out at once.
        let back = Request::Say(ToServer::TakeBack(TakeBack { id: format!("t{round}"), seat }));
        pond.give(Input::Request(Ticket(9), Some(owner), back));
        assert_eq!(shown(&pond).stand_in, None);
        pond.pass(89_999);
        assert!(!shown(&pond).may_sit_in, "30 seconds for the request, 60 of grace");
    }
}

#[test]
fn nobody_is_made_present_by_somebody_elses_requests() {
    let mut pond = Pond::new(ClockKind::Days { days: 1, weekends_off: None });
    let away = pond.turn();
    pond.give(Input::Detach(SOCKETS[away]));
    for _ in 0..6 {
        for holder in [None, Some(TokenHash([9; 32])), Some([HOST, GUEST][1 - away])] {
            pond.give(Input::Request(Ticket(9), holder, Request::Look { after: u64::MAX, seat: None }));
        }
        pond.pass(10_000);
    }
    assert!(pond.machine.table_state(pond.now).seats[away].may_sit_in);
}

#[test]
fn the_table_settles_how_well_a_stand_in_plays() {
    let mut pond = Pond::new(ClockKind::Days { days: 1, weekends_off: None });
    let (away, stays) = (pond.turn(), 1 - pond.turn());
    let seat = Seat::new(away);
    pond.give(Input::Detach(SOCKETS[away]));
    pond.pass(60_000);
    let level = pond.machine.table_state(pond.now).stand_in;
    for other in (0..=9).filter(|other| *other != level) {
        let sit_in = ToServer::SitIn(SitIn { id: format!("s{other}"), seat, level: Some(other) });
        pond.give(Input::Say(SOCKETS[stays], sit_in));
        assert_eq!(pond.refused(), Some("other-level"));
    }
    pond.give(Input::Say(
        SOCKETS[stays],
        ToServer::SitIn(SitIn { id: "s".to_owned(), seat, level: Some(level) }),
    ));
    assert!(pond.has(|event| *event == Event::SatIn { seat, level, missed: false }));
}

#[test]
fn tables_from_before_there_was_a_least_grace_have_it_too() {
    let mut pond = Pond::new(ClockKind::Days { days: 1, weekends_off: None });
    if let Event::Opened(opening) = &mut pond.stored.rows[0].event {
        opening.grace_ms = 0;
    }
    pond.restart(0);
    assert_eq!(pond.machine.table_state(pond.now).grace_ms, 15_000);
    let away = pond.turn();
    let may = |pond: &Pond| pond.machine.table_state(pond.now).seats[away].may_sit_in;
    pond.pass(14_999);
    assert!(!may(&pond));
    pond.pass(1);
    assert!(may(&pond));
}

/// A Friday at noon, UTC.
const FRIDAY_NOON: i64 = 1_793_966_400_000;
const DAY: i64 = 86_400_000;

#[test]
fn weekends_do_not_count_if_they_are_off() {
    let mut pond = Pond::new_at(ClockKind::Days { days: 2, weekends_off: Some(0) }, FRIDAY_NOON);
    let seat = pond.turn();
    let state = |pond: &Pond| pond.machine.table_state(pond.now).seats[seat].clock.expect("a clock");
    assert_eq!(state(&pond).until, Some(FRIDAY_NOON + 4 * DAY), "Friday to Tuesday");
    pond.pass(DAY / 2);
    assert_eq!(pond.left(seat), 2 * DAY - DAY / 2);
    pond.pass(2 * DAY);
    assert_eq!(pond.left(seat), 2 * DAY - DAY / 2, "a weekend later");
    assert_eq!(state(&pond).until, Some(FRIDAY_NOON + 4 * DAY), "and it is due as before");
    pond.pass(DAY * 3 / 2 - 1);
    assert_eq!(pond.machine.status(), Status::Playing);
    pond.pass(1);
    assert_eq!(pond.machine.status(), Status::Finished);
}

#[test]
fn a_clock_that_stands_still_has_no_end() {
    let pond = Pond::new_at(ClockKind::Days { days: 2, weekends_off: Some(0) }, FRIDAY_NOON);
    let waits = pond.machine.table_state(pond.now).seats[1 - pond.turn()].clock.expect("a clock");
    assert_eq!((waits.left_ms, waits.is_running, waits.until), (2 * DAY, false, None));
}

#[test]
fn weekends_off_outlast_a_restart_and_what_is_taken_back() {
    let mut pond = Pond::new_at(ClockKind::Days { days: 2, weekends_off: Some(0) }, FRIDAY_NOON);
    let seat = pond.turn();
    // Down from Saturday noon to Monday noon: half a working day was lost, and is given back.
    pond.pass(DAY);
    pond.restart(2 * DAY);
    assert_eq!(pond.left(seat), 2 * DAY - DAY / 2);
    pond.restart(0);
    assert_eq!(pond.left(seat), 2 * DAY - DAY / 2);
    pond.come(0);
    pond.come(1);
    pond.play();
    let undo = ToServer::Undo(Undo { id: "u".to_owned(), seq: pond.machine.seq(), seat: None });
    pond.give(Input::Say(SOCKETS[seat], undo));
    assert_eq!((pond.turn(), pond.left(seat)), (seat, 2 * DAY - DAY / 2), "nobody gains by taking back");
    pond.play();
    assert_eq!(pond.left(seat), 2 * DAY, "full again after the turn");
}
