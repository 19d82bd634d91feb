//! What a set of spaces can do, whatever holds its bits.

use std::ops::{BitAnd, BitOr, BitOrAssign};

use crate::bitboard::{Bitboard, ByIndex};
use crate::space::{Direction, Space};

/// A part of a task, with sets of a kind that is chosen already.
pub(crate) trait Work {
    /// What the work comes to.
    type Output;

    /// Does the work. Must be `#[inline(always)]`, as a task must.
    fn run(self) -> Self::Output;
}

/// The bits of a [`Bitboard`] where the processor works on them.
///
/// Every method is inlined into the [`Task`](crate::bitboard::Task) that uses it. Steps do not
/// know the sky: what leaves it must be masked off by the caller. Steps beyond row 0 or 15 and
/// column 0 or 15 are lost, in every implementation alike.
pub(crate) trait SpaceSet: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitOrAssign {
    const EMPTY: Self;

    /// Does work that is large and wanted in several tasks. Sets that need no vector unit do it in a
    /// function of its own, so that it is compiled once; the others where they stand, like all else.
    #[inline(always)]
    fn apart<W: Work>(work: W) -> W::Output {
        work.run()
    }

    fn load(board: Bitboard) -> Self;
    fn store(self) -> Bitboard;
    fn single(space: Space) -> Self;

    /// The members that `other` lacks.
    fn without(self, other: Self) -> Self;
    fn is_empty(self) -> bool;
    /// Whether the two share a space.
    fn meets(self, other: Self) -> bool;
    /// Whether every member of `part` is a member.
    fn holds(self, part: Self) -> bool;
    /// The members in exactly one space's worth of this set; empty if the set is.
    fn lowest(self) -> Self;
    fn len(self) -> u32;

    /// Every member moved `K` steps: 1, 2, 4 or 8.
    fn east<const K: i32>(self) -> Self;
    fn west<const K: i32>(self) -> Self;
    fn south_east<const K: i32>(self) -> Self;
    fn north_west<const K: i32>(self) -> Self;

    /// All spaces next to a member. A member counts only if it is next to another.
    #[inline(always)]
    fn around(self) -> Self {
        let (east, west) = (self.east::<1>(), self.west::<1>());
        east | west | (self | west).south_east::<1>() | (self | east).north_west::<1>()
    }

    /// Every member moved `K` steps (1, 2, 4 or 8) in the direction whose number is `D`.
    #[inline(always)]
    fn steps<const D: usize, const K: i32>(self) -> Self {
        match Direction::ALL[D] {
            Direction::E => self.east::<K>(),
            Direction::SE => self.south_east::<K>(),
            Direction::SW => self.west::<K>().south_east::<K>(),
            Direction::W => self.west::<K>(),
            Direction::NW => self.north_west::<K>(),
            Direction::NE => self.east::<K>().north_west::<K>(),
        }
    }

    /// Every member moved one step in the direction whose number is `D`.
    #[inline(always)]
    fn step<const D: usize>(self) -> Self {
        self.steps::<D, 1>()
    }

    /// Everywhere that members get to which move on, step after step in the direction whose number
    /// is `D`, while they are in `fits`: at least four steps, or if `FAR`, sixteen, which is more
    /// than any sky is wide.
    ///
    /// Doubles the way it looks ahead, so it takes two rounds or four, however far they get.
    #[inline(always)]
    fn slide<const D: usize, const FAR: bool>(self, fits: Self) -> Self {
        let mut there = self.step::<D>() & fits;
        // The spaces that fit, as the last one or the last three on the way to them do.
        let fits_2 = fits & fits.steps::<D, 1>();
        there |= there.steps::<D, 1>() & fits;
        there |= there.steps::<D, 2>() & fits_2;
        if FAR {
            let fits_4 = fits_2 & fits_2.steps::<D, 2>();
            let fits_8 = fits_4 & fits_4.steps::<D, 4>();
            there |= there.steps::<D, 4>() & fits_4;
            there |= there.steps::<D, 8>() & fits_8;
        }
        there
    }

    /// All that can be reached from `self` by neighbouring spaces of `open`, `self` included.
    ///
    /// `self` must lie in `open`. Costs one dilation for each step of the farthest way.
    #[inline(always)]
    fn flood(self, open: Self) -> Self {
        let mut reached = self;
        loop {
            let grown = (reached | reached.around()) & open;
            if reached.holds(grown) {
                return reached;
            }
            reached = grown;
        }
    }

    /// A [flood](SpaceSet::flood) that stops as soon as it holds all of `wanted`.
    #[inline(always)]
    fn flood_until(self, open: Self, wanted: Self) -> Self {
        let mut reached = self;
        while !reached.holds(wanted) {
            let grown = (reached | reached.around()) & open;
            if reached.holds(grown) {
                break;
            }
            reached = grown;
        }
        reached
    }

    /// Whether `self` floods all of `wanted`, a part of `open`. Stops as soon as it does.
    #[inline(always)]
    fn floods_to(self, open: Self, wanted: Self) -> bool {
        self.flood_until(open, wanted).holds(wanted)
    }

    /// Whether the members hang together. Nothing at all does not.
    #[inline(always)]
    fn is_connected(self) -> bool {
        !self.is_empty() && self.lowest().floods_to(self, self)
    }

    /// The members in the order of their indices.
    #[inline(always)]
    fn spaces(self) -> ByIndex {
        self.store().by_index()
    }
}
