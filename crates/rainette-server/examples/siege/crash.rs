//! Kills the server while people play, and compares afterwards what they were told with what it has stored.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rainette_core::{Random, Seat};
use rainette_server::protocol::{
    Act, Choices, Join, OpenTable, Position, SeatWish, Seated, Status, TableEvent, ToClient, ToServer,
};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
use tokio::time::sleep;

use super::process::{Besieged, Pond, StoreKind};
use super::socket::{Person, Socket, Trouble};

/// How the server is killed.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How often.
    #[arg(long, value_name = "N", default_value_t = 20)]
    kills: u32,

    /// At how many tables people play at a time.
    #[arg(long, value_name = "N", default_value_t = 12)]
    tables: u32,

    /// Where the random numbers start.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    besieged: Besieged,
}

/// After so many kills PostgreSQL is stopped without a word and started again.
const POSTGRES_EVERY: u32 = 7;

/// After so many kills NATS is away for a while.
const NATS_EVERY: u32 = 5;

/// How long all have to come back at the end.
const RESUME: Duration = Duration::from_mins(1);

/// What people wrote down.
#[derive(Default)]
pub(crate) struct Journal {
    /// Which command was acknowledged as which event, in the order in which that was heard.
    acknowledged: Vec<Acknowledged>,
    /// Every event that a seat was told, by table and seat.
    told: BTreeMap<(String, Seat), BTreeMap<u64, TableEvent>>,
    /// What was wrong already when it was heard.
    faults: Vec<String>,
    /// What last went wrong on the way, which is expected, unless nothing else happens.
    pub(crate) trouble: String,
}

struct Acknowledged {
    table: String,
    seat: Seat,
    id: String,
    number: u64,
}

/// What all who play share.
pub(crate) struct Siege {
    pub(crate) http: reqwest::Client,
    pub(crate) addresses: Vec<std::net::SocketAddr>,
    /// Who plays, and who of them was welcomed since the last restart.
    playing: Mutex<BTreeSet<(String, Seat)>>,
    welcomed: Mutex<BTreeSet<(String, Seat)>>,
    journal: Mutex<Journal>,
    pub(crate) acknowledged: AtomicU64,
    pub(crate) is_over: AtomicBool,
}

impl Siege {
    /// Nobody plays yet.
    pub(crate) fn new(addresses: Vec<std::net::SocketAddr>) -> Self {
        Self {
            http: reqwest::Client::new(),
            addresses,
            playing: Mutex::default(),
            welcomed: Mutex::default(),
            journal: Mutex::default(),
            acknowledged: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
        }
    }

    pub(crate) fn journal(&self) -> std::sync::MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Any of the nodes.
    fn address(&self, dice: &mut Dice) -> std::net::SocketAddr {
        self.addresses[dice.below(self.addresses.len() as u32) as usize]
    }

    /// Who plays and was not welcomed since the last restart.
    fn missing(&self) -> Vec<(String, Seat)> {
        let playing = self.playing.lock().unwrap_or_else(PoisonError::into_inner);
        let welcomed = self.welcomed.lock().unwrap_or_else(PoisonError::into_inner);
        playing.difference(&welcomed).cloned().collect()
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}

pub(crate) struct Dice(pub(crate) Xoshiro256PlusPlus);

impl Random for Dice {
    fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }
}

