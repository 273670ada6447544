//! The world: its clock, its network, the nodes that live and die in it, and what must be true all the time.

mod checks;
mod faults;
mod lobby;
mod network;
mod newcomers;
mod people;
mod troubles;

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _};

use rainette_core::{Random, Seat};
use rainette_players::{Cancel, Spec, choose};
use rainette_table::Error;
use rainette_table::fair::{Proof, Seed};
use rainette_table::journal::{Event, TokenHash};
use rainette_table::protocol::{ClockKind, OpenTable, SeatWish, Status, ToClient, ToServer};
use rainette_table::table::PeerNotice;
use rainette_table::table::{
    Batch, Fresh, Input, Job, Machine, Output, Request, Socket, Stored, Ticket, open,
};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use self::faults::{Fault, Span};
pub(super) use self::troubles::Troubles;
use super::client::{Client, Wish};
use super::disk::{Crash, Disk};
use super::nodes::{Mail, Node, Shared};

/// How long everything goes wrong, and how long it then has to come right again.
const BAD_TIMES: i64 = 14_000;
/// How much longer they are where somebody is away for so long that a computer player may sit in.
const LONG_ABSENCE: i64 = 75_000;
const GOOD_TIMES: i64 = 6_000;
/// Where there are several nodes, one that missed the last news finds it when it looks at the log.
const GOOD_TIMES_WITH_NODES: i64 = 12_000;
/// At the end nobody does anything any more, and what is on its way arrives.
const SILENCE: i64 = 500;
/// How often a node looks at the log while the bus works, and while it does not.
const LOOK: i64 = 10_000;
const LOOK_OFTEN: i64 = 500;
/// Where the numbers of tickets begin that are no client's.
const RIVALS: u64 = 1_000;
/// When the world begins.
const BEGINNING: i64 = 1_000_000;

/// A life of a node: what belongs to an earlier one is forgotten.
type Life = (usize, u32);

/// What happens at some time.
enum Happening {
    Say {
        socket: u64,
        message: ToServer,
    },
    Join {
        client: usize,
        node: usize,
    },
    Request {
        node: usize,
        ticket: Ticket,
        holder: TokenHash,
        ask: Box<Request>,
    },
    Tell {
        client: usize,
        socket: u64,
        message: Box<ToClient>,
    },
    Wake {
        client: usize,
    },
    Synced {
        life: Life,
    },
    WriteFailed {
        life: Life,
    },
    /// The disk fails for a while, and this write with it.
    Stalled {
        life: Life,
    },
    /// The disk is tried again.
    Healed {
        life: Life,
    },
    /// A batch comes to the store that nodes share, whether or not whoever sent it still lives.
    Arrive {
        life: Life,
        batch: Box<Batch>,
    },
    /// The connection to the store that nodes share breaks, before or after a batch has come through.
    Broken {
        life: Life,
        batch: Box<Batch>,
    },
    /// The store that nodes share answers: is the batch stored, or was somebody else first?
    Answered {
        life: Life,
        is_stored: bool,
        number: Option<u64>,
    },
    News {
        node: usize,
        from: u64,
        notice: Box<PeerNotice>,
    },
    Look {
        life: Life,
    },
    BusDown,
    BusUp,
    Thinking {
        life: Life,
        number: u64,
    },
    Thought {
        life: Life,
        job: Box<Job>,
    },
    Alarm {
        life: Life,
    },
    Sleep {
        client: usize,
    },
    Crash {
        node: usize,
    },
    Restart {
        node: usize,
    },
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

/// What is wrong with a world in which something must be found out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flaw {
    /// The disk says that something is safe before it is.
    LyingDisk,
    /// The server charges clocks for the time in which it was down.
    ChargedDowntime,
    /// The store takes two events for one number, and keeps the first.
    NoFence,
    /// The server believes that what could not be stored is not stored, and goes on from there.
    Trust,
}

