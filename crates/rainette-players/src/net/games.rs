//! The games that a net can judge, by their ids.

use rainette_core::{Game as _, Setup, SetupError};
use rainette_games::china_moon::ChinaMoon;
use thiserror::Error;

use super::example::Shape;
use super::file::NetError;
use super::network::Net;
use super::own_game::{Own, OwnGame, OwnPlan};
use super::senses::Senses;

/// Why no net can play.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoNet {
    /// No net is shown anything of the game.
    #[error("no net plays `{0}`: expected `{known}`", known = ChinaMoon::INFO.id)]
    Game(String),
    /// So many cannot play it.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The net is not for this.
    #[error(transparent)]
    Net(#[from] NetError),
}

/// Does something with a game that a net can judge.
trait SensesVisitor {
    type Output;

    fn visit<G: Senses>(self) -> Self::Output;
}

fn visit<V: SensesVisitor>(id: &str, visitor: V) -> Result<V::Output, NoNet> {
    if id == ChinaMoon::INFO.id {
        return Ok(visitor.visit::<ChinaMoon>());
    }
    Err(NoNet::Game(id.to_owned()))
}

/// Games of a net against itself, side by side.
pub type OwnGames = Vec<Box<dyn OwnGame>>;

/// So many games of a net against itself. Each has random numbers of its own.
pub fn own_games(id: &str, seats: usize, count: usize, plan: OwnPlan) -> Result<OwnGames, NoNet> {
    struct Open {
        seats: usize,
        count: usize,
        plan: OwnPlan,
    }

    impl SensesVisitor for Open {
        type Output = Result<OwnGames, SetupError>;

        fn visit<G: Senses>(self) -> Self::Output {
            let setup = Setup::<G>::new(self.seats)?;
            let own = |number| Box::new(Own::new(setup, self.plan, number)) as Box<dyn OwnGame>;
            Ok((0..self.count as u64).map(own).collect())
        }
    }

    Ok(visit(id, Open { seats, count, plan })??)
}

/// How large the arrays are that go to a net for this game and come from it.
pub fn shape_of(id: &str, seats: usize) -> Result<Shape, NoNet> {
    let plan = OwnPlan { iterations: 1, ..OwnPlan::default() };
    Ok(own_games(id, seats, 1, plan)?[0].shape())
}

/// Reads a net for this game and so many seats.
pub fn net_of(id: &str, seats: usize, bytes: &[u8]) -> Result<Net, NoNet> {
    struct Read<'a> {
        seats: usize,
        bytes: &'a [u8],
    }

    impl SensesVisitor for Read<'_> {
        type Output = Result<Net, NetError>;

        fn visit<G: Senses>(self) -> Self::Output {
            Net::read_for::<G>(self.bytes, self.seats)
        }
    }

    Ok(visit(id, Read { seats, bytes })??)
}

/// What the name of a player says that is guided by the net of a file: `net:FILE`, or `net:C:FILE` with another constant of
/// exploration. None if the name is another.
///
/// ```
/// use rainette_players::net_name;
/// assert_eq!(net_name("net:frogs.bin"), Some((None, "frogs.bin")));
/// assert_eq!(net_name("net:0.5:frogs.bin"), Some((Some(0.5), "frogs.bin")));
/// assert_eq!(net_name("best"), None);
/// ```
pub fn net_name(name: &str) -> Option<(Option<f32>, &str)> {
    let rest = name.strip_prefix("net:")?;
    let constant = |text: &str| text.parse::<f32>().ok().filter(|c| c.is_finite() && *c >= 0.0);
    let explored = rest.split_once(':').and_then(|(c, file)| Some((constant(c)?, file)));
    Some(explored.map_or((None, rest), |(c, file)| (Some(c), file)))
}
