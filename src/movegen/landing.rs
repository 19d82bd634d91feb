//! Landings: where birds or lines are that flew the same way.

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

/// Where some flyers may land, by the numbers of the directions they fly in.
#[derive(Clone, Copy)]
pub(crate) struct Landings<S>(pub(crate) [S; 6]);

impl<S: SpaceSet> Landings<S> {
    /// The landings in any direction.
    #[inline(always)]
    pub(crate) fn all(&self) -> S {
        let [e, se, sw, w, nw, ne] = self.0;
        (e | se | sw) | (w | nw | ne)
    }

    /// Those on some spaces.
    #[inline(always)]
    pub(crate) fn within(self, spaces: S) -> Self {
        let [e, se, sw, w, nw, ne] = self.0;
        Landings([e & spaces, se & spaces, sw & spaces, w & spaces, nw & spaces, ne & spaces])
    }

    /// Each direction with the landings in it.
    #[inline(always)]
    pub(crate) fn by_direction(self) -> impl Iterator<Item = (Direction, S)> {
        Direction::ALL.into_iter().zip(self.0)
    }
}
