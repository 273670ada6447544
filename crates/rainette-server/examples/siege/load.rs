//! Holds many sockets, acts at many tables at a steady rate, and measures.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rainette_server::protocol::{Act, OpenTable, SeatWish, ToServer};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant as Moment, sleep, sleep_until, timeout};

use super::process::{Besieged, Pond};
use super::socket::{Person, Socket, Trouble};

/// How much load there is.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many sockets are held, those that act included.
    #[arg(long, value_name = "N", default_value_t = 15_000)]
    sockets: usize,

    /// How many of them act, each at a table of its own.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub(crate) acting: usize,

    /// How many actions there are to be per second, all together.
    #[arg(long, value_name = "N", default_value_t = 2_200)]
    pub(crate) rate: u32,

    /// For how many seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    pub(crate) seconds: u64,

    /// The game that is played, by one screen for all its seats.
    #[arg(long, value_name = "GAME", default_value = "pool-party")]
    pub(crate) game: String,

    /// How many people are on the first page and in lobbies meanwhile: rounds with them alternate with rounds without.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) visitors: usize,

    /// How many rounds of each there are, if there are visitors.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) rounds: usize,

    #[command(flatten)]
    besieged: Besieged,
}

/// How many open sockets at once.
const AT_ONCE: usize = 64;

/// So many idle sockets look on at each quiet table.
const CROWD: usize = 20;

pub(crate) async fn run(program: PathBuf, arguments: Arguments) -> Result<(), Box<dyn std::error::Error>> {
    let server = Pond::start(&program, arguments.besieged).await?;
    if arguments.visitors > 0 {
        return super::visitors::run(&server, &arguments).await;
    }
    let addresses = server.addresses();
    let http = reqwest::Client::new();
    let opened = Instant::now();
    let before = server.memory();

    let idle_wanted = arguments.sockets.saturating_sub(arguments.acting);
    let idle =
        hold(&http, &addresses, &arguments.game, idle_wanted).await.map_err(|trouble| trouble.to_string())?;
    sleep(Duration::from_secs(2)).await;
    if let (1.., Some(before), Some(after)) = (idle_wanted, before, server.memory()) {
        let more = after.saturating_sub(before);
        let each = more as f64 / idle_wanted as f64 / 1024.0;
        println!("{idle_wanted} idle sockets: {} MB in all, {each:.1} KB each", more / 1_000_000);
    }

    let mut actors = JoinSet::new();
    let door = Arc::new(Semaphore::new(AT_ONCE));
    let pause = Duration::from_secs_f64(arguments.acting as f64 / f64::from(arguments.rate));
    let ready = Arc::new(AtomicUsize::new(0));
    let (start_all, begun) = tokio::sync::watch::channel(None::<Moment>);
    for number in 0..arguments.acting {
        let (http, game) = (http.clone(), arguments.game.clone());
        let address = addresses[number % addresses.len()];
        let (door, mut begun, ready) = (door.clone(), begun.clone(), ready.clone());
        let seconds = arguments.seconds;
        actors.spawn(async move {
            let mut actor = {
                let _pass = door.acquire().await?;
                Actor::new(&http, address, &game, number as u64).await?
            };
            ready.fetch_add(1, Ordering::Relaxed);
            let start = begun.wait_for(Option::is_some).await?.expect("it was waited for");
            // Spread evenly over the pause between two actions.
            let first = start + pause.mul_f64((number % 1_000) as f64 / 1_000.0);
            actor.act_until(first, pause, start + Duration::from_secs(seconds)).await?;
            Ok::<_, Trouble>(actor.latencies)
        });
    }
    while ready.load(Ordering::Relaxed) < arguments.acting {
        if let Some(ended) = actors.try_join_next() {
            ended?.map_err(|trouble| trouble.to_string())?;
        }
        sleep(Duration::from_millis(20)).await;
    }
    println!("{} sockets held after {:.1?}", idle.len() + arguments.acting, opened.elapsed());

    let (spent, start) = (server.processor_time(), Instant::now());
    start_all.send(Some(Moment::now()))?;
    let mut latencies: Vec<Duration> = Vec::new();
    while let Some(ended) = actors.join_next().await {
        latencies.extend(ended?.map_err(|trouble| trouble.to_string())?);
    }
    let took = start.elapsed().as_secs_f64();
    latencies.sort_unstable();
    if latencies.is_empty() {
        return Err("nothing was acknowledged".into());
    }
    let percentile = |p: f64| latencies[((latencies.len() - 1) as f64 * p) as usize].as_secs_f64() * 1e3;
    println!(
        "{} durable actions in {took:.1} s: {:.0} per second",
        latencies.len(),
        latencies.len() as f64 / took
    );
    println!(
        "acknowledged after: p50 {:.1} ms, p95 {:.1} ms, p99 {:.1} ms, p99.9 {:.1} ms, longest {:.1} ms",
        percentile(0.5),
        percentile(0.95),
        percentile(0.99),
        percentile(0.999),
        percentile(1.0)
    );
    if let (Some(spent), Some(now)) = (spent, server.processor_time()) {
        println!("the nodes used {:.2} cores", now.saturating_sub(spent).as_secs_f64() / took);
    }
    if let Some(memory) = server.memory() {
        println!("the nodes hold {} MB at the end", memory / 1_000_000);
    }
    drop(idle);
    Ok(())
}

fn wish(game: &str, seats: usize) -> OpenTable {
    OpenTable {
        game: game.to_owned(),
        seats: vec![SeatWish::Me; seats],
        name: "load".to_owned(),
        start_when_full: true,
        ..OpenTable::default()
    }
}

fn fewest_seats(game: &str) -> usize {
    let info = rainette_games::games().into_iter().find(|info| info.id == game);
    info.map_or(2, |info| *info.seats.start())
}

