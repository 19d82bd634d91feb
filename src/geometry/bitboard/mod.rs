//! Sets of spaces in 256 bits: sixteen rows of sixteen columns, one bit for each [`Space`].
//!
//! A [`Bitboard`] stores a set. The engine computes with a [`SpaceSet`], which has the same bits:
//! [`portable`] holds them in four words, [`v128`] in two vector registers, and [`wide`] in one. [`run`] and
//! [`dispatch!`] choose between them once for each task. `docs/MOVES.md` explains the layout.

#[cfg(wide)]
mod bytes;
mod dispatch;
#[cfg(feature = "std")]
mod environment;
#[cfg(wide)]
mod instructions;
mod lookout;
mod ops;
mod portable;
mod set;
#[cfg(v128)]
mod tables;
#[cfg(v128)]
mod v128;
mod ways;
#[cfg(wide)]
mod wide;

pub use dispatch::{Backend, backend};
pub(crate) use dispatch::{dispatch, run, run_short, shared};
#[cfg(feature = "std")]
pub use environment::UnknownBackend;
pub(crate) use lookout::Lookout;
pub(crate) use set::{Form, Shared, SpaceSet, Task};
pub(crate) use ways::Ways;

use crate::geometry::space::Space;

/// A set of spaces.
///
/// Iteration is in board order: from the bottom row to the top row, and from left to right in a row.
///
/// ```
/// # use volo_rules::Edge;
/// # use volo_rules::bitboard::Bitboard;
/// let sky = Edge::MIN.sky();
/// let (b2, c3) = (sky.space("b2").unwrap(), sky.space("c3").unwrap());
/// let set = Bitboard::EMPTY.with(c3).with(b2);
/// assert!(set.contains(b2));
/// assert_eq!((set.len(), set.first()), (2, Some(b2)));
/// assert!(!set.is_empty() && Bitboard::EMPTY.is_empty());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub(crate) [u64; 4]);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Bitboard = Bitboard([0; 4]);

    /// This set with a space added.
    #[must_use]
    #[cfg_attr(optimized, inline(always))]
    pub const fn with(mut self, space: Space) -> Bitboard {
        let index = space.index();
        self.0[(index >> 6) as usize] |= 1 << (index & 63);
        self
    }

    /// Whether a space is a member.
    #[cfg_attr(optimized, inline(always))]
    pub const fn contains(self, space: Space) -> bool {
        self.has_index(space.index())
    }

    /// Whether the space with this index is a member. Index 0 is not a space.
    #[cfg_attr(optimized, inline(always))]
    pub(crate) const fn has_index(self, index: u8) -> bool {
        self.0[(index >> 6) as usize] >> (index & 63) & 1 == 1
    }

    /// The number of members.
    #[cfg_attr(optimized, inline(always))]
    pub const fn len(self) -> u32 {
        let [a, b, c, d] = self.0;
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
    }

    /// Whether the set has no members.
    #[cfg_attr(optimized, inline(always))]
    pub const fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// The first member in board order: the leftmost member of the lowest row that has one.
    #[cfg_attr(optimized, inline(always))]
    pub const fn first(self) -> Option<Space> {
        let mut word = 4;
        while word > 0 {
            word -= 1;
            let bits = self.0[word];
            if bits != 0 {
                let row = (63 - bits.leading_zeros()) / 16;
                let column = (bits >> (16 * row)).trailing_zeros();
                return Space::from_index((64 * word as u32 + 16 * row + column) as u8);
            }
        }
        None
    }

    #[cfg_attr(optimized, inline(always))]
    pub(crate) fn nth(self, mut number: u32) -> Option<Space> {
        for (word, mut bits) in (0..).zip(self.0) {
            let count = bits.count_ones();
            if number < count {
                for _ in 0..number {
                    bits &= bits - 1;
                }
                return Space::from_index((64 * word + bits.trailing_zeros()) as u8);
            }
            number -= count;
        }
        None
    }

    #[cfg_attr(optimized, inline(always))]
    fn list_indices(self, list: &mut [u8; 256]) -> usize {
        let mut count = 0;
        for (word, bits) in self.0.into_iter().enumerate() {
            count += list_word::<8>((64 * word) as u8, bits, &mut list[count..]);
        }
        count
    }

    /// The members in the order of their indices. This is faster than board order.
    #[cfg_attr(optimized, inline(always))]
    pub(crate) const fn by_index(self) -> ByIndex {
        let [a, b, c, d] = self.0;
        let nonzero = (a != 0) as u8 | ((b != 0) as u8) << 1 | ((c != 0) as u8) << 2 | ((d != 0) as u8) << 3;
        ByIndex { words: self.0, nonzero }
    }
}

/// Several at a time, if there is room. A loop over single members would end with a mispredicted branch in each word.
#[cfg_attr(optimized, inline(always))]
fn list_word<const AT_ONCE: usize>(first: u8, mut bits: u64, list: &mut [u8]) -> usize {
    let count = bits.count_ones() as usize;
    for indices in list.chunks_mut(AT_ONCE) {
        if bits == 0 {
            break;
        }
        for index in indices {
            *index = first.wrapping_add((bits.trailing_zeros() & 63) as u8);
            bits &= bits.wrapping_sub(1);
        }
    }
    count
}

pub(crate) struct ByIndex {
    words: [u64; 4],
    /// A bit for each word that is not zero. It is faster than testing the words one by one.
    nonzero: u8,
}

impl Iterator for ByIndex {
    type Item = Space;

    #[cfg_attr(optimized, inline(always))]
    fn next(&mut self) -> Option<Space> {
        if self.nonzero == 0 {
            return None;
        }
        let word = self.nonzero.trailing_zeros() & 3;
        let bits = &mut self.words[word as usize];
        let index = 64 * word + bits.trailing_zeros();
        *bits &= *bits - 1;
        self.nonzero &= !(u8::from(*bits == 0) << word);
        Space::from_index(index as u8)
    }
}

impl Iterator for BitboardIter {
    type Item = Space;

    fn next(&mut self) -> Option<Space> {
        let space = self.0.first()?;
        self.0.0[usize::from(space.index() >> 6)] &= !(1 << (space.index() & 63));
        Some(space)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for BitboardIter {}

/// An iterator over the members of a set in board order. [`Bitboard::into_iter`] creates it.
#[derive(Clone, Debug)]
pub struct BitboardIter(Bitboard);

impl IntoIterator for Bitboard {
    type Item = Space;
    type IntoIter = BitboardIter;

    fn into_iter(self) -> BitboardIter {
        BitboardIter(self)
    }
}

impl FromIterator<Space> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Space>>(spaces: I) -> Bitboard {
        spaces.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}
