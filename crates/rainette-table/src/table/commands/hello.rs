//! The first message of every socket.

use rainette_core::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Error;
use crate::protocol::Number;
use crate::protocol::bounds::SeatIndex;
use crate::table::Socket;
use crate::table::machine::Machine;
use crate::table::plan::Caller;

/// The first message of every socket: where the client left off.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The number of the last event that the client has; it is sent all that came after it.
    #[serde(default)]
    pub after: Number,
    /// The seat to take in hand, if the client holds several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<SeatIndex>)]
    pub seat: Option<Seat>,
}

impl Hello {
    /// Nothing is stored for it, but a visit; the socket is told everything.
    pub(in crate::table) fn carry_out(self, table: &mut Machine, socket: Socket, caller: &Caller) {
        let Self { after, seat } = self;
        let mine = caller.seats(table);
        if let Some(seat) = seat
            && !mine.contains(&seat)
        {
            table.refuse(caller, None, Error::NotYourSeat(seat));
        }
        if let Some(listener) = table.room.here.sockets.get_mut(&socket) {
            listener.is_greeted = true;
            listener.hand = seat.filter(|seat| mine.contains(seat));
        }
        table.greet(socket, after, caller.now);
        table.think_for(caller.holder, caller.now);
        table.start_when_ready(caller.now);
        table.note_visit(caller.now);
    }
}
