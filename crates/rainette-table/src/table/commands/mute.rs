//! Not hearing somebody.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Error;
use crate::protocol::bounds::PersonNumber;
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};
use crate::table::{Change, Response};

/// Stops hearing somebody, or hears them again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Mute {
    /// The number of the person at this table.
    #[schema(value_type = PersonNumber)]
    pub person: u32,
    /// Not to be heard?
    pub muted: bool,
}

impl Mute {
    pub(in crate::table) fn plan(self, table: &Machine, caller: &Caller) -> Result<Plan, Error> {
        let Self { person: other, muted: is_muted } = self;
        let person = caller.person(table)?;
        let beside = &table.history.beside;
        if !beside.people.contains_key(&other) || beside.muted.contains(&(person, other)) == is_muted {
            return Ok(Plan::answer(caller, Response::Done));
        }
        Ok(Plan::store(caller, vec![Change::Muted { person, other, is_muted }], Response::Done))
    }
}
