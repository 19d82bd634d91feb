//! [`Touch`]: where lines of a flock touch other flocks (\[R12\]) and the rest of their own flock
//! (\[R11\]).

use crate::geometry::bitboard::SpaceSet;
use crate::rules::movegen::contact::{Contact, Flock};
use crate::rules::movegen::lines::{Landings, Lines};

/// Where lines of one length on one axis of one flock would touch birds.
///
/// As in [`Lines`], a line is represented by its first end: each set contains the first ends of the
/// lines that would touch a bird in one of the places around the line. The places have names. This is a
/// line of three birds, with the first end `A` and the other end `C`:
///
/// ```text
///       left_rear -- l l l l -- left_front
///          behind - b A B C a - ahead
///      right_rear -- r r r r -- right_front
/// ```
///
/// The left side and the right side have one place more than the line has birds. The directions are
/// numbered as in [`Lines::turned`]: `ahead` is direction 0 from `C`, `right_front` is 1 from `C`,
/// `right_rear` is 2 from `A`, `behind` is 3 from `A`, `left_rear` is 4 from `A`, and `left_front` is 5
/// from `C`.
///
/// All sets but `joins` are about birds of the line's own flock. These include the birds of the line
/// itself, on the spaces where they are before the flight.
#[derive(Clone, Copy)]
pub(super) struct Touch<S, const AXIS: usize> {
    /// The line touches a flock other than its own.
    joins: S,
    /// A bird of the flock is ahead of the other end.
    ahead: S,
    behind: S,
    /// A bird of the flock is somewhere on the left side.
    left: S,
    right: S,
    /// A bird of the flock is on the rearmost place of the left side.
    left_rear: S,
    left_front: S,
    right_rear: S,
    right_front: S,
}

impl<S: SpaceSet, const AXIS: usize> Touch<S, AXIS> {
    #[inline(always)]
    pub(super) fn of_one_bird(flock: &Flock<S>, contact: &Contact<S>) -> Self {
        // The spaces whose neighbor in the opposite direction is a bird of the flock.
        // The compiler may leave a closure out of line, where vector instructions would be calls.
        let (step, birds) = (Lines::<S, AXIS>::step, flock.birds);
        Touch {
            // A space touches another flock if it touches some flock but not this one, or touches two.
            joins: contact.touches.one.without(flock.near) | contact.touches.two,
            ahead: step(birds, 3),
            behind: step(birds, 0),
            left: step(birds, 1) | step(birds, 2),
            right: step(birds, 4) | step(birds, 5),
            left_rear: step(birds, 1),
            left_front: step(birds, 2),
            right_rear: step(birds, 5),
            right_front: step(birds, 4),
        }
    }

    /// The sets for lines that are longer by one bird.
    ///
    /// Such a line touches what two shorter lines touch: the one that begins on its first space, and the
    /// one that begins on the next space. `behind` and the rearmost places are the same for both lengths.
    #[inline(always)]
    pub(super) fn longer(&self) -> Self {
        let back = Lines::<S, AXIS>::back;
        Touch {
            joins: self.joins | back(self.joins),
            ahead: back(self.ahead),
            left: self.left | back(self.left),
            right: self.right | back(self.right),
            left_front: back(self.left_front),
            right_front: back(self.right_front),
            ..*self
        }
    }

    /// The landings of lines that touch another flock (\[R12\]) and, if birds of their flock stay behind, at least one of
    /// those (\[R11\]).
    ///
    /// `size` is the number of birds in the flock.
    #[inline(always)]
    pub(super) fn landings(&self, lines: &Lines<S, AXIS>, size: u32) -> Landings<S> {
        // Prefilter B: a line that flies as many steps as its flock has birds cannot touch the birds that stay.
        let is_whole = size == u32::from(lines.length);
        let mut landings = if is_whole || size > 9 {
            lines.slide::<16>()
        } else if size > 5 {
            lines.slide::<8>()
        } else {
            lines.slide::<4>()
        };
        if is_whole {
            return landings.within(self.joins);
        }
        let after_one_step = self.touches_rest_after_one_step();
        let sides_and_ends = self.left | self.right | self.ahead | self.behind;
        for (turns, touches_first) in after_one_step.into_iter().enumerate() {
            // In file, the condition is the same after every number of steps. Side by side, a line
            // that flies two or more steps does not touch the places that it left.
            let one_step = Lines::<S, AXIS>::step(lines.starts, turns);
            let touches_later = if turns % 3 == 0 { S::EMPTY } else { sides_and_ends.without(one_step) };
            let there = &mut landings.0[Lines::<S, AXIS>::turned(turns) as usize];
            *there = *there & self.joins & (touches_first | touches_later);
        }
        landings
    }

