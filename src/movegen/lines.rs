//! The lines of one length on one axis ([R9]), and how far they get.

use crate::bitboard::SpaceSet;
use crate::movegen::landing::Landings;
use crate::space::{Axis, Direction};

/// Lines of one length on one axis, each known by its first end, the lower one; in a row the left
/// one.
///
/// A line is, or fits, where the line one shorter does from its first end and from the next space:
/// that is how longer lines are made of shorter ones, and those of two birds of single birds.
#[derive(Clone, Copy)]
pub(crate) struct Lines<S, const AXIS: usize> {
    pub(crate) length: u8,
    /// Where they are.
    pub(crate) starts: S,
    vacant: S,
    /// Where every space of such a line is vacant,
    fits: S,
    /// and where the space at its other end is.
    fits_ahead: S,
}

impl<S: SpaceSet, const AXIS: usize> Lines<S, AXIS> {
    /// The axis that the lines lie on.
    pub(crate) const AXIS: Axis = Axis::ALL[AXIS];

    /// Single birds, as lines of one.
    #[inline(always)]
    pub(crate) fn of_one_bird(birds: S, vacant: S) -> Self {
        Lines { length: 1, starts: birds, vacant, fits: vacant, fits_ahead: vacant }
    }

    /// The lines one longer on the same axis.
    #[inline(always)]
    pub(crate) fn longer(&self) -> Self {
        Lines {
            length: self.length + 1,
            starts: self.starts & Self::back(self.starts),
            vacant: self.vacant,
            fits: self.fits & Self::back(self.fits),
            fits_ahead: Self::back(self.fits_ahead),
        }
    }

    /// All spaces that the first end of such a line may come to in some direction.
    #[inline(always)]
    pub(crate) fn fits_some_way(&self) -> S {
        self.fits | self.fits_ahead | self.vacant
    }

    /// Moves every space of a line to the one before it.
    #[inline(always)]
    pub(crate) fn back(spaces: S) -> S {
        Self::step(spaces, 3)
    }

    /// Where the lines get to in each direction, step by step ([R10]): side by side every bird needs
    /// a vacant space, in file only the one in front. At least four steps, or if `FAR`, all.
    #[inline(always)]
    pub(crate) fn slide<const FAR: bool>(&self) -> Landings<S> {
        let mut fits = [self.fits; 6];
        fits[Self::turned(0) as usize] = self.fits_ahead;
        fits[Self::turned(3) as usize] = self.vacant;
        Landings([
            self.starts.slide::<0, FAR>(fits[0]),
            self.starts.slide::<1, FAR>(fits[1]),
            self.starts.slide::<2, FAR>(fits[2]),
            self.starts.slide::<3, FAR>(fits[3]),
            self.starts.slide::<4, FAR>(fits[4]),
            self.starts.slide::<5, FAR>(fits[5]),
        ])
    }

    /// The direction so many sixths of a turn, clockwise, from the way along the axis.
    #[inline(always)]
    pub(crate) fn turned(turns: usize) -> Direction {
        Direction::ALL[(Self::AXIS.direction() as usize + turns) % 6]
    }

    /// Every member moved one step in such a direction.
    #[inline(always)]
    pub(crate) fn step(spaces: S, turns: usize) -> S {
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
