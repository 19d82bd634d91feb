//! Progress callbacks.

use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::text::type_error;

/// The minimum time between two calls of a progress callback.
const BETWEEN_CALLS: Duration = Duration::from_millis(100);

/// A Python function that is called with the number of finished games.
pub(crate) struct ProgressCallback {
    callback: Py<PyAny>,
    /// When the last call returned.
    called: Instant,
}

impl<'a, 'py> FromPyObject<'a, 'py> for ProgressCallback {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<ProgressCallback> {
        if !value.is_callable() {
            return Err(type_error(value, "progress", "callable"));
        }
        Ok(ProgressCallback { callback: value.to_owned().unbind(), called: Instant::now() })
    }
}

impl ProgressCallback {
    /// Calls the function, unless the last call returned less than `BETWEEN_CALLS` ago.
    ///
    /// # Errors
    /// The exception that the function raises.
    pub(crate) fn report_periodically(&mut self, py: Python<'_>, finished: usize) -> PyResult<()> {
        if self.called.elapsed() < BETWEEN_CALLS {
            return Ok(());
        }
        let result = self.report(py, finished);
        // The time is taken after the call, so that a slow function is not called again immediately.
        self.called = Instant::now();
        result
    }

    /// Calls the function.
    ///
    /// # Errors
    /// The exception that the function raises.
    pub(crate) fn report(&self, py: Python<'_>, finished: usize) -> PyResult<()> {
        self.callback.call1(py, (finished,)).map(drop)
    }
}
