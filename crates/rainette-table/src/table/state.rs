//! The state of a table, and how events change it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rainette_core::{End, How, Observer, Record, Seat, Table, Told, Turn};
use rainette_games::{replay, table};
use thiserror::Error;

use super::clock::Clocks;
use super::commands::Reply;
use super::nodes::Nodes;
use super::presence::{Presence, SeenAt};
use super::start::Committed;
use super::{Batch, CHAT_KEPT, Input, Job, LINGER, Output, Socket, Stored, Ticket, prove};
use crate::Error;
use crate::fair::{Chain, Commitment, Promise, Seed, Seeds};
use crate::journal::{By, Event, Holder, Opening, Person, Row, UndoWish};
use crate::protocol::{ChatLine, GameResult, Millis, Number, Out, Status, ToClient, UndoState, You};

/// A log that cannot have been written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("event {number} of the log of table {table}: {what}")]
pub struct LoadError {
    /// The table's id.
    pub table: String,
    /// The number of the event.
    pub number: Number,
    /// What is wrong.
    pub what: String,
}

/// A table.
pub struct Machine {
    pub(super) id: String,
    pub(super) invite: String,
    pub(super) opening: Opening,
    pub(super) rows: Vec<Kept>,
    pub(super) people: BTreeMap<u32, Person>,
    pub(super) places: Vec<Place>,
    /// The event that each command led to.
    pub(super) commands: BTreeMap<(Seat, String), Number>,
    /// What each person has committed to last.
    pub(super) commitments: BTreeMap<u32, Committed>,
    /// The commitments that count, once they are settled.
    pub(super) frozen: Option<Vec<Promise>>,
    pub(super) seeds: Option<Seeds>,
    /// How many chance events there were, those that were taken back included.
    pub(super) chances: u64,
    pub(super) chain: Chain,
    pub(super) game: Box<dyn Table>,
    /// The number in the log of each event of the game; 0 for those of the record that it began from.
    pub(super) numbers: Vec<Number>,
    pub(super) clocks: Clocks,
    pub(super) status: Status,
    pub(super) result: Option<GameResult>,
    pub(super) rematch: Option<String>,
    pub(super) chat: Vec<ChatLine>,
    pub(super) said: u32,
    /// Who does not hear whom.
    pub(super) muted: BTreeSet<(u32, u32)>,
    pub(super) undo: Option<UndoAsked>,

    // From here on: what is forgotten at a restart.
    pub(super) sockets: BTreeMap<Socket, Listener>,
    pub(super) absent: BTreeMap<Holder, Millis>,
    pub(super) seen_at: SeenAt,
    pub(super) loaded_at: Millis,
    /// When it was last noted that somebody came.
    pub(super) visited_at: Millis,
    /// Until when the start waits for commitments.
    pub(super) committing: Option<Millis>,
    pub(super) starting: Option<Starting>,
    pub(super) thinking: Option<Thinking>,
    pub(super) waiting: VecDeque<Input>,
    pub(super) pending: Option<Pending>,
    /// What observers were last shown of who is there, to notice changes that only time brings.
    pub(super) seen_presence: Presence,
    /// When it last took something in: all that was due by then has been seen to.
    ran_at: Millis,
    /// What is being taken in, in case that it has to be taken in again.
    pub(super) taking: Option<Input>,
    pub(super) nodes: Nodes,
    pub(super) out: Vec<Output>,
}

/// A row of the log, and what observers were told of it where it does not follow from the game any more.
pub(super) struct Kept {
    pub(super) row: Row,
    /// The head of the chain after it.
    pub(super) head: Commitment,
    /// What each seat and then the spectators were told, for events that were taken back.
    pub(super) undone: Option<Vec<Told>>,
    /// What every seat had left on its clock before an action.
    pub(super) left: Vec<Millis>,
}

/// A seat at the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Place {
    pub(super) by: Option<By>,
    pub(super) stand_in: Option<u8>,
    pub(super) taken_over: Option<u8>,
    pub(super) out: Option<Out>,
}

