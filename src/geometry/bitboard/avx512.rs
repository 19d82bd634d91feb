//! Operations on the bytes of a 512-bit register, for which AVX-512 has instructions that AVX2 does not have.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use crate::geometry::bitboard::Bitboard;
use crate::geometry::bitboard::ways::Ways;
use crate::geometry::space::Direction;

/// The indices of the bits of each word.
static INDICES: [[u8; 64]; 4] = {
    let mut indices = [[0; 64]; 4];
    let mut index = 0;
    while index < 256 {
        indices[index / 64][index % 64] = index as u8;
        index += 1;
    }
    indices
};

/// For each direction, the difference that a step in the opposite direction makes to the index of a space.
const BACK: [u8; 16] = {
    let mut offsets = [0; 16];
    let mut direction = 0;
    while direction < 6 {
        offsets[direction] = Direction::ALL[direction].opposite().offset() as u8;
        direction += 1;
    }
    offsets
};

/// For each bit number, the byte with this bit set. The number is taken modulo 8.
const BIT: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

/// The number of steps that [`ways`] examines without asking whether all ways are found.
const STEPS_AT_ONCE: usize = 3;

/// [`SpaceSet::len_of_six`](crate::geometry::bitboard::SpaceSet::len_of_six).
///
/// # Safety
/// The processor must have AVX-512 with VPOPCNTDQ.
#[inline(always)]
pub(super) unsafe fn len_of_six([a, b, c, d, e, f]: [__m256i; 6]) -> u32 {
    // SAFETY: the caller's.
    unsafe {
        let ab = _mm256_add_epi64(_mm256_popcnt_epi64(a), _mm256_popcnt_epi64(b));
        let cd = _mm256_add_epi64(_mm256_popcnt_epi64(c), _mm256_popcnt_epi64(d));
        let ef = _mm256_add_epi64(_mm256_popcnt_epi64(e), _mm256_popcnt_epi64(f));
        let each_word = _mm256_add_epi64(_mm256_add_epi64(ab, cd), ef);
        let halves =
            _mm_add_epi64(_mm256_castsi256_si128(each_word), _mm256_extracti128_si256::<1>(each_word));
        (_mm_cvtsi128_si64(halves) + _mm_extract_epi64::<1>(halves)) as u32
    }
}

/// Writes the indices of the members of a word at the beginning of `list`, in ascending order. Returns their number.
/// The rest of the 64 bytes is unspecified.
///
/// # Safety
/// The processor must have AVX-512 with VBMI2, and `list` must have room for 64 bytes.
#[inline(always)]
unsafe fn list_word(word: usize, bits: u64, list: *mut u8) -> usize {
    // SAFETY: the caller's. A row of `INDICES` has 64 bytes.
    unsafe {
        let indices = _mm512_loadu_si512(INDICES[word].as_ptr().cast());
        _mm512_storeu_si512(list.cast(), _mm512_maskz_compress_epi8(bits, indices));
    }
    bits.count_ones() as usize
}

/// [`SpaceSet::list_indices`](crate::geometry::bitboard::SpaceSet::list_indices).
///
/// # Safety
/// The processor must have AVX-512 with VBMI2.
#[inline(always)]
pub(super) unsafe fn list_indices(set: Bitboard, list: &mut [u8; 256]) -> usize {
    let mut count = 0;
    for (word, bits) in set.0.into_iter().enumerate() {
        // SAFETY: the caller's. There are at most 64 indices for each word before this one, so the 64 bytes from
        // `count` are in the list.
        count += unsafe { list_word(word, bits, list.as_mut_ptr().add(count)) };
    }
    count
}

