//! Endgames of Hop It!, solved: what every position with few pieces comes to if both sides play well.
//!
//! A position is known by its pieces and by whose turn it is. Of the quiet turns behind it the tables need not know: an
//! entry says in how many turns the side that wins gets to one that is not quiet (a tadpole grows up, a piece is gone)
//! and is followed by a position that is won as well, and whether that is soon enough is a matter of adding up. More
//! turns left never harm whoever wins, since the same play is still good, so that one number is enough for all.

mod check;
mod file;
mod index;
mod make;
mod material;
mod play;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::{Arc, LazyLock};

use rainette_core::{Game as _, Seat, Turn};
use rainette_games::hop_it::{HopIt, QUIET_TURNS};

pub use self::check::{Checked, Shares};
pub use self::file::FileError;
use self::index::{Index, Placing};
pub use self::make::Stage;
use self::material::Material;
pub(crate) use self::material::{Class, FEWEST_PIECES, MOST_PIECES};
pub(crate) use self::play::Known;

/// What an entry says: in so many turns the side to move wins, or loses if it is below 0, in the sense of the module. 0
/// is a draw.
type Entry = i8;

/// The entry of a number that is not used.
const UNUSED: Entry = Entry::MIN;

/// What becomes of a position at the start of a turn, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// Won: in so many turns at most comes one that is not quiet, or the end, and the game is still won.
    Won(u8),
    /// Neither side can force a win in time.
    Drawn,
    /// Lost: in so many turns at most comes one that is not quiet, or the end, and the game is still lost.
    Lost(u8),
}

impl Fate {
    /// What an entry means after so many quiet turns.
    fn of(entry: Entry, quiet: u8) -> Self {
        let turns = entry.unsigned_abs();
        match entry {
            0 => Self::Drawn,
            _ if turns + quiet > QUIET_TURNS => Self::Drawn,
            1.. => Self::Won(turns),
            _ => Self::Lost(turns),
        }
    }
}

/// All positions with the same material and the same side to move.
struct Part {
    index: Index,
    entries: Vec<Entry>,
}

/// Tables of solved endgames.
#[derive(Clone)]
pub(crate) struct Endgames {
    /// By [`Material::number`].
    parts: Vec<Option<Arc<Part>>>,
    /// No table has more pieces.
    most_pieces: u8,
}

impl Endgames {
    /// No tables.
    pub(crate) fn none() -> Self {
        Self { parts: vec![None; Material::COUNT], most_pieces: 0 }
    }

    /// Those that come with the program: two pieces on each side.
    ///
    /// `rainette tables hop-it --pieces 4 --pack hop-it-endgames.bin` made the file.
    pub(crate) fn built_in() -> Arc<Self> {
        static BUILT_IN: LazyLock<Arc<Endgames>> = LazyLock::new(|| {
            let packed = include_bytes!("../../../../weights/hop-it-endgames.bin");
            Arc::new(Endgames::unpacked(packed).expect("what is built in can be read"))
        });
        Arc::clone(&BUILT_IN)
    }

    /// What becomes of a position at the start of a turn, if its table is there.
    #[inline]
    pub(crate) fn look(&self, position: &HopIt) -> Option<Fate> {
        let Turn::Seat(seat) = position.turn() else { return None };
        let [own, other] = [seat, seat.next(2)].map(|seat| position.pieces(seat));
        if (own | other).count_ones() > u32::from(self.most_pieces) {
            return None;
        }
        let entry = self.entry(Placing { own, other, frogs: position.frogs() })?;
        Some(Fate::of(entry, position.quiet_turns()))
    }

    #[inline]
    fn entry(&self, placing: Placing) -> Option<Entry> {
        let material = Material::of(placing.own, placing.other, placing.frogs)?;
        let part = self.parts[material.number()].as_ref()?;
        Some(part.entries[part.index.number(placing)])
    }

    /// The most pieces that a table is for.
    pub(crate) fn most_pieces(&self) -> u8 {
        self.most_pieces
    }

    /// The numbers of the tables that are there.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = usize> {
        self.parts.iter().enumerate().filter(|(_, part)| part.is_some()).map(|(number, _)| number)
    }

    pub(crate) fn has(&self, class: Class) -> bool {
        class.materials().all(|material| self.parts[material.number()].is_some())
    }

    /// Puts in a class: the entries with each side to move.
    fn put(&mut self, class: Class, entries: impl Iterator<Item = Vec<Entry>>) {
        for (material, entries) in class.materials().zip(entries) {
            let part = Part { index: Index::new(material), entries };
            self.parts[material.number()] = Some(Arc::new(part));
        }
        self.most_pieces = self.most_pieces.max(class.pieces());
    }
}

impl fmt::Debug for Endgames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Endgames(up to {} pieces)", self.most_pieces)
    }
}

impl Placing {
    /// The position at the start of a turn of the first seat, after so many quiet turns.
    fn position(self, quiet: u8) -> HopIt {
        HopIt::composed([self.own, self.other], self.frogs, Seat::new(0), quiet)
    }
}
