//! Seeing all that one may know.

use rainette_core::Seat;

use crate::Error;
use crate::protocol::Number;
use crate::table::Response;
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};

pub(in crate::table) fn plan(
    table: &Machine,
    caller: &Caller,
    after: Number,
    seat: Option<Seat>,
) -> Result<Plan, Error> {
    let welcome = table.seen(caller.holder, after, seat, caller.now)?;
    Ok(Plan::answer(caller, Response::Seen(Box::new(welcome))))
}
