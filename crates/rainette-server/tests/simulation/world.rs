//! The world: its clock, its network, the server that lives and dies in it, and what must be true all the time.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use rainette_core::{Random, Seat};
use rainette_players::{Budget, Cancel, Spec, choose};
use rainette_server::fair::{Proof, Seed, verify};
use rainette_server::log::{Event, Holder};
use rainette_server::protocol::{ClockKind, OpenTable, SeatWish, Sitter, Status, ToClient, ToServer};
use rainette_server::table::{Ask, Fresh, Input, Job, Machine, Output, Socket, Ticket, open};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use super::client::{Client, Unanswered, Wish};
use super::clocks::Clocks;
use super::disk::{Crash, Disk};

/// How long everything goes wrong, and how long it then has to come right again.
const BAD_TIMES: i64 = 14_000;
const GOOD_TIMES: i64 = 6_000;
/// When the world begins.
const BEGINNING: i64 = 1_000_000;

/// What happens at some time.
enum Happening {
    Say { socket: u64, message: ToServer },
    Join { client: usize },
    Tell { client: usize, socket: u64, message: Box<ToClient> },
    Wake { client: usize },
    Synced { life: u32 },
    WriteFailed { life: u32 },
    Thinking { life: u32, number: u64 },
    Thought { life: u32, job: Box<Job> },
    Alarm { life: u32 },
    Sleep { client: usize },
    Crash,
    Restart,
}

/// What went wrong in a world, to see that it is bad enough.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Troubles {
    pub(super) crashes: u32,
    pub(super) forgotten: u32,
    pub(super) torn: u32,
    pub(super) kept_unanswered: u32,
    pub(super) refused_writes: u32,
    pub(super) lost: u32,
    pub(super) doubled: u32,
    pub(super) reordered: u32,
    pub(super) acknowledged: u32,
    pub(super) repeated: u32,
    pub(super) undone: u32,
    pub(super) sat_in: u32,
    pub(super) finished: u32,
    pub(super) run_out: u32,
    pub(super) stood_still: u32,
}

impl Troubles {
    pub(super) fn add(&mut self, other: &Self) {
        self.crashes += other.crashes;
        self.forgotten += other.forgotten;
        self.torn += other.torn;
        self.kept_unanswered += other.kept_unanswered;
        self.refused_writes += other.refused_writes;
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.reordered += other.reordered;
        self.acknowledged += other.acknowledged;
        self.repeated += other.repeated;
        self.undone += other.undone;
        self.sat_in += other.sat_in;
        self.finished += other.finished;
        self.run_out += other.run_out;
        self.stood_still += other.stood_still;
    }
}

/// How a world ended.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Ended {
    pub(super) troubles: Troubles,
    /// Of all that happened, in order, where it is traced.
    pub(super) trace: u64,
    /// What proves that the dice were fair, where the game is over.
    pub(super) proof: Option<Proof>,
}

pub(super) struct World {
    random: Xoshiro256PlusPlus,
    now: i64,
    queue: BTreeMap<(i64, u64), Happening>,
    order: u64,
    disk: Disk,
    /// Does the disk say that something is safe before it is?
    disk_lies: bool,
    /// Does the server charge clocks for the time in which it was down?
    charges_downtime: bool,
    machine: Option<Machine>,
    /// How often the server was started, so that what belongs to an earlier life is forgotten.
    life: u32,
    downs: Vec<(i64, i64)>,
    clients: Vec<Client>,
    sockets: BTreeMap<u64, usize>,
    next_socket: u64,
    troubles: Troubles,
    is_traced: bool,
    trace: DefaultHasher,
    /// The latest time at which something arrives, each way, to notice what overtakes it.
    latest: BTreeMap<(bool, u64), i64>,
}

impl Random for World {
    fn next_u32(&mut self) -> u32 {
        self.random.next_u32()
    }
}

