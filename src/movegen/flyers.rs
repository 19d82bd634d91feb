//! Flyers: birds or lines that fly, and the flights that landings are the ends of.

use crate::bitboard::{Lookout, SpaceSet};
use crate::movegen::lines::Lines;
use crate::moves::{Flight, Line};
use crate::space::{Axis, Direction, Space};

/// The birds, or lines of one length on one axis, that landings come from.
#[derive(Clone, Copy)]
pub(crate) struct Flyers {
    /// The places of the birds, or of the first ends of the lines.
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

    /// The flight that ended here.
    ///
    /// Nothing stood in its way, so it began at the nearest start.
    #[inline(always)]
    pub(crate) fn flight(&self, landed: Space, direction: Direction) -> Flight {
        let distance = self.starts.distance(landed, direction.opposite());
        let first = landed.offset(-direction.offset() * isize::from(distance));
        let line = Line { first, axis: self.axis, length: self.length };
        Flight { line, direction, distance, keep: None }
    }
}
