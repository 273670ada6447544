//! Choosing the colour of a seat's pieces before the start.

use rainette_core::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Error;
use crate::journal::Event;
use crate::protocol::bounds::SeatIndex;
use crate::table::Response;
use crate::table::machine::Machine;
use crate::table::plan::{Caller, Plan};

/// Chooses the colour of a seat's pieces before the start. Free seats and computer players give way, other people do not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Colour {
    /// One's own seat; for the host also a computer player's.
    #[schema(value_type = SeatIndex)]
    pub seat: Seat,
    /// The colour, counted from 0 in the order of the game's colours.
    #[schema(value_type = SeatIndex)]
    pub colour: u8,
}

impl Colour {
    pub(in crate::table) fn plan(self, table: &Machine, caller: &Caller) -> Result<Plan, Error> {
        let Self { seat, colour } = self;
        let history = &table.history;
        let person = caller.person(table)?;
        history.check_lobby()?;
        let place = history.places.get(seat.index()).ok_or(Error::NoSuchSeat(seat))?;
        let mine = caller.seats(table);
        let is_hosts = place.level().is_some() && history.host() == Some(person);
        if !mine.contains(&seat) && !is_hosts {
            return Err(if mine.is_empty() { Error::NotSeated } else { Error::NotYourSeat(seat) });
        }
        let info = history.play.game.info();
        if !info.has_colours {
            return Err(Error::NoColours);
        }
        if usize::from(colour) >= *info.seats.end() {
            return Err(Error::WrongColour(*info.seats.end() as u8 - 1));
        }
        if place.colour == colour {
            return Ok(Plan::answer(caller, Response::Done));
        }
        let others = Seat::all(history.places.len()).zip(&history.places);
        let mut others = others.filter(|(seat, place)| place.person().is_some() && !mine.contains(seat));
        if others.any(|(_, place)| place.colour == colour) {
            return Err(Error::ColourTaken(colour));
        }
        history.check_own_changes(caller.holder()?)?;
        let mut draft = history.draft(caller.now);
        draft.add(Event::Coloured { seat, colour });
        Ok(Plan::draft(table, caller, draft, Response::Done))
    }
}
