//! A table that lives: what it has stored, who is there, and what is to be done.

use super::commands::{abandon, close, forget, join, leave, look, move_to, rematch, remove, start};
use super::history::{History, LoadError};
use super::nodes::PeerMessage;
use super::plan::{Caller, Draft, Plan, Reply};
use super::room::{Listener, Pending, ReplyTo, Room, RoomChange, Starting};
use super::{Batch, Change, Input, LINGER, Output, Request, Response, Socket, Stored, Ticket};
use crate::Error;
use crate::journal::{Event, TokenHash};
use crate::protocol::{Millis, Number, Status, ToClient, ToServer};

/// A table.
pub struct Machine {
    pub(super) history: History,
    pub(super) room: Room,
    pub(super) out: Vec<Output>,
}

impl Machine {
    /// The table that a log leads to. `downtime` is how long the server was down since the last event.
    pub fn load(stored: Stored, now: Millis, downtime: Millis) -> Result<Self, LoadError> {
        let history = History::load(stored)?;
        let mut machine = Self { history, room: Room::new(now), out: Vec::new() };
        machine.room.here.shown = machine.presence(now);
        machine.resume(now, downtime);
        Ok(machine)
    }

    /// What is stored of the table, for whoever reads it.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The number of the last event.
    pub fn seq(&self) -> Number {
        self.history.seq()
    }

    /// How far the table is.
    pub fn status(&self) -> Status {
        self.history.status()
    }

    /// Takes in something that happens at this time, and gives what is to be done about it.
    pub fn handle(&mut self, input: Input, now: Millis) -> Vec<Output> {
        self.room.desk.waiting.push_back(input);
        self.run(now)
    }

    /// Takes in what waits, as far as nothing has to be stored first.
    pub(super) fn run(&mut self, now: Millis) -> Vec<Output> {
        while self.room.desk.pending.is_none() {
            self.run_clock(now);
            if self.room.desk.pending.is_some() {
                break;
            }
            let Some(input) = self.room.desk.waiting.pop_front() else { break };
            self.room.desk.taking = self.room.nodes.is_shared().then(|| input.clone());
            self.take(input, now);
            self.room.desk.taking = None;
        }
        self.heed_presence(now);
        self.notice_presence(now);
        self.tell_presence_when_due(now);
        self.room.ran_at = now;
        std::mem::take(&mut self.out)
    }

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
            Input::Request(ticket, holder, ask) => self.ask(ticket, holder, ask, now),
            Input::Thinking(number) => self.thinking(number, now),
            Input::Thought(number, action) => self.thought(number, action, now),
            Input::Heard(node, word) => self.hear_peer(node, word, now),
            Input::Tick => {}
            Input::GoDown => {
                let sockets: Vec<Socket> = self.room.here.sockets.keys().copied().collect();
                for socket in sockets {
                    self.send(socket, ToClient::Reconnect { after_ms: 1_000 });
                }
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

    /// When the machine wants to be told that time has passed.
    pub fn alarm(&self) -> Option<Millis> {
        let clock = self.history.play.clocks.deadline().map(|(_, at)| at);
        let start = self.room.start.starting.as_ref().map(|starting| starting.until);
        let linger = self
            .room
            .here
            .absent
            .values()
            .map(|since| since + LINGER)
            .filter(|at| *at > self.room.ran_at)
            .min();
        let grace = self.turn_of_absent().map(|(_, at)| at).filter(|at| *at > self.room.ran_at);
        let seen = self.room.here.seen_at.alarm(self.room.ran_at);
        let alarms = [
            clock,
            self.room.start.committing,
            start,
            linger,
            grace,
            seen,
            self.tells_seeds_at(),
            self.room.nodes.alarm(),
        ];
        alarms.into_iter().flatten().min()
    }

    /// Hands out changes to be stored.
    pub(super) fn store(&mut self, changes: Vec<Change>, replies: Vec<(ReplyTo, Reply)>) {
        let batch = Batch::new(self.history.id.clone(), changes.clone());
        self.out.push(Output::Store(batch));
        self.room.desk.pending = Some(Pending { changes, replies, input: self.room.desk.taking.take() });
    }

    /// After a restart: time is not charged, seats that computer players hold go on, a full table starts.
    fn resume(&mut self, now: Millis, downtime: Millis) {
        // Whoever has shown a seed before has to show it again, and needs time for it.
        self.room.start.starting = self.history.is_starting().then(|| Starting::new(now));
        let last = self.history.log.rows.last().map_or(now, |kept| kept.row.at);
        let lost_ms = downtime.min(now - last);
        if lost_ms > 0 && self.history.play.clocks.deadline().is_some() {
            let mut draft = self.history.draft(now);
            draft.add(Event::Resumed { lost_ms });
            self.store(draft.changes(), Vec::new());
        } else {
            self.think(now);
            self.start_when_ready(now);
        }
    }

    /// Time is up as soon as it is, whatever else comes in.
    fn run_clock(&mut self, now: Millis) {
        self.run_nodes(now);
        if let Some((late, at)) = self.history.play.clocks.deadline()
            && now >= at
        {
            let draft = self.history.missing_turn(&late, now);
            self.submit(draft);
        }
        if self.room.desk.pending.is_none() && self.room.start.committing.is_some_and(|until| now >= until) {
            self.freeze(now);
        }
        if self.room.desk.pending.is_none()
            && self.room.start.starting.as_ref().is_some_and(|starting| now >= starting.until)
        {
            self.start_with_what_there_is(now);
        }
    }
}

/// What people want done.
impl Machine {
    /// Hears what a socket says.
    pub(super) fn hear(&mut self, socket: Socket, message: ToServer, now: Millis) {
        let Some(listener) = self.room.here.sockets.get(&socket) else { return };
        let (holder, is_greeted) = (listener.holder, listener.is_greeted);
        let caller =
            Caller { reply_to: ReplyTo::Socket(socket), holder, hand: self.history.hand_of(listener), now };
        match message {
            ToServer::Hello(hello) => hello.carry_out(self, socket, &caller),
            _ if !is_greeted => self.refuse(&caller, None, Error::NoHello),
            ToServer::TakeHand(take_hand) => take_hand.carry_out(self, socket, &caller),
            message => self.say(&caller, message),
        }
    }

