//! Flags that several subcommands share, and what follows from them.

use std::path::PathBuf;

use anyhow::ensure;
use indicatif::ProgressBar;
use rainette_core::{Setup, Table};
use rainette_players::{Brain, Contender, EndgameTables, Maker, side_by_side};
use rainette_server::endgames;
use rainette_server::store::Database;

use super::{contender, progress, threads, until_interrupted};

/// Which game, for how many, with which options.
#[derive(clap::Args)]
pub(crate) struct Opening {
    /// The game's id, such as `hop-it`; `rainette games` lists them.
    pub(crate) game: String,

    /// How many play; by default as few as the game allows.
    #[arg(long, value_name = "N")]
    pub(crate) seats: Option<usize>,

    /// An option of the game, such as `frogs=1`.
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = option_value)]
    pub(crate) options: Vec<(String, i64)>,
}

impl Opening {
    /// Opens the table, with the fewest seats unless the flags say how many.
    pub(crate) fn table(&self) -> anyhow::Result<Box<dyn Table>> {
        let seats = self.seats.unwrap_or_else(|| {
            let info = rainette_games::games().into_iter().find(|info| info.id == self.game);
            info.map_or(2, |info| *info.seats.start())
        });
        Ok(rainette_games::table(&self.game, seats, &self.options)?)
    }

    /// The same of a game whose type is known.
    pub(crate) fn setup<G: Brain>(&self) -> anyhow::Result<Setup<G>> {
        let seats = self.seats.unwrap_or(*G::INFO.seats.start());
        Ok(Setup::with(G::INFO.edition, seats, &self.options)?)
    }
}

/// An option of a game and its value.
pub(crate) fn option_value(text: &str) -> Result<(String, i64), String> {
    let parts = text.split_once('=').and_then(|(name, value)| Some((name.to_owned(), value.parse().ok()?)));
    parts.ok_or_else(|| "expected OPTION=VALUE with a whole number, such as `frogs=1`".to_owned())
}

/// Where computer players find solved endgames.
#[derive(clap::Args)]
pub(crate) struct Solved {
    /// The folder in which solved endgames are kept; `rainette tables` makes them.
    #[arg(long, value_name = "DIR", env = "RAINETTE_DATA", default_value = "rainette-data")]
    data: PathBuf,
}

impl Solved {
    /// The endgames of a game that are built in, and those of the folder.
    pub(crate) fn endgames(&self, game: &str) -> anyhow::Result<EndgameTables> {
        let mut tables = EndgameTables::built_in();
        endgames::add_all(&mut tables, &self.data, game)?;
        Ok(tables)
    }
}

/// The same where everything is measured: without a word about it, nobody knows more than is built in.
#[derive(clap::Args)]
pub(crate) struct MoreSolved {
    /// Let players look into the solved endgames of this folder, too; `rainette tables` makes them.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl MoreSolved {
    /// The endgames of a game that are built in, and those of the folder if there is one.
    pub(crate) fn endgames(&self, game: &str) -> anyhow::Result<EndgameTables> {
        let mut tables = EndgameTables::built_in();
        if let Some(folder) = &self.data {
            endgames::add_all(&mut tables, folder, game)?;
        }
        Ok(tables)
    }
}

/// Random numbers, and how much is done at once.
#[derive(clap::Args)]
pub(crate) struct Pace {
    /// The seed of all random numbers.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,

    /// How much is done at once; by default one thing per core.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

impl Pace {
    /// How many threads are used.
    pub(crate) fn threads(&self) -> usize {
        threads(self.threads)
    }

    /// Does a piece of work for each number below `count`, several at once, and hands what comes of it to `seen` in the
    /// order of the numbers, until something fails or Ctrl-C is pressed. A bar shows how far it is.
    pub(crate) fn collect<T: Send>(
        &self,
        count: u64,
        what: &str,
        work: impl Fn(u64) -> anyhow::Result<T> + Sync,
        mut seen: impl FnMut(T, &ProgressBar) + Send,
    ) -> anyhow::Result<()> {
        let cancel = until_interrupted()?;
        let bar = progress(count, what)?;
        let mut failed = None;
        side_by_side(count, self.threads(), &cancel, work, |done| {
            match done {
                Ok(done) => {
                    seen(done, &bar);
                    bar.inc(1);
                }
                Err(error) => failed = Some(error),
            }
            failed.is_none()
        });
        bar.finish_and_clear();
        failed.map_or(Ok(()), Err)
    }
}

/// Games that a computer player plays against itself, and in which moments are chosen.
#[derive(clap::Args)]
pub(crate) struct OwnGames {
    #[command(flatten)]
    pub(crate) opening: Opening,

    /// Who plays on all seats, as `rainette arena` names players.
    #[arg(long, value_name = "PLAYER", default_value = "level7")]
    pub(crate) player: String,

    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,

    /// How many positions of each game.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    per_game: u16,

    /// How many actions in a hundred are taken at random, so that games differ.
    #[arg(long, value_name = "PERCENT", default_value_t = 5, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) astray: u8,

    #[command(flatten)]
    pub(crate) solved: MoreSolved,

    #[command(flatten)]
    pub(crate) pace: Pace,
}

impl OwnGames {
    /// The game's id.
    pub(crate) fn game(&self) -> &str {
        &self.opening.game
    }

    /// Who plays.
    pub(crate) fn contender<G: Brain>(
        &self,
        seats: usize,
        tables: &EndgameTables,
    ) -> anyhow::Result<Contender<G>> {
        contender(&self.player, seats, None, tables)
    }

    /// What plays the games and chooses the moments: only those in which a seat has a choice, or any.
    pub(crate) fn maker<'a, G: Brain>(
        &self,
        setup: Setup<G>,
        player: &'a Contender<G>,
        decisions_only: bool,
    ) -> Maker<'a, G> {
        Maker {
            setup,
            player: player.player.as_ref(),
            budget: player.budget,
            astray: self.astray,
            per_game: self.per_game.into(),
            decisions_only,
            seed: self.pace.seed,
        }
    }
}

/// Where everything is stored.
#[derive(clap::Args)]
pub(crate) struct Stored {
    /// The folder in which tables are kept
    #[arg(long, value_name = "DIR", env = "RAINETTE_DATA", default_value = "rainette-data")]
    data: PathBuf,

    /// The database in which tables are kept instead: `postgres://user@host/name` or `sqlite:///srv/frogs/rainette.db`
    #[arg(long, value_name = "URL", env = "RAINETTE_DATABASE", hide_env_values = true)]
    database: Option<Database>,
}

impl Stored {
    /// The database; an error if it is a file that is not there, since nothing is to be made.
    pub(crate) fn database(self) -> anyhow::Result<Database> {
        let database = self.database.unwrap_or_else(|| Database::Sqlite(self.data.join("rainette.db")));
        if let Database::Sqlite(path) = &database {
            ensure!(path.is_file(), "there is no file `{}`", path.display());
        }
        Ok(database)
    }
}
