//! Taking back.

use std::collections::BTreeSet;

use rainette_core::{Effect, Observer, Seat};

use super::commands::Reply;
use super::history::Place;
use super::machine::Machine;
use super::room::Voice;
use super::{Answer, Change};
use crate::Error;
use crate::journal::{Event, Holder, UndoWish};
use crate::protocol::{Millis, Number, UndoState};

impl Machine {
    pub(super) fn ask_undo(
        &mut self,
        voice: Voice,
        holder: Option<Holder>,
        command: (Seat, String),
        now: Millis,
    ) -> Result<Option<Reply>, Error> {
        let seat = command.0;
        let own = |number: &Number| match self.history.event(*number) {
            Some(Event::Action { seat: acted, .. }) => *acted == seat,
            _ => false,
        };
        let last = self.history.play.numbers.iter().rposition(own).ok_or(Error::NothingToUndo)?;
        let from = self.history.play.numbers[last];
        let is_over_chance = self.history.is_over_chance(from);
        if is_over_chance {
            self.history.check_redraw()?;
        }
        let told = self.history.play.game.told_from(Observer::Seat(seat), last);
        let shows = |effect: &Effect| matches!(effect, Effect::Revealed { .. } | Effect::Dealt { .. });
        let is_free = told.len() == 1 && !told[0].effects.iter().any(shows);
        let others: Vec<u32> = self
            .history
            .holders_seated()
            .into_iter()
            .filter(|other| Some(*other) != holder)
            .filter(|other| {
                self.history
                    .seats_of(*other)
                    .iter()
                    .any(|seat| self.history.places[seat.index()].out.is_none())
            })
            .filter_map(|other| self.history.first_person(other))
            .collect();
        let agreed = holder.map(|holder| self.history.persons_seated(holder)).unwrap_or_default();
        let state = UndoState { seat, from, waits_for: others, agreed, is_over_chance };
        if is_free || state.waits_for.is_empty() {
            let id = command.1.clone();
            self.undo_now(command, &state, vec![(voice, id)], now)?;
            return Ok(None);
        }
        // Two wishes at a time would leave one of them without an answer.
        let before = self.history.beside.wish.as_ref().map(|wish| wish.command.clone());
        self.refuse_undo(before, Error::UndoRefused);
        self.room.undo_asker = if let Voice::Socket(_) = voice { voice } else { Voice::Nobody };
        let UndoState { seat, from, waits_for, agreed, .. } = state;
        let wish = UndoWish { seat, from, command: command.1, number: self.history.seq(), waits_for, agreed };
        // Over a socket the answer comes when it is decided.
        let asked = matches!(voice, Voice::Ticket(_)).then_some((voice, Reply::Answer(Answer::Done)));
        self.store(vec![Change::Wish(Some(wish))], asked.into_iter().collect());
        Ok(None)
    }

    /// Is this the wish that waits to be decided?
    pub(super) fn is_asked_again(&self, seat: Seat, id: &str) -> bool {
        self.history.beside.wish.as_ref().is_some_and(|wish| wish.seat == seat && wish.command == id)
    }

    /// Whoever repeats a wish that is not decided yet waits on, wherever they are now.
    pub(super) fn wait_on(&mut self, voice: Voice) -> Option<Reply> {
        if let Voice::Ticket(_) = voice {
            return Some(Reply::Answer(Answer::Done));
        }
        self.room.undo_asker = voice;
        None
    }

    fn undo_now(
        &mut self,
        command: (Seat, String),
        wish: &UndoState,
        voices: Vec<(Voice, String)>,
        now: Millis,
    ) -> Result<(), Error> {
        let seat = command.0;
        let agreed: BTreeSet<u32> = wish.agreed.iter().copied().collect();
        let sits: BTreeSet<u32> = self.history.places.iter().filter_map(Place::person).collect();
        if wish.is_over_chance && agreed != sits {
            return Err(Error::UndoRefused);
        }
        let agreed = agreed.into_iter().collect();
        let mut draft = self.history.draft(now);
        draft.command = Some(command);
        draft.add(Event::Undone { seat, from: wish.from, agreed });
        let number = self.history.seq() + 1;
        let replies = voices.into_iter().map(|(voice, id)| (voice, Reply::Acked { id, number }));
        self.submit(draft, replies.collect());
        Ok(())
    }

    pub(super) fn answer_undo(
        &mut self,
        voice: Voice,
        holder: Holder,
        id: String,
        agree: bool,
        now: Millis,
    ) -> Result<Option<Reply>, Error> {
        let me = self.history.first_person(holder).ok_or(Error::NotSeated)?;
        let number = self.history.seq();
        let mine = self.history.seats_of(holder);
        let mut wish = self.history.beside.wish.clone().ok_or(Error::NoUndoAsked)?;
        let is_asked = wish.waits_for.contains(&me);
        let acked = Reply::Acked { id: id.clone(), number };
        if !agree && (mine.contains(&wish.seat) || is_asked) {
            self.withdraw_wish(vec![(voice, acked)]);
            return Ok(None);
        }
        if !is_asked {
            return Err(Error::NoUndoAsked);
        }
        wish.waits_for.retain(|person| *person != me);
        wish.agreed.extend(self.history.persons_seated(holder));
        if !wish.waits_for.is_empty() {
            self.store(vec![Change::Wish(Some(wish))], vec![(voice, acked)]);
            return Ok(None);
        }
        self.carry_out_wish(&wish, vec![(voice, id)], now);
        Ok(None)
    }

    /// Takes back what everybody has agreed to. Whoever is named beside the asker is answered with them.
    pub(super) fn carry_out_wish(&mut self, wish: &UndoWish, others: Vec<(Voice, String)>, now: Millis) {
        let is_over_chance = self.history.is_over_chance(wish.from);
        let (seat, agreed) = (wish.seat, wish.agreed.clone());
        let state = UndoState { seat, from: wish.from, waits_for: Vec::new(), agreed, is_over_chance };
        let asker = (self.room.undo_asker, wish.command.clone());
        let voices = std::iter::once(asker).chain(others.iter().cloned()).collect();
        if self.undo_now((seat, wish.command.clone()), &state, voices, now).is_err() {
            let refused = |(voice, id)| (voice, Reply::Refused { id: Some(id), error: Error::UndoRefused });
            self.withdraw_wish(others.into_iter().map(refused).collect());
        }
        self.room.undo_asker = Voice::Nobody;
    }

    /// It is not agreed to: whoever asked is told so, and the others what they are answered.
    fn withdraw_wish(&mut self, mut replies: Vec<(Voice, Reply)>) {
        let id = self.history.beside.wish.as_ref().map(|wish| wish.command.clone());
        let asker = std::mem::replace(&mut self.room.undo_asker, Voice::Nobody);
        replies.insert(0, (asker, Reply::Refused { id, error: Error::UndoRefused }));
        self.store(vec![Change::Wish(None)], replies);
    }

    /// Tells whoever wanted to take something back that nothing comes of it.
    pub(super) fn refuse_undo(&mut self, id: Option<String>, error: Error) {
        let asker = std::mem::replace(&mut self.room.undo_asker, Voice::Nobody);
        self.answer(asker, Reply::Refused { id, error });
    }
}
