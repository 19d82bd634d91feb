//! `volo.Region`, a named tuple written in Python, and the names of spaces.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};
use volo_rules::bitboard::Bitboard;
use volo_rules::{Region, Sky, Space};

use crate::errors::notation_error;
use crate::text::Text;

/// The name of a space.
pub(crate) fn name_of(sky: &Sky, space: Space) -> String {
    sky.name(space).to_string()
}

/// The space of a sky with this name.
///
/// # Errors
/// `NotationError` if the sky has no space of this name.
pub(crate) fn space_of(sky: &Sky, name: &Text<'_, '_>) -> PyResult<Space> {
    sky.parse_space(&name.chars).map_err(|error| notation_error(name, error))
}

/// The names of spaces, in board order.
pub(crate) fn names<'py>(py: Python<'py>, sky: &Sky, spaces: Bitboard) -> PyResult<Bound<'py, PyTuple>> {
    let names: Vec<String> = spaces.into_iter().map(|space| name_of(sky, space)).collect();
    PyTuple::new(py, names)
}

/// The `volo.Region` with these spaces.
pub(crate) fn to_python<'py>(py: Python<'py>, sky: &Sky, region: Region) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.import(py, "volo.color", "Region")?;
    class.call1((names(py, sky, region.birds)?, names(py, sky, region.vacant)?))
}
