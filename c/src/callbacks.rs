//! Functions of the caller: they stop long work, get its reports, and give random numbers.

use std::ffi::{c_int, c_void};
use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use volo_rules::Stop;
use volo_rules::bindings::{MAX_THREADS, STACK_SIZE};

use crate::error::Failure;

/// The time between two calls of a callback.
const BETWEEN_CALLS: Duration = Duration::from_millis(5);

/// A function of the caller that stops the work by returning a number that is not 0. It is called every few milliseconds
/// with the `context` that was passed with it, on the thread that called the library, while other threads do the work. It
/// must return normally, without an exception or `longjmp`.
pub type volo_stop = Option<unsafe extern "C" fn(context: *mut c_void) -> c_int>;

/// A function of the caller that returns 64 random bits. It is called with the `context` that was passed with it, on the
/// thread that called the library. It must return normally, without an exception or `longjmp`.
pub type volo_random = Option<unsafe extern "C" fn(context: *mut c_void) -> u64>;

pub(crate) struct Callback<F> {
    function: F,
    context: *mut c_void,
}

impl<F> Callback<F> {
    /// The callback, or `None` for NULL.
    ///
    /// # Safety
    /// The function can be called with the context until the end of the call.
    #[allow(clippy::unnecessary_wraps, reason = "attempt! expects it of all that it reads")]
    pub(crate) unsafe fn new(
        function: Option<F>,
        context: *mut c_void,
    ) -> Result<Option<Callback<F>>, Failure> {
        Ok(function.map(|function| Callback { function, context }))
    }
}

/// What `volo_stop` is unless it is NULL.
type Ask = unsafe extern "C" fn(*mut c_void) -> c_int;

impl Callback<Ask> {
    fn wants_end(&self) -> bool {
        // SAFETY: The caller of `Callback::new` has promised that this is allowed.
        unsafe { (self.function)(self.context) != 0 }
    }
}

/// A function that gets items, and stops the work by returning a number that is not 0.
pub(crate) type Report<T> = unsafe extern "C" fn(*mut c_void, *const T, usize) -> c_int;

impl<T> Callback<Report<T>> {
    fn wants_end_after(&self, items: &[T]) -> bool {
        // SAFETY: The caller of `Callback::new` has promised that this is allowed. This number of items can be read.
        unsafe { (self.function)(self.context, items.as_ptr(), items.len()) != 0 }
    }
}

impl Callback<unsafe extern "C" fn(*mut c_void) -> u64> {
    pub(crate) fn number(&self) -> u64 {
        // SAFETY: The caller of `Callback::new` has promised that this is allowed.
        unsafe { (self.function)(self.context) }
    }
}

/// Runs `work`, and sets its flag when the callback says so.
///
/// # Errors
/// If there is a callback and no thread can be started.
pub(crate) fn stoppable<T: Send>(
    stop: Option<Callback<Ask>>,
    work: impl FnOnce(&Stop) -> T + Send,
) -> Result<T, Failure> {
    reporting(stop, None::<Callback<Report<()>>>, |stop, _| work(stop))
}

/// Runs `work` with a function for its reports, and sets its flag when one of the callbacks says so. Both are called on
/// this thread, and neither after that.
///
/// # Errors
/// If there is a callback `ask` and no thread can be started.
pub(crate) fn reporting<T: Send, I: Send>(
    ask: Option<Callback<Ask>>,
    report: Option<Callback<Report<I>>>,
    work: impl FnOnce(&Stop, &mut dyn FnMut(Vec<I>)) -> T + Send,
) -> Result<T, Failure> {
    let stop = &Stop::new();
    let call = |items: &[I]| {
        if !stop.is_set() && report.as_ref().is_some_and(|report| report.wants_end_after(items)) {
            stop.set();
        }
    };
    let Some(ask) = ask else { return Ok(work(stop, &mut |items| call(&items))) };
    thread::scope(|scope| {
        // The first sender is dropped when the work ends, even by a panic. This ends the wait below.
        let (reported, reports) = channel::<Vec<I>>();
        let (called, is_called) = channel();
        let run = move || {
            work(stop, &mut |items| {
                // The work waits, so that it does the same whether or not there is another thread for it.
                if reported.send(items).is_ok() {
                    let _ = is_called.recv();
                }
            })
        };
        let worker = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, run);
        let worker = worker.map_err(|_| Failure::memory("no thread can be started for the work"))?;
        loop {
            if !stop.is_set() && ask.wants_end() {
                stop.set();
            }
            match reports.recv_timeout(BETWEEN_CALLS) {
                Ok(items) => {
                    call(&items);
                    let _ = called.send(());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// The number of threads that a caller wants. 0 means one.
pub(crate) fn threads(number: u32) -> Result<usize, Failure> {
    match number as usize {
        0..=MAX_THREADS => Ok(number.max(1) as usize),
        _ => {
            Err(Failure::argument(format!("the number of threads must be 0 to {MAX_THREADS}, not {number}")))
        }
    }
}

pub(crate) fn duration(seconds: f64) -> Result<Duration, Failure> {
    let time = Duration::try_from_secs_f64(seconds);
    time.map_err(|_| Failure::argument(format!("{seconds} seconds are not a limit")))
}

/// The time that a caller allows. 0 means no limit.
pub(crate) fn seconds(seconds: f64) -> Result<Option<Duration>, Failure> {
    Ok(Some(duration(seconds)?).filter(|_| seconds != 0.0))
}
