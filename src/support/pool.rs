//! Starts threads: [`start`] for one call, and [`run`] on threads that are kept between calls, because starting threads
//! takes longer than a short call.
//!
//! Only one call at a time uses the kept threads. If they are busy, a call starts its own instead of waiting.
#![allow(unsafe_code)]

use std::hint::spin_loop;
use std::mem::{forget, transmute};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, Builder, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use once_cell::race::OnceNonZeroUsize;

use crate::support::fallible::check_room;

/// The stack size of a thread that plays or counts moves, in bytes.
///
/// It is more than these threads need in any build. Unused parts of a stack take no memory.
pub const STACK_SIZE: usize = 16 << 20;

/// The most threads that a caller can ask for.
pub const MAX_THREADS: usize = 256;

/// The memory in bytes that must be left before a thread is started. A process whose memory has a limit could otherwise
/// use all of it for stacks. The next small allocation would fail and end the process.
const SPARE: usize = 128 << 20;

/// The number of processors that this process may use. The operating system takes 30 microseconds to say it, so it is
/// asked once.
pub fn processors() -> usize {
    static KNOWN: OnceNonZeroUsize = OnceNonZeroUsize::new();
    KNOWN.get_or_init(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)).get()
}

fn builder() -> Option<Builder> {
    check_room(SPARE).ok().map(|()| Builder::new().stack_size(STACK_SIZE))
}

pub(crate) fn start<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    builder()?.spawn_scoped(scope, work).ok()
}

/// The work of a call, lent to the threads until the call returns.
type Work = &'static (dyn Fn() + Sync);

/// How long an idle thread spins before it blocks. Waking a blocked thread costs about the same.
const AWAKE: Duration = Duration::from_micros(50);

struct Slot<T> {
    message: Mutex<Option<T>>,
    is_filled: Condvar,
}

impl<T> Slot<T> {
    const fn new() -> Slot<T> {
        Slot { message: Mutex::new(None), is_filled: Condvar::new() }
    }

    fn send(&self, message: T) {
        *self.message.lock().unwrap_or_else(PoisonError::into_inner) = Some(message);
        self.is_filled.notify_one();
    }

