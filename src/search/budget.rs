//! [`Budget`]: the limits of a search, which its threads share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::search::request::Limit;
use crate::support::stop::Stop;

/// The number of nodes that a thread takes at once. It checks the clock each time.
const SHARE: u64 = 64;

/// The state that all threads of a search share: the limits, the number of nodes, and the flags that end the search.
pub(super) struct Budget<'a> {
    now: fn() -> Duration,
    started: Duration,
    deadline: Option<Duration>,
    most_nodes: u64,
    /// The nodes that threads have taken. They may still have to search some of them.
    taken: AtomicU64,
    stop: &'a Stop,
    /// Set when a limit is reached or the main thread is done.
    is_over: AtomicBool,
}

impl Budget<'_> {
    /// `now` is a clock that never goes back.
    pub(super) fn new<'a>(limit: &Limit, now: fn() -> Duration, stop: &'a Stop) -> Budget<'a> {
        let started = now();
        Budget {
            now,
            started,
            deadline: limit.time.map(|time| started.saturating_add(time)),
            most_nodes: limit.nodes.unwrap_or(u64::MAX),
            taken: AtomicU64::new(0),
            stop,
            is_over: AtomicBool::new(false),
        }
    }

    /// Takes nodes to search; 0 if the search must end. All threads together never take more than the limit.
    pub(super) fn take(&self) -> u64 {
        if self.is_over.load(Ordering::Relaxed)
            || self.stop.is_set()
            || self.deadline.is_some_and(|deadline| (self.now)() >= deadline)
        {
            self.end();
            return 0;
        }
        let after = |taken: u64| taken.saturating_add(SHARE).min(self.most_nodes);
        let taken = self.taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |taken| Some(after(taken)));
        let (Ok(before) | Err(before)) = taken;
        if before >= self.most_nodes {
            self.end();
        }
        after(before).saturating_sub(before)
    }

    pub(super) fn give_back(&self, nodes: u64) {
        self.taken.fetch_sub(nodes, Ordering::Relaxed);
    }

    pub(super) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    pub(super) fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    pub(super) fn elapsed(&self) -> Duration {
        (self.now)().saturating_sub(self.started)
    }
}

/// The time since the first call, by a clock that never goes back.
///
/// On a system without a clock, such as a web page, it is the longest time that there is, so that a limit of time ends a
/// search at once instead of never.
pub(super) fn system_now() -> Duration {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    {
        use std::time::Instant;

        use once_cell::race::OnceBox;

        static FIRST: OnceBox<Instant> = OnceBox::new();
        FIRST.get_or_init(|| Box::new(Instant::now())).elapsed()
    }
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    {
        Duration::MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(limit: Option<u64>, most: usize) -> u64 {
        let stop = Stop::new();
        let budget = Budget::new(&Limit { nodes: limit, ..Limit::NONE }, system_now, &stop);
        let taken: u64 = (0..most).map(|_| budget.take()).sum();
        assert_eq!(budget.taken(), taken);
        taken
    }

    #[test]
    fn never_more_nodes_than_the_limit_are_taken() {
        for limit in [0, 1, SHARE - 1, SHARE, SHARE + 1, 1000] {
            assert_eq!(total(Some(limit), 100), limit);
        }
        assert_eq!(total(None, 10), 10 * SHARE);
    }

    #[test]
    fn nodes_that_are_given_back_can_be_taken_again() {
        let stop = Stop::new();
        let budget = Budget::new(&Limit::nodes(SHARE), system_now, &stop);
        assert_eq!(budget.take(), SHARE);
        budget.give_back(3);
        assert_eq!((budget.taken(), budget.take(), budget.take()), (SHARE - 3, 3, 0));
    }

    #[test]
    fn nothing_is_taken_after_the_end() {
        let stop = Stop::new();
        let budget = Budget::new(&Limit::time(Duration::ZERO), system_now, &stop);
        assert_eq!(budget.take(), 0);
        let budget = Budget::new(&Limit::NONE, system_now, &stop);
        assert_eq!(budget.take(), SHARE);
        budget.end();
        assert_eq!(budget.take(), 0);
        let budget = Budget::new(&Limit::NONE, system_now, &stop);
        stop.set();
        assert_eq!(budget.take(), 0);
    }

    #[test]
    fn without_a_clock_a_limit_of_time_ends_the_search_at_once() {
        let stop = Stop::new();
        let now = || Duration::MAX;
        let hour = Limit::time(Duration::from_secs(3600));
        assert_eq!(Budget::new(&hour, now, &stop).take(), 0);
        assert_eq!(Budget::new(&Limit::nodes(3), now, &stop).take(), 3);
    }
}