impl World {
    /// The world of a seed: a table of some game with people and computer players.
    pub(super) fn new(seed: u64) -> Self {
        let mut world = Self {
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            now: BEGINNING,
            queue: BTreeMap::new(),
            order: 0,
            disk: Disk::default(),
            disk_lies: false,
            charges_downtime: false,
            machine: None,
            life: 0,
            downs: Vec::new(),
            clients: Vec::new(),
            sockets: BTreeMap::new(),
            next_socket: 0,
            troubles: Troubles::default(),
            is_traced: false,
            trace: DefaultHasher::new(),
            latest: BTreeMap::new(),
        };
        let games = rainette_games::games();
        let info = &games[world.below(games.len() as u32) as usize];
        let seats = info.seats.start() + world.below(info.seats.clone().count() as u32) as usize;
        let people = 1 + world.below(seats as u32) as usize;
        let has_shared_screen = !info.has_secrets && world.one_in(4);
        let mut wishes = Vec::new();
        for seat in 0..seats {
            wishes.push(match seat {
                0 => SeatWish::Me,
                1 if has_shared_screen => SeatWish::Me,
                _ if seat >= people => SeatWish::Computer { level: 1 },
                _ if world.one_in(2) => SeatWish::Open,
                _ => SeatWish::Friend,
            });
        }
        let guests = wishes.iter().filter(|wish| matches!(wish, SeatWish::Open | SeatWish::Friend)).count();
        for number in 0..=guests {
            let seed = world.seed();
            world.clients.push(Client::new(number, seed));
        }
        let clock = match world.below(4) {
            0 => ClockKind::PerMove { seconds: 5 },
            1 => ClockKind::Bank { seconds: 10, increment: 1 },
            _ => ClockKind::None,
        };
        let wish = OpenTable {
            game: info.id.to_owned(),
            seats: wishes,
            options: BTreeMap::new(),
            clock,
            name: "host".to_owned(),
            names: BTreeMap::new(),
            is_public: true,
            start_when_full: world.one_in(2),
            grace_seconds: Some(if world.one_in(2) { 1 } else { 8 }),
            commitment: Some(world.clients[0].seed.commitment().to_string()),
            from: None,
        };
        let fresh = Fresh { id: "table".to_owned(), invite: "invite".to_owned(), seed: world.seed() };
        let batch =
            open(&wish, None, world.clients[0].holder, fresh, world.now).expect("the table can be opened");
        world.clients[0].has_joined = true;
        world.disk.write(&batch);
        world.disk.sync();
        world
    }

    /// The same world, with everything that happens in it as part of how it ends.
    pub(super) fn traced(seed: u64) -> Self {
        Self { is_traced: true, ..Self::new(seed) }
    }

    /// The same world with a disk that says that something is safe before it is: no server can live with that.
    pub(super) fn with_a_lying_disk(seed: u64) -> Self {
        Self { disk_lies: true, ..Self::new(seed) }
    }

    /// The same world with a server that charges clocks for the time in which it was down.
    pub(super) fn with_downtime_charged(seed: u64) -> Self {
        Self { charges_downtime: true, ..Self::new(seed) }
    }

    /// Lives through bad times and good times, and says how it ended.
    pub(super) fn run(mut self) -> Ended {
        self.restart();
        for client in 0..self.clients.len() {
            self.later(0, Happening::Wake { client });
        }
        for _ in 0..=self.below(4) {
            let when = i64::from(self.below(BAD_TIMES as u32));
            self.later(when, Happening::Crash);
        }
        if self.one_in(2) {
            let (client, when) = (self.below(self.clients.len() as u32), self.below(BAD_TIMES as u32 / 2));
            self.later(i64::from(when), Happening::Sleep { client: client as usize });
        }
        self.live_until(BEGINNING + BAD_TIMES);
        let before = self.disk.stored().rows.len();
        self.live_until(BEGINNING + BAD_TIMES + GOOD_TIMES);
        self.settle(before)
    }

