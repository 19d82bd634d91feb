//! Contact: which vacant spaces touch the mover's flocks ([R11], [R12]).

use arrayvec::ArrayVec;

use crate::bitboard::SpaceSet;
use crate::flock::{lone, take_part};

/// More than the largest sky has room for: no two flocks touch, so each takes up, with a share of
/// the vacant spaces round it, more than three of 162 spaces and of the rim outside.
const MAX_FLOCKS: usize = 80;

/// The mover's flocks and what they touch.
pub(super) struct Contact<S> {
    /// The flocks of one bird.
    pub(super) lone: S,
    /// The flocks of two birds and more.
    pub(super) flocks: ArrayVec<S, MAX_FLOCKS>,
    /// The spaces next to at least one flock.
    pub(super) touches_one: S,
    /// The spaces next to at least two flocks.
    pub(super) touches_two: S,
}

impl<S: SpaceSet> Contact<S> {
    #[inline(always)]
    pub(super) fn new(own: S) -> Self {
        let lone = lone(own);
        // No two lone birds touch, so each of the six neighbours that is one is another flock.
        let (east, west) = (lone.east(), lone.west());
        let mut touches_one = east | west;
        let mut touches_two = east & west;
        for near in [lone.south_east(), west.south_east(), lone.north_west(), east.north_west()] {
            touches_two |= touches_one & near;
            touches_one |= near;
        }
        let mut flocks = ArrayVec::new();
        let mut rest = own.without(lone);
        while !rest.is_empty() {
            let flock = take_part(&mut rest);
            let near = flock.around().without(flock);
            touches_two |= touches_one & near;
            touches_one |= near;
            flocks.push(flock);
        }
        Contact { lone, flocks, touches_one, touches_two }
    }
}
