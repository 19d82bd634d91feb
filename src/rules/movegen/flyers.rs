//! [`Flyers`]: turns landings back into flights.

use crate::geometry::bitboard::{Bitboard, Form, Lookout, SpaceSet, Ways};
use crate::geometry::space::{Axis, Direction, Space};
use crate::rules::movegen::lines::{Landings, Lines};
use crate::rules::moves::{Flight, Line};

/// Single birds, or lines of one length on one axis, whose landings were found.
#[derive(Clone, Copy)]
pub(crate) struct Flyers {
    starts: Bitboard,
    pub(super) axis: Axis,
    pub(super) length: u8,
}

pub(crate) struct Finder {
    starts: Lookout,
    axis: Axis,
    length: u8,
}

impl Flyers {
    #[inline(always)]
    pub(crate) fn new<S: SpaceSet, const AXIS: usize>(lines: &Lines<S, AXIS>) -> Flyers {
        Flyers { starts: lines.starts.store(), axis: Lines::<S, AXIS>::AXIS, length: lines.length }
    }

    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn finder(&self) -> Finder {
        Finder { starts: Lookout::new(self.starts), axis: self.axis, length: self.length }
    }

    /// The ways to some landings of single birds, if they are found faster together than one by one.
    #[inline(always)]
    pub(crate) fn ways<S: SpaceSet>(&self, landings: &Landings<S>) -> Option<Ways<128>> {
        if const { !matches!(S::FORM, Form::WideRegisters) } {
            return None;
        }
        let mut ways = Ways::NONE;
        for (direction, index, bits) in landings.words() {
            S::list_ways(&mut ways, direction, index, bits)?;
        }
        S::load(self.starts).find_ways(&mut ways);
        Some(ways)
    }

    /// The flights along these ways, in the same order as by [`each_flight`](Flyers::each_flight).
    #[inline(always)]
    pub(crate) fn flights_along(&self, ways: &Ways<128>) -> impl Iterator<Item = Flight> {
        ways.each().map(|(first, direction, distance)| {
            let line = Line { first, axis: self.axis, length: self.length };
            Flight { line, direction, distance, keep: None }
        })
    }

    /// Passes on each flight with one of these landings: direction by direction, in the order of their indices.
    #[inline(always)]
    pub(crate) fn each_flight<S: SpaceSet>(&self, landings: &Landings<S>, mut visit: impl FnMut(Flight)) {
        let finder = self.finder();
        for (direction, landed) in landings.by_direction() {
            for space in landed.spaces() {
                visit(finder.flight(space, direction));
            }
        }
    }
}

impl Finder {
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
