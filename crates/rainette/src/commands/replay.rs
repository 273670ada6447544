//! `rainette replay`: a record, step by step.

use std::io::{BufWriter, Write};

use anyhow::ensure;
use rainette_core::{Observer, Record, Seat, Table, Told, Turn};
use rainette_words::Ink;

use super::read_record;
use crate::terminal::{Audience, marks_of, out, painted};
use crate::words::{Language, Speak as _};

/// Replay a record step by step, with the board after every event and what the event moved on it.
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
    let you = args.seat.map(Seat::new);
    let audience = Audience::by_seats(whole.as_ref(), lang, you);

    let mut out = BufWriter::new(out().lock());
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
            write_event(&mut out, number, &told[number - 1], &audience)?;
        }
        let marks = marks_of(&told[number.saturating_sub(1)..number]);
        writeln!(out)?;
        audience.board(&mut out, table.as_ref(), observer, &marks)?;
    }
    // The board of a game that is over says who won; of one that was given up it does not know.
    if last == len && table.turn() != Turn::Over {
        writeln!(out, "{}", lang.result(whole.as_ref(), &audience))?;
    }
    out.flush()?;
    Ok(())
}

fn title(record: &Record, table: &dyn Table, lang: Language) -> String {
    let mut words =
        vec![lang.words().game(table.info().id), format!("{} {}", record.seats, lang.say("seats", "sièges"))];
    let game = table.info().id;
    words.extend(record.options.iter().map(|(name, value)| lang.words().option_value(game, name, *value)));
    words.push(format!("{} {}", record.events.len(), lang.say("events", "événements")));
    words.join(", ")
}

fn write_event(out: &mut impl Write, number: usize, told: &Told, audience: &Audience) -> std::io::Result<()> {
    let chance = audience.lang.say("chance", "hasard");
    let who = told.seat.map_or_else(|| chance.to_owned(), |seat| audience.marked(seat));
    let colon = audience.lang.say(":", " :");
    writeln!(out, "\n{} {who}{colon} {}", painted(&format!("{number}."), Ink::Strong), told.event)?;
    audience.tell(out, std::slice::from_ref(told))
}
