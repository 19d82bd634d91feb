//! What a set of spaces can do, whatever holds its bits.

use std::ops::{BitAnd, BitOr, BitOrAssign};

use crate::bitboard::{Bitboard, ByIndex};
use crate::space::{Direction, Space};

/// The bits of a [`Bitboard`] where the processor works on them.
///
/// Every method is inlined into the [`Task`](crate::bitboard::Task) that uses it. Steps do not
/// know the sky: what leaves it must be masked off by the caller. Steps beyond row 0 or 15 and
/// column 0 or 15 are lost, in every implementation alike.
pub(crate) trait SpaceSet: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitOrAssign {
    const EMPTY: Self;

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

    fn east(self) -> Self;
    fn west(self) -> Self;
    fn south_east(self) -> Self;
    fn north_west(self) -> Self;

    /// All spaces next to a member. A member counts only if it is next to another.
    #[inline(always)]
    fn around(self) -> Self {
        let (east, west) = (self.east(), self.west());
        east | west | (self | west).south_east() | (self | east).north_west()
    }

    /// Every member moved one step in the direction whose number is `D`.
    #[inline(always)]
    fn step<const D: usize>(self) -> Self {
        match Direction::ALL[D] {
            Direction::E => self.east(),
            Direction::SE => self.south_east(),
            Direction::SW => self.west().south_east(),
            Direction::W => self.west(),
            Direction::NW => self.north_west(),
            Direction::NE => self.east().north_west(),
        }
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