    fn live_until(&mut self, end: i64) {
        while let Some(entry) = self.queue.first_entry() {
            if entry.key().0 > end {
                break;
            }
            let ((at, _), happening) = entry.remove_entry();
            self.now = at;
            self.happen(happening);
        }
        self.now = end;
    }

    fn is_bad(&self) -> bool {
        self.now < BEGINNING + BAD_TIMES
    }

    fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    fn seed(&mut self) -> Seed {
        Seed::new(std::array::from_fn(|_| self.below(256) as u8))
    }

    fn later(&mut self, after: i64, happening: Happening) {
        self.order += 1;
        self.queue.insert((self.now + after, self.order), happening);
    }

    fn note(&mut self, what: &impl std::fmt::Debug) {
        // Writing everything down takes longer than everything itself.
        if self.is_traced {
            (self.now, format!("{what:?}")).hash(&mut self.trace);
        }
    }

    fn happen(&mut self, happening: Happening) {
        match happening {
            Happening::Say { socket, message } => {
                if self.sockets.contains_key(&socket) {
                    self.feed(Input::Say(Socket(socket), message));
                }
            }
            Happening::Join { client } => {
                let holder = self.clients[client].holder;
                let join = rainette_server::protocol::Join {
                    name: format!("guest {client}"),
                    seat: None,
                    commitment: Some(self.clients[client].seed.commitment().to_string()),
                };
                self.feed(Input::Ask(
                    Ticket(client as u64),
                    Some(holder),
                    Ask::Join { join, is_invited: true },
                ));
            }
            Happening::Tell { client, socket, message } => {
                if self.clients[client].socket == Some(socket) {
                    self.note(&message);
                    if self.clients[client].hear(*message) == Wish::Hello {
                        self.greet(client);
                    }
                }
            }
            Happening::Wake { client } => self.wake(client),
            Happening::Synced { life } if life == self.life => {
                if !self.disk_lies {
                    self.disk.sync();
                }
                self.feed(Input::Stored);
                self.check_clocks();
            }
            Happening::WriteFailed { life } if life == self.life => {
                // Nobody knows whether it was written: the table is thrown away and read again.
                self.troubles.refused_writes += 1;
                if self.one_in(2) {
                    self.disk.roll_back();
                } else {
                    self.disk.sync();
                }
                self.machine = None;
                self.life += 1;
                self.cut_all();
                self.later(1, Happening::Restart);
            }
            Happening::Thinking { life, number } if life == self.life => self.feed(Input::Thinking(number)),
            Happening::Thought { life, job } if life == self.life => {
                let cancel = Cancel::default();
                let advice = choose(&job.story, Spec::Random, Budget::Iterations(1), job.seed, &cancel);
                let action = advice.expect("there is something to decide").action;
                self.feed(Input::Thought(job.number, Some(action)));
            }
            Happening::Alarm { life } if life == self.life => self.feed(Input::Tick),
            // Somebody falls asleep, perhaps until their time is up; in good times everybody is awake.
            Happening::Sleep { client } => self.leave_until(client, BEGINNING + BAD_TIMES),
            Happening::Crash => self.crash(),
            Happening::Restart => self.restart(),
            // What belongs to an earlier life of the server.
            Happening::Synced { .. }
            | Happening::WriteFailed { .. }
            | Happening::Thinking { .. }
            | Happening::Thought { .. }
            | Happening::Alarm { .. } => {}
        }
    }

    // -------------------------------------------------------------------------------------------------- server