/// [`SpaceSet::ways`](crate::geometry::bitboard::SpaceSet::ways).
///
/// # Safety
/// The processor must have AVX-512 with VBMI and VBMI2.
#[inline(always)]
pub(super) unsafe fn ways(set: Bitboard, ends: [Bitboard; 6]) -> Option<Ways> {
    if ends.iter().map(|ends| ends.len()).sum::<u32>() > 64 {
        return None;
    }
    let mut ways = Ways::NONE;
    let mut ends_of_all = [0_u8; 128];
    for (direction, ends) in ends.into_iter().enumerate() {
        // SAFETY: the caller's. There are at most 64 ends, so both lists have room for 64 bytes more.
        unsafe {
            let directions = ways.direction.as_mut_ptr().add(ways.count);
            _mm512_storeu_si512(directions.cast(), _mm512_set1_epi8(direction as i8));
            for (word, bits) in ends.0.into_iter().enumerate() {
                ways.count += list_word(word, bits, ends_of_all.as_mut_ptr().add(ways.count));
            }
        }
    }
    // SAFETY: the caller's. All loads and stores are of 64 bytes of longer arrays, or of all bytes of an array.
    unsafe {
        let bytes = _mm512_broadcast_i64x4(_mm256_loadu_si256(set.0.as_ptr().cast()));
        let bit = _mm512_broadcast_i32x4(_mm_loadu_si128(BIT.as_ptr().cast()));
        let back = _mm512_broadcast_i32x4(_mm_loadu_si128(BACK.as_ptr().cast()));
        let back = _mm512_shuffle_epi8(back, _mm512_loadu_si512(ways.direction.as_ptr().cast()));
        let one = _mm512_set1_epi8(1);
        let mut at = _mm512_loadu_si512(ends_of_all.as_ptr().cast());
        let (mut from, mut steps) = (at, one);
        let mut left = _bzhi_u64(u64::MAX, ways.count as u32);
        for _ in 0..16 / STEPS_AT_ONCE {
            for _ in 0..STEPS_AT_ONCE {
                at = _mm512_add_epi8(at, back);
                // The byte of the set that has the bit of this space.
                let byte = _mm512_and_si512(_mm512_srli_epi16::<3>(at), _mm512_set1_epi8(31));
                let byte = _mm512_permutexvar_epi8(byte, bytes);
                let bit = _mm512_shuffle_epi8(bit, _mm512_and_si512(at, _mm512_set1_epi8(15)));
                let found = _mm512_mask_test_epi8_mask(left, byte, bit);
                from = _mm512_mask_mov_epi8(from, found, at);
                left &= !found;
                steps = _mm512_mask_add_epi8(steps, left, steps, one);
            }
            if left == 0 {
                break;
            }
        }
        _mm512_storeu_si512(ways.from.as_mut_ptr().cast(), from);
        _mm512_storeu_si512(ways.steps.as_mut_ptr().cast(), steps);
    }
    Some(ways)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::geometry::bitboard::instructions::Avx512;
    use crate::geometry::bitboard::wide::Instructions;
    use crate::geometry::bitboard::{Lookout, SpaceSet, Task};
    use crate::geometry::sky::Edge;
    use crate::geometry::space::Space;

    type Way = (Space, Direction, u8);

    /// The ways from a set to six sets of ends.
    struct FindWays(Bitboard, [Bitboard; 6]);

    impl Task for FindWays {
        type Output = Option<Vec<Way>>;

        #[inline(always)]
        fn run<S: SpaceSet>(self) -> Option<Vec<Way>> {
            let [a, b, c, d, e, f] = self.1;
            let ends = [S::load(a), S::load(b), S::load(c), S::load(d), S::load(e), S::load(f)];
            Some(S::load(self.0).ways(&ends)?.each().collect())
        }
    }

    proptest! {
        #[test]
        fn ways_are_found_as_one_by_one(
            some in proptest::array::uniform4(any::<u64>()),
            others in proptest::array::uniform4(any::<u64>()),
            vacant in proptest::array::uniform4(any::<u64>()),
            fewer in any::<bool>(),
        ) {
            if !Avx512::available() {
                return Ok(());
            }
            let spaces = Edge::MAX.sky().spaces();
            let mut set = Bitboard(some) & Bitboard(others) & spaces;
            if fewer {
                set &= Bitboard(vacant);
            }
            let vacant = SpaceSet::without(Bitboard(vacant) & spaces | Bitboard(others) & spaces, set);
            let ends = [
                set.slide::<0, true>(vacant),
                set.slide::<1, true>(vacant),
                set.slide::<2, true>(vacant),
                set.slide::<3, true>(vacant),
                set.slide::<4, true>(vacant),
                set.slide::<5, true>(vacant),
            ];
            let lookout = Lookout::new(set);
            let mut expected = Vec::new();
            for (direction, ends) in Direction::ALL.into_iter().zip(ends) {
                for end in ends.by_index() {
                    let steps = lookout.distance(end, direction.opposite());
                    expected.push((end.offset(-direction.offset() * isize::from(steps)), direction, steps));
                }
            }
            // SAFETY: `available` returned `true`.
            let ways = unsafe { Avx512::run(FindWays(set, ends)) };
            prop_assert_eq!(ways, (expected.len() <= 64).then_some(expected));
        }
    }
}
