//! What observers are shown: each what it may know, and nothing else.

use std::collections::BTreeMap;

use rainette_core::{Observer, Seat, Told, Turn};
use serde_json::Value;

use super::state::{Listener, Machine};
use super::{Answer, EVENTS_TOLD, STEPS_TOLD, Socket};
use crate::Error;
use crate::fair::{Promise, Showing};
use crate::journal::{By, Event, Holder};
use crate::protocol::{
    ChatLine, Choices, FrozenPromise, Happened, Millis, Number, Position, Replay, SeatState, ShownSeed,
    Sitter, Status, Step, TableLine, TableState, ToClient, TurnState, Update, Welcome, What, You,
};

/// Whose knowledge a replay shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eyes {
    /// One observer's.
    Of(Observer),
    /// Everybody's, once the game is over.
    All,
}

impl Machine {
    /// The seat whose knowledge somebody with these seats is shown. At a shared screen where seats have secrets that is
    /// the one taken in hand; where there are none, the one whose turn it is.
    pub(super) fn seat_in_hand(&self, mine: &[Seat], hand: Option<Seat>) -> Option<Seat> {
        match mine {
            [] => None,
            [only] => Some(*only),
            [first, ..] => hand.filter(|hand| mine.contains(hand)).or_else(|| {
                if self.game.info().has_secrets {
                    return None;
                }
                match self.game.turn() {
                    Turn::Seat(seat) if mine.contains(&seat) => Some(seat),
                    _ => Some(*first),
                }
            }),
        }
    }

    pub(super) fn hand_of(&self, listener: &Listener) -> Option<Seat> {
        let mine = self.seats_of(listener.holder?);
        // Without secrets there is nothing to hand over: the screen follows the turn.
        let hand = listener.hand.filter(|_| self.game.info().has_secrets);
        self.seat_in_hand(&mine, hand)
    }

    fn you(&self, holder: Option<Holder>, in_hand: Option<Seat>) -> You {
        let Some(holder) = holder else { return You::default() };
        let seats = self.seats_of(holder);
        let person = self.first_person(holder);
        let hand_over = match self.game.turn() {
            Turn::Seat(seat)
                if self.status == Status::Playing
                    && seats.contains(&seat)
                    && in_hand != Some(seat)
                    && self.places[seat.index()].level().is_none() =>
            {
                Some(seat)
            }
            _ => None,
        };
        You {
            person,
            in_hand,
            hand_over,
            is_host: person.is_some() && person == self.host(),
            is_seed_wanted: self.is_seed_wanted(holder),
            is_commitment_wanted: self.is_commitment_wanted(holder),
            invite: (!seats.is_empty()).then(|| self.invite.clone()),
            muted: person.map(|person| self.muted_by(person).collect()).unwrap_or_default(),
            seats,
        }
    }

    /// The people whom somebody does not hear.
    fn muted_by(&self, person: u32) -> impl Iterator<Item = u32> {
        self.muted.range((person, 0)..=(person, u32::MAX)).map(|(_, other)| *other)
    }

    /// Tells a socket everything, and the events after this number.
    pub(super) fn greet(&mut self, socket: Socket, after: Number, now: Millis) {
        let Some(listener) = self.sockets.get(&socket) else { return };
        let holder = listener.holder;
        let in_hand = self.hand_of(listener);
        let welcome = self.welcome(holder, in_hand, after, now);
        let (mut told, seq, you) = (welcome.seq, self.seq(), welcome.you.clone());
        if let Some(listener) = self.sockets.get_mut(&socket) {
            listener.sent = seq;
            listener.you = Some(you);
        }
        self.send(socket, ToClient::Welcome(Box::new(welcome)));
        // What does not fit into the welcome follows at once.
        let observer = in_hand.map_or(Observer::Spectator, Observer::Seat);
        while told < seq {
            let events = self.happened(observer, told);
            told = events.last().map_or(seq, |event| event.number);
            self.send(
                socket,
                ToClient::Update(Box::new(Update { seq: told, now, events, ..Update::default() })),
            );
        }
    }

