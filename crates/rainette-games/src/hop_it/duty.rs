//! The hop over an enemy that a move may owe, and the ways to it.

use rainette_core::Actions;

use super::board::{Cell, Cells, DIRECTIONS, each, shift};
use super::rules::hoppers;
use super::{Action, HopIt};

/// Does a move owe a hop over an enemy piece?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Duty {
    /// Not so far. A chain comes to owe one as soon as its frog can hop over an enemy.
    Free,
    /// It does, until an enemy is hopped over. This does not follow from the board and the chain: another frog may
    /// have been the one that could hop over an enemy when the turn began.
    Owes,
    /// An enemy has been hopped over: nothing is owed any more in this turn.
    Paid,
}

impl HopIt {
    /// What the chain under way owes, or a move that begins now.
    #[inline]
    pub(super) fn duty(&self) -> Duty {
        match self.chain {
            Some(chain) => chain.duty,
            None if self.can_hop_over(self.enemies()) => Duty::Owes,
            None => Duty::Free,
        }
    }

    pub(super) fn owes(&self) -> bool {
        self.over.is_none() && self.duty() == Duty::Owes
    }

    /// Lists what an owing move may do besides a hop over an enemy: hops over own pieces after which the same frog can
    /// still get to one.
    pub(super) fn list_detours(&self, actions: &mut Actions<Self>) {
        let (frogs, own, empty) = (self.hopping_frogs(), self.unhopped() & self.own(), self.empty());
        for direction in DIRECTIONS {
            for from in each(hoppers(frogs, own, empty, direction)) {
                let to = from.shifted(2 * direction);
                if self.leads_to_enemy(from, to) {
                    actions.push(Action::Hop { from, to });
                }
            }
        }
    }

    /// Can the frog, after this hop over an own piece, get to a hop over an enemy by further hops over own pieces?
    ///
    /// Own pieces stay where they are, so only the frog's place changes on the way. It always lands two steps away,
    /// and from the cells that it can come to in this way each piece is hopped over in one line only. A piece that is
    /// hopped over twice is therefore a way gone twice, and what lies beyond such a detour can be reached without it:
    /// it is enough to spread over all cells that can be reached.
    pub(super) fn leads_to_enemy(&self, from: Cell, to: Cell) -> bool {
        let over = from.halfway(to);
        let own = self.unhopped() & self.own() & !(from.bit() | over.bit());
        // The frog leaves its cell empty behind it.
        let empty = self.empty() | from.bit();
        let goals = outlooks(self.enemies(), empty);
        let mut reached = to.bit();
        loop {
            if reached & goals != 0 {
                return true;
            }
            let further = DIRECTIONS
                .iter()
                .fold(reached, |all, &way| all | (shift(shift(reached, way) & own, way) & empty));
            if further == reached {
                return false;
            }
            reached = further;
        }
    }
}

/// The cells from which a frog can hop over one of the pieces.
#[inline]
fn outlooks(pieces: Cells, empty: Cells) -> Cells {
    DIRECTIONS.iter().fold(0, |all, &way| all | shift(pieces & shift(empty, -way), -way))
}
