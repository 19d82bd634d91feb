//! [`Flyers`]: turns landings back into flights.

use crate::bitboard::{Lookout, SpaceSet};
use crate::movegen::lines::Lines;
use crate::moves::{Flight, Line};
use crate::space::{Axis, Direction, Space};

/// Single birds, or lines of one length on one axis, whose landings were found.
#[derive(Clone, Copy)]
pub(crate) struct Flyers {
    /// The first ends of the lines.
    starts: Lookout,
    axis: Axis,
    pub(super) length: u8,
}

impl Flyers {
    #[inline(always)]
    pub(crate) fn new<S: SpaceSet, const AXIS: usize>(lines: &Lines<S, AXIS>) -> Flyers {
        let starts = Lookout::new(lines.starts.store());
        Flyers { starts, axis: Lines::<S, AXIS>::AXIS, length: lines.length }
    }

    /// The flight in a direction that ends with the first end on `landed`.
    ///
    /// The line that flew is the one that begins at the nearest start. A line from farther away would
    /// have had to cross that line, and no bird is jumped (\[R10\]).
    #[inline(always)]
    pub(crate) fn flight(&self, landed: Space, direction: Direction) -> Flight {
        let distance = self.starts.distance(landed, direction.opposite());
        let first = landed.offset(-direction.offset() * isize::from(distance));
        let line = Line { first, axis: self.axis, length: self.length };
        Flight { line, direction, distance, keep: None }
    }
}
