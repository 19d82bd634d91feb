//! The lines of one length on one axis of a flock ([R9]), and where they may land.

use crate::bitboard::SpaceSet;
use crate::movegen::contact::{Contact, Flock};
use crate::movegen::landing::Landings;
use crate::space::{Axis, Direction};

/// Lines of one length on one axis, each known by its first end, the lower one; in a row the left
/// one.
///
/// A line is, fits or touches where the line one shorter does, from its first end and from the
/// next space: that is how longer lines are made of shorter ones, and those of two birds of single
/// birds.
#[derive(Clone, Copy)]
pub(super) struct Lines<S, const AXIS: usize> {
    pub(super) length: u8,
    /// Where they are.
    pub(super) starts: S,
    /// Where every space of such a line is vacant,
    fits: S,
    /// and where the space at its other end is.
    fits_ahead: S,
    /// Where such a line touches a flock other than its own.
    joins: S,
    /// Where it touches its own flock (or what was its own place):
    near: Round<S>,
}

/// Where the lines have a bird of a set next to them, by the place that it has beside the line.
#[derive(Clone, Copy)]
struct Round<S> {
    /// Ahead of the other end, and behind the first end,
    ahead: S,
    behind: S,
    /// anywhere along the left side, which is one longer than the line, and along the right side,
    left: S,
    right: S,
    /// at the rearmost and at the foremost place of each.
    left_rear: S,
    left_front: S,
    right_rear: S,
    right_front: S,
}

impl<S: SpaceSet, const AXIS: usize> Lines<S, AXIS> {
    /// The axis that the lines lie on.
    pub(super) const AXIS: Axis = Axis::ALL[AXIS];

    /// The birds of a flock, as lines of one.
    #[inline(always)]
    pub(super) fn of_one_bird(flock: &Flock<S>, contact: &Contact<S>, vacant: S) -> Self {
        let joins = contact.touches_one.without(flock.near) | contact.touches_two;
        let (left_rear, left_front) = (Self::step(flock.birds, 1), Self::step(flock.birds, 2));
        let (right_rear, right_front) = (Self::step(flock.birds, 5), Self::step(flock.birds, 4));
        let near = Round {
            ahead: Self::step(flock.birds, 3),
            behind: Self::step(flock.birds, 0),
            left: left_rear | left_front,
            right: right_rear | right_front,
            left_rear,
            left_front,
            right_rear,
            right_front,
        };
        Lines { length: 1, starts: flock.birds, fits: vacant, fits_ahead: vacant, joins, near }
    }

    /// The lines one longer on the same axis.
    #[inline(always)]
    pub(super) fn longer(&self) -> Self {
        let near = &self.near;
        Lines {
            length: self.length + 1,
            starts: self.starts & Self::back(self.starts),
            fits: self.fits & Self::back(self.fits),
            fits_ahead: Self::back(self.fits_ahead),
            joins: self.joins | Self::back(self.joins),
            near: Round {
                ahead: Self::back(near.ahead),
                left: near.left | Self::back(near.left),
                right: near.right | Self::back(near.right),
                left_front: Self::back(near.left_front),
                right_front: Self::back(near.right_front),
                ..*near
            },
        }
    }

    /// Moves every space of a line to the one before it.
    #[inline(always)]
    pub(super) fn back(spaces: S) -> S {
        Self::step(spaces, 3)
    }

    /// Where the lines may land in each direction if each is a whole flock: where one touches
    /// another flock ([R12]).
    #[inline(always)]
    pub(super) fn landings_of_whole(&self, vacant: S) -> Landings<S> {
        let mut landed = self.slide::<true>(vacant);
        for there in &mut landed {
            *there = *there & self.joins;
        }
        Landings(landed)
    }

    /// Where the lines may land in each direction if each leaves others of its flock behind: where
    /// one touches another flock ([R12]) and some of those left behind ([R11]).
    #[inline(always)]
    pub(super) fn landings_of_parts(&self, vacant: S, size: u32) -> Landings<S> {
        // A line that gets farther than its flock has birds touches it no more.
        let slid = if size > 4 { self.slide::<true>(vacant) } else { self.slide::<false>(vacant) };
        let Round { ahead, behind, left, right, left_rear, left_front, right_rear, right_front } = self.near;
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
        let mut landed = slid;
        for (turns, near_first) in after_one_step.into_iter().enumerate() {
            let near_later =
                if turns % 3 == 0 { S::EMPTY } else { near.without(Self::step(self.starts, turns)) };
            let there = &mut landed[Self::turned(turns) as usize];
            *there = *there & self.joins & (near_first | near_later);
        }
        Landings(landed)
    }

    /// Where the lines get to in each direction, step by step ([R10]): side by side every bird needs
    /// a vacant space, in file only the one in front. At least four steps, or if `FAR`, all.
    #[inline(always)]
    fn slide<const FAR: bool>(&self, vacant: S) -> [S; 6] {
        let mut fits = [self.fits; 6];
        fits[Self::turned(0) as usize] = self.fits_ahead;
        fits[Self::turned(3) as usize] = vacant;
        [
            self.starts.slide::<0, FAR>(fits[0]),
            self.starts.slide::<1, FAR>(fits[1]),
            self.starts.slide::<2, FAR>(fits[2]),
            self.starts.slide::<3, FAR>(fits[3]),
            self.starts.slide::<4, FAR>(fits[4]),
            self.starts.slide::<5, FAR>(fits[5]),
        ]
    }

    /// The direction so many sixths of a turn, clockwise, from the way along the axis.
    #[inline(always)]
    fn turned(turns: usize) -> Direction {
        Direction::ALL[(Self::AXIS.direction() as usize + turns) % 6]
    }

    /// Every member moved one step in such a direction.
    #[inline(always)]
    fn step(spaces: S, turns: usize) -> S {
        match Self::turned(turns) {
            Direction::E => spaces.step::<0>(),
            Direction::SE => spaces.step::<1>(),
            Direction::SW => spaces.step::<2>(),
            Direction::W => spaces.step::<3>(),
            Direction::NW => spaces.step::<4>(),
            Direction::NE => spaces.step::<5>(),
        }
    }
}
