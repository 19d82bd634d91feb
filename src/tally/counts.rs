//! Numbers of things by index.

use std::ops::AddAssign;

use crate::grow::{Halt, lengthen};

/// How many there are of each index. The last number is never 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(Vec<u64>);

impl Counts {
    /// Counts some more, at least one.
    pub(crate) fn add(&mut self, index: usize, more: u64) -> Result<(), Halt> {
        if self.0.len() <= index {
            lengthen(&mut self.0, index + 1, 0)?;
        }
        self.0[index] += more;
        Ok(())
    }

    /// How many there are of an index.
    pub fn get(&self, index: usize) -> u64 {
        self.0.get(index).copied().unwrap_or_default()
    }

    /// How many there are of all.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// How many there are of each index, to the last that has any.
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