pub(super) struct World {
    random: Xoshiro256PlusPlus,
    now: i64,
    bad_until: i64,
    /// How much longer bad times are if somebody sleeps: not at all where time runs out.
    long_absence: i64,
    queue: BTreeMap<(i64, u64), Happening>,
    order: u64,
    disk: Disk,
    faults: Vec<Span>,
    flaw: Option<Flaw>,
    nodes: Vec<Node>,
    /// Where the table is kept instead of on the disk, where there are several nodes.
    shared: Option<Shared>,
    is_bus_up: bool,
    /// Nobody does anything any more.
    is_silent: bool,
    /// Since when no node has run.
    dark_since: Option<i64>,
    downs: Vec<(i64, i64)>,
    clients: Vec<Client>,
    /// How many computer players sit at the table once every guest has found a seat.
    computers: usize,
    /// How many of them come only when the game is on; they are the last.
    newcomers: usize,
    /// Who has wanted to change which two seats, the lower one first: asked for it or agreed to it.
    swaps_wanted: BTreeSet<(usize, [Seat; 2])>,
    /// Commands that somebody gave at another node at the same time: whose, which, for which seat.
    rivals: Vec<(usize, String, Seat)>,
    /// Whose a socket is, and the node that it leads to.
    sockets: BTreeMap<u64, (usize, usize)>,
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
            bad_until: BEGINNING + BAD_TIMES,
            long_absence: 0,
            queue: BTreeMap::new(),
            order: 0,
            disk: Disk::default(),
            faults: Vec::new(),
            flaw: None,
            nodes: vec![Node::default()],
            shared: None,
            is_bus_up: true,
            is_silent: false,
            dark_since: None,
            downs: Vec::new(),
            clients: Vec::new(),
            computers: 0,
            newcomers: 0,
            swaps_wanted: BTreeSet::new(),
            rivals: Vec::new(),
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
        world.computers = wishes.iter().filter(|wish| matches!(wish, SeatWish::Computer { .. })).count();
        for number in 0..=guests {
            let seed = world.seed();
            world.clients.push(Client::new(number, seed));
        }
        let clock = match world.below(4) {
            0 => ClockKind::PerMove { seconds: 5 },
            1 => ClockKind::Bank { seconds: 10, increment: 1 },
            _ => ClockKind::None,
        };
        if clock == ClockKind::None {
            world.long_absence = LONG_ABSENCE;
        }
        let (is_practice, is_strict) = (world.one_in(3), world.one_in(2));
        let wish = OpenTable {
            game: info.id.to_owned(),
            seats: wishes,
            clock,
            name: "host".to_owned(),
            is_public: true,
            start_when_full: world.one_in(2),
            grace_seconds: Some(15),
            is_practice,
            is_strict,
            takes_newcomers: true,
            commitment: Some(world.clients[0].seed.commitment().to_string()),
            ..OpenTable::default()
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
        Self { flaw: Some(Flaw::LyingDisk), ..Self::new(seed) }
    }

    /// The same world with a server that charges clocks for the time in which it was down.
    pub(super) fn with_downtime_charged(seed: u64) -> Self {
        Self { flaw: Some(Flaw::ChargedDowntime), ..Self::new(seed) }
    }

    /// The same table, with two or three nodes that share a store and a bus.
    pub(super) fn with_nodes(seed: u64) -> Self {
        let mut world = Self::new(seed);
        let mut shared = Shared::default();
        shared.stored = world.disk.stored().clone();
        world.shared = Some(shared);
        world.nodes.resize_with(2 + seed as usize % 2, Node::default);
        world
    }

    /// The same world, with everything that happens in it as part of how it ends.
    pub(super) fn with_nodes_traced(seed: u64) -> Self {
        Self { is_traced: true, ..Self::with_nodes(seed) }
    }

    /// The same world with a store that says that something is stored although somebody else was first.
    pub(super) fn without_a_fence(seed: u64) -> Self {
        Self { flaw: Some(Flaw::NoFence), ..Self::with_nodes(seed) }
    }

