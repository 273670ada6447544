//! Showing the seed that one has committed to.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Error;
use crate::fair::{Promise, Seed};
use crate::protocol::Status;
use crate::protocol::bounds::Hex;
use crate::table::Response;
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};
use crate::table::room::RoomChange;

/// Shows the seed that one has committed to, once commitments are frozen and the table asks for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Reveal {
    /// The seed, 64 hexadecimal digits.
    #[schema(value_type = Hex)]
    pub seed: String,
}

impl Reveal {
    pub(in crate::table) fn plan(self, table: &Machine, caller: &Caller) -> Result<Plan, Error> {
        let history = &table.history;
        caller.person(table)?;
        let seed: Seed =
            self.seed.parse().map_err(|_| Error::WrongSeed("a seed is 64 hexadecimal digits"))?;
        if history.play.status != Status::Waiting {
            return Err(Error::AlreadyStarted);
        }
        if history.dice.frozen.is_none() {
            return Err(Error::NotStarted);
        }
        let persons: Vec<u32> = history.persons_of(caller.holder()?).collect();
        let promised = seed.commitment();
        let fits = |promise: &&Promise| persons.contains(&promise.person) && promise.commitment == promised;
        let fitting = history.frozen().iter().filter(fits);
        let room: Vec<RoomChange> =
            fitting.map(|promise| RoomChange::Shown { person: promise.person, seed }).collect();
        if room.is_empty() {
            return Err(Error::WrongSeed("this is not the seed that was committed to"));
        }
        Ok(Plan { room, ..Plan::answer(caller, Response::Done) })
    }
}