/// Opens quiet tables and lets a crowd look on at each.
async fn hold(
    http: &reqwest::Client,
    addresses: &[std::net::SocketAddr],
    game: &str,
    count: usize,
) -> Result<Vec<Socket>, Trouble> {
    let mut sockets = Vec::with_capacity(count);
    let host = Person::new(http, addresses[0]).await?;
    while sockets.len() < count {
        let table = host.open(&wish(game, fewest_seats(game))).await?.table;
        let crowd = CROWD.min(count - sockets.len());
        // The crowd of a table is spread over all nodes.
        let looking_on = (0..crowd).map(|number| host.at(addresses[number % addresses.len()]));
        let looking_on = looking_on.map(|somebody| {
            let table = &table;
            async move {
                let mut socket = somebody.connect(table, 0).await?;
                timeout(Duration::from_secs(30), socket.hear_text()).await??;
                Ok::<_, Trouble>(socket)
            }
        });
        for socket in futures_util::future::join_all(looking_on).await {
            sockets.push(socket?);
        }
    }
    Ok(sockets)
}

/// A screen that plays for all seats of its table.
pub(crate) struct Actor {
    person: Person,
    game: String,
    table: String,
    socket: Socket,
    pub(crate) seq: u64,
    actions: Vec<String>,
    commands: u32,
    random: Xoshiro256PlusPlus,
    pub(crate) latencies: Vec<Duration>,
}

impl Actor {
    pub(crate) async fn new(
        http: &reqwest::Client,
        address: std::net::SocketAddr,
        game: &str,
        seed: u64,
    ) -> Result<Self, Trouble> {
        let person = Person::new(http, address).await?;
        let (table, socket) = Self::sit(&person, game).await?;
        let mut actor = Self {
            person,
            game: game.to_owned(),
            table,
            socket,
            seq: 0,
            actions: Vec::new(),
            commands: 0,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            latencies: Vec::new(),
        };
        actor.await_turn().await?;
        Ok(actor)
    }

    async fn sit(person: &Person, game: &str) -> Result<(String, Socket), Trouble> {
        let table = person.open(&wish(game, fewest_seats(game))).await?.table;
        let socket = person.connect(&table, 0).await?;
        Ok((table, socket))
    }

    /// Comes back to the table after the connection was lost, and hears where it stands.
    pub(crate) async fn come_back(&mut self) -> Result<(), Trouble> {
        self.socket = self.person.connect(&self.table, self.seq).await?;
        self.actions.clear();
        self.await_position().await
    }

    /// Is there nothing left to do at this table?
    pub(crate) fn is_over(&self) -> bool {
        self.actions.is_empty()
    }

    /// Hears frames until there is something to do.
    async fn await_turn(&mut self) -> Result<(), Trouble> {
        while self.actions.is_empty() {
            let frame = timeout(Duration::from_secs(30), self.socket.hear_text()).await??;
            self.take(&frame);
        }
        Ok(())
    }

    /// Finds what matters in a frame without reading all of it: this program shares the cores with the server.
    fn take(&mut self, frame: &str) {
        if let Some(seq) = after(frame, "\"seq\":") {
            self.seq = seq
                .split(|c: char| !c.is_ascii_digit())
                .next()
                .and_then(|n| n.parse().ok())
                .unwrap_or(self.seq);
        }
        if let Some(choices) = after(frame, "\"choices\":{") {
            let actions = choices.split("\"action\":\"").skip(1);
            self.actions = actions.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect();
        }
    }

    pub(crate) async fn act_until(
        &mut self,
        first: Moment,
        pause: Duration,
        end: Moment,
    ) -> Result<(), Trouble> {
        let mut next = first;
        while next < end {
            sleep_until(next).await;
            // A late answer does not make the next action later: otherwise slowness would hide itself.
            let due = next;
            next += pause;
            if self.is_over() {
                (self.table, self.socket) = Self::sit(&self.person, &self.game).await?;
                self.await_turn().await?;
                continue;
            }
            self.act().await?;
            self.latencies.push(due.elapsed());
            self.await_position().await?;
        }
        Ok(())
    }

    /// Takes some legal action and waits until everybody sees it.
    pub(crate) async fn act_and_look(&mut self) -> Result<(), Trouble> {
        self.act().await?;
        self.await_position().await
    }

    /// Takes some legal action and waits until it is acknowledged.
    pub(crate) async fn act(&mut self) -> Result<(), Trouble> {
        let action = self.actions.swap_remove(self.random.next_u64() as usize % self.actions.len());
        self.actions.clear();
        self.commands += 1;
        let id = self.commands.to_string();
        self.socket.say(&ToServer::Act(Act { id, seq: self.seq, seat: None, action })).await?;
        self.await_acknowledgement().await
    }

    async fn await_acknowledgement(&mut self) -> Result<(), Trouble> {
        loop {
            let frame = timeout(Duration::from_secs(30), self.socket.hear_text()).await??;
            if frame.starts_with("{\"type\":\"acked\"") {
                return Ok(());
            }
            if frame.starts_with("{\"type\":\"refused\"") {
                return Err(frame.into());
            }
            self.take(&frame);
        }
    }

    /// The broadcast follows the acknowledgement.
    async fn await_position(&mut self) -> Result<(), Trouble> {
        loop {
            let frame = timeout(Duration::from_secs(30), self.socket.hear_text()).await??;
            self.take(&frame);
            if frame.contains("\"position\":{") {
                return Ok(());
            }
        }
    }
}

/// What follows the first place of a text.
fn after<'a>(text: &'a str, start: &str) -> Option<&'a str> {
    text.split_once(start).map(|(_, rest)| rest)
}
