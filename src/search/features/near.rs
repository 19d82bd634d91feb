//! [`Touching`]: the spaces next to several flocks.

use crate::geometry::bitboard::SpaceSet;

/// Counts, for all spaces at once, how many sets contain the space, up to three.
#[derive(Clone, Copy)]
pub(super) struct Touching<S> {
    pub(super) one: S,
    pub(super) two: S,
    pub(super) three: S,
}

impl<S: SpaceSet> Touching<S> {
    /// The counts before any set is added.
    pub(super) const NONE: Self = Touching { one: S::EMPTY, two: S::EMPTY, three: S::EMPTY };

    /// Counts one more set.
    #[inline(always)]
    pub(super) fn add(&mut self, spaces: S) {
        self.three |= self.two & spaces;
        self.two |= self.one & spaces;
        self.one |= spaces;
    }

    /// Counts the neighbours of every space that are members of a set.
    #[inline(always)]
    pub(super) fn add_each_neighbour(&mut self, of: S) {
        self.add(of.step::<0>());
        self.add(of.step::<1>());
        self.add(of.step::<2>());
        self.add(of.step::<3>());
        self.add(of.step::<4>());
        self.add(of.step::<5>());
    }
}
