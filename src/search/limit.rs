//! [`Limit`]: when a search ends.

use std::time::Duration;

/// When a search ends: as soon as one of the limits is reached. Without a limit, it ends when it is stopped or the
/// result is proved.
///
/// # Examples
///
/// ```
/// # use volo_rules::Limit;
/// let limit = Limit { nodes: Some(10_000), ..Limit::default() };
/// assert_eq!((limit.time, limit.depth), (None, None));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// The time that the search may take.
    pub time: Option<Duration>,
    /// The number of positions that all threads together may search.
    pub nodes: Option<u64>,
    /// The number of plies to look ahead.
    pub depth: Option<u32>,
}
