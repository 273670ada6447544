//! A server under siege: `crash` kills it again and again while people play, `load` sees how much it can bear, `recover`
//! how soon it is back with many games under way, `faults` makes its disk fail and sees how soon it heals, `attack` what one
//! client can take from others.
//!
//! `cargo xtask crash`, `load`, `recover`, `faults` and `attack` build the server and call this. All talk to a server process over real
//! sockets, as a page does.

mod attack;
mod crash;
#[path = "../../tests/faults/mod.rs"]
mod disk;
mod faults;
mod load;
mod process;
mod recover;
#[path = "../../tests/services/mod.rs"]
mod services;
mod socket;
mod visitors;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// What can be done to a server.
#[derive(Parser)]
struct Arguments {
    /// The program to start as `PROGRAM serve …`; by default the one that was built beside this one.
    #[arg(long, value_name = "PROGRAM")]
    server: Option<PathBuf>,

    #[command(subcommand)]
    siege: Siege,
}

#[derive(Subcommand)]
enum Siege {
    /// Kill the server while people play, start it again, and compare what they were told with what it has stored.
    Crash(crash::Arguments),
    /// Hold many sockets, act at many tables, and measure.
    Load(load::Arguments),
    /// Be many people on the first page and in lobbies, as `load --visitors` tells: a process of its own, so that what
    /// visitors compute themselves takes nothing from those who act and are measured.
    #[command(hide = true)]
    Visitors(visitors::Arguments),
    /// Fill the disk, make it read-only, break it and slow it down while people play, and measure how soon the server heals.
    Faults(faults::Arguments),
    /// Kill the server with many games under way, and measure how soon it acknowledges again.
    Recover(recover::Arguments),
    /// Try to take the server's time, memory, disk and bandwidth from others, and see what it says to that.
    Attack(attack::Arguments),
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Arguments { server, siege } = Arguments::parse();
    if let Siege::Visitors(arguments) = siege {
        return visitors::be(arguments).await;
    }
    let server = match server {
        Some(server) => server,
        None => built_beside()?,
    };
    match siege {
        Siege::Visitors(_) => unreachable!("they need no program"),
        Siege::Crash(arguments) => crash::run(server, arguments).await,
        Siege::Load(arguments) => load::run(server, arguments).await,
        Siege::Faults(arguments) => faults::run(server, arguments).await,
        Siege::Recover(arguments) => recover::run(server, arguments).await,
        Siege::Attack(arguments) => attack::run(server, arguments).await,
    }
}

/// `rainette` in the folder above `examples`, where this program is.
fn built_beside() -> std::io::Result<PathBuf> {
    let me = std::env::current_exe()?;
    let folder = me.ancestors().nth(2).ok_or_else(|| std::io::Error::other("this program is nowhere"))?;
    Ok(folder.join(format!("rainette{}", std::env::consts::EXE_SUFFIX)))
}
