//! Being ready to start.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Error;
use crate::journal::Event;
use crate::protocol::Number;
use crate::table::Response;
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};

/// Says whether one is ready to start: everybody at one's screen. One is ready for what one has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Ready {
    /// Is one ready?
    pub is_ready: bool,
    /// The last event that the client has seen.
    pub seq: Number,
}

impl Ready {
    pub(in crate::table) fn plan(self, table: &Machine, caller: &Caller) -> Result<Plan, Error> {
        let Self { is_ready, seq } = self;
        let history = &table.history;
        let holder = caller.holder()?;
        let persons = history.persons_seated(holder);
        if persons.is_empty() {
            return Err(Error::NotSeated);
        }
        history.check_lobby()?;
        let other: Vec<u32> =
            persons.into_iter().filter(|person| history.lobby.ready.contains(person) != is_ready).collect();
        if other.is_empty() {
            return Ok(Plan::answer(caller, Response::Done));
        }
        if seq > history.seq() {
            return Err(Error::Ahead(history.seq()));
        }
        // However often a table was arranged, it can be started.
        if is_ready {
            if seq < history.lobby.asked {
                return Err(Error::Stale(history.seq()));
            }
            history.check_room()?;
        } else {
            history.check_own_changes(holder)?;
        }
        let is_news = is_ready && other.iter().any(|person| history.lobby.known.misses(*person));
        let mut draft = history.draft(caller.now);
        for person in other {
            draft.add(Event::Ready { person, is_ready, seq });
        }
        // Lists show by what people are known who have not been until now.
        let changes = if is_news { history.seating(draft) } else { history.changes_of(draft) };
        Ok(Plan::store(caller, changes, Response::Done))
    }
}
