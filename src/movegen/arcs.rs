//! Arcs: the runs that the members of a set make among the spaces round a bird or a line.

use crate::bitboard::SpaceSet;
use crate::movegen::lines::Lines;

/// Where the arcs of a set end: for each direction, the spaces whose neighbour that way is a member
/// while the next one, clockwise, is none.
///
/// Going once round a space, or round a line, there are as many arcs as ends.
#[derive(Clone, Copy)]
pub(super) struct ArcEnds<S>([S; 6]);

impl<S: SpaceSet> ArcEnds<S> {
    pub(super) const NONE: Self = ArcEnds([S::EMPTY; 6]);

    #[inline(always)]
    pub(super) fn of(set: S) -> Self {
        // The spaces whose neighbour to the east, south-east, … is a member.
        let (to_east, to_west) = (set.west(), set.east());
        let neighbour = [
            to_east,
            set.north_west(),
            to_west.north_west(),
            to_west,
            set.south_east(),
            to_east.south_east(),
        ];
        let [e, se, sw, w, nw, ne] = neighbour;
        ArcEnds([e.without(se), se.without(sw), sw.without(w), w.without(nw), nw.without(ne), ne.without(e)])
    }

    /// The spaces with two arcs or three round them.
    #[inline(always)]
    pub(super) fn two_round_a_bird(&self) -> S {
        let mut arcs = AtLeast::none();
        for ends in self.0 {
            arcs.add(ends);
        }
        arcs.two
    }

    /// The first ends of such lines with two arcs or more round them.
    ///
    /// Clockwise from the space behind the first end, the way round a line leads along its left side
    /// (one end to be met at each bird), round its other end (two), along the right side and round
    /// the first end.
    #[inline(always)]
    pub(super) fn two_round_lines(&self, lines: &Lines<S>) -> S {
        let ahead = lines.ahead() as usize;
        let ends = |turns: usize| self.0[(ahead + turns) % 6];
        let (mut left, mut right) = (ends(4), ends(1));
        let (mut front, mut front_right) = (ends(5), ends(0));
        let mut arcs = AtLeast::none();
        arcs.add(ends(2));
        arcs.add(ends(3));
        arcs.add(left);
        arcs.add(right);
        for _ in 1..lines.length {
            (left, right) = (lines.back(left), lines.back(right));
            (front, front_right) = (lines.back(front), lines.back(front_right));
            arcs.add(left);
            arcs.add(right);
        }
        arcs.add(front);
        arcs.add(front_right);
        arcs.two
    }
}

/// Counts, for each space, up to two.
struct AtLeast<S> {
    one: S,
    two: S,
}

impl<S: SpaceSet> AtLeast<S> {
    #[inline(always)]
    fn none() -> Self {
        AtLeast { one: S::EMPTY, two: S::EMPTY }
    }

    #[inline(always)]
    fn add(&mut self, spaces: S) {
        self.two |= self.one & spaces;
        self.one |= spaces;
    }
}