pub(crate) async fn run(program: PathBuf, arguments: Arguments) -> Result<(), Box<dyn std::error::Error>> {
    let mut dice = Dice(Xoshiro256PlusPlus::seed_from_u64(arguments.seed));
    let mut nodes = Pond::start(&program, arguments.besieged).await?;
    let siege = Arc::new(Siege::new(nodes.addresses()));
    let mut people = tokio::task::JoinSet::new();
    for table in 0..arguments.tables {
        let dice = Dice(Xoshiro256PlusPlus::seed_from_u64(arguments.seed + 1 + u64::from(table)));
        people.spawn(fill(siege.clone(), table as usize, dice));
    }

    let mut returns = Vec::new();
    let (mut databases, mut buses) = (0, 0);
    for kill in 1..=arguments.kills {
        sleep(Duration::from_millis(100 + u64::from(dice.below(900)))).await;
        let victim = dice.below(nodes.nodes.len() as u32) as usize;
        nodes.nodes[victim].kill()?;
        let (before, begun) = (siege.acknowledged.load(Ordering::Relaxed), Instant::now());
        if kill % POSTGRES_EVERY == 0
            && let Some(mut postgres) = nodes.postgres.take()
        {
            let restarted = tokio::task::spawn_blocking(move || postgres.restart().map(|()| postgres));
            nodes.postgres = Some(restarted.await??);
            databases += 1;
        }
        if kill % NATS_EVERY == 0
            && let Some(nats) = &mut nodes.nats
        {
            nats.stop();
            sleep(Duration::from_millis(u64::from(dice.below(3_000)))).await;
            nats.go()?;
            buses += 1;
        }
        nodes.nodes[victim].go().await?;
        while siege.acknowledged.load(Ordering::Relaxed) == before {
            if begun.elapsed() > Duration::from_mins(1) {
                let trouble = &siege.journal().trouble;
                return Err(format!("nothing is acknowledged any more after kill {kill}: {trouble}").into());
            }
            sleep(Duration::from_millis(1)).await;
        }
        returns.push(begun.elapsed());
    }
    // All nodes at once, and everybody has to come back.
    for node in &mut nodes.nodes {
        node.kill()?;
    }
    siege.welcomed.lock().unwrap_or_else(PoisonError::into_inner).clear();
    for node in &mut nodes.nodes {
        node.go().await?;
    }
    let begun = Instant::now();
    while !siege.missing().is_empty() && begun.elapsed() < RESUME {
        sleep(Duration::from_millis(20)).await;
    }
    let missing = siege.missing();
    println!("all came back after {:.1?}", begun.elapsed());
    sleep(Duration::from_millis(300)).await;
    for node in &mut nodes.nodes {
        node.kill()?;
    }
    siege.is_over.store(true, Ordering::Relaxed);
    while people.join_next().await.is_some() {}

    returns.sort();
    let acknowledged = siege.acknowledged.load(Ordering::Relaxed);
    let kills = arguments.kills as usize + 2 * nodes.nodes.len();
    println!("{kills} kills of {} nodes, {acknowledged} commands acknowledged", nodes.nodes.len());
    if arguments.besieged.store == StoreKind::Postgres {
        println!("PostgreSQL was restarted {databases} times, NATS was away {buses} times");
    }
    if let (Some(median), Some(longest)) = (returns.get(returns.len() / 2), returns.last()) {
        println!("first acknowledgement after a start: median {median:.0?}, longest {longest:.0?}");
    }
    let journal = std::mem::take(&mut *siege.journal());
    let mut found = compare(&nodes, &journal).await?;
    found
        .faults
        .extend(missing.iter().map(|(table, seat)| format!("{table}: seat {seat} did not come back")));
    println!(
        "{} tables, {} events stored; lost {}, doubled {}, reordered {}",
        found.tables, found.events, found.lost, found.doubled, found.reordered
    );
    for fault in found.faults.iter().take(20) {
        eprintln!("{fault}");
    }
    if !found.faults.is_empty() {
        return Err(format!("{} faults", found.faults.len()).into());
    }
    if acknowledged == 0 {
        return Err(format!("nothing was acknowledged, so nothing was tested: {}", journal.trouble).into());
    }
    Ok(())
}

/// Plays one game after the other, each of another kind, as everybody at the table.
pub(crate) async fn fill(siege: Arc<Siege>, first: usize, mut dice: Dice) {
    for round in first.. {
        if siege.is_over() {
            return;
        }
        match open(&siege, round, &mut dice).await {
            Ok((table, people)) => {
                let mut seats = tokio::task::JoinSet::new();
                for (person, seat) in people {
                    let dice = Dice(Xoshiro256PlusPlus::seed_from_u64(dice.0.next_u64()));
                    seats.spawn(sit(siege.clone(), table.clone(), person, seat, dice));
                }
                while seats.join_next().await.is_some() {}
            }
            // The server was killed meanwhile: another table, then.
            Err(trouble) => {
                siege.journal().trouble = trouble.to_string();
                sleep(Duration::from_millis(20)).await;
            }
        }
    }
}