    fn feed(&mut self, input: Input) {
        let Some(machine) = &mut self.machine else { return };
        let outputs = machine.handle(input, self.now);
        let alarm = machine.alarm(self.now);
        let life = self.life;
        for output in outputs {
            self.note(&output);
            match output {
                Output::Store(batch) => {
                    let is_first = self.disk.at_risk() == 0 || self.disk_lies;
                    assert!(is_first, "a batch is handed out before the last one is stored");
                    self.disk.write(&batch);
                    let took = 1 + i64::from(self.below(20));
                    let fails = self.is_bad() && self.one_in(60);
                    let done =
                        if fails { Happening::WriteFailed { life } } else { Happening::Synced { life } };
                    self.later(took, done);
                    if self.is_bad() && self.one_in(50) {
                        let before = i64::from(self.below(took as u32 + 1));
                        self.later(before, Happening::Crash);
                    }
                }
                Output::Send(socket, message) => {
                    if let Some(&client) = self.sockets.get(&socket.0) {
                        self.transmit(
                            false,
                            socket.0,
                            |message| Happening::Tell { client, socket: socket.0, message },
                            Box::new(message),
                        );
                    }
                }
                Output::Reply(Ticket(client), answer) => {
                    let joined = answer.is_ok();
                    assert!(joined || self.status_on_disk() != Status::Waiting, "{answer:?}");
                    self.clients[client as usize].has_joined |= joined;
                }
                Output::Think(job) => {
                    let begins = i64::from(self.below(50));
                    let ends = begins + 1 + i64::from(self.below(300));
                    self.later(begins, Happening::Thinking { life, number: job.number });
                    self.later(ends, Happening::Thought { life, job: Box::new(job) });
                }
                Output::StopThinking | Output::Tell(_) => {}
            }
        }
        if let Some(alarm) = alarm {
            self.later((alarm - self.now).max(1), Happening::Alarm { life });
        }
    }

    /// Once time was given back, the clocks show what they should.
    fn check_clocks(&self) {
        let stored = self.disk.stored();
        let is_back = matches!(stored.rows.last().map(|row| &row.event), Some(Event::Resumed { .. }));
        if let (Some(machine), 0, true) = (&self.machine, self.disk.at_risk(), is_back) {
            Clocks::new(&stored.rows, &self.downs).check(&machine.table_state(self.now), self.now);
        }
    }

    fn status_on_disk(&self) -> Status {
        let rows = self.disk.stored().rows;
        let is = |wanted: fn(&Event) -> bool| rows.iter().any(|row| wanted(&row.event));
        if is(|event| matches!(event, Event::Started { .. })) { Status::Playing } else { Status::Waiting }
    }

    fn crash(&mut self) {
        if self.machine.take().is_none() {
            return;
        }
        self.troubles.crashes += 1;
        self.life += 1;
        let frames = self.disk.at_risk();
        let kept = self.below(frames as u32 + 1) as usize;
        match self.disk.crash(kept) {
            Crash::Nothing => {}
            Crash::Forgotten => self.troubles.forgotten += 1,
            Crash::Torn => self.troubles.torn += 1,
            Crash::Kept => self.troubles.kept_unanswered += 1,
        }
        self.cut_all();
        let down = 10 + i64::from(self.below(3_000));
        self.downs.push((self.now, self.now + down));
        self.later(down, Happening::Restart);
    }

    fn cut_all(&mut self) {
        self.sockets.clear();
        for client in &mut self.clients {
            client.socket = None;
            client.greeting_since = None;
        }
    }

    fn restart(&mut self) {
        if self.machine.is_some() || self.downs.last().is_some_and(|(_, up)| self.now < *up) {
            return;
        }
        let stored = self.disk.stored();
        let since = stored.rows.last().map_or(self.now, |row| row.at);
        let down = |(from, until): &(i64, i64)| (until - from.max(&since)).max(0);
        let downtime = if self.charges_downtime { 0 } else { self.downs.iter().map(down).sum() };
        self.check_journals();
        self.machine =
            Some(Machine::load(stored, self.now, downtime).expect("what was stored can be loaded"));
        self.feed(Input::Tick);
    }

    // -------------------------------------------------------------------------------------------------- network

