//! [`Budget`]: what is left of a limit.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use crate::search::limit::Limit;

/// The number of nodes that a thread searches between two looks at the clock.
const BETWEEN_LOOKS: u64 = 256;

/// What all threads of a search share: the limits, the number of nodes, and the flags that end the search.
pub(super) struct Budget<'a> {
    started: Instant,
    deadline: Option<Instant>,
    most_nodes: u64,
    nodes: AtomicU64,
    /// Set by the caller.
    stop: &'a AtomicBool,
    /// Set when a limit is reached or the main thread is done.
    is_over: AtomicBool,
}

impl Budget<'_> {
    pub(super) fn new<'a>(limit: &Limit, stop: &'a AtomicBool) -> Budget<'a> {
        let started = Instant::now();
        Budget {
            started,
            deadline: limit.time.and_then(|time| started.checked_add(time)),
            most_nodes: limit.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            stop,
            is_over: AtomicBool::new(false),
        }
    }

    /// Counts a node. Returns whether the search must end.
    pub(super) fn count(&self) -> bool {
        let nodes = self.nodes.fetch_add(1, Ordering::Relaxed);
        let is_over = self.is_over.load(Ordering::Relaxed)
            || nodes >= self.most_nodes
            || nodes.is_multiple_of(BETWEEN_LOOKS)
                && (self.stop.load(Ordering::Relaxed)
                    || self.deadline.is_some_and(|deadline| Instant::now() >= deadline));
        if is_over {
            self.end();
        }
        is_over
    }

    pub(super) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed).min(self.most_nodes)
    }

    pub(super) fn elapsed(&self) -> std::time::Duration {
        self.started.elapsed()
    }
}
