//! Playing by the tables: every action of a solved position with what it comes to.

use rainette_core::{Game as _, Seat, Turn};
use rainette_games::hop_it::{Action, HopIt};

use super::{Endgames, Fate};
use crate::brains::hop_it::turns::{Lister, WholeTurn};

/// What an action of a solved position comes to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Known {
    pub(crate) action: Action,
    /// 1 if it wins, 0.5 if it draws, 0 if it loses.
    pub(crate) value: f32,
    /// How many positions were looked up for it.
    pub(crate) looks: u32,
    /// Which of equal value is better: soon won, late lost, drawn if the other side can easily go wrong.
    merit: (i32, i32),
}

impl Endgames {
    /// What a position comes to for the seat to move, in mid-chain too, if all that follows is in the tables: 1, 0.5 or
    /// 0.
    pub(crate) fn value(&self, position: &HopIt) -> Option<f32> {
        self.ranked(position).map(|known| known[0].value)
    }

    /// The actions of a seat with what each comes to, the best first, if all that follows is in the tables.
    pub(crate) fn ranked(&self, position: &HopIt) -> Option<Vec<Known>> {
        let Turn::Seat(seat) = position.turn() else { return None };
        let pieces = position.pieces(seat) | position.pieces(seat.next(2));
        if pieces.count_ones() > u32::from(self.most_pieces()) {
            return None;
        }
        let mut turns = Vec::new();
        Lister::default().list_by_action(position, &mut turns);
        let mut ranked: Vec<Known> = Vec::new();
        for turn in &turns {
            let known = self.known(turn, seat)?;
            match ranked.iter_mut().find(|other| other.action == known.action) {
                Some(other) => {
                    let looks = other.looks + known.looks;
                    let better = if known.is_better_than(other) { known } else { *other };
                    *other = Known { looks, ..better };
                }
                None => ranked.push(known),
            }
        }
        ranked.sort_by(|a, b| b.value.total_cmp(&a.value).then(b.merit.cmp(&a.merit)));
        (!ranked.is_empty()).then_some(ranked)
    }

    /// What a turn comes to for the seat that makes it.
    fn known(&self, turn: &WholeTurn, seat: Seat) -> Option<Known> {
        let known = |value, merit| Some(Known { action: turn.first, value, looks: 1, merit });
        if let Some(outcome) = turn.after.result() {
            return match outcome.winners.iter().next() {
                Some(winner) if winner == seat => known(1.0, (0, 0)),
                Some(_) => known(0.0, (0, 0)),
                None => known(0.5, (0, 0)),
            };
        }
        // A turn that is not quiet comes as soon as can be; what follows it is a way of its own.
        let way = |turns: u8| match turn.after.quiet_turns() {
            0 => (1, i32::from(turns)),
            _ => (1 + i32::from(turns), 0),
        };
        match self.look(&turn.after)? {
            Fate::Lost(turns) => known(1.0, (-way(turns).0, -way(turns).1)),
            Fate::Won(turns) => known(0.0, way(turns)),
            Fate::Drawn => {
                let (wrong, all) = self.wrong_replies(&turn.after)?;
                let per_thousand = 1000 * wrong / all;
                Some(Known {
                    action: turn.first,
                    value: 0.5,
                    looks: 1 + all as u32,
                    merit: (per_thousand, wrong),
                })
            }
        }
    }

    /// How many of the turns in a position lose, and how many there are.
    pub(super) fn wrong_replies(&self, position: &HopIt) -> Option<(i32, i32)> {
        let Turn::Seat(seat) = position.turn() else { return None };
        let mut turns = Vec::new();
        Lister::default().list(position, &mut turns);
        let mut wrong = 0;
        for turn in &turns {
            let loses = match turn.after.result() {
                Some(outcome) => outcome.winners.contains(seat.next(2)),
                None => matches!(self.look(&turn.after)?, Fate::Won(_)),
            };
            wrong += i32::from(loses);
        }
        Some((wrong, turns.len() as i32))
    }
}

impl Known {
    fn is_better_than(&self, other: &Self) -> bool {
        (self.value, self.merit) > (other.value, other.merit)
    }
}
