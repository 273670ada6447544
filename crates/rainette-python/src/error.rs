//! The engine's errors as Python exceptions, with the engine's messages.

use pyo3::create_exception;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use rainette_core::{PlayError, RecordError, SetupError};
use rainette_games::{OpenError, UnknownGame};
use rainette_players::{BookError, ChooseError, NoNet, SpecError, ThinkError};

create_exception!(rainette, RainetteError, PyValueError, "Something that the games do not allow.");
create_exception!(rainette, SetUpError, RainetteError, "No game can be set up like that.");
create_exception!(
    rainette,
    IllegalAction,
    RainetteError,
    "An action or a chance event that cannot happen now.\n\n`code` names the rule that forbids it, where one does."
);
create_exception!(
    rainette,
    BadRecord,
    RainetteError,
    "A text that is no record of a game, or no book of starts."
);
create_exception!(
    rainette,
    PlayerError,
    RainetteError,
    "A computer player that does not exist or cannot answer."
);

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("RainetteError", py.get_type::<RainetteError>())?;
    module.add("SetUpError", py.get_type::<SetUpError>())?;
    module.add("IllegalAction", py.get_type::<IllegalAction>())?;
    module.add("BadRecord", py.get_type::<BadRecord>())?;
    module.add("PlayerError", py.get_type::<PlayerError>())
}

/// The code of a rule that forbids something, as an attribute of the exception.
fn with_code(py: Python<'_>, error: PyErr, code: Option<&str>) -> PyErr {
    match error.value(py).setattr("code", code) {
        Ok(()) => error,
        Err(failed) => failed,
    }
}

pub(crate) fn play(py: Python<'_>, error: &PlayError) -> PyErr {
    let code = if let PlayError::Illegal { code, .. } = error { Some(*code) } else { None };
    with_code(py, IllegalAction::new_err(error.to_string()), code)
}

/// An action that is none of the letters that can be said.
pub(crate) fn letter(py: Python<'_>, message: String) -> PyErr {
    with_code(py, IllegalAction::new_err(message), None)
}

pub(crate) fn unknown(error: &UnknownGame) -> PyErr {
    SetUpError::new_err(error.to_string())
}

pub(crate) fn set_up(error: &SetupError) -> PyErr {
    SetUpError::new_err(error.to_string())
}

pub(crate) fn open(error: &OpenError) -> PyErr {
    SetUpError::new_err(error.to_string())
}

pub(crate) fn record(error: &RecordError) -> PyErr {
    BadRecord::new_err(error.to_string())
}

pub(crate) fn book(name: &str, error: &BookError) -> PyErr {
    BadRecord::new_err(format!("{name} is no book for this: {error}"))
}

pub(crate) fn spec(error: &SpecError) -> PyErr {
    PlayerError::new_err(error.to_string())
}

pub(crate) fn choose(error: &ChooseError) -> PyErr {
    PlayerError::new_err(error.to_string())
}

pub(crate) fn think(error: &ThinkError) -> PyErr {
    PlayerError::new_err(error.to_string())
}

pub(crate) fn net(error: &NoNet) -> PyErr {
    match error {
        NoNet::Net(_) => PlayerError::new_err(error.to_string()),
        NoNet::Game(_) | NoNet::Setup(_) => SetUpError::new_err(error.to_string()),
    }
}

pub(crate) fn no_seat(seat: usize, seats: usize) -> PyErr {
    PyIndexError::new_err(format!("there is no seat {seat}: the seats are 0 to {}", seats - 1))
}
