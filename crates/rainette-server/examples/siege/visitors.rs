//! People on the first page and in lobbies, beside actions at other tables: what they cost those who play.
//!
//! Rounds with visitors alternate with rounds without, so that whatever else the machine does falls on both.

use std::io::{self, BufRead as _, Write as _};
use std::net::SocketAddr;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use rainette_server::protocol::{Join, OpenTable, SeatWish, Seated};
use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant as Moment, sleep, timeout};

use super::load::{self, Actor};
use super::process::Pond;
use super::socket::{Person, Socket, Trouble};

/// How often the first page asks for the list, and how many people are here, while it can be seen: `lounge.tsx`.
const LOOK: Duration = Duration::from_secs(10);

/// How often any page asks for one's own tables while a game is under way: `watch.ts`.
const WATCH: Duration = Duration::from_secs(15);

/// How long a guest stays in a lobby before they stand up, and how long they then look elsewhere.
const STAY: Duration = Duration::from_secs(8);

/// How long the server has to get used to visitors who have come or gone.
const SETTLE: Duration = Duration::from_secs(12);

/// How much later actions may be acknowledged because of visitors, in percent.
const GOAL: f64 = 10.0;

/// Who visits.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many they are.
    #[arg(long)]
    visitors: usize,

    /// The game of their tables.
    #[arg(long)]
    game: String,

    /// Where the nodes listen.
    #[arg(long, value_delimiter = ',')]
    addresses: Vec<SocketAddr>,
}

/// What the visitors say once all of them are there.
const READY: &str = "ready";

/// The visitors, in a process that comes last wherever the processor is asked for.
struct Visitors {
    process: Child,
    call: ChildStdin,
}

