//! Saying something.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Error;
use crate::protocol::ChatLine;
use crate::protocol::bounds::ChatText;
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};
use crate::table::{Change, Response, text};

/// Says something to the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Chat {
    /// Text, at most 500 characters.
    #[schema(value_type = ChatText)]
    pub text: String,
}

impl Chat {
    pub(in crate::table) fn plan(self, table: &Machine, caller: &Caller) -> Result<Plan, Error> {
        let person = caller.person(table)?;
        if table.history.is_removed(caller.holder()?) {
            return Err(Error::Removed);
        }
        let text = text::line(&self.text)?;
        let name = table.history.beside.people.get(&person).and_then(|person| person.name.clone());
        let line = ChatLine { number: table.history.said + 1, at: caller.now, person, name, text };
        Ok(Plan::store(caller, vec![Change::Said(line)], Response::Done))
    }
}
