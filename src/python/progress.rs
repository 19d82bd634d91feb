//! Telling how far a long run is.

use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::python::text::type_error;

/// The least time between two calls that tell it.
const BETWEEN_CALLS: Duration = Duration::from_millis(100);

/// Tells a function of Python how far the games are.
pub(super) struct Teller {
    callback: Py<PyAny>,
    told: Instant,
}

impl<'a, 'py> FromPyObject<'a, 'py> for Teller {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Teller> {
        if !value.is_callable() {
            return Err(type_error(value, "progress", "callable"));
        }
        Ok(Teller { callback: value.to_owned().unbind(), told: Instant::now() })
    }
}

impl Teller {
    /// Tells it unless it was told just now.
    pub(super) fn tell_sometimes(&mut self, py: Python<'_>, finished: usize) -> PyResult<()> {
        if self.told.elapsed() < BETWEEN_CALLS {
            return Ok(());
        }
        let result = self.tell(py, finished);
        // A function that takes its time is not called at once again.
        self.told = Instant::now();
        result
    }

    pub(super) fn tell(&self, py: Python<'_>, finished: usize) -> PyResult<()> {
        self.callback.call1(py, (finished,)).map(drop)
    }
}
