//! The lines of one length on one axis of a flock ([R9]).

use crate::bitboard::SpaceSet;
use crate::moves::Line;
use crate::sky::{Axis, Direction, Space};

/// Lines of one length, each known by its first end, the lower one; in a row the left one.
///
/// A line is, fits or touches where the line one shorter does, from its first end and from the
/// next space: that is how longer lines are made of shorter ones.
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
    /// The lines of one bird.
    #[inline(always)]
    pub(super) fn of_single_birds(birds: S, vacant: S, joins: S, near: S) -> Self {
        Lines { axis: Axis::E, length: 1, starts: birds, fits: vacant, fits_ahead: vacant, joins, near }
    }

    /// Lines of one bird, taken for the beginning of lines on this axis.
    #[inline(always)]
    pub(super) fn on(self, axis: Axis) -> Self {
        Lines { axis, ..self }
    }

    /// The lines one longer on the same axis.
    #[inline(always)]
    pub(super) fn longer(self) -> Self {
        match self.axis {
            Axis::E => self.longer_with(S::step::<{ Direction::W as usize }>),
            Axis::NW => self.longer_with(S::step::<{ Direction::SE as usize }>),
            Axis::NE => self.longer_with(S::step::<{ Direction::SW as usize }>),
        }
    }

    /// `back` moves every space of a line to the one before it.
    #[inline(always)]
    fn longer_with(self, back: impl Fn(S) -> S) -> Self {
        Lines {
            axis: self.axis,
            length: self.length + 1,
            starts: self.starts & back(self.starts),
            fits: self.fits & back(self.fits),
            fits_ahead: back(self.fits_ahead),
            joins: self.joins | back(self.joins),
            near: self.near | back(self.near),
        }
    }

    /// Where the lines may be after a step, for each direction ([R10]): side by side every bird
    /// needs a vacant space, in file only the one in front.
    #[inline(always)]
    pub(super) fn fits_in_direction(&self, vacant: S) -> [S; 6] {
        let ahead = self.axis.direction();
        let mut fits = [self.fits; 6];
        fits[ahead as usize] = self.fits_ahead;
        fits[ahead.opposite() as usize] = vacant;
        fits
    }

    /// The line with this first end.
    #[inline(always)]
    pub(super) fn line(&self, first: Space) -> Line {
        Line { first, axis: if self.length == 1 { Axis::E } else { self.axis }, length: self.length }
    }
}
