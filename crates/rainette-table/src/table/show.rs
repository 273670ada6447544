//! What observers are shown: each what it may know, and nothing else.

use std::collections::BTreeMap;

use rainette_core::{Observer, Seat};

use super::history::Eyes;
use super::machine::Machine;
use super::plan::Reply;
use super::room::{Listener, Pending, ReplyTo};
use super::{Change, Output, Response, Socket};
use crate::Error;
use crate::journal::{Event, TokenHash};
use crate::protocol::{
    ChatLine, Millis, Number, Position, Replay, SeatState, Status, TableEvent, TableState, ToClient, Update,
    Welcome, You,
};

impl Machine {
    /// What was handed out is stored: it counts from now on, whoever waits is answered, and everybody is told.
    pub fn stored(&mut self, now: Millis) -> Vec<Output> {
        if let Some(pending) = self.room.desk.pending.take() {
            self.fold_in(pending, now);
        }
        // Something else may have waited for it.
        self.run(now)
    }

    fn fold_in(&mut self, Pending { changes, replies, .. }: Pending, now: Millis) {
        let first = self.history.seq() + 1;
        let asked = self.history.beside.wish.as_ref().map(|wish| wish.command.clone());
        let are_people_changed = changes.iter().any(|change| matches!(change, Change::Person(_)));
        let is_state_changed = changes
            .iter()
            .any(|change| matches!(change, Change::Muted { .. } | Change::Wish(_) | Change::Aside { .. }));
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

    /// Folds in a change that was stored.
    pub(super) fn apply(&mut self, change: Change) -> Result<(), String> {
        if let Change::Row(row) = &change {
            self.room.start.note(&row.event, row.at);
            if matches!(row.event, Event::Swapped { .. } | Event::Began { .. }) {
                // Whoever had a seat in hand has another one now.
                self.room.here.sockets.values_mut().for_each(|listener| listener.hand = None);
            }
        }
        self.history.apply(change)
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

    /// Tells whoever wanted to take something back that nothing comes of it.
    pub(super) fn refuse_undo(&mut self, id: Option<String>, error: Error) {
        let asker = std::mem::replace(&mut self.room.undo_asker, ReplyTo::Nobody);
        self.answer(asker, Reply::Refused { id, error });
    }

    pub(super) fn send(&mut self, socket: Socket, message: ToClient) {
        self.out.push(Output::Send(socket, message));
    }

    fn you(&self, holder: Option<TokenHash>, in_hand: Option<Seat>) -> You {
        let Some(holder) = holder else { return You::default() };
        let seats = self.history.seats_of(holder);
        let person = self.history.first_person(holder);
        let hand_over = self.history.seat_asked(&seats, in_hand).filter(|seat| in_hand != Some(*seat));
        You {
            person,
            in_hand,
            hand_over,
            is_host: person.is_some() && person == self.history.host(),
            is_removed: self.history.is_removed(holder),
            is_seed_wanted: self.is_seed_wanted(holder),
            is_commitment_wanted: self.history.is_commitment_wanted(holder),
            invite: (!seats.is_empty()).then(|| self.history.invite.clone()),
            muted: person.map(|person| self.history.muted_by(person).collect()).unwrap_or_default(),
            seats,
        }
    }

    /// Tells a socket everything, and the events after this number.
    pub(super) fn greet(&mut self, socket: Socket, after: Number, now: Millis) {
        let Some(listener) = self.room.here.sockets.get(&socket) else { return };
        let holder = listener.holder;
        let in_hand = self.history.hand_of(listener);
        let welcome = self.welcome(holder, in_hand, after, now);
        let (mut told, seq, you) = (welcome.seq, self.history.seq(), welcome.you.clone());
        if let Some(listener) = self.room.here.sockets.get_mut(&socket) {
            listener.sent = seq;
            listener.you = Some(you);
        }
        self.send(socket, ToClient::Welcome(Box::new(welcome)));
        // What does not fit into the welcome follows at once.
        let observer = in_hand.map_or(Observer::Spectator, Observer::Seat);
        while told < seq {
            let events = self.history.happened(observer, told);
            told = events.last().map_or(seq, |event| event.number);
            self.send(
                socket,
                ToClient::Update(Box::new(Update { seq: told, now, events, ..Update::default() })),
            );
        }
    }

    fn welcome(
        &self,
        holder: Option<TokenHash>,
        in_hand: Option<Seat>,
        after: Number,
        now: Millis,
    ) -> Welcome {
        let observer = in_hand.map_or(Observer::Spectator, Observer::Seat);
        // Whoever claims to know more than there is knows nothing; `u64::MAX` asks for no events at all.
        let after = match after {
            Number::MAX => self.history.seq(),
            after if after > self.history.seq() => 0,
            after => after,
        };
        let you = self.you(holder, in_hand);
        let is_heard = |line: &&ChatLine| !you.muted.contains(&line.person);
        let events = self.history.happened(observer, after);
        Welcome {
            // Whoever knows all up to here asks for the rest from here on.
            seq: events.last().map_or(self.history.seq(), |event| event.number),
            head: events
                .last()
                .map_or_else(|| self.history.log.chain.head().to_string(), |event| event.head.clone()),
            latest: self.history.seq(),
            now,
            table: self.table_state(now),
            position: self.history.position(observer),
            opening: if after == 0 { self.history.opening_lines() } else { Vec::new() },
            events,
            chat: self.history.beside.chat.iter().filter(is_heard).cloned().collect(),
            you,
        }
    }

    /// Everything that one may know, with the events after this number, as the named seat of one's own. All of it is stored,
    /// also while something else is being stored.
    pub fn seen(
        &self,
        holder: Option<TokenHash>,
        after: Number,
        seat: Option<Seat>,
        now: Millis,
    ) -> Result<Welcome, Error> {
        let mine = holder.map(|holder| self.history.seats_of(holder)).unwrap_or_default();
        if let Some(seat) = seat
            && !mine.contains(&seat)
        {
            return Err(if mine.is_empty() { Error::NotSeated } else { Error::NotYourSeat(seat) });
        }
        let in_hand = seat.or_else(|| self.history.seat_in_hand(&mine, None));
        Ok(self.welcome(holder, in_hand, after, now))
    }

    /// Tells everybody about the events from this number on.
    pub(super) fn broadcast(&mut self, first: Number, now: Millis) {
        let table = self.table_state(now);
        let mut seen: BTreeMap<u8, (Option<Position>, Vec<TableEvent>)> = BTreeMap::new();
        let seq = self.history.seq();
        let plays = |event: &Event| {
            !matches!(
                event,
                Event::Committed { .. }
                    | Event::Frozen { .. }
                    | Event::Rematch { .. }
                    | Event::Resumed { .. }
            )
        };
        self.greet_newcomers(first, now);
        let has_played =
            self.history.log.rows[first as usize - 1..].iter().any(|kept| plays(&kept.row.event));
        let mut frames = Vec::new();
        for (socket, listener) in &self.room.here.sockets {
            if !listener.is_greeted {
                continue;
            }
            let in_hand = self.history.hand_of(listener);
            let observer = in_hand.map_or(Observer::Spectator, Observer::Seat);
            let key = in_hand.map_or(u8::MAX, |seat| seat.index() as u8);
            let (position, events) = seen.entry(key).or_insert_with(|| {
                let position = has_played.then(|| self.history.position(observer)).flatten();
                (position, self.history.happened(observer, first - 1))
            });
            let you = self.you(listener.holder, in_hand);
            let update = Update {
                seq,
                now,
                events: events.iter().filter(|event| event.number > listener.sent).cloned().collect(),
                position: position.clone(),
                table: Some(table.clone()),
                you: (listener.you.as_ref() != Some(&you)).then_some(you),
            };
            frames.push((*socket, update));
        }
        self.deliver(frames);
        if let Some(table) = self.history.new_rematch(first) {
            let sockets: Vec<Socket> = self.room.here.sockets.keys().copied().collect();
            for socket in sockets {
                self.send(socket, ToClient::Rematch { table: table.clone() });
            }
        }
    }

    /// Tells whoever has come in all that their seat was told: until now they have looked on.
    fn greet_newcomers(&mut self, first: Number, now: Millis) {
        let came_in = |event: &Event| match event {
            Event::CameIn { person, .. } => self.history.beside.people.get(person)?.holder,
            _ => None,
        };
        let rows = self.history.log.rows[first as usize - 1..].iter();
        let newcomers: Vec<TokenHash> = rows.filter_map(|kept| came_in(&kept.row.event)).collect();
        if newcomers.is_empty() {
            return;
        }
        let is_theirs = |it: &Listener| it.is_greeted && it.holder.is_some_and(|it| newcomers.contains(&it));
        let sockets = self.room.here.sockets.iter().filter(|(_, listener)| is_theirs(listener));
        let sockets: Vec<Socket> = sockets.map(|(socket, _)| *socket).collect();
        for socket in sockets {
            self.greet(socket, 0, now);
        }
    }

    /// A part of the game, to be looked at again: so many steps after those that one has.
    pub fn replay(
        &self,
        holder: Option<TokenHash>,
        eyes: Eyes,
        part: (usize, usize),
        now: Millis,
    ) -> Result<Replay, Error> {
        self.history.replay(holder, eyes, part, self.table_state(now))
    }

    /// Tells everybody about the table, if no event has happened.
    pub(super) fn broadcast_state(&mut self, now: Millis) {
        let table = self.table_state(now);
        let greeted = self.room.here.sockets.iter().filter(|(_, listener)| listener.is_greeted);
        let frames = greeted.map(|(socket, listener)| {
            let you = self.you(listener.holder, self.history.hand_of(listener));
            let you = (listener.you.as_ref() != Some(&you)).then_some(you);
            (
                *socket,
                Update { seq: self.history.seq(), now, table: Some(table.clone()), you, ..Update::default() },
            )
        });
        let frames = frames.collect();
        self.deliver(frames);
    }

    fn deliver(&mut self, frames: Vec<(Socket, Update)>) {
        for (socket, update) in frames {
            if let Some(listener) = self.room.here.sockets.get_mut(&socket) {
                listener.sent = update.seq;
                if update.you.is_some() {
                    listener.you.clone_from(&update.you);
                }
            }
            self.send(socket, ToClient::Update(Box::new(update)));
        }
    }

    pub(super) fn spread_chat(&mut self, line: &ChatLine) {
        let hears = |listener: &Listener| {
            let person = listener.holder.and_then(|holder| self.history.first_person(holder));
            let is_muted =
                person.is_some_and(|person| self.history.beside.muted.contains(&(person, line.person)));
            listener.is_greeted && !is_muted
        };
        let sockets: Vec<Socket> = self
            .room
            .here
            .sockets
            .iter()
            .filter(|(_, listener)| hears(listener))
            .map(|(socket, _)| *socket)
            .collect();
        for socket in sockets {
            self.send(socket, ToClient::Chat(line.clone()));
        }
    }

    // ----------------------------------------------------------------------------------------------------- parts

    /// What everybody may know of the table.
    pub fn table_state(&self, now: Millis) -> TableState {
        let seat_state = |seat: Seat| {
            let place = &self.history.places[seat.index()];
            SeatState {
                seat,
                sitter: self.history.sitter(seat, place.by),
                stand_in: place.taken_over.or(place.stand_in),
                may_take_back: self.history.check_take_back(seat).is_ok(),
                may_choose: self.history.may_choose(seat),
                has_chosen: self.history.play.chosen.contains_key(&seat),
                out: place.out,
                is_present: self.is_present(seat, now),
                absent_since: self.shown_absent_since(seat, now),
                may_sit_in: self.may_sit_in(seat, now),
                has_committed: place.person().is_some_and(|person| self.history.promiser(person).is_some()),
                is_ready: self.history.is_ready(place),
                colour: place.colour,
                clock: self.history.play.clocks.state(seat, now),
            }
        };
        TableState {
            id: self.history.id.clone(),
            game: self.history.opening.game.clone(),
            edition: self.history.opening.edition,
            options: self.history.settings.options.clone(),
            status: match self.history.play.status {
                Status::Waiting if self.history.dice.frozen.is_some() => Status::Starting,
                status => status,
            },
            is_public: self.history.settings.is_public,
            start_when_full: self.history.settings.start_when_full,
            starts: self.history.settings.starts,
            seats: Seat::all(self.history.places.len()).map(seat_state).collect(),
            host: self.history.host(),
            clock: self.history.settings.clock,
            grace_ms: self.history.settings.grace_ms,
            stand_in: self.history.settings.stand_in,
            is_practice: self.history.opening.is_practice,
            is_strict: self.history.opening.is_strict,
            takes_newcomers: self.history.opening.takes_newcomers,
            spectators: self.spectators(),
            commitment: self.history.opening.seed.commitment().to_string(),
            opening_events: self.history.opening_events() as u32,
            waits_until: self.room.start.committing.or(self
                .room
                .start
                .starting
                .as_ref()
                .map(|starting| starting.until)),
            swaps: self.history.swaps(),
            undo: self.history.undo_state(),
            thinking: self.thinks(),
            result: self.history.play.result.clone(),
            rematch: self.history.play.rematch.clone(),
            rematch_of: self.history.opening.rematch_of.clone(),
            created_at: self.history.log.rows.first().map_or(now, |kept| kept.row.at),
            marks: self.history.marks(),
        }
    }
}
