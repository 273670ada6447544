//! Kills the server with many games under way, and measures how soon it is back.

use std::path::PathBuf;
use std::time::Instant;

use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use super::load::Actor;
use super::process::{Besieged, Pond};
use super::socket::Trouble;

/// What is under way when the server is killed.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many games are under way, each at a table of its own.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    tables: usize,

    /// How many actions each has seen.
    #[arg(long, value_name = "N", default_value_t = 10)]
    actions: u32,

    /// The game that is played, by one screen for all its seats.
    #[arg(long, value_name = "GAME", default_value = "pool-party")]
    game: String,
}

/// How many tables are served at once.
const AT_ONCE: usize = 64;

pub(crate) async fn run(program: PathBuf, arguments: Arguments) -> Result<(), Box<dyn std::error::Error>> {
    let Arguments { tables, actions, game } = arguments;
    let mut server = Pond::start(&program, Besieged::default()).await?.nodes.remove(0);
    let (http, address) = (reqwest::Client::new(), server.address);
    let actors: Vec<Actor> = stream::iter(0..tables as u64)
        .map(|number| {
            let (http, game) = (&http, &game);
            async move {
                let mut actor = Actor::new(http, address, game, number).await?;
                for _ in 0..actions {
                    if !actor.is_over() {
                        actor.act_and_look().await?;
                    }
                }
                Ok::<_, Trouble>(actor)
            }
        })
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await
        .map_err(|trouble| trouble.to_string())?;
    let mut actors: Vec<Actor> = actors.into_iter().filter(|actor| !actor.is_over()).collect();
    println!("{} games of {game} are under way, {actions} actions each", actors.len());

    server.kill()?;
    let start = Instant::now();
    let listens = server.go().await?;
    let (first, others) = actors.split_first_mut().ok_or("not a single table was asked for")?;
    first.come_back().await.map_err(|trouble| trouble.to_string())?;
    first.act().await.map_err(|trouble| trouble.to_string())?;
    println!("killed and started again: it listens after {listens:.0?}");
    println!("the first action is acknowledged after {:.0?}", start.elapsed());

    let behind: Vec<(u64, u64)> = stream::iter(others)
        .map(|actor| async {
            let known = actor.seq;
            actor.come_back().await?;
            Ok::<_, Trouble>((known, actor.seq))
        })
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await
        .map_err(|trouble| trouble.to_string())?;
    println!("all tables are back after {:.1?}", start.elapsed());
    let lost = behind.iter().filter(|(known, now)| now < known).count();
    println!("tables that stand behind what was acknowledged: {lost}");
    if lost > 0 {
        return Err("acknowledged actions were lost".into());
    }
    Ok(())
}
