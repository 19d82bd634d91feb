//! [`Wide`]: a set of spaces in one 256-bit register.
//!
//! This module, [`bytes`] and `instructions` have the unsafe code of these sets, and one invariant: a `Wide<I>` exists
//! only inside [`Instructions::run`] of `I`, which is called only if [`Instructions::available`] returned `true`. Every
//! `I` includes AVX2.
#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor};

use crate::geometry::bitboard::tables::{LOWEST_WORD, SINGLES};
use crate::geometry::bitboard::{Bitboard, ByIndex, Form, Shared, SpaceSet, Task, Ways, bytes};
use crate::geometry::space::Space;

pub(super) trait Instructions: Copy {
    /// Whether they include VBMI and VBMI2, the parts of AVX-512 that permute the bytes of a register.
    const HAS_VBMI: bool;

    fn available() -> bool;

    /// Runs a task on [`Wide`] sets.
    ///
    /// # Safety
    /// The processor must have the instruction sets; [`available`](Instructions::available) checks this.
    unsafe fn run<T: Task>(task: T) -> T::Output;

    /// Runs a step as a function that is not inlined.
    ///
    /// # Safety
    /// The same as for [`run`](Instructions::run).
    unsafe fn run_shared<T: Shared>(step: T) -> T::Output;
}

/// A set of spaces. Each 16-bit lane of the register is one row of the sky.
#[derive(Clone, Copy)]
pub(super) struct Wide<I>(__m256i, PhantomData<I>);

/// Wraps an AVX2 expression. It is sound because of the invariant in the module documentation.
macro_rules! wide {
    ($e:expr) => {
        // SAFETY: a `Wide` exists only inside `Instructions::run`, so the processor has AVX2.
        Wide(unsafe { $e }, PhantomData)
    };
}

impl<I: Instructions> BitAnd for Wide<I> {
    type Output = Wide<I>;

    #[inline(always)]
    fn bitand(self, other: Wide<I>) -> Wide<I> {
        wide!(_mm256_and_si256(self.0, other.0))
    }
}

impl<I: Instructions> BitOr for Wide<I> {
    type Output = Wide<I>;

    #[inline(always)]
    fn bitor(self, other: Wide<I>) -> Wide<I> {
        wide!(_mm256_or_si256(self.0, other.0))
    }
}

impl<I: Instructions> BitXor for Wide<I> {
    type Output = Wide<I>;

    #[inline(always)]
    fn bitxor(self, other: Wide<I>) -> Wide<I> {
        wide!(_mm256_xor_si256(self.0, other.0))
    }
}

impl<I: Instructions> BitOrAssign for Wide<I> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Wide<I>) {
        *self = *self | other;
    }
}

/// A full adder: for each space, how many of the three sets contain it, as (low bit, high bit).
#[inline(always)]
fn added<I: Instructions>(a: Wide<I>, b: Wide<I>, c: Wide<I>) -> (Wide<I>, Wide<I>) {
    let one_of_two = a ^ b;
    (one_of_two ^ c, a & b | one_of_two & c)
}

impl<I: Instructions> SpaceSet for Wide<I> {
    // SAFETY: any 256 bits are a valid vector.
    const EMPTY: Wide<I> = Wide(unsafe { std::mem::transmute::<[u64; 4], __m256i>([0; 4]) }, PhantomData);

    const FORM: Form = Form::WideRegisters;

    #[inline(always)]
    fn run_shared<T: Shared>(step: T) -> T::Output {
        // SAFETY: as above.
        unsafe { I::run_shared(step) }
    }

    #[inline(always)]
    fn load(board: Bitboard) -> Wide<I> {
        // The load needs no alignment and reads the 32 bytes of the board.
        wide!(_mm256_loadu_si256(board.0.as_ptr().cast()))
    }

    #[inline(always)]
    fn store(self) -> Bitboard {
        let mut board = Bitboard::EMPTY;
        // SAFETY: as above; the store needs no alignment and writes the 32 bytes of the board.
        unsafe { _mm256_storeu_si256(board.0.as_mut_ptr().cast(), self.0) };
        board
    }

    #[inline(always)]
    fn single(space: Space) -> Wide<I> {
        Wide::load(SINGLES[usize::from(space.index())])
    }

    #[inline(always)]
    fn without(self, other: Wide<I>) -> Wide<I> {
        wide!(_mm256_andnot_si256(other.0, self.0))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        // SAFETY: as above.
        unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
    }

    #[inline(always)]
    fn meets(self, other: Wide<I>) -> bool {
        // SAFETY: as above.
        unsafe { _mm256_testz_si256(self.0, other.0) == 0 }
    }

    #[inline(always)]
    fn holds(self, part: Wide<I>) -> bool {
        // SAFETY: as above.
        unsafe { _mm256_testc_si256(self.0, part.0) == 1 }
    }

    #[inline(always)]
    fn first_by_index(self) -> Wide<I> {
        let first_of_each_word =
            wide!(_mm256_and_si256(self.0, _mm256_sub_epi64(_mm256_setzero_si256(), self.0)));
        first_of_each_word & Wide::load(LOWEST_WORD[self.nonzero_words() as usize])
    }

