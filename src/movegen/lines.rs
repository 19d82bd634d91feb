//! The lines of one length on one axis of a flock ([R9]).

use crate::bitboard::SpaceSet;
use crate::moves::Line;
use crate::space::{Axis, Direction, Space};

/// Lines of one length on one axis, each known by its first end, the lower one; in a row the left
/// one.
///
/// A line is, fits or touches where the line one shorter does, from its first end and from the
/// next space: that is how longer lines are made of shorter ones, and those of two birds of single
/// birds.
#[derive(Clone, Copy)]
pub(super) struct Lines<S> {
    axis: Axis,
    pub(super) length: u8,
    /// Where they are.
    pub(super) starts: S,
    /// Where every space of such a line is vacant,
    fits: S,
    /// and where the space at its other end is.
    fits_ahead: S,
    /// Where such a line touches a flock other than its own,
    pub(super) joins: S,
    /// and where its own.
    pub(super) near: S,
}

impl<S: SpaceSet> Lines<S> {
    /// The birds of a flock, as lines of one, on the first axis. `joins` and `near` are the vacant
    /// spaces next to another flock and next to this one.
    #[inline(always)]
    pub(super) fn of_one_bird(flock: S, vacant: S, joins: S, near: S) -> Self {
        Lines { axis: Axis::E, length: 1, starts: flock, fits: vacant, fits_ahead: vacant, joins, near }
    }

    /// The same lines of one bird on another axis.
    #[inline(always)]
    pub(super) fn on(&self, axis: Axis) -> Self {
        Lines { axis, ..*self }
    }

    /// The lines one longer on the same axis.
    #[inline(always)]
    pub(super) fn longer(&self) -> Self {
        Lines {
            axis: self.axis,
            length: self.length + 1,
            starts: self.starts & self.back(self.starts),
            fits: self.fits & self.back(self.fits),
            fits_ahead: self.back(self.fits_ahead),
            joins: self.joins | self.back(self.joins),
            near: self.near | self.back(self.near),
        }
    }

    /// Moves every space of a line to the one before it.
    #[inline(always)]
    pub(super) fn back(&self, spaces: S) -> S {
        match self.axis {
            Axis::E => spaces.step::<{ Direction::W as usize }>(),
            Axis::NW => spaces.step::<{ Direction::SE as usize }>(),
            Axis::NE => spaces.step::<{ Direction::SW as usize }>(),
        }
    }

    /// The way from the first ends to the other ends.
    #[inline(always)]
    pub(super) fn ahead(&self) -> Direction {
        self.axis.direction()
    }

    /// Where the lines may be after a step, for each direction ([R10]): side by side every bird
    /// needs a vacant space, in file only the one in front.
    #[inline(always)]
    pub(super) fn fits_in_direction(&self, vacant: S) -> [S; 6] {
        let ahead = self.ahead();
        let mut fits = [self.fits; 6];
        fits[ahead as usize] = self.fits_ahead;
        fits[ahead.opposite() as usize] = vacant;
        fits
    }

    /// The line with this first end.
    #[inline(always)]
    pub(super) fn line(&self, first: Space) -> Line {
        Line { first, axis: self.axis, length: self.length }
    }
}
