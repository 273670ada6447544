//! Giving up.

use rainette_core::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Error;
use crate::protocol::Out;
use crate::protocol::bounds::{CommandId, SeatIndex};
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};

/// Gives up. At a table of two the other seat wins; otherwise a computer player takes the seat over, which can no longer
/// win.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Resign {
    /// As with `act`.
    #[schema(value_type = CommandId)]
    pub id: String,
    /// As with `act`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<SeatIndex>)]
    pub seat: Option<Seat>,
}

impl Resign {
    pub(in crate::table) fn plan(self, table: &Machine, caller: &Caller) -> Result<Plan, Error> {
        let Self { id, seat } = self;
        let history = &table.history;
        let seat = caller.seat(table, seat)?;
        if let Some(reply) = history.repeated(seat, &id) {
            return Ok(Plan::repeated(caller, reply));
        }
        history.check_playing()?;
        if history.places[seat.index()].out.is_some() {
            return Err(Error::SeatOut(seat));
        }
        let draft = history.going_out(&[seat], Out::Resigned, Some((seat, id.clone())), caller.now);
        Ok(Plan::acknowledged(table, caller, id, draft))
    }
}
