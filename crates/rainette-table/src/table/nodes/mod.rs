//! A table that several nodes serve: what others have stored, who is there elsewhere, and what is not in the log.
//!
//! The log is the fence: whoever stores a number first wins, and everybody else reads on from there. Presence and seeds
//! that are shown before the start are told from node to node; if such a word is lost, a table is a little less
//! informed, but never wrong.

use std::collections::BTreeSet;

use rainette_core::Turn;
use serde::{Deserialize, Serialize};

use super::Tail;
use super::history::LoadError;
use super::machine::Machine;
use super::plan::Reply;
use super::room::{self, Pending, ReplyTo};
use super::{Beside, Change, Input, Output};
use crate::Error;
use crate::fair::Seed;
use crate::journal::{TokenHash, UndoWish};
use crate::protocol::{ChatLine, Millis, Number, Status, Thinking};

/// How often others are told who is here.
const TELL_PRESENCE: Millis = 10_000;

/// How often others are told again of seeds that were shown, while the game starts: a node that has yet to read who sits
/// where makes nothing of them.
const TELL_SEEDS: Millis = 500;

/// How long others are believed to be there.
const BELIEVE_PRESENCE: Millis = 25_000;

/// What one node tells the others about a table, apart from what is stored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "word", rename_all = "kebab-case")]
pub enum PeerMessage {
    /// Who listens at this node: hashes of tokens, and how many others.
    Present {
        /// By whose tokens.
        holders: Vec<[u8; 32]>,
        /// How many look on.
        spectators: u32,
    },
    /// Who is there? Whoever has somebody tells it.
    WhoIsThere,
    /// Somebody showed their seed, after commitments were frozen.
    Shown {
        /// The number of the person.
        person: u32,
        /// The seed.
        seed: Seed,
    },
    /// A computer player thinks at this node.
    Thinking {
        /// About the position after this event.
        number: Number,
        /// Has it yet to begin, because others come first?
        is_waiting: bool,
    },
}

/// Who listens at another node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Elsewhere {
    holders: BTreeSet<TokenHash>,
    spectators: u32,
    until: Millis,
}

/// What a machine knows of other nodes.
#[derive(Default)]
pub(super) struct Nodes {
    /// May there be others?
    pub(super) is_shared: bool,
    others: std::collections::BTreeMap<u64, Elsewhere>,
    /// What others were told last of who is here, and when.
    told: (BTreeSet<TokenHash>, u32),
    told_at: Millis,
    /// When this node thinks too, if another has not acted after this event.
    pub(super) overdue: Option<(Number, Millis)>,
    /// What another node thinks about: the position after this event, and whether it has yet to begin.
    thinking: Option<(Number, bool)>,
}

impl Nodes {
    pub(super) fn is_there(&self, holder: TokenHash) -> bool {
        self.others.values().any(|other| other.holders.contains(&holder))
    }

    pub(super) fn spectators(&self) -> u32 {
        self.others.values().map(|other| other.spectators).sum()
    }

    pub(super) fn alarm(&self) -> Option<Millis> {
        let refresh = (self.told != Default::default()).then_some(self.told_at + TELL_PRESENCE);
        let gone = self.others.values().map(|other| other.until).min();
        let overdue = self.overdue.map(|(_, at)| at);
        [refresh, gone, overdue].into_iter().flatten().min()
    }

    pub(super) fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// Does nobody listen elsewhere?
    pub(super) fn is_empty(&self) -> bool {
        self.others.is_empty()
    }

    /// Does this node wait for another one to act?
    pub(super) fn waits(&self) -> bool {
        self.overdue.is_some()
    }
}

impl Machine {
    /// From now on other nodes may serve this table too.
    pub fn share(&mut self, now: Millis) {
        self.room.nodes.is_shared = true;
        self.out.retain(|output| !matches!(output, Output::Think(_)));
        self.room.thinking = None;
        self.think_later(now);
        self.tell_peers(PeerMessage::WhoIsThere);
    }

    pub(super) fn tell_peers(&mut self, message: PeerMessage) {
        if self.room.nodes.is_shared {
            self.out.push(Output::Tell(message));
        }
    }

    /// Takes in what others have stored. What was handed out to be stored meanwhile was not: it is planned again.
    pub fn catch_up(&mut self, tail: Tail, now: Millis) -> Result<Vec<Output>, LoadError> {
        let refused = self.room.desk.pending.take();
        let first = self.history.seq() + 1;
        let wanted = self.history.beside.wish.clone();
        for row in tail.rows.into_iter().filter(|row| row.number >= first) {
            let number = row.number;
            let wrong = |what: String| LoadError { table: self.history.id.clone(), number, what };
            if number != self.history.seq() + 1 {
                return Err(wrong("numbers do not follow each other".to_owned()));
            }
            let command = row.command.clone();
            self.apply(Change::Row(row)).map_err(|what| LoadError {
                table: self.history.id.clone(),
                number,
                what,
            })?;
            let is_it = |wish: &&UndoWish| command == Some((wish.seat, wish.command.clone()));
            if let Some(wish) = wanted.as_ref().filter(is_it) {
                let asker = std::mem::replace(&mut self.room.undo_asker, ReplyTo::Nobody);
                self.answer(asker, Reply::Acked { id: wish.command.clone(), number });
            }
        }
        let has_more = self.history.seq() >= first;
        let (wish, is_state_changed, are_people_changed) = self.take_beside(tail.beside);
        let is_state_changed = self.take_wish(wanted.as_ref(), wish) || is_state_changed;
        self.think_later(now);
        if has_more || are_people_changed {
            self.room.here.shown = self.presence(now);
            self.broadcast(first, now);
        } else if is_state_changed {
            self.broadcast_state(now);
        }
        if let Some(pending) = refused {
            self.plan_again(pending);
        }
        self.undo_when_agreed(now);
        self.start_when_ready(now);
        Ok(self.run(now))
    }

