//! What the players know of each game, and the names by which they are called.

pub(crate) mod abagio;
pub(crate) mod china_moon;
mod frogriders;
pub(crate) mod hop_it;
pub(crate) mod pool_party;

use std::fmt;
use std::str::FromStr;

use rainette_core::Game;
use rainette_games::UnknownGame;
use thiserror::Error;

use crate::endgames::EndgameTables;
use crate::evaluator::{AtSight, Evaluator};
use crate::greedy::{Greedy, RandomPlayer};
use crate::judge::{Judge, Judgement, Whole};
use crate::levels::{Level, Levelled};
use crate::mcts::{Hints, Mcts};
use crate::net::NoNet;
use crate::player::{Player, Values};

/// What the players know of one game.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no brain",
    label = "a game of `rainette_games::each_game!` without a brain",
    note = "write `impl Brain for {Self}` in a folder of `crates/rainette-players/src/brains`, and name the folder in \
            `crates/rainette-players/src/brains/mod.rs`: docs/adding-a-game.md says how"
)]
pub trait Brain: Game {
    /// The strongest player of the game with so many seats.
    fn best(seats: usize) -> Box<dyn Player<Self>>;

    /// The strongest player, if it may look into these tables of solved endgames.
    fn best_knowing(seats: usize, _: &EndgameTables) -> Box<dyn Player<Self>> {
        Self::best(seats)
    }

    /// The strongest player as it was once frozen, `best-1`: it stays as it is while [`best`](Self::best) becomes
    /// stronger. A game that nothing was frozen of has only the one.
    fn frozen(seats: usize) -> Box<dyn Player<Self>> {
        Self::best(seats)
    }

    /// The player that looks one action ahead, by an evaluation that stays as it is.
    fn greedy() -> Box<dyn Player<Self>> {
        Box::new(Greedy(Self::hints()))
    }

    /// What a level is with so many seats, and the player that is held to it: the strongest one, unless the weakest
    /// levels of the game know less of it.
    fn at_level(number: u8, seats: usize) -> (Level, Box<dyn Player<Self>>) {
        (Self::LEVELS[usize::from(number) - 1], Self::best(seats))
    }

    /// The same, if it may look into these tables of solved endgames.
    fn at_level_knowing(number: u8, seats: usize, _: &EndgameTables) -> (Level, Box<dyn Player<Self>>) {
        Self::at_level(number, seats)
    }

    /// What every seat has of a position if nobody errs, if the tables know it. The position must be whole: players are
    /// not asked with one.
    fn solved(_: &Self, _: &EndgameTables) -> Option<Values> {
        None
    }

    /// Plain UCT, or information-set UCT if there are secrets: the fixed reference. Its exploration was tuned in
    /// the arena.
    fn reference(exploration: Option<f32>) -> Box<dyn Player<Self>>;

    /// What the game knows beyond its rules.
    fn hints() -> impl Hints<Self> + 'static;

    /// What takes luck out of results: the hints, unless the game has something better.
    fn evaluator() -> Box<dyn Evaluator<Self>> {
        Box::new(AtSight(Self::hints()))
    }

    /// The book of starts that comes with the game, if one does.
    fn book(_seats: usize) -> Option<&'static str> {
        None
    }

    /// A player that is guided by a net of this file, and by how much it favours what is rarely tried.
    fn guided(
        _seats: usize,
        _file: &[u8],
        _exploration: Option<f32>,
    ) -> Result<Box<dyn Player<Self>>, NoNet> {
        Err(NoNet::Game(Self::INFO.id.to_owned()))
    }

    /// The eight levels, weakest first.
    const LEVELS: [Level; 8];

    /// How many iterations a judgement takes if a finished game of usual length is looked at, each of its moments.
    const REVIEW_ITERATIONS: u32 = Judge::USUAL_ITERATIONS;

    /// What every seat can expect of a whole position, which is not the end of a game. Unless a game knows better, the
    /// seat to act decides as its strongest player does, and then games are played on as the hints say.
    fn judge(whole: &Whole<Self>, judge: &Judge) -> Judgement {
        judge.play_on(whole, &Self::hints())
    }
}

