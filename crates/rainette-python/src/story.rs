//! What one observer was told, for a computer player.

use std::sync::OnceLock;

use pyo3::prelude::*;
use pyo3::types::PyList;
use rainette_core::{Observer, StoryText, Table};

use crate::convert;

/// All that one seat was told until some moment, for a computer player.
#[pyclass(frozen, module = "rainette")]
pub(crate) struct Story {
    table: Box<dyn Table>,
    observer: Observer,
    /// Told only when the caller asks: most views are looked at and forgotten.
    text: OnceLock<StoryText>,
}

impl Story {
    pub(crate) fn new(table: Box<dyn Table>, observer: Observer) -> Self {
        Self { table, observer, text: OnceLock::new() }
    }

    pub(crate) fn text(&self) -> &StoryText {
        self.text.get_or_init(|| self.table.story(self.observer))
    }
}

#[pymethods]
impl Story {
    /// The game's id, such as `hop-it`.
    #[getter]
    fn game(&self) -> &str {
        self.table.info().id
    }

    /// The seat that was told, or `None` if it is what everybody was told.
    #[getter]
    fn seat(&self) -> Option<usize> {
        match self.observer {
            Observer::Seat(seat) => Some(seat.index()),
            Observer::Spectator => None,
        }
    }

    /// The events as they were told, `?` standing for what is hidden.
    fn events(&self) -> Vec<String> {
        self.text().told.iter().map(|told| told.event.clone()).collect()
    }

    /// The events as they were told, with their effects.
    fn told<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let told = serde_json::to_value(&self.text().told).expect("told events have string keys only");
        Ok(convert::from_json(py, &told)?.cast_into::<PyList>()?)
    }

    fn __repr__(&self) -> String {
        let (id, events, observer) = (self.table.info().id, self.table.len(), self.observer);
        format!("<rainette.Story of {id}, {events} events, told to {observer}>")
    }
}
