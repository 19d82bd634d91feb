//! [`V128`]: a set of spaces in two 128-bit registers.
//!
//! The registers are those that every processor of an architecture has, so nothing is chosen at run time.

#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "wasm32")]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod sse2;

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor};

use crate::geometry::bitboard::tables::{LOWEST_WORD, SINGLES};
use crate::geometry::bitboard::{Bitboard, Form, Shared, SpaceSet};
use crate::geometry::space::Space;

#[cfg(target_arch = "aarch64")]
use neon::Half;
#[cfg(target_arch = "wasm32")]
use simd128::Half;
#[cfg(target_arch = "x86_64")]
use sse2::Half;

/// Half of a set: eight rows in a register of 128 bits. This is what differs between the processors.
trait HalfSet: Copy {
    const EMPTY: Self;

    fn load(words: [u64; 2]) -> Self;

    fn store(self) -> [u64; 2];

    fn and(self, other: Self) -> Self;

    fn or(self, other: Self) -> Self;

    fn xor(self, other: Self) -> Self;

    fn without(self, other: Self) -> Self;

    fn is_empty(self) -> bool;

    /// A 4-bit mask of the words of this half and the half below it that are not zero.
    fn nonzero_words(self, below: Self) -> u32;

    fn first_of_each_word(self) -> Self;

    fn plus(self, other: Self) -> Self;

    fn east<const K: i32>(self) -> Self;

    fn west<const K: i32>(self) -> Self;

    /// Every member moved `K` rows down. The last rows of the half above this one become the first rows.
    fn south_east<const K: i32>(self, above: Self) -> Self;

    /// Every member moved `K` rows up. The first rows of the half below this one become the last rows.
    fn north_west<const K: i32>(self, below: Self) -> Self;

    /// The number of members in each of the two words, summed over at most 12 halves.
    fn len_of_words<const N: usize>(halves: [Self; N]) -> [u32; 2];
}

/// A set of spaces. Each 16-bit lane is one row of the sky: rows 0 to 7, and rows 8 to 15.
#[derive(Clone, Copy)]
pub(super) struct V128(Half, Half);

impl BitAnd for V128 {
    type Output = V128;

    #[inline(always)]
    fn bitand(self, other: V128) -> V128 {
        V128(self.0.and(other.0), self.1.and(other.1))
    }
}

impl BitOr for V128 {
    type Output = V128;

    #[inline(always)]
    fn bitor(self, other: V128) -> V128 {
        V128(self.0.or(other.0), self.1.or(other.1))
    }
}

impl BitXor for V128 {
    type Output = V128;

    #[inline(always)]
    fn bitxor(self, other: V128) -> V128 {
        V128(self.0.xor(other.0), self.1.xor(other.1))
    }
}

impl BitOrAssign for V128 {
    #[inline(always)]
    fn bitor_assign(&mut self, other: V128) {
        *self = *self | other;
    }
}

impl SpaceSet for V128 {
    const EMPTY: V128 = V128(Half::EMPTY, Half::EMPTY);

    const FORM: Form = Form::Registers;

    #[inline(never)]
    fn run_shared<T: Shared>(step: T) -> T::Output {
        step.run()
    }

    #[inline(always)]
    fn load(board: Bitboard) -> V128 {
        let [a, b, c, d] = board.0;
        V128(Half::load([a, b]), Half::load([c, d]))
    }

    #[inline(always)]
    fn store(self) -> Bitboard {
        let ([a, b], [c, d]) = (self.0.store(), self.1.store());
        Bitboard([a, b, c, d])
    }

    #[inline(always)]
    fn single(space: Space) -> V128 {
        V128::load(SINGLES[usize::from(space.index())])
    }

    #[inline(always)]
    fn without(self, other: V128) -> V128 {
        V128(self.0.without(other.0), self.1.without(other.1))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.or(self.1).is_empty()
    }

    #[inline(always)]
    fn meets(self, other: V128) -> bool {
        !(self & other).is_empty()
    }

    #[inline(always)]
    fn holds(self, part: V128) -> bool {
        part.without(self).is_empty()
    }

    #[inline(always)]
    fn first_by_index(self) -> V128 {
        let first_of_each_word = V128(self.0.first_of_each_word(), self.1.first_of_each_word());
        first_of_each_word & V128::load(LOWEST_WORD[self.nonzero_words() as usize])
    }

    #[inline(always)]
    fn nonzero_words(self) -> u32 {
        self.0.nonzero_words(self.1)
    }

    #[inline(always)]
    fn only_if(self, condition: bool) -> V128 {
        let mask = Half::load([0_u64.wrapping_sub(u64::from(condition)); 2]);
        V128(self.0.and(mask), self.1.and(mask))
    }

    #[inline(always)]
    fn plus(self, other: V128) -> V128 {
        V128(self.0.plus(other.0), self.1.plus(other.1))
    }

    #[inline(always)]
    fn list_indices(self, list: &mut [u8; 256]) -> usize {
        self.store().list_indices(list)
    }

    #[inline(always)]
    fn nth(self, number: u32) -> Option<Space> {
        // Without branches on the words, because a random number would mispredict them.
        let ([a, b], [c, d]) = (Half::len_of_words([self.0]), Half::len_of_words([self.1]));
        let words = self.store().0;
        let word = usize::from(number >= a) + usize::from(number >= a + b) + usize::from(number >= a + b + c);
        if number >= a + b + c + d {
            return None;
        }
        let mut bits = words[word];
        for _ in [0, a, a + b, a + b + c][word]..number {
            bits &= bits.wrapping_sub(1);
        }
        Space::from_index((64 * word as u32 + bits.trailing_zeros()) as u8)
    }

    #[inline(always)]
    fn len(self) -> u32 {
        let [a, b] = Half::len_of_words([self.0, self.1]);
        a + b
    }

    #[inline(always)]
    fn len_of_six(sets: &[V128; 6]) -> u32 {
        let [a, b, c, d, e, f] = *sets;
        let [a, b] = Half::len_of_words([a.0, a.1, b.0, b.1, c.0, c.1, d.0, d.1, e.0, e.1, f.0, f.1]);
        a + b
    }

    #[inline(always)]
    fn east<const K: i32>(self) -> V128 {
        V128(self.0.east::<K>(), self.1.east::<K>())
    }

    #[inline(always)]
    fn west<const K: i32>(self) -> V128 {
        V128(self.0.west::<K>(), self.1.west::<K>())
    }

    #[inline(always)]
    fn south_east<const K: i32>(self) -> V128 {
        V128(self.0.south_east::<K>(Half::EMPTY), self.1.south_east::<K>(self.0))
    }

    #[inline(always)]
    fn north_west<const K: i32>(self) -> V128 {
        V128(self.0.north_west::<K>(self.1), self.1.north_west::<K>(Half::EMPTY))
    }
}
