//! Choices before a seat's turn: all may choose at once if the rules let them, so that nobody waits. What is settled
//! early is played when its turn comes, so that the game itself keeps the order of the seats.

use rainette_core::{Choices, Seat};

use super::{History, Kept};
use crate::journal::Event;
use crate::protocol::{Number, Status};

impl History {
    /// Does the table wait for a choice of the seat's owner: in its turn, or of what it will do once its turn comes?
    pub(in crate::table) fn may_choose(&self, seat: Seat) -> bool {
        let place = &self.places[seat.index()];
        let is_theirs = place.person().is_some() && place.level().is_none() && place.out.is_none();
        self.play.status == Status::Playing
            && is_theirs
            && !self.play.chosen.contains_key(&seat)
            && (self.is_turn_of(seat) || !self.play.game.early_choices(seat).is_empty())
    }

    /// What a seat that may choose can choose from.
    pub(in crate::table) fn choices(&self, seat: Seat) -> Choices {
        if self.is_turn_of(seat) { self.play.game.choices() } else { self.play.game.early_choices(seat) }
    }

    /// The seat among somebody's that is to choose: the one in hand, the one whose turn it is, or another.
    pub(in crate::table) fn seat_asked(&self, mine: &[Seat], in_hand: Option<Seat>) -> Option<Seat> {
        let asked: Vec<Seat> = mine.iter().copied().filter(|seat| self.may_choose(*seat)).collect();
        let is_asked = |seat: &Seat| asked.contains(seat);
        let turn = asked.iter().copied().find(|seat| self.is_turn_of(*seat));
        in_hand.filter(is_asked).or(turn).or(asked.first().copied())
    }

    /// The number of the last event that changed what is to be decided: what others settle before their turn does not.
    pub(in crate::table) fn decisive(&self) -> Number {
        let is_decisive = |kept: &Kept| !matches!(kept.row.event, Event::Chose { .. });
        self.log.rows.iter().rposition(is_decisive).map_or(0, |index| index as Number + 1)
    }
}
