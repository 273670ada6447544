//! Letting a computer player sit in.

use rainette_core::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Error;
use crate::journal::Event;
use crate::protocol::bounds::{CommandId, Level, SeatIndex};
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};

/// Lets a computer player sit in for somebody who has been away for too long on their own turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SitIn {
    /// As with `act`.
    #[schema(value_type = CommandId)]
    pub id: String,
    /// The absent player's seat.
    #[schema(value_type = SeatIndex)]
    pub seat: Seat,
    /// The level of the computer player: the table's `stand_in`, and no other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Level>)]
    pub level: Option<u8>,
}

impl SitIn {
    pub(in crate::table) fn plan(self, table: &Machine, caller: &Caller) -> Result<Plan, Error> {
        let Self { id, seat, level } = self;
        let history = &table.history;
        let plays = |seat: &Seat| history.places[seat.index()].out.is_none();
        let actor = caller.seats(table).into_iter().find(plays).ok_or(Error::NotSeated)?;
        if let Some(reply) = history.repeated(actor, &id) {
            return Ok(Plan::repeated(caller, reply));
        }
        history.check_playing()?;
        history.check_room()?;
        let stand_in = history.settings.stand_in;
        if level.is_some_and(|level| level != stand_in) {
            // Whoever waits must not choose how well the one who is away plays.
            return Err(Error::OtherLevel(stand_in));
        }
        let place = history.places.get(seat.index()).ok_or(Error::NoSuchSeat(seat))?;
        if place.level().is_some() {
            return Err(Error::ComputerSits(seat));
        }
        if !table.may_sit_in(seat, caller.now) {
            return Err(Error::NotAbsent(seat));
        }
        Ok(Plan::event(table, caller, (actor, id), Event::SatIn { seat, level: stand_in, missed: false }))
    }
}