    fn receive(&self) -> T {
        let begin = Instant::now();
        while begin.elapsed() < AWAKE {
            if let Some(message) = self.message.try_lock().ok().and_then(|mut message| message.take()) {
                return message;
            }
            spin_loop();
        }
        let mut message = self.message.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match message.take() {
                Some(message) => return message,
                None => message = self.is_filled.wait(message).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

struct Helper {
    work: Slot<Work>,
    /// Filled when the work has ended, with its panic if there was one.
    ended: Slot<thread::Result<()>>,
}

struct Pool {
    process: u32,
    helpers: Vec<Arc<Helper>>,
}

static POOL: Mutex<Pool> = Mutex::new(Pool { process: 0, helpers: Vec::new() });

/// Runs `work` also on waiting threads. Returns `false` without running it if they are in use, or there are too few.
pub(super) fn run(helpers: usize, work: &(dyn Fn() + Sync)) -> bool {
    let Ok(mut pool) = POOL.try_lock() else { return false };
    if helpers >= processors() {
        return false;
    }
    let Some(result) = pool.run(helpers, work) else { return false };
    drop(pool);
    result.unwrap_or_else(|panic| resume_unwind(panic));
    true
}

impl Pool {
    /// Runs `work` also on these threads. Returns its first panic, or `None` if the threads cannot be started.
    fn run(&mut self, helpers: usize, work: &(dyn Fn() + Sync)) -> Option<thread::Result<()>> {
        if !self.grow(helpers) {
            return None;
        }
        // SAFETY: only the lifetime differs. The code below neither returns nor unwinds before every thread that received
        // the reference has reported the end of its work.
        let lent = unsafe { transmute::<&(dyn Fn() + Sync), Work>(work) };
        let busy = || self.helpers.iter().take(helpers);
        busy().for_each(|helper| helper.work.send(lent));
        let mut result = catch_unwind(AssertUnwindSafe(work));
        for helper in busy() {
            match helper.ended.receive() {
                // The destructor of the value might panic too, while other threads still use the reference.
                Err(other) if result.is_err() => forget(other),
                ended => result = result.and(ended),
            }
        }
        Some(result)
    }

    /// Starts threads until there are as many as this. Returns whether there are.
    fn grow(&mut self, helpers: usize) -> bool {
        if self.process != process::id() {
            // A fork does not copy threads, and one of them may have held the lock of a slot. So new ones are started.
            self.helpers.clear();
            self.process = process::id();
        }
        while self.helpers.len() < helpers {
            match Helper::start() {
                Some(helper) => self.helpers.push(helper),
                None => return false,
            }
        }
        true
    }
}

impl Helper {
    fn start() -> Option<Arc<Helper>> {
        let helper = Arc::new(Helper { work: Slot::new(), ended: Slot::new() });
        let shared = Arc::clone(&helper);
        let work = move || {
            loop {
                shared.ended.send(catch_unwind(AssertUnwindSafe(shared.work.receive())));
            }
        };
        builder()?.spawn(work).ok()?;
        Some(helper)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn all_threads_run_the_work_and_others_do_not_wait_for_them() {
        let processors = processors();
        for _ in 0..100 {
            let (calls, nested) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let all = Barrier::new(processors);
            let work = || {
                all.wait();
                calls.fetch_add(1, Ordering::Relaxed);
                // The threads are in use.
                nested.fetch_add(usize::from(run(1, &|| ())), Ordering::Relaxed);
                all.wait();
            };
            // Another test may use them just now.
            if run(processors - 1, &work) {
                assert_eq!(calls.into_inner(), processors);
                assert_eq!(nested.into_inner(), 0);
            }
            assert!(!run(processors, &|| unreachable!()));
        }
    }

    /// A value of a panic whose destructor panics, too.
    struct Bomb;

    impl Drop for Bomb {
        fn drop(&mut self) {
            std::panic::resume_unwind(Box::new("dropped"));
        }
    }

    #[test]
    fn no_thread_works_on_after_panics_of_others() {
        let mut pool = Pool { process: 0, helpers: Vec::new() };
        for _ in 0..10 {
            let (calls, is_done) = (AtomicUsize::new(0), AtomicBool::new(false));
            let caller = thread::current().id();
            let work = || {
                if thread::current().id() == caller || calls.fetch_add(1, Ordering::Relaxed) == 0 {
                    std::panic::resume_unwind(Box::new(Bomb));
                }
                thread::sleep(Duration::from_millis(2));
                is_done.store(true, Ordering::Relaxed);
            };
            // One of the helpers panics, and the other one takes longer. Either may be the first.
            let result = catch_unwind(AssertUnwindSafe(|| pool.run(2, &work)));
            assert!(is_done.into_inner(), "a thread has outlived the call");
            let panic = result.ok().flatten().and_then(Result::err);
            assert!(panic.is_some(), "the panic is passed on");
            forget(panic);
        }
    }

    #[test]
    fn a_panic_of_any_thread_reaches_the_caller_and_spoils_nothing() {
        for panics in [0, 1] {
            let calls = AtomicUsize::new(0);
            let work = || assert!(calls.fetch_add(1, Ordering::Relaxed) != panics, "on purpose");
            let result = catch_unwind(AssertUnwindSafe(|| run(1, &work)));
            assert!(result.is_err() || result.is_ok_and(|ran| !ran), "the panic is passed on");
        }
        let calls = AtomicUsize::new(0);
        let work = || {
            calls.fetch_add(1, Ordering::Relaxed);
        };
        if run(1, &work) {
            assert_eq!(calls.into_inner(), 2);
        }
    }
}
