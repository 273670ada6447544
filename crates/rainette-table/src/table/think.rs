//! Computer players at a table: when they think, and what comes of it.

use rainette_core::{Observer, Turn};

use super::machine::Machine;
use super::room::Thinking;
use super::{Job, Output};
use crate::journal::{Event, TokenHash};
use crate::protocol::{Millis, Number, Status};

/// How long a computer player of another node has before this one thinks too.
const OTHERS_THINK: Millis = 3_000;

impl Machine {
    /// Lets a computer player think, if it is a computer player's turn, somebody waits for it, and none thinks about
    /// this position yet.
    pub(super) fn think(&mut self, now: Millis) {
        let number = self.history.decisive();
        let turn = match self.history.play.game.turn() {
            Turn::Seat(seat) if self.history.play.status == Status::Playing => Some(seat),
            _ => None,
        };
        let level =
            turn.and_then(|seat| self.history.places[seat.index()].level().map(|level| (seat, level)));
        let Some((seat, level)) = level.filter(|_| self.is_waited_for(now)) else {
            if self.room.thinking.take().is_some() {
                self.out.push(Output::StopThinking);
            }
            return;
        };
        if self.room.thinking.as_ref().is_some_and(|thinking| thinking.number == number) {
            return;
        }
        self.room.thinking = Some(Thinking { number, seat, is_waiting: true });
        let story = self.history.play.game.story(Observer::Seat(seat));
        // Computer players must not depend on the secret seed; the id and the number are different for every thought.
        let seed = self.history.id.bytes().fold(number, |seed, byte| {
            (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3).rotate_left(17)
        });
        self.out.push(Output::Think(Job { number, level, story, seed }));
        self.tell_thinking();
    }

    /// A computer player has begun to think about the position after this event.
    pub(super) fn thinking(&mut self, number: Number, now: Millis) {
        if let Some(thinking) = &mut self.room.thinking
            && thinking.number == number
            && thinking.is_waiting
        {
            thinking.is_waiting = false;
            self.tell_thinking();
            self.broadcast_state(now);
        }
    }

    /// A computer player has chosen, or could not.
    pub(super) fn thought(&mut self, number: Number, action: Option<String>, now: Millis) {
        let Some(thinking) = &self.room.thinking else { return };
        if thinking.number != number || number != self.history.decisive() {
            return;
        }
        let seat = thinking.seat;
        let mut draft = self.history.draft(now);
        let action = action.filter(|action| draft.game.play(seat, action).is_ok());
        let action = action.or_else(|| {
            // A computer player that fails must not stop the table: anything legal will do.
            let choices = draft.game.choices();
            let (action, _) = choices.get(number as usize % choices.len().max(1))?;
            tracing::error!(table = self.history.id, number, "a computer player gave no legal action");
            draft.game.play(seat, action).ok()?;
            Some(action.clone())
        });
        let Some(action) = action else { return };
        draft.add(Event::Action { seat, action, computer: true });
        draft.settle(&self.history.places);
        self.submit(draft);
    }

    /// Lets whoever stored the last event think about it, and thinks too only if nothing comes of that.
    pub(super) fn think_later(&mut self, now: Millis) {
        if !self.room.nodes.is_shared {
            return self.think(now);
        }
        let number = self.history.decisive();
        let is_on = self.room.thinking.as_ref().is_some_and(|thinking| thinking.number == number);
        let is_computers = match self.history.play.game.turn() {
            Turn::Seat(seat) if self.history.play.status == Status::Playing => {
                self.history.places[seat.index()].level().is_some()
            }
            _ => false,
        };
        if !is_on && self.room.thinking.take().is_some() {
            self.out.push(Output::StopThinking);
        }
        self.room.nodes.overdue = (is_computers && !is_on).then_some((number, now + OTHERS_THINK));
    }

    /// Thinks at once, if somebody sits here and waits.
    pub(super) fn think_for(&mut self, holder: Option<TokenHash>, now: Millis) {
        if self.room.nodes.overdue.is_some()
            && holder.is_some_and(|holder| !self.history.seats_of(holder).is_empty())
        {
            self.room.nodes.overdue = None;
            self.think(now);
            self.broadcast_state(now);
        }
    }
}
