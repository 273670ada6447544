//! `rainette trace`: random games as JSON, one per line.

use std::io::{BufWriter, Write as _};

use rainette_core::{Effect, Observer, Path, Random as _, Seat, Table, Turn};
use rainette_players::{Cancel, Generator, Spec, choose};
use rainette_server::protocol::Choices;
use rainette_server::table::trie;
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::flags::Opening;

/// Play games and print each as one line of JSON.
///
/// Every legal action is equally likely, unless computer players of a level choose; chance has its true probabilities.
/// The same seed prints the same bytes.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    opening: Opening,

    /// The seed of the random numbers.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// How many games to play.
    #[arg(long, value_name = "K", default_value_t = 1)]
    games: u64,

    /// Let computer players of this level choose, 1 to 8, rather than chance.
    #[arg(long, value_name = "L", value_parser = clap::value_parser!(u8).range(1..=8))]
    level: Option<u8>,

    /// Also print what the acting seat saw (everybody, if chance acted), how each legal action is pointed at, and
    /// what was told of it afterwards.
    #[arg(long)]
    views: bool,
}

/// One game, as a line of JSON.
#[derive(Serialize)]
struct Trace<'a> {
    game: &'static str,
    seats: usize,
    #[serde(serialize_with = "as_map")]
    options: &'a [(String, i64)],
    events: Vec<Traced>,
    winners: Vec<usize>,
    scores: Option<Vec<i32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<Value>,
}

#[derive(Serialize)]
struct Traced {
    #[serde(flatten)]
    event: Event,
    #[serde(flatten)]
    seen: Option<Seen>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Event {
    Chance { chance: String },
    Action { seat: Seat, legal: Vec<String>, play: String },
}

/// What can be seen of an event.
#[derive(Serialize)]
struct Seen {
    /// The view before it.
    view: Value,
    /// The paths of spots of each legal action, in the order of `legal`.
    paths: Vec<Vec<Path>>,
    /// The same as a trie of spots, as pages get it.
    choices: Choices,
    effects: Vec<Effect>,
}

fn as_map<S: Serializer>(options: &&[(String, i64)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(options.len()))?;
    for (name, value) in *options {
        map.serialize_entry(name, value)?;
    }
    map.end()
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let empty = args.opening.table()?;
    let mut random = Generator::new(args.seed);
    let mut out = BufWriter::new(std::io::stdout().lock());
    for _ in 0..args.games {
        let trace = play(empty.duplicate(), args, &mut random)?;
        serde_json::to_writer(&mut out, &trace)?;
        writeln!(out)?;
    }
    out.flush()?;
    Ok(())
}

fn play<'a>(mut table: Box<dyn Table>, args: &'a Args, random: &mut Generator) -> anyhow::Result<Trace<'a>> {
    let mut events = Vec::new();
    loop {
        let observer = match table.turn() {
            Turn::Chance => Observer::Spectator,
            Turn::Seat(seat) => Observer::Seat(seat),
            Turn::Over => break,
        };
        let before = args.views.then(|| (table.view(observer), table.choices()));
        let event = match table.turn() {
            Turn::Seat(seat) => {
                let legal: Vec<String> = table.choices().into_iter().map(|(action, _)| action).collect();
                let play = match args.level {
                    None => legal[random.below(legal.len() as u32) as usize].clone(),
                    Some(level) => {
                        let (story, seed) = (table.story(Observer::Seat(seat)), u64::from(random.next_u32()));
                        choose(&story, Spec::Level(level), None, seed, &Cancel::default())?.action
                    }
                };
                table.play(seat, &play)?;
                Event::Action { seat, legal, play }
            }
            Turn::Chance | Turn::Over => Event::Chance { chance: table.draw(random)? },
        };
        let seen = before.map(|(view, choices)| Seen {
            view,
            choices: trie(&choices),
            paths: choices.into_iter().map(|(_, paths)| paths).collect(),
            effects: table.told(observer).pop().map(|told| told.effects).unwrap_or_default(),
        });
        events.push(Traced { event, seen });
    }
    let result = table.result().expect("a game that is over has a result");
    Ok(Trace {
        game: table.info().id,
        seats: table.seats(),
        options: &args.opening.options,
        events,
        winners: result.winners.iter().map(Seat::index).collect(),
        scores: result.scores.map(|scores| scores.to_vec()),
        view: args.views.then(|| table.view(Observer::Spectator)),
    })
}
