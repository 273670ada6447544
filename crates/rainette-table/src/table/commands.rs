//! What people at the table can do, and what computer players do.

use rainette_core::Seat;

use super::draft::Draft;
use super::machine::Machine;
use super::room::{Listener, Voice};
use super::{Answer, Ask, Change, Input, Output, Socket, Ticket};
use crate::Error;
use crate::fair::Commitment;
use crate::journal::{Event, Holder};
use crate::protocol::{ChatLine, Millis, Number, Out, ToClient, ToServer};

/// What somebody is answered.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Reply {
    Acked { id: String, number: Number },
    Answer(Answer),
    Refused { id: Option<String>, error: Error },
}

impl Machine {
    /// Takes in one thing, with nothing waiting to be stored.
    pub(super) fn take(&mut self, input: Input, now: Millis) {
        match input {
            Input::Attach(socket, holder) => {
                if let Some(holder) = holder {
                    self.room.here.absent.remove(&holder);
                }
                self.room.here.sockets.insert(socket, Listener::new(holder));
            }
            Input::Detach(socket) => self.detach(socket, now),
            Input::Say(socket, message) => self.hear(socket, message, now),
            Input::Ask(ticket, holder, ask) => self.ask(ticket, holder, ask, now),
            Input::Thinking(number) => {
                if let Some(thinking) = &mut self.room.thinking
                    && thinking.number == number
                    && thinking.is_waiting
                {
                    thinking.is_waiting = false;
                    self.tell_thinking();
                    self.broadcast_state(now);
                }
            }
            Input::Thought(number, action) => self.thought(number, action, now),
            Input::Heard(node, word) => self.hear_word(node, word, now),
            Input::Stored | Input::Tick => {}
            Input::GoDown => {
                let sockets: Vec<Socket> = self.room.here.sockets.keys().copied().collect();
                for socket in sockets {
                    self.send(socket, ToClient::Reconnect { after_ms: 1_000 });
                }
            }
        }
    }

    /// Hands out a draft to be stored.
    pub(super) fn submit(&mut self, draft: Draft, replies: Vec<(Voice, Reply)>) {
        let ends = draft.ends();
        let mut changes = draft.changes();
        changes.extend(ends.map(|status| Change::Listed(Box::new(self.history.line(status)))));
        self.store(changes, replies);
    }

    pub(super) fn answer(&mut self, voice: Voice, reply: Reply) {
        match voice {
            Voice::Nobody => {}
            Voice::Socket(socket) => match reply {
                Reply::Acked { id, number } => self.send(socket, ToClient::Acked { id, number }),
                Reply::Refused { id, error } => self.send(socket, ToClient::Refused(error.refusal(id))),
                Reply::Answer(Answer::Said(message)) => self.send(socket, *message),
                Reply::Answer(_) => {}
            },
            Voice::Ticket(ticket) => {
                let answer = match reply {
                    Reply::Acked { number, .. } => Ok(Answer::Acked(number)),
                    Reply::Answer(answer) => Ok(answer),
                    Reply::Refused { error, .. } => Err(error),
                };
                self.out.push(Output::Reply(ticket, answer));
            }
        }
    }

    fn detach(&mut self, socket: Socket, now: Millis) {
        let Some(listener) = self.room.here.sockets.remove(&socket) else { return };
        if let Some(holder) = listener.holder
            && !self.is_connected(holder)
            && self.history.first_person(holder).is_some()
        {
            self.room.here.absent.insert(holder, now);
        }
    }

