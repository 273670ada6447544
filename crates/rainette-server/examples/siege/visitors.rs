//! People on the first page and in lobbies, beside actions at other tables: what they cost those who play.
//!
//! Rounds with visitors alternate with rounds without, so that whatever else the machine does falls on both.

use std::time::{Duration, Instant};

use rainette_server::protocol::{Join, OpenTable, SeatWish, Seated};
use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant as Moment, sleep, timeout};

use super::load::{Actor, Arguments};
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

/// What one round gave.
struct Round {
    p99: f64,
    /// Seconds of processor time that the nodes used in a second.
    cores: f64,
}

pub(crate) async fn run(server: &Pond, arguments: &Arguments) -> Result<(), Box<dyn std::error::Error>> {
    let (addresses, http) = (server.addresses(), reqwest::Client::new());
    let mut actors = Vec::new();
    for number in 0..arguments.acting {
        let address = addresses[number % addresses.len()];
        let actor = Actor::new(&http, address, &arguments.game, number as u64).await;
        actors.push(actor.map_err(|trouble| trouble.to_string())?);
    }
    let (call, called) = watch::channel(false);
    let (mut visitors, mut host) = (JoinSet::new(), None);
    for number in 0..arguments.visitors {
        let person = Person::new(&http, addresses[number % addresses.len()]).await;
        let person = person.map_err(|trouble| trouble.to_string())?;
        visitors.spawn(ask_for_turns(person.clone(), number, called.clone()));
        // Of four, two are on the first page, one opens a table and one comes to it and goes again.
        if number % 4 < 2 {
            // Only whoever has a game asks for their own tables.
            let game = wish(&arguments.game, SeatWish::Friend, false);
            person.open(&game).await.map_err(|trouble| trouble.to_string())?;
            visitors.spawn(look(person, number, called.clone()));
        } else if number % 4 == 2 {
            host = Some(person);
        } else if let Some(host) = host.take() {
            visitors.spawn(meet(host, person, number, arguments.game.clone(), called.clone()));
        }
    }
    println!("{} act, {} visitors wait outside", actors.len(), arguments.visitors);
    let (mut quiet, mut visited) = (Vec::new(), Vec::new());
    for number in 1..=arguments.rounds.max(1) {
        // The longer games last, the later actions are acknowledged: neither kind of round comes later on the whole.
        let mut both = [(false, &mut quiet), (true, &mut visited)];
        if number % 2 == 0 {
            both.reverse();
        }
        for (is_on, rounds) in both {
            call.send(is_on)?;
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
        if let Some(ended) = visitors.try_join_next() {
            ended?.map_err(|trouble| trouble.to_string())?;
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
    arguments: &Arguments,
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
