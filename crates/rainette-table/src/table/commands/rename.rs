//! Taking another name before the start.

use rainette_core::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Error;
use crate::journal::Person;
use crate::protocol::Sitter;
use crate::protocol::bounds::{PersonName, SeatIndex};
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};
use crate::table::{Change, Response, text};

/// Takes another name before the start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The name.
    #[schema(value_type = PersonName)]
    pub name: String,
    /// Whose, at a shared screen: whoever sits at this seat of one's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<SeatIndex>)]
    pub seat: Option<Seat>,
}

impl Rename {
    pub(in crate::table) fn plan(self, table: &Machine, caller: &Caller) -> Result<Plan, Error> {
        let history = &table.history;
        let holder = caller.holder()?;
        let first = caller.person(table)?;
        if history.is_removed(holder) {
            return Err(Error::Removed);
        }
        history.check_lobby()?;
        let number = match self.seat {
            Some(seat) => {
                let seat = history.pick_seat(&caller.seats(table), None, Some(seat))?;
                history.places[seat.index()].person().ok_or(Error::NotYourSeat(seat))?
            }
            None => first,
        };
        let name = Some(text::name(&self.name)?);
        if history.beside.people.get(&number).is_some_and(|known| known.name == name) {
            return Ok(Plan::answer(caller, Response::Done));
        }
        let mut line = history.line(history.play.status);
        for sitter in &mut line.seats {
            if let Sitter::Person { person, name: known } = sitter
                && *person == number
            {
                known.clone_from(&name);
            }
        }
        let person = Change::Person(Person { number, name, holder: Some(holder) });
        Ok(Plan::store(caller, vec![person, Change::Listed(Box::new(line))], Response::Done))
    }
}
