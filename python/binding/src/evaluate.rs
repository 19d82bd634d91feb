//! `volo.engine.evaluate`.

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use volo_rules::embed::collected;
use volo_rules::engine::evaluate;

use crate::arrays;
use crate::interrupt::released;
use crate::memory::halted;
use crate::position::each_position;

/// The expected result of each position for its player to move.
#[pyfunction(name = "_evaluate")]
pub(crate) fn evaluate_all<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    arrays::load(py)?;
    let positions = each_position(positions)?;
    let values = released(py, positions.len(), |stop| {
        collected(positions.iter().map(|position| evaluate(position).expected()), stop)
    })?;
    Ok(values.map_err(halted)?.into_pyarray(py))
}