    /// What was handed out was not stored: whoever gave the command gives it again, in a way; whoever else waited for it
    /// is told.
    fn plan_again(&mut self, pending: Pending) {
        let Pending { replies, input, .. } = pending;
        let asker = input.as_ref().map_or(ReplyTo::Nobody, reply_to_of);
        for (reply_to, reply) in replies {
            if reply_to == asker {
                continue;
            }
            match reply {
                Reply::Acked { id, .. } => {
                    let error = Error::Stale(self.history.seq());
                    self.answer(reply_to, Reply::Refused { id: Some(id), error });
                }
                refused @ Reply::Refused { .. } => self.answer(reply_to, refused),
                Reply::Response(_) => {}
            }
        }
        if let Some(input) = input {
            self.room.desk.waiting.push_front(input);
        }
    }

    /// Takes in what stands beside the log as others have stored it, and gives what somebody wants to take back, whether
    /// something else has changed, and whether people have.
    fn take_beside(&mut self, mut beside: Beside) -> (Option<UndoWish>, bool, bool) {
        let wish = beside.wish.take();
        beside.wish = self.history.beside.wish.take();
        let before = std::mem::replace(&mut self.history.beside, beside);
        let now = &self.history.beside;
        let is_changed = before.muted != now.muted || before.asides != now.asides;
        let changed = (is_changed, before.people != now.people);
        let said = self.history.said;
        let new: Vec<ChatLine> = now.chat.iter().filter(|line| line.number > said).cloned().collect();
        for line in new {
            self.history.said = line.number;
            self.spread_chat(&line);
        }
        (wish, changed.0, changed.1)
    }

    /// Takes in what somebody wants to take back, as others have stored it; `before` is what was wanted here. Has anything
    /// changed?
    fn take_wish(&mut self, before: Option<&UndoWish>, wish: Option<UndoWish>) -> bool {
        let id = before.map(|before| before.command.clone());
        let is_same =
            |wish: &UndoWish, before: &UndoWish| (wish.seat, &wish.command) == (before.seat, &before.command);
        self.history.beside.wish = wish.filter(|wish| self.history.still_counts(wish));
        let is_past = before.is_some_and(|before| !self.history.still_counts(before));
        match (&mut self.history.beside.wish, before) {
            (Some(wish), Some(before)) if is_same(wish, before) => {
                // Who has agreed anywhere has agreed: two answers at the same time must not undo each other.
                wish.waits_for.retain(|person| before.waits_for.contains(person));
                wish.agreed.extend(&before.agreed);
                wish.agreed.sort_unstable();
                wish.agreed.dedup();
            }
            (None, Some(_)) if is_past => {
                self.refuse_undo(id, Error::Stale(self.history.seq()));
            }
            (_, Some(_)) => self.refuse_undo(id, Error::UndoRefused),
            (_, None) => {}
        }
        self.history.beside.wish.as_ref() != before
    }

    /// Takes back if everybody has agreed, each at another node.
    fn undo_when_agreed(&mut self, now: Millis) {
        let agreed = self.history.beside.wish.clone().filter(|wish| wish.waits_for.is_empty());
        if self.room.desk.pending.is_none()
            && let Some(wish) = agreed
        {
            let plan = self.undo_agreed(&wish, None, now);
            self.carry_out(plan, now);
        }
    }

    /// Hears what another node tells.
    pub(super) fn hear_peer(&mut self, node: u64, word: PeerMessage, now: Millis) {
        match word {
            PeerMessage::Present { holders, spectators } => {
                let holders: BTreeSet<TokenHash> = holders.into_iter().map(TokenHash).collect();
                for holder in &holders {
                    self.room.here.absent.remove(holder);
                }
                let is_nobody = holders.is_empty() && spectators == 0;
                let new = Elsewhere { holders, spectators, until: now + BELIEVE_PRESENCE };
                let old = if is_nobody {
                    self.room.nodes.others.remove(&node)
                } else {
                    self.room.nodes.others.insert(node, new)
                };
                self.note_gone(old.into_iter().flat_map(|old| old.holders).collect(), now);
                self.start_when_ready(now);
            }
            PeerMessage::WhoIsThere => {
                if self.room.nodes.told != Default::default() {
                    self.tell_presence(now);
                }
                self.tell_thinking();
            }
            PeerMessage::Shown { person, seed } => self.take_shown(person, seed, now),
            PeerMessage::Thinking { number, is_waiting } => {
                let shown = self.thinks();
                // Words may overtake each other: a later event counts more, and so does having begun.
                let before = self.room.nodes.thinking.unwrap_or((0, true));
                if (number, !is_waiting) > (before.0, !before.1) {
                    self.room.nodes.thinking = Some((number, is_waiting));
                }
                if self.thinks() != shown {
                    self.broadcast_state(now);
                }
            }
        }
    }

