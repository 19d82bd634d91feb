//! The Python binding, `volo._volo`. It only converts values. Every rule of the game is in the core.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod arrays;
mod batch;
mod color;
mod errors;
mod interrupt;
mod layout;
mod move_list;
mod mv;
mod numbers;
mod outcome;
mod playouts;
mod policy;
mod position;
mod progress;
mod record;
mod region;
mod rules;
mod start;
mod symmetry;
mod tally;
mod text;

use pyo3::prelude::*;
use pyo3::types::PySequence;

/// The return type of `__reduce__`: a function that restores the value, and its arguments.
type Reduced<'py, Arguments> = (Bound<'py, PyAny>, Arguments);

/// The compiled core of volo. Import its names from `volo`.
#[pymodule]
mod _volo {
    #[pymodule_export]
    use super::batch::PyBatch;
    #[pymodule_export]
    use super::layout::layout;
    #[pymodule_export]
    use super::move_list::{PyMoveList, restore_move_list};
    #[pymodule_export]
    use super::mv::PyMove;
    #[pymodule_export]
    use super::playouts::play_random;
    #[pymodule_export]
    use super::position::{PyPosition, restore_position};
    #[pymodule_export]
    use super::record::{PyGameRecords, parse_record, positions, write_record};
    #[pymodule_export]
    use super::rules::PyRules;
    #[pymodule_export]
    use super::symmetry::PySymmetry;
    #[pymodule_export]
    use super::tally::tally_games;
    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::Backend::from_environment().map_err(|error| errors::volo_error(error.to_string()))?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("SYMMETRIES", symmetry::all(module.py())?)?;
        module.add("MAX_GAMES", numbers::MAX_GAMES)?;
        module.add("MAX_PLIES", numbers::MAX_PLIES)?;
        PySequence::register::<PyMoveList>(module.py())
    }

    /// The name of the backend for operations on sets of spaces: ``"avx2"`` if the processor has it, else
    /// ``"portable"``. The environment variable ``VOLO_BACKEND`` selects a backend: ``portable``, ``avx2`` (if
    /// the processor has it) or ``fastest``. An empty value counts as not set. With any other value,
    /// ``import volo`` raises a ``VoloError``.
    #[pyfunction]
    fn backend() -> &'static str {
        crate::backend().name()
    }
}
