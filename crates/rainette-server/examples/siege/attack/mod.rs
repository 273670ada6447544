//! Clients that want the server's time, memory, disk or bandwidth for themselves, and people who play meanwhile.
//!
//! Each attack is a file of its own: what it tries, within which bounds, and what it must not achieve. Each has a fresh
//! server with its ordinary limits, comes from addresses of its own, and ends after a number of requests and a time.
//! The long form also measures how long others wait; the short form, which is part of the tests, only counts.

mod bystander;
mod client;
mod field;
mod flood;
mod line;
mod list;
mod records;
mod report;
mod talk;

mod acting;
mod addresses;
mod analyses;
mod assets;
mod calm;
mod chat;
mod clocked_tables;
mod commits;
mod compressed_bodies;
mod disconnects;
mod figures;
mod frames;
mod giant_frames;
mod giant_headers;
mod guesses;
mod heavy_tables;
mod hellos;
mod joins;
mod json_bombs;
mod largest_answer;
mod lobby;
mod many_sockets;
mod odd_paths;
mod other_sites;
mod pipelining;
mod public_list;
mod rematches;
mod seekers;
mod shown_records;
mod sit_in;
mod slow_bodies;
mod slow_headers;
mod stacked_openings;
mod stored_openings;
mod thinkers_left;
mod thinkers_watched;
mod two_servers;
mod undo;
mod unread_replays;
mod unread_sockets;
mod why_not;

use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::time::{Duration, Instant};

use futures_util::{StreamExt as _, stream};
use tokio::time::timeout;

use super::socket::Trouble;
use bystander::Bystanders;
use field::Field;
use report::{Findings, HEAD, MOST_WAIT, Row, Wait, size};

/// Which attacks, and how.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Count refusals and bytes only, and within a minute.
    #[arg(long)]
    short: bool,

    /// These attacks only.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,

    /// Print JSON instead of a table.
    #[arg(long)]
    json: bool,

    /// Say what each attack tries, and do nothing.
    #[arg(long)]
    list: bool,
}

/// A megabyte.
const MB: u64 = 1_000_000;

/// The most memory that one request may take, and most attacks as a whole.
const MOST_MEMORY: u64 = 32 * MB;

/// How many attacks run at once in the short form, each on a server of its own.
const AT_ONCE: usize = 4;

/// What an attack does: it strikes on a field, and notes what it finds.
type Strike = for<'a> fn(&'a Field, &'a mut Findings) -> Striking<'a>;

type Striking<'a> = Pin<Box<dyn Future<Output = Result<(), Trouble>> + Send + 'a>>;

/// An attack.
struct Attack {
    name: &'static str,
    /// What it tries, in a sentence.
    tries: &'static str,
    /// How the server is set up beyond its defaults.
    settings: &'static [&'static str],
    /// Does the server see IPv4 addresses as IPv6 ones?
    is_mapped: bool,
    /// How much the server's memory may grow, in bytes.
    memory: u64,
    /// How long it may take, in seconds: short, long.
    seconds: [u64; 2],
    strike: Strike,
}

impl Attack {
    const fn new(name: &'static str, tries: &'static str, strike: Strike) -> Self {
        Self { name, tries, settings: &[], is_mapped: false, memory: MOST_MEMORY, seconds: [15, 60], strike }
    }
}

pub(crate) async fn run(program: PathBuf, arguments: Arguments) -> Result<(), Box<dyn std::error::Error>> {
    // Whoever stops this stops the servers too: they are gone with what started them.
    tokio::select! {
        done = make(program, arguments) => done,
        () = told_to_stop() => Err("stopped before the end".into()),
    }
}

#[cfg(unix)]
async fn told_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    match (signal(SignalKind::interrupt()), signal(SignalKind::terminate())) {
        (Ok(mut interrupt), Ok(mut terminate)) => tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        },
        _ => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn told_to_stop() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Makes the attacks that are asked for, one after the other or a few at a time.
