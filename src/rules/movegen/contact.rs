//! [`Contact`]: the flocks of the mover and the spaces that touch them (\[R12\]).

use arrayvec::ArrayVec;

use crate::geometry::bitboard::SpaceSet;
use crate::rules::flock::lone;

/// An upper bound for the number of flocks of two birds or more.
///
/// Consider the triangles that three neighbouring spaces form. Two birds that touch are corners of
/// ten triangles, and two flocks never share a triangle. The largest sky has, with the spaces around
/// it, 384 triangles. So it has room for 38 such flocks.
const MAX_FLOCKS: usize = 40;

/// [`Contact::flocks_of`] accepts numbers of birds below this number.
const SIZES: usize = 6;

/// The flocks of the mover, and the spaces that touch them.
pub(super) struct Contact<S> {
    /// All flocks of one bird, in one set.
    pub(super) lone: S,
    /// The flocks of two birds or more.
    pub(super) flocks: ArrayVec<Flock<S>, MAX_FLOCKS>,
    /// Bit `i` of entry `n` is set if flock `i` has at least `n` birds.
    at_least: [u64; SIZES],
    /// The spaces that touch at least one flock, and those that touch at least two.
    pub(super) touches: AtLeast<S>,
}

/// An iterator over some flocks.
///
/// A mask selects the flocks before the loop. A test of each flock in the loop would be mispredicted.
pub(super) struct FlocksOf<'a, S> {
    flocks: &'a [Flock<S>],
    left: u64,
}

impl<'a, S> Iterator for FlocksOf<'a, S> {
    type Item = &'a Flock<S>;

    #[inline(always)]
    fn next(&mut self) -> Option<&'a Flock<S>> {
        let flock = self.flocks.get(self.left.trailing_zeros() as usize)?;
        self.left &= self.left - 1;
        Some(flock)
    }
}

/// A flock of two birds or more.
pub(super) struct Flock<S> {
    pub(super) birds: S,
    pub(super) size: u32,
    /// The spaces next to its birds.
    pub(super) near: S,
}

impl<S: SpaceSet> Contact<S> {
    /// A value for [`Contact::find`] to fill. It is filled in place, because it is large and moving
    /// it is slow.
    #[inline(always)]
    pub(super) fn empty() -> Self {
        Contact { lone: S::EMPTY, flocks: ArrayVec::new(), at_least: [0; SIZES], touches: AtLeast::EMPTY }
    }

    /// Finds the flocks of a player with these birds.
    #[inline(always)]
    pub(super) fn find(&mut self, birds: S) {
        self.lone = lone(birds);
        // Lone birds do not touch each other. So if several of the six neighbours of a space are
        // lone birds, each of them is a different flock.
        let (east, west) = (self.lone.east::<1>(), self.lone.west::<1>());
        self.touches.add(east);
        self.touches.add(west);
        self.touches.add(self.lone.south_east::<1>());
        self.touches.add(west.south_east::<1>());
        self.touches.add(self.lone.north_west::<1>());
        self.touches.add(east.north_west::<1>());
        let mut rest = birds.without(self.lone);
        while !rest.is_empty() {
            let (birds, near) = flock_with_near(rest);
            rest = rest.without(birds);
            self.touches.add(near);
            let size = birds.len();
            for (birds, flocks) in (0..).zip(&mut self.at_least) {
                *flocks |= u64::from(size >= birds) << self.flocks.len();
            }
            self.flocks.push(Flock { birds, size, near });
        }
    }

    /// The flocks of at least this number of birds, which is less than `SIZES`.
    #[inline(always)]
    pub(super) fn flocks_of(&self, birds: u32) -> FlocksOf<'_, S> {
        FlocksOf { flocks: &self.flocks, left: self.at_least.get(birds as usize).copied().unwrap_or(0) }
    }
}

/// The flock of the first bird, and the spaces next to its birds.
///
/// The first two steps of this flood fill are not checked. Most flocks have two or three birds, so the first check is
/// nearly always the last one.
#[inline(always)]
fn flock_with_near<S: SpaceSet>(rest: S) -> (S, S) {
    let mut birds = rest.first_by_index().grown(rest).grown(rest);
    loop {
        let near = birds.around();
        let grown = (birds | near) & rest;
        if birds.holds(grown) {
            return (birds, near);
        }
        birds = grown;
    }
}

/// Counts, for all spaces at once, how many sets contain the space: none, one, or at least two.
#[derive(Clone, Copy)]
pub(super) struct AtLeast<S> {
    /// The spaces that are in at least one of the sets.
    pub(super) one: S,
    /// The spaces that are in at least two of the sets.
    pub(super) two: S,
}

impl<S: SpaceSet> AtLeast<S> {
    /// The counts before any set is added.
    pub(super) const EMPTY: Self = AtLeast { one: S::EMPTY, two: S::EMPTY };

    /// Counts one more set.
    #[inline(always)]
    pub(super) fn add(&mut self, spaces: S) {
        self.two |= self.one & spaces;
        self.one |= spaces;
    }
}
