//! The hook by which pydantic learns how to read and write a class.

use pyo3::prelude::*;
use pyo3::types::PyType;

/// The schema of a class for pydantic, from `volo.json_values`.
pub(crate) fn schema<'py>(class: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyAny>> {
    class.py().import("volo.json_values")?.call_method1("core_schema", (class,))
}
