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
    /// A bird of the flock is behind the first end.
    behind: S,
    /// A bird of the flock is somewhere on the left side.
    left: S,
    /// A bird of the flock is somewhere on the right side.
    right: S,
    /// A bird of the flock is on the rearmost place of the left side.
    left_rear: S,
    /// A bird of the flock is on the foremost place of the left side.
    left_front: S,
    /// A bird of the flock is on the rearmost place of the right side.
    right_rear: S,
    /// A bird of the flock is on the foremost place of the right side.
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
    use proptest::prelude::*;

    use super::*;
    use crate::figures::FIGURES;
    use crate::geometry::bitboard::Bitboard;
    use crate::geometry::space::{Axis, Direction};
    use crate::rules::movegen::filter::keeps_flock_together;
    use crate::rules::movegen::flyers::Flyers;
    use crate::rules::movegen::{ArcEnds, walk};
    use crate::rules::moves::Line;

    fn lies_in(line: Line, set: Bitboard) -> bool {
        line.spaces().all(|space| space.is_some_and(|space| set.contains(space)))
    }

    fn touches(line: Line, set: Bitboard) -> bool {
        walk::round(line).into_iter().flatten().any(|space| set.contains(space))
    }

    /// The landings of lines that touch another flock and, if birds of their own flock stay, at least one
    /// of those. Found by moving every line step by step and looking at every space around it.
    fn landings_by_walking(
        length: u8,
        axis: Axis,
        flock: Bitboard,
        others: Bitboard,
        vacant: Bitboard,
    ) -> [Bitboard; 6] {
        let lines = flock.into_iter().map(|first| Line { first, axis, length });
        let lines: Vec<Line> = lines.filter(|&line| lies_in(line, flock)).collect();
        Direction::ALL.map(|direction| {
            let mut landings = Bitboard::EMPTY;
            for &line in &lines {
                let from: Bitboard = line.to_set();
                let free = vacant | from;
                let rest = flock.without(from);
                let landed = (1..16)
                    .map_while(|steps| line.step(direction, steps).filter(|&line| lies_in(line, free)))
                    .filter(|&line| touches(line, others) && (rest.is_empty() || touches(line, rest)));
                landings = landed.map(|line| line.first).fold(landings, Bitboard::with);
            }
            landings
        })
    }

    /// The number of landings that prefilter L removes. All of them break R11.
    fn removed<const AXIS: usize>(
        lines: &Lines<Bitboard, AXIS>,
        touch: &Touch<Bitboard, AXIS>,
        landings: &Landings<Bitboard>,
        flock: Bitboard,
    ) -> Result<u32, TestCaseError> {
        let two_arcs = ArcEnds::of(flock).two_round_lines::<AXIS>(lines.length);
        let kept = touch.without_splits(*landings, lines, two_arcs);
        let finder = Flyers::new(lines).finder();
        let mut removed = 0;
        for ((direction, found), kept) in landings.by_direction().zip(kept.0) {
            prop_assert!(found.holds(kept));
            for space in found.without(kept) {
                let flight = finder.flight(space, direction);
                prop_assert!(!keeps_flock_together(flock, flight), "{flight:?} of {flock:?}");
                removed += 1;
            }
        }
        Ok(removed)
    }

    /// Compares the landings of lines of every length on one axis with those found by walking. Returns
    /// the number of landings, and how many of them prefilter L removes.
    fn compare<const AXIS: usize>(
        flock: &Flock<Bitboard>,
        contact: &Contact<Bitboard>,
        own: Bitboard,
        vacant: Bitboard,
    ) -> Result<[u32; 2], TestCaseError> {
        let others = own.without(flock.birds);
        let mut lines = Lines::<Bitboard, AXIS>::of_one_bird(flock.birds, vacant);
        let mut touch = Touch::<Bitboard, AXIS>::of_one_bird(flock, contact);
        let mut counts = [0, 0];
        while !lines.starts.is_empty() {
            let landings = touch.landings(&lines, flock.size);
            let walked = landings_by_walking(lines.length, Axis::ALL[AXIS], flock.birds, others, vacant);
            prop_assert_eq!(landings.0, walked, "{} birds on axis {}", lines.length, AXIS);
            counts[0] += landings.all().len();
            if u32::from(lines.length) < flock.size && !contact.encloses_a_space(own) {
                counts[1] += removed(&lines, &touch, &landings, flock.birds)?;
            }
            (lines, touch) = (lines.longer(), touch.longer());
        }
        Ok(counts)
    }

    /// Compares the landings of every flock of two or more birds. Returns the same numbers.
    fn compare_all(own: Bitboard, vacant: Bitboard) -> Result<[u32; 2], TestCaseError> {
        let mut contact = Contact::empty();
        contact.find(own);
        let mut counts = [0, 0];
        for flock in &contact.flocks {
            for more in [
                compare::<0>(flock, &contact, own, vacant)?,
                compare::<1>(flock, &contact, own, vacant)?,
                compare::<2>(flock, &contact, own, vacant)?,
            ] {
                counts = [counts[0] + more[0], counts[1] + more[1]];
            }
        }
        Ok(counts)
    }

    #[test]
    fn landings_are_found_as_by_walking_round_every_line() {
        let mut counts = [0, 0];
        for position in FIGURES.iter().step_by(2) {
            let more = compare_all(position.birds(position.turn()), position.vacant());
            let more = more.unwrap_or_else(|error| panic!("{position}: {error}"));
            counts = [counts[0] + more[0], counts[1] + more[1]];
        }
        assert!(counts[0] > 20_000 && counts[1] > 1_000, "{counts:?}");
    }
}
