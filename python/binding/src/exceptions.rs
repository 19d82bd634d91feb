//! The exceptions of `volo.errors`.
#![allow(missing_docs)]

use pyo3::prelude::*;

pyo3::import_exception!(volo.errors, VoloError);
pyo3::import_exception!(volo.errors, IllegalMoveError);
pyo3::import_exception!(volo.errors, NotationError);
pyo3::import_exception!(volo.errors, InvalidPositionError);
pyo3::import_exception!(volo.errors, InvalidRulesError);
pyo3::import_exception!(volo.errors, RecordError);
pyo3::import_exception!(volo.errors, CheckpointError);
pyo3::import_exception!(volo.errors, EngineBusyError);
pyo3::import_exception!(volo.errors, EngineClosedError);

pub(crate) fn volo_error(message: String) -> PyErr {
    VoloError::new_err(message)
}
