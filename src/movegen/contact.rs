//! Contact: which spaces touch the mover's flocks ([R12]).

use arrayvec::ArrayVec;

use crate::bitboard::SpaceSet;
use crate::flock::{lone, take_part};

/// More than the largest sky has room for. Two birds that touch are corners of ten of the triangles
/// that neighbouring spaces make, no two flocks have one in common, and the largest sky has, with
/// its surroundings, 384.
const MAX_FLOCKS: usize = 40;

/// A player's flocks and the spaces they touch.
pub(super) struct Contact<S> {
    /// The flocks of one bird, all in one set.
    pub(super) lone: S,
    /// The flocks of two birds or more.
    pub(super) flocks: ArrayVec<S, MAX_FLOCKS>,
    /// The spaces next to at least one flock.
    pub(super) touches_one: S,
    /// The spaces next to at least two flocks.
    pub(super) touches_two: S,
}

impl<S: SpaceSet> Contact<S> {
    #[inline(always)]
    pub(super) fn new(birds: S) -> Self {
        let lone = lone(birds);
        // No two lone birds touch, so each of the six neighbours that is one is another flock.
        let (east, west) = (lone.east(), lone.west());
        let mut contact =
            Contact { lone, flocks: ArrayVec::new(), touches_one: east | west, touches_two: east & west };
        contact.touch(lone.south_east());
        contact.touch(west.south_east());
        contact.touch(lone.north_west());
        contact.touch(east.north_west());
        let mut rest = birds.without(lone);
        while !rest.is_empty() {
            let flock = take_part(&mut rest);
            contact.touch(flock.around().without(flock));
            contact.flocks.push(flock);
        }
        contact
    }

    /// Notes that one more flock is next to these spaces.
    #[inline(always)]
    fn touch(&mut self, near: S) {
        self.touches_two |= self.touches_one & near;
        self.touches_one |= near;
    }

    /// The flock of two birds or more that has this bird.
    #[inline(always)]
    pub(super) fn flock_of(&self, bird: S) -> S {
        for &flock in &self.flocks {
            if flock.meets(bird) {
                return flock;
            }
        }
        bird
    }

    /// The spaces next to a flock other than the one that is next to `near`.
    #[inline(always)]
    pub(super) fn touches_another(&self, near: S) -> S {
        self.touches_one.without(near) | self.touches_two
    }
}
