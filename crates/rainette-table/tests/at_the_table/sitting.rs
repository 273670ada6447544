//! A table whose time is made up, with people at sockets.

use std::collections::VecDeque;

use rainette_core::Seat;
use rainette_table::fair::Seed;
use rainette_table::journal::{Event, TokenHash};
use rainette_table::protocol::{
    Act, Choices, ClockKind, Hello, Join, OpenTable, SeatWish, Status, TableState, TakeBack, ToClient,
    ToServer, Undo, Welcome,
};
use rainette_table::table::{
    Fresh, Input, Job, Machine, Output, Request, Response, Socket, Stored, Ticket, open,
};

/// A table, its store, and the time. Person N sits at seat N and talks through socket N.
pub(crate) struct Sitting {
    pub(crate) stored: Stored,
    pub(crate) machine: Machine,
    pub(crate) now: i64,
    pub(crate) heard: Vec<(usize, ToClient)>,
    pub(crate) jobs: Vec<Job>,
    seats: usize,
    ids: u32,
}

pub(crate) fn holder(seat: usize) -> TokenHash {
    TokenHash::of(&format!("token {seat}"))
}

pub(crate) fn wish(game: &str, seats: &[SeatWish], clock: ClockKind) -> OpenTable {
    OpenTable {
        game: game.to_owned(),
        seats: seats.to_vec(),
        clock,
        name: "host".to_owned(),
        start_when_full: true,
        grace_seconds: Some(60),
        ..OpenTable::default()
    }
}

pub(crate) const ME: SeatWish = SeatWish::Me;
pub(crate) const FRIEND: SeatWish = SeatWish::Friend;
pub(crate) const COMPUTER: SeatWish = SeatWish::Computer { level: 1 };

impl Sitting {
    /// A game that has started, with everybody there.
    pub(crate) fn new(wish: &OpenTable) -> Self {
        let fresh = Fresh { id: "table".to_owned(), invite: "code".to_owned(), seed: Seed::new([3; 32]) };
        let mut stored = Stored::default();
        stored.add(&open(wish, None, holder(0), fresh, 1_000).expect("a table"));
        let machine = Machine::load(stored.clone(), 1_000, 0).expect("it loads");
        let (seats, heard, jobs) = (wish.seats.len(), Vec::new(), Vec::new());
        let mut sitting = Self { stored, machine, now: 1_000, heard, jobs, seats, ids: 0 };
        for (seat, _) in wish.seats.iter().enumerate().filter(|(_, wish)| **wish == FRIEND) {
            let join = Join { name: format!("guest {seat}"), seat: Some(Seat::new(seat)), ..Join::default() };
            sitting.give(Input::Request(
                Ticket(1),
                Some(holder(seat)),
                Request::Join { join, is_invited: true },
            ));
        }
        for seat in 0..seats {
            if wish.seats[seat] == FRIEND || seat == 0 {
                sitting.come(seat);
            }
        }
        assert_eq!(sitting.machine.status(), Status::Playing);
        sitting
    }

    pub(crate) fn come(&mut self, seat: usize) {
        self.give(Input::Attach(Socket(seat as u64), Some(holder(seat))));
        self.say(seat, ToServer::Hello(Hello { after: 0, seat: None }));
    }

    pub(crate) fn say(&mut self, seat: usize, message: ToServer) {
        self.give(Input::Say(Socket(seat as u64), message));
    }

    pub(crate) fn give(&mut self, input: Input) -> Option<Result<Response, rainette_table::Error>> {
        let mut outputs = VecDeque::from(self.machine.handle(input, self.now));
        let mut answer = None;
        while let Some(output) = outputs.pop_front() {
            match output {
                Output::Store(batch) => {
                    self.stored.add(&batch);
                    outputs.extend(self.machine.stored(self.now));
                }
                Output::Send(socket, message) => self.heard.push((socket.0 as usize, message)),
                Output::Reply(_, reply) => answer = Some(reply),
                Output::Think(job) => self.jobs.push(job),
                Output::StopThinking | Output::Tell(_) => {}
            }
        }
        answer
    }

