//! What the lines of a flock touch: other flocks ([R12]) and their own ([R11]).

use crate::bitboard::SpaceSet;
use crate::movegen::contact::{Contact, Flock};
use crate::movegen::landing::Landings;
use crate::movegen::lines::Lines;

/// Where lines of one length on one axis of a flock would touch birds. As with [`Lines`], a line is
/// known by its first end, and touches what its shorter lines do.
#[derive(Clone, Copy)]
pub(super) struct Touch<S, const AXIS: usize> {
    /// A flock other than its own.
    joins: S,
    /// A bird of its own flock (or a place that was the line's own) ahead of its other end,
    ahead: S,
    /// behind its first end,
    behind: S,
    /// anywhere along its left side, which is one longer than the line, or along its right side,
    left: S,
    right: S,
    /// at the rearmost or the foremost place of these.
    left_rear: S,
    left_front: S,
    right_rear: S,
    right_front: S,
}

impl<S: SpaceSet, const AXIS: usize> Touch<S, AXIS> {
    /// Where single birds of a flock would touch birds.
    #[inline(always)]
    pub(super) fn of_one_bird(flock: &Flock<S>, contact: &Contact<S>) -> Self {
        let place = |turns| Lines::<S, AXIS>::step(flock.birds, turns);
        Touch {
            joins: contact.touches.one.without(flock.near) | contact.touches.two,
            ahead: place(3),
            behind: place(0),
            left: place(1) | place(2),
            right: place(4) | place(5),
            left_rear: place(1),
            left_front: place(2),
            right_rear: place(5),
            right_front: place(4),
        }
    }

    /// Where lines one longer would.
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

    /// Where the lines may land if each is a whole flock: where one touches another.
    #[inline(always)]
    pub(super) fn landings_of_whole(&self, lines: &Lines<S, AXIS>) -> Landings<S> {
        lines.slide::<true>().within(self.joins)
    }

    /// Where the lines may land if each leaves birds of its flock behind: where one touches some of
    /// those, and another flock.
    #[inline(always)]
    pub(super) fn landings_of_parts(&self, lines: &Lines<S, AXIS>, size: u32) -> Landings<S> {
        // A line that gets farther than its flock has birds touches it no more.
        let mut landings = if size > 4 { lines.slide::<true>() } else { lines.slide::<false>() };
        let Touch { joins, ahead, behind, left, right, left_rear, left_front, right_rear, right_front } =
            *self;
        let (sides, ends) = (left | right, ahead | behind);
        let near = sides | ends;
        // After one step aside all but one of the places on the other side are those flown from.
        // In file, the place behind is always one of those, or vacant.
        let after_one_step = [
            sides | ahead,
            right | ends | left_front,
            right | ends | left_rear,
            sides | behind,
            left | ends | right_rear,
            left | ends | right_front,
        ];
        for (turns, near_first) in after_one_step.into_iter().enumerate() {
            let one_step = Lines::<S, AXIS>::step(lines.starts, turns);
            let near_later = if turns % 3 == 0 { S::EMPTY } else { near.without(one_step) };
            let there = &mut landings.0[Lines::<S, AXIS>::turned(turns) as usize];
            *there = *there & joins & (near_first | near_later);
        }
        landings
    }
}
