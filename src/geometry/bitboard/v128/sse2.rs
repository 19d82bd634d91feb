//! Half of a set in a register of SSE2, which every x86-64 processor has.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use crate::geometry::bitboard::v128::HalfSet;

#[derive(Clone, Copy)]
pub(super) struct Half(__m128i);

macro_rules! half {
    ($e:expr) => {
        // SAFETY: every x86-64 processor has SSE2.
        Half(unsafe { $e })
    };
}

impl HalfSet for Half {
    // SAFETY: any 128 bits are a valid vector.
    const EMPTY: Half = Half(unsafe { std::mem::transmute::<[u64; 2], __m128i>([0; 2]) });

    #[inline(always)]
    fn load(words: [u64; 2]) -> Half {
        half!(_mm_loadu_si128(words.as_ptr().cast()))
    }

    #[inline(always)]
    fn store(self) -> [u64; 2] {
        let mut words = [0; 2];
        // SAFETY: as above; the store needs no alignment and writes the 16 bytes of the words.
        unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), self.0) };
        words
    }

    #[inline(always)]
    fn and(self, other: Half) -> Half {
        half!(_mm_and_si128(self.0, other.0))
    }

    #[inline(always)]
    fn or(self, other: Half) -> Half {
        half!(_mm_or_si128(self.0, other.0))
    }

    #[inline(always)]
    fn xor(self, other: Half) -> Half {
        half!(_mm_xor_si128(self.0, other.0))
    }

    #[inline(always)]
    fn without(self, other: Half) -> Half {
        half!(_mm_andnot_si128(other.0, self.0))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        // SAFETY: as above.
        unsafe { _mm_movemask_epi8(_mm_cmpeq_epi8(self.0, _mm_setzero_si128())) == 0xFFFF }
    }

    #[inline(always)]
    fn nonzero_words(self, below: Half) -> u32 {
        // SAFETY: as above.
        let zero = unsafe {
            let zero = _mm_setzero_si128();
            let zero_halves = _mm_packs_epi32(_mm_cmpeq_epi32(self.0, zero), _mm_cmpeq_epi32(below.0, zero));
            let zero_words = _mm_cmpeq_epi32(zero_halves, _mm_cmpeq_epi32(zero, zero));
            _mm_movemask_ps(_mm_castsi128_ps(zero_words))
        };
        !zero as u32 & 15
    }

    #[inline(always)]
    fn first_of_each_word(self) -> Half {
        half!(_mm_and_si128(self.0, _mm_sub_epi64(_mm_setzero_si128(), self.0)))
    }

    #[inline(always)]
    fn plus(self, other: Half) -> Half {
        half!(_mm_add_epi16(self.0, other.0))
    }

    #[inline(always)]
    fn east<const K: i32>(self) -> Half {
        half!(_mm_slli_epi16::<K>(self.0))
    }

    #[inline(always)]
    fn west<const K: i32>(self) -> Half {
        half!(_mm_srli_epi16::<K>(self.0))
    }

    #[inline(always)]
    fn south_east<const K: i32>(self, above: Half) -> Half {
        half!(match K {
            1 => _mm_or_si128(_mm_slli_si128::<2>(self.0), _mm_srli_si128::<14>(above.0)),
            2 => _mm_or_si128(_mm_slli_si128::<4>(self.0), _mm_srli_si128::<12>(above.0)),
            4 => _mm_or_si128(_mm_slli_si128::<8>(self.0), _mm_srli_si128::<8>(above.0)),
            _ => above.0,
        })
    }

    #[inline(always)]
    fn north_west<const K: i32>(self, below: Half) -> Half {
        half!(match K {
            1 => _mm_or_si128(_mm_srli_si128::<2>(self.0), _mm_slli_si128::<14>(below.0)),
            2 => _mm_or_si128(_mm_srli_si128::<4>(self.0), _mm_slli_si128::<12>(below.0)),
            4 => _mm_or_si128(_mm_srli_si128::<8>(self.0), _mm_slli_si128::<8>(below.0)),
            _ => below.0,
        })
    }

    #[inline(always)]
    fn len_of_words<const N: usize>(halves: [Half; N]) -> [u32; 2] {
        // Each byte has at most 8 bits, so no sum of 31 bytes is too large for a byte.
        let mut each_byte = Half::EMPTY;
        let (threes, rest) = halves.as_chunks();
        for &[a, b, c] in threes {
            // A full adder turns three sets into two: the low bits and the high bits of how many sets have a space.
            let one_of_two = a.xor(b);
            let (ones, twos) = (one_of_two.xor(c), a.and(b).or(one_of_two.and(c)).len_of_each_four());
            // The sums are at most twelve.
            each_byte = each_byte.plus(ones.len_of_each_four().plus(twos).plus(twos).added_in_bytes());
        }
        for half in rest {
            each_byte = each_byte.plus(half.len_of_each_four().added_in_bytes());
        }
        // SAFETY: as above.
        unsafe {
            let sums = _mm_sad_epu8(each_byte.0, _mm_setzero_si128());
            [_mm_cvtsi128_si32(sums) as u32, _mm_cvtsi128_si32(_mm_srli_si128::<8>(sums)) as u32]
        }
    }
}

impl Half {
    /// The population count of each nibble.
    #[inline(always)]
    fn len_of_each_four(self) -> Half {
        half!({
            let odd = _mm_and_si128(_mm_srli_epi16::<1>(self.0), _mm_set1_epi8(0x55));
            let twos = _mm_sub_epi8(self.0, odd);
            let low = _mm_set1_epi8(0x33);
            _mm_add_epi8(_mm_and_si128(twos, low), _mm_and_si128(_mm_srli_epi16::<2>(twos), low))
        })
    }

    /// The sum of both nibbles of each byte.
    #[inline(always)]
    fn added_in_bytes(self) -> Half {
        half!({
            let low = _mm_set1_epi8(0x0f);
            _mm_add_epi8(_mm_and_si128(self.0, low), _mm_and_si128(_mm_srli_epi16::<4>(self.0), low))
        })
    }
}