    /// Sends something, which may be lost, come twice, or be overtaken.
    fn transmit<T: Clone>(&mut self, up: bool, socket: u64, happening: impl Fn(T) -> Happening, message: T) {
        let copies = if !self.is_bad() {
            1
        } else if self.one_in(30) {
            self.troubles.lost += 1;
            0
        } else if self.one_in(15) {
            self.troubles.doubled += 1;
            2
        } else {
            1
        };
        for _ in 0..copies {
            let delay = if self.is_bad() { 1 + i64::from(self.below(60)) } else { 5 };
            let arrives = self.now + delay;
            let latest = self.latest.entry((up, socket)).or_insert(arrives);
            if arrives < *latest {
                self.troubles.reordered += 1;
            }
            *latest = arrives.max(*latest);
            self.later(delay, happening(message.clone()));
        }
    }

    fn say(&mut self, client: usize, message: ToServer) {
        if let Some(socket) = self.clients[client].socket {
            self.transmit(true, socket, |message| Happening::Say { socket, message }, message);
        }
    }

    fn greet(&mut self, client: usize) {
        if self.clients[client].greeting_since.is_none() {
            self.clients[client].greeting_since = Some(self.now);
            let after = self.clients[client].seq;
            self.say(client, ToServer::Hello { after, seat: None });
        }
    }

    // -------------------------------------------------------------------------------------------------- people

    fn wake(&mut self, who: usize) {
        let rest = 20 + i64::from(self.below(200));
        self.later(rest, Happening::Wake { client: who });
        if self.now < self.clients[who].away_until || self.machine.is_none() {
            return;
        }
        if !self.clients[who].has_joined {
            return self.later(5, Happening::Join { client: who });
        }
        if self.is_bad() && self.one_in(80) {
            return self.go_away(who);
        }
        if self.clients[who].socket.is_none() {
            self.next_socket += 1;
            let socket = self.next_socket;
            self.sockets.insert(socket, who);
            self.clients[who].socket = Some(socket);
            self.clients[who].greeting_since = None;
            self.feed(Input::Attach(Socket(socket), Some(self.clients[who].holder)));
            return self.greet(who);
        }
        match self.clients[who].greeting_since {
            // The greeting was lost.
            Some(since) if self.now > since + 400 => {
                self.clients[who].greeting_since = None;
                return self.greet(who);
            }
            Some(_) => return,
            None => {}
        }
        if let Some(unanswered) = self.clients[who].unanswered.clone() {
            self.answer_undo(who);
            if self.now > unanswered.sent_at + 300 {
                self.say(who, unanswered.message);
                if let Some(unanswered) = &mut self.clients[who].unanswered {
                    unanswered.sent_at = self.now;
                }
                // An undo waits for others, who may have missed that they are asked.
                self.greet(who);
            }
            return;
        }
        self.decide(who);
    }

    fn go_away(&mut self, who: usize) {
        let until = self.now + i64::from(self.below(4_000));
        self.leave_until(who, until);
    }

    fn leave_until(&mut self, who: usize, until: i64) {
        self.clients[who].away_until = until;
        if let Some(socket) = self.clients[who].socket.take() {
            self.sockets.remove(&socket);
            self.feed(Input::Detach(Socket(socket)));
        }
    }

    fn decide(&mut self, who: usize) {
        let client = &self.clients[who];
        let Some(table) = client.table.clone() else { return };
        match client.status() {
            Status::Waiting | Status::Starting if client.you.is_seed_wanted => {
                let seed = client.seed.reveal();
                self.say(who, ToServer::Reveal { seed });
            }
            Status::Waiting if client.you.is_host => {
                let is_full =
                    table.seats.iter().all(|seat| !matches!(seat.sitter, Sitter::Open | Sitter::Invited));
                if is_full {
                    self.say(who, ToServer::Start);
                }
                // Whoever only waits may have missed something.
                self.greet(who);
            }
            Status::Waiting | Status::Starting => self.greet(who),
            Status::Playing => self.play(who, &table),
            Status::Finished | Status::Abandoned => {}
        }
    }

