//! `volo.Batch`.

mod actions;
mod arguments;
mod games;
mod state;
mod work;

pub(crate) use actions::{action_error, actions_of};
pub(crate) use games::restore_batch;
pub(crate) use work::batch_error;

use std::sync::Mutex;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use volo_rules::Outcome;
use volo_rules::learning::{Batch, PLANES};

#[doc = doc!("Batch")]
#[pyclass(frozen, module = "volo", name = "Batch")]
pub(crate) struct PyBatch {
    batch: Mutex<Batch>,
    size: usize,
    threads: usize,
}

#[pymethods]
impl PyBatch {
    #[classattr]
    const SKIP: u32 = Batch::SKIP;

    #[classattr]
    const NO_ACTION: u16 = Batch::NO_ACTION;

    #[classattr]
    const DRAW: i8 = Outcome::DRAW;

    #[classattr]
    const ONGOING: i8 = Outcome::ONGOING;

    #[classattr]
    #[pyo3(name = "PLANES")]
    fn planes(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, PLANES.map(|plane| plane.name))
    }

    fn __len__(&self) -> usize {
        self.size
    }

    fn __repr__(&self) -> String {
        format!("<volo.Batch of {} games>", self.size)
    }
}
