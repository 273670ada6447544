//! A table that lives: what it has stored, who is there, and what is to be done.

use super::commands::Reply;
use super::history::{History, LoadError};
use super::room::{Listener, Pending, ReplyTo, Room, Starting};
use super::{Batch, Change, Input, LINGER, Output, Socket, Stored};
use crate::Error;
use crate::journal::Event;
use crate::protocol::{Millis, Number, Out, Status, ToClient};

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

    /// Folds in a change that was stored.
    pub(super) fn apply(&mut self, change: Change) -> Result<(), String> {
        if let Change::Row(row) = &change {
            self.room.start.note(&row.event, row.at);
        }
        self.history.apply(change)
    }

    /// Takes in something that happens at this time, and gives what is to be done about it.
    pub fn handle(&mut self, input: Input, now: Millis) -> Vec<Output> {
        if matches!(input, Input::Stored) {
            self.stored(now);
        } else {
            self.room.desk.waiting.push_back(input);
        }
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
            Input::Stored | Input::Tick => {}
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

    fn stored(&mut self, now: Millis) {
        let Some(Pending { changes, replies, .. }) = self.room.desk.pending.take() else { return };
        let first = self.history.seq() + 1;
        let asked = self.history.beside.wish.as_ref().map(|wish| wish.command.clone());
        let are_people_changed = changes.iter().any(|change| matches!(change, Change::Person(_)));
        let is_state_changed =
            changes.iter().any(|change| matches!(change, Change::Muted { .. } | Change::Wish(_)));
        let mut said = Vec::new();
        for change in changes {
            if let Change::Said(line) = &change {
                said.push(line.clone());
            }
            if let Err(what) = self.apply(change) {
                // The same events were carried out on a copy when they were planned.
                let (id, next) = (&self.history.id, self.history.seq() + 1);
                unreachable!("event {next} of table {id} was planned but cannot happen: {what}");
            }
        }
        if asked.is_some() && self.history.beside.wish.is_none() {
            // A refusal has its own reply, and whoever took back is answered with the event.
            self.refuse_undo(asked, Error::Stale(self.history.seq()));
        }
        // Durable, then acknowledged, then broadcast.
        for (reply_to, reply) in replies {
            self.answer(reply_to, reply);
        }
        for line in said {
            self.spread_chat(&line);
        }
        // Who thinks now is part of what everybody is told.
        self.think(now);
        if self.history.seq() >= first || are_people_changed {
            self.room.here.shown = self.presence(now);
            self.broadcast(first, now);
        } else if is_state_changed {
            self.broadcast_state(now);
        }
        self.start_when_ready(now);
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

    /// A seat's time is up as soon as it is, whatever else comes in.
    fn run_clock(&mut self, now: Millis) {
        self.run_nodes(now);
        if let Some((seat, at)) = self.history.play.clocks.deadline()
            && now >= at
        {
            let draft = self.history.going_out(seat, Out::OutOfTime, None, now);
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

    /// Tells whoever wanted to take something back that nothing comes of it.
    pub(super) fn refuse_undo(&mut self, id: Option<String>, error: Error) {
        let asker = std::mem::replace(&mut self.room.undo_asker, ReplyTo::Nobody);
        self.answer(asker, Reply::Refused { id, error });
    }

    pub(super) fn send(&mut self, socket: Socket, message: ToClient) {
        self.out.push(Output::Send(socket, message));
    }
}
