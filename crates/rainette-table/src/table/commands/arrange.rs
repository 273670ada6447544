//! Arranging a table anew before the start: the host.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::get_ready;
use crate::Error;
use crate::journal::Event;
use crate::protocol::bounds::Level;
use crate::protocol::{ClockKind, Settings, Starts};
use crate::table::clock::Clocks;
use crate::table::history::begin;
use crate::table::machine::Machine;
use crate::table::open::check_settings;
use crate::table::plan::{Caller, Plan};
use crate::table::{Change, Response};

/// Arranges the table anew before the start. What is left out stays as it is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Arrange {
    /// The options that differ from their defaults, all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<BTreeMap<String, i64>>,
    /// The clock. Once weekends were off at this table, their offset stays as it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockKind>,
    /// Who is to start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<Starts>,
    /// Is the table to be on the list of open tables? If that changes, free seats are for anybody, or for whoever has the
    /// link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_public: Option<bool>,
    /// Start as soon as every seat is taken and everybody is ready?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_when_full: Option<bool>,
    /// How long somebody may be away on their own turn before a computer player may sit in: 15 to 86,400 seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 15, maximum = 86_400)]
    pub grace_seconds: Option<u32>,
    /// The level of a computer player that sits in for somebody or takes a seat over, 1 to 8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Level>)]
    pub stand_in: Option<u8>,
}

impl Arrange {
    pub(in crate::table) fn plan(self, table: &Machine, caller: &Caller) -> Result<Plan, Error> {
        let history = &table.history;
        history.check_host(caller.holder)?;
        history.check_lobby()?;
        let before = &history.settings;
        self.clock.map_or(Ok(()), Clocks::check)?;
        let clock = self.clock.map(|clock| history.keep_offset(clock));
        let mut settings = Self { clock, ..self }.over(before);
        let game = begin(&history.opening, &settings.options)?;
        settings.options = game.record().options.into_iter().collect();
        check_settings(&settings, game.as_ref())?;
        let is_set_up_anew = (&settings.options, settings.starts) != (&before.options, before.starts);
        if history.opening_events() > 0 && is_set_up_anew {
            return Err(Error::OpeningSettled);
        }
        if settings == *before {
            return Ok(Plan::answer(caller, Response::Done));
        }
        history.check_changes()?;
        let listing = (settings.is_public != before.is_public)
            .then_some(Change::Listing { is_public: settings.is_public });
        let matters = settings.matters_beside(before);
        let person = caller.person(table)?;
        let mut draft = history.draft(caller.now);
        draft.add(Event::Arranged { person, settings });
        if matters {
            get_ready(table, caller, person, &mut draft);
        }
        let mut changes = history.seating(draft);
        changes.extend(listing);
        Ok(Plan::store(caller, changes, Response::Done))
    }

    /// The settings with what is named here.
    fn over(self, before: &Settings) -> Settings {
        Settings {
            options: self.options.unwrap_or_else(|| before.options.clone()),
            clock: self.clock.unwrap_or(before.clock),
            starts: self.starts.unwrap_or(before.starts),
            is_public: self.is_public.unwrap_or(before.is_public),
            start_when_full: self.start_when_full.unwrap_or(before.start_when_full),
            grace_ms: self.grace_seconds.map_or(before.grace_ms, |seconds| seconds.saturating_mul(1_000)),
            stand_in: self.stand_in.unwrap_or(before.stand_in),
        }
    }
}