impl Place {
    /// The level of the computer player that acts here, if one does.
    pub(super) fn level(&self) -> Option<u8> {
        let own = match self.by {
            Some(By::Computer(level)) => Some(level),
            _ => None,
        };
        self.taken_over.or(self.stand_in).or(own)
    }

    pub(super) fn person(&self) -> Option<u32> {
        match self.by {
            Some(By::Person(person)) => Some(person),
            _ => None,
        }
    }
}

/// A socket that listens.
#[derive(Clone, Debug)]
pub(super) struct Listener {
    pub(super) holder: Option<Holder>,
    /// Has it said hello?
    pub(super) is_greeted: bool,
    /// The seat that it took in hand, at a shared screen.
    pub(super) hand: Option<Seat>,
    /// The last event that it was sent.
    pub(super) sent: Number,
    /// What it was last told about itself.
    pub(super) you: Option<You>,
}

impl Listener {
    pub(super) fn new(holder: Option<Holder>) -> Self {
        Self { holder, is_greeted: false, hand: None, sent: 0, you: None }
    }
}

/// The seeds that are being collected.
pub(super) struct Starting {
    pub(super) until: Millis,
    /// When other nodes were last told of it.
    pub(super) told_at: Millis,
    pub(super) seeds: BTreeMap<u32, Seed>,
}

/// Somebody wants to take something back.
pub(super) struct UndoAsked {
    pub(super) state: UndoState,
    pub(super) command: (Seat, String),
    /// The last event when it was asked.
    pub(super) number: Number,
    /// Who is answered when it is decided.
    pub(super) by: Voice,
}

impl UndoAsked {
    pub(super) fn wish(&self) -> UndoWish {
        let UndoState { seat, from, waits_for, agreed, .. } = self.state.clone();
        UndoWish { seat, from, command: self.command.1.clone(), number: self.number, waits_for, agreed }
    }
}

/// A computer player at work.
pub(super) struct Thinking {
    pub(super) number: Number,
    pub(super) seat: Seat,
    pub(super) is_waiting: bool,
}

/// Who is to be answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Voice {
    Socket(Socket),
    Ticket(Ticket),
    Nobody,
}

/// What happens once the events handed out are stored.
pub(super) struct Pending {
    pub(super) batch: Batch,
    pub(super) replies: Vec<(Voice, Reply)>,
    /// What led to them.
    pub(super) input: Option<Input>,
}

impl Machine {
    /// The table that a log leads to. `downtime` is how long the server was down since the last event.
    pub fn load(stored: Stored, now: Millis, downtime: Millis) -> Result<Self, LoadError> {
        let Stored { id, invite, rows, people, mut chat, muted, wish } = stored;
        let wrong = |number, what: &str| LoadError { table: id.clone(), number, what: what.to_owned() };
        let Some(Row { event: Event::Opened(opening), .. }) = rows.first() else {
            return Err(wrong(1, "the table was never opened"));
        };
        let mut opening = Opening::clone(opening);
        // Tables that were opened before there was a least.
        opening.grace_ms = opening.grace_ms.max(super::open::LEAST_GRACE * 1_000);
        let game = begin(&opening).map_err(|error| wrong(1, &error.to_string()))?;
        let seats = game.seats();
        let mut machine = Self {
            clocks: Clocks::new(opening.clock, seats),
            id: id.clone(),
            invite,
            rows: Vec::with_capacity(rows.len()),
            people: people.into_iter().map(|person| (person.number, person)).collect(),
            places: vec![Place::default(); seats],
            commands: BTreeMap::new(),
            commitments: BTreeMap::new(),
            frozen: None,
            seeds: None,
            chances: 0,
            chain: prove::chain(&id, &opening, game.as_ref()),
            numbers: vec![0; game.len()],
            game,
            opening,
            status: Status::Waiting,
            result: None,
            rematch: None,
            said: chat.iter().map(|line| line.number).max().unwrap_or(0),
            chat: chat.split_off(chat.len().saturating_sub(CHAT_KEPT)),
            sockets: BTreeMap::new(),
            absent: BTreeMap::new(),
            seen_at: SeenAt::default(),
            loaded_at: now,
            muted,
            undo: None,
            visited_at: 0,
            committing: None,
            starting: None,
            thinking: None,
            waiting: VecDeque::new(),
            pending: None,
            seen_presence: Presence::default(),
            ran_at: now,
            taking: None,
            nodes: Nodes::default(),
            out: Vec::new(),
        };
        for (index, row) in rows.into_iter().enumerate() {
            let number = row.number;
            if number != index as Number + 1 {
                return Err(wrong(number, "numbers do not follow each other"));
            }
            machine.apply(row).map_err(|what| wrong(number, &what))?;
        }
        machine.undo = wish.filter(|wish| machine.still_counts(wish)).map(|wish| machine.asked(wish));
        machine.seen_presence = machine.presence(now);
        machine.resume(now, downtime);
        Ok(machine)
    }