    fn welcome(&self, holder: Option<Holder>, in_hand: Option<Seat>, after: Number, now: Millis) -> Welcome {
        let observer = in_hand.map_or(Observer::Spectator, Observer::Seat);
        // Whoever claims to know more than there is knows nothing; `u64::MAX` asks for no events at all.
        let after = match after {
            Number::MAX => self.seq(),
            after if after > self.seq() => 0,
            after => after,
        };
        let you = self.you(holder, in_hand);
        let is_heard = |line: &&ChatLine| !you.muted.contains(&line.person);
        let events = self.happened(observer, after);
        Welcome {
            // Whoever knows all up to here asks for the rest from here on.
            seq: events.last().map_or(self.seq(), |event| event.number),
            head: events.last().map_or_else(|| self.chain.head().to_string(), |event| event.head.clone()),
            latest: self.seq(),
            now,
            table: self.table_state(now),
            position: self.position(observer),
            opening: if after == 0 { self.opening_lines() } else { Vec::new() },
            events,
            chat: self.chat.iter().filter(is_heard).cloned().collect(),
            you,
        }
    }

    pub(super) fn look(
        &self,
        holder: Option<Holder>,
        after: Number,
        seat: Option<Seat>,
        now: Millis,
    ) -> Result<Option<Answer>, Error> {
        let mine = holder.map(|holder| self.seats_of(holder)).unwrap_or_default();
        if let Some(seat) = seat
            && !mine.contains(&seat)
        {
            return Err(if mine.is_empty() { Error::NotSeated } else { Error::NotYourSeat(seat) });
        }
        let in_hand = seat.or_else(|| self.seat_in_hand(&mine, None));
        Ok(Some(Answer::Seen(Box::new(self.welcome(holder, in_hand, after, now)))))
    }

