//! Vectors that are filled as long as there is memory.

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use volo_rules::Stopped;
use volo_rules::bindings::Halt;

use crate::exceptions::volo_error;

/// The error for a vector that was not filled.
pub(crate) fn halted(halt: Halt) -> PyErr {
    match halt {
        Halt::OutOfMemory => PyMemoryError::new_err("not enough memory"),
        Halt::Stopped => stopped(Stopped),
    }
}

/// The error for work that was stopped. A signal handler that stops work raises another error, which comes first.
pub(crate) fn stopped(error: Stopped) -> PyErr {
    volo_error(error.to_string())
}

/// Like [`Vec::extend_from_slice`], but returns an error if there is not enough memory.
///
/// # Errors
/// `MemoryError`.
pub(crate) fn append<T: Copy>(vector: &mut Vec<T>, items: &[T]) -> PyResult<()> {
    vector.try_reserve(items.len()).map_err(|error| halted(error.into()))?;
    vector.extend_from_slice(items);
    Ok(())
}