    /// The number of the last event.
    pub fn seq(&self) -> Number {
        self.rows.len() as Number
    }

    /// The id of the game.
    pub fn game(&self) -> &str {
        &self.opening.game
    }

    /// How far the table is.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Takes in something that happens at this time, and gives what is to be done about it.
    pub fn handle(&mut self, input: Input, now: Millis) -> Vec<Output> {
        if matches!(input, Input::Stored) {
            self.stored(now);
        } else {
            self.waiting.push_back(input);
        }
        self.run(now)
    }

    /// Takes in what waits, as far as nothing has to be stored first.
    pub(super) fn run(&mut self, now: Millis) -> Vec<Output> {
        while self.pending.is_none() {
            self.run_clock(now);
            if self.pending.is_some() {
                break;
            }
            let Some(input) = self.waiting.pop_front() else { break };
            self.taking = self.nodes.is_shared().then(|| input.clone());
            self.take(input, now);
            self.taking = None;
        }
        self.heed_presence(now);
        self.notice_presence(now);
        self.tell_presence_when_due(now);
        self.ran_at = now;
        std::mem::take(&mut self.out)
    }

    /// When the machine wants to be told that time has passed.
    pub fn alarm(&self) -> Option<Millis> {
        let clock = self.clocks.deadline().map(|(_, at)| at);
        let start = self.starting.as_ref().map(|starting| starting.until);
        let linger = self.absent.values().map(|since| since + LINGER).filter(|at| *at > self.ran_at).min();
        let grace = self.turn_of_absent().map(|(_, at)| at).filter(|at| *at > self.ran_at);
        let seen = self.seen_at.alarm(self.ran_at);
        let alarms =
            [clock, self.committing, start, linger, grace, seen, self.tells_seeds_at(), self.nodes.alarm()];
        alarms.into_iter().flatten().min()
    }

    fn stored(&mut self, now: Millis) {
        let Some(pending) = self.pending.take() else { return };
        let Pending { batch, replies, .. } = pending;
        let first = self.seq() + 1;
        for row in batch.rows {
            let number = row.number;
            if let Err(what) = self.apply(row) {
                // The same events were carried out on a copy when they were planned.
                unreachable!("event {number} of table {} was planned but cannot happen: {what}", self.id);
            }
        }
        let are_people_changed = !batch.people.is_empty();
        for person in batch.people {
            self.people.insert(person.number, person);
        }
        if !batch.silenced.is_empty() {
            self.chat.retain(|line| !batch.silenced.contains(&line.person));
            self.muted.retain(|(person, _)| !batch.silenced.contains(person));
        }
        let is_state_changed = !batch.muted.is_empty() || batch.wish.is_some();
        for (person, other, is_muted) in batch.muted {
            if is_muted {
                self.muted.insert((person, other));
            } else {
                self.muted.remove(&(person, other));
            }
        }
        if let Some(wish) = batch.wish {
            match (wish, &mut self.undo) {
                (Some(wish), Some(undo)) => {
                    undo.state.waits_for = wish.waits_for;
                    undo.state.agreed = wish.agreed;
                }
                // Whoever asks again is answered by a later message; a refusal has its own reply.
                (None, undo) => *undo = None,
                (Some(_), None) => {}
            }
        }
        if self.undo.as_ref().is_some_and(|undo| !self.still_counts(&undo.wish())) {
            self.drop_undo(Error::Stale(self.seq()));
        }
        // Durable, then acknowledged, then broadcast.
        for (voice, reply) in replies {
            self.answer(voice, reply);
        }
        for line in batch.chat {
            self.said = line.number;
            self.chat.push(line.clone());
            if self.chat.len() > CHAT_KEPT {
                self.chat.remove(0);
            }
            self.spread_chat(&line);
        }
        // Who thinks now is part of what everybody is told.
        self.think(now);
        if self.seq() >= first || are_people_changed {
            self.seen_presence = self.presence(now);
            self.broadcast(first, now);
        } else if is_state_changed {
            self.broadcast_state(now);
        }
        self.start_when_ready(now);
    }

