//! Asking why something is not allowed.

use rainette_core::Name;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Error;
use crate::protocol::bounds::{SpotName, few_spots};
use crate::protocol::{Objection, ToClient};
use crate::table::Response;
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};

/// Asks why the seat in hand cannot point at these spots.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WhyNot {
    /// The spots pointed at, in order.
    #[serde(deserialize_with = "few_spots")]
    #[schema(value_type = Vec<SpotName>, max_items = 32)]
    pub spots: Vec<String>,
}

impl WhyNot {
    pub(in crate::table) fn plan(self, table: &Machine, caller: &Caller) -> Result<Plan, Error> {
        let spots = self.spots;
        let history = &table.history;
        history.check_playing()?;
        let seat = history.seat_in_hand(&caller.seats(table), caller.hand).ok_or(Error::NotSeated)?;
        if !history.may_choose(seat) {
            return Err(Error::NotYourTurn(seat));
        }
        let names: Result<Vec<Name>, _> = spots.iter().map(|spot| spot.parse()).collect();
        let names = names.map_err(|error| Error::Notation(error.to_string()))?;
        let game = &history.play.game;
        let objection =
            if history.is_turn_of(seat) { game.why_not(&names) } else { game.early_why_not(seat, &names) };
        let objection = objection.map(|it| Objection { code: it.code.to_owned(), why: it.why });
        Ok(Plan::answer(caller, Response::Said(Box::new(ToClient::Because { spots, objection }))))
    }
}
