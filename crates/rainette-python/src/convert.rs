//! Between Rust's values and Python's.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use rainette_core::{Observer, Outcome, Seat, Turn};
use rainette_players::worth;
use serde_json::Value;

use crate::error;

/// Options by name, as Python hands them in.
pub(crate) type Options = BTreeMap<String, i64>;

/// Whose turn it is, for a `repr`.
pub(crate) fn turn_in_words(turn: Turn) -> String {
    match turn {
        Turn::Seat(seat) => format!("turn of seat {seat}"),
        Turn::Chance => "waits for chance".to_owned(),
        Turn::Over => "over".to_owned(),
    }
}

/// JSON as dicts, lists, strings, numbers and `None`.
pub(crate) fn from_json<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => flag.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => whole.into_pyobject(py)?.into_any(),
            None => number.as_f64().into_pyobject(py)?.into_any(),
        },
        Value::String(text) => text.into_pyobject(py)?.into_any(),
        Value::Array(values) => {
            let list = PyList::empty(py);
            for value in values {
                list.append(from_json(py, value)?)?;
            }
            list.into_any()
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, value) in fields {
                dict.set_item(name, from_json(py, value)?)?;
            }
            dict.into_any()
        }
    })
}

/// A seat, or everybody if there is none.
pub(crate) fn observer(seat: Option<usize>, seats: usize) -> PyResult<Observer> {
    match seat {
        None => Ok(Observer::Spectator),
        Some(index) => self::seat(index, seats).map(Observer::Seat),
    }
}

pub(crate) fn seat(index: usize, seats: usize) -> PyResult<Seat> {
    if index < seats { Ok(Seat::new(index)) } else { Err(error::no_seat(index, seats)) }
}

/// The seat's number, `"chance"`, or `None` once the game is over.
pub(crate) fn turn(py: Python<'_>, turn: Turn) -> PyResult<Bound<'_, PyAny>> {
    Ok(match turn {
        Turn::Seat(seat) => seat.index().into_pyobject(py)?.into_any(),
        Turn::Chance => "chance".into_pyobject(py)?.into_any(),
        Turn::Over => py.None().into_bound(py),
    })
}

/// How a game came out as a dictionary of winners, scores and shares; `None` while it is played.
pub(crate) fn result<'py>(
    py: Python<'py>,
    outcome: Option<&Outcome>,
    seats: usize,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let Some(outcome) = outcome else { return Ok(None) };
    let dict = PyDict::new(py);
    dict.set_item("winners", outcome.winners.iter().map(Seat::index).collect::<Vec<_>>())?;
    dict.set_item("scores", outcome.scores.as_ref().map(|scores| scores.to_vec()))?;
    dict.set_item("rewards", rewards(outcome, seats))?;
    Ok(Some(dict))
}

/// What an outcome is worth to each seat, 0 in all: 1 for a win alone, 0 for a draw of all.
pub(crate) fn rewards(outcome: &Outcome, seats: usize) -> Vec<f32> {
    let (values, seats) = (worth(outcome, seats), seats as f32);
    // A draw of all leaves a rounding error if the number of seats is odd.
    let reward = |share: f32| ((seats * share - 1.0) / (seats - 1.0) * 65536.0).round() / 65536.0;
    values[..seats as usize].iter().map(|&share| reward(share)).collect()
}
