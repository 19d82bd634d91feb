//! [`Lines`]: the lines of one length on one axis (\[R9\]), and [`Landings`]: where they can fly.

use crate::geometry::bitboard::{Bitboard, SpaceSet};
use crate::geometry::space::{Axis, Direction, Space};

/// All lines of one length on one axis.
///
/// A line is represented by its first end: the lower one, or the left one in a row. A set of lines is
/// therefore a set of spaces, and a landing is the space where the first end lands.
///
/// A line of `n + 1` birds begins on a space if a line of `n` birds begins there and another one
/// begins on the next space. Longer lines are computed from shorter ones in this way, and so are the
/// places where longer lines fit.
#[derive(Clone, Copy)]
pub(crate) struct Lines<S, const AXIS: usize> {
    pub(crate) length: u8,
    pub(crate) starts: S,
    vacant: S,
    /// The first ends of lines of this length that cover vacant spaces only.
    fits: S,
    /// The first ends of lines of this length whose other end is on a vacant space.
    fits_ahead: S,
}

impl<S: SpaceSet, const AXIS: usize> Lines<S, AXIS> {
    pub(crate) const AXIS: Axis = Axis::ALL[AXIS];

    #[inline(always)]
    pub(crate) fn of_one_bird(birds: S, vacant: S) -> Self {
        Lines { length: 1, starts: birds, vacant, fits: vacant, fits_ahead: vacant }
    }

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

    #[inline(always)]
    pub(crate) fn within(&self, spaces: S) -> Self {
        Lines { starts: self.starts & spaces, ..*self }
    }

    /// The spaces where the first end of a line may land in at least one direction.
    #[inline(always)]
    pub(crate) fn fits_any_direction(&self) -> S {
        self.fits | self.fits_ahead | self.vacant
    }

    /// Moves every member one step from a line's other end towards its first end.
    #[inline(always)]
    pub(crate) fn back(spaces: S) -> S {
        Self::step(spaces, 3)
    }

    /// The landings that lines reach over vacant spaces (\[R10\]).
    ///
    /// At each step, a line that flies side by side needs a vacant space for every bird. A line that
    /// flies in file needs only the space in front of it. The result covers flights of up to `STEPS` steps, as for
    /// [`SpaceSet::slide`].
    #[inline(always)]
    pub(crate) fn slide<const STEPS: i32>(&self) -> Landings<S> {
        let mut fits = [self.fits; 6];
        fits[Self::turned(0) as usize] = self.fits_ahead;
        fits[Self::turned(3) as usize] = self.vacant;
        Landings::of::<STEPS>(self.starts, &fits)
    }

    /// The direction from the first end to the other end, turned clockwise by `turns` × 60°.
    #[inline(always)]
    pub(crate) fn turned(turns: usize) -> Direction {
        Direction::ALL[(Self::AXIS.direction() as usize + turns) % 6]
    }

    /// Every member moved one step in the direction [`turned`](Self::turned) by `turns` × 60°.
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

/// The landings of lines of one length on one axis: a set for each direction of flight.
#[derive(Clone, Copy)]
pub(crate) struct Landings<S>(pub(crate) [S; 6]);

impl<S: SpaceSet> Landings<S> {
    /// The landings from these first ends. It does not depend on the axis, so WebAssembly has it only once.
    #[inline(always)]
    fn of<const STEPS: i32>(starts: S, fits: &[S; 6]) -> Self {
        Landings([
            starts.slide::<0, STEPS>(fits[0]),
            starts.slide::<1, STEPS>(fits[1]),
            starts.slide::<2, STEPS>(fits[2]),
            starts.slide::<3, STEPS>(fits[3]),
            starts.slide::<4, STEPS>(fits[4]),
            starts.slide::<5, STEPS>(fits[5]),
        ])
    }

    #[inline(always)]
    pub(crate) fn all(&self) -> S {
        let [e, se, sw, w, nw, ne] = self.0;
        (e | se | sw) | (w | nw | ne)
    }

    #[inline(always)]
    pub(crate) fn within(self, spaces: S) -> Self {
        let [e, se, sw, w, nw, ne] = self.0;
        Landings([e & spaces, se & spaces, sw & spaces, w & spaces, nw & spaces, ne & spaces])
    }

    #[inline(always)]
    pub(crate) fn without(self, spaces: S) -> Self {
        let [e, se, sw, w, nw, ne] = self.0;
        Landings([
            e.without(spaces),
            se.without(spaces),
            sw.without(spaces),
            w.without(spaces),
            nw.without(spaces),
            ne.without(spaces),
        ])
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> u32 {
        S::len_of_six(&self.0)
    }

    #[inline(always)]
    pub(crate) fn store(&self) -> [Bitboard; 6] {
        let [e, se, sw, w, nw, ne] = self.0;
        [e.store(), se.store(), sw.store(), w.store(), nw.store(), ne.store()]
    }

    /// Each landing with its direction: direction by direction, in the order of their indices.
    #[inline(always)]
    pub(crate) fn each(self) -> EachLanding {
        EachLanding { words: self.store(), nonzero: S::nonzero_words_of_six(&self.0) }
    }

    /// The words of the stored sets that are not zero, each after its direction and the index of its lowest bit.
    #[inline(always)]
    pub(crate) fn words(self) -> impl Iterator<Item = (Direction, u8, u64)> {
        let (words, mut left) = (self.store(), S::nonzero_words_of_six(&self.0));
        core::iter::from_fn(move || {
            let number = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            let (direction, word) = (number >> 2, number & 3);
            Some((*Direction::ALL.get(direction)?, 64 * word as u8, words.get(direction)?.0[word]))
        })
    }

    #[inline(always)]
    pub(crate) fn by_direction(self) -> impl Iterator<Item = (Direction, S)> {
        Direction::ALL.into_iter().zip(self.0)
    }
}

/// An iterator over landings and their directions.
///
/// It is one loop for all directions. A loop for each direction would end with a mispredicted branch in each of them.
pub(crate) struct EachLanding {
    words: [Bitboard; 6],
    nonzero: u32,
}

impl Iterator for EachLanding {
    type Item = (Direction, Space);

    #[inline(always)]
    fn next(&mut self) -> Option<(Direction, Space)> {
        if self.nonzero == 0 {
            return None;
        }
        let number = self.nonzero.trailing_zeros();
        let (direction, word) = (number as usize >> 2, number & 3);
        let bits = &mut self.words.get_mut(direction)?.0[word as usize];
        let index = 64 * word + (bits.trailing_zeros() & 63);
        *bits &= bits.wrapping_sub(1);
        self.nonzero &= !(u32::from(*bits == 0) << number);
        Some((Direction::ALL[direction], Space::from_index(index as u8)?))
    }
}
