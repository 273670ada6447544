//! `rainette hint`: the best actions at the end of a record.

use std::io::Write as _;

use anyhow::bail;
use rainette_core::{Observer, Turn};
use rainette_players::{Budget, Cancel, Spec, choose};

use super::read_record;
use crate::words::{Language, Speak as _};

/// Name the best actions at the end of a record, and what each is worth.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record; `-` reads standard input.
    file: String,

    /// Thinking time in seconds.
    #[arg(long, value_name = "S", default_value_t = 2.0)]
    time: f64,

    /// How many actions to name.
    #[arg(long, value_name = "N", default_value_t = 5)]
    most: usize,
}

pub(crate) fn run(args: &Args, lang: Language) -> anyhow::Result<()> {
    anyhow::ensure!(args.time > 0.0 && args.time <= 3600.0, "--time must be above 0 and at most 3600");
    let table = read_record(&args.file)?;
    let seat = match table.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance => {
            bail!("the record ends where the game waits for chance: nobody has anything to decide")
        }
        Turn::Over => bail!("the game is over: nobody has anything to decide"),
    };
    let budget = Budget::Time(std::time::Duration::from_secs_f64(args.time));
    let advice = choose(&table.story(Observer::Seat(seat)), Spec::Best, Some(budget), 1, &Cancel::default())?;
    let mut out = std::io::stdout().lock();
    let chances = lang.say("winning chances", "de chances de gagner");
    writeln!(out, "{}: {:.0} % {chances}", lang.seat(seat), 100.0 * advice.values[seat.index()])?;
    let best = advice.ranked.first().map_or(0.0, |(_, value)| *value);
    for (place, (action, value)) in advice.ranked.iter().take(args.most).enumerate() {
        let lost = 100.0 * (value - best);
        let words = if place == 0 {
            lang.say("the best", "le meilleur").to_owned()
        } else {
            format!("{lost:+.0} % {chances}")
        };
        writeln!(out, "  {action:<20} {:>3.0} %   {words}", 100.0 * value)?;
    }
    Ok(())
}
