//! Counting up to two for all spaces at once.

use crate::bitboard::SpaceSet;

/// The spaces that at least one, and at least two, of some sets have.
#[derive(Clone, Copy)]
pub(super) struct AtLeast<S> {
    pub(super) one: S,
    pub(super) two: S,
}

impl<S: SpaceSet> AtLeast<S> {
    /// Of no sets.
    pub(super) const NONE: Self = AtLeast { one: S::EMPTY, two: S::EMPTY };

    /// Counts one more set.
    #[inline(always)]
    pub(super) fn add(&mut self, spaces: S) {
        self.two |= self.one & spaces;
        self.one |= spaces;
    }
}
