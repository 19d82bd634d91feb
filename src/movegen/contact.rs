//! Contact: a player's flocks, and which spaces touch them ([R12]).

use arrayvec::ArrayVec;

use crate::bitboard::SpaceSet;
use crate::flock::{lone, take_part};
use crate::movegen::at_least::AtLeast;

/// More than the largest sky has room for. Two birds that touch are corners of ten of the triangles
/// that neighbouring spaces make, no two flocks have one in common, and the largest sky has, with
/// its surroundings, 384.
const MAX_FLOCKS: usize = 40;

/// A player's flocks and the spaces they touch.
pub(super) struct Contact<S> {
    /// The flocks of one bird, all in one set.
    pub(super) lone: S,
    /// The flocks of two birds or more.
    pub(super) flocks: ArrayVec<Flock<S>, MAX_FLOCKS>,
    /// The spaces next to at least one flock, and to at least two.
    pub(super) touches: AtLeast<S>,
}

/// A flock of two birds or more.
pub(super) struct Flock<S> {
    pub(super) birds: S,
    pub(super) size: u32,
    /// The spaces next to one of its birds.
    pub(super) near: S,
}

impl<S: SpaceSet> Contact<S> {
    /// No flocks yet, for [`Contact::find`] to fill: it is large, and so never moved.
    #[inline(always)]
    pub(super) fn none() -> Self {
        Contact { lone: S::EMPTY, flocks: ArrayVec::new(), touches: AtLeast::NONE }
    }

    /// Finds the flocks of a player with these birds.
    #[inline(always)]
    pub(super) fn find(&mut self, birds: S) {
        self.lone = lone(birds);
        // No two lone birds touch, so each of the six neighbours that is one is another flock.
        let (east, west) = (self.lone.east::<1>(), self.lone.west::<1>());
        self.touches.add(east);
        self.touches.add(west);
        self.touches.add(self.lone.south_east::<1>());
        self.touches.add(west.south_east::<1>());
        self.touches.add(self.lone.north_west::<1>());
        self.touches.add(east.north_west::<1>());
        let mut rest = birds.without(self.lone);
        while !rest.is_empty() {
            let birds = take_part(&mut rest);
            let near = birds.around();
            self.touches.add(near);
            self.flocks.push(Flock { birds, size: birds.len(), near });
        }
    }
}
