//! [`Buffers`]: values that are replaced all at once.

use crate::support::fallible::{Halt, collected};
use crate::support::stop::Stop;

pub(super) const GAMES_AT_A_TIME: usize = 128;

/// The current values, and room for the next ones. They are swapped after an operation has succeeded for all games.
#[derive(Clone, Debug)]
pub(super) struct Buffers<T> {
    pub(super) now: Vec<T>,
    /// The next values. It has the length of `now`. Between operations, its contents are unspecified.
    pub(super) next: Vec<T>,
}

impl<T: Copy> Buffers<T> {
    pub(super) const EMPTY: Buffers<T> = Buffers { now: Vec::new(), next: Vec::new() };

    pub(super) fn new(now: Vec<T>, stop: &Stop) -> Result<Buffers<T>, Halt> {
        let next = collected(now.iter().copied(), stop)?;
        Ok(Buffers { now, next })
    }

    pub(super) fn swap(&mut self) {
        std::mem::swap(&mut self.now, &mut self.next);
    }
}

/// Splits values into this number of slices of a length. The last ones may be shorter, or, without values, empty.
pub(super) fn parts_of<T>(
    mut values: &mut [T],
    parts: usize,
    length: usize,
) -> impl ExactSizeIterator<Item = &mut [T]> {
    (0..parts).map(move |_| values.split_off_mut(..length.min(values.len())).unwrap_or_default())
}
