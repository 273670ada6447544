//! Committing to a seed for the dice.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::commitment;
use crate::Error;
use crate::journal::Event;
use crate::protocol::Status;
use crate::protocol::bounds::Hex;
use crate::table::Response;
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};

/// Commits to a seed for the dice, before seats and commitments are frozen. It may be changed a few times.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Commit {
    /// The SHA-256 of the seed, 64 hexadecimal digits.
    #[schema(value_type = Hex)]
    pub commitment: String,
}

impl Commit {
    pub(in crate::table) fn plan(self, table: &Machine, caller: &Caller) -> Result<Plan, Error> {
        let history = &table.history;
        history.check_room()?;
        let holder = caller.holder()?;
        let first = caller.person(table)?;
        if history.play.status != Status::Waiting {
            return Err(Error::AlreadyStarted);
        }
        if history.dice.frozen.is_some() {
            return Err(Error::Frozen);
        }
        let commitment = commitment(&self.commitment)?;
        // Seats that came from another device may have a commitment of their own, whose seed stayed there.
        let is_other = |person: &u32| match history.dice.commitments.get(person) {
            Some(known) => known.commitment != commitment,
            None => *person == first,
        };
        let persons: Vec<u32> = history.persons_of(holder).filter(is_other).collect();
        if persons.is_empty() {
            let number = history.dice.commitments.get(&first).map_or(0, |it| it.number);
            return Ok(Plan::answer(caller, Response::Acked(number)));
        }
        for person in &persons {
            history.check_commits(*person)?;
        }
        let mut draft = history.draft(caller.now);
        for person in persons {
            draft.add(Event::Committed { person, commitment });
        }
        Ok(Plan::draft(table, caller, draft, Response::Acked(history.seq() + 1)))
    }
}