    /// Lets time pass; the machine is woken when it wants to be.
    pub(crate) fn pass(&mut self, millis: i64) {
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

    pub(crate) fn restart(&mut self) {
        self.machine = Machine::load(self.stored.clone(), self.now, 0).expect("it loads");
        self.give(Input::Tick);
    }

    pub(crate) fn table(&self) -> TableState {
        self.machine.table_state(self.now)
    }

    pub(crate) fn seen(&self, seat: usize) -> Welcome {
        let seat_of = |holder| self.machine.seen(Some(holder), 0, None, self.now);
        seat_of(holder(seat)).expect("anybody may look")
    }

    /// What a seat can choose from.
    pub(crate) fn choices(&self, seat: usize) -> Vec<String> {
        fn collect(choices: &Choices, actions: &mut Vec<String>) {
            actions.extend(choices.action.clone());
            choices.next.values().for_each(|next| collect(next, actions));
        }
        let mut actions = Vec::new();
        if let Some(choices) = self.seen(seat).position.and_then(|position| position.choices) {
            collect(&choices, &mut actions);
        }
        actions.sort();
        actions.dedup();
        actions
    }

    /// A seat acts by the first of its choices, as if it had seen everything up to this event; gives the command.
    pub(crate) fn act_at(&mut self, seat: usize, seq: u64) -> ToServer {
        self.ids += 1;
        let action = self.choices(seat).into_iter().next().expect("something to choose from");
        let id = format!("a{}", self.ids);
        let act = ToServer::Act(Act { id, seq, seat: Some(Seat::new(seat)), action });
        self.say(seat, act.clone());
        act
    }

    pub(crate) fn act(&mut self, seat: usize) -> ToServer {
        self.act_at(seat, self.machine.seq())
    }

    pub(crate) fn undo(&mut self, seat: usize) -> ToServer {
        self.ids += 1;
        let (id, seq) = (format!("u{}", self.ids), self.machine.seq());
        let undo = ToServer::Undo(Undo { id, seq, seat: Some(Seat::new(seat)) });
        self.say(seat, undo.clone());
        undo
    }

    pub(crate) fn take_back(&mut self, seat: usize) {
        self.ids += 1;
        let (id, seat_named) = (format!("t{}", self.ids), Seat::new(seat));
        self.say(seat, ToServer::TakeBack(TakeBack { id, seat: seat_named }));
    }

    /// A computer player acts by the first action that there is.
    pub(crate) fn think(&mut self) {
        let job = self.jobs.pop().expect("a computer player thinks");
        self.give(Input::Thought(job.number, None));
    }

    /// How a seat was answered last: the number that was acknowledged, or the code of the refusal.
    pub(crate) fn answer(&self, seat: usize) -> Result<u64, String> {
        let answered = |(to, message): &(usize, ToClient)| match message {
            ToClient::Acked { number, .. } if *to == seat => Some(Ok(*number)),
            ToClient::Refused(refusal) if *to == seat => Some(Err(refusal.code.clone())),
            _ => None,
        };
        self.heard.iter().rev().find_map(answered).expect("an answer")
    }

    pub(crate) fn events(&self) -> Vec<&Event> {
        self.stored.rows.iter().map(|row| &row.event).collect()
    }

    /// The seats that acted, in order, and the last event.
    pub(crate) fn acted(&self) -> Vec<usize> {
        let acted = self.events().into_iter().filter_map(|event| match event {
            Event::Action { seat, .. } => Some(seat.index()),
            _ => None,
        });
        acted.collect()
    }

    pub(crate) fn left(&self, seat: usize) -> (i64, bool) {
        let clock = self.table().seats[seat].clock.expect("a clock");
        (clock.left_ms, clock.is_running)
    }

    pub(crate) fn seats(&self) -> usize {
        self.seats
    }
}