    fn play(&mut self, who: usize, table: &rainette_server::protocol::TableState) {
        let client = &self.clients[who];
        let mine = client.you.seats.clone();
        let seq = client.seq;
        if self.answer_undo(who) {
            return;
        }
        let Some(&first) = mine.first() else { return };
        let own = |seat: Seat| &table.seats[seat.index()];
        if let Some(&seat) =
            mine.iter().find(|&&seat| own(seat).stand_in.is_some() && own(seat).out.is_none())
        {
            return self.command(who, seat, |id| ToServer::TakeBack { id, seat });
        }
        let absent = table.seats.iter().find(|seat| seat.may_sit_in && !mine.contains(&seat.seat));
        // Only those who still play may let a computer player sit in for somebody.
        if let (Some(absent), Some(&plays)) = (absent, mine.iter().find(|&&seat| own(seat).out.is_none())) {
            let seat = absent.seat;
            return self.command(who, plays, |id| ToServer::SitIn { id, seat, level: Some(1) });
        }
        let seat = self.clients[who].you.in_hand.unwrap_or(first);
        if self.is_bad() {
            match self.below(60) {
                0 => return self.command(who, seat, |id| ToServer::Undo { id, seq, seat: Some(seat) }),
                1 if self.one_in(8) => {
                    return self.command(who, seat, |id| ToServer::Resign { id, seat: Some(seat) });
                }
                2 => return self.say(who, ToServer::Chat { text: "hello".to_owned() }),
                3 => {
                    let action = "nonsense".to_owned();
                    return self.command(who, seat, |id| ToServer::Act { id, seq, seat: Some(seat), action });
                }
                _ => {}
            }
        }
        let actions = self.clients[who].actions();
        if actions.is_empty() {
            // Nothing to do: perhaps something was missed.
            if self.one_in(4) {
                self.greet(who);
            }
            return;
        }
        let action = actions[self.below(actions.len() as u32) as usize].clone();
        let seat = match self.clients[who].position.as_ref().map(|position| position.turn) {
            Some(rainette_server::protocol::TurnState::Seat { seat }) => seat,
            _ => seat,
        };
        self.command(who, seat, |id| ToServer::Act { id, seq, seat: Some(seat), action });
    }

    /// Answers somebody who wants to take something back, and gives whether there was something to answer.
    fn answer_undo(&mut self, who: usize) -> bool {
        let client = &self.clients[who];
        let undo = client.table.as_ref().and_then(|table| table.undo.as_ref());
        let is_asked =
            undo.zip(client.you.person).is_some_and(|(undo, person)| undo.waits_for.contains(&person));
        if is_asked {
            let agree = !self.one_in(4);
            let id = self.clients[who].next_id();
            self.say(who, ToServer::AnswerUndo { id, agree });
        }
        is_asked
    }

    fn command(&mut self, who: usize, seat: Seat, message: impl FnOnce(String) -> ToServer) {
        let id = self.clients[who].next_id();
        let message = message(id.clone());
        self.clients[who].unanswered =
            Some(Unanswered { id, seat, message: message.clone(), sent_at: self.now });
        self.say(who, message);
    }

    // -------------------------------------------------------------------------------------------------- the truth

    /// Whatever was acknowledged or told is on the disk, once and where it was said to be.
    fn check_journals(&self) {
        let stored = self.disk.stored();
        let mut commands = BTreeSet::new();
        for (index, row) in stored.rows.iter().enumerate() {
            assert_eq!(row.number, index as u64 + 1, "numbers without a gap");
            if let Some(command) = &row.command {
                assert!(
                    commands.insert((self.sitter(command.0), command.1.clone())),
                    "{command:?} is there twice"
                );
            }
        }
        for (number, client) in self.clients.iter().enumerate() {
            for (id, (seat, event)) in &client.acknowledged {
                let row = stored.rows.get(*event as usize - 1);
                let command = row.and_then(|row| row.command.as_ref());
                assert_eq!(
                    command,
                    Some(&(*seat, id.clone())),
                    "client {number}: event {event} was acknowledged"
                );
            }
            let last = client.told.keys().next_back().copied().unwrap_or(0);
            assert!(
                last <= stored.rows.len() as u64,
                "client {number} was told event {last}, which is not stored"
            );
        }
    }

