//! The same work on several threads at once.

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
