//! Half of a set in a register of NEON, which every aarch64 processor has.
#![allow(unsafe_code)]

use std::arch::aarch64::*;

use crate::geometry::bitboard::v128::HalfSet;
use crate::geometry::bitboard::{Bitboard, SpaceSet};

#[derive(Clone, Copy)]
pub(super) struct Half(uint16x8_t);

macro_rules! half {
    ($e:expr) => {
        // SAFETY: every aarch64 processor has NEON.
        Half(unsafe { $e })
    };
}

impl HalfSet for Half {
    // SAFETY: any 128 bits are a valid vector.
    const EMPTY: Half = Half(unsafe { std::mem::transmute::<[u64; 2], uint16x8_t>([0; 2]) });

    #[inline(always)]
    fn load(words: [u64; 2]) -> Half {
        // The load reads the 16 bytes of the words.
        half!(vreinterpretq_u16_u64(vld1q_u64(words.as_ptr())))
    }

    #[inline(always)]
    fn store(self) -> [u64; 2] {
        // SAFETY: as above.
        unsafe {
            let words = vreinterpretq_u64_u16(self.0);
            [vgetq_lane_u64::<0>(words), vgetq_lane_u64::<1>(words)]
        }
    }

    #[inline(always)]
    fn and(self, other: Half) -> Half {
        half!(vandq_u16(self.0, other.0))
    }

    #[inline(always)]
    fn or(self, other: Half) -> Half {
        half!(vorrq_u16(self.0, other.0))
    }

    #[inline(always)]
    fn xor(self, other: Half) -> Half {
        half!(veorq_u16(self.0, other.0))
    }

    #[inline(always)]
    fn without(self, other: Half) -> Half {
        half!(vbicq_u16(self.0, other.0))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        // SAFETY: as above.
        unsafe { vmaxvq_u16(self.0) == 0 }
    }

    #[inline(always)]
    fn nonzero_words(self, below: Half) -> u32 {
        let ([a, b], [c, d]) = (self.store(), below.store());
        SpaceSet::nonzero_words(Bitboard([a, b, c, d]))
    }

    #[inline(always)]
    fn first_of_each_word(self) -> Half {
        half!(vandq_u16(self.0, vreinterpretq_u16_s64(vnegq_s64(vreinterpretq_s64_u16(self.0)))))
    }

    #[inline(always)]
    fn plus(self, other: Half) -> Half {
        half!(vaddq_u16(self.0, other.0))
    }

    #[inline(always)]
    fn east<const K: i32>(self) -> Half {
        half!(vshlq_n_u16::<K>(self.0))
    }

    #[inline(always)]
    fn west<const K: i32>(self) -> Half {
        half!(vshrq_n_u16::<K>(self.0))
    }

    #[inline(always)]
    fn south_east<const K: i32>(self, above: Half) -> Half {
        half!(match K {
            1 => vextq_u16::<7>(above.0, self.0),
            2 => vextq_u16::<6>(above.0, self.0),
            4 => vextq_u16::<4>(above.0, self.0),
            _ => above.0,
        })
    }

    #[inline(always)]
    fn north_west<const K: i32>(self, below: Half) -> Half {
        half!(match K {
            1 => vextq_u16::<1>(self.0, below.0),
            2 => vextq_u16::<2>(self.0, below.0),
            4 => vextq_u16::<4>(self.0, below.0),
            _ => below.0,
        })
    }

    #[inline(always)]
    fn len_of_words<const N: usize>(halves: [Half; N]) -> [u32; 2] {
        // SAFETY: as above. Each byte has at most 8 bits, so no sum of 31 bytes overflows.
        unsafe {
            let mut each_byte = vdupq_n_u8(0);
            for half in halves {
                each_byte = vaddq_u8(each_byte, vcntq_u8(vreinterpretq_u8_u16(half.0)));
            }
            let each_word = vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(each_byte)));
            [vgetq_lane_u64::<0>(each_word) as u32, vgetq_lane_u64::<1>(each_word) as u32]
        }
    }
}
