//! Computer players sit down and are taken off before the start: the host's word.

use rainette_core::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::get_ready;
use crate::Error;
use crate::journal::{By, Event};
use crate::protocol::bounds::{Level, SeatIndex};
use crate::table::Response;
use crate::table::machine::Machine;
use crate::table::open::check_level;
use crate::table::plan::{Caller, Plan};

/// Puts a computer player on a seat that is free or a computer player's, before the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Fill {
    /// The seat.
    #[schema(value_type = SeatIndex)]
    pub seat: Seat,
    /// The level of the computer player, from 1 to 8.
    #[schema(value_type = Level)]
    pub level: u8,
}

/// Takes a computer player off its seat before the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Empty {
    /// The seat.
    #[schema(value_type = SeatIndex)]
    pub seat: Seat,
}

/// Who sits at a seat where no person does.
fn sitter(table: &Machine, caller: &Caller, seat: Seat) -> Result<Option<By>, Error> {
    let history = &table.history;
    history.check_host(caller.holder)?;
    history.check_lobby()?;
    let place = history.places.get(seat.index()).ok_or(Error::NoSuchSeat(seat))?;
    if place.person().is_some() { Err(Error::SeatTaken(seat)) } else { Ok(place.by) }
}

impl Fill {
    pub(in crate::table) fn plan(self, table: &Machine, caller: &Caller) -> Result<Plan, Error> {
        let Self { seat, level } = self;
        let by = By::Computer(level);
        let before = sitter(table, caller, seat)?;
        check_level(level)?;
        if before == Some(by) {
            return Ok(Plan::answer(caller, Response::Done));
        }
        table.history.check_changes()?;
        let mut draft = table.history.draft(caller.now);
        draft.add(Event::Seated { seat, by, agreed_to_opening: false });
        get_ready(table, caller, caller.person(table)?, &mut draft);
        Ok(Plan::store(caller, table.history.seating(draft), Response::Done))
    }
}

impl Empty {
    pub(in crate::table) fn plan(self, table: &Machine, caller: &Caller) -> Result<Plan, Error> {
        let Self { seat } = self;
        if sitter(table, caller, seat)?.is_none() {
            return Ok(Plan::answer(caller, Response::Done));
        }
        table.history.check_changes()?;
        let mut draft = table.history.draft(caller.now);
        draft.add(Event::Left { seat, is_removed: false });
        get_ready(table, caller, caller.person(table)?, &mut draft);
        Ok(Plan::store(caller, table.history.seating(draft), Response::Done))
    }
}
