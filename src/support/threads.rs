//! Sharing out work among threads. Without the feature `std`, `one_thread.rs` has the same functions.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, LocalKey};

use crate::support::pool::{self, start};
use crate::support::stop::{Stopped, Threads};

/// A value that threads change in turn. If one of them panics, the others still use it until the call ends.
pub(crate) struct Lock<T>(Mutex<T>);

impl<T> Lock<T> {
    pub(crate) fn new(value: T) -> Lock<T> {
        Lock(Mutex::new(value))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn into_inner(self) -> T {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs `work` on this many threads, of which the caller is one. If a thread cannot be started, fewer run: the calls of
/// `work` must divide the work among themselves. Not generic, so that it is compiled once and not for each kind of work.
fn run_on_each(threads: usize, work: &(dyn Fn() + Sync)) {
    if threads <= 1 {
        return work(); // A scope would allocate.
    }
    if pool::run(threads - 1, work) {
        return;
    }
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map_while(|_| start(scope, work)).collect();
        work();
        for other in others {
            if let Err(panic) = other.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}

/// Calls `work` with each of the items, in their order, until the flag is set, on no more threads than items.
/// `work` writes its results through references in the items, so nothing is allocated for them.
pub(crate) fn share_out<I: ExactSizeIterator + Send>(
    threads: Threads<'_>,
    items: I,
    work: impl Fn(I::Item) + Sync,
) {
    share_out_with(threads, items, || (), |(), item| work(item));
}

/// Like [`share_out`], with scratch memory that each thread creates.
pub(crate) fn share_out_with<I: ExactSizeIterator + Send, M>(
    threads: Threads<'_>,
    items: I,
    memory: impl Fn() -> M + Sync,
    work: impl Fn(&mut M, I::Item) + Sync,
) {
    let Threads { number, stop } = threads;
    let number = number.min(items.len());
    let untaken = Lock::new(items);
    let take = || if stop.is_set() { None } else { untaken.lock().next() };
    run_on_each(number, &|| {
        let mut memory = memory();
        while let Some(item) = take() {
            work(&mut memory, item);
        }
    });
}

/// Like [`share_out_with`], but ends at an error. Items are taken in order, so it is that of the first item that fails.
pub(crate) fn try_share_out<I: ExactSizeIterator + Send, M, E: From<Stopped> + Send>(
    threads: Threads<'_>,
    items: I,
    memory: impl Fn() -> Result<M, E> + Sync,
    work: impl Fn(&mut M, I::Item) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let wrong = Lock::new(None::<(usize, E)>);
    let first = AtomicUsize::new(usize::MAX);
    let work = |kept: &mut Option<M>, item| match kept {
        Some(memory) => work(memory, item),
        None => work(kept.insert(memory()?), item),
    };
    share_out_with(threads, items.enumerate(), Option::default, |kept, (index, item)| {
        if index < first.load(Ordering::Relaxed)
            && let Err(error) = work(kept, item)
        {
            first.fetch_min(index, Ordering::Relaxed);
            let mut wrong = wrong.lock();
            if wrong.as_ref().is_none_or(|&(other, _)| index < other) {
                *wrong = Some((index, error));
            }
        }
    });
    threads.stop.check()?;
    wrong.into_inner().map_or(Ok(()), |(_, error)| Err(error))
}

/// Runs a function with memory that this thread keeps. Its slot is empty while it runs, so a nested call gets new memory.
macro_rules! with_kept {
    ($Memory:ty = $new:expr, $work:expr) => {{
        ::std::thread_local! {
            static KEPT: ::std::cell::Cell<$Memory> = const { ::std::cell::Cell::new($new) };
        }
        $crate::support::threads::with_memory_of(&KEPT, $work)
    }};
}
pub(crate) use with_kept;

pub(crate) fn with_memory_of<M: Default, T>(
    kept: &'static LocalKey<Cell<M>>,
    work: impl FnOnce(&mut M) -> T,
) -> T {
    // This fails only while the thread exits.
    let mut memory = kept.try_with(Cell::take).unwrap_or_default();
    let result = work(&mut memory);
    let _ = kept.try_with(|kept| kept.set(memory));
    result
}
