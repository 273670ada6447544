//! `rainette judge`: what a computer player loses per decision.

use std::io::Write as _;
use std::time::Instant;

use anyhow::{Context as _, bail, ensure};
use rainette_players::{
    Brain, Budget, Contender, EndgameTables, Estimate, Loss, Losses, Positions, REFERENCE, Rollouts, STRAY,
    Visitor, straying, visit,
};
use serde_json::json;

use super::flags::{MoreSolved, Pace};
use super::{arena, contender, read};

/// Measure what computer players lose per decision, in thousandths of a win.
///
/// The players decide in each position of a file that `rainette positions` has made. From their actions and from those
/// that a reference ranks first, games are played on to their end by the reference on all seats. What is lost against the
/// best action lies between two numbers: on average the first is too small, since some games choose the best action and
/// others value it, and the second too large, since the same games do both. All actions meet the same luck, what is left
/// of it is taken out, and what the seat may not know is drawn anew from what it was told. Ctrl-C prints what there is so
/// far.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game's id, as `rainette games` lists it.
    game: String,

    /// Who is measured, as `rainette arena` names players: `level7`, `best@2000`, `uct@0.5s`. Several share the games that
    /// are played on; what is found of one does not depend on the others.
    #[arg(long, value_name = "PLAYER[,…]", value_delimiter = ',', required = true)]
    player: Vec<String>,

    /// The file of positions; `-` reads standard input.
    #[arg(long, value_name = "FILE")]
    positions: String,

    /// Who plays the games on, with so many iterations an action; by default as many as level 4 has.
    #[arg(long, value_name = "PLAYER[@N]", default_value = REFERENCE)]
    reference: String,

    /// How far the reference strays from the best action, in shares of the win, so that no two games are alike; by
    /// default 0.02 if the game leaves nothing to chance, otherwise 0.
    #[arg(long, value_name = "SHARE", value_parser = stray)]
    stray: Option<f64>,

    /// How many games are played on for each decision, shared out among the actions that the reference ranks first.
    #[arg(long, value_name = "N", default_value_t = 192, value_parser = clap::value_parser!(u32).range(8..))]
    rollouts: u32,

    /// How many actions are compared: those that the reference ranks first. A player's that is not among them joins them.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(2..))]
    width: u16,

    /// Let the evaluation decide after so many actions, rather than play to the end.
    #[arg(long, value_name = "N")]
    horizon: Option<u32>,

    #[command(flatten)]
    solved: MoreSolved,

    #[command(flatten)]
    pace: Pace,

    /// Print the result as JSON, with every decision.
    #[arg(long)]
    json: bool,
}

/// How many of the costliest decisions are shown.
const SHOWN: usize = 5;

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    visit(&args.game, Run(args))?
}

struct Run<'a>(&'a Args);

/// A decision that was looked at.
struct Looked {
    game: u64,
    events: usize,
    /// What each player loses.
    losses: Vec<Loss>,
}

impl Visitor for Run<'_> {
    type Output = anyhow::Result<()>;

    fn visit<G: Brain>(self) -> anyhow::Result<()> {
        let args = self.0;
        let file = &args.positions;
        let text = String::from_utf8(read(file)?)
            .map_err(|_| anyhow::anyhow!("`{file}` holds no positions: it is not UTF-8 text"))?;
        let positions: Positions = text.parse().with_context(|| format!("`{file}` holds no positions"))?;
        let decisions =
            positions.decisions::<G>().with_context(|| format!("the positions of `{file}` do not fit"))?;
        let seats = decisions[0].1.seats();
        ensure!(
            decisions.iter().all(|(_, whole)| whole.seats() == seats),
            "the games of `{file}` have different numbers of seats: expected one file for each"
        );
        let tables = args.solved.endgames(&args.game)?;
        let player = |name: &String| contender::<G>(name, seats, None, &tables);
        let players = args.player.iter().map(player).collect::<anyhow::Result<Vec<_>>>()?;
        let asked: Vec<_> = players.iter().map(|player| (player.player.as_ref(), player.budget)).collect();
        let (Contender { name, player: reference, .. }, iterations) =
            reference::<G>(&args.reference, seats, &tables)?;
        let varies = positions.meet_chance() || G::INFO.has_secrets;
        let stray = args.stray.unwrap_or(if varies { 0.0 } else { STRAY });
        let reference = straying(reference, iterations, stray);
        let plan = Rollouts {
            reference: reference.as_ref(),
            iterations,
            rollouts: args.rollouts,
            width: args.width.into(),
            horizon: args.horizon,
            seed: args.pace.seed,
        };
        let mut losses = vec![Losses::default(); players.len()];
        let mut looked = Vec::new();
        let mut shown = Instant::now();
        let look = |number: u64| -> anyhow::Result<Looked> {
            let (game, whole) = &decisions[number as usize];
            let losses = plan.lost(whole, &asked, number)?;
            Ok(Looked { game: *game, events: whole.events(), losses })
        };
        args.pace.collect(decisions.len() as u64, "decisions", look, |decision, bar| {
            for (losses, loss) in losses.iter_mut().zip(&decision.losses) {
                losses.add(decision.game, loss);
            }
            looked.push(decision);
            if shown.elapsed() >= arena::OFTEN {
                bar.set_message(format!("{:.1} milli-wins", milli(losses[0].mean().value)));
                shown = Instant::now();
            }
        })?;
        ensure!(!looked.is_empty(), "no decision was looked at to its end");
        let reference = format!("{}@{iterations}", name.split('@').next().unwrap_or_default());
        let measured = Measured { args, positions: &positions, seats, reference, stray, losses, looked };
        if args.json { measured.write_json() } else { measured.write_text() }
    }
}

