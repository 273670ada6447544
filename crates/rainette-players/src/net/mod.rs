//! Small nets with integer weights, the search that they guide, and games that a net plays against itself.
//!
//! A game says what a net is shown of a position and of an action (`Senses`). A [`Net`] says what each seat can
//! expect and which actions are promising: in plain loops over integers, so that every machine gives the same answer.
//! The tree (`tree.rs`) stops wherever it needs a judgement: a player has the net give it at once, games of a net
//! against itself ([`OwnGame`]) wait for whoever judges the positions of thousands of them at once.

mod example;
mod file;
mod games;
mod network;
mod own_game;
mod player;
mod senses;
#[cfg(test)]
mod tests;
mod tree;

pub use example::{Examples, Shape};
pub use file::NetError;
pub use games::{NoNet, OwnGames, net_name, net_of, own_games, shape_of};
#[cfg(test)]
pub(crate) use network::Sight;
pub use network::{Net, Sizes};
pub use own_game::{OwnGame, OwnPlan};
pub(crate) use player::Guided;
#[cfg(test)]
pub(crate) use player::iterate;
pub use senses::{MOST_ACTIVE, MOST_SIGNS, NO_SIGN};
pub(crate) use senses::{Senses, Signs, signs, turned};
#[cfg(test)]
pub(crate) use tree::Tree;
