//! Half of a set in a vector of WebAssembly.

use std::arch::wasm32::*;

use crate::geometry::bitboard::v128::HalfSet;

#[derive(Clone, Copy)]
pub(super) struct Half(v128);

impl HalfSet for Half {
    const EMPTY: Half = Half(u64x2(0, 0));

    #[inline(always)]
    fn load([first, second]: [u64; 2]) -> Half {
        Half(u64x2(first, second))
    }

    #[inline(always)]
    fn store(self) -> [u64; 2] {
        [u64x2_extract_lane::<0>(self.0), u64x2_extract_lane::<1>(self.0)]
    }

    #[inline(always)]
    fn and(self, other: Half) -> Half {
        Half(v128_and(self.0, other.0))
    }

    #[inline(always)]
    fn or(self, other: Half) -> Half {
        Half(v128_or(self.0, other.0))
    }

    #[inline(always)]
    fn xor(self, other: Half) -> Half {
        Half(v128_xor(self.0, other.0))
    }

    #[inline(always)]
    fn without(self, other: Half) -> Half {
        Half(v128_andnot(self.0, other.0))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        !v128_any_true(self.0)
    }

    #[inline(always)]
    fn nonzero_words(self, below: Half) -> u32 {
        let zero = u64x2(0, 0);
        u32::from(u64x2_bitmask(u64x2_ne(self.0, zero)) | u64x2_bitmask(u64x2_ne(below.0, zero)) << 2)
    }

    #[inline(always)]
    fn first_of_each_word(self) -> Half {
        Half(v128_and(self.0, i64x2_neg(self.0)))
    }

    #[inline(always)]
    fn plus(self, other: Half) -> Half {
        Half(u16x8_add(self.0, other.0))
    }

    #[inline(always)]
    fn east<const K: i32>(self) -> Half {
        Half(u16x8_shl(self.0, K as u32))
    }

    #[inline(always)]
    fn west<const K: i32>(self) -> Half {
        Half(u16x8_shr(self.0, K as u32))
    }

    #[inline(always)]
    fn south_east<const K: i32>(self, above: Half) -> Half {
        Half(match K {
            1 => u16x8_shuffle::<7, 8, 9, 10, 11, 12, 13, 14>(above.0, self.0),
            2 => u16x8_shuffle::<6, 7, 8, 9, 10, 11, 12, 13>(above.0, self.0),
            4 => u16x8_shuffle::<4, 5, 6, 7, 8, 9, 10, 11>(above.0, self.0),
            _ => above.0,
        })
    }

    #[inline(always)]
    fn north_west<const K: i32>(self, below: Half) -> Half {
        Half(match K {
            1 => u16x8_shuffle::<1, 2, 3, 4, 5, 6, 7, 8>(self.0, below.0),
            2 => u16x8_shuffle::<2, 3, 4, 5, 6, 7, 8, 9>(self.0, below.0),
            4 => u16x8_shuffle::<4, 5, 6, 7, 8, 9, 10, 11>(self.0, below.0),
            _ => below.0,
        })
    }

    #[inline(always)]
    fn len_of_words<const N: usize>(halves: [Half; N]) -> [u32; 2] {
        // Each byte has at most 8 bits, so no sum of 31 bytes overflows.
        let each_byte = halves.iter().fold(u8x16_splat(0), |sum, half| u8x16_add(sum, u8x16_popcnt(half.0)));
        let parts = u32x4_extadd_pairwise_u16x8(u16x8_extadd_pairwise_u8x16(each_byte));
        [
            u32x4_extract_lane::<0>(parts) + u32x4_extract_lane::<1>(parts),
            u32x4_extract_lane::<2>(parts) + u32x4_extract_lane::<3>(parts),
        ]
    }
}
