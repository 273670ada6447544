//! What people at the table can do, and what computer players do.

use rainette_core::{Effect, Name, Observer, Seat, Table, Turn};

use super::show::result_of;
use super::state::{Listener, Machine, Place, UndoAsked, Voice};
use super::{Answer, Ask, Batch, Input, Output, Socket, Ticket};
use crate::error::Error;
use crate::fair::{Commitment, Seed, Seeds};
use crate::log::{Event, Holder, Row};
use crate::protocol::{ChatLine, Millis, Number, Objection, Out, Status, ToClient, ToServer, UndoState};

/// The level of the computer player that takes a seat over, where nobody chooses one.
const STAND_IN_LEVEL: u8 = 4;

/// What somebody is answered.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Reply {
    Acked { id: String, number: Number },
    Answer(Answer),
    Refused { id: Option<String>, error: Error },
}

/// Events that are planned, and the game as it will be after them.
pub(super) struct Draft {
    rows: Vec<Row>,
    pub(super) people: Vec<crate::log::Person>,
    pub(super) game: Box<dyn Table>,
    pub(super) seeds: Option<Seeds>,
    next: Number,
    at: Millis,
    command: Option<(Seat, String)>,
}

impl Draft {
    pub(super) fn add(&mut self, event: Event) {
        self.rows.push(Row { number: self.next, at: self.at, command: self.command.take(), event });
        self.next += 1;
    }

    /// Lets happen what follows by itself: chance events, and the end.
    pub(super) fn settle(&mut self, places: &[Place]) {
        while self.game.turn() == Turn::Chance {
            let Some(seeds) = &self.seeds else { return };
            let Ok(chance) = self.game.draw(&mut seeds.random(self.next)) else { return };
            self.add(Event::Chance { chance });
        }
        if self.game.turn() == Turn::Over {
            let result = result_of(self.game.as_ref(), places);
            self.add(Event::Finished { result });
        }
    }

    pub(super) fn batch(self) -> Batch {
        Batch { rows: self.rows, people: self.people, ..Batch::default() }
    }

    fn ends(&self) -> Option<Status> {
        self.rows.iter().find_map(|row| match row.event {
            Event::Finished { .. } => Some(Status::Finished),
            Event::Abandoned => Some(Status::Abandoned),
            _ => None,
        })
    }
}

impl Machine {
    /// Takes in one thing, with nothing waiting to be stored.
    pub(super) fn take(&mut self, input: Input, now: Millis) {
        match input {
            Input::Attach(socket, holder) => {
                if let Some(holder) = holder {
                    self.absent.remove(&holder);
                }
                self.sockets.insert(socket, Listener::new(holder));
            }
            Input::Detach(socket) => self.detach(socket, now),
            Input::Say(socket, message) => self.hear(socket, message, now),
            Input::Ask(ticket, holder, ask) => self.ask(ticket, holder, ask, now),
            Input::Thinking(number) => {
                if let Some(thinking) = &mut self.thinking
                    && thinking.number == number
                    && thinking.is_waiting
                {
                    thinking.is_waiting = false;
                    self.broadcast_state(now);
                }
            }
            Input::Thought(number, action) => self.thought(number, action, now),
            Input::Stored | Input::Tick => {}
            Input::GoDown => {
                let sockets: Vec<Socket> = self.sockets.keys().copied().collect();
                for socket in sockets {
                    self.send(socket, ToClient::Reconnect { after_ms: 1_000 });
                }
            }
        }
    }

    pub(super) fn draft(&self, now: Millis) -> Draft {
        let last = self.rows.last().map_or(now, |kept| kept.row.at);
        Draft {
            rows: Vec::new(),
            people: Vec::new(),
            game: self.game.duplicate(),
            seeds: self.seeds.clone(),
            next: self.seq() + 1,
            at: now.max(last),
            command: None,
        }
    }

