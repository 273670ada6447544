//! What people do: they come and go, play at random, and say again what was not answered.

use rainette_core::{Random as _, Seat};
use rainette_table::Error;
use rainette_table::protocol::{
    Act, AnswerUndo, Chat, Resign, Reveal, SitIn, Sitter, Status, TableState, TakeBack, ToServer, TurnState,
    Undo,
};
use rainette_table::table::{Input, Request, Response, Socket, Ticket};

use super::super::client::Unanswered;
use super::{BAD_TIMES, BEGINNING, Happening, RIVALS, World};

impl World {
    pub(super) fn wake(&mut self, who: usize) {
        // While everybody waits for somebody who is away, there is less to do.
        let pace = if self.is_bad() && self.now > BEGINNING + BAD_TIMES { 5 } else { 1 };
        let rest = pace * (20 + i64::from(self.below(200)));
        self.later(rest, Happening::Wake { client: who });
        if self.now < self.clients[who].away_until {
            return;
        }
        let Some(node) = self.any_node() else { return };
        if !self.clients[who].has_joined && self.is_newcomer(who) {
            return self.come_in(who, node);
        }
        if !self.clients[who].has_joined {
            return self.later(5, Happening::Join { client: who, node });
        }
        if self.is_bad() && self.one_in(80) {
            return self.go_away(who);
        }
        if self.clients[who].socket.is_none() {
            self.next_socket += 1;
            let socket = self.next_socket;
            self.sockets.insert(socket, (who, node));
            self.clients[who].socket = Some(socket);
            self.clients[who].greeting_since = None;
            self.feed(node, Input::Attach(Socket(socket), Some(self.clients[who].holder)));
            return self.greet(who);
        }
        match self.clients[who].greeting_since {
            // The greeting was lost.
            Some(since) if self.now > since + 400 => {
                self.clients[who].greeting_since = None;
                return self.greet(who);
            }
            Some(_) => return,
            None => {}
        }
        if let Some(unanswered) = self.clients[who].unanswered.clone() {
            self.answer_undo(who);
            if self.now > unanswered.sent_at + 300 {
                self.say(who, unanswered.message);
                if let Some(unanswered) = &mut self.clients[who].unanswered {
                    unanswered.sent_at = self.now;
                }
                // An undo waits for others, who may have missed that they are asked.
                self.greet(who);
            }
            return;
        }
        self.decide(who);
    }

    pub(super) fn go_away(&mut self, who: usize) {
        let is_long = self.bad_until > BEGINNING + BAD_TIMES && self.one_in(2);
        let longest = if is_long { self.bad_until - self.now } else { 4_000 };
        let until = self.now + i64::from(self.below(longest.max(1) as u32));
        self.leave_until(who, until);
    }

    pub(super) fn leave_until(&mut self, who: usize, until: i64) {
        self.clients[who].away_until = until;
        if let Some(socket) = self.clients[who].socket.take()
            && let Some((_, node)) = self.sockets.remove(&socket)
        {
            self.feed(node, Input::Detach(Socket(socket)));
        }
    }

    pub(super) fn decide(&mut self, who: usize) {
        let client = &self.clients[who];
        let Some(table) = client.table.clone() else { return };
        match client.status() {
            Status::Waiting | Status::Starting if client.you.is_seed_wanted => {
                let seed = client.seed.reveal();
                self.say(who, ToServer::Reveal(Reveal { seed }));
            }
            Status::Waiting if self.lobby(who, &table) => self.greet(who),
            Status::Waiting if self.clients[who].you.is_host => {
                let is_full =
                    table.seats.iter().all(|seat| !matches!(seat.sitter, Sitter::Open | Sitter::Invited));
                if is_full {
                    self.say(who, ToServer::Start);
                }
                // Whoever only waits may have missed something.
                self.greet(who);
            }
            Status::Waiting | Status::Starting => self.greet(who),
            Status::Playing => self.play(who, &table),
            Status::Finished | Status::Abandoned => {}
        }
    }

