//! `rainette replay`: a record, step by step.

use std::io::{BufWriter, Write as _};

use anyhow::ensure;
use rainette_core::{Observer, Record, Seat, Table, Told};

use super::read_record;
use crate::words::{Language, Speak as _};

/// Replay a record step by step, with the board after every event.
///
/// Every event is checked: an illegal one is refused with its line.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record; `-` reads standard input.
    file: String,

    /// Show what this seat could see, rather than what everybody could.
    #[arg(long, value_name = "SEAT")]
    seat: Option<usize>,

    /// Show only the board after this event (0 is the empty table).
    #[arg(long, value_name = "N", conflicts_with = "last")]
    at: Option<usize>,

    /// Show only the last board and the result.
    #[arg(long)]
    last: bool,
}

pub(crate) fn run(args: &Args, lang: Language) -> anyhow::Result<()> {
    let whole = read_record(&args.file)?;
    let observer = match args.seat {
        None => Observer::Spectator,
        Some(seat) => {
            ensure!(
                seat < whole.seats(),
                "there is no seat {seat}: the seats are 0 to {}",
                whole.seats() - 1
            );
            Observer::Seat(Seat::new(seat))
        }
    };
    let len = whole.len();
    if let Some(at) = args.at {
        ensure!(at <= len, "there is no event {at}: the record has {len}");
    }
    let first = if args.last { len } else { args.at.unwrap_or(0) };
    let last = args.at.unwrap_or(len);
    let told = whole.told(observer);
    let game = whole.info().id;

    let mut out = BufWriter::new(std::io::stdout().lock());
    writeln!(out, "{}", title(&whole.record(), whole.as_ref(), lang))?;
    let mut table = rainette_games::replay(&Record { events: Vec::new(), end: None, ..whole.record() })?;
    let events = whole.record().events;
    for number in 0..=last {
        if number > 0 {
            let line = &events[number - 1];
            match line.seat {
                Some(seat) => table.play(seat, &line.event)?,
                None => table.try_chance(&line.event)?,
            }
        }
        if number < first {
            continue;
        }
        if number > 0 {
            write_event(&mut out, number, &told[number - 1], game, lang)?;
        }
        writeln!(out, "\n{}", table.picture(observer))?;
    }
    if last == len {
        writeln!(out, "{}", lang.result(whole.as_ref()))?;
    }
    out.flush()?;
    Ok(())
}

fn title(record: &Record, table: &dyn Table, lang: Language) -> String {
    let mut words =
        vec![lang.words().game(table.info().id), format!("{} {}", record.seats, lang.say("seats", "sièges"))];
    words.extend(record.options.iter().map(|(name, value)| format!("{name}={value}")));
    words.push(format!("{} {}", record.events.len(), lang.say("events", "événements")));
    words.join(", ")
}

fn write_event(
    out: &mut impl std::io::Write,
    number: usize,
    told: &Told,
    game: &str,
    lang: Language,
) -> std::io::Result<()> {
    let who = told.seat.map_or_else(|| lang.say("chance", "hasard").to_owned(), |seat| lang.seat(seat));
    writeln!(out, "{number}. {who}: {}", told.event)?;
    for sentence in told.effects.iter().filter_map(|effect| lang.effect(game, effect)) {
        writeln!(out, "   {sentence}")?;
    }
    Ok(())
}
