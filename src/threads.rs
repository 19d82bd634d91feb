//! The same work on several threads at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The stack of a thread that plays or counts moves, in bytes.
///
/// An unoptimised build keeps the whole inlined move generator in one stack frame of about 2 MB, which is more than the
/// default stack has room for.
pub(crate) const STACK_SIZE: usize = 16 << 20;

/// Does `work` on as many threads, and collects what each comes to, in no particular order.
///
/// The calling thread is one of them, so one thread starts none. Threads that the system refuses
/// to start are done without: the work must share itself out.
pub(crate) fn on_each<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map_while(|_| thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, &work).ok())
            .collect();
        let mut results = vec![work()];
        for other in others {
            match other.join() {
                Ok(result) => results.push(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    })
}

/// Does `work` with each of the items until `stop` is set. The items are begun in their order, and there
/// are never more threads than items.
///
/// Results go into places that come with the items, so that sharing out allocates nothing for them.
pub(crate) fn share_out<I: ExactSizeIterator + Send>(
    threads: usize,
    items: I,
    stop: &AtomicBool,
    work: impl Fn(I::Item) + Sync,
) {
    let threads = threads.min(items.len());
    let untaken = Mutex::new(items);
    let take = || match untaken.lock() {
        Ok(mut items) if !stop.load(Ordering::Relaxed) => items.next(),
        _ => None,
    };
    on_each(threads, || {
        while let Some(item) = take() {
            work(item);
        }
    });
}

/// Of the errors that several threads meet, the one with the lowest index.
pub(crate) struct FirstError<E>(Mutex<Option<(usize, E)>>);

impl<E> FirstError<E> {
    pub(crate) const fn new() -> FirstError<E> {
        FirstError(Mutex::new(None))
    }

    /// Keeps the error if none with a lower index is there.
    pub(crate) fn meet(&self, index: usize, error: E) {
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if first.as_ref().is_none_or(|&(other, _)| index < other) {
            *first = Some((index, error));
        }
    }

    /// # Errors
    /// The first error, if any was met.
    pub(crate) fn into_result(self) -> Result<(), E> {
        match self.0.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some((_, error)) => Err(error),
            None => Ok(()),
        }
    }
}
