//! Arcs: the runs that the members of a set make among the spaces round a bird or a line.

use crate::bitboard::SpaceSet;
use crate::movegen::at_least::AtLeast;
use crate::movegen::lines::Lines;
use crate::space::Axis;

/// Where the arcs of a set end: for each direction, the spaces whose neighbour that way is a member
/// while the next one, clockwise, is none.
///
/// Going once round a space, or round a line, there are as many arcs as ends.
#[derive(Clone, Copy)]
pub(super) struct ArcEnds<S>([S; 6]);

impl<S: SpaceSet> ArcEnds<S> {
    #[inline(always)]
    pub(super) fn of(set: S) -> Self {
        // The spaces whose neighbour to the east, south-east, … is a member.
        let (to_east, to_west) = (set.west::<1>(), set.east::<1>());
        let neighbour = [
            to_east,
            set.north_west::<1>(),
            to_west.north_west::<1>(),
            to_west,
            set.south_east::<1>(),
            to_east.south_east::<1>(),
        ];
        let [e, se, sw, w, nw, ne] = neighbour;
        ArcEnds([e.without(se), se.without(sw), sw.without(w), w.without(nw), nw.without(ne), ne.without(e)])
    }

    /// The spaces with two arcs or three round them.
    #[inline(always)]
    pub(super) fn two_round_a_bird(&self) -> S {
        let mut arcs = AtLeast::NONE;
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
    pub(super) fn two_round_lines<const AXIS: usize>(&self, length: u8) -> S {
        let ahead = Axis::ALL[AXIS].direction() as usize;
        let ends = |turns: usize| self.0[(ahead + turns) % 6];
        let (mut left, mut right) = (ends(4), ends(1));
        let (mut front, mut front_right) = (ends(5), ends(0));
        let mut arcs = AtLeast::NONE;
        arcs.add(ends(2));
        arcs.add(ends(3));
        arcs.add(left);
        arcs.add(right);
        for _ in 1..length {
            (left, right) = (Lines::<S, AXIS>::back(left), Lines::<S, AXIS>::back(right));
            (front, front_right) = (Lines::<S, AXIS>::back(front), Lines::<S, AXIS>::back(front_right));
            arcs.add(left);
            arcs.add(right);
        }
        arcs.add(front);
        arcs.add(front_right);
        arcs.two
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::bitboard::Bitboard;
    use crate::moves::Line;
    use crate::sky::Edge;
    use crate::space::{Direction, Space};

    /// The arcs round a line, by walking round it.
    fn arcs_by_walking(line: Line, set: Bitboard) -> usize {
        let way = |turns: usize| Direction::ALL[(line.axis.direction() as usize + turns) % 6];
        let sides = [(5, 1), (0, line.length), (1, 1), (2, 1), (3, line.length), (4, 1)];
        let mut at = line.first.step(way(3), 1).expect("the sky leaves room all round");
        let mut members = Vec::new();
        for (turns, steps) in sides {
            for _ in 0..steps {
                at = at.step(way(turns), 1).expect("the sky leaves room all round");
                members.push(set.contains(at));
            }
        }
        let next = members.iter().cycle().skip(1);
        members.iter().zip(next).filter(|&(now, next)| *now && !next).count()
    }

    proptest! {
        #[test]
        fn two_arcs_are_found_as_by_walking_round(
            set in proptest::array::uniform4(any::<u64>()),
            first in (3_u8..9, 3_u8..9),
            axis in 0_usize..3,
            length in 1_u8..=5,
        ) {
            let set = Bitboard(set) & Edge::MAX.sky().spaces();
            let first = Space::new(6 + first.0 % 3, first.1).expect("a space");
            let line = Line { first, axis: Axis::ALL[axis], length };
            let ends = ArcEnds::of(set);
            if length == 1 {
                prop_assert_eq!(ends.two_round_a_bird(), ends.two_round_lines::<0>(length));
            }
            let two_arcs = match line.axis {
                Axis::E => ends.two_round_lines::<0>(length),
                Axis::NW => ends.two_round_lines::<1>(length),
                Axis::NE => ends.two_round_lines::<2>(length),
            };
            prop_assert_eq!(two_arcs.contains(first), arcs_by_walking(line, set) > 1);
        }
    }
}