    #[inline(always)]
    fn nonzero_words(self) -> u32 {
        // SAFETY: as above.
        let empty = unsafe {
            let empty = _mm256_cmpeq_epi64(self.0, _mm256_setzero_si256());
            _mm256_movemask_pd(_mm256_castsi256_pd(empty))
        };
        !empty as u32 & 15
    }

    #[inline(always)]
    fn only_if(self, condition: bool) -> Wide<I> {
        wide!(_mm256_and_si256(self.0, _mm256_set1_epi64x(-i64::from(condition))))
    }

    #[inline(always)]
    fn plus(self, other: Wide<I>) -> Wide<I> {
        wide!(_mm256_add_epi16(self.0, other.0))
    }

    #[inline(always)]
    fn nth(self, number: u32) -> Option<Space> {
        // Without branches, because a random number would mispredict them.
        let [first, rest @ ..] = self.store().0;
        let (mut word, mut bits, mut before) = (0, first, 0);
        let mut counted = first.count_ones();
        for next in rest {
            if number >= counted {
                (word, bits, before) = (word + 1, next, counted);
            }
            counted += next.count_ones();
        }
        // SAFETY: as above.
        let bit = unsafe { _pdep_u64(1_u64.wrapping_shl(number - before), bits) };
        if number < counted { Space::from_index((64 * word + bit.trailing_zeros()) as u8) } else { None }
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.store().len()
    }

    #[inline(always)]
    fn list_indices(self, list: &mut [u8; 256]) -> usize {
        let board = self.store();
        if I::HAS_VBMI {
            // SAFETY: as above, with AVX-512.
            unsafe { bytes::list_indices(board, list) }
        } else {
            board.list_indices(list)
        }
    }

    #[inline(always)]
    fn len_of_six(sets: &[Wide<I>; 6]) -> u32 {
        if I::HAS_VBMI {
            let [a, b, c, d, e, f] = *sets;
            // SAFETY: as above, with AVX-512.
            unsafe { bytes::len_of_six([a.0, b.0, c.0, d.0, e.0, f.0]) }
        } else {
            // Full adders turn six sets into three: the bits of how many sets contain a space.
            let [a, b, c, d, e, f] = *sets;
            let (one, two) = added(a, b, c);
            let (other_one, other_two) = added(d, e, f);
            let (ones, carried) = (one ^ other_one, one & other_one);
            let (twos, fours) = added(two, other_two, carried);
            ones.len() + 2 * twos.len() + 4 * fours.len()
        }
    }

    #[inline(always)]
    fn list_word(first: u8, bits: u64, list: &mut [u8; 64]) {
        if I::HAS_VBMI {
            // SAFETY: as above, with AVX-512. The list has room for 64 bytes.
            unsafe { bytes::compress_word(first, bits, list.as_mut_ptr()) };
        } else {
            Bitboard::list_word(first, bits, list);
        }
    }

    #[inline(always)]
    fn find_ways<const ROOM: usize>(self, ways: &mut Ways<ROOM>) {
        // SAFETY: as above.
        unsafe { bytes::find_ways(self.store(), ways) };
    }

    #[inline(always)]
    fn spaces(self) -> ByIndex {
        ByIndex { words: self.store().0, nonzero: self.nonzero_words() as u8 }
    }

    #[inline(always)]
    fn east<const K: i32>(self) -> Wide<I> {
        wide!(_mm256_slli_epi16::<K>(self.0))
    }

    #[inline(always)]
    fn west<const K: i32>(self) -> Wide<I> {
        wide!(_mm256_srli_epi16::<K>(self.0))
    }

    #[inline(always)]
    fn south_east<const K: i32>(self) -> Wide<I> {
        wide!({
            // `alignr` shifts each 128-bit half on its own. `carry` has the lanes that cross the middle.
            let carry = _mm256_permute2x128_si256::<0x08>(self.0, self.0);
            match K {
                1 => _mm256_alignr_epi8::<14>(self.0, carry),
                2 => _mm256_alignr_epi8::<12>(self.0, carry),
                4 => {
                    let words = _mm256_permute4x64_epi64::<0b10_01_00_00>(self.0);
                    _mm256_blend_epi32::<0b0000_0011>(words, _mm256_setzero_si256())
                }
                _ => carry,
            }
        })
    }

    #[inline(always)]
    fn north_west<const K: i32>(self) -> Wide<I> {
        wide!({
            let carry = _mm256_permute2x128_si256::<0x81>(self.0, self.0);
            match K {
                1 => _mm256_alignr_epi8::<2>(carry, self.0),
                2 => _mm256_alignr_epi8::<4>(carry, self.0),
                4 => {
                    let words = _mm256_permute4x64_epi64::<0b11_11_10_01>(self.0);
                    _mm256_blend_epi32::<0b1100_0000>(words, _mm256_setzero_si256())
                }
                _ => carry,
            }
        })
    }
}
