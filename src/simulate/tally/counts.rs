//! Counters by index.

use alloc::vec::Vec;
use core::ops::AddAssign;

/// A counter for each index from 0. Indices past the last positive counter are not stored.
///
/// ```
/// # use volo_rules::{Position, Threads};
/// # use volo_rules::playouts::Tally;
/// // Two games without moves.
/// let tally = Tally::of_games(&Position::default(), &[], &[0, 0, 0], Threads::new(1))?;
/// let lengths = tally.lengths;
/// assert_eq!((lengths.get(0), lengths.get(7), lengths.total()), (2, 0, 2));
/// assert_eq!(lengths.as_slice(), [2]);
/// # Ok::<(), volo_rules::playouts::ReplayError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counts(Vec<u64>);

impl Counts {
    /// Adds `more` to the counter of an index. `more` must be positive.
    pub(crate) fn add(&mut self, index: usize, more: u64) {
        if self.0.len() <= index {
            self.0.resize(index + 1, 0);
        }
        self.0[index] += more;
    }

    /// The counter of an index.
    pub fn get(&self, index: usize) -> u64 {
        self.0.get(index).copied().unwrap_or_default()
    }

    /// The sum of all counters.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The counters from index 0 to the last positive counter.
    pub fn as_slice(&self) -> &[u64] {
        &self.0
    }
}

impl AddAssign<&Counts> for Counts {
    fn add_assign(&mut self, other: &Counts) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (sum, more) in self.0.iter_mut().zip(&other.0) {
            *sum += more;
        }
    }
}
