//! Endgame tables, whatever the game: what players look up, and how it is made.
//!
//! Tables come in as bytes and go out as bytes; whoever has files reads and writes them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use rainette_core::Game as _;
use rainette_games::hop_it::HopIt;
use thiserror::Error;

use crate::brains::hop_it::endgames as hop_it;
use crate::player::Cancel;

pub use crate::brains::hop_it::endgames::FileError;
pub use crate::brains::hop_it::endgames::{Checked, Shares, Stage};

/// The games that have endgame tables.
const GAMES: [&str; 1] = [HopIt::INFO.id];

/// Why there is no table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EndgameError {
    /// There is no such game, or it has no tables.
    #[error("no endgames of `{0}` are solved: expected one of `{known}`", known = GAMES.join("`, `"))]
    NoTables(String),
    /// Tables are for fewer or more pieces.
    #[error("endgames with {0} pieces are not solved: expected {least} to {most}, those of both sides counted",
        least = hop_it::FEWEST_PIECES, most = hop_it::MOST_PIECES)]
    Pieces(u8),
    /// The class leads to others that must be there before.
    #[error(
        "the class `{0}` leads to classes that are not solved yet: solve them in the order of their list"
    )]
    OutOfOrder(String),
    /// It was told to stop.
    #[error("stopped before the end")]
    Cancelled,
    /// An entry is not what follows from the rules.
    #[error("a wrong entry: {0}")]
    Wrong(String),
}

/// Solved endgames that players look things up in. Cheap to clone.
///
/// ```
/// use rainette_players::EndgameTables;
/// let mut tables = EndgameTables::built_in();
/// assert!(tables.add(b"something else").is_err());
/// ```
#[derive(Clone, Debug)]
pub struct EndgameTables {
    hop_it: Arc<hop_it::Endgames>,
}

impl Default for EndgameTables {
    fn default() -> Self {
        Self::built_in()
    }
}

impl EndgameTables {
    /// No tables.
    pub fn none() -> Self {
        Self { hop_it: Arc::new(hop_it::Endgames::none()) }
    }

    /// Those that come with the program: in Hop It! two pieces on each side.
    pub fn built_in() -> Self {
        Self { hop_it: hop_it::Endgames::built_in() }
    }

    /// Puts in a table that was made and written to a file, and gives the name of its class.
    pub fn add(&mut self, bytes: &[u8]) -> Result<String, FileError> {
        Arc::make_mut(&mut self.hop_it).add(bytes)
    }

    /// The endgames of Hop It!.
    pub(crate) fn hop_it(&self) -> &Arc<hop_it::Endgames> {
        &self.hop_it
    }
}

/// Names what a finished game is judged by: whoever has the same name gives the same answers. Another version of the
/// players has another one, and so have other endgame tables.
pub fn judged_by(tables: &EndgameTables) -> String {
    let numbers = tables.hop_it.numbers().map(|number| number as u64 + 1);
    let sum = numbers
        .fold(0, |sum: u64, number| (sum ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29));
    format!("{}-{sum:016x}", env!("RAINETTE_PLAYERS_SUM"))
}

/// Endgames that are solved in one go and written to one file: all positions with the same pieces, whoever is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndgameClass(hop_it::Class);

impl EndgameClass {
    /// All classes of a game with up to so many pieces, those of both sides counted, in the order in which they are
    /// solved.
    pub fn all(game: &str, pieces: u8) -> Result<Vec<Self>, EndgameError> {
        if game != HopIt::INFO.id {
            return Err(EndgameError::NoTables(game.to_owned()));
        }
        if !(hop_it::FEWEST_PIECES..=hop_it::MOST_PIECES).contains(&pieces) {
            return Err(EndgameError::Pieces(pieces));
        }
        Ok(hop_it::Class::all(pieces).into_iter().map(Self).collect())
    }

    /// How many entries its table has, a byte each.
    pub fn entries(self) -> u64 {
        self.0.entries() as u64
    }
}

impl fmt::Display for EndgameClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Making tables, and looking through them.
impl EndgameTables {
    /// Is the table of this class there?
    pub fn has(&self, class: EndgameClass) -> bool {
        self.hop_it.has(class.0)
    }

    /// Solves a class on so many threads and puts it in; says now and then how far it has come. Classes before it in
    /// [`EndgameClass::all`] must be there.
    pub fn solve(
        &mut self,
        class: EndgameClass,
        threads: usize,
        cancel: &Cancel,
        seen: &mut dyn FnMut(Stage),
    ) -> Result<(), EndgameError> {
        if !self.hop_it.can_solve(class.0) {
            return Err(EndgameError::OutOfOrder(class.to_string()));
        }
        let solved = Arc::make_mut(&mut self.hop_it).solve(class.0, threads, cancel, seen);
        if solved { Ok(()) } else { Err(EndgameError::Cancelled) }
    }

    /// The table of a class as it is written to a file, if it is there.
    pub fn bytes(&self, class: EndgameClass) -> Option<Vec<u8>> {
        self.hop_it.bytes_of(class.0)
    }

    /// All tables with up to so many pieces, packed into one file, as they are built in.
    pub fn packed(&self, pieces: u8) -> Vec<u8> {
        self.hop_it.packed(pieces)
    }

    /// Holds up to so many entries of each kind (won, drawn, lost) and of each side to move against the engine: each
    /// must follow from what the tables say of the positions that its turns lead to.
    pub fn check(&self, class: EndgameClass, most: usize, seed: u64) -> Result<Checked, EndgameError> {
        self.hop_it.check(class.0, most, seed).map_err(EndgameError::Wrong)
    }

    /// How many positions of a class would be won in so many turns, more than the rules allow, and are drawn. Classes
    /// before it in [`EndgameClass::all`] must be there. It takes as long as solving the class.
    pub fn won_too_late(
        &self,
        class: EndgameClass,
        threads: usize,
    ) -> Result<BTreeMap<u8, u64>, EndgameError> {
        if !self.hop_it.can_solve(class.0) {
            return Err(EndgameError::OutOfOrder(class.to_string()));
        }
        Ok(self.hop_it.won_too_late(class.0, threads))
    }

    /// What the positions of a class come to, with each side to move.
    pub fn shares(&self, class: EndgameClass) -> Vec<Shares> {
        self.hop_it.shares(class.0)
    }
}