async fn open(
    siege: &Siege,
    round: usize,
    dice: &mut Dice,
) -> Result<(String, Vec<(Person, Seat)>), Trouble> {
    let games = rainette_games::games();
    let info = &games[round % games.len()];
    let count = info.seats.start() + dice.below(info.seats.clone().count() as u32) as usize;
    let wish = |seat: usize| match seat {
        0 => SeatWish::Me,
        1 => SeatWish::Open,
        _ => SeatWish::Computer { level: 1 },
    };
    let wish = OpenTable {
        game: info.id.to_owned(),
        seats: (0..count).map(wish).collect(),
        name: "host".to_owned(),
        is_public: true,
        start_when_full: true,
        grace_seconds: Some(86_400),
        ..OpenTable::default()
    };
    let host = Person::new(&siege.http, siege.address(dice)).await?;
    let guest = Person::new(&siege.http, siege.address(dice)).await?;
    let table = host.open(&wish).await?.table;
    let join = Join { name: "guest".to_owned(), seat: Some(Seat::new(1)), ..Join::default() };
    let _: Seated = guest.post(&format!("/api/tables/{table}/join"), &join).await?;
    Ok((table, vec![(host, Seat::new(0)), (guest, Seat::new(1))]))
}

/// A command that was not answered yet.
struct Unanswered {
    id: String,
    message: ToServer,
}

/// Somebody who plays, comes back when the server does, and writes everything down.
struct Sitter {
    siege: Arc<Siege>,
    table: String,
    seat: Seat,
    seq: u64,
    position: Option<Position>,
    status: Status,
    unanswered: Option<Unanswered>,
    commands: u32,
    dice: Dice,
}

async fn sit(siege: Arc<Siege>, table: String, person: Person, seat: Seat, dice: Dice) {
    let mut sitter = Sitter {
        siege,
        table,
        seat,
        seq: 0,
        position: None,
        status: Status::Waiting,
        unanswered: None,
        commands: 0,
        dice,
    };
    let who = (sitter.table.clone(), seat);
    sitter.siege.playing.lock().unwrap_or_else(PoisonError::into_inner).insert(who.clone());
    while !sitter.siege.is_over() && !matches!(sitter.status, Status::Finished | Status::Abandoned) {
        // It ends when the game does, or when the server is killed.
        let there = person.at(sitter.siege.address(&mut sitter.dice));
        let played = match there.connect(&sitter.table, sitter.seq).await {
            Ok(socket) => sitter.play(socket).await,
            Err(trouble) => Err(trouble),
        };
        if let Err(trouble) = played {
            sitter.siege.journal().trouble = trouble.to_string();
        }
        sleep(Duration::from_millis(10)).await;
    }
    sitter.siege.playing.lock().unwrap_or_else(PoisonError::into_inner).remove(&who);
}

impl Sitter {
    async fn play(&mut self, mut socket: Socket) -> Result<(), Trouble> {
        let mut is_welcome = false;
        while !matches!(self.status, Status::Finished | Status::Abandoned) {
            match socket.hear().await? {
                ToClient::Welcome(welcome) => {
                    self.note(welcome.events, welcome.seq);
                    (self.position, self.status) = (welcome.position, welcome.table.status);
                    is_welcome = true;
                    let who = (self.table.clone(), self.seat);
                    self.siege.welcomed.lock().unwrap_or_else(PoisonError::into_inner).insert(who);
                    if let Some(unanswered) = &self.unanswered {
                        // Perhaps it was carried out and perhaps not: the same id does no harm.
                        socket.say(&unanswered.message).await?;
                    }
                }
                ToClient::Update(update) => {
                    self.note(update.events, update.seq);
                    if let Some(table) = update.table {
                        self.status = table.status;
                    }
                    if update.position.is_some() {
                        self.position = update.position;
                    }
                }
                ToClient::Acked { id, number } => {
                    self.siege.acknowledged.fetch_add(1, Ordering::Relaxed);
                    let (table, seat) = (self.table.clone(), self.seat);
                    self.unanswered.take_if(|unanswered| unanswered.id == id);
                    self.siege.journal().acknowledged.push(Acknowledged { table, seat, id, number });
                }
                ToClient::Refused(refusal) => {
                    if refusal.code == "ahead" {
                        let fault = format!("{}: an event was told and then forgotten", self.table);
                        self.siege.journal().faults.push(fault);
                    }
                    // What cannot be stored for now is said again, with the same id, when the server asks to come back.
                    if refusal.code != "storage" {
                        self.unanswered.take_if(|unanswered| Some(&unanswered.id) == refusal.id.as_ref());
                    }
                }
                ToClient::Reconnect { .. } => return Ok(()),
                _ => {}
            }
            if is_welcome && self.unanswered.is_none() {
                self.act(&mut socket).await?;
            }
        }
        Ok(())
    }

