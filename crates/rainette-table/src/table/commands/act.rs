//! Playing an action, or settling it before one's turn comes.

use rainette_core::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Error;
use crate::journal::Event;
use crate::protocol::Number;
use crate::protocol::bounds::{ActionText, CommandId, SeatIndex};
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};

/// Plays an action, or settles it before the seat's turn comes if the rules let several choose at once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// Chosen by the client, unlike any other of this seat: a repeated command is answered, not repeated.
    #[schema(value_type = CommandId)]
    pub id: String,
    /// The number of the last event that the client has seen.
    pub seq: Number,
    /// The seat that acts; the seat in hand if none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<SeatIndex>)]
    pub seat: Option<Seat>,
    /// The action in notation, as one of the listed choices has it.
    #[schema(value_type = ActionText)]
    pub action: String,
}

impl Act {
    pub(in crate::table) fn plan(self, table: &Machine, caller: &Caller) -> Result<Plan, Error> {
        let Self { id, seq, seat, action } = self;
        let history = &table.history;
        let seat = caller.seat(table, seat)?;
        history.check_hand(caller.reply_to, &caller.seats(table), caller.hand, seat)?;
        if let Some(reply) = history.repeated(seat, &id) {
            return Ok(Plan::repeated(caller, reply));
        }
        history.check_playing()?;
        history.check_room()?;
        history.check_seat(seat)?;
        history.check_act_seq(seat, &action, seq)?;
        if !history.is_turn_of(seat) && !history.play.game.early_choices(seat).is_empty() {
            return settle(table, caller, (seat, id), action);
        }
        let mut draft = history.draft(caller.now);
        draft.command = Some((seat, id.clone()));
        draft.game.play(seat, &action)?;
        draft.add(Event::Action { seat, action, computer: false });
        draft.settle(&history.places);
        Ok(Plan::acknowledged(table, caller, id, draft))
    }
}

/// Settles the action of a seat whose turn has not come: it is played when it does.
fn settle(
    table: &Machine,
    caller: &Caller,
    (seat, id): (Seat, String),
    action: String,
) -> Result<Plan, Error> {
    let history = &table.history;
    if history.play.chosen.contains_key(&seat) {
        return Err(Error::NotYourTurn(seat));
    }
    history.play.game.check_early(seat, &action)?;
    Ok(Plan::event(table, caller, (seat, id), Event::Chose { seat, action: Some(action) }))
}
