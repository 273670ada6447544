//! The five frog games for Python: the native half of the package `rainette`.
//!
//! Games in notation are `game::Game`, games in numbers `state::State` and, many at once, `batch::Batch`;
//! computer players and the arena are in `player`, games of a net against itself in `self_play`. What Python can do as well is written in Python, in
//! `python/rainette`: environments, drawings, the adapter for `OpenSpiel`.

#![allow(clippy::doc_link_with_quotes, reason = "the documentation is Python's, with lists of strings in it")]
#![allow(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]

mod arena;
mod batch;
mod convert;
mod error;
mod game;
mod numbers;
mod player;
mod self_play;
mod state;
mod story;

use pyo3::prelude::*;

/// The native half of the package `rainette`.
#[pymodule]
fn _rainette(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<game::Game>()?;
    module.add_class::<story::Story>()?;
    module.add_class::<player::Player>()?;
    module.add_class::<state::State>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<self_play::Net>()?;
    module.add_class::<self_play::SelfPlay>()?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(game::replay, module)?)?;
    module.add_function(wrap_pyfunction!(arena::arena, module)?)?;
    module.add_function(wrap_pyfunction!(numbers::alphabet, module)?)?;
    module.add_function(wrap_pyfunction!(numbers::layout, module)?)?;
    error::add(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
