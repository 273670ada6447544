//! What is forgotten at a restart: who is there, who waits for what, who thinks.

use std::collections::{BTreeMap, VecDeque};

use rainette_core::Seat;

use super::nodes::Nodes;
use super::plan::Reply;
use super::presence::{Presence, SeenAt};
use super::{Change, Input, SEED_WAIT, Socket, Ticket};
use crate::fair::Seed;
use crate::journal::{Event, TokenHash};
use crate::protocol::{Millis, Number, You};

/// Everything around a table that is not stored.
pub(super) struct Room {
    pub(super) here: Here,
    pub(super) desk: Desk,
    pub(super) start: Start,
    pub(super) nodes: Nodes,
    pub(super) thinking: Option<Thinking>,
    /// Who is answered when it is decided whether something is taken back.
    pub(super) undo_asker: ReplyTo,
    /// When it was last noted that somebody came.
    pub(super) visited_at: Millis,
    /// When the machine last took something in: all that was due by then has been seen to.
    pub(super) ran_at: Millis,
}

/// Who is there.
pub(super) struct Here {
    pub(super) sockets: BTreeMap<Socket, Listener>,
    /// Since when people have been away.
    pub(super) absent: BTreeMap<TokenHash, Millis>,
    pub(super) seen_at: SeenAt,
    pub(super) loaded_at: Millis,
    /// What observers were last shown of who is there, to notice changes that only time brings.
    pub(super) shown: Presence,
}

/// What waits to be taken in, and to be stored.
#[derive(Default)]
pub(super) struct Desk {
    pub(super) waiting: VecDeque<Input>,
    pub(super) pending: Option<Pending>,
    /// What is being taken in, in case that it has to be taken in again.
    pub(super) taking: Option<Input>,
}

/// How far the start is.
#[derive(Default)]
pub(super) struct Start {
    /// Until when the start waits for commitments.
    pub(super) committing: Option<Millis>,
    pub(super) starting: Option<Starting>,
}

impl Room {
    pub(super) fn new(now: Millis) -> Self {
        Self {
            here: Here {
                sockets: BTreeMap::new(),
                absent: BTreeMap::new(),
                seen_at: SeenAt::default(),
                loaded_at: now,
                shown: Presence::default(),
            },
            desk: Desk::default(),
            start: Start::default(),
            nodes: Nodes::default(),
            thinking: None,
            undo_asker: ReplyTo::Nobody,
            visited_at: 0,
            ran_at: now,
        }
    }
}

impl Room {
    pub(super) fn apply(&mut self, change: RoomChange) {
        match change {
            RoomChange::UndoAsker(reply_to) => self.undo_asker = reply_to,
            RoomChange::Committing(until) => self.start.committing = Some(until),
            RoomChange::Shown { person, seed } => {
                if let Some(starting) = &mut self.start.starting {
                    starting.seeds.insert(person, seed);
                }
            }
            RoomChange::Visited(at) => self.visited_at = at,
            RoomChange::StartAsked => {}
        }
    }
}

impl Start {
    /// An event happens at this time.
    pub(super) fn note(&mut self, event: &Event, at: Millis) {
        match event {
            // What was about to start is another game now, or somebody does not want it yet.
            Event::Seated { .. }
            | Event::Left { .. }
            | Event::Arranged { .. }
            | Event::Swapped { .. }
            | Event::Ready { is_ready: false, .. } => self.committing = None,
            Event::Frozen { .. } => (self.committing, self.starting) = (None, Some(Starting::new(at))),
            Event::Started { .. } => self.starting = None,
            Event::Abandoned { .. } => *self = Self::default(),
            _ => {}
        }
    }
}

/// A socket that listens.
#[derive(Clone, Debug)]
pub(super) struct Listener {
    pub(super) holder: Option<TokenHash>,
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
    pub(super) fn new(holder: Option<TokenHash>) -> Self {
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

/// A computer player at work.
pub(super) struct Thinking {
    pub(super) number: Number,
    pub(super) seat: Seat,
    pub(super) is_waiting: bool,
}

/// Who is to be answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ReplyTo {
    Socket(Socket),
    Ticket(Ticket),
    Nobody,
}

/// A change of the room.
#[derive(Clone, Copy, Debug)]
pub(super) enum RoomChange {
    /// This is who waits until it is decided whether something is taken back.
    UndoAsker(ReplyTo),
    /// The start waits for commitments until this time.
    Committing(Millis),
    /// The host asks for the start once more.
    StartAsked,
    /// A person showed the seed that they had committed to.
    Shown { person: u32, seed: Seed },
    /// It is noted that somebody came.
    Visited(Millis),
}

impl RoomChange {
    /// May the start go on by it?
    pub(super) fn concerns_start(&self) -> bool {
        matches!(self, Self::Committing(_) | Self::StartAsked | Self::Shown { .. })
    }
}

/// What happens once the events handed out are stored.
pub(super) struct Pending {
    pub(super) changes: Vec<Change>,
    pub(super) replies: Vec<(ReplyTo, Reply)>,
    /// What led to them.
    pub(super) input: Option<Input>,
}

impl Starting {
    /// The table asks for seeds from this moment on.
    pub(super) fn new(at: Millis) -> Self {
        Self { until: at + SEED_WAIT, told_at: at, seeds: BTreeMap::new() }
    }
}
