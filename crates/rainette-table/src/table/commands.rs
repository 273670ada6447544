//! What people at the table can do, and what computer players do.

use rainette_core::{Name, Seat, Table, Turn};

use super::state::{Listener, Machine, Place, Voice};
use super::{Answer, Ask, Batch, Input, Output, Socket, Ticket};
use crate::Error;
use crate::fair::{Commitment, Seeds};
use crate::journal::{Event, Holder, Row};
use crate::outcome::result_of;
use crate::protocol::{ChatLine, Millis, Number, Objection, Out, Status, ToClient, ToServer};

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
    pub(super) people: Vec<crate::journal::Person>,
    pub(super) game: Box<dyn Table>,
    pub(super) seeds: Option<Seeds>,
    /// How many chance events there were before.
    chances: u64,
    next: Number,
    at: Millis,
    pub(super) command: Option<(Seat, String)>,
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
            let Ok(chance) = self.game.draw(&mut seeds.random(self.chances + 1)) else { return };
            self.chances += 1;
            self.add(Event::Chance { chance });
        }
        if self.game.turn() == Turn::Over {
            let result = result_of(self.game.as_ref(), &outs(places));
            self.add(Event::Finished { result });
        }
    }

    pub(super) fn batch(self) -> Batch {
        Batch { rows: self.rows, people: self.people, ..Batch::default() }
    }

    pub(super) fn ends(&self) -> Option<Status> {
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
                    self.tell_thinking();
                    self.broadcast_state(now);
                }
            }
            Input::Thought(number, action) => self.thought(number, action, now),
            Input::Heard(node, word) => self.hear_word(node, word, now),
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
            chances: self.chances,
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
            batch.line = Some(Box::new(self.line(status)));
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
                self.think_for(holder, now);
                self.start_when_ready(now);
                self.note_visit(now);
            }
            _ if !is_greeted => {
                self.answer(voice, Reply::Refused { id: None, error: Error::NoHello });
            }
            ToServer::TakeHand { seat } => {
                let mine = holder.map(|holder| self.seats_of(holder)).unwrap_or_default();
                if let Some(seat) = seat.filter(|seat| !mine.contains(seat)) {
                    return self.answer(voice, Reply::Refused { id: None, error: Error::NotYourSeat(seat) });
                }
                if let Some(listener) = self.sockets.get_mut(&socket) {
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
        if id_of(&message).is_some_and(|id| id.is_empty() || id.chars().count() > 64) {
            return Err(Error::WrongId);
        }
        let mine = holder.map(|holder| self.seats_of(holder)).unwrap_or_default();
        let done = Ok(Some(Reply::Answer(Answer::Done)));
        match message {
            ToServer::Act { id, seq, seat, action } => {
                let seat = self.pick_seat(&mine, hand, seat)?;
                self.check_hand(voice, &mine, hand, seat)?;
                self.act(voice, (seat, id), seq, action, now)
            }
            ToServer::Resign { id, seat } => {
                let seat = self.pick_seat(&mine, hand, seat)?;
                self.resign(voice, (seat, id), now)
            }
            ToServer::Undo { id, seq, seat } => {
                let seat = self.pick_seat(&mine, hand, seat)?;
                if let Some(reply) = self.repeated(seat, &id) {
                    return Ok(Some(reply));
                }
                if self.is_asked_again(seat, &id) {
                    return Ok(self.wait_on(voice));
                }
                self.check_playing()?;
                self.check_room()?;
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
                self.sit_in(voice, (actor, id), seat, level, now)
            }
            ToServer::TakeBack { id, seat } => {
                let seat = self.pick_seat(&mine, hand, Some(seat))?;
                self.take_seat_back(voice, (seat, id), now)
            }
            ToServer::Commit { commitment } => {
                self.check_room()?;
                self.commit(voice, holder, &commitment, now)
            }
            ToServer::Reveal { seed } => {
                self.reveal(holder, &seed)?;
                self.start_when_ready(now);
                if self.pending.is_none() {
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
                let because = self.why_not(&mine, hand, spots)?;
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
        if let Some(reply) = self.repeated(seat, &id) {
            return Ok(Some(reply));
        }
        self.check_playing()?;
        self.check_room()?;
        self.check_seat(seat)?;
        self.check_seq(seq)?;
        let mut draft = self.draft(now);
        draft.command = Some(command);
        draft.game.play(seat, &action)?;
        draft.add(Event::Action { seat, action, computer: false });
        draft.settle(&self.places);
        let number = self.seq() + 1;
        self.submit(draft, vec![(voice, Reply::Acked { id, number })]);
        Ok(None)
    }

    fn resign(&mut self, voice: Voice, command: (Seat, String), now: Millis) -> Result<Option<Reply>, Error> {
        let (seat, id) = command.clone();
        if let Some(reply) = self.repeated(seat, &id) {
            return Ok(Some(reply));
        }
        self.check_playing()?;
        if self.places[seat.index()].out.is_some() {
            return Err(Error::SeatOut(seat));
        }
        let draft = self.going_out(seat, Out::Resigned, Some(command), now);
        let number = self.seq() + 1;
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
        if let Some(reply) = self.repeated(actor, &id) {
            return Ok(Some(reply));
        }
        self.check_playing()?;
        self.check_room()?;
        let stand_in = self.opening.stand_in;
        if level.is_some_and(|level| level != stand_in) {
            // Whoever waits must not choose how well the one who is away plays.
            return Err(Error::OtherLevel(stand_in));
        }
        let place = self.places.get(seat.index()).ok_or(Error::NoSuchSeat(seat))?;
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
        if let Some(reply) = self.repeated(seat, &id) {
            return Ok(Some(reply));
        }
        self.check_playing()?;
        self.check_room()?;
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

    // ------------------------------------------------------------------------------------------------------ talk

    fn chat(
        &mut self,
        voice: Voice,
        holder: Option<Holder>,
        text: &str,
        now: Millis,
    ) -> Result<Option<Reply>, Error> {
        let person = holder.and_then(|holder| self.first_person(holder)).ok_or(Error::NotSeated)?;
        let text = super::text::line(text)?;
        let name = self.people.get(&person).and_then(|person| person.name.clone());
        let line = ChatLine { number: self.said + 1, at: now, person, name, text };
        let batch = Batch { chat: vec![line], ..Batch::default() };
        self.store(batch, vec![(voice, Reply::Answer(Answer::Done))]);
        Ok(None)
    }

    fn mute(
        &mut self,
        voice: Voice,
        holder: Option<Holder>,
        person: u32,
        muted: bool,
    ) -> Result<Option<Reply>, Error> {
        let me = holder.and_then(|holder| self.first_person(holder)).ok_or(Error::NotSeated)?;
        let done = Reply::Answer(Answer::Done);
        if !self.people.contains_key(&person) || self.muted.contains(&(me, person)) == muted {
            return Ok(Some(done));
        }
        self.store(Batch { muted: vec![(me, person, muted)], ..Batch::default() }, vec![(voice, done)]);
        Ok(None)
    }

    fn why_not(&self, mine: &[Seat], hand: Option<Seat>, spots: Vec<String>) -> Result<ToClient, Error> {
        self.check_playing()?;
        let seat = self.seat_in_hand(mine, hand).ok_or(Error::NotSeated)?;
        if self.game.turn() != Turn::Seat(seat) {
            return Err(Error::NotYourTurn(seat));
        }
        let names: Result<Vec<Name>, _> = spots.iter().map(|spot| spot.parse()).collect();
        let names = names.map_err(|error| Error::Notation(error.to_string()))?;
        let objection = self.game.why_not(&names);
        let objection = objection.map(|it| Objection { code: it.code.to_owned(), why: it.why });
        Ok(ToClient::Because { spots, objection })
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

    /// A shared screen acts for the seat in hand alone where seats have secrets: whether an action is legal would tell
    /// what another one holds. A script's requests show nothing, so that it needs no hand.
    fn check_hand(&self, voice: Voice, mine: &[Seat], hand: Option<Seat>, seat: Seat) -> Result<(), Error> {
        let is_screen = matches!(voice, Voice::Socket(_));
        if is_screen && self.game.info().has_secrets && self.seat_in_hand(mine, hand) != Some(seat) {
            return Err(Error::NotInHand(seat));
        }
        Ok(())
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
            let result = result_of(draft.game.as_ref(), &outs(&places));
            draft.add(Event::Finished { result });
            return draft;
        }
        draft.add(Event::TakenOver { seat, level: self.opening.stand_in });
        if !places.iter().any(|place| place.person().is_some() && place.out.is_none()) {
            draft.add(Event::Abandoned);
        }
        draft
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
        self.note_seen(holder, &ask, now);
        if matches!(ask, Ask::Join { .. } | Ask::Leave(_) | Ask::Remove(_))
            && let Err(error) = self.check_room()
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
            Ask::MayRematch => self.may_rematch(holder).map(|()| Some(Answer::Rematch(self.rematch.clone()))),
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

/// Why each seat can no longer win.
fn outs(places: &[Place]) -> Vec<Option<Out>> {
    places.iter().map(|place| place.out).collect()
}

pub(super) fn commitment(text: &str) -> Result<Commitment, Error> {
    text.parse().map_err(|_| Error::WrongSeed("a commitment is 64 hexadecimal digits, in small letters"))
}

pub(super) fn check_level(level: u8) -> Result<(), Error> {
    if (1..=8).contains(&level) { Ok(()) } else { Err(Error::WrongLevel) }
}

pub(super) fn id_of(message: &ToServer) -> Option<&str> {
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
