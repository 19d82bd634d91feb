//! The same work on several threads at once.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Does `work` on as many threads, and collects what each comes to, in no particular order.
///
/// The calling thread is one of them, so one thread starts none. Threads that the system refuses
/// to start are done without: the work must share itself out.
pub(crate) fn on_each<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let others: Vec<_> =
            (1..threads).map_while(|_| thread::Builder::new().spawn_scoped(scope, &work).ok()).collect();
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

/// Does `work` with each of the items until `stop` is set, and collects what it comes to, in no
/// particular order. The items are begun in theirs, and there are never more threads than items.
pub(crate) fn share_out<I: ExactSizeIterator + Send, T: Send>(
    threads: usize,
    items: I,
    stop: &AtomicBool,
    work: impl Fn(I::Item) -> T + Sync,
) -> Vec<T> {
    let threads = threads.min(items.len());
    let untaken = Mutex::new(items);
    let take = || match untaken.lock() {
        Ok(mut items) if !stop.load(Ordering::Relaxed) => items.next(),
        _ => None,
    };
    let results = on_each(threads, || {
        let mut results = Vec::new();
        while let Some(item) = take() {
            results.push(work(item));
        }
        results
    });
    results.into_iter().flatten().collect()
}
