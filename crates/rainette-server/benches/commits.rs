//! How many durable commits and events a store makes per second: `cargo bench --workspace --bench commits`.
//!
//! Tables write one event after the other, each when the one before is safe; the more tables write at once, the more
//! events share a commit. One table alone shows what a commit of its own costs; how often the disk can be synchronised
//! at all stands above. PostgreSQL is a server of our own with full synchronisation on the same disk.

#[path = "../tests/services/mod.rs"]
mod services;

use std::sync::Arc;
use std::time::{Duration, Instant};

use rainette_server::fair::Seed;
use rainette_server::journal::{Event, Row, TokenHash};
use rainette_server::store::{Database, Store};
use rainette_server::table::{Batch, Change, Fresh, open};

/// How many tables write at once.
const TABLES: [usize; 5] = [1, 10, 50, 250, 1_000];

/// How long each line is measured.
const WHILE: Duration = Duration::from_secs(3);

/// The number of the first event measured: those before belong to the opening.
const FIRST: u64 = 100;

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let folder = std::env::temp_dir().join(format!("rainette-commits-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let measured = measure_all(&folder).await;
    std::fs::remove_dir_all(&folder)?;
    measured
}

async fn measure_all(folder: &std::path::Path) -> Result<(), Failure> {
    let server = services::Postgres::start(true)?;
    let databases = [
        ("SQLite", Database::Sqlite(folder.join("commits.db"))),
        ("PostgreSQL", Database::Postgres(server.database()?)),
    ];
    println!("the disk can be synchronised {:.0} times a second", synchronised(&folder.join("raw"))?);
    println!("{:<12}{:>8}{:>12}{:>10}", "store", "tables", "events/s", "ratio");
    for (name, database) in databases {
        let store = database.open(0).await?;
        let mut alone = None;
        for (round, tables) in TABLES.into_iter().enumerate() {
            let rate = measure(&store, round, tables).await?;
            let alone = *alone.get_or_insert(rate);
            println!("{name:<12}{tables:>8}{rate:>12.0}{:>10.1}", rate / alone);
        }
        store.flush().await?;
    }
    Ok(())
}

/// How often something can be added to a file and be safe, per second.
fn synchronised(path: &std::path::Path) -> Result<f64, Failure> {
    use std::io::Write as _;
    let mut file = std::fs::File::create(path)?;
    let (begun, mut times) = (Instant::now(), 0_u32);
    while begun.elapsed() < WHILE {
        file.write_all(&[0; 4_096])?;
        file.sync_data()?;
        times += 1;
    }
    Ok(f64::from(times) / begun.elapsed().as_secs_f64())
}

/// Events per second.
async fn measure(store: &Arc<dyn Store>, round: usize, tables: usize) -> Result<f64, Failure> {
    for table in 0..tables {
        store.append(opened(&format!("{round}-{table}"))?).await?;
    }
    let begun = Instant::now();
    let writers = (0..tables).map(|table| {
        let store = Arc::clone(store);
        tokio::spawn(async move {
            let mut written = 0_u64;
            while begun.elapsed() < WHILE {
                let command = Some((rainette_core::Seat::new(0), format!("c{written}")));
                let event = Event::Action {
                    seat: rainette_core::Seat::new(0),
                    action: "b4-d4".to_owned(),
                    computer: false,
                };
                let row = Row { number: written + FIRST, at: 7, command, event };
                let table = format!("{round}-{table}");
                store.append(Batch::new(table, [Change::Row(row)])).await?;
                written += 1;
            }
            Ok::<u64, rainette_server::store::StoreError>(written)
        })
    });
    let mut written = 0;
    for writer in writers.collect::<Vec<_>>() {
        written += writer.await??;
    }
    Ok(written as f64 / begun.elapsed().as_secs_f64())
}

fn opened(id: &str) -> Result<Batch, Failure> {
    let wish = serde_json::from_value(serde_json::json!({
        "game": "hop-it", "name": "Ana", "seats": [{ "is": "me" }, { "is": "friend" }],
    }))?;
    let fresh = Fresh { id: id.to_owned(), invite: format!("to {id}"), seed: Seed::new([1; 32]) };
    open(&wish, None, TokenHash([1; 32]), fresh, 5).map_err(|error| format!("{error:?}").into())
}
