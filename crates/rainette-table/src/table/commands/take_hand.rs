//! Handing over a shared screen.

use rainette_core::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Error;
use crate::protocol::bounds::SeatIndex;
use crate::table::Socket;
use crate::table::machine::Machine;
use crate::table::plan::Caller;

/// Confirms a hand-over at a shared screen: from now on this socket shows this seat, and no other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TakeHand {
    /// The seat to take in hand; none puts all down, so that nothing secret is shown.
    #[schema(value_type = Option<SeatIndex>)]
    pub seat: Option<Seat>,
}

impl TakeHand {
    pub(in crate::table) fn carry_out(self, table: &mut Machine, socket: Socket, caller: &Caller) {
        let mine = caller.seats(table);
        if let Some(seat) = self.seat.filter(|seat| !mine.contains(seat)) {
            return table.refuse(caller, None, Error::NotYourSeat(seat));
        }
        if let Some(listener) = table.room.here.sockets.get_mut(&socket) {
            listener.hand = self.seat;
        }
        table.greet(socket, 0, caller.now);
    }
}