/// A player by name.
///
/// ```
/// use rainette_players::Spec;
/// assert_eq!("level5".parse(), Ok(Spec::Level(5)));
/// assert_eq!("uct:0.7".parse(), Ok(Spec::Reference(Some(0.7))));
/// assert!("level9".parse::<Spec>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Spec {
    /// `level1` to `level8`: the best player, held to a level.
    Level(u8),
    /// `best`: the strongest player with the budget it is given.
    Best,
    /// `best-1`: the strongest player as it was once frozen, for comparison.
    Frozen,
    /// `uct`, or `uct:C` with another exploration constant.
    Reference(Option<f32>),
    /// `mcts` with the game's hints, or `mcts:C`.
    Hinted(f32),
    /// `greedy`: looks one action ahead.
    Greedy,
    /// `random`: any legal action.
    Random,
}

/// A name that no player has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "`{0}` is not a player: expected `level1` to `level8`, `best`, `best-1`, `mcts`, `uct`, `greedy` or `random`"
)]
pub struct SpecError(String);

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let wrong = || SpecError(text.to_owned());
        let constant = |text: &str| text.parse::<f32>().ok().filter(|c| c.is_finite() && *c >= 0.0);
        Ok(match text.split_once(':').map_or((text, None), |(name, c)| (name, Some(c))) {
            ("best", None) => Self::Best,
            ("best-1", None) => Self::Frozen,
            ("greedy", None) => Self::Greedy,
            ("random", None) => Self::Random,
            ("uct", None) => Self::Reference(None),
            ("uct", Some(c)) => Self::Reference(Some(constant(c).ok_or_else(wrong)?)),
            ("mcts", c) => Self::Hinted(constant(c.unwrap_or("0.7")).ok_or_else(wrong)?),
            (name, None) => {
                let level = name.strip_prefix("level").and_then(|level| level.parse().ok());
                Self::Level(level.filter(|level| (1..=8).contains(level)).ok_or_else(wrong)?)
            }
            _ => return Err(wrong()),
        })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => write!(f, "level{level}"),
            Self::Best => f.write_str("best"),
            Self::Frozen => f.write_str("best-1"),
            Self::Reference(None) => f.write_str("uct"),
            Self::Reference(Some(c)) => write!(f, "uct:{c}"),
            Self::Hinted(c) => write!(f, "mcts:{c}"),
            Self::Greedy => f.write_str("greedy"),
            Self::Random => f.write_str("random"),
        }
    }
}

impl Spec {
    /// The player of this name. It knows the endgames that are built in.
    pub fn player<G: Brain>(self, seats: usize) -> Box<dyn Player<G>> {
        self.player_knowing(seats, &EndgameTables::built_in())
    }

    /// The player of this name, if it may look into these tables of solved endgames.
    pub fn player_knowing<G: Brain>(self, seats: usize, tables: &EndgameTables) -> Box<dyn Player<G>> {
        match self {
            Self::Level(number) => {
                let (level, player) = G::at_level_knowing(number, seats, tables);
                Box::new(Levelled { player, level, sees_wins: number >= FIRST_TO_SEE_WINS })
            }
            Self::Best => G::best_knowing(seats, tables),
            Self::Frozen => G::frozen(seats),
            Self::Reference(c) => G::reference(c),
            Self::Hinted(exploration) => Box::new(Mcts { exploration, hints: G::hints() }),
            Self::Greedy => G::greedy(),
            Self::Random => Box::new(RandomPlayer),
        }
    }
}

/// From this level up no win in one or two actions is missed.
const FIRST_TO_SEE_WINS: u8 = 3;

/// Does something with a game and what the players know of it.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it with the game `G`, which the id has led to.
    fn visit<G: Brain>(self) -> Self::Output;
}

macro_rules! brains {
    ($($game:ty),+ $(,)?) => {
        /// Visits the game with this id.
        pub fn visit<V: Visitor>(id: &str, visitor: V) -> Result<V::Output, UnknownGame> {
            $(if id == <$game>::INFO.id {
                return Ok(visitor.visit::<$game>());
            })+
            Err(UnknownGame(id.to_owned()))
        }
    };
}

rainette_games::each_game!(brains);
