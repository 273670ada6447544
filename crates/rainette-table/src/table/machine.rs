//! A table that lives: what it has stored, who is there, and what is to be done.

use rainette_core::{Observer, Turn};

use super::commands::Reply;
use super::history::{History, LoadError};
use super::room::{Pending, Room, Starting, Thinking, Voice};
use super::{Batch, Change, Input, Job, LINGER, Output, Socket, Stored};
use crate::Error;
use crate::journal::Event;
use crate::protocol::{Millis, Number, Status, ToClient};

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
        for (voice, reply) in replies {
            self.answer(voice, reply);
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
    pub(super) fn store(&mut self, changes: Vec<Change>, replies: Vec<(Voice, Reply)>) {
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
            self.run_out(seat, now);
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

    /// Lets a computer player think, where it is a computer player's turn, somebody waits for it, and none thinks about
    /// this position yet.
    pub(super) fn think(&mut self, now: Millis) {
        let number = self.history.seq();
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

    pub(super) fn send(&mut self, socket: Socket, message: ToClient) {
        self.out.push(Output::Send(socket, message));
    }
}
