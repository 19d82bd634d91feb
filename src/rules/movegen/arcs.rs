//! [`ArcEnds`]: counts the arcs of a set round every space, and round every line, at once.
//!
//! The spaces round a bird or a line form a ring. An arc is a maximal run of neighboring spaces of
//! the ring that are members of the set.

use crate::geometry::bitboard::SpaceSet;
use crate::geometry::space::Axis;
use crate::rules::movegen::contact::AtLeast;
use crate::rules::movegen::lines::Lines;

/// Where the arcs of a set end.
///
/// For each direction, this has the spaces whose neighbor in that direction is a member, while the
/// next neighbor, clockwise, is not. Each arc has one such end, so a ring has as many arcs as ends.
/// The exception is a ring of members only: it has no end, and counts as no arc.
#[derive(Clone, Copy)]
pub(crate) struct ArcEnds<S>([S; 6]);

impl<S: SpaceSet> ArcEnds<S> {
    pub(super) const NONE: Self = ArcEnds([S::EMPTY; 6]);

    #[inline(always)]
    pub(crate) fn of(set: S) -> Self {
        // For each direction, the spaces whose neighbor in that direction is a member.
        let (to_east, to_west) = (set.west::<1>(), set.east::<1>());
        let neighbor = [
            to_east,
            set.north_west::<1>(),
            to_west.north_west::<1>(),
            to_west,
            set.south_east::<1>(),
            to_east.south_east::<1>(),
        ];
        let [e, se, sw, w, nw, ne] = neighbor;
        ArcEnds([e.without(se), se.without(sw), sw.without(w), w.without(nw), nw.without(ne), ne.without(e)])
    }

    #[inline(always)]
    pub(crate) fn two_round_a_bird(&self) -> S {
        let mut arcs = AtLeast::EMPTY;
        for ends in self.0 {
            arcs.add(ends);
        }
        arcs.two
    }

    /// The first ends of the lines of this length and axis that have two or more arcs round them.
    ///
    /// The ring round a line is walked clockwise. One bird of the line sees a space of the ring and the
    /// next one as consecutive neighbors. For each space of the ring, the picture has the direction,
    /// numbered as in [`Lines::turned`], in which that bird sees it:
    ///
    /// ```text
    ///      4 4 5
    ///     3 A B 0        A: the first end, B: the other end of the line
    ///      2 1 1
    /// ```
    ///
    /// So an arc may end at direction 4 or 1 of every bird, at direction 2 or 3 of the first end, and
    /// at direction 5 or 0 of the other end.
    #[inline(always)]
    pub(super) fn two_round_lines<const AXIS: usize>(&self, length: u8) -> S {
        let ahead = Axis::ALL[AXIS].direction() as usize;
        let ends = |turns: usize| self.0[(ahead + turns) % 6];
        let mut round = RoundLines::<S, AXIS> {
            left: ends(4),
            right: ends(1),
            front: ends(5),
            front_right: ends(0),
            arcs: AtLeast::EMPTY,
        };
        round.arcs.add(ends(2));
        round.arcs.add(ends(3));
        round.arcs.add(round.left);
        round.arcs.add(round.right);
        // Few lines are longer than two birds, so the loop is nearly always skipped.
        if length > 1 {
            round.lengthen();
            for _ in 2..length {
                round.lengthen();
            }
        }
        round.arcs.add(round.front);
        round.arcs.add(round.front_right);
        round.arcs.two
    }
}

/// The arcs counted so far, and the ends that lines see beside and before their other ends.
struct RoundLines<S, const AXIS: usize> {
    left: S,
    right: S,
    front: S,
    front_right: S,
    arcs: AtLeast<S>,
}

impl<S: SpaceSet, const AXIS: usize> RoundLines<S, AXIS> {
    #[inline(always)]
    fn lengthen(&mut self) {
        self.left = Lines::<S, AXIS>::back(self.left);
        self.right = Lines::<S, AXIS>::back(self.right);
        self.front = Lines::<S, AXIS>::back(self.front);
        self.front_right = Lines::<S, AXIS>::back(self.front_right);
        self.arcs.add(self.left);
        self.arcs.add(self.right);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::figures::{FIGURES, round};
    use crate::geometry::bitboard::Bitboard;
    use crate::geometry::sky::Edge;
    use crate::geometry::space::Space;
    use crate::rules::moves::Line;
    use crate::slow::{Slow, connected, places, space};

    fn arcs_by_walking(line: Line, set: Bitboard) -> usize {
        let ring = round(&places(line).collect::<Vec<_>>(), line.axis.direction()).into_iter();
        let is_member: Vec<bool> = ring.map(|place| place > 0 && set.contains(space(place))).collect();
        let next = is_member.iter().cycle().skip(1);
        is_member.iter().zip(next).filter(|&(now, next)| *now && !next).count()
    }

    proptest! {
        #[test]
        fn two_arcs_are_found_as_by_walking_round_a_line(
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

    #[test]
    fn a_line_with_one_arc_of_its_flock_round_it_does_not_split_it() {
        let mut counts = [0; 2];
        for position in FIGURES.iter().step_by(2) {
            for flock in position.flocks(position.turn()) {
                let ends = ArcEnds::of(flock);
                let two_arcs = |length| {
                    [
                        ends.two_round_lines::<0>(length),
                        ends.two_round_lines::<1>(length),
                        ends.two_round_lines::<2>(length),
                    ]
                };
                for line in Slow::of(position).lines() {
                    if flock.contains(line.first) {
                        let rest: Vec<Space> = flock.without(line.to_set()).into_iter().collect();
                        let is_rest = |place: usize| rest.contains(&space(place));
                        let splits = rest.first().is_some_and(|&bird| {
                            connected(bird.index().into(), |place| place > 0 && is_rest(place)).len()
                                < rest.len()
                        });
                        let may_split = two_arcs(line.length)[line.axis as usize].contains(line.first);
                        assert!(may_split || !splits, "{line:?} of {flock:?}");
                        counts[usize::from(may_split)] += 1;
                    }
                }
            }
        }
        assert!(counts.iter().all(|&count| count > 1_000), "{counts:?}");
    }
}
