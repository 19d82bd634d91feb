//! Signals of the interpreter, such as Ctrl-C, stop long loops.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::threads::STACK_SIZE;

/// How often the interpreter is asked for signals: often enough for Ctrl-C to seem immediate.
const PATIENCE: Duration = Duration::from_millis(20);

/// Runs `work` on a new thread with the interpreter released. If a signal handler of Python raises, for
/// example after Ctrl-C, sets the flag that `work` gets, waits until `work` returns, and raises the error.
///
/// If no thread can be started, `work` runs on the calling thread, and signals are handled afterwards.
pub(super) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl Fn(&AtomicBool) -> T + Send + Sync,
) -> PyResult<T> {
    watched(py, work, |py| py.check_signals())
}

/// Like [`interruptible`], but calls `look` instead of checking for signals, repeatedly and on the calling
/// thread. If `look` returns an error, `work` is stopped and the error is raised. `look` must
/// [check for signals](Python::check_signals) itself.
pub(super) fn watched<T: Send>(
    py: Python<'_>,
    work: impl Fn(&AtomicBool) -> T + Send + Sync,
    mut look: impl FnMut(Python<'_>) -> PyResult<()> + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    let mut seen = Ok(());
    let result = py.detach(|| {
        thread::scope(|scope| {
            let (done, is_done) = channel::<()>();
            let run = || {
                // This is dropped when the work ends, even by a panic. The loop below waits for that.
                let _done = done;
                work(&stop)
            };
            let Ok(worker) = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, run) else {
                return work(&stop);
            };
            while is_done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                if seen.is_ok() {
                    seen = Python::attach(&mut look);
                    stop.store(seen.is_err(), Ordering::Relaxed);
                }
            }
            match worker.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })
    });
    seen.map(|()| result)
}

/// Checks for signals at intervals, in a loop that holds the interpreter.
#[derive(Default)]
pub(super) struct Signals {
    rounds: usize,
}

impl Signals {
    /// The number of rounds of a loop between two checks. They take a few milliseconds at most.
    const ROUNDS: usize = 1 << 12;

    /// Call this in every round of the loop.
    ///
    /// # Errors
    /// A signal handler of Python raised an error, for example after Ctrl-C.
    pub(super) fn look(&mut self, py: Python<'_>) -> PyResult<()> {
        self.rounds = self.rounds.wrapping_add(1);
        if self.rounds.is_multiple_of(Signals::ROUNDS) { py.check_signals() } else { Ok(()) }
    }
}

/// Runs `work` on the calling thread, with a function that `work` calls at intervals to ask whether to stop.
/// The interpreter is released, and acquired again to check for signals.
pub(super) fn asking<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&dyn Fn() -> bool) -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let raised: RefCell<Option<PyErr>> = RefCell::new(None);
        let looked = Cell::new(Instant::now());
        let result = work(&|| {
            if raised.borrow().is_none() && looked.get().elapsed() >= PATIENCE {
                let signal = Python::attach(|py| py.check_signals());
                raised.replace(signal.err());
                looked.set(Instant::now());
            }
            raised.borrow().is_some()
        });
        raised.into_inner().map_or(Ok(result), Err)
    })
}
