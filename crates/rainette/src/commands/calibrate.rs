//! `rainette calibrate`: judged shares beside outcomes.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::ensure;
use rainette_players::{Brain, Calibration, Judge, Judgement, Summary, Values, Visitor, visit, worth};
use serde_json::json;

use super::flags::OwnGames;
use super::write;
use crate::plot;

/// Compare the shares that the Judge gives with how games between equal players come out.
///
/// Shares come in ten bins. Where they are right, what was judged and what happened differ by luck alone, whose size is
/// stated beside the difference. Ctrl-C prints what there is so far.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    own: OwnGames,

    /// How many iterations the Judge spends on a position; by default as many as when a finished game is looked back at.
    #[arg(long, value_name = "N")]
    iterations: Option<u32>,

    /// Draw the bins into this file, as SVG.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    visit(args.own.game(), Run(args))?
}

struct Run<'a>(&'a Args);

impl Visitor for Run<'_> {
    type Output = anyhow::Result<()>;

    fn visit<G: Brain>(self) -> anyhow::Result<()> {
        let (args, own) = (self.0, &self.0.own);
        let (setup, tables) = (own.opening.setup::<G>()?, own.solved.endgames(own.game())?);
        let seats = setup.seats();
        let player = own.contender::<G>(seats, &tables)?;
        let maker = own.maker(setup, &player, false);
        let iterations = args.iterations.unwrap_or(G::REVIEW_ITERATIONS);
        let judged = |number: u64| -> anyhow::Result<(u64, Values, Vec<Judgement>)> {
            let (game, moments) = maker.game(number)?;
            let judge = Judge::new(iterations, own.pace.seed.wrapping_add(number)).knowing(tables.clone());
            let judge = |&events: &usize| judge.judge(&game.at(events).expect("a moment of the game"));
            Ok((number, worth(&game.outcome(), seats), moments.iter().map(judge).collect()))
        };
        let mut calibration = Calibration::default();
        own.pace.collect(own.games, "games", judged, |(number, outcome, judgements), _| {
            for judgement in &judgements {
                calibration.add(number, judgement, &outcome);
            }
        })?;
        let summary = calibration.summary();
        ensure!(summary.games > 0, "no game was finished: there is nothing to compare");
        if let Some(file) = &args.plot {
            let title = format!("{}, {seats} seats: {} games of {}", G::INFO.name, summary.games, own.player);
            write(file, plot::calibration(&title, &summary))?;
        }
        let asked = (seats, iterations);
        if args.json { write_json(args, asked, &summary) } else { write_text(args, asked, &summary) }
    }
}

fn write_text(args: &Args, (seats, iterations): (usize, u32), summary: &Summary) -> anyhow::Result<()> {
    let (own, mut out) = (&args.own, std::io::stdout().lock());
    writeln!(
        out,
        "{}, {seats} seats, {} games of {} ({} % at random), {} positions judged with {iterations} iterations",
        own.game(),
        summary.games,
        own.player,
        own.astray,
        summary.positions
    )?;
    writeln!(out, "   shares     judged   happened   difference     count")?;
    for bin in &summary.bins {
        writeln!(
            out,
            "{:3.0}–{:3.0} %    {:5.1} %    {:5.1} %   {:+5.1} ± {:<4.1}  {:8}",
            100.0 * bin.from,
            100.0 * bin.to,
            100.0 * bin.judged,
            100.0 * bin.happened,
            100.0 * (bin.happened - bin.judged),
            100.0 * bin.error,
            bin.count,
        )?;
    }
    writeln!(
        out,
        "mean difference {:.1} points, of which luck alone makes {:.1}; Brier's score {:.4}, of equal shares {:.4}",
        100.0 * summary.difference,
        100.0 * summary.noise,
        summary.brier,
        summary.brier_of_equal_shares,
    )?;
    Ok(())
}

fn write_json(args: &Args, (seats, iterations): (usize, u32), summary: &Summary) -> anyhow::Result<()> {
    let own = &args.own;
    let bins = summary.bins.iter().map(|bin| {
        json!({
            "from": bin.from,
            "to": bin.to,
            "count": bin.count,
            "judged": bin.judged,
            "happened": bin.happened,
            "error": bin.error,
        })
    });
    let all = json!({
        "game": own.game(),
        "seats": seats,
        "player": own.player,
        "iterations": iterations,
        "astray": own.astray,
        "seed": own.pace.seed,
        "games": summary.games,
        "positions": summary.positions,
        "bins": bins.collect::<Vec<_>>(),
        "difference": summary.difference,
        "noise": summary.noise,
        "brier": summary.brier,
        "brier_of_equal_shares": summary.brier_of_equal_shares,
    });
    writeln!(std::io::stdout().lock(), "{}", serde_json::to_string_pretty(&all)?)?;
    Ok(())
}