    /// Who thinks, here or elsewhere.
    pub(super) fn thinks(&self) -> Option<Thinking> {
        if let Some(here) = &self.room.thinking {
            return Some(Thinking { seat: here.seat, is_waiting: here.is_waiting });
        }
        // What another node thinks about is known only once this one has read as far.
        let (_, is_waiting) =
            self.room.nodes.thinking.filter(|(number, _)| *number == self.history.decisive())?;
        match self.history.play.game.turn() {
            Turn::Seat(seat) if self.history.play.status == Status::Playing => {
                self.history.places[seat.index()].level().map(|_| Thinking { seat, is_waiting })
            }
            _ => None,
        }
    }

    /// Tells others that a computer player thinks here, if one does.
    pub(super) fn tell_thinking(&mut self) {
        if let Some(room::Thinking { number, is_waiting, .. }) = self.room.thinking {
            self.tell_peers(PeerMessage::Thinking { number, is_waiting });
        }
    }

    /// Notes since when people have been away who listen nowhere any more.
    fn note_gone(&mut self, holders: BTreeSet<TokenHash>, now: Millis) {
        for holder in holders {
            if !self.is_connected(holder) && self.history.first_person(holder).is_some() {
                self.room.here.absent.entry(holder).or_insert(now);
            }
        }
    }

    /// What only time brings about between nodes.
    pub(super) fn run_nodes(&mut self, now: Millis) {
        if !self.room.nodes.is_shared {
            return;
        }
        let gone: Vec<u64> = self
            .room
            .nodes
            .others
            .iter()
            .filter(|(_, other)| other.until <= now)
            .map(|(node, _)| *node)
            .collect();
        for node in gone {
            let other = self.room.nodes.others.remove(&node).unwrap_or_default();
            self.note_gone(other.holders, now);
        }
        self.tell_seeds_when_due(now);
        if let Some((number, at)) = self.room.nodes.overdue
            && (now >= at || number != self.history.decisive())
        {
            self.room.nodes.overdue = None;
            self.think(now);
            self.broadcast_state(now);
        }
    }

    /// When others are to be told again of a start.
    pub(super) fn tells_seeds_at(&self) -> Option<Millis> {
        let starting = self.room.start.starting.as_ref().filter(|_| self.room.nodes.is_shared)?;
        Some(starting.told_at + TELL_SEEDS)
    }

    fn tell_seeds_when_due(&mut self, now: Millis) {
        if self.tells_seeds_at().is_none_or(|at| now < at) {
            return;
        }
        let Some(starting) = &mut self.room.start.starting else { return };
        starting.told_at = now;
        let words: Vec<PeerMessage> =
            starting.seeds.iter().map(|(&person, &seed)| PeerMessage::Shown { person, seed }).collect();
        for word in words {
            self.tell_peers(word);
        }
    }

    /// Tells others who is here, if that has changed or they may have forgotten.
    pub(super) fn tell_presence_when_due(&mut self, now: Millis) {
        if !self.room.nodes.is_shared {
            return;
        }
        let here = self.here(now);
        let is_old = here != Default::default() && now >= self.room.nodes.told_at + TELL_PRESENCE;
        if here != self.room.nodes.told || is_old {
            self.tell_presence(now);
        }
    }

    fn tell_presence(&mut self, now: Millis) {
        let here = self.here(now);
        let (holders, spectators) = (here.0.iter().map(|holder| holder.0).collect(), here.1);
        self.room.nodes.told = here;
        self.room.nodes.told_at = now;
        self.tell_peers(PeerMessage::Present { holders, spectators });
    }

    fn here(&self, now: Millis) -> (BTreeSet<TokenHash>, u32) {
        let seated = self.history.holders_seated();
        let greeted = self.room.here.sockets.values().filter(|listener| listener.is_greeted);
        let was_seen = |holder: &TokenHash| self.was_seen(*holder, now);
        let (mut holders, mut spectators): (BTreeSet<TokenHash>, u32) =
            (seated.iter().copied().filter(was_seen).collect(), 0);
        for listener in greeted {
            match listener.holder {
                Some(holder) if seated.contains(&holder) => drop(holders.insert(holder)),
                _ => spectators += 1,
            }
        }
        (holders, spectators)
    }
}

/// Who waits for the answer to something.
pub(super) fn reply_to_of(input: &Input) -> ReplyTo {
    match input {
        Input::Say(socket, _) => ReplyTo::Socket(*socket),
        Input::Request(ticket, ..) => ReplyTo::Ticket(*ticket),
        _ => ReplyTo::Nobody,
    }
}

#[cfg(test)]
mod tests;
