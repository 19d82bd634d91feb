//! The interpreter that imports the module.

use std::thread;

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;

/// Allows only the main interpreter of the process. A subinterpreter would share the classes with it, and checks for
/// signals would run in the wrong interpreter. CPython refuses an import by a subinterpreter with a GIL of its own. It
/// allows an import by one that shares the GIL.
///
/// # Errors
/// `ImportError` in a subinterpreter.
pub(crate) fn require_main(py: Python<'_>) -> PyResult<()> {
    let own = sys_address(py)?;
    // A new thread is always attached to the main interpreter. Without threads there are no subinterpreters, and without
    // an interpreter that can be attached to, the process ends.
    let in_main = || Python::try_attach(sys_address);
    let main = py.detach(|| {
        thread::scope(|scope| thread::Builder::new().spawn_scoped(scope, in_main).ok()?.join().ok().flatten())
    });
    match main.transpose()? {
        Some(main) if main != own => Err(PyImportError::new_err(
            "volo cannot be imported in a subinterpreter, only in the main interpreter of the process",
        )),
        _ => Ok(()),
    }
}

/// The address of the module `sys`. Each interpreter has its own.
fn sys_address(py: Python<'_>) -> PyResult<usize> {
    Ok(py.import("sys")?.as_ptr() as usize)
}
