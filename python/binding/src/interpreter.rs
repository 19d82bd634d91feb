//! The Python interpreter while the core works: signals that stop the work, progress, and which interpreter it is.

use std::cell::{Cell, RefCell};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyImportError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use volo_rules::Stop;
use volo_rules::bindings::STACK_SIZE;

use crate::errors::type_error;

/// The time between two checks for signals. It is short, so that Ctrl-C seems immediate.
pub(crate) const BETWEEN_CHECKS: Duration = Duration::from_millis(20);

/// Work on more games or positions than this may take long, so it checks for signals.
const LARGE: usize = 1 << 15;
/// Writing more bytes than this may take long too, above all to memory that is new.
const LARGE_BYTES: usize = 1 << 24;

/// Runs work on these games or bytes with the interpreter released. Ctrl-C stops it if there are many.
pub(crate) fn released<T: Send>(
    py: Python<'_>,
    number: usize,
    bytes: usize,
    work: impl FnOnce(&Stop) -> T + Send,
) -> PyResult<T> {
    if number > LARGE || bytes > LARGE_BYTES {
        interruptible(py, work)
    } else {
        Ok(py.detach(|| work(&Stop::never())))
    }
}

/// Runs `work` on a new thread with the interpreter released. If a signal handler of Python raises, for example
/// after Ctrl-C, the flag that is passed to `work` is set, and the exception is returned when `work` has returned.
///
/// If no thread can be started, `work` runs on the calling thread, and signals wait.
pub(crate) fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&Stop) -> T + Send) -> PyResult<T> {
    watched(py, work, |py| py.check_signals())
}

/// Like [`interruptible`], but calls `look` periodically on the calling thread instead of checking for signals.
/// `look` must [check for signals](Python::check_signals). An error of `look` stops the work.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Stop) -> T + Send,
    mut look: impl FnMut(Python<'_>) -> PyResult<()> + Send,
) -> PyResult<T> {
    // A thread that cannot be started takes nothing with it, so the work is not moved into its closure.
    let (work, result) = (Mutex::new(Some(work)), Mutex::new(None));
    let store = |stop: &Stop| {
        let work = work.lock().unwrap_or_else(PoisonError::into_inner).take();
        let done = work.map(|work| work(stop));
        *result.lock().unwrap_or_else(PoisonError::into_inner) = done;
    };
    run_watched(py, &store, &mut look)?;
    let result = result.into_inner().unwrap_or_else(PoisonError::into_inner);
    result.ok_or_else(|| PyRuntimeError::new_err("the work has no result"))
}

fn run_watched(
    py: Python<'_>,
    work: &(dyn Fn(&Stop) + Send + Sync),
    look: &mut (dyn FnMut(Python<'_>) -> PyResult<()> + Send),
) -> PyResult<()> {
    let stop = Stop::new();
    py.detach(|| {
        thread::scope(|scope| {
            let (done, is_done) = channel::<()>();
            let run = || {
                // Dropped when the work ends, even by a panic. This ends the wait below.
                let _done = done;
                work(&stop);
            };
            let Ok(worker) = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, run) else {
                work(&stop);
                return Ok(());
            };
            let mut seen = Ok(());
            while is_done.recv_timeout(BETWEEN_CHECKS) == Err(RecvTimeoutError::Timeout) {
                if seen.is_ok() {
                    seen = Python::attach(&mut *look);
                    if seen.is_err() {
                        stop.set();
                    }
                }
            }
            if let Err(panic) = worker.join() {
                std::panic::resume_unwind(panic);
            }
            seen
        })
    })
}

/// Checks for signals periodically, in a loop that holds the interpreter.
#[derive(Default)]
pub(crate) struct Signals {
    rounds: usize,
}

impl Signals {
    /// The number of rounds between two checks. They take a few milliseconds at most.
    const ROUNDS: usize = 1 << 12;

    /// Counts a round, and checks for signals after every [`ROUNDS`](Signals::ROUNDS) rounds.
    pub(crate) fn check(&mut self, py: Python<'_>) -> PyResult<()> {
        self.rounds = self.rounds.wrapping_add(1);
        if self.rounds.is_multiple_of(Signals::ROUNDS) { py.check_signals() } else { Ok(()) }
    }
}

/// A list of values, which may be very many.
pub(crate) fn list_of<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    values: impl IntoIterator<Item = T>,
) -> PyResult<Bound<'py, PyList>> {
    let (list, mut signals) = (PyList::empty(py), Signals::default());
    for value in values {
        signals.check(py)?;
        list.append(value)?;
    }
    Ok(list)
}

/// Runs `work` on the calling thread with the interpreter released. `work` must call its argument periodically,
/// which takes the interpreter to check for signals and returns whether to stop.
pub(crate) fn polling<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&dyn Fn() -> bool) -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let raised: RefCell<Option<PyErr>> = RefCell::new(None);
        let checked = Cell::new(Instant::now());
        let result = work(&|| {
            if raised.borrow().is_none() && checked.get().elapsed() >= BETWEEN_CHECKS {
                let signal = Python::attach(|py| py.check_signals());
                raised.replace(signal.err());
                checked.set(Instant::now());
            }
            raised.borrow().is_some()
        });
        raised.into_inner().map_or(Ok(result), Err)
    })
}

pub(crate) const BETWEEN_CALLS: Duration = Duration::from_millis(100);

/// A Python function that is called with the number of finished games.
pub(crate) struct ProgressCallback {
    callback: Py<PyAny>,
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
    pub(crate) fn report_periodically(&mut self, py: Python<'_>, finished: usize) -> PyResult<()> {
        if self.called.elapsed() < BETWEEN_CALLS {
            return Ok(());
        }
        let result = self.report(py, finished);
        // The time is taken after the call, so that a slow function is not called again immediately.
        self.called = Instant::now();
        result
    }

    pub(crate) fn report(&self, py: Python<'_>, finished: usize) -> PyResult<()> {
        self.callback.call1(py, (finished,)).map(drop)
    }
}

/// Allows only the main interpreter: a subinterpreter would share the classes, and check for signals in the wrong one.
/// CPython allows an import by a subinterpreter that shares the GIL.
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