    fn hear(&mut self, socket: Socket, message: ToServer, now: Millis) {
        let Some(listener) = self.room.here.sockets.get(&socket) else { return };
        let (holder, is_greeted) = (listener.holder, listener.is_greeted);
        let hand = self.hand_of(listener);
        let voice = Voice::Socket(socket);
        match message {
            ToServer::Hello { after, seat } => {
                let mine = holder.map(|holder| self.history.seats_of(holder)).unwrap_or_default();
                if let Some(seat) = seat
                    && !mine.contains(&seat)
                {
                    self.answer(voice, Reply::Refused { id: None, error: Error::NotYourSeat(seat) });
                }
                if let Some(listener) = self.room.here.sockets.get_mut(&socket) {
                    listener.is_greeted = true;
                    listener.hand = seat.filter(|seat| mine.contains(seat));
                }
                self.greet(socket, after, now);
                self.think_for(holder, now);
                self.start_when_ready(now);
                self.note_visit(now);
            }
            _ if !is_greeted => {
                self.answer(voice, Reply::Refused { id: None, error: Error::NoHello });
            }
            ToServer::TakeHand { seat } => {
                let mine = holder.map(|holder| self.history.seats_of(holder)).unwrap_or_default();
                if let Some(seat) = seat.filter(|seat| !mine.contains(seat)) {
                    return self.answer(voice, Reply::Refused { id: None, error: Error::NotYourSeat(seat) });
                }
                if let Some(listener) = self.room.here.sockets.get_mut(&socket) {
                    listener.hand = seat;
                }
                self.greet(socket, 0, now);
            }
            message => self.say(voice, holder, hand, message, now),
        }
    }

    /// Carries out a message, or says why not.
    pub(super) fn say(
        &mut self,
        voice: Voice,
        holder: Option<Holder>,
        hand: Option<Seat>,
        message: ToServer,
        now: Millis,
    ) {
        let id = message.id().map(str::to_owned);
        let done = self.try_say(voice, holder, hand, message, now);
        match done {
            Ok(Some(reply)) => self.answer(voice, reply),
            Ok(None) => {}
            Err(error) => self.answer(voice, Reply::Refused { id, error }),
        }
    }

    /// Gives the answer, or none where it comes later, once something is stored.
    fn try_say(
        &mut self,
        voice: Voice,
        holder: Option<Holder>,
        hand: Option<Seat>,
        message: ToServer,
        now: Millis,
    ) -> Result<Option<Reply>, Error> {
        if message.id().is_some_and(|id| id.is_empty() || id.chars().count() > 64) {
            return Err(Error::WrongId);
        }
        let mine = holder.map(|holder| self.history.seats_of(holder)).unwrap_or_default();
        let done = Ok(Some(Reply::Answer(Answer::Done)));
        match message {
            ToServer::Act { id, seq, seat, action } => {
                let seat = self.history.pick_seat(&mine, hand, seat)?;
                self.history.check_hand(voice, &mine, hand, seat)?;
                self.act(voice, (seat, id), seq, action, now)
            }
            ToServer::Resign { id, seat } => {
                let seat = self.history.pick_seat(&mine, hand, seat)?;
                self.resign(voice, (seat, id), now)
            }
            ToServer::Undo { id, seq, seat } => {
                let seat = self.history.pick_seat(&mine, hand, seat)?;
                if let Some(reply) = self.history.repeated(seat, &id) {
                    return Ok(Some(reply));
                }
                if self.is_asked_again(seat, &id) {
                    return Ok(self.wait_on(voice));
                }
                self.history.check_playing()?;
                self.history.check_room()?;
                self.history.check_seat(seat)?;
                self.history.check_seq(seq)?;
                self.ask_undo(voice, holder, (seat, id), now)
            }
            ToServer::AnswerUndo { id, agree } => {
                let holder = holder.ok_or(Error::NotSeated)?;
                self.answer_undo(voice, holder, id, agree, now)
            }
            ToServer::SitIn { id, seat, level } => {
                let actor = mine.iter().copied().find(|seat| self.history.places[seat.index()].out.is_none());
                let actor = actor.ok_or(Error::NotSeated)?;
                self.sit_in(voice, (actor, id), seat, level, now)
            }
            ToServer::TakeBack { id, seat } => {
                let seat = self.history.pick_seat(&mine, hand, Some(seat))?;
                self.take_seat_back(voice, (seat, id), now)
            }
            ToServer::Commit { commitment } => {
                self.history.check_room()?;
                self.commit(voice, holder, &commitment, now)
            }
            ToServer::Reveal { seed } => {
                self.reveal(holder, &seed)?;
                self.start_when_ready(now);
                if self.room.desk.pending.is_none() {
                    // Whoever has shown a seed hears that it has come in.
                    self.broadcast_state(now);
                }
                done
            }
            ToServer::Start => {
                self.start(holder, now)?;
                done
            }
            ToServer::Chat { text } => self.chat(voice, holder, &text, now),
            ToServer::Mute { person, muted } => self.mute(voice, holder, person, muted),
            ToServer::WhyNot { spots } => {
                let because = self.history.why_not(&mine, hand, spots)?;
                Ok(Some(Reply::Answer(Answer::Said(Box::new(because)))))
            }
            ToServer::Ping => Ok(Some(Reply::Answer(Answer::Said(Box::new(ToClient::Pong))))),
            ToServer::Hello { .. } | ToServer::TakeHand { .. } => {
                Err(Error::Malformed("this message needs a socket".to_owned()))
            }
        }
    }

