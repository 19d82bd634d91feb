//! Callbacks that stop long work.

use std::ffi::{c_int, c_void};
use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use volo_rules::Stop;
use volo_rules::bindings::STACK_SIZE;

use crate::error::Failure;

/// The time between two calls of a callback.
const BETWEEN_CALLS: Duration = Duration::from_millis(5);

/// The most threads that a function starts.
const MAX_THREADS: u32 = 256;

/// A function of the caller that stops the work by returning a number that is not 0. It is called every few milliseconds
/// with the `context` that was passed with it, on the thread that called the library, while other threads do the work. It
/// must return normally, without an exception or `longjmp`.
pub type volo_stop = Option<unsafe extern "C" fn(context: *mut c_void) -> c_int>;

/// A callback with its context.
pub(crate) struct Callback {
    callback: unsafe extern "C" fn(context: *mut c_void) -> c_int,
    context: *mut c_void,
}

impl Callback {
    /// The callback, or `None` for NULL.
    ///
    /// # Safety
    /// The callback can be called with the context until the end of the call.
    #[allow(clippy::unnecessary_wraps, reason = "attempt! expects it of all that it reads")]
    pub(crate) unsafe fn new(stop: volo_stop, context: *mut c_void) -> Result<Option<Callback>, Failure> {
        Ok(stop.map(|callback| Callback { callback, context }))
    }

    fn wants_end(&self) -> bool {
        // SAFETY: The caller of `Callback::new` has promised that this is allowed.
        unsafe { (self.callback)(self.context) != 0 }
    }
}

/// Runs `work`, and sets its flag when the callback says so.
///
/// # Errors
/// If there is a callback and no thread can be started.
pub(crate) fn stoppable<T: Send>(
    callback: Option<Callback>,
    work: impl FnOnce(&Stop) -> T + Send,
) -> Result<T, Failure> {
    let Some(callback) = callback else { return Ok(work(&Stop::never())) };
    let stop = Stop::new();
    thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        let stop = &stop;
        let run = move || {
            // Dropped when the work ends, even by a panic. This ends the wait below.
            let _done = done;
            work(stop)
        };
        let worker = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, run);
        let worker = worker.map_err(|_| Failure::memory("no thread can be started for the work"))?;
        loop {
            if !stop.is_set() && callback.wants_end() {
                stop.set();
            }
            if is_done.recv_timeout(BETWEEN_CALLS) != Err(RecvTimeoutError::Timeout) {
                break;
            }
        }
        Ok(worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// The number of threads that a caller wants. 0 means one.
pub(crate) fn threads(number: u32) -> Result<usize, Failure> {
    match number {
        0..=MAX_THREADS => Ok(number.max(1) as usize),
        _ => {
            Err(Failure::argument(format!("the number of threads must be 0 to {MAX_THREADS}, not {number}")))
        }
    }
}

/// The time that a caller allows. 0 means no limit.
pub(crate) fn seconds(seconds: f64) -> Result<Option<Duration>, Failure> {
    if seconds == 0.0 {
        return Ok(None);
    }
    let time = Duration::try_from_secs_f64(seconds);
    time.map(Some).map_err(|_| Failure::argument(format!("{seconds} seconds are not a limit")))
}