    pub(super) fn play(&mut self, who: usize, table: &TableState) {
        let client = &self.clients[who];
        let mine = client.you.seats.clone();
        let seq = client.seq;
        if self.answer_undo(who) {
            return;
        }
        let Some(&first) = mine.first() else {
            // Whoever only looks on may have missed something.
            return self.greet(who);
        };
        let own = |seat: Seat| &table.seats[seat.index()];
        if let Some(&seat) = mine.iter().find(|&&seat| own(seat).may_take_back) {
            return self.command(who, seat, |id| ToServer::TakeBack(TakeBack { id, seat }));
        }
        // Too early: the computer player ends the turn first that was missed.
        let is_late = |seat: &&Seat| own(**seat).stand_in.is_some() && own(**seat).out.is_none();
        if let Some(&seat) = mine.iter().find(is_late)
            && self.one_in(4)
        {
            return self.command(who, seat, |id| ToServer::TakeBack(TakeBack { id, seat }));
        }
        let absent = table.seats.iter().find(|seat| seat.may_sit_in && !mine.contains(&seat.seat));
        // Only those who still play may let a computer player sit in for somebody.
        if let (Some(absent), Some(&plays)) = (absent, mine.iter().find(|&&seat| own(seat).out.is_none())) {
            let seat = absent.seat;
            return self.command(who, plays, |id| ToServer::SitIn(SitIn { id, seat, level: None }));
        }
        let seat = self.clients[who].you.in_hand.unwrap_or(first);
        if self.is_bad() {
            match self.below(60) {
                0 => return self.command(who, seat, |id| ToServer::Undo(Undo { id, seq, seat: Some(seat) })),
                1 if self.one_in(8) => {
                    return self.command(who, seat, |id| ToServer::Resign(Resign { id, seat: Some(seat) }));
                }
                2 => return self.say(who, ToServer::Chat(Chat { text: "hello".to_owned() })),
                3 => {
                    let action = "nonsense".to_owned();
                    return self
                        .command(who, seat, |id| ToServer::Act(Act { id, seq, seat: Some(seat), action }));
                }
                _ => {}
            }
        }
        let actions = self.clients[who].actions();
        if actions.is_empty() {
            // Nothing to do: perhaps something was missed.
            if self.one_in(4) {
                self.greet(who);
            }
            return;
        }
        let action = actions[self.below(actions.len() as u32) as usize].clone();
        // Whoever is asked before their turn chooses at once.
        let seat = match self.clients[who].position.as_ref().map(|position| position.turn) {
            Some(TurnState::Seat { seat }) if mine.contains(&seat) => seat,
            _ => seat,
        };
        if self.shared.is_some() && self.is_bad() && self.one_in(3) {
            let other = actions[self.below(actions.len() as u32) as usize].clone();
            self.rival(who, seat, seq, other);
        }
        self.command(who, seat, |id| ToServer::Act(Act { id, seq, seat: Some(seat), action }));
    }

    /// Answers somebody who wants to take something back, and gives whether there was something to answer.
    pub(super) fn answer_undo(&mut self, who: usize) -> bool {
        let client = &self.clients[who];
        let undo = client.table.as_ref().and_then(|table| table.undo.as_ref());
        let is_asked =
            undo.zip(client.you.person).is_some_and(|(undo, person)| undo.waits_for.contains(&person));
        if is_asked {
            let agree = !self.one_in(4);
            let id = self.clients[who].next_id();
            self.say(who, ToServer::AnswerUndo(AnswerUndo { id, agree }));
        }
        is_asked
    }

    pub(super) fn command(&mut self, who: usize, seat: Seat, message: impl FnOnce(String) -> ToServer) {
        let id = self.clients[who].next_id();
        let message = message(id.clone());
        self.clients[who].unanswered =
            Some(Unanswered { id, seat, message: message.clone(), sent_at: self.now });
        self.say(who, message);
    }

    /// Somebody gives another command at another node at the same time, as with two windows: one of them is too late.
    pub(super) fn rival(&mut self, who: usize, seat: Seat, seq: u64, action: String) {
        let Some(node) = self.any_node() else { return };
        let id = self.clients[who].next_id();
        let ticket = Ticket(RIVALS + self.rivals.len() as u64);
        self.rivals.push((who, id.clone(), seat));
        let say = ToServer::Act(Act { id, seq, seat: Some(seat), action });
        let (holder, delay) = (self.clients[who].holder, i64::from(self.below(40)));
        self.later(delay, Happening::Request { node, ticket, holder, ask: Box::new(Request::Say(say)) });
    }

    pub(super) fn rival_answered(&mut self, rival: usize, answer: Result<Response, Error>) {
        let (who, id, seat) = self.rivals[rival].clone();
        match answer {
            Ok(Response::Acked(number)) => {
                self.troubles.rivals_won += 1;
                let before = self.clients[who].acknowledged.insert(id, (seat, number));
                assert_eq!(before, None, "a command was acknowledged twice");
            }
            Ok(other) => panic!("an action is answered with {other:?}"),
            Err(error) => {
                assert_ne!(error, Error::Internal);
                self.troubles.rivals_lost += 1;
            }
        }
    }
}