/// Who plays on, and with how many iterations.
fn reference<G: Brain>(
    name: &str,
    seats: usize,
    tables: &EndgameTables,
) -> anyhow::Result<(Contender<G>, u32)> {
    let reference = contender::<G>(name, seats, None, tables)?;
    let has_own = name.contains('@') || name.starts_with("level");
    match reference.budget {
        Budget::Iterations(iterations) if has_own => Ok((reference, iterations)),
        Budget::Iterations(_) => Ok((reference, G::LEVELS[3].iterations)),
        Budget::Time(_) | Budget::CoreTime(_) => {
            bail!("`{name}` counts time: a reference counts iterations, as in `{REFERENCE}@200`")
        }
    }
}

/// How far a reference may stray.
fn stray(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=0.5).contains(share));
    share.ok_or_else(|| "expected a share of the win from 0 to 0.5, such as 0.02".to_owned())
}

fn milli(share: f64) -> f64 {
    1000.0 * share
}

/// An estimate in thousandths of a win.
fn said(estimate: &Estimate) -> String {
    format!("{:.1} [{:.1}, {:.1}]", milli(estimate.value), milli(estimate.low), milli(estimate.high))
}

/// Is the loss more than its error explains?
fn is_costly(loss: &Loss) -> bool {
    loss.lost > 2.0 * loss.error && loss.chosen != loss.best
}

/// What was found.
struct Measured<'a> {
    args: &'a Args,
    positions: &'a Positions,
    seats: usize,
    reference: String,
    stray: f64,
    /// Of each player.
    losses: Vec<Losses>,
    looked: Vec<Looked>,
}

impl Measured<'_> {
    /// The players by name, each with all its losses.
    fn players(&self) -> impl Iterator<Item = (&String, &Losses, impl Iterator<Item = (&Looked, &Loss)>)> {
        self.args.player.iter().zip(&self.losses).enumerate().map(|(place, (name, losses))| {
            (name, losses, self.looked.iter().map(move |looked| (looked, &looked.losses[place])))
        })
    }

    fn write_text(&self) -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        let (args, positions) = (self.args, self.positions);
        let strays = if self.stray > 0.0 { format!(", straying by {}", self.stray) } else { String::new() };
        writeln!(
            out,
            "{}, {} seats, {} decisions in games of {} (seed {}), each played on {} times by {}{strays}",
            args.game,
            self.seats,
            self.looked.len(),
            positions.player,
            positions.seed,
            args.rollouts,
            self.reference,
        )?;
        writeln!(out, "milli-wins lost per decision: by other games, and at most by the same")?;
        for (name, losses, each) in self.players() {
            let (mean, at_most) = (said(&losses.mean()), said(&losses.at_most()));
            let (agreed, decisions) = (losses.agreed(), losses.decisions());
            writeln!(out, "{name:<16} {mean:<22} {at_most:<22} the best in {agreed} of {decisions}")?;
            let mut costly: Vec<_> = each.filter(|(_, loss)| is_costly(loss)).collect();
            costly.sort_by(|a, b| b.1.lost.total_cmp(&a.1.lost));
            if !costly.is_empty() {
                writeln!(out, "  beyond twice their error:")?;
            }
            for (Looked { game, events, .. }, loss) in costly.into_iter().take(SHOWN) {
                writeln!(
                    out,
                    "    game {game}, after {events} events, seat {}: `{}` loses {:.0} ± {:.0} against `{}`",
                    loss.seat,
                    loss.chosen,
                    milli(loss.lost),
                    milli(loss.error),
                    loss.best,
                )?;
            }
        }
        Ok(())
    }

    fn write_json(&self) -> anyhow::Result<()> {
        let (args, positions) = (self.args, self.positions);
        let interval = |estimate: Estimate| [milli(estimate.low), milli(estimate.high)];
        let players = self.players().map(|(name, losses, each)| {
            let (mean, at_most) = (losses.mean(), losses.at_most());
            let each = each.map(|(Looked { game, events, .. }, loss)| {
                json!({
                    "game": game,
                    "events": events,
                    "seat": loss.seat,
                    "choices": loss.choices,
                    "chosen": loss.chosen,
                    "best": loss.best,
                    "milli_wins": milli(loss.lost),
                    "error": milli(loss.error),
                    "at_most": milli(loss.at_most),
                    "rollouts": loss.rollouts,
                })
            });
            json!({
                "player": name,
                "decisions": losses.decisions(),
                "agreed": losses.agreed(),
                "milli_wins": milli(mean.value),
                "milli_wins_95": interval(mean),
                "at_most": milli(at_most.value),
                "at_most_95": interval(at_most),
                "each": each.collect::<Vec<_>>(),
            })
        });
        let all = json!({
            "game": args.game,
            "seats": self.seats,
            "reference": self.reference,
            "stray": self.stray,
            "rollouts": args.rollouts,
            "width": args.width,
            "horizon": args.horizon,
            "seed": args.pace.seed,
            "positions": {
                "player": positions.player,
                "seed": positions.seed,
                "astray": positions.astray,
                "games": positions.entries.len(),
            },
            "players": players.collect::<Vec<_>>(),
        });
        writeln!(std::io::stdout().lock(), "{}", serde_json::to_string_pretty(&all)?)?;
        Ok(())
    }
}
