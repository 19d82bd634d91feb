//! `volo.Outcome`, a class written in Python.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use volo_rules::Outcome;

use crate::color;

/// The `volo.Outcome` of a finished game.
pub(crate) fn to_python(py: Python<'_>, outcome: Outcome) -> PyResult<Py<PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let winner = outcome.winner.map(|color| color::to_python(py, color)).transpose()?;
    let class = CLASS.import(py, "volo.outcome", "Outcome")?;
    Ok(class.call1((winner, outcome.reason.name()))?.unbind())
}
