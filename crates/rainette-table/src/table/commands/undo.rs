//! Taking back.

use std::collections::BTreeSet;

use rainette_core::{Effect, Observer, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Error;
use crate::journal::{Event, TokenHash, UndoWish};
use crate::protocol::bounds::{CommandId, SeatIndex};
use crate::protocol::{Millis, Number};
use crate::table::history::History;
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan, Reply};
use crate::table::room::{ReplyTo, RoomChange};
use crate::table::{Change, Response};

/// Takes back the seat's last action and all that followed: at once if that is free, otherwise as soon as all other
/// people at the table agree. Something random is taken back only if no computer player plays, or at a practice table.
/// What the seat has settled before its turn comes first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Undo {
    /// As with `act`.
    #[schema(value_type = CommandId)]
    pub id: String,
    /// As with `act`.
    pub seq: Number,
    /// As with `act`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<SeatIndex>)]
    pub seat: Option<Seat>,
}

impl Undo {
    pub(in crate::table) fn plan(self, table: &Machine, caller: &Caller) -> Result<Plan, Error> {
        let Self { id, seq, seat } = self;
        let history = &table.history;
        let seat = caller.seat(table, seat)?;
        if let Some(reply) = history.repeated(seat, &id) {
            return Ok(Plan::repeated(caller, reply));
        }
        let is_asked_again = |wish: &UndoWish| wish.seat == seat && wish.command == id;
        if history.beside.wish.as_ref().is_some_and(is_asked_again) {
            return Ok(wait_on(caller));
        }
        history.check_playing()?;
        history.check_room()?;
        history.check_seat(seat)?;
        history.check_seq(seat, seq)?;
        if history.play.chosen.contains_key(&seat) {
            // Nobody has been told what it was.
            return Ok(Plan::event(table, caller, (seat, id), Event::Chose { seat, action: None }));
        }
        let wish = history.undo_wish(caller.holder, seat, id)?;
        if wish.waits_for.is_empty() {
            return history.undo_now(&wish, vec![caller.reply_to], caller.now);
        }
        // Two wishes at a time would leave one of them without an answer.
        let before = history.beside.wish.as_ref().map(|wish| wish.command.clone());
        let mut replies = vec![(table.room.undo_asker, refused(before))];
        // Over a socket the answer comes when it is decided.
        let asker = match caller.reply_to {
            ReplyTo::Socket(_) => caller.reply_to,
            reply_to => {
                replies.push((reply_to, Reply::Response(Response::Done)));
                ReplyTo::Nobody
            }
        };
        Ok(Plan {
            changes: vec![Change::Wish(Some(wish))],
            replies,
            room: vec![RoomChange::UndoAsker(asker)],
        })
    }
}

/// Whoever repeats a wish that is not decided yet waits on, wherever they are now.
fn wait_on(caller: &Caller) -> Plan {
    match caller.reply_to {
        ReplyTo::Ticket(_) => Plan::answer(caller, Response::Done),
        reply_to => Plan { room: vec![RoomChange::UndoAsker(reply_to)], ..Plan::default() },
    }
}

/// What somebody is told whose wish was not agreed to.
pub(super) fn refused(id: Option<String>) -> Reply {
    Reply::Refused { id, error: Error::UndoRefused }
}

impl History {
    /// What a seat wants to take back, and who has to agree.
    fn undo_wish(&self, holder: Option<TokenHash>, seat: Seat, command: String) -> Result<UndoWish, Error> {
        // What a computer player did before somebody came in for it is not theirs to take back.
        let came_in = self.places[seat.index()].came_in;
        let own = |number: &Number| match self.event(*number) {
            Some(Event::Action { seat: acted, .. }) => *acted == seat && Some(*number) > came_in,
            _ => false,
        };
        let last = self.play.numbers.iter().rposition(own).ok_or(Error::NothingToUndo)?;
        let from = self.play.numbers[last];
        if self.is_over_chance(from) {
            self.check_redraw()?;
        }
        let told = self.play.game.told_from(Observer::Seat(seat), last);
        let shows = |effect: &Effect| matches!(effect, Effect::Revealed { .. } | Effect::Dealt { .. });
        let is_free = told.len() == 1 && !told[0].effects.iter().any(shows);
        let is_in = |seat: &Seat| self.places[seat.index()].out.is_none();
        let plays = |other: &TokenHash| Some(*other) != holder && self.seats_of(*other).iter().any(is_in);
        let others = self.holders_seated().into_iter().filter(|other| !is_free && plays(other));
        Ok(UndoWish {
            seat,
            from,
            command,
            number: self.seq(),
            waits_for: others.filter_map(|other| self.first_person(other)).collect(),
            agreed: holder.map(|holder| self.persons_seated(holder)).unwrap_or_default(),
        })
    }

    /// Takes back what everybody has agreed to, and tells those who wait for it.
    pub(super) fn undo_now(
        &self,
        wish: &UndoWish,
        reply_tos: Vec<ReplyTo>,
        now: Millis,
    ) -> Result<Plan, Error> {
        // Whoever is out has no say any more, at a screen with somebody who plays either.
        let play = self.persons_playing();
        let agreed: BTreeSet<u32> = wish.agreed.iter().copied().filter(|it| play.contains(it)).collect();
        if self.is_over_chance(wish.from) && agreed != play {
            return Err(Error::UndoRefused);
        }
        let mut draft = self.draft(now);
        draft.command = Some((wish.seat, wish.command.clone()));
        draft.add(Event::Undone { seat: wish.seat, from: wish.from, agreed: agreed.into_iter().collect() });
        let number = self.seq() + 1;
        let acked = |reply_to| (reply_to, Reply::Acked { id: wish.command.clone(), number });
        let replies = reply_tos.into_iter().map(acked).collect();
        Ok(Plan { changes: draft.changes(), replies, ..Plan::default() })
    }
}