    /// The wish as it waits to be decided, where nobody at this node asked for it.
    pub(super) fn asked(&self, wish: UndoWish) -> UndoAsked {
        let UndoWish { seat, from, command, number, waits_for, agreed } = wish;
        let is_over_chance = self.is_over_chance(from);
        let state = UndoState { seat, from, waits_for, agreed, is_over_chance };
        UndoAsked { state, command: (seat, command), number, by: Voice::Nobody }
    }

    /// Has nothing happened since then that makes the wish void? A restart does not.
    pub(super) fn still_counts(&self, wish: &UndoWish) -> bool {
        let later = self.rows.get(wish.number as usize..);
        let is_nothing = |kept: &Kept| matches!(kept.row.event, Event::Resumed { .. });
        self.status == Status::Playing && later.is_some_and(|later| later.iter().all(is_nothing))
    }

    /// Hands out events to be stored.
    pub(super) fn store(&mut self, mut batch: Batch, replies: Vec<(Voice, Reply)>) {
        batch.table.clone_from(&self.id);
        self.out.push(Output::Store(batch.clone()));
        self.pending = Some(Pending { batch, replies, input: self.taking.take() });
    }

    /// Carries out an event of the log.
    pub(super) fn apply(&mut self, row: Row) -> Result<(), String> {
        let Row { number, at, .. } = row;
        let entry = prove::entry(&row, self.game.as_ref(), self.seeds.as_ref(), self.chances)?;
        self.clocks.charge(at);
        let is_timed = matches!(row.event, Event::Action { .. }) && self.clocks.is_used();
        let left = if is_timed { self.clocks.left().to_vec() } else { Vec::new() };
        let mut undone = Vec::new();
        match &row.event {
            Event::Opened(_) => {
                if number != 1 {
                    return Err("a table is opened once".to_owned());
                }
            }
            Event::Seated { seat, by, .. } => self.place(*seat)?.by = Some(*by),
            Event::Left { seat } => {
                *self.place(*seat)? = Place::default();
                self.committing = None;
            }
            Event::Committed { person, commitment } => {
                let times = self.commitments.get(person).map_or(0, |known| known.times) + 1;
                self.commitments.insert(*person, Committed { commitment: *commitment, number, times });
            }
            Event::Frozen { players } => {
                self.frozen = Some(players.clone());
                self.committing = None;
                self.starting = Some(Starting::new(at));
            }
            Event::Started { seeds } => {
                self.seeds =
                    Some(Seeds::new(self.opening.seed, seeds.iter().map(|shown| shown.seed).collect()));
                self.status = Status::Playing;
                self.starting = None;
            }
            Event::Action { seat, action, .. } => {
                self.game.play(*seat, action).map_err(|error| error.to_string())?;
                self.numbers.push(number);
                if self.game.turn() != Turn::Seat(*seat) {
                    self.clocks.end_turn(*seat);
                }
            }
            Event::Chance { chance } => {
                self.game.befall(chance).map_err(|error| error.to_string())?;
                self.numbers.push(number);
                self.chances += 1;
            }
            Event::Undone { from, .. } => {
                let kept = self.numbers.partition_point(|number| number < from);
                undone = self.take_back(kept);
            }
            Event::Resigned { seat } => self.leave_game(*seat, Out::Resigned)?,
            Event::OutOfTime { seat } => self.leave_game(*seat, Out::OutOfTime)?,
            Event::SatIn { seat, level } => self.place(*seat)?.stand_in = Some(*level),
            Event::TookBack { seat } => {
                self.place(*seat)?.stand_in = None;
                self.clocks.refill(*seat);
            }
            Event::TakenOver { seat, level } => self.place(*seat)?.taken_over = Some(*level),
            Event::Resumed { lost_ms } => self.clocks.give_back(*lost_ms),
            Event::Finished { result } => {
                self.status = Status::Finished;
                self.result = Some(result.clone());
            }
            Event::Abandoned => {
                self.status = Status::Abandoned;
                (self.committing, self.starting) = (None, None);
            }
            Event::Rematch { table } => self.rematch = Some(table.clone()),
        }
        for (index, told) in undone {
            self.rows[index].undone = Some(told);
        }
        if let Some(command) = &row.command {
            self.commands.insert(command.clone(), number);
        }
        let head = self.chain.add(&entry);
        self.rows.push(Kept { row, head, undone: None, left });
        let runs = match self.game.turn() {
            Turn::Seat(seat) if self.status == Status::Playing => {
                Some(seat).filter(|seat| self.places[seat.index()].level().is_none())
            }
            _ => None,
        };
        self.clocks.run(runs, at);
        Ok(())
    }