    /// Lives through bad times and good times, and says how it ended.
    pub(super) fn run(mut self) -> Ended {
        for node in 0..self.nodes.len() {
            self.restart(node);
        }
        for client in 0..self.clients.len() {
            self.later(0, Happening::Wake { client });
        }
        for _ in 0..=self.below(4 * self.nodes.len() as u32) {
            let when = i64::from(self.below(BAD_TIMES as u32));
            let node = self.below(self.nodes.len() as u32) as usize;
            self.later(when, Happening::Crash { node });
        }
        if self.shared.is_some() && self.one_in(3) {
            let when = i64::from(self.below(BAD_TIMES as u32 / 2));
            self.later(when, Happening::BusDown);
            let back = when + 1 + i64::from(self.below(BAD_TIMES as u32 / 2));
            self.later(back, Happening::BusUp);
        }
        if !self.one_in(3) {
            let (client, when) = (self.below(self.clients.len() as u32), self.below(BAD_TIMES as u32 / 2));
            self.later(i64::from(when), Happening::Sleep { client: client as usize });
            self.bad_until += self.long_absence;
        }
        self.live_until(self.bad_until);
        let before = self.stored().rows.len();
        let good_times = if self.shared.is_some() { GOOD_TIMES_WITH_NODES } else { GOOD_TIMES };
        self.live_until(self.bad_until + good_times);
        if self.shared.is_some() {
            self.is_silent = true;
            self.live_until(self.now + SILENCE);
            self.check_nodes();
        }
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

    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == Some(flaw)
    }