    fn act(
        &mut self,
        voice: Voice,
        command: (Seat, String),
        seq: Number,
        action: String,
        now: Millis,
    ) -> Result<Option<Reply>, Error> {
        let (seat, id) = command.clone();
        if let Some(reply) = self.history.repeated(seat, &id) {
            return Ok(Some(reply));
        }
        self.history.check_playing()?;
        self.history.check_room()?;
        self.history.check_seat(seat)?;
        self.history.check_seq(seq)?;
        let mut draft = self.history.draft(now);
        draft.command = Some(command);
        draft.game.play(seat, &action)?;
        draft.add(Event::Action { seat, action, computer: false });
        draft.settle(&self.history.places);
        let number = self.history.seq() + 1;
        self.submit(draft, vec![(voice, Reply::Acked { id, number })]);
        Ok(None)
    }

    fn resign(&mut self, voice: Voice, command: (Seat, String), now: Millis) -> Result<Option<Reply>, Error> {
        let (seat, id) = command.clone();
        if let Some(reply) = self.history.repeated(seat, &id) {
            return Ok(Some(reply));
        }
        self.history.check_playing()?;
        if self.history.places[seat.index()].out.is_some() {
            return Err(Error::SeatOut(seat));
        }
        let draft = self.history.going_out(seat, Out::Resigned, Some(command), now);
        let number = self.history.seq() + 1;
        self.submit(draft, vec![(voice, Reply::Acked { id, number })]);
        Ok(None)
    }

    fn sit_in(
        &mut self,
        voice: Voice,
        command: (Seat, String),
        seat: Seat,
        level: Option<u8>,
        now: Millis,
    ) -> Result<Option<Reply>, Error> {
        let (actor, id) = command;
        if let Some(reply) = self.history.repeated(actor, &id) {
            return Ok(Some(reply));
        }
        self.history.check_playing()?;
        self.history.check_room()?;
        let stand_in = self.history.opening.stand_in;
        if level.is_some_and(|level| level != stand_in) {
            // Whoever waits must not choose how well the one who is away plays.
            return Err(Error::OtherLevel(stand_in));
        }
        let place = self.history.places.get(seat.index()).ok_or(Error::NoSuchSeat(seat))?;
        if place.level().is_some() {
            return Err(Error::ComputerSits(seat));
        }
        if !self.may_sit_in(seat, now) {
            return Err(Error::NotAbsent(seat));
        }
        self.submit_one(voice, actor, id, Event::SatIn { seat, level: stand_in }, now);
        Ok(None)
    }

    fn take_seat_back(
        &mut self,
        voice: Voice,
        command: (Seat, String),
        now: Millis,
    ) -> Result<Option<Reply>, Error> {
        let (seat, id) = command;
        if let Some(reply) = self.history.repeated(seat, &id) {
            return Ok(Some(reply));
        }
        self.history.check_playing()?;
        self.history.check_room()?;
        let place = &self.history.places[seat.index()];
        if place.out.is_some() {
            return Err(Error::SeatOut(seat));
        }
        if place.stand_in.is_none() {
            return Err(Error::SeatTaken(seat));
        }
        self.submit_one(voice, seat, id, Event::TookBack { seat }, now);
        Ok(None)
    }

    // ------------------------------------------------------------------------------------------------------ talk

