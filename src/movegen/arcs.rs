//! Arcs: the runs that a set makes among the six spaces round a space.

use crate::bitboard::SpaceSet;

/// The spaces round which the members of `set` stand in two or three separate arcs.
///
/// An arc ends where a member is followed, clockwise, by a space that is none; so the ends are
/// counted: once in `one`, twice in `two`.
#[inline(always)]
pub(super) fn in_two_arcs<S: SpaceSet>(set: S) -> S {
    // The spaces whose neighbour to the east, south-east, … is a member.
    let (east, west) = (set.west(), set.east());
    let round = [east, set.north_west(), west.north_west(), west, set.south_east(), east.south_east()];
    let (mut one, mut two) = (S::EMPTY, S::EMPTY);
    for side in 0..6 {
        let end = round[side].without(round[(side + 1) % 6]);
        two |= one & end;
        one |= end;
    }
    two
}