    /// Does what somebody asks for without a socket.
    pub(super) fn ask(&mut self, ticket: Ticket, holder: Option<TokenHash>, ask: Request, now: Millis) {
        let caller = Caller { reply_to: ReplyTo::Ticket(ticket), holder, hand: None, now };
        self.note_seen(holder, &ask, now);
        let plan = match ask {
            Request::Say(message) => return self.say(&caller, message),
            Request::Look { after, seat } => look::plan(self, &caller, after, seat),
            Request::Join { join, is_invited } => join::plan(self, &caller, &join, is_invited),
            Request::Leave(seat) => leave::plan(self, &caller, seat),
            Request::Remove(seat) => remove::plan(self, &caller, seat),
            Request::Start => start::plan(self, &caller),
            Request::Abandon => abandon::plan(self, &caller),
            Request::MayRematch => rematch::may(self, &caller),
            Request::NoteRematch(table) => rematch::note(self, &caller, table),
            Request::MoveTo(to) => move_to::plan(self, &caller, to),
            Request::Forget => forget::plan(self, &caller),
            Request::CloseUnvisited { is_due } => Ok(close::unvisited(self, &caller, is_due)),
            Request::CloseQuiet(before) => close::quiet(self, &caller, before),
        };
        self.carry_out_or_refuse(&caller, None, plan);
    }

    /// Carries out a message, or says why not.
    fn say(&mut self, caller: &Caller, message: ToServer) {
        let id = message.id().map(str::to_owned);
        let plan = if id.as_ref().is_some_and(|id| id.is_empty() || id.chars().count() > 64) {
            Err(Error::WrongId)
        } else {
            self.plan(caller, message)
        };
        self.carry_out_or_refuse(caller, id, plan);
    }

    fn plan(&self, caller: &Caller, message: ToServer) -> Result<Plan, Error> {
        match message {
            ToServer::Act(act) => act.plan(self, caller),
            ToServer::Resign(resign) => resign.plan(self, caller),
            ToServer::Undo(undo) => undo.plan(self, caller),
            ToServer::AnswerUndo(answer) => answer.plan(self, caller),
            ToServer::SitIn(sit_in) => sit_in.plan(self, caller),
            ToServer::TakeBack(take_back) => take_back.plan(self, caller),
            ToServer::Commit(commit) => commit.plan(self, caller),
            ToServer::Reveal(reveal) => reveal.plan(self, caller),
            ToServer::Arrange(arrange) => arrange.plan(self, caller),
            ToServer::Fill(fill) => fill.plan(self, caller),
            ToServer::Empty(empty) => empty.plan(self, caller),
            ToServer::Swap(swap) => swap.plan(self, caller),
            ToServer::AnswerSwap(answer) => answer.plan(self, caller),
            ToServer::Ready(ready) => ready.plan(self, caller),
            ToServer::Colour(colour) => colour.plan(self, caller),
            ToServer::Rename(rename) => rename.plan(self, caller),
            ToServer::Start => start::plan(self, caller),
            ToServer::Chat(chat) => chat.plan(self, caller),
            ToServer::Mute(mute) => mute.plan(self, caller),
            ToServer::WhyNot(why_not) => why_not.plan(self, caller),
            ToServer::Ping => Ok(Plan::answer(caller, Response::Said(Box::new(ToClient::Pong)))),
            ToServer::Hello(_) | ToServer::TakeHand(_) => {
                Err(Error::Malformed("this message needs a socket".to_owned()))
            }
        }
    }

    fn carry_out_or_refuse(&mut self, caller: &Caller, id: Option<String>, plan: Result<Plan, Error>) {
        match plan {
            Ok(plan) => self.carry_out(plan, caller.now),
            Err(error) => self.refuse(caller, id, error),
        }
    }

    pub(super) fn refuse(&mut self, caller: &Caller, id: Option<String>, error: Error) {
        self.answer(caller.reply_to, Reply::Refused { id, error });
    }

    /// Carries out a plan: what changes in the room at once, the rest once it is stored.
    pub(super) fn carry_out(&mut self, plan: Plan, now: Millis) {
        let Plan { changes, replies, room } = plan;
        let concerns_start = room.iter().any(RoomChange::concerns_start);
        for change in room {
            if let RoomChange::Shown { person, seed } = change {
                self.tell_peers(PeerMessage::Shown { person, seed });
            }
            self.room.apply(change);
        }
        // Whoever is told that it is done finds it done: what follows from it is stored before.
        let at_once = if changes.is_empty() {
            replies
        } else {
            self.store(changes, replies);
            Vec::new()
        };
        if concerns_start {
            self.start_when_ready(now);
            if self.room.desk.pending.is_none() {
                // Everybody hears whom the start still waits for.
                self.broadcast_state(now);
            }
        }
        for (reply_to, reply) in at_once {
            self.answer(reply_to, reply);
        }
    }

    /// Hands out a draft to be stored.
    pub(super) fn submit(&mut self, draft: Draft) {
        let changes = self.history.changes_of(draft);
        self.store(changes, Vec::new());
    }
}