async fn make(program: PathBuf, arguments: Arguments) -> Result<(), Box<dyn std::error::Error>> {
    let known: Vec<&'static str> = list::ATTACKS.iter().map(|attack| attack.name).collect();
    if let Some(unknown) = arguments.only.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(format!("there is no attack `{unknown}`: there are {}", known.join(", ")).into());
    }
    let is_chosen =
        |attack: &&Attack| arguments.only.is_empty() || arguments.only.iter().any(|name| name == attack.name);
    let chosen: Vec<&'static Attack> = list::ATTACKS.iter().filter(is_chosen).collect();
    if arguments.list {
        for attack in chosen {
            println!("{}: {}", attack.name, attack.tries);
        }
        return Ok(());
    }
    if !arguments.json {
        println!("{HEAD}");
    }
    let begun = Instant::now();
    let at_once = if arguments.short { AT_ONCE } else { 1 };
    let mut rows =
        stream::iter(chosen).map(|attack| strike(&program, attack, arguments.short)).buffered(at_once);
    let (mut all, mut missed) = (Vec::new(), Vec::new());
    while let Some(row) = rows.next().await {
        let row = row.map_err(|trouble| trouble.to_string())?;
        if arguments.json {
            all.push(row.json());
        } else {
            println!("{}", row.line());
        }
        if !row.is_held() {
            missed.push(row.line());
        }
    }
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&all)?);
    } else {
        println!(
            "\nEvery attack has these goals too: the server lives, panics nowhere and answers nobody 500;"
        );
        println!(
            "others are refused nothing, and a newcomer gets in; at most {} more memory,",
            size(MOST_MEMORY)
        );
        println!("unless the attack has a limit of its own; others' p95 at most {MOST_WAIT:?} (long form).");
        println!("took {:.1} s", begun.elapsed().as_secs_f64());
    }
    if missed.is_empty() { Ok(()) } else { Err(format!("not held:\n{}", missed.join("\n")).into()) }
}

/// One attack on a server of its own, and what came of it.
async fn strike(program: &Path, attack: &'static Attack, is_short: bool) -> Result<Row, Trouble> {
    let begun = Instant::now();
    let limit = Duration::from_secs(attack.seconds[usize::from(!is_short)]);
    let mut field = Field::new(program, attack, is_short, limit).await?;
    let bystanders = Bystanders::sit_down(field.server.address, &field.others).await?;
    field.answers = bystanders.answers();
    // The first answers find everything cold.
    tokio::time::sleep(Duration::from_millis(if is_short { 200 } else { 1_000 })).await;
    let before = field.server.memory().unwrap_or(0);
    let _ = field.server.forget_peak();
    field.files_before = field.server.open_files().unwrap_or(0);
    field.stored_before = field.server.stored().await;

    let mut findings = Findings::default();
    field.until = Instant::now() + limit;
    // Its own bound comes first: this is for the case that it is stuck.
    let struck = timeout(limit + 2 * client::PATIENCE, (attack.strike)(&field, &mut findings)).await;
    match struck {
        Ok(Ok(())) => {}
        Ok(Err(trouble)) => findings.common(format!("the attack itself: {trouble}"), false),
        Err(_) => findings.common("the attack comes to its end", false),
    }

    let peak = field.server.peak().unwrap_or(0);
    let played = bystanders.stand_up().await;
    let after = field.server.memory().unwrap_or(0);
    let grown = peak.saturating_sub(before);
    let most = attack.memory;
    findings.common(format!("memory grows by {} (≤ {})", size(grown), size(most)), grown <= most);
    findings.common("the server lives", field.server.is_alive());
    let panics = field.panics();
    findings.common(format!("panics: {panics}"), panics == 0);
    let mistakes = field.mistakes();
    findings.common(format!("answers 500: {mistakes}"), mistakes == 0);
    let mut waits = None;
    match played {
        Err(trouble) => findings.common(format!("others play on: {trouble}"), false),
        Ok(played) => {
            for trouble in played.iter().flat_map(|played| &played.troubles) {
                findings.common(format!("others: {trouble}"), false);
            }
            let measured = [Wait::from(&played[0]), Wait::from(&played[1])];
            if !is_short {
                let longest = measured[0].p95.max(measured[1].p95);
                findings.common(format!("others' p95 {longest:.1?} (≤ {MOST_WAIT:?})"), longest <= MOST_WAIT);
                waits = Some(measured);
            }
        }
    }
    Ok(Row {
        name: attack.name,
        tries: attack.tries,
        findings,
        bytes: [field.tally.sent(), field.tally.received()],
        memory: [before, peak, after],
        waits,
        took: begun.elapsed(),
    })
}
