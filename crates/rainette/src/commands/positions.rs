//! `rainette positions`: files of positions from games of computer players.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::ensure;
use rainette_players::{Brain, Entry, Positions, Visitor, visit};

use super::flags::OwnGames;
use super::write;

/// Let a computer player play against itself, and write down positions in which a seat has a choice.
///
/// The file holds whole games and the moments in them to look at; `rainette judge` measures players by it. The same
/// seed gives the same file, another seed other games. Ctrl-C writes what there is so far.
#[derive(clap::Args)]
#[command(mut_arg("player", |arg| arg.default_value("level6")))]
#[command(mut_arg("games", |arg| arg.default_value("200")))]
#[command(mut_arg("per_game", |arg| arg.default_value("1")))]
pub(crate) struct Args {
    #[command(flatten)]
    own: OwnGames,

    /// Where to write them; by default to standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
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
        let player = own.contender::<G>(setup.seats(), &tables)?;
        let maker = own.maker(setup, &player, true);
        let mut entries = Vec::new();
        let made = |number| Ok(maker.game(number)?);
        own.pace.collect(own.games, "games", made, |(game, at), _| {
            // A game in which nobody ever had a choice has no position to look at.
            if !at.is_empty() {
                entries.push(Entry { at, record: game.record() });
            }
        })?;
        ensure!(!entries.is_empty(), "no game was finished: there are no positions to write");
        let (player, seed, astray) = (own.player.clone(), own.pace.seed, own.astray);
        let text = Positions { player, seed, astray, entries }.to_string();
        match &args.out {
            Some(file) => write(file, text),
            None => Ok(std::io::stdout().write_all(text.as_bytes())?),
        }
    }
}