impl Visitors {
    /// Starts them; they wait outside until they are called.
    fn start(visitors: usize, game: &str, addresses: &[SocketAddr]) -> io::Result<Self> {
        let addresses: Vec<String> = addresses.iter().map(ToString::to_string).collect();
        // A low priority is not enough: who has it keeps the processor for some milliseconds once it has it.
        let mut process = Command::new("chrt")
            .args(["--idle", "0"])
            .arg(std::env::current_exe()?)
            .args(["visitors", "--visitors", &visitors.to_string(), "--game", game])
            .args(["--addresses", &addresses.join(",")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (call, said) = (process.stdin.take(), process.stdout.take());
        let (Some(call), Some(said)) = (call, said) else { return Err(io::Error::other("no pipes")) };
        let mut line = String::new();
        io::BufReader::new(said).read_line(&mut line)?;
        if line.trim_end() != READY {
            let status = process.wait()?;
            return Err(io::Error::other(format!("the visitors did not come: {status}")));
        }
        Ok(Self { process, call })
    }

    /// Calls them, or sends them away.
    fn call(&mut self, is_on: bool) -> io::Result<()> {
        if let Some(status) = self.process.try_wait()? {
            return Err(io::Error::other(format!("the visitors are gone: {status}")));
        }
        writeln!(self.call, "{is_on}")?;
        self.call.flush()
    }
}

impl Drop for Visitors {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// All visitors: they come and go as the standard input says, until it ends.
pub(crate) async fn be(arguments: Arguments) -> Result<(), Box<dyn std::error::Error>> {
    let Arguments { visitors: count, game, addresses } = arguments;
    let http = reqwest::Client::new();
    let (call, called) = watch::channel(false);
    let (mut visitors, mut host) = (JoinSet::new(), None);
    for number in 0..count {
        let person = Person::new(&http, addresses[number % addresses.len()]).await;
        let person = person.map_err(|trouble| trouble.to_string())?;
        visitors.spawn(ask_for_turns(person.clone(), number, called.clone()));
        // Of four, two are on the first page, one opens a table and one comes to it and goes again.
        if number % 4 < 2 {
            // Only whoever has a game asks for their own tables.
            let own = wish(&game, SeatWish::Friend, false);
            person.open(&own).await.map_err(|trouble| trouble.to_string())?;
            visitors.spawn(look(person, number, called.clone()));
        } else if number % 4 == 2 {
            host = Some(person);
        } else if let Some(host) = host.take() {
            visitors.spawn(meet(host, person, number, game.clone(), called.clone()));
        }
    }
    println!("{READY}");
    let calls = tokio::task::spawn_blocking(move || -> io::Result<()> {
        for line in io::stdin().lines() {
            let _ = call.send(line?.trim() == "true");
        }
        Ok(())
    });
    tokio::select! {
        ended = calls => Ok(ended??),
        Some(ended) = visitors.join_next() => Err(match ended? {
            Ok(()) => "a visitor went home".into(),
            Err(trouble) => trouble.to_string().into(),
        }),
    }
}

/// What one round gave.
struct Round {
    p99: f64,
    /// Seconds of processor time that the nodes used in a second.
    cores: f64,
}

pub(crate) async fn run(
    server: &Pond,
    arguments: &load::Arguments,
) -> Result<(), Box<dyn std::error::Error>> {
    let (addresses, http) = (server.addresses(), reqwest::Client::new());
    let mut actors = Vec::new();
    for number in 0..arguments.acting {
        let address = addresses[number % addresses.len()];
        let actor = Actor::new(&http, address, &arguments.game, number as u64).await;
        actors.push(actor.map_err(|trouble| trouble.to_string())?);
    }
    let mut visitors = Visitors::start(arguments.visitors, &arguments.game, &addresses)?;
    println!("{} act, {} visitors wait outside", actors.len(), arguments.visitors);
    let (mut quiet, mut visited) = (Vec::new(), Vec::new());
    for number in 1..=arguments.rounds.max(1) {
        // The longer games last, the later actions are acknowledged: neither kind of round comes later on the whole.
        let mut both = [(false, &mut quiet), (true, &mut visited)];
        if number % 2 == 0 {
            both.reverse();
        }
        for (is_on, rounds) in both {
            visitors.call(is_on)?;
            sleep(SETTLE).await;
            let round;
            (actors, round) = act(server, arguments, actors).await?;
            println!(
                "round {number} {}: p99 {:.1} ms, {:.2} cores",
                if is_on { "with visitors" } else { "without" },
                round.p99,
                round.cores
            );
            rounds.push(round);
        }
    }
    let median = |rounds: &[Round], of: fn(&Round) -> f64| {
        let mut values: Vec<f64> = rounds.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        f64::midpoint(values[(values.len() - 1) / 2], values[values.len() / 2])
    };
    let [without, with] =
        [&quiet, &visited].map(|rounds| (median(rounds, |it| it.p99), median(rounds, |it| it.cores)));
    let (later, each) =
        ((with.0 / without.0 - 1.0) * 100.0, (with.1 - without.1) / arguments.visitors as f64);
    println!(
        "99 of 100 actions at other tables, medians of {} rounds: within {:.1} ms without visitors and {:.1} ms with {} \
         in lobbies and on the first page: {later:+.0} % (at most {GOAL:+.0} %: {})",
        quiet.len(),
        without.0,
        with.0,
        arguments.visitors,
        if later <= GOAL { "held" } else { "MISSED" }
    );
    println!("each of them costs {:.2} ms of processor time a second", each * 1e3);
    Ok(())
}

/// Lets everybody act for one round.
async fn act(
    server: &Pond,
    arguments: &load::Arguments,
    actors: Vec<Actor>,
) -> Result<(Vec<Actor>, Round), Box<dyn std::error::Error>> {
    let pause = Duration::from_secs_f64(actors.len() as f64 / f64::from(arguments.rate));
    let (spent, began) = (server.processor_time(), Instant::now());
    let (start, length) = (Moment::now(), Duration::from_secs(arguments.seconds));
    let mut acting = JoinSet::new();
    for (number, mut actor) in actors.into_iter().enumerate() {
        acting.spawn(async move {
            let first = start + pause.mul_f64((number % 1_000) as f64 / 1_000.0);
            actor.act_until(first, pause, start + length).await?;
            Ok::<_, Trouble>(actor)
        });
    }
    let (mut actors, mut latencies) = (Vec::new(), Vec::new());
    while let Some(ended) = acting.join_next().await {
        let mut actor = ended?.map_err(|trouble| trouble.to_string())?;
        latencies.append(&mut actor.latencies);
        actors.push(actor);
    }
    latencies.sort_unstable();
    let last = latencies.len().checked_sub(1).ok_or("nothing was acknowledged")?;
    let spent = spent.zip(server.processor_time()).map(|(before, now)| now.saturating_sub(before));
    let cores = spent.unwrap_or_default().as_secs_f64() / began.elapsed().as_secs_f64();
    Ok((actors, Round { p99: latencies[(last as f64 * 0.99) as usize].as_secs_f64() * 1e3, cores }))
}

/// Waits for visitors to be called. Those who had to wait come one after the other, so that at any time about as many
/// come as go.
async fn await_call(
    called: &mut watch::Receiver<bool>,
    number: usize,
    within: Duration,
) -> Result<(), Trouble> {
    if !*called.borrow() {
        called.wait_for(|is_on| *is_on).await?;
        sleep(within.mul_f64(number as f64 % 97.0 / 97.0)).await;
    }
    Ok(())
}

/// Somebody on the first page: asks for the list, and hears mostly that it is another, and how many people are here.
async fn look(person: Person, number: usize, mut called: watch::Receiver<bool>) -> Result<(), Trouble> {
    let mut tag = None;
    loop {
        await_call(&mut called, number, LOOK).await?;
        // Both at once, as the page does. Only the list has a tag.
        (tag, _) = tokio::try_join!(person.look("/api/tables", tag), person.look("/api/presence", None))?;
        sleep(LOOK).await;
    }
}

/// Somebody who has a game, at whatever page: asks whose turn it is.
async fn ask_for_turns(
    person: Person,
    number: usize,
    mut called: watch::Receiver<bool>,
) -> Result<(), Trouble> {
    let mut tag = None;
    loop {
        await_call(&mut called, number, WATCH).await?;
        tag = person.look("/api/me", tag).await?;
        sleep(WATCH).await;
    }
}

/// A table at which one sits and all others are asked for.
fn wish(game: &str, others: SeatWish, is_public: bool) -> OpenTable {
    let info = rainette_games::games().into_iter().find(|info| info.id == game);
    let mut seats = vec![others; info.map_or(2, |info| *info.seats.start())];
    seats[0] = SeatWish::Me;
    OpenTable { game: game.to_owned(), seats, name: "host".to_owned(), is_public, ..OpenTable::default() }
}

/// Two people at a table on the list: one waits there, the other sits down and stands up again.
async fn meet(
    host: Person,
    guest: Person,
    number: usize,
    game: String,
    mut called: watch::Receiver<bool>,
) -> Result<(), Trouble> {
    let table = host.open(&wish(&game, SeatWish::Open, true)).await?.table;
    loop {
        await_call(&mut called, number, STAY).await?;
        let mut sockets: Vec<Socket> = vec![host.connect(&table, 0).await?];
        let join = Join { name: "guest".to_owned(), ..Join::default() };
        let _: Seated = guest.post(&format!("/api/tables/{table}/join"), &join).await?;
        sockets.push(guest.connect(&table, 0).await?);
        // What is said is read, as a page does.
        let hearing = async {
            let [one, other] = &mut sockets[..] else { return };
            loop {
                tokio::select! {
                    heard = one.hear_text() => if heard.is_err() { return },
                    heard = other.hear_text() => if heard.is_err() { return },
                }
            }
        };
        let _ = timeout(STAY, hearing).await;
        let _: serde_json::Value = guest.post(&format!("/api/tables/{table}/leave"), &json!({})).await?;
        drop(sockets);
        sleep(Duration::from_secs(1)).await;
    }
}
