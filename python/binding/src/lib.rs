//! The Python binding, `volo._volo`. It only converts values. Every rule of the game is in the core.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::expect_used, clippy::string_slice)]

/// The docstring of this class, method or function in the stub `_volo.pyi`.
macro_rules! doc {
    ($name:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/docs/", $name))
    };
    ($Class:literal, $name:ident) => {
        include_str!(concat!(env!("OUT_DIR"), "/docs/", $Class, ".", stringify!($name)))
    };
}

mod action_space;
mod array_game;
mod arrays;
mod batch;
mod classes;
mod decision;
mod errors;
mod file;
mod interpreter;
mod move_list;
mod mv;
mod numbers;
mod observation;
mod playouts;
mod position;
mod record;
mod recorded;
mod rules;
mod score;
mod search;
mod solve;
mod symmetry;

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PySequence, PyTuple};
use volo_rules::bindings::ENGINE_OPTIONS;
use volo_rules::bindings::training::FEATURES;
use volo_rules::bitboard::Backend;
use volo_rules::learning::DECISION_PLANES;

/// The return type of `__reduce__`: a function that restores the value, and the arguments of that function.
type Reduced<'py, Arguments> = (Bound<'py, PyAny>, Arguments);

#[doc = doc!("backend")]
#[pyfunction]
fn backend() -> &'static str {
    volo_rules::bitboard::backend().name()
}

/// The compiled core of volo. Import its names from `volo`.
// A free-threaded Python can keep its GIL off: all classes are frozen, and those with mutable state have a lock.
#[pymodule(gil_used = false)]
fn _volo(module: &Bound<'_, PyModule>) -> PyResult<()> {
    // Must come first, because the classes must belong to the main interpreter.
    interpreter::require_main(module.py())?;
    Backend::from_environment().map_err(|error| errors::volo_error(error.to_string()))?;
    module.add_class::<action_space::PyActionSpace>()?;
    module.add_class::<array_game::PyArrayGame>()?;
    module.add_class::<batch::PyBatch>()?;
    module.add_class::<move_list::PyMoveList>()?;
    module.add_class::<mv::PyMove>()?;
    module.add_class::<position::PyPosition>()?;
    module.add_class::<record::PyGameRecords>()?;
    module.add_class::<record::PyRecordWriter>()?;
    module.add_class::<rules::PyRules>()?;
    module.add_class::<score::PyScore>()?;
    module.add_class::<search::PyAnalysis>()?;
    module.add_class::<search::PyEngine>()?;
    module.add_class::<symmetry::PySymmetry>()?;
    module.add_class::<decision::PyDecision>()?;
    module.add_function(wrap_pyfunction!(backend, module)?)?;
    module.add_function(wrap_pyfunction!(batch::restore_batch, module)?)?;
    module.add_function(wrap_pyfunction!(score::time_for_move, module)?)?;
    module.add_function(wrap_pyfunction!(score::evaluate_all, module)?)?;
    module.add_function(wrap_pyfunction!(rules::layout, module)?)?;
    module.add_function(wrap_pyfunction!(move_list::restore_move_list, module)?)?;
    module.add_function(wrap_pyfunction!(playouts::play_games, module)?)?;
    module.add_function(wrap_pyfunction!(playouts::divided, module)?)?;
    module.add_function(wrap_pyfunction!(playouts::policies, module)?)?;
    module.add_function(wrap_pyfunction!(playouts::read_player, module)?)?;
    module.add_function(wrap_pyfunction!(numbers::processors, module)?)?;
    module.add_function(wrap_pyfunction!(position::restore_position, module)?)?;
    module.add_function(wrap_pyfunction!(record::parse_record, module)?)?;
    module.add_function(wrap_pyfunction!(record::positions, module)?)?;
    module.add_function(wrap_pyfunction!(record::write_record, module)?)?;
    module.add_function(wrap_pyfunction!(recorded::observe_games, module)?)?;
    module.add_function(wrap_pyfunction!(score::restore_score, module)?)?;
    module.add_function(wrap_pyfunction!(solve::check_proof, module)?)?;
    module.add_function(wrap_pyfunction!(solve::shorten_proof, module)?)?;
    module.add_function(wrap_pyfunction!(solve::shortest_win, module)?)?;
    module.add_function(wrap_pyfunction!(solve::solve, module)?)?;
    module.add_function(wrap_pyfunction!(recorded::decode_moves, module)?)?;
    module.add_function(wrap_pyfunction!(recorded::plays, module)?)?;
    module.add_function(wrap_pyfunction!(recorded::tally_games, module)?)?;
    module.add_function(wrap_pyfunction!(score::estimate, module)?)?;
    module.add_function(wrap_pyfunction!(score::features, module)?)?;
    module.add_function(wrap_pyfunction!(score::play_samples, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("SYMMETRIES", symmetry::all(module.py())?)?;
    let options =
        ENGINE_OPTIONS.map(|option| (option.name, (option.short, option.least, option.most, option.default)));
    module.add("_ENGINE_OPTIONS", options.into_py_dict(module.py())?)?;
    let planes = DECISION_PLANES.map(|plane| (plane.name, plane.largest));
    module.add("_LARGEST", planes.into_py_dict(module.py())?)?;
    module.add("_LISTS", rules::lists(module.py())?)?;
    module.add("_COUNTERS", recorded::counters(module.py())?)?;
    module.add("_FEATURES", PyTuple::new(module.py(), FEATURES)?)?;
    module.add("MAX_GAMES", numbers::MAX_GAMES)?;
    module.add("MAX_PLIES", numbers::MAX_PLIES)?;
    PySequence::register::<move_list::PyMoveList>(module.py())
}
