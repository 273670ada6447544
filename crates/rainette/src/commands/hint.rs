//! `rainette hint`: the best actions at the end of a record.

use anyhow::bail;
use rainette_core::{Observer, Turn};
use rainette_players::{Advice, Budget, Cancel, Spec, choose_knowing};
use rainette_words::Ink;

use super::flags::Solved;
use super::read_record;
use crate::terminal::{Audience, marks_of_action, out, painted};
use crate::words::{Language, Speak as _};

/// Name the best actions at the end of a record, and what each is worth; the board shows the best one.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record; `-` reads standard input.
    file: String,

    /// Thinking time in seconds.
    #[arg(long, value_name = "S", default_value_t = 2.0)]
    time: f64,

    /// Who is asked: `level1` to `level8`, `best`, `best-1`, `mcts`, `uct`, `greedy` or `random`.
    #[arg(long, value_name = "NAME", default_value_t = Spec::Best)]
    player: Spec,

    /// Iterations instead of a time: the answer is then the same on any machine.
    #[arg(long, value_name = "N", conflicts_with = "time")]
    iterations: Option<u32>,

    /// The seed of random numbers.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// How many actions to name.
    #[arg(long, value_name = "N", default_value_t = 5)]
    most: usize,

    #[command(flatten)]
    solved: Solved,
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
    let time = Budget::Time(std::time::Duration::from_secs_f64(args.time));
    let budget = args.iterations.map_or(time, Budget::Iterations);
    let (story, tables) = (table.story(Observer::Seat(seat)), args.solved.endgames(table.info().id)?);
    let advice = choose_knowing(&story, args.player, Some(budget), args.seed, &Cancel::default(), &tables)?;
    let mut out = out().lock();
    let audience = Audience::by_seats(table.as_ref(), lang, Some(seat));
    let marks = marks_of_action(table.as_ref(), seat, &advice.action);
    audience.board(&mut out, table.as_ref(), Observer::Seat(seat), &marks)?;
    write_advice(&mut out, &audience, &advice, args.most)?;
    Ok(())
}

/// The best actions with what each is worth.
pub(crate) fn write_advice(
    out: &mut impl std::io::Write,
    audience: &Audience,
    advice: &Advice,
    most: usize,
) -> std::io::Result<()> {
    let lang = audience.lang;
    let Some(seat) = audience.you else { return Ok(()) };
    let chances = lang.say("winning chances", "de chances de gagner");
    let colon = lang.say(":", " :");
    let value = 100.0 * advice.values[seat.index()];
    writeln!(out, "\n{}{colon} {value:.0} % {chances}", audience.marked(seat))?;
    let best = advice.ranked.first().map_or(0.0, |(_, value)| *value);
    let shown = || advice.ranked.iter().take(most);
    let width = shown().map(|(action, _)| action.chars().count()).max().unwrap_or(0).max(12);
    for (place, (action, value)) in shown().enumerate() {
        let lost = 100.0 * (value - best);
        let words = if place == 0 {
            lang.say("the best", "le meilleur").to_owned()
        } else {
            format!("{lost:+.0} % {chances}")
        };
        let gloss = lang.words().gloss(audience.game, action);
        let gloss = if gloss.is_empty() { gloss } else { painted(&format!("   {gloss}"), Ink::Faint) };
        let ink = if place == 0 { Ink::Strong } else { Ink::Plain };
        let action = painted(&format!("{action:<width$}"), ink);
        writeln!(out, "  {action} {:>3.0} %   {words}{gloss}", 100.0 * value)?;
    }
    Ok(())
}