    fn chat(
        &mut self,
        voice: Voice,
        holder: Option<Holder>,
        text: &str,
        now: Millis,
    ) -> Result<Option<Reply>, Error> {
        let person = holder.and_then(|holder| self.history.first_person(holder)).ok_or(Error::NotSeated)?;
        let text = super::text::line(text)?;
        let name = self.history.beside.people.get(&person).and_then(|person| person.name.clone());
        let line = ChatLine { number: self.history.said + 1, at: now, person, name, text };
        self.store(vec![Change::Said(line)], vec![(voice, Reply::Answer(Answer::Done))]);
        Ok(None)
    }

    fn mute(
        &mut self,
        voice: Voice,
        holder: Option<Holder>,
        person: u32,
        muted: bool,
    ) -> Result<Option<Reply>, Error> {
        let me = holder.and_then(|holder| self.history.first_person(holder)).ok_or(Error::NotSeated)?;
        let done = Reply::Answer(Answer::Done);
        if !self.history.beside.people.contains_key(&person)
            || self.history.beside.muted.contains(&(me, person)) == muted
        {
            return Ok(Some(done));
        }
        let change = Change::Muted { person: me, other: person, is_muted: muted };
        self.store(vec![change], vec![(voice, done)]);
        Ok(None)
    }

    fn submit_one(&mut self, voice: Voice, actor: Seat, id: String, event: Event, now: Millis) {
        let mut draft = self.history.draft(now);
        draft.command = Some((actor, id.clone()));
        draft.add(event);
        let number = self.history.seq() + 1;
        self.submit(draft, vec![(voice, Reply::Acked { id, number })]);
    }

    // --------------------------------------------------------------------------------------------------- checks

    // ------------------------------------------------------------------------------------------------ going out

    pub(super) fn run_out(&mut self, seat: Seat, now: Millis) {
        let draft = self.history.going_out(seat, Out::OutOfTime, None, now);
        self.submit(draft, Vec::new());
    }

    // -------------------------------------------------------------------------------------------------- computers

    fn thought(&mut self, number: Number, action: Option<String>, now: Millis) {
        let Some(thinking) = &self.room.thinking else { return };
        if thinking.number != number || number != self.history.seq() {
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
        self.submit(draft, Vec::new());
    }

    fn ask(&mut self, ticket: Ticket, holder: Option<Holder>, ask: Ask, now: Millis) {
        let voice = Voice::Ticket(ticket);
        self.note_seen(holder, &ask, now);
        if matches!(ask, Ask::Join { .. } | Ask::Leave(_) | Ask::Remove(_))
            && let Err(error) = self.history.check_room()
        {
            return self.answer(voice, Reply::Refused { id: None, error });
        }
        let done = match ask {
            Ask::Say(message) => return self.say(voice, holder, None, message, now),
            Ask::Look { after, seat } => self.look(holder, after, seat, now),
            Ask::Join { join, is_invited } => self.join(voice, holder, &join, is_invited, now),
            Ask::Leave(seat) => self.leave(voice, holder, seat, now),
            Ask::Remove(seat) => self.remove(voice, holder, seat, now),
            Ask::Start => self.start(holder, now).map(|()| Some(Answer::Done)),
            Ask::Abandon => self.abandon(voice, holder, now),
            Ask::MayRematch => self
                .history
                .may_rematch(holder)
                .map(|()| Some(Answer::Rematch(self.history.play.rematch.clone()))),
            Ask::NoteRematch(table) => self.note_rematch(voice, holder, table, now),
            Ask::MoveTo(to) => self.move_to(voice, holder, to),
            Ask::Forget => self.forget(voice, holder, now),
            Ask::CloseUnvisited { is_due } => Ok(self.close_unvisited(voice, is_due, now)),
            Ask::CloseQuiet(before) => self.close_quiet(voice, before, now),
        };
        match done {
            Ok(Some(answer)) => self.answer(voice, Reply::Answer(answer)),
            Ok(None) => {}
            Err(error) => self.answer(voice, Reply::Refused { id: None, error }),
        }
    }
}

pub(super) fn commitment(text: &str) -> Result<Commitment, Error> {
    text.parse().map_err(|_| Error::WrongSeed("a commitment is 64 hexadecimal digits, in small letters"))
}

pub(super) fn check_level(level: u8) -> Result<(), Error> {
    if (1..=8).contains(&level) { Ok(()) } else { Err(Error::WrongLevel) }
}
