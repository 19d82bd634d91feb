//! Running work on several threads.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, LocalKey};

use crate::support::pool::{self, start};
use crate::support::stop::{Stopped, Threads};

/// Runs `work` on this many threads and collects the results in an unspecified order.
///
/// The calling thread is one of the threads. If a thread cannot be started, fewer threads run. So the calls of `work`
/// must divide the work among themselves.
pub(crate) fn on_each<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    if threads <= 1 {
        return vec![work()]; // A scope would allocate.
    }
    let results = Mutex::new(Vec::new());
    run_on_each(threads, &|| {
        let result = work();
        results.lock().unwrap_or_else(PoisonError::into_inner).push(result);
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// [`on_each`] without generics, so that it is compiled once and not for each kind of work.
fn run_on_each(threads: usize, work: &(dyn Fn() + Sync)) {
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

/// Calls `work` with each of the items until the flag is set. The items are taken in their order, and there are
/// never more threads than items.
///
/// `work` returns nothing. It writes its results through references in the items, so this function allocates
/// nothing for them.
pub(crate) fn share_out<I: ExactSizeIterator + Send>(
    threads: Threads<'_>,
    items: I,
    work: impl Fn(I::Item) + Sync,
) {
    share_out_with(threads, items, || (), |(), item| work(item));
}

/// Like [`share_out`]. Each thread creates its own scratch memory, and passes it to `work` with each item that it
/// takes.
pub(crate) fn share_out_with<I: ExactSizeIterator + Send, M>(
    threads: Threads<'_>,
    items: I,
    memory: impl Fn() -> M + Sync,
    work: impl Fn(&mut M, I::Item) + Sync,
) {
    let Threads { number, stop } = threads;
    let number = number.min(items.len());
    let untaken = Mutex::new(items);
    let take = || match untaken.lock() {
        Ok(mut items) if !stop.is_set() => items.next(),
        _ => None,
    };
    on_each(number, || {
        let mut memory = memory();
        while let Some(item) = take() {
            work(&mut memory, item);
        }
    });
}

/// Like [`share_out_with`], but ends early if `work` fails. Returns the error of the first item that has one, the same for
/// any number of threads: items are taken in their order, so all items before it were done.
pub(crate) fn try_share_out<I: ExactSizeIterator + Send, M, E: From<Stopped> + Send>(
    threads: Threads<'_>,
    items: I,
    memory: impl Fn() -> M + Sync,
    work: impl Fn(&mut M, I::Item) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let wrong = FirstError::new();
    let first = AtomicUsize::new(usize::MAX);
    share_out_with(threads, items.enumerate(), memory, |memory, (index, item)| {
        if index < first.load(Ordering::Relaxed)
            && let Err(error) = work(memory, item)
        {
            first.fetch_min(index, Ordering::Relaxed);
            wrong.record(index, error);
        }
    });
    threads.stop.check()?;
    wrong.into_result()
}

/// Runs `work` with memory that this thread keeps between calls. The slot is empty while `work` runs, so a nested call gets
/// new memory.
pub(crate) fn with_kept<M: Default, T>(
    kept: &'static LocalKey<Cell<M>>,
    work: impl FnOnce(&mut M) -> T,
) -> T {
    // This fails only while the thread exits.
    let mut memory = kept.try_with(Cell::take).unwrap_or_default();
    let result = work(&mut memory);
    let _ = kept.try_with(|kept| kept.set(memory));
    result
}

pub(crate) struct FirstError<E>(Mutex<Option<(usize, E)>>);

impl<E> FirstError<E> {
    pub(crate) const fn new() -> FirstError<E> {
        FirstError(Mutex::new(None))
    }

    /// Keeps the error unless an error with a lower index is already kept.
    pub(crate) fn record(&self, index: usize, error: E) {
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if first.as_ref().is_none_or(|&(other, _)| index < other) {
            *first = Some((index, error));
        }
    }

    pub(crate) fn into_result(self) -> Result<(), E> {
        match self.0.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some((_, error)) => Err(error),
            None => Ok(()),
        }
    }
}
