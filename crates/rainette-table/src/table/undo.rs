//! Taking back.

use std::collections::BTreeSet;

use rainette_core::{Effect, Observer, Seat};

use super::commands::Reply;
use super::state::{Machine, Place, UndoAsked, Voice};
use super::{Answer, Batch};
use crate::Error;
use crate::journal::{Event, Holder};
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
        let own = |number: &Number| match self.event(*number) {
            Some(Event::Action { seat: acted, .. }) => *acted == seat,
            _ => false,
        };
        let last = self.numbers.iter().rposition(own).ok_or(Error::NothingToUndo)?;
        let from = self.numbers[last];
        let is_over_chance = self.is_over_chance(from);
        if is_over_chance {
            self.check_redraw()?;
        }
        let told = self.game.told_from(Observer::Seat(seat), last);
        let shows = |effect: &Effect| matches!(effect, Effect::Revealed { .. } | Effect::Dealt { .. });
        let is_free = told.len() == 1 && !told[0].effects.iter().any(shows);
        let others: Vec<u32> = self
            .holders_seated()
            .into_iter()
            .filter(|other| Some(*other) != holder)
            .filter(|other| self.seats_of(*other).iter().any(|seat| self.places[seat.index()].out.is_none()))
            .filter_map(|other| self.first_person(other))
            .collect();
        let agreed = holder.map(|holder| self.persons_seated(holder)).unwrap_or_default();
        let state = UndoState { seat, from, waits_for: others, agreed, is_over_chance };
        if is_free || state.waits_for.is_empty() {
            self.undo_now(command, &state, vec![voice], now)?;
            return Ok(None);
        }
        let by = if let Voice::Socket(_) = voice { voice } else { Voice::Nobody };
        // Two wishes at a time would leave one of them without an answer.
        self.drop_undo(Error::UndoRefused);
        let undo = UndoAsked { state, command, number: self.seq(), by };
        let batch = Batch { wish: Some(Some(undo.wish())), ..Batch::default() };
        self.undo = Some(undo);
        // Over a socket the answer comes when it is decided.
        let asked = matches!(voice, Voice::Ticket(_)).then_some((voice, Reply::Answer(Answer::Done)));
        self.store(batch, asked.into_iter().collect());
        Ok(None)
    }

    fn event(&self, number: Number) -> Option<&Event> {
        number.checked_sub(1).map(|index| &self.rows[index as usize].row.event)
    }

    /// Has anything random happened from this event on that counts?
    pub(super) fn is_over_chance(&self, from: Number) -> bool {
        let later = self.numbers.iter().rev().take_while(|number| **number >= from);
        later.into_iter().any(|number| matches!(self.event(*number), Some(Event::Chance { .. })))
    }

    /// Can everybody agree that something random is taken back? A computer player cannot.
    fn check_redraw(&self) -> Result<(), Error> {
        if self.places.iter().any(|place| place.level().is_some()) {
            return Err(Error::UndoAgainstComputer);
        }
        let is_gone = |person| self.people.get(&person).is_none_or(|person| person.holder.is_none());
        // Whoever has erased their name here cannot be asked any more.
        if self.places.iter().filter_map(Place::person).any(is_gone) {
            return Err(Error::UndoRefused);
        }
        Ok(())
    }

    /// The people with this token who sit, each once.
    fn persons_seated(&self, holder: Holder) -> Vec<u32> {
        let sits = |person: &u32| self.places.iter().any(|place| place.person() == Some(*person));
        self.persons_of(holder).filter(sits).collect()
    }

    /// Is this the wish that waits to be decided?
    pub(super) fn is_asked_again(&self, seat: Seat, id: &str) -> bool {
        self.undo.as_ref().is_some_and(|undo| undo.command.0 == seat && undo.command.1 == id)
    }

    /// Whoever repeats a wish that is not decided yet waits on, wherever they are now.
    pub(super) fn wait_on(&mut self, voice: Voice) -> Option<Reply> {
        if let Voice::Ticket(_) = voice {
            return Some(Reply::Answer(Answer::Done));
        }
        if let Some(undo) = &mut self.undo {
            undo.by = voice;
        }
        None
    }

    pub(super) fn undo_now(
        &mut self,
        command: (Seat, String),
        wish: &UndoState,
        voices: Vec<Voice>,
        now: Millis,
    ) -> Result<(), Error> {
        let (seat, id) = command.clone();
        let agreed: BTreeSet<u32> = wish.agreed.iter().copied().collect();
        let sits: BTreeSet<u32> = self.places.iter().filter_map(Place::person).collect();
        if wish.is_over_chance && agreed != sits {
            return Err(Error::UndoRefused);
        }
        let agreed = agreed.into_iter().collect();
        let mut draft = self.draft(now);
        draft.command = Some(command);
        draft.add(Event::Undone { seat, from: wish.from, agreed });
        let number = self.seq() + 1;
        let replies = voices.into_iter().map(|voice| (voice, Reply::Acked { id: id.clone(), number }));
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
        let me = self.first_person(holder).ok_or(Error::NotSeated)?;
        let number = self.seq();
        let mine = self.seats_of(holder);
        let undo = self.undo.as_ref().ok_or(Error::NoUndoAsked)?;
        let is_asked = undo.state.waits_for.contains(&me);
        let acked = Reply::Acked { id: id.clone(), number };
        if !agree && (mine.contains(&undo.state.seat) || is_asked) {
            let refused = Reply::Refused { id: Some(undo.command.1.clone()), error: Error::UndoRefused };
            let replies = vec![(undo.by, refused), (voice, acked)];
            self.store(Batch { wish: Some(None), ..Batch::default() }, replies);
            return Ok(None);
        }
        if !is_asked {
            return Err(Error::NoUndoAsked);
        }
        let mut wish = undo.wish();
        wish.waits_for.retain(|person| *person != me);
        wish.agreed.extend(self.persons_seated(holder));
        if !wish.waits_for.is_empty() {
            self.store(Batch { wish: Some(Some(wish)), ..Batch::default() }, vec![(voice, acked)]);
            return Ok(None);
        }
        let Some(UndoAsked { mut state, command, by, .. }) = self.undo.take() else {
            return Err(Error::NoUndoAsked);
        };
        state.agreed = wish.agreed;
        let (asked_id, next) = (command.1.clone(), number + 1);
        if let Err(error) = self.undo_now(command, &state, Vec::new(), now) {
            self.answer(by, Reply::Refused { id: Some(asked_id), error: error.clone() });
            return Err(error);
        }
        if let Some(pending) = &mut self.pending {
            pending.replies = vec![
                (by, Reply::Acked { id: asked_id, number: next }),
                (voice, Reply::Acked { id, number: next }),
            ];
        }
        Ok(None)
    }

    /// Forgets that somebody wanted to take something back, and tells them so.
    pub(super) fn drop_undo(&mut self, error: Error) {
        if let Some(undo) = self.undo.take() {
            self.answer(undo.by, Reply::Refused { id: Some(undo.command.1), error });
        }
    }
}
