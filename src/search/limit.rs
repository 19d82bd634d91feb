//! [`Limit`]: when a search ends.

use std::time::Duration;

use crate::support::setters::setters;

/// When a search ends: as soon as one of the limits is reached. Without a limit, which is the default, it ends when it is
/// stopped, the result is proved, or it has looked 60 plies ahead.
///
/// # Examples
///
/// ```
/// # use volo_rules::engine::Limit;
/// let limit = Limit::nodes(10_000).with_depth(6);
/// assert_eq!((limit.time, limit.nodes, limit.depth), (None, Some(10_000), Some(6)));
/// assert_eq!(Limit::default().with_depth(6), Limit::depth(6));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Limit {
    /// The time that the search may take.
    pub time: Option<Duration>,
    /// The number of positions that all threads together may search.
    pub nodes: Option<u64>,
    /// The number of plies to look ahead. A search looks 1 to 60 plies ahead, so other numbers count as the nearer of
    /// these.
    pub depth: Option<u32>,
}

impl Limit {
    /// A limit of the time that the search may take.
    pub const fn time(time: Duration) -> Limit {
        Limit { time: Some(time), nodes: None, depth: None }
    }

    /// A limit of the number of positions that all threads together may search.
    pub const fn nodes(nodes: u64) -> Limit {
        Limit { time: None, nodes: Some(nodes), depth: None }
    }

    /// A limit of the number of plies to look ahead.
    pub const fn depth(depth: u32) -> Limit {
        Limit { time: None, nodes: None, depth: Some(depth) }
    }

    setters! {
        with_time(time: Duration as Some);
        with_nodes(nodes: u64 as Some);
        with_depth(depth: u32 as Some);
    }
}
