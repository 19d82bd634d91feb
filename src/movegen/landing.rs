//! Landings: where birds or lines are that flew the same way and equally far.

use crate::moves::{Flight, Line};
use crate::space::{Direction, Space};

/// The birds, or first ends of lines, that landed after this way and this far.
#[derive(Clone, Copy)]
pub(crate) struct Landing<S> {
    pub(crate) spaces: S,
    pub(crate) direction: Direction,
    pub(crate) distance: u8,
}

impl<S> Landing<S> {
    /// Where a bird, or a line with its first end, was that landed here.
    #[inline(always)]
    pub(super) fn start(&self, landed: Space) -> Space {
        landed.offset(-self.direction.offset() * isize::from(self.distance))
    }

    /// The flight of this line.
    #[inline(always)]
    pub(super) fn flight(&self, line: Line) -> Flight {
        Flight { line, direction: self.direction, distance: self.distance, keep: None }
    }

    /// The flight of the bird that landed here.
    #[inline(always)]
    pub(super) fn flight_of_bird(&self, landed: Space) -> Flight {
        self.flight(Line::single(self.start(landed)))
    }
}
