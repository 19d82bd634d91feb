//! Reports the progress of a long run.

use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::python::text::type_error;

/// The minimum time between two reports.
const BETWEEN_CALLS: Duration = Duration::from_millis(100);

/// Calls a Python function with the number of finished games.
pub(super) struct Reporter {
    callback: Py<PyAny>,
    reported: Instant,
}

impl<'a, 'py> FromPyObject<'a, 'py> for Reporter {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Reporter> {
        if !value.is_callable() {
            return Err(type_error(value, "progress", "callable"));
        }
        Ok(Reporter { callback: value.to_owned().unbind(), reported: Instant::now() })
    }
}

impl Reporter {
    /// Calls the function, unless the last call ended less than [`BETWEEN_CALLS`] ago.
    pub(super) fn report_at_intervals(&mut self, py: Python<'_>, finished: usize) -> PyResult<()> {
        if self.reported.elapsed() < BETWEEN_CALLS {
            return Ok(());
        }
        let result = self.report(py, finished);
        // The time is taken after the call, so that a slow function is not called again at once.
        self.reported = Instant::now();
        result
    }

    pub(super) fn report(&self, py: Python<'_>, finished: usize) -> PyResult<()> {
        self.callback.call1(py, (finished,)).map(drop)
    }
}
