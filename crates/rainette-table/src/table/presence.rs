//! Who is there: at a socket of this node or another one, or by requests that come in now and then.

use std::collections::BTreeMap;

use rainette_core::{Seat, Turn};

use super::machine::Machine;
use super::room::Listener;
use super::{Change, LINGER, Request, VISIT_NOTED};
use crate::journal::{By, TokenHash};
use crate::protocol::{Millis, Status};

/// How long somebody who uses no socket counts as there after a request.
pub(super) const SEEN_FOR: Millis = 30_000;

/// Who is there: of each seat whether its owner is, and whether a computer player may sit in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Presence {
    seats: Vec<(bool, bool)>,
    spectators: u32,
}

/// When people who use no socket last asked for something.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct SeenAt {
    /// Those who sit at this table.
    people: BTreeMap<TokenHash, Millis>,
    /// Whoever it was that came to play or to look on.
    anybody: Option<Millis>,
}

impl SeenAt {
    /// Until when somebody counts as there, or did, by their requests alone.
    pub(super) fn until(&self, holder: TokenHash) -> Option<Millis> {
        self.people.get(&holder).map(|at| at + SEEN_FOR)
    }

    /// When the next of them stops counting as there, after this time.
    pub(super) fn alarm(&self, after: Millis) -> Option<Millis> {
        self.people.values().map(|at| at + SEEN_FOR).filter(|until| *until > after).min()
    }
}

impl Machine {
    /// Notes that somebody has asked for something without a socket.
    pub(super) fn note_seen(&mut self, holder: Option<TokenHash>, ask: &Request, now: Millis) {
        if matches!(ask, Request::Say(_) | Request::Look { .. } | Request::Join { .. } | Request::Start) {
            self.room.here.seen_at.anybody = Some(now);
        }
        if let Some(holder) = holder.filter(|holder| self.history.first_person(*holder).is_some()) {
            self.room.here.seen_at.people.insert(holder, now);
        }
    }

    /// Has somebody asked for something lately, without a socket?
    pub(super) fn was_seen(&self, holder: TokenHash, now: Millis) -> bool {
        self.room.here.seen_at.until(holder).is_some_and(|until| now < until)
    }

    /// Is anybody at this node, at a socket or by their requests, to play or to look on?
    pub(super) fn is_somebody_here(&self, now: Millis) -> bool {
        let was_seen = self.room.here.seen_at.anybody.is_some_and(|at| now < at + SEEN_FOR);
        self.room.here.sockets.values().any(|listener| listener.is_greeted) || was_seen
    }

    pub(super) fn is_connected(&self, holder: TokenHash) -> bool {
        self.room.here.sockets.values().any(|listener| listener.holder == Some(holder))
            || self.room.nodes.is_there(holder)
    }

    /// Is somebody there, at a socket or by their requests?
    pub(super) fn is_there(&self, holder: TokenHash, now: Millis) -> bool {
        self.is_connected(holder) || self.was_seen(holder, now)
    }

    /// Is any of those there who hold a seat?
    pub(super) fn is_a_player_there(&self, now: Millis) -> bool {
        self.history.holders_seated().into_iter().any(|holder| self.is_there(holder, now))
    }

    /// Since when the owner of a seat has been away, or will have been if nothing more is heard of them; none while
    /// they are at a socket.
    fn absent_since(&self, seat: Seat) -> Option<Millis> {
        let Some(holder) = self.history.holder_of(seat) else {
            return self.history.places[seat.index()].person().map(|_| self.room.here.loaded_at);
        };
        if self.is_connected(holder) {
            return None;
        }
        let left_at = self.room.here.absent.get(&holder).copied().unwrap_or(self.room.here.loaded_at);
        Some(self.room.here.seen_at.until(holder).map_or(left_at, |until| until.max(left_at)))
    }

    /// The absent player whose turn it is, and when a computer player may sit in.
    pub(super) fn turn_of_absent(&self) -> Option<(Seat, Millis)> {
        let Turn::Seat(seat) = self.history.play.game.turn() else { return None };
        if self.history.play.status != Status::Playing || self.history.places[seat.index()].level().is_some()
        {
            return None;
        }
        let last = (self.history.decisive() as usize).checked_sub(1);
        let turn_since = last.map_or(self.room.here.loaded_at, |index| self.history.log.rows[index].row.at);
        let since = self.absent_since(seat)?.max(turn_since);
        Some((seat, since + Millis::from(self.history.settings.grace_ms)))
    }

    pub(super) fn may_sit_in(&self, seat: Seat, now: Millis) -> bool {
        self.turn_of_absent().is_some_and(|(absent, at)| absent == seat && now >= at)
    }

    pub(super) fn is_present(&self, seat: Seat, now: Millis) -> bool {
        match self.history.places[seat.index()].by {
            None => false,
            Some(By::Computer(_)) => true,
            Some(By::Person(_)) => self.history.holder_of(seat).is_some_and(|holder| {
                // Somebody who was never here since the server came up has not just left.
                let just_left =
                    || self.room.here.absent.get(&holder).is_some_and(|since| now < since + LINGER);
                self.is_there(holder, now) || just_left()
            }),
        }
    }

    /// Since when others see the owner of a seat as away.
    pub(super) fn shown_absent_since(&self, seat: Seat, now: Millis) -> Option<Millis> {
        self.absent_since(seat).filter(|_| !self.is_present(seat, now))
    }

    pub(super) fn presence(&self, now: Millis) -> Presence {
        let seats = Seat::all(self.history.places.len());
        Presence {
            seats: seats.map(|seat| (self.is_present(seat, now), self.may_sit_in(seat, now))).collect(),
            spectators: self.spectators(),
        }
    }

    /// How many look on.
    pub(super) fn spectators(&self) -> u32 {
        let seated = self.history.holders_seated();
        let looks_on =
            |it: &&Listener| it.is_greeted && it.holder.is_none_or(|holder| !seated.contains(&holder));
        self.room.here.sockets.values().filter(looks_on).count() as u32 + self.room.nodes.spectators()
    }

    /// Notes that somebody has come to a table that waits, so that it is not closed.
    pub(super) fn note_visit(&mut self, now: Millis) {
        let is_waiting = self.history.play.status == Status::Waiting && self.room.desk.pending.is_none();
        if is_waiting && now >= self.room.visited_at + VISIT_NOTED {
            self.room.visited_at = now;
            self.store(vec![Change::Visited(now)], Vec::new());
        }
    }

    pub(super) fn notice_presence(&mut self, now: Millis) {
        let presence = self.presence(now);
        if presence != self.room.here.shown && self.room.desk.pending.is_none() {
            self.room.here.shown = presence;
            self.broadcast_state(now);
        }
    }
}
