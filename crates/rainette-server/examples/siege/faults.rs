//! Fills the server's disk, makes it read-only, breaks it and slows it down while people play, and measures how soon it is
//! back once the cause is gone. Afterwards what they were told is compared with what is stored.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rainette_core::Random as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng as _;
use tokio::time::sleep;

use super::crash::{Dice, Siege, compare, fill};
use super::disk::Disk;
use super::process::Pond;

/// How the disk fails.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How often.
    #[arg(long, value_name = "N", default_value_t = 20)]
    rounds: u32,

    /// At how many tables people play at a time.
    #[arg(long, value_name = "N", default_value_t = 8)]
    tables: u32,

    /// Where the random numbers start.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
}

/// What is done to the disk, in turns: see `disk.c`. The first is done by filling it.
const CAUSES: [&str; 5] = ["full", "readonly", "broken", "unsynced", "slow 1500"];

/// How long it may take until the server is back.
const GOAL: Duration = Duration::from_secs(5);

/// How long anything may take at all.
const PATIENCE: Duration = Duration::from_mins(1);

async fn is_ready(siege: &Siege) -> bool {
    let answer = siege.http.get(format!("http://{}/readyz", siege.addresses[0])).send().await;
    answer.is_ok_and(|answer| answer.status().is_success())
}

/// Waits until something is so.
async fn until(what: &str, siege: &Siege, mut is_so: impl AsyncFnMut() -> bool) -> Result<(), String> {
    let begun = Instant::now();
    while !is_so().await {
        if begun.elapsed() > PATIENCE {
            return Err(format!("{what}: {}", siege.journal().trouble));
        }
        sleep(Duration::from_millis(2)).await;
    }
    Ok(())
}

pub(crate) async fn run(program: PathBuf, arguments: Arguments) -> Result<(), Box<dyn std::error::Error>> {
    let mut dice = Dice(Xoshiro256PlusPlus::seed_from_u64(arguments.seed));
    let disk = Arc::new(Disk::new("96m")?);
    let pond = Pond::on(&program, &disk).await?;
    let process = pond.nodes[0].process().ok_or("the server is not there")?;
    let siege = Arc::new(Siege::new(pond.addresses()));
    let mut people = tokio::task::JoinSet::new();
    for table in 0..arguments.tables {
        let dice = Dice(Xoshiro256PlusPlus::seed_from_u64(arguments.seed + 1 + u64::from(table)));
        people.spawn(fill(siege.clone(), table as usize, dice));
    }
    let mut heals: Vec<(&str, Duration)> = Vec::new();
    for round in 0..arguments.rounds {
        let cause = CAUSES[round as usize % CAUSES.len()];
        let before = siege.acknowledged.load(Ordering::Relaxed);
        let goes_on = async || siege.acknowledged.load(Ordering::Relaxed) >= before + 10;
        until(&format!("round {round}: nothing goes on"), &siege, goes_on).await?;
        if cause == "full" {
            disk.fill(process)?;
        } else {
            disk.say(cause)?;
        }
        if !cause.starts_with("slow") {
            let notices = async || !is_ready(&siege).await;
            until(&format!("round {round}: nobody notices that the disk is {cause}"), &siege, notices)
                .await?;
        }
        sleep(Duration::from_millis(200 + u64::from(dice.below(2_500)))).await;
        if cause == "full" {
            disk.empty(process)?;
        } else {
            disk.say("ok")?;
        }
        let (begun, before) = (Instant::now(), siege.acknowledged.load(Ordering::Relaxed));
        let healed = async || siege.acknowledged.load(Ordering::Relaxed) > before && is_ready(&siege).await;
        until(&format!("round {round}: the server does not heal"), &siege, healed).await?;
        heals.push((cause, begun.elapsed()));
    }
    sleep(Duration::from_millis(500)).await;
    siege.is_over.store(true, Ordering::Relaxed);
    let gone =
        tokio::time::timeout(Duration::from_secs(5), async { while people.join_next().await.is_some() {} });
    if gone.await.is_err() {
        people.shutdown().await;
    }

    let acknowledged = siege.acknowledged.load(Ordering::Relaxed);
    println!("{} faults, {acknowledged} commands acknowledged", heals.len());
    for cause in CAUSES {
        let mut times: Vec<Duration> =
            heals.iter().filter(|(of, _)| *of == cause).map(|(_, time)| *time).collect();
        times.sort();
        if let (Some(median), Some(longest)) = (times.get(times.len() / 2), times.last()) {
            println!(
                "{cause:>9}: {} times, acknowledged again after median {median:.0?}, longest {longest:.0?}",
                times.len()
            );
        }
    }
    let in_time = heals.iter().filter(|(_, time)| *time <= GOAL).count();
    println!("{in_time} of {} healed within {GOAL:?}", heals.len());
    let journal = std::mem::take(&mut *siege.journal());
    let found = compare(&pond, &journal).await?;
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
