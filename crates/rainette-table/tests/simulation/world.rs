//! The world: its clock, its network, the nodes that live and die in it, and what must be true all the time.

mod faults;

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use rainette_core::{Random, Seat};
use rainette_players::{Cancel, Spec, choose};
use rainette_table::Error;
use rainette_table::fair::{Proof, Seed, verify};
use rainette_table::journal::{Event, TokenHash};
use rainette_table::protocol::{
    Act, AnswerUndo, Chat, ClockKind, Hello, OpenTable, Resign, Reveal, SeatWish, SitIn, Sitter, Status,
    TakeBack, ToClient, ToServer, Undo, Welcome,
};
use rainette_table::table::PeerNotice;
use rainette_table::table::{
    Batch, Fresh, Input, Job, Machine, Output, Request, Response, Socket, Stored, Ticket, open,
};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use self::faults::{Fault, Span};
use super::client::{Client, Unanswered, Wish};
use super::clocks::Clocks;
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
    pub(super) races_lost: u32,
    pub(super) rivals_won: u32,
    pub(super) rivals_lost: u32,
    pub(super) news_lost: u32,
    pub(super) caught_up: u32,
    pub(super) all_dark: u32,
    pub(super) stalled: u32,
    pub(super) slow: u32,
    pub(super) refused_for_now: u32,
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
        self.races_lost += other.races_lost;
        self.rivals_won += other.rivals_won;
        self.rivals_lost += other.rivals_lost;
        self.news_lost += other.news_lost;
        self.caught_up += other.caught_up;
        self.all_dark += other.all_dark;
        self.stalled += other.stalled;
        self.slow += other.slow;
        self.refused_for_now += other.refused_for_now;
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
        let wish = OpenTable {
            game: info.id.to_owned(),
            seats: wishes,
            options: BTreeMap::new(),
            clock,
            name: "host".to_owned(),
            names: BTreeMap::new(),
            is_public: true,
            start_when_full: world.one_in(2),
            grace_seconds: Some(15),
            stand_in: None,
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

    /// Tells the other nodes, over a bus that delays, loses, doubles and reorders.
    fn spread(&mut self, from: usize, notice: &PeerNotice) {
        // A node that comes back is another one, as far as others know.
        let name = from as u64 * 1_000 + u64::from(self.nodes[from].life);
        for node in (0..self.nodes.len()).filter(|&node| node != from) {
            let copies = if !self.is_bus_up || (self.is_bad() && self.one_in(8)) {
                self.troubles.news_lost += 1;
                0
            } else if self.is_bad() && self.one_in(10) {
                2
            } else {
                1
            };
            for _ in 0..copies {
                let delay = if self.is_bad() { 1 + i64::from(self.below(150)) } else { 2 };
                self.later(delay, Happening::News { node, from: name, notice: Box::new(notice.clone()) });
            }
        }
    }

    /// The bus comes or goes: whatever was told meanwhile was not heard, so everybody looks.
    fn turn_bus(&mut self, is_up: bool) {
        self.is_bus_up = is_up;
        for node in 0..self.nodes.len() {
            let life = (node, self.nodes[node].life);
            self.later(1, Happening::Look { life });
        }
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

    /// Somebody gives another command at another node at the same time, as with two windows: one of them is too late.
    fn rival(&mut self, who: usize, seat: Seat, seq: u64, action: String) {
        let Some(node) = self.any_node() else { return };
        let id = self.clients[who].next_id();
        let ticket = Ticket(RIVALS + self.rivals.len() as u64);
        self.rivals.push((who, id.clone(), seat));
        let say = ToServer::Act(Act { id, seq, seat: Some(seat), action });
        let (holder, delay) = (self.clients[who].holder, i64::from(self.below(40)));
        self.later(delay, Happening::Request { node, ticket, holder, ask: Box::new(Request::Say(say)) });
    }

    fn rival_answered(&mut self, rival: usize, answer: Result<Response, Error>) {
        let (who, id, seat) = self.rivals[rival].clone();
        match answer {
            Ok(Response::Acked(number)) => {
                self.troubles.rivals_won += 1;
                let before = self.clients[who].acknowledged.insert(id, (seat, number));
                assert_eq!(before, None, "a command was acknowledged twice");
            }
            Ok(other) => panic!("an action is answered with {other:?}"),
            Err(error) => {
                assert_ne!(error, Error::Internal);
                self.troubles.rivals_lost += 1;
            }
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

    /// Once time was given back, the clocks show what they should.
    fn check_clocks(&self, node: usize) {
        let stored = self.stored();
        let is_back = matches!(stored.rows.last().map(|row| &row.event), Some(Event::Resumed { .. }));
        if let (Some(machine), 0, true) = (&self.nodes[node].machine, self.disk.at_risk(), is_back)
            && machine.seq() == stored.rows.len() as u64
        {
            Clocks::new(&stored.rows, &self.downs).check(&machine.table_state(self.now), self.now);
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
            self.say(client, ToServer::Hello(Hello { after, seat: None }));
        }
    }

    // -------------------------------------------------------------------------------------------------- people

    fn wake(&mut self, who: usize) {
        // While everybody waits for somebody who is away, there is less to do.
        let pace = if self.is_bad() && self.now > BEGINNING + BAD_TIMES { 5 } else { 1 };
        let rest = pace * (20 + i64::from(self.below(200)));
        self.later(rest, Happening::Wake { client: who });
        if self.now < self.clients[who].away_until {
            return;
        }
        let Some(node) = self.any_node() else { return };
        if !self.clients[who].has_joined {
            return self.later(5, Happening::Join { client: who, node });
        }
        if self.is_bad() && self.one_in(80) {
            return self.go_away(who);
        }
        if self.clients[who].socket.is_none() {
            self.next_socket += 1;
            let socket = self.next_socket;
            self.sockets.insert(socket, (who, node));
            self.clients[who].socket = Some(socket);
            self.clients[who].greeting_since = None;
            self.feed(node, Input::Attach(Socket(socket), Some(self.clients[who].holder)));
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
        let is_long = self.bad_until > BEGINNING + BAD_TIMES && self.one_in(2);
        let longest = if is_long { self.bad_until - self.now } else { 4_000 };
        let until = self.now + i64::from(self.below(longest.max(1) as u32));
        self.leave_until(who, until);
    }

    fn leave_until(&mut self, who: usize, until: i64) {
        self.clients[who].away_until = until;
        if let Some(socket) = self.clients[who].socket.take()
            && let Some((_, node)) = self.sockets.remove(&socket)
        {
            self.feed(node, Input::Detach(Socket(socket)));
        }
    }

    fn decide(&mut self, who: usize) {
        let client = &self.clients[who];
        let Some(table) = client.table.clone() else { return };
        match client.status() {
            Status::Waiting | Status::Starting if client.you.is_seed_wanted => {
                let seed = client.seed.reveal();
                self.say(who, ToServer::Reveal(Reveal { seed }));
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

    fn play(&mut self, who: usize, table: &rainette_table::protocol::TableState) {
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
            return self.command(who, seat, |id| ToServer::TakeBack(TakeBack { id, seat }));
        }
        let absent = table.seats.iter().find(|seat| seat.may_sit_in && !mine.contains(&seat.seat));
        // Only those who still play may let a computer player sit in for somebody.
        if let (Some(absent), Some(&plays)) = (absent, mine.iter().find(|&&seat| own(seat).out.is_none())) {
            let seat = absent.seat;
            return self.command(who, plays, |id| ToServer::SitIn(SitIn { id, seat, level: None }));
        }
        let seat = self.clients[who].you.in_hand.unwrap_or(first);
        if self.is_bad() {
            match self.below(60) {
                0 => return self.command(who, seat, |id| ToServer::Undo(Undo { id, seq, seat: Some(seat) })),
                1 if self.one_in(8) => {
                    return self.command(who, seat, |id| ToServer::Resign(Resign { id, seat: Some(seat) }));
                }
                2 => return self.say(who, ToServer::Chat(Chat { text: "hello".to_owned() })),
                3 => {
                    let action = "nonsense".to_owned();
                    return self
                        .command(who, seat, |id| ToServer::Act(Act { id, seq, seat: Some(seat), action }));
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
            Some(rainette_table::protocol::TurnState::Seat { seat }) => seat,
            _ => seat,
        };
        if self.shared.is_some() && self.is_bad() && self.one_in(3) {
            let other = actions[self.below(actions.len() as u32) as usize].clone();
            self.rival(who, seat, seq, other);
        }
        self.command(who, seat, |id| ToServer::Act(Act { id, seq, seat: Some(seat), action }));
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
            self.say(who, ToServer::AnswerUndo(AnswerUndo { id, agree }));
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
        let stored = self.stored();
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

    /// Where there are several nodes, all of them and all who look on have come to know the same.
    fn check_nodes(&self) {
        let stored = self.stored();
        // What has only just happened may still be on its way.
        let settled = stored.rows.iter().take_while(|row| row.at + SILENCE / 2 <= self.now).count() as u64;
        for (number, node) in self.nodes.iter().enumerate() {
            let machine = node.machine.as_ref().expect("every node runs in good times");
            assert!(machine.seq() >= settled, "node {number} is at {} of {settled}", machine.seq());
        }
        let mut machine = Machine::load(stored.clone(), self.now, 0).expect("what was stored can be loaded");
        for (number, client) in self.clients.iter().enumerate() {
            assert!(client.seq >= settled, "client {number} is at {} of {settled}", client.seq);
            for event in welcome(&mut machine, Some(client.holder), self.now).events {
                if let Some(told) = client.told.get(&event.number) {
                    let stored = serde_json::to_string(&(event.at, &event.head, &event.what)).expect("JSON");
                    assert_eq!(*told, stored, "client {number}, event {}", event.number);
                }
            }
        }
    }

    /// After the good times: everybody knows everything, the table goes on or has ended, and the dice were fair.
    fn settle(mut self, before: usize) -> Ended {
        self.check_journals();
        let stored = self.stored().clone();
        let is_settled = self.disk.at_risk() == 0 && self.nodes.iter().all(|node| !node.is_storing);
        let machines = self.nodes.iter_mut().filter_map(|node| node.machine.take());
        let mut machines: Vec<Machine> =
            machines.filter(|it| !is_settled || it.seq() == stored.rows.len() as u64).collect();
        let machine = machines.first().expect("the server runs in good times");
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
            self.troubles.refused_for_now += client.refused_for_now;
        }

        // Whatever went wrong, nobody was charged for time in which the server was down.
        let clocks = Clocks::new(&stored.rows, &self.downs);
        if is_settled && !is_over {
            for machine in &machines {
                clocks.check(&machine.table_state(self.now), self.now);
            }
        }
        self.troubles.run_out += clocks.run_out;
        self.troubles.stood_still += clocks.stood_still;

        // The table that lived through it all, and the one that is loaded from the disk, show the same.
        if is_settled {
            let now = self.now;
            let mut loaded = Machine::load(stored.clone(), now, 0).expect("what was stored can be loaded");
            for client in 0..=self.clients.len() {
                let holder = self.clients.get(client).map(|client| client.holder);
                for machine in &mut machines {
                    assert_eq!(look(machine, holder, now), look(&mut loaded, holder, now), "client {client}");
                }
            }
        }
        let mut proved = None;
        if is_over {
            let proof = machines[0].history().proof().expect("a game that is over has a proof");
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
fn look(machine: &mut Machine, holder: Option<TokenHash>, now: i64) -> String {
    let seen = welcome(machine, holder, now);
    serde_json::to_string(&(seen.seq, &seen.position, &seen.events, &seen.chat, &seen.table.result))
        .expect("JSON")
}

fn welcome(machine: &mut Machine, holder: Option<TokenHash>, now: i64) -> Welcome {
    let ask = Request::Look { after: 0, seat: None };
    let outputs = machine.handle(Input::Request(Ticket(99), holder, ask), now);
    let seen = outputs.into_iter().find_map(|output| match output {
        Output::Reply(Ticket(99), Ok(Response::Seen(seen))) => Some(seen),
        _ => None,
    });
    *seen.expect("anybody may look")
}