    /// Hands out a draft to be stored.
    pub(super) fn submit(&mut self, draft: Draft, replies: Vec<(Voice, Reply)>) {
        let ends = draft.ends();
        let mut batch = draft.batch();
        if let Some(status) = ends {
            batch.line = Some(self.line(status));
        }
        self.store(batch, replies);
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
        let Some(listener) = self.sockets.remove(&socket) else { return };
        if let Some(holder) = listener.holder
            && !self.is_connected(holder)
            && self.first_person(holder).is_some()
        {
            self.absent.insert(holder, now);
        }
    }

    fn hear(&mut self, socket: Socket, message: ToServer, now: Millis) {
        let Some(listener) = self.sockets.get(&socket) else { return };
        let (holder, is_greeted) = (listener.holder, listener.is_greeted);
        let hand = self.hand_of(listener);
        let voice = Voice::Socket(socket);
        match message {
            ToServer::Hello { after, seat } => {
                let mine = holder.map(|holder| self.seats_of(holder)).unwrap_or_default();
                if let Some(seat) = seat
                    && !mine.contains(&seat)
                {
                    self.answer(voice, Reply::Refused { id: None, error: Error::NotYourSeat(seat) });
                }
                if let Some(listener) = self.sockets.get_mut(&socket) {
                    listener.is_greeted = true;
                    listener.hand = seat.filter(|seat| mine.contains(seat));
                }
                self.greet(socket, after, now);
                self.start_when_ready(now);
            }
            _ if !is_greeted => {
                self.answer(voice, Reply::Refused { id: None, error: Error::NoHello });
            }
            ToServer::TakeHand { seat } => {
                let mine = holder.map(|holder| self.seats_of(holder)).unwrap_or_default();
                match seat.filter(|seat| !mine.contains(seat)) {
                    Some(seat) => {
                        self.answer(voice, Reply::Refused { id: None, error: Error::NotYourSeat(seat) });
                    }
                    None => {
                        if let Some(listener) = self.sockets.get_mut(&socket) {
                            listener.hand = seat;
                        }
                        self.greet(socket, 0, now);
                    }
                }
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
        let id = id_of(&message).map(str::to_owned);
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
        if id_of(&message).is_some_and(|id| id.is_empty() || id.len() > 64) {
            return Err(Error::WrongId);
        }
        let mine = holder.map(|holder| self.seats_of(holder)).unwrap_or_default();
        let pick = |seat: Option<Seat>| self.pick_seat(&mine, hand, seat);
        let told = |message| Ok(Some(Reply::Answer(Answer::Said(Box::new(message)))));
        match message {
            ToServer::Act { id, seq, seat, action } => {
                let seat = pick(seat)?;
                if let Some(reply) = self.repeated(seat, &id) {
                    return Ok(Some(reply));
                }
                self.check_playing()?;
                self.check_seat(seat)?;
                self.check_seq(seq)?;
                let mut draft = self.draft(now);
                draft.command = Some((seat, id.clone()));
                draft.game.play(seat, &action)?;
                draft.add(Event::Action { seat, action, computer: false });
                draft.settle(&self.places);
                let number = self.seq() + 1;
                self.submit(draft, vec![(voice, Reply::Acked { id, number })]);
                Ok(None)
            }
            ToServer::Resign { id, seat } => {
                let seat = pick(seat)?;
                if let Some(reply) = self.repeated(seat, &id) {
                    return Ok(Some(reply));
                }
                self.check_playing()?;
                if self.places[seat.index()].out.is_some() {
                    return Err(Error::SeatOut(seat));
                }
                let draft = self.going_out(seat, Out::Resigned, Some((seat, id.clone())), now);
                let number = self.seq() + 1;
                self.submit(draft, vec![(voice, Reply::Acked { id, number })]);
                Ok(None)
            }
            ToServer::Undo { id, seq, seat } => {
                let seat = pick(seat)?;
                if let Some(reply) = self.repeated(seat, &id) {
                    return Ok(Some(reply));
                }
                self.check_playing()?;
                self.check_seat(seat)?;
                self.check_seq(seq)?;
                self.ask_undo(voice, holder, (seat, id), now)
            }
            ToServer::AnswerUndo { id, agree } => {
                let holder = holder.ok_or(Error::NotSeated)?;
                self.answer_undo(voice, holder, id, agree, now)
            }
            ToServer::SitIn { id, seat, level } => {
                let actor = mine.iter().copied().find(|seat| self.places[seat.index()].out.is_none());
                let actor = actor.ok_or(Error::NotSeated)?;
                if let Some(reply) = self.repeated(actor, &id) {
                    return Ok(Some(reply));
                }
                self.check_playing()?;
                let level = level.unwrap_or(STAND_IN_LEVEL);
                check_level(level)?;
                if seat.index() >= self.places.len() {
                    return Err(Error::NoSuchSeat(seat));
                }
                if self.places[seat.index()].level().is_some() {
                    return Err(Error::ComputerSits(seat));
                }
                if !self.may_sit_in(seat, now) {
                    return Err(Error::NotAbsent(seat));
                }
                self.submit_one(voice, actor, id, Event::SatIn { seat, level }, now);
                Ok(None)
            }
            ToServer::TakeBack { id, seat } => {
                let seat = pick(Some(seat))?;
                if let Some(reply) = self.repeated(seat, &id) {
                    return Ok(Some(reply));
                }
                self.check_playing()?;
                let place = &self.places[seat.index()];
                if place.out.is_some() {
                    return Err(Error::SeatOut(seat));
                }
                if place.stand_in.is_none() {
                    return Err(Error::SeatTaken(seat));
                }
                self.submit_one(voice, seat, id, Event::TookBack { seat }, now);
                Ok(None)
            }
            ToServer::Commit { commitment } => self.commit(voice, holder, &commitment, now),
            ToServer::Reveal { seed } => {
                self.reveal(holder, &seed)?;
                self.start_when_ready(now);
                Ok(Some(Reply::Answer(Answer::Done)))
            }
            ToServer::Start => {
                self.start(holder, None, now)?;
                Ok(Some(Reply::Answer(Answer::Done)))
            }
            ToServer::Chat { text } => {
                let person = holder.and_then(|holder| self.first_person(holder)).ok_or(Error::NotSeated)?;
                let text = clean(&text).filter(|text| text.chars().count() <= 500).ok_or(Error::WrongText)?;
                let name = self.people.get(&person).and_then(|person| person.name.clone());
                let line = ChatLine { number: self.said + 1, at: now, person, name, text };
                let batch = Batch { chat: vec![line], ..Batch::default() };
                self.store(batch, vec![(voice, Reply::Answer(Answer::Done))]);
                Ok(None)
            }
            ToServer::Mute { person, muted } => {
                let me = holder.and_then(|holder| self.first_person(holder)).ok_or(Error::NotSeated)?;
                let silent = self.muted.entry(me).or_default();
                if muted {
                    silent.insert(person);
                } else {
                    silent.remove(&person);
                }
                self.broadcast_state(now);
                Ok(Some(Reply::Answer(Answer::Done)))
            }
            ToServer::WhyNot { spots } => {
                self.check_playing()?;
                let seat = self.seat_in_hand(&mine, hand).ok_or(Error::NotSeated)?;
                if self.game.turn() != Turn::Seat(seat) {
                    return Err(Error::NotYourTurn(seat));
                }
                let names: Result<Vec<Name>, _> = spots.iter().take(8).map(|spot| spot.parse()).collect();
                let names = names.map_err(|error| Error::Notation(error.to_string()))?;
                let objection = self.game.why_not(&names);
                let objection =
                    objection.map(|it| Objection { code: it.code.to_owned(), why: it.why.clone() });
                told(ToClient::Because { spots, objection })
            }
            ToServer::Ping => told(ToClient::Pong),
            ToServer::Hello { .. } | ToServer::TakeHand { .. } => {
                Err(Error::Malformed("this message needs a socket".to_owned()))
            }
        }
    }

    fn submit_one(&mut self, voice: Voice, actor: Seat, id: String, event: Event, now: Millis) {
        let mut draft = self.draft(now);
        draft.command = Some((actor, id.clone()));
        draft.add(event);
        let number = self.seq() + 1;
        self.submit(draft, vec![(voice, Reply::Acked { id, number })]);
    }

    // --------------------------------------------------------------------------------------------------- checks

    /// The seat that a command is for: the one it names, or the one in hand.
    fn pick_seat(&self, mine: &[Seat], hand: Option<Seat>, named: Option<Seat>) -> Result<Seat, Error> {
        if mine.is_empty() {
            return Err(Error::NotSeated);
        }
        match named {
            Some(seat) if seat.index() >= self.places.len() => Err(Error::NoSuchSeat(seat)),
            Some(seat) if !mine.contains(&seat) => Err(Error::NotYourSeat(seat)),
            Some(seat) => Ok(seat),
            None => {
                let turn = match self.game.turn() {
                    Turn::Seat(seat) => Some(seat).filter(|seat| mine.contains(seat)),
                    _ => None,
                };
                self.seat_in_hand(mine, hand).or(turn).ok_or(Error::NotSeated)
            }
        }
    }

    /// An id that was used before gets the same answer again.
    fn repeated(&self, seat: Seat, id: &str) -> Option<Reply> {
        let number = *self.commands.get(&(seat, id.to_owned()))?;
        Some(Reply::Acked { id: id.to_owned(), number })
    }

    fn check_playing(&self) -> Result<(), Error> {
        match self.status {
            Status::Waiting | Status::Starting => Err(Error::NotStarted),
            Status::Playing => Ok(()),
            Status::Finished | Status::Abandoned => Err(Error::Over),
        }
    }

    fn check_seat(&self, seat: Seat) -> Result<(), Error> {
        let place = &self.places[seat.index()];
        if place.out.is_some() {
            return Err(Error::SeatOut(seat));
        }
        if place.stand_in.is_some() { Err(Error::ComputerSits(seat)) } else { Ok(()) }
    }

    fn check_seq(&self, seq: Number) -> Result<(), Error> {
        match seq.cmp(&self.seq()) {
            std::cmp::Ordering::Less => Err(Error::Stale(self.seq())),
            std::cmp::Ordering::Equal => Ok(()),
            std::cmp::Ordering::Greater => Err(Error::Ahead(self.seq())),
        }
    }

    // ------------------------------------------------------------------------------------------------ going out

    pub(super) fn run_out(&mut self, seat: Seat, now: Millis) {
        let draft = self.going_out(seat, Out::OutOfTime, None, now);
        self.submit(draft, Vec::new());
    }

    /// A seat gives up or runs out of time: with two seats the other wins; with more, a computer player takes the seat
    /// over, unless nobody is left who could win.
    fn going_out(&self, seat: Seat, out: Out, command: Option<(Seat, String)>, now: Millis) -> Draft {
        let mut draft = self.draft(now);
        draft.command = command;
        draft.add(match out {
            Out::Resigned => Event::Resigned { seat },
            Out::OutOfTime => Event::OutOfTime { seat },
        });
        let mut places = self.places.clone();
        places[seat.index()].out = Some(out);
        if places.len() == 2 {
            let result = result_of(draft.game.as_ref(), &places);
            draft.add(Event::Finished { result });
            return draft;
        }
        draft.add(Event::TakenOver { seat, level: STAND_IN_LEVEL });
        if !places.iter().any(|place| place.person().is_some() && place.out.is_none()) {
            draft.add(Event::Abandoned);
        }
        draft
    }

    // ------------------------------------------------------------------------------------------------------ undo

    fn ask_undo(
        &mut self,
        voice: Voice,
        holder: Option<Holder>,
        command: (Seat, String),
        now: Millis,
    ) -> Result<Option<Reply>, Error> {
        let seat = command.0;
        let own = |number: &Number| {
            let row = number.checked_sub(1).map(|index| &self.rows[index as usize].row.event);
            matches!(row, Some(Event::Action { seat: acted, .. }) if *acted == seat)
        };
        let last = self.numbers.iter().rposition(own).ok_or(Error::NothingToUndo)?;
        let from = self.numbers[last];
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
        if is_free || others.is_empty() {
            self.undo_now(command, from, vec![voice], now);
            return Ok(None);
        }
        let by = if let Voice::Socket(_) = voice { voice } else { Voice::Nobody };
        let state = UndoState { seat, from, waits_for: others };
        // Two wishes at a time would leave one of them without an answer.
        if self.undo.as_ref().is_some_and(|undo| undo.command != command) {
            self.drop_undo(Error::UndoRefused);
        }
        self.undo = Some(UndoAsked { state, command, by });
        self.broadcast_state(now);
        // Over a socket the answer comes when it is decided.
        Ok(matches!(voice, Voice::Ticket(_)).then_some(Reply::Answer(Answer::Done)))
    }

    fn undo_now(&mut self, command: (Seat, String), from: Number, voices: Vec<Voice>, now: Millis) {
        let (seat, id) = command.clone();
        let mut draft = self.draft(now);
        draft.command = Some(command);
        draft.add(Event::Undone { seat, from });
        let number = self.seq() + 1;
        let replies = voices.into_iter().map(|voice| (voice, Reply::Acked { id: id.clone(), number }));
        self.submit(draft, replies.collect());
    }

    fn answer_undo(
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
        let undo = self.undo.as_mut().ok_or(Error::NoUndoAsked)?;
        if !agree && (mine.contains(&undo.state.seat) || undo.state.waits_for.contains(&me)) {
            self.drop_undo(Error::UndoRefused);
            self.broadcast_state(now);
            return Ok(Some(Reply::Acked { id, number }));
        }
        let before = undo.state.waits_for.len();
        undo.state.waits_for.retain(|person| *person != me);
        if undo.state.waits_for.len() == before {
            return Err(Error::NoUndoAsked);
        }
        if !undo.state.waits_for.is_empty() {
            self.broadcast_state(now);
            return Ok(Some(Reply::Acked { id, number }));
        }
        let Some(UndoAsked { state, command, by }) = self.undo.take() else { return Err(Error::NoUndoAsked) };
        let (asked_id, next) = (command.1.clone(), number + 1);
        self.undo_now(command, state.from, Vec::new(), now);
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

    // ----------------------------------------------------------------------------------------------------- start

    fn commit(
        &mut self,
        voice: Voice,
        holder: Option<Holder>,
        text: &str,
        now: Millis,
    ) -> Result<Option<Reply>, Error> {
        let person = holder.and_then(|holder| self.first_person(holder)).ok_or(Error::NotSeated)?;
        let is_late = self.starting.is_some() && self.commitments.contains_key(&person);
        if self.status != Status::Waiting || is_late {
            return Err(Error::AlreadyStarted);
        }
        let commitment = commitment(text)?;
        let mut draft = self.draft(now);
        draft.add(Event::Committed { person, commitment });
        let number = self.seq() + 1;
        let done = Reply::Answer(Answer::Acked(number));
        self.submit(draft, vec![(voice, done)]);
        Ok(None)
    }

    pub(super) fn reveal(&mut self, holder: Option<Holder>, text: &str) -> Result<(), Error> {
        let person = holder.and_then(|holder| self.first_person(holder)).ok_or(Error::NotSeated)?;
        let seed: Seed = text.parse().map_err(|_| Error::WrongSeed("a seed is 64 hexadecimal digits"))?;
        let Some(starting) = &mut self.starting else {
            let is_early = self.status == Status::Waiting;
            return Err(if is_early { Error::NotStarted } else { Error::AlreadyStarted });
        };
        if self.commitments.get(&person) != Some(&seed.commitment()) {
            return Err(Error::WrongSeed("this is not the seed that was committed to"));
        }
        starting.seeds.insert(person, seed);
        Ok(())
    }

    pub(super) fn start(
        &mut self,
        holder: Option<Holder>,
        seed: Option<&str>,
        now: Millis,
    ) -> Result<(), Error> {
        let person = holder.and_then(|holder| self.first_person(holder)).ok_or(Error::NotSeated)?;
        if self.status != Status::Waiting {
            return Err(Error::AlreadyStarted);
        }
        if self.starting.is_none() {
            if self.host() != Some(person) {
                return Err(Error::NotHost);
            }
            if self.places.iter().any(|place| place.by.is_none()) {
                return Err(Error::NotFull);
            }
            self.begin_start(now);
        }
        let shown = seed.map_or(Ok(()), |seed| self.reveal(holder, seed));
        self.start_when_ready(now);
        shown
    }

    // -------------------------------------------------------------------------------------------------- computers

    fn thought(&mut self, number: Number, action: Option<String>, now: Millis) {
        let Some(thinking) = &self.thinking else { return };
        if thinking.number != number || number != self.seq() {
            return;
        }
        let seat = thinking.seat;
        let mut draft = self.draft(now);
        let action = action.filter(|action| draft.game.play(seat, action).is_ok());
        let action = action.or_else(|| {
            // A computer player that fails must not stop the table: anything legal will do.
            let choices = draft.game.choices();
            let (action, _) = choices.get(number as usize % choices.len().max(1))?;
            tracing::error!(table = self.id, number, "a computer player gave no legal action");
            draft.game.play(seat, action).ok()?;
            Some(action.clone())
        });
        let Some(action) = action else { return };
        draft.add(Event::Action { seat, action, computer: true });
        draft.settle(&self.places);
        self.submit(draft, Vec::new());
    }

    fn ask(&mut self, ticket: Ticket, holder: Option<Holder>, ask: Ask, now: Millis) {
        let voice = Voice::Ticket(ticket);
        let done = match ask {
            Ask::Say(message) => return self.say(voice, holder, None, message, now),
            Ask::Look { after, seat } => self.look(holder, after, seat, now),
            Ask::Join { join, is_invited } => self.join(voice, holder, &join, is_invited, now),
            Ask::Leave(seat) => self.leave(voice, holder, seat, now),
            Ask::Remove(seat) => self.remove(voice, holder, seat, now),
            Ask::Start(seed) => {
                let seed = seed.as_deref();
                self.start(holder, seed, now).map(|()| Some(Answer::Done))
            }
            Ask::Abandon => self.abandon(voice, holder, now),
            Ask::MayRematch => self.may_rematch(holder).map(|()| Some(Answer::Rematch(self.rematch.clone()))),
            Ask::NoteRematch(table) => self.note_rematch(voice, holder, table, now),
            Ask::MoveTo(to) => self.move_to(voice, holder, to),
            Ask::Forget => self.forget(voice, holder, now),
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

/// Text without blanks around it and without characters that cannot be seen or that change how others are seen; none
/// where nothing is left.
pub(super) fn clean(text: &str) -> Option<String> {
    let is_odd = |c: &char| {
        c.is_control()
            || matches!(*c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
    };
    let text: String = text.trim().chars().filter(|c| !is_odd(c)).collect();
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn id_of(message: &ToServer) -> Option<&str> {
    match message {
        ToServer::Act { id, .. }
        | ToServer::Resign { id, .. }
        | ToServer::Undo { id, .. }
        | ToServer::AnswerUndo { id, .. }
        | ToServer::SitIn { id, .. }
        | ToServer::TakeBack { id, .. } => Some(id),
        _ => None,
    }
}
