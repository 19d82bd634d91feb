//! [`Contact`]: the flocks of the mover and the spaces that touch them (\[R12\]).

use arrayvec::ArrayVec;

use crate::geometry::bitboard::SpaceSet;
use crate::rules::flock::{flocks_minus_holes, lone};

/// An upper bound for the number of flocks of two birds or more.
///
/// Consider the triangles that three neighboring spaces form. Two birds that touch are corners of
/// ten triangles, and two flocks never share a triangle. The largest sky has, with the spaces around
/// it, 384 triangles. So it has room for 38 such flocks.
const MAX_FLOCKS: usize = 40;

/// The numbers of birds that [`Contact::flocks_of`] distinguishes. All flocks have at least two birds.
const SIZES: [u32; 3] = [3, 4, 5];

pub(super) struct Contact<S> {
    pub(super) lone: S,
    /// The flocks of two birds or more.
    pub(super) flocks: ArrayVec<Flock<S>, MAX_FLOCKS>,
    /// Bit `i` of an entry is set if flock `i` has at least as many birds as the same entry of [`SIZES`].
    at_least: [u64; SIZES.len()],
    /// The spaces that touch at least one flock, and those that touch at least two.
    pub(super) touches: AtLeast<S>,
}

/// An iterator over some flocks.
///
/// A mask selects the flocks before the loop, because a test of each flock in the loop would often be mispredicted.
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

pub(super) struct Flock<S> {
    pub(super) birds: S,
    pub(super) size: u32,
    pub(super) near: S,
}

impl<S: SpaceSet> Contact<S> {
    /// A value for [`Contact::find`] to fill in place, because it is large and moving it is slow.
    #[inline(always)]
    pub(super) fn empty() -> Self {
        Contact {
            lone: S::EMPTY,
            flocks: ArrayVec::new(),
            at_least: [0; SIZES.len()],
            touches: AtLeast::EMPTY,
        }
    }

    #[inline(always)]
    pub(super) fn find(&mut self, birds: S) {
        self.lone = lone(birds);
        // Lone birds do not touch each other, so several of them next to a space are different flocks.
        let (east, west) = (self.lone.east::<1>(), self.lone.west::<1>());
        self.touches.add(east);
        self.touches.add(west);
        self.touches.add(self.lone.south_east::<1>());
        self.touches.add(west.south_east::<1>());
        self.touches.add(self.lone.north_west::<1>());
        self.touches.add(east.north_west::<1>());
        let together = birds.without(self.lone);
        if together.is_empty() {
            return;
        }
        let mut found = S::EMPTY;
        // The flood fills are independent, so the processor can run several at once.
        for bird in may_be_first(together).spaces() {
            let bird = S::single(bird);
            if bird.meets(found) {
                continue;
            }
            let (birds, near) = flock_with_near(bird, together);
            found |= birds;
            self.touches.add(near);
            let size = birds.len();
            for (birds, flocks) in SIZES.into_iter().zip(&mut self.at_least) {
                *flocks |= u64::from(size >= birds) << self.flocks.len();
            }
            self.flocks.push(Flock { birds, size, near });
        }
    }

    #[inline(always)]
    pub(super) fn encloses_a_space(&self, birds: S) -> bool {
        flocks_minus_holes(birds.without(self.lone)) != self.flocks.len() as u32
    }

    /// The flocks of at least this number of birds, which is at most five.
    #[inline(always)]
    pub(super) fn flocks_of(&self, birds: u32) -> FlocksOf<'_, S> {
        let all = !(u64::MAX << self.flocks.len());
        let counted = SIZES.into_iter().zip(self.at_least).find(|&(size, _)| size == birds);
        FlocksOf { flocks: &self.flocks, left: counted.map_or(all, |(_, flocks)| flocks) }
    }
}

/// A superset of the first bird of each flock in the order of indices. Few flocks have more than one bird in it.
#[inline(always)]
fn may_be_first<S: SpaceSet>(birds: S) -> S {
    // Birds with a neighbor in the direction W, NW or NE, which comes before them.
    let after_north_east = birds.west::<1>().south_east::<1>();
    let after = birds.east::<1>() | birds.south_east::<1>() | after_north_east;
    // Birds whose neighbor in the direction E has a neighbor in the direction NE.
    birds.without(after | (birds & after_north_east).west::<1>())
}

/// The flock of a bird, and the spaces next to its birds.
///
/// The first four steps of this flood fill are not checked. Few flocks need more, so the first check is nearly always the
/// last one. An earlier check would often be mispredicted.
#[inline(always)]
fn flock_with_near<S: SpaceSet>(bird: S, open: S) -> (S, S) {
    let mut birds = bird.grown(open).grown(open).grown(open).grown(open);
    loop {
        let near = birds.around();
        let grown = (birds | near) & open;
        if birds.holds(grown) {
            return (birds, near);
        }
        birds = grown;
    }
}

/// Counts, for all spaces at once, how many sets contain the space: none, one, or at least two.
#[derive(Clone, Copy)]
pub(super) struct AtLeast<S> {
    pub(super) one: S,
    pub(super) two: S,
}

impl<S: SpaceSet> AtLeast<S> {
    pub(super) const EMPTY: Self = AtLeast { one: S::EMPTY, two: S::EMPTY };

    #[inline(always)]
    pub(super) fn add(&mut self, spaces: S) {
        self.two |= self.one & spaces;
        self.one |= spaces;
    }
}
