//! Arcs: the runs that a set makes among the six spaces round a space.

use crate::bitboard::{Bitboard, SpaceSet};
use crate::moves::Line;
use crate::sky::Direction;

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

/// The number of separate arcs that the members of `set` make round a line.
///
/// Walks once round the line, clockwise, from the space behind its first end. A step off the layout
/// leads to its last row or column, which no sky reaches: no member there, as beyond the sky.
#[inline(always)]
pub(super) fn arcs_round(line: Line, set: Bitboard) -> u32 {
    let ahead = line.axis.direction() as usize;
    let way = |turns: usize| Direction::ALL[(ahead + turns) % 6].offset();
    let mut at = isize::from(line.first.index()) + way(3);
    let mut before = set.has_index(at as u8);
    let mut arcs = 0;
    for (turns, steps) in [(5, 1), (0, line.length), (1, 1), (2, 1), (3, line.length), (4, 1)] {
        for _ in 0..steps {
            at += way(turns);
            let now = set.has_index(at as u8);
            arcs += u32::from(before & !now);
            before = now;
        }
    }
    arcs
}
