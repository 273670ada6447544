//! What people at a table can have done: one file each, with what is said, what must hold, and the plan that follows.
//!
//! A command looks at the table and changes nothing: its [`Plan`] says what is stored, who is answered then, and what
//! changes in the room. The machine carries plans out, one after the other.

mod abandon;
mod act;
mod answer_undo;
mod chat;
mod close;
mod commit;
mod forget;
mod hello;
mod join;
mod leave;
mod look;
mod move_to;
mod mute;
mod rematch;
mod remove;
mod resign;
mod reveal;
mod sit_in;
mod start;
mod take_back;
mod take_hand;
mod undo;
mod why_not;

use rainette_core::Seat;

use super::draft::Draft;
use super::machine::Machine;
use super::nodes::PeerMessage;
use super::room::{ReplyTo, RoomChange};
use super::{Change, Output, Request, Response, Socket, Ticket};
use crate::Error;
use crate::fair::Commitment;
use crate::journal::{Event, TokenHash};
use crate::protocol::{Millis, Number, ToClient, ToServer};

pub use act::Act;
pub use answer_undo::AnswerUndo;
pub use chat::Chat;
pub use commit::Commit;
pub use hello::Hello;
pub use mute::Mute;
pub use resign::Resign;
pub use reveal::Reveal;
pub use sit_in::SitIn;
pub use take_back::TakeBack;
pub use take_hand::TakeHand;
pub use undo::Undo;
pub use why_not::WhyNot;

/// Who gives a command, and when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caller {
    pub(super) reply_to: ReplyTo,
    pub(super) holder: Option<TokenHash>,
    /// The seat that the caller's socket has in hand, at a shared screen.
    pub(super) hand: Option<Seat>,
    pub(super) now: Millis,
}

impl Caller {
    /// The caller's token.
    fn holder(&self) -> Result<TokenHash, Error> {
        self.holder.ok_or(Error::NotSeated)
    }

    /// The caller's number among the people at the table.
    fn person(&self, table: &Machine) -> Result<u32, Error> {
        table.history.first_person(self.holder()?).ok_or(Error::NotSeated)
    }

    /// The caller's seats.
    fn seats(&self, table: &Machine) -> Vec<Seat> {
        self.holder.map(|holder| table.history.seats_of(holder)).unwrap_or_default()
    }

    /// The seat of the caller that a command is for: the one that it names, or the one in hand.
    fn seat(&self, table: &Machine, named: Option<Seat>) -> Result<Seat, Error> {
        table.history.pick_seat(&self.seats(table), self.hand, named)
    }
}

/// What a command leads to.
#[derive(Default)]
pub(super) struct Plan {
    /// What is stored, before anybody is answered.
    pub(super) changes: Vec<Change>,
    /// Who is answered then.
    pub(super) replies: Vec<(ReplyTo, Reply)>,
    /// What changes in the room, at once.
    pub(super) room: Vec<RoomChange>,
}

impl Plan {
    /// Nothing changes, and this is the answer.
    fn answer(caller: &Caller, answer: Response) -> Self {
        Self { replies: vec![(caller.reply_to, Reply::Response(answer))], ..Self::default() }
    }

    /// Nothing changes: the command was carried out before.
    fn repeated(caller: &Caller, reply: Reply) -> Self {
        Self { replies: vec![(caller.reply_to, reply)], ..Self::default() }
    }

    /// These changes, then this answer.
    fn store(caller: &Caller, changes: Vec<Change>, answer: Response) -> Self {
        Self { changes, replies: vec![(caller.reply_to, Reply::Response(answer))], ..Self::default() }
    }

    /// These events, then this answer.
    fn draft(table: &Machine, caller: &Caller, draft: Draft, answer: Response) -> Self {
        Self::store(caller, table.changes_of(draft), answer)
    }

    /// These events, the first of which acknowledges the command with this id.
    fn acknowledged(table: &Machine, caller: &Caller, id: String, draft: Draft) -> Self {
        let number = table.history.seq() + 1;
        let replies = vec![(caller.reply_to, Reply::Acked { id, number })];
        Self { changes: table.changes_of(draft), replies, ..Self::default() }
    }

    /// One event, which acknowledges a seat's command with this id.
    fn event(table: &Machine, caller: &Caller, command: (Seat, String), event: Event) -> Self {
        let mut draft = table.history.draft(caller.now);
        draft.command = Some(command.clone());
        draft.add(event);
        Self::acknowledged(table, caller, command.1, draft)
    }
}

/// What somebody is answered.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Reply {
    Acked { id: String, number: Number },
    Response(Response),
    Refused { id: Option<String>, error: Error },
}

impl Machine {
    /// Hears what a socket says.
    pub(super) fn hear(&mut self, socket: Socket, message: ToServer, now: Millis) {
        let Some(listener) = self.room.here.sockets.get(&socket) else { return };
        let (holder, is_greeted) = (listener.holder, listener.is_greeted);
        let caller = Caller { reply_to: ReplyTo::Socket(socket), holder, hand: self.hand_of(listener), now };
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

    fn refuse(&mut self, caller: &Caller, id: Option<String>, error: Error) {
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

    /// The changes that planned events are: with the end of a game changes what lists show.
    pub(super) fn changes_of(&self, draft: Draft) -> Vec<Change> {
        let ends = draft.ends();
        let mut changes = draft.changes();
        changes.extend(ends.map(|status| Change::Listed(Box::new(self.history.line(status)))));
        changes
    }

    /// Hands out a draft to be stored.
    pub(super) fn submit(&mut self, draft: Draft) {
        let changes = self.changes_of(draft);
        self.store(changes, Vec::new());
    }

    /// Answers somebody, in the way in which they asked.
    pub(super) fn answer(&mut self, reply_to: ReplyTo, reply: Reply) {
        match reply_to {
            ReplyTo::Nobody => {}
            ReplyTo::Socket(socket) => match reply {
                Reply::Acked { id, number } => self.send(socket, ToClient::Acked { id, number }),
                Reply::Refused { id, error } => self.send(socket, ToClient::Refused(error.refusal(id))),
                Reply::Response(Response::Said(message)) => self.send(socket, *message),
                Reply::Response(_) => {}
            },
            ReplyTo::Ticket(ticket) => {
                let answer = match reply {
                    Reply::Acked { number, .. } => Ok(Response::Acked(number)),
                    Reply::Response(answer) => Ok(answer),
                    Reply::Refused { error, .. } => Err(error),
                };
                self.out.push(Output::Reply(ticket, answer));
            }
        }
    }
}

/// A commitment as people write it.
pub(super) fn commitment(text: &str) -> Result<Commitment, Error> {
    text.parse().map_err(|_| Error::WrongSeed("a commitment is 64 hexadecimal digits, in small letters"))
}