    /// Tells everybody about the events from this number on.
    pub(super) fn broadcast(&mut self, first: Number, now: Millis) {
        let table = self.table_state(now);
        let mut seen: BTreeMap<u8, (Option<Position>, Vec<Happened>)> = BTreeMap::new();
        let seq = self.seq();
        let plays = |event: &Event| {
            !matches!(
                event,
                Event::Committed { .. }
                    | Event::Frozen { .. }
                    | Event::Rematch { .. }
                    | Event::Resumed { .. }
            )
        };
        let has_played = self.rows[first as usize - 1..].iter().any(|kept| plays(&kept.row.event));
        let mut frames = Vec::new();
        for (socket, listener) in &self.sockets {
            if !listener.is_greeted {
                continue;
            }
            let in_hand = self.hand_of(listener);
            let observer = in_hand.map_or(Observer::Spectator, Observer::Seat);
            let key = in_hand.map_or(u8::MAX, |seat| seat.index() as u8);
            let (position, events) = seen.entry(key).or_insert_with(|| {
                let position = has_played.then(|| self.position(observer)).flatten();
                (position, self.happened(observer, first - 1))
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
        if let Some(table) = self.new_rematch(first) {
            let sockets: Vec<Socket> = self.sockets.keys().copied().collect();
            for socket in sockets {
                self.send(socket, ToClient::Rematch { table: table.clone() });
            }
        }
    }

    /// Tells everybody about the table, where no event has happened.
    pub(super) fn broadcast_state(&mut self, now: Millis) {
        let table = self.table_state(now);
        let greeted = self.sockets.iter().filter(|(_, listener)| listener.is_greeted);
        let frames = greeted.map(|(socket, listener)| {
            let you = self.you(listener.holder, self.hand_of(listener));
            let you = (listener.you.as_ref() != Some(&you)).then_some(you);
            (*socket, Update { seq: self.seq(), now, table: Some(table.clone()), you, ..Update::default() })
        });
        let frames = frames.collect();
        self.deliver(frames);
    }

    fn deliver(&mut self, frames: Vec<(Socket, Update)>) {
        for (socket, update) in frames {
            if let Some(listener) = self.sockets.get_mut(&socket) {
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
            let person = listener.holder.and_then(|holder| self.first_person(holder));
            let is_muted = person.is_some_and(|person| self.muted.contains(&(person, line.person)));
            listener.is_greeted && !is_muted
        };
        let sockets: Vec<Socket> =
            self.sockets.iter().filter(|(_, listener)| hears(listener)).map(|(socket, _)| *socket).collect();
        for socket in sockets {
            self.send(socket, ToClient::Chat(line.clone()));
        }
    }

    fn new_rematch(&self, first: Number) -> Option<String> {
        self.rows[first as usize - 1..].iter().find_map(|kept| match &kept.row.event {
            Event::Rematch { table } => Some(table.clone()),
            _ => None,
        })
    }

    // ----------------------------------------------------------------------------------------------------- parts

    fn sitter(&self, seat: Seat, by: Option<By>) -> Sitter {
        match by {
            Some(By::Computer(level)) => Sitter::Computer { level },
            Some(By::Person(person)) => Sitter::Person {
                person,
                name: self.people.get(&person).and_then(|person| person.name.clone()),
            },
            None if self.opening.invited[seat.index()] => Sitter::Invited,
            None => Sitter::Open,
        }
    }

    /// What everybody may know of the table.
    pub fn table_state(&self, now: Millis) -> TableState {
        let seat_state = |seat: Seat| {
            let place = &self.places[seat.index()];
            SeatState {
                seat,
                sitter: self.sitter(seat, place.by),
                stand_in: place.taken_over.or(place.stand_in),
                out: place.out,
                is_present: self.is_present(seat, now),
                absent_since: self.shown_absent_since(seat, now),
                may_sit_in: self.may_sit_in(seat, now),
                has_committed: place.person().is_some_and(|person| self.promiser(person).is_some()),
                clock: self.clocks.state(seat, now),
            }
        };
        TableState {
            id: self.id.clone(),
            game: self.opening.game.clone(),
            edition: self.opening.edition,
            options: self.opening.options.clone(),
            status: match self.status {
                Status::Waiting if self.frozen.is_some() => Status::Starting,
                status => status,
            },
            is_public: self.opening.is_public,
            seats: Seat::all(self.places.len()).map(seat_state).collect(),
            host: self.host(),
            clock: self.opening.clock,
            grace_ms: self.opening.grace_ms,
            stand_in: self.opening.stand_in,
            spectators: self.spectators(),
            commitment: self.opening.seed.commitment().to_string(),
            opening_events: self.opening_events() as u32,
            waits_until: self.committing.or(self.starting.as_ref().map(|starting| starting.until)),
            undo: self.undo.as_ref().map(|undo| undo.state.clone()),
            thinking: self.thinks(),
            result: self.result.clone(),
            rematch: self.rematch.clone(),
            rematch_of: self.opening.rematch_of.clone(),
            created_at: self.rows.first().map_or(now, |kept| kept.row.at),
        }
    }

    fn position(&self, observer: Observer) -> Option<Position> {
        if matches!(self.status, Status::Waiting | Status::Starting) {
            return None;
        }
        Some(Position {
            view: self.game.view(observer),
            turn: self.turn_state(self.game.turn()),
            choices: match (self.game.turn(), observer) {
                (Turn::Seat(turn), Observer::Seat(seat))
                    if turn == seat
                        && self.status == Status::Playing
                        && self.places[seat.index()].level().is_none() =>
                {
                    Some(trie(&self.game.choices()))
                }
                _ => None,
            },
        })
    }

    fn turn_state(&self, turn: Turn) -> TurnState {
        match turn {
            _ if self.status == Status::Abandoned => TurnState::Over,
            Turn::Seat(seat) => TurnState::Seat { seat },
            Turn::Chance => TurnState::Chance,
            Turn::Over => TurnState::Over,
        }
    }

    /// What an observer may know of the events after this number, or of the first of them where they are too many for
    /// one message.
    fn happened(&self, observer: Observer, after: Number) -> Vec<Happened> {
        let rows = self.rows.get(after as usize..).unwrap_or_default();
        let is_cut = rows.len() > EVENTS_TOLD;
        let rows = &rows[..rows.len().min(EVENTS_TOLD)];
        let first = self.numbers.partition_point(|&number| number <= after);
        let told = if is_cut {
            let mut game = self.game.duplicate();
            game.truncate(self.numbers.partition_point(|&number| number <= after + EVENTS_TOLD as Number));
            game.told_from(observer, first)
        } else {
            self.game.told_from(observer, first)
        };
        let mut told = told.into_iter();
        let place = match observer {
            Observer::Seat(seat) => seat.index(),
            Observer::Spectator => self.places.len(),
        };
        let happened = rows.iter().filter_map(|kept| {
            let told = match (&kept.row.event, &kept.undone) {
                (Event::Action { .. } | Event::Chance { .. }, None) => Some(told.next()?),
                (_, Some(undone)) => Some(undone.get(place)?.clone()),
                _ => None,
            };
            Some(Happened {
                number: kept.row.number,
                at: kept.row.at,
                head: kept.head.to_string(),
                is_undone: kept.undone.is_some(),
                what: self.what(&kept.row.event, told)?,
            })
        });
        happened.collect()
    }

    fn what(&self, event: &Event, told: Option<Told>) -> Option<What> {
        Some(match event {
            Event::Opened(_) => What::Opened,
            Event::Seated { seat, by, agreed_to_opening } => What::Seated {
                seat: *seat,
                sitter: self.sitter(*seat, Some(*by)),
                agreed_to_opening: *agreed_to_opening,
            },
            Event::Left { seat } => What::Left { seat: *seat },
            Event::Committed { person, commitment } => {
                What::Committed { person: *person, commitment: commitment.to_string() }
            }
            Event::Frozen { players } => {
                let frozen = |promise: &Promise| FrozenPromise {
                    person: promise.person,
                    seats: promise.seats.clone(),
                    commitment: promise.commitment.to_string(),
                };
                What::Frozen { players: players.iter().map(frozen).collect() }
            }
            Event::Started { seeds } => {
                let shown = |shown: &Showing| ShownSeed { person: shown.person, seed: shown.seed.reveal() };
                What::Started { seeds: seeds.iter().map(shown).collect() }
            }
            Event::Action { computer, .. } => What::Played { told: told?, by_computer: *computer },
            Event::Chance { .. } => What::Played { told: told?, by_computer: false },
            Event::Undone { seat, from, agreed } => {
                What::Undone { seat: *seat, from: *from, agreed: agreed.clone() }
            }
            Event::Resigned { seat } => What::Resigned { seat: *seat },
            Event::OutOfTime { seat } => What::OutOfTime { seat: *seat },
            Event::SatIn { seat, level } => What::SatIn { seat: *seat, level: *level },
            Event::TookBack { seat } => What::TookBack { seat: *seat },
            Event::TakenOver { seat, level } => What::TakenOver { seat: *seat, level: *level },
            Event::Resumed { lost_ms } => What::Resumed { lost_ms: *lost_ms },
            Event::Finished { result } => What::Finished { result: result.clone() },
            Event::Abandoned => What::Abandoned,
            Event::Rematch { table } => What::Rematch { table: table.clone() },
        })
    }

    /// The table as lists show it, once it has this status.
    pub(super) fn line(&self, status: Status) -> TableLine {
        TableLine {
            id: self.id.clone(),
            game: self.opening.game.clone(),
            status,
            seats: Seat::all(self.places.len())
                .map(|seat| self.sitter(seat, self.places[seat.index()].by))
                .collect(),
            clock: self.opening.clock,
            opening_events: self.opening_events() as u32,
            mine: Vec::new(),
            created_at: self.rows.first().map_or(0, |kept| kept.row.at),
            changed_at: self.rows.last().map_or(0, |kept| kept.row.at),
        }
    }

    /// The game to be looked at again: by anybody as a spectator, by a seat's owner as that seat, by everybody in every
    /// way once it is over. So many steps at most, from the one after this many on.
    pub fn replay(
        &self,
        holder: Option<Holder>,
        eyes: Eyes,
        (after, most): (usize, usize),
        now: Millis,
    ) -> Result<Replay, Error> {
        let is_over = matches!(self.status, Status::Finished | Status::Abandoned);
        match eyes {
            Eyes::Of(Observer::Seat(seat)) if seat.index() >= self.places.len() => {
                return Err(Error::NoSuchSeat(seat));
            }
            Eyes::Of(Observer::Seat(seat)) => {
                let is_mine = holder.is_some_and(|holder| self.seats_of(holder).contains(&seat));
                if !is_over && !is_mine {
                    return Err(Error::NotYourSeat(seat));
                }
            }
            Eyes::All if !is_over => return Err(Error::NotOver),
            Eyes::Of(Observer::Spectator) | Eyes::All => {}
        }
        if matches!(self.status, Status::Waiting | Status::Starting) {
            return Err(Error::NotStarted);
        }
        let observer = match eyes {
            Eyes::Of(observer) => observer,
            Eyes::All => Observer::Spectator,
        };
        let record = self.game.record();
        let after = after.min(record.events.len());
        let until = record.events.len().min(after + most.clamp(1, STEPS_TOLD));
        let mut whole = self.game.duplicate();
        whole.truncate(until);
        let told = whole.told_from(observer, after);
        let mut game = whole;
        game.truncate(after);
        let view = game.view(observer);
        let mut steps = Vec::with_capacity(until - after);
        for (index, (line, told)) in (after..).zip(record.events[after..until].iter().zip(told)) {
            match line.seat {
                Some(seat) => game.play(seat, &line.event)?,
                None => game.befall(&line.event)?,
            }
            let told = if eyes == Eyes::All { self.told_to_all(index, told) } else { told };
            let number = self.numbers.get(index).copied().unwrap_or(0);
            let seats = || Seat::all(self.places.len()).map(|seat| game.view(Observer::Seat(seat)));
            steps.push(Step {
                number,
                at: number.checked_sub(1).map_or(0, |place| self.rows[place as usize].row.at),
                told,
                view: game.view(observer),
                seats: (eyes == Eyes::All).then(|| seats().collect::<Vec<Value>>()),
                turn: self.turn_state(game.turn()),
            });
        }
        let next = (until < record.events.len()).then_some(until as u32);
        let all = record.events.len() as u32;
        Ok(Replay { table: self.table_state(now), view, steps, all, next })
    }

    /// The event as the seat was told it that was told most.
    fn told_to_all(&self, index: usize, told: Told) -> Told {
        let seats = Seat::all(self.places.len());
        if !told.hidden {
            return told;
        }
        let mut stories = seats.filter_map(|seat| {
            let mut game = self.game.duplicate();
            game.truncate(index + 1);
            game.told_from(Observer::Seat(seat), index).pop()
        });
        stories.find(|told| !told.hidden).unwrap_or(told)
    }
}

/// Legal actions as a trie of spots.
pub fn trie(choices: &rainette_core::Choices) -> Choices {
    let mut root = Choices::default();
    for (action, paths) in choices {
        for path in paths {
            let mut node = &mut root;
            for spot in path {
                node = node.next.entry(spot.to_string()).or_default();
            }
            node.action = Some(action.clone());
        }
    }
    root
}
