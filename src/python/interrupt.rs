//! Long loops, stopped by the signals of the interpreter.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::threads::STACK_SIZE;

/// How often the interpreter is asked for signals: often enough for Ctrl-C to seem immediate.
const PATIENCE: Duration = Duration::from_millis(20);

/// Runs `work` on a thread of its own with the interpreter released. Sets the flag that `work` is
/// given, waits for it and raises, if a signal handler of Python does: Ctrl-C's, say.
///
/// Where no thread can be started, the work is done on this one, and signals wait.
pub(super) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl Fn(&AtomicBool) -> T + Send + Sync,
) -> PyResult<T> {
    watched(py, work, |py| py.check_signals())
}

/// The same, and while it waits calls `look` now and then on the calling thread. An error of `look`
/// stops the work and is raised. It has to [look for signals](Python::check_signals) itself.
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
                // Dropped when the work ends, even by a panic: that is what the wait below sees.
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

/// Looks for signals now and then, in a loop that runs on the thread of the interpreter.
#[derive(Default)]
pub(super) struct Signals {
    rounds: usize,
}

impl Signals {
    /// How many rounds of a loop take no more than some milliseconds.
    const ROUNDS: usize = 1 << 12;

    /// To be called once a round.
    ///
    /// # Errors
    /// If a signal handler of Python raises: Ctrl-C's, say.
    pub(super) fn look(&mut self, py: Python<'_>) -> PyResult<()> {
        self.rounds = self.rounds.wrapping_add(1);
        if self.rounds.is_multiple_of(Signals::ROUNDS) { py.check_signals() } else { Ok(()) }
    }
}

/// Does work that asks now and then whether to stop, on the thread that it is called on. The interpreter is
/// released, and taken again to look for signals.
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