    async fn act(&mut self, socket: &mut Socket) -> Result<(), Trouble> {
        fn collect<'a>(choices: &'a Choices, actions: &mut Vec<&'a String>) {
            actions.extend(&choices.action);
            choices.next.values().for_each(|next| collect(next, actions));
        }
        let mut actions = Vec::new();
        if let Some(choices) = self.position.as_ref().and_then(|position| position.choices.as_ref()) {
            collect(choices, &mut actions);
        }
        if actions.is_empty() {
            return Ok(());
        }
        let action = actions[self.dice.below(actions.len() as u32) as usize].clone();
        self.commands += 1;
        let id = format!("c{}", self.commands);
        let message = ToServer::Act(Act { id: id.clone(), seq: self.seq, seat: Some(self.seat), action });
        socket.say(&message).await?;
        self.unanswered = Some(Unanswered { id, message });
        // What may be done next comes with the next position.
        self.position = None;
        Ok(())
    }

    /// Writes down events, which must follow those that are known already.
    fn note(&mut self, events: Vec<TableEvent>, seq: u64) {
        let mut journal = self.siege.journal();
        let key = (self.table.clone(), self.seat);
        for event in events {
            if event.number != self.seq + 1 {
                let fault =
                    format!("{} was told event {} after event {}", self.table, event.number, self.seq);
                journal.faults.push(fault);
            }
            self.seq = event.number;
            journal.told.entry(key.clone()).or_default().insert(event.number, event);
        }
        if self.seq != seq {
            let fault = format!("{} is at event {seq}, but only {} were told", self.table, self.seq);
            journal.faults.push(fault);
            self.seq = seq;
        }
    }
}

/// What came of the comparison.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) tables: usize,
    pub(crate) events: usize,
    pub(crate) lost: usize,
    pub(crate) doubled: usize,
    pub(crate) reordered: usize,
    pub(crate) faults: Vec<String>,
}

/// Compares what was told with what is stored.
pub(crate) async fn compare(nodes: &Pond, journal: &Journal) -> Result<Found, Box<dyn std::error::Error>> {
    let store = nodes.stored().await?;
    let mut found =
        Found { faults: journal.faults.clone(), reordered: journal.faults.len(), ..Found::default() };
    let names = journal.acknowledged.iter().map(|acknowledged| &acknowledged.table);
    let names: BTreeSet<&String> = names.chain(journal.told.keys().map(|(table, _)| table)).collect();
    let mut logs = BTreeMap::new();
    for name in names {
        let Some(stored) = store.load(name).await? else {
            found.lost += 1;
            found.faults.push(format!("table {name} is gone"));
            continue;
        };
        found.tables += 1;
        found.events += stored.rows.len();
        let mut commands = BTreeSet::new();
        for (index, row) in stored.rows.iter().enumerate() {
            if row.number != index as u64 + 1 {
                found.reordered += 1;
                found.faults.push(format!("{name}: event {} is stored as number {}", row.number, index + 1));
            }
            if let Some(command) = &row.command
                && !commands.insert(command)
            {
                found.doubled += 1;
                found.faults.push(format!("{name}: {command:?} was carried out twice"));
            }
        }
        logs.insert(name.clone(), stored);
    }
    for Acknowledged { table, seat, id, number } in &journal.acknowledged {
        let row = logs.get(table).and_then(|stored| stored.rows.get((*number as usize).checked_sub(1)?));
        if row.and_then(|row| row.command.as_ref()) != Some(&(*seat, id.clone())) {
            found.lost += 1;
            found
                .faults
                .push(format!("{table}: {id} of seat {seat} was acknowledged as event {number}, and is not"));
        }
    }
    for ((table, seat), told) in &journal.told {
        for (number, event) in told {
            let row = logs.get(table).and_then(|stored| stored.rows.get((*number as usize).checked_sub(1)?));
            if row.is_none_or(|row| row.at != event.at) {
                found.lost += 1;
                found
                    .faults
                    .push(format!("{table}: seat {seat} was told event {number}, which is another or gone"));
            }
        }
    }
    Ok(found)
}