    fn place(&mut self, seat: Seat) -> Result<&mut Place, String> {
        self.places.get_mut(seat.index()).ok_or_else(|| format!("there is no seat {seat}"))
    }

    fn leave_game(&mut self, seat: Seat, out: Out) -> Result<(), String> {
        self.place(seat)?.out = Some(out);
        if self.places.len() == 2 {
            let how = match out {
                Out::Resigned => How::Resigned,
                Out::OutOfTime => How::OutOfTime,
            };
            self.game.stop(End { how, seat }).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// Shortens the game, and gives what observers were told of what is taken back, by place in the log.
    fn take_back(&mut self, kept: usize) -> Vec<(usize, Vec<Told>)> {
        let seats = self.places.len();
        let mut stories: Vec<_> =
            Observer::all(seats).map(|observer| self.game.told_from(observer, kept).into_iter()).collect();
        let gone: Vec<Number> = self.numbers.drain(kept..).collect();
        self.game.truncate(kept);
        let first = gone.first().and_then(|number| self.rows.get((*number as usize).checked_sub(1)?));
        if let Some(first) = first {
            self.clocks.take_back(&first.left, gone.len() == 1);
        }
        let told = gone.into_iter().map(|number| {
            let told = stories.iter_mut().filter_map(Iterator::next).collect();
            (number as usize - 1, told)
        });
        told.collect()
    }

    /// After a restart: time is not charged, seats that computer players hold go on, a full table starts.
    fn resume(&mut self, now: Millis, downtime: Millis) {
        if self.starting.is_some() {
            // Whoever has shown a seed before has to show it again, and needs time for it.
            self.starting = Some(Starting::new(now));
        }
        let last = self.rows.last().map_or(now, |kept| kept.row.at);
        let lost_ms = downtime.min(now - last);
        if lost_ms > 0 && self.clocks.deadline().is_some() {
            let mut draft = self.draft(now);
            draft.add(Event::Resumed { lost_ms });
            let batch = draft.batch();
            self.store(batch, Vec::new());
        } else {
            self.think(now);
            self.start_when_ready(now);
        }
    }

    /// A seat's time is up as soon as it is, whatever else comes in.
    fn run_clock(&mut self, now: Millis) {
        self.run_nodes(now);
        if let Some((seat, at)) = self.clocks.deadline()
            && now >= at
        {
            self.run_out(seat, now);
        }
        if self.pending.is_none() && self.committing.is_some_and(|until| now >= until) {
            self.freeze(now);
        }
        if self.pending.is_none() && self.starting.as_ref().is_some_and(|starting| now >= starting.until) {
            self.start_with_what_there_is(now);
        }
    }

    /// Lets a computer player think, where it is a computer player's turn, somebody waits for it, and none thinks about
    /// this position yet.
    pub(super) fn think(&mut self, now: Millis) {
        let number = self.seq();
        let turn = match self.game.turn() {
            Turn::Seat(seat) if self.status == Status::Playing => Some(seat),
            _ => None,
        };
        let level = turn.and_then(|seat| self.places[seat.index()].level().map(|level| (seat, level)));
        let Some((seat, level)) = level.filter(|_| self.is_waited_for(now)) else {
            if self.thinking.take().is_some() {
                self.out.push(Output::StopThinking);
            }
            return;
        };
        if self.thinking.as_ref().is_some_and(|thinking| thinking.number == number) {
            return;
        }
        self.thinking = Some(Thinking { number, seat, is_waiting: true });
        let story = self.game.story(Observer::Seat(seat));
        // Computer players must not depend on the secret seed; the id and the number are different for every thought.
        let seed = self.id.bytes().fold(number, |seed, byte| {
            (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3).rotate_left(17)
        });
        self.out.push(Output::Think(Job { number, level, story, seed }));
        self.tell_thinking();
    }

    // ------------------------------------------------------------------------------------------------ people

    /// The people at this table who share this token, the first one first.
    pub(super) fn persons_of(&self, holder: Holder) -> impl Iterator<Item = u32> {
        let mine = self.people.values().filter(move |person| person.holder == Some(holder));
        mine.map(|person| person.number)
    }

    pub(super) fn first_person(&self, holder: Holder) -> Option<u32> {
        self.persons_of(holder).next()
    }

    pub(super) fn seats_of(&self, holder: Holder) -> Vec<Seat> {
        let persons: Vec<u32> = self.persons_of(holder).collect();
        let mine =
            |seat: &Seat| self.places[seat.index()].person().is_some_and(|person| persons.contains(&person));
        Seat::all(self.places.len()).filter(mine).collect()
    }

    /// Everybody who holds a seat, each once.
    pub(super) fn holders_seated(&self) -> BTreeSet<Holder> {
        let people = self.places.iter().filter_map(Place::person);
        people.filter_map(|person| self.people.get(&person)?.holder).collect()
    }

    pub(super) fn holder_of(&self, seat: Seat) -> Option<Holder> {
        self.people.get(&self.places.get(seat.index())?.person()?)?.holder
    }

    /// The person who opened the table.
    pub(super) fn host(&self) -> Option<u32> {
        self.people.keys().next().copied()
    }

    // ------------------------------------------------------------------------------------------------ records

    /// The game as a record, once it is over.
    pub fn record(&self) -> Result<Record, Error> {
        match self.status {
            Status::Finished | Status::Abandoned => Ok(self.game.record()),
            _ => Err(Error::NotOver),
        }
    }

    /// The game up to an event, to be played on from, once it is over.
    pub fn record_until(&self, number: Number) -> Result<Record, Error> {
        let mut record = self.record()?;
        record.events.truncate(self.numbers.partition_point(|&kept| kept <= number));
        record.end = None;
        Ok(record)
    }

    /// The game, once it is over.
    pub fn finished_game(&self) -> Result<Box<dyn Table>, Error> {
        self.record().map(|_| self.game.duplicate())
    }

    // ------------------------------------------------------------------------------------------------- sockets

    pub(super) fn send(&mut self, socket: Socket, message: ToClient) {
        self.out.push(Output::Send(socket, message));
    }
}

/// The game at its beginning.
pub(super) fn begin(opening: &Opening) -> Result<Box<dyn Table>, Error> {
    let options: Vec<(String, i64)> =
        opening.options.iter().map(|(name, value)| (name.clone(), *value)).collect();
    let blank = table(&opening.game, opening.invited.len(), &options)?;
    let mut record = match &opening.record {
        Some(text) => text.parse::<Record>()?,
        None => blank.record(),
    };
    record.edition = opening.edition;
    record.options = options;
    Ok(replay(&record)?)
}