    /// Prefilter L: the landings without those, after one or two steps (to the east, after any number), of lines that split
    /// their flock and land next to one fragment only (\[R11\]).
    ///
    /// `two_arcs` has all spaces, vacant ones too, where a line with its first end there has two arcs of the flock round it.
    /// The flock must not enclose a space. Then a line that begins there splits it. A landing next to two fragments is in
    /// `two_arcs`, or has birds of the flock on both sides of the places that the line left.
    #[inline(always)]
    pub(super) fn without_splits(
        &self,
        mut landings: Landings<S>,
        lines: &Lines<S, AXIS>,
        two_arcs: S,
    ) -> Landings<S> {
        let Touch { ahead, behind, left_rear, left_front, right_rear, right_front, .. } = *self;
        // For each direction, where birds of the flock are on both sides of the places that the line left.
        let on_both_sides = [
            left_rear & right_rear,
            left_front & behind,
            left_rear & ahead,
            left_front & right_front,
            right_rear & ahead,
            right_front & behind,
        ];
        let split = lines.within(two_arcs).slide::<2>();
        for (turns, on_both_sides) in on_both_sides.into_iter().enumerate() {
            let direction = Lines::<S, AXIS>::turned(turns) as usize;
            let there = &mut landings.0[direction];
            *there = there.without(split.0[direction].without(two_arcs | on_both_sides));
        }
        landings
    }

    /// For each direction, where lines that have flown one step touch birds of their flock that stay.
    ///
    /// Such a line also touches places that it left itself, and these must not count:
    ///
    /// ```text
    ///    direction 0          direction 1          direction 2
    ///    in file              side by side         side by side
    ///
    ///     l l l l              x x x l              l x x x
    ///    x A B C a            b A B C a            b A B C a
    ///     r r r r              r r r r              r r r r
    ///
    ///    x: a place that the line left
    /// ```
    ///
    /// In file, the place behind the line is one that the line left, or, after more steps, a vacant one
    /// that it flew over. Side by side, the line left all places but one of the side that faces its
    /// old spaces. The remaining place is the foremost one in the directions 1 and 5, and the rearmost one
    /// in the directions 2 and 4. Directions 3, 4 and 5 are mirror images of 0, 2 and 1.
    #[inline(always)]
    fn touches_rest_after_one_step(&self) -> [S; 6] {
        let Touch { ahead, behind, left, right, .. } = *self;
        let (sides, ends) = (left | right, ahead | behind);
        [
            sides | ahead,
            right | ends | self.left_front,
            right | ends | self.left_rear,
            sides | behind,
            left | ends | self.right_rear,
            left | ends | self.right_front,
        ]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::figures::{FIGURES, round};
    use crate::geometry::bitboard::Bitboard;
    use crate::geometry::space::{Axis, Direction};
    use crate::rules::movegen::ArcEnds;
    use crate::slow::{Slow, places, space};

    /// Passes on the landings of the lines on an axis, with their length and direction, and those that prefilter L leaves.
    fn each_length<const AXIS: usize>(
        flock: &Flock<Bitboard>,
        contact: &Contact<Bitboard>,
        vacant: Bitboard,
        found: &mut dyn FnMut((Axis, u8, Direction), Bitboard, Bitboard),
    ) {
        let mut lines = Lines::<Bitboard, AXIS>::of_one_bird(flock.birds, vacant);
        let mut touch = Touch::<Bitboard, AXIS>::of_one_bird(flock, contact);
        while !lines.starts.is_empty() {
            let landings = touch.landings(&lines, flock.size);
            let two_arcs = ArcEnds::of(flock.birds).two_round_lines::<AXIS>(lines.length);
            let kept = touch.without_splits(landings, &lines, two_arcs);
            for (direction, landed) in landings.by_direction() {
                found((Axis::ALL[AXIS], lines.length, direction), landed, kept.0[direction as usize]);
            }
            (lines, touch) = (lines.longer(), touch.longer());
        }
    }

    #[test]
    fn prefilters_b_and_l_leave_the_landings_that_walking_finds() {
        let (mut landings, mut removed) = (0, 0);
        for position in FIGURES.iter().step_by(2) {
            let (own, slow) = (position.birds(position.turn()), Slow::of(position));
            let reach = slow.reach();
            let mut contact = Contact::empty();
            contact.find(own);
            for flock in &contact.flocks {
                let (mut found, mut left) = (HashSet::new(), HashSet::new());
                let mut add = |flyers: (Axis, u8, Direction), landed: Bitboard, kept: Bitboard| {
                    // Single birds are found on each axis, and needed on one.
                    if flyers.0 == Axis::E || flyers.1 > 1 {
                        found.extend(landed.into_iter().map(|space| (flyers, space)));
                        left.extend(kept.into_iter().map(|space| (flyers, space)));
                    }
                };
                each_length::<0>(flock, &contact, position.vacant(), &mut add);
                each_length::<1>(flock, &contact, position.vacant(), &mut add);
                each_length::<2>(flock, &contact, position.vacant(), &mut add);
                let mut walked = HashSet::new();
                for &(flight, landed) in &reach {
                    let axis = flight.line.axis;
                    let rest = flock.birds.without(flight.line.to_set());
                    let round: Bitboard = round(&places(landed).collect::<Vec<_>>(), axis.direction())
                        .into_iter()
                        .map(space)
                        .collect();
                    if flock.birds.contains(flight.line.first)
                        && round.meets(own.without(flock.birds))
                        && (rest.is_empty() || round.meets(rest))
                    {
                        let landing = ((axis, flight.line.length, flight.direction), flight.landed().first);
                        walked.insert(landing);
                        if rest.len() > 1 && !contact.encloses_a_space(own) && !left.contains(&landing) {
                            assert!(slow.fly(flight.line, landed).is_err(), "{flight:?} in {position}");
                            removed += 1;
                        }
                    }
                }
                assert_eq!(found, walked, "{position}");
                landings += found.len();
            }
        }
        assert!(landings > 20_000 && removed > 1_000, "{landings} {removed}");
    }
}
