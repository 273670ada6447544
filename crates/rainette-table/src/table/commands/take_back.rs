//! Taking one's seat back.

use rainette_core::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Error;
use crate::journal::Event;
use crate::protocol::bounds::{CommandId, SeatIndex};
use crate::table::history::History;
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};

/// Takes one's seat back from the computer player that sits in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TakeBack {
    /// As with `act`.
    #[schema(value_type = CommandId)]
    pub id: String,
    /// One's own seat.
    #[schema(value_type = SeatIndex)]
    pub seat: Seat,
}

impl TakeBack {
    pub(in crate::table) fn plan(self, table: &Machine, caller: &Caller) -> Result<Plan, Error> {
        let Self { id, seat } = self;
        let history = &table.history;
        let seat = caller.seat(table, Some(seat))?;
        if let Some(reply) = history.repeated(seat, &id) {
            return Ok(Plan::repeated(caller, reply));
        }
        history.check_take_back(seat)?;
        history.check_room()?;
        Ok(Plan::event(table, caller, (seat, id), Event::TookBack { seat }))
    }
}

impl History {
    /// May the owner of a seat take it back?
    pub(in crate::table) fn check_take_back(&self, seat: Seat) -> Result<(), Error> {
        self.check_playing()?;
        let place = &self.places[seat.index()];
        if place.out.is_some() {
            return Err(Error::SeatOut(seat));
        }
        if place.stand_in.is_none() {
            return Err(Error::SeatTaken(seat));
        }
        // Otherwise somebody could miss a turn and take it back for ever.
        if place.is_late { Err(Error::TurnMissed(seat)) } else { Ok(()) }
    }
}