    fn is_bad(&self) -> bool {
        self.now < self.bad_until
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
                if let Some(&(_, node)) = self.sockets.get(&socket) {
                    self.feed(node, Input::Say(Socket(socket), message));
                }
            }
            Happening::Join { client, node } => {
                let holder = self.clients[client].holder;
                let join = rainette_table::protocol::Join {
                    name: format!("guest {client}"),
                    commitment: Some(self.clients[client].seed.commitment().to_string()),
                    ..Default::default()
                };
                let ask = Request::Join { join, is_invited: true };
                self.feed(node, Input::Request(Ticket(client as u64), Some(holder), ask));
            }
            Happening::Request { node, ticket, holder, ask } => {
                self.feed(node, Input::Request(ticket, Some(holder), *ask));
            }
            Happening::Tell { client, socket, message } => {
                if self.clients[client].socket == Some(socket) {
                    self.note(&message);
                    if self.clients[client].hear(*message) == Wish::Hello {
                        self.greet(client);
                    }
                }
            }
            Happening::Wake { client } => {
                if !self.is_silent {
                    self.wake(client);
                }
            }
            Happening::Synced { life } if self.lives(life) => {
                if !self.has(Flaw::LyingDisk) {
                    self.disk.sync();
                }
                self.fold_in(life.0);
            }
            Happening::WriteFailed { life } if self.lives(life) => self.write_failed(life.0),
            Happening::Stalled { life } if self.lives(life) => self.stall(life),
            Happening::Healed { life } if self.lives(life) => self.heal(life),
            Happening::Arrive { life, batch } => {
                let is_stored = self.append(&batch);
                let number = batch.rows().last().map(|row| row.number);
                let took = 1 + i64::from(self.below(10));
                self.later(took, Happening::Answered { life, is_stored, number });
            }
            Happening::Broken { life, batch } => {
                self.troubles.refused_writes += 1;
                if self.one_in(2) {
                    self.append(&batch);
                }
                if self.lives(life) {
                    self.start_over(life.0);
                }
            }
            Happening::Answered { life, is_stored, number } if self.lives(life) => {
                self.answered(life.0, is_stored, number);
            }
            Happening::News { node, from, notice } => self.deliver(node, Mail::News(from, *notice)),
            Happening::Look { life } if self.lives(life) => {
                self.deliver(life.0, Mail::Look);
                let pause = if self.is_bus_up { LOOK } else { LOOK_OFTEN };
                if self.lives(life) {
                    self.later(pause, Happening::Look { life });
                }
            }
            Happening::BusDown => self.turn_bus(false),
            Happening::BusUp => self.turn_bus(true),
            Happening::Thinking { life, number } if self.lives(life) => {
                self.feed(life.0, Input::Thinking(number));
            }
            Happening::Thought { life, job } if self.lives(life) && !self.is_silent => {
                let cancel = Cancel::default();
                let advice = choose(&job.story, Spec::Random, None, job.seed, &cancel);
                let action = advice.expect("there is something to decide").action;
                self.feed(life.0, Input::Thought(job.number, Some(action)));
            }
            Happening::Alarm { life } if self.lives(life) => {
                self.nodes[life.0].alarm = None;
                self.feed(life.0, Input::Tick);
            }
            // Somebody falls asleep, perhaps until their time is up; in good times everybody is awake.
            Happening::Sleep { client } => self.leave_until(client, self.bad_until),
            Happening::Crash { node } => self.crash(node),
            Happening::Restart { node } => self.restart(node),
            // What belongs to an earlier life of a node, or comes when nobody does anything any more.
            Happening::Synced { .. }
            | Happening::WriteFailed { .. }
            | Happening::Stalled { .. }
            | Happening::Healed { .. }
            | Happening::Answered { .. }
            | Happening::Look { .. }
            | Happening::Thinking { .. }
            | Happening::Thought { .. }
            | Happening::Alarm { .. } => {}
        }
    }

    // -------------------------------------------------------------------------------------------------- nodes

    fn lives(&self, (node, life): Life) -> bool {
        self.nodes[node].life == life && self.nodes[node].machine.is_some()
    }

    /// A node that lives, where one does.
    fn any_node(&mut self) -> Option<usize> {
        let living: Vec<usize> =
            (0..self.nodes.len()).filter(|&node| self.nodes[node].machine.is_some()).collect();
        (!living.is_empty()).then(|| living[self.below(living.len() as u32) as usize])
    }

    fn stored(&self) -> &Stored {
        self.shared.as_ref().map_or_else(|| self.disk.stored(), |shared| &shared.stored)
    }

    fn feed(&mut self, node: usize, input: Input) {
        self.deliver(node, Mail::Input(input));
    }

    /// Tells a node something. Where several share a store, each does one thing after the other, as its task does; a
    /// node of its own takes everything in at once, and lets wait what has to wait.
    fn deliver(&mut self, node: usize, mail: Mail) {
        if self.nodes[node].machine.is_none() {
            return;
        }
        self.nodes[node].inbox.push_back(mail);
        self.work_off(node);
    }

    fn work_off(&mut self, node: usize) {
        while !self.nodes[node].is_storing
            && self.nodes[node].machine.is_some()
            && let Some(mail) = self.nodes[node].inbox.pop_front()
        {
            self.take(node, mail);
        }
    }

    fn take(&mut self, node: usize, mail: Mail) {
        let now = self.now;
        if let (Some(shared), Some(machine)) = (&self.shared, &self.nodes[node].machine)
            && mail.is_ahead_of(machine)
        {
            let head = shared.head();
            let is_news = head.number > machine.seq() || Some(head.revision) != self.nodes[node].revision;
            if is_news {
                self.read_on(node);
                if self.nodes[node].is_storing {
                    self.nodes[node].inbox.push_front(mail);
                    return;
                }
            }
        }
        if let (Some(since), Mail::Input(_)) = (self.nodes[node].stalled_at, &mail) {
            if let Mail::Input(input) = mail {
                self.take_stalled(node, input, since);
            }
            return;
        }
        let Some(machine) = &mut self.nodes[node].machine else { return };
        let outputs = match mail {
            Mail::Input(input) => machine.handle(input, now),
            Mail::News(_, PeerNotice::Stored(number)) if number <= machine.seq() => return,
            Mail::News(_, PeerNotice::Stored(_) | PeerNotice::Touched) => return self.read_on(node),
            Mail::News(from, PeerNotice::Message(word)) => machine.handle(Input::Heard(from, word), now),
            Mail::Look => return,
        };
        self.carry_out(node, outputs);
    }

    /// Reads what others have stored, and does what is to be done about it.
    fn read_on(&mut self, node: usize) {
        let Node { machine: Some(machine), revision, .. } = &mut self.nodes[node] else { return };
        let Some(shared) = &self.shared else { return };
        let tail = shared.tail(machine.seq());
        self.troubles.caught_up += tail.rows.len() as u32;
        *revision = Some(tail.head.revision);
        let outputs = machine.catch_up(tail, self.now).expect("what was stored can be read");
        self.carry_out(node, outputs);
    }

    /// The store that nodes share takes a batch, or not; without a fence it says that it has.
    fn append(&mut self, batch: &Batch) -> bool {
        let shared = self.shared.as_mut().expect("nodes share a store");
        shared.append(batch) || self.has(Flaw::NoFence)
    }

    /// A node hears that what it handed out is stored.
    fn fold_in(&mut self, node: usize) {
        let Some(machine) = &mut self.nodes[node].machine else { return };
        let outputs = machine.stored(self.now);
        self.carry_out(node, outputs);
        self.check_clocks(node);
    }

    /// The store that nodes share has answered.
    fn answered(&mut self, node: usize, is_stored: bool, number: Option<u64>) {
        self.nodes[node].is_storing = false;
        let Some(machine) = &mut self.nodes[node].machine else { return };
        if is_stored {
            self.spread(node, &number.map_or(PeerNotice::Touched, PeerNotice::Stored));
            self.fold_in(node);
        } else {
            self.troubles.races_lost += 1;
            let before = (machine.seq(), self.nodes[node].revision);
            self.read_on(node);
            let after = self.nodes[node].machine.as_ref().map(Machine::seq);
            let is_new = after != Some(before.0) || self.nodes[node].revision != before.1;
            assert!(is_new, "events are refused for no reason");
        }
        self.work_off(node);
    }

    fn carry_out(&mut self, node: usize, outputs: Vec<Output>) {
        let life = (node, self.nodes[node].life);
        for output in outputs {
            self.note(&output);
            match output {
                Output::Store(batch) if self.shared.is_some() => self.send_to_store(life, batch),
                Output::Store(batch) => {
                    let is_first = self.disk.at_risk() == 0 || self.has(Flaw::LyingDisk);
                    assert!(is_first, "a batch is handed out before the last one is stored");
                    self.disk.write(&batch);
                    let mut took = 1 + i64::from(self.below(20));
                    let fails = self.is_bad() && self.one_in(60);
                    let done = match self.fault() {
                        Some((Fault::Fails, _)) => Happening::Stalled { life },
                        _ if fails => Happening::WriteFailed { life },
                        Some((Fault::Slow(time), _)) => {
                            self.troubles.slow += 1;
                            took += time;
                            Happening::Synced { life }
                        }
                        None => Happening::Synced { life },
                    };
                    self.later(took, done);
                    self.crash_before(took, node);
                }
                Output::Send(socket, message) => {
                    if let Some(&(client, _)) = self.sockets.get(&socket.0) {
                        self.transmit(
                            false,
                            socket.0,
                            |message| Happening::Tell { client, socket: socket.0, message },
                            Box::new(message),
                        );
                    }
                }
                Output::Reply(Ticket(ticket), answer) if ticket >= RIVALS => {
                    self.rival_answered((ticket - RIVALS) as usize, answer);
                }
                Output::Reply(Ticket(client), answer) if self.is_newcomer(client as usize) => {
                    self.newcomer_answered(client as usize, answer);
                }
                Output::Reply(Ticket(client), answer) => {
                    let joined = answer.is_ok();
                    let for_now = answer == Err(Error::Storage);
                    assert!(joined || for_now || self.status_on_disk() != Status::Waiting, "{answer:?}");
                    self.clients[client as usize].has_joined |= joined;
                }
                Output::Think(job) => {
                    let begins = i64::from(self.below(50));
                    let ends = begins + 1 + i64::from(self.below(300));
                    self.later(begins, Happening::Thinking { life, number: job.number });
                    self.later(ends, Happening::Thought { life, job: Box::new(job) });
                }
                Output::StopThinking => {}
                Output::Tell(word) => self.spread(node, &PeerNotice::Message(word)),
            }
        }
        // Time stands still while nothing can be stored.
        let is_stalled = self.nodes[node].stalled_at.is_some();
        let alarm = self.nodes[node].machine.as_ref().and_then(Machine::alarm).filter(|_| !is_stalled);
        if let Some(alarm) = alarm
            && self.nodes[node].alarm.is_none_or(|set| alarm < set)
        {
            self.nodes[node].alarm = Some(alarm);
            self.later((alarm - self.now).max(1), Happening::Alarm { life });
        }
    }

    fn send_to_store(&mut self, life: Life, batch: Batch) {
        let node = &mut self.nodes[life.0];
        assert!(!node.is_storing, "a batch is handed out before the last one is stored");
        node.is_storing = true;
        let batch = Box::new(batch);
        let took = 1 + i64::from(self.below(10));
        let fails = self.is_bad() && self.one_in(60);
        let sent = if fails { Happening::Broken { life, batch } } else { Happening::Arrive { life, batch } };
        self.later(took, sent);
        self.crash_before(2 * took, life.0);
    }

    /// Now and then a node does not live to hear that something is stored.
    fn crash_before(&mut self, took: i64, node: usize) {
        if self.is_bad() && self.one_in(50) {
            let before = i64::from(self.below(took as u32 + 1));
            self.later(before, Happening::Crash { node });
        }
    }

    fn status_on_disk(&self) -> Status {
        let rows = &self.stored().rows;
        let is = |wanted: fn(&Event) -> bool| rows.iter().any(|row| wanted(&row.event));
        if is(|event| matches!(event, Event::Started { .. })) { Status::Playing } else { Status::Waiting }
    }

    fn crash(&mut self, node: usize) {
        self.end_stall(node);
        if !self.nodes[node].die() {
            return;
        }
        self.troubles.crashes += 1;
        self.cut(node);
        if self.shared.is_none() {
            let frames = self.disk.at_risk();
            let kept = self.below(frames as u32 + 1) as usize;
            match self.disk.crash(kept) {
                Crash::Nothing => {}
                Crash::Forgotten => self.troubles.forgotten += 1,
                Crash::Torn => self.troubles.torn += 1,
                Crash::Kept => self.troubles.kept_unanswered += 1,
            }
        }
        if self.nodes.iter().all(|node| node.machine.is_none()) {
            self.troubles.all_dark += 1;
            self.dark_since = Some(self.now);
        }
        let down = 10 + i64::from(self.below(3_000));
        self.later(down, Happening::Restart { node });
    }

    /// The table is thrown away and read again; the node lives.
    fn start_over(&mut self, node: usize) {
        self.nodes[node].die();
        self.cut(node);
        self.load(node);
    }

    fn cut(&mut self, node: usize) {
        self.sockets.retain(|_, (_, at)| *at != node);
        for client in &mut self.clients {
            if client.socket.is_some_and(|socket| !self.sockets.contains_key(&socket)) {
                client.socket = None;
                client.greeting_since = None;
            }
        }
    }

    fn restart(&mut self, node: usize) {
        if self.nodes[node].machine.is_some() {
            return;
        }
        if let Some(since) = self.dark_since.take() {
            self.downs.push((since, self.now));
        }
        self.load(node);
    }

    fn load(&mut self, node: usize) {
        let stored = self.stored().clone();
        let since = stored.rows.last().map_or(self.now, |row| row.at);
        let down = |(from, until): &(i64, i64)| (until - from.max(&since)).max(0);
        let downtime = if self.has(Flaw::ChargedDowntime) { 0 } else { self.downs.iter().map(down).sum() };
        self.check_journals();
        let mut machine = Machine::load(stored, self.now, downtime).expect("what was stored can be loaded");
        if self.shared.is_some() {
            machine.share(self.now);
            let life = (node, self.nodes[node].life);
            self.later(LOOK, Happening::Look { life });
        }
        self.nodes[node].machine = Some(machine);
        self.feed(node, Input::Tick);
    }
}
