//! The list of games, and the one place where a game's id leads to its type.

use rainette_core::{Encode, Game, Info, Match, Record, RecordError, Setup, SetupError, Table};
use thiserror::Error;

/// Does something with a game whose type is known only once its id is.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it with the game `G`, which the id has led to.
    fn visit<G: Encode>(self) -> Self::Output;
}

/// No game has this id.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is not a game known here, only `{known}`", known = ids().join("`, `"))]
pub struct UnknownGame(pub String);

/// Why a table cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpenError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The game cannot be set up like that.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Hands the types of all games to a macro: the only list of games. Whatever exists once per game is made from it, so
/// that a game without it does not compile.
///
/// ```
/// macro_rules! count {
///     ($($game:ty),+ $(,)?) => { [$(stringify!($game)),+].len() };
/// }
/// assert_eq!(rainette_games::each_game!(count), rainette_games::games().len());
/// ```
#[macro_export]
macro_rules! each_game {
    ($with:ident) => {
        $with! {
            $crate::hop_it::HopIt,
            $crate::abagio::Abagio,
            $crate::pool_party::PoolParty,
            $crate::china_moon::ChinaMoon,
            $crate::frogriders::Frogriders,
        }
    };
}

macro_rules! games {
    ($($game:ty),+ $(,)?) => {
        /// What is known of every game, in the order in which they are listed.
        pub fn games() -> Vec<Info> {
            vec![$(<$game>::INFO),+]
        }

        /// Visits the game with this id.
        pub fn visit<V: Visitor>(id: &str, visitor: V) -> Result<V::Output, UnknownGame> {
            $(if id == <$game>::INFO.id {
                return Ok(visitor.visit::<$game>());
            })+
            Err(UnknownGame(id.to_owned()))
        }
    };
}

each_game!(games);

/// Opens a table of the newest edition with the named options.
pub fn table(id: &str, seats: usize, options: &[(String, i64)]) -> Result<Box<dyn Table>, OpenError> {
    struct Open<'a>(usize, &'a [(String, i64)]);

    impl Visitor for Open<'_> {
        type Output = Result<Box<dyn Table>, SetupError>;

        fn visit<G: Game>(self) -> Self::Output {
            let setup = Setup::<G>::with(G::INFO.edition, self.0, self.1)?;
            Ok(Box::new(Match::new(setup)))
        }
    }

    Ok(visit(id, Open(seats, options))??)
}

/// Plays a record of any game.
pub fn replay(record: &Record) -> Result<Box<dyn Table>, RecordError> {
    struct Replay<'a>(&'a Record);

    impl Visitor for Replay<'_> {
        type Output = Result<Box<dyn Table>, RecordError>;

        fn visit<G: Game>(self) -> Self::Output {
            Ok(Box::new(Match::<G>::replay(self.0)?))
        }
    }

    visit(&record.game, Replay(record)).map_err(|UnknownGame(game)| RecordError::Game { game })?
}

fn ids() -> Vec<&'static str> {
    games().iter().map(|info| info.id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_game_is_told_the_known_ones() {
        let Err(error) = table("leapfrog", 2, &[]) else { panic!("there is no leapfrog") };
        let message = error.to_string();
        assert!(message.starts_with("`leapfrog` is not a game known here, only `hop-it`, `"), "{message}");
        for id in ids() {
            assert!(message.contains(&format!("`{id}`")), "{id}: {message}");
        }
    }
}