    /// Seats do not change hands here, so the seat says who gave a command.
    fn sitter(&self, seat: Seat) -> Option<usize> {
        self.clients.iter().position(|client| client.you.seats.contains(&seat))
    }

    /// After the good times: everybody knows everything, the table goes on or has ended, and the dice were fair.
    fn settle(mut self, before: usize) -> Ended {
        self.check_journals();
        let stored = self.disk.stored();
        let mut machine = self.machine.take().expect("the server runs in good times");
        let status = machine.status();
        let is_over = matches!(status, Status::Finished | Status::Abandoned);
        assert!(
            is_over || stored.rows.len() > before,
            "nothing happens any more at event {before}: {status:?}, {:#?}",
            self.clients.iter().map(Client::account).collect::<Vec<_>>()
        );

        for (number, client) in self.clients.iter().enumerate() {
            // The last events may still be on their way.
            assert!(
                client.seq + 8 >= machine.seq(),
                "client {number} is at {} of {}",
                client.seq,
                machine.seq()
            );
            for event in 1..=client.seq {
                assert!(client.told.contains_key(&event), "client {number} was never told event {event}");
            }
            self.troubles.acknowledged += client.acknowledged.len() as u32;
            self.troubles.repeated += client.repeated;
        }

        // Whatever went wrong, nobody was charged for time in which the server was down.
        let clocks = Clocks::new(&stored.rows, &self.downs);
        if self.disk.at_risk() == 0 && !is_over {
            clocks.check(&machine.table_state(self.now), self.now);
        }
        self.troubles.run_out += clocks.run_out;
        self.troubles.stood_still += clocks.stood_still;

        // The table that lived through it all, and the one that is loaded from the disk, show the same.
        if self.disk.at_risk() == 0 {
            let now = self.now;
            let mut loaded = Machine::load(stored.clone(), now, 0).expect("what was stored can be loaded");
            for client in 0..=self.clients.len() {
                let holder = self.clients.get(client).map(|client| client.holder);
                assert_eq!(
                    look(&mut machine, holder, now),
                    look(&mut loaded, holder, now),
                    "client {client}"
                );
            }
        }
        let mut proved = None;
        if is_over {
            let proof = machine.proof().expect("a game that is over has a proof");
            let verified = verify(&proof).expect("the proof holds");
            assert_eq!(verified.events, stored.rows.len());
            self.troubles.finished += 1;
            proved = Some(proof);
        }
        for row in &stored.rows {
            match row.event {
                Event::Undone { .. } => self.troubles.undone += 1,
                Event::SatIn { .. } => self.troubles.sat_in += 1,
                _ => {}
            }
        }
        Ended { troubles: self.troubles, trace: self.trace.finish(), proof: proved }
    }
}

/// What somebody sees of the game and its events; who is connected is another matter.
fn look(machine: &mut Machine, holder: Option<Holder>, now: i64) -> String {
    let ask = Ask::Look { after: 0, seat: None };
    let outputs = machine.handle(Input::Ask(Ticket(99), holder, ask), now);
    let seen = outputs.into_iter().find_map(|output| match output {
        Output::Reply(Ticket(99), Ok(rainette_server::table::Answer::Seen(seen))) => Some(seen),
        _ => None,
    });
    let seen = seen.expect("anybody may look");
    serde_json::to_string(&(seen.seq, &seen.position, &seen.events, &seen.chat, &seen.table.result))
        .expect("JSON")
}
