//! [`ways`] and [`list_indices`]: spaces as the bytes of a register. [`len_of_six`]: a count for which only AVX-512 has an
//! instruction.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use crate::geometry::bitboard::Bitboard;
use crate::geometry::bitboard::ways::Ways;
use crate::geometry::space::Direction;

static NUMBERS: [u8; 64] = {
    let mut numbers = [0; 64];
    let mut number = 0;
    while number < 64 {
        numbers[number] = number as u8;
        number += 1;
    }
    numbers
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

const WAYS_AT_ONCE: usize = 32;

/// The number of steps that [`find_ways`] examines without asking whether all ways are found.
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
pub(super) unsafe fn compress_word(first: u8, bits: u64, list: *mut u8) -> usize {
    // SAFETY: the caller's. `NUMBERS` has 64 bytes.
    unsafe {
        let numbers = _mm512_maskz_compress_epi8(bits, _mm512_loadu_si512(NUMBERS.as_ptr().cast()));
        _mm512_storeu_si512(list.cast(), _mm512_add_epi8(numbers, _mm512_set1_epi8(first as i8)));
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
        count += unsafe { compress_word((64 * word) as u8, bits, list.as_mut_ptr().add(count)) };
    }
    count
}

/// [`SpaceSet::find_ways`](crate::geometry::bitboard::SpaceSet::find_ways).
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
pub(super) unsafe fn find_ways<const ROOM: usize>(set: Bitboard, ways: &mut Ways<ROOM>) {
    for first in (0..ways.count.min(ROOM - 64)).step_by(WAYS_AT_ONCE) {
        // SAFETY: the caller's. `first` is less than `ROOM - 64`.
        unsafe { find_some(set, first, ways) };
    }
}

/// Finds where some of the ways begin, and their steps.
///
/// # Safety
/// The processor must have AVX2, and `first` must be less than `ROOM - 64`.
#[inline(always)]
unsafe fn find_some<const ROOM: usize>(set: Bitboard, first: usize, ways: &mut Ways<ROOM>) {
    // SAFETY: the caller's. All loads and stores are of 16 or 32 bytes of arrays of that length, or of longer ones.
    unsafe {
        let table = |bytes: *const u8| _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.cast()));
        let (low, high) = (table(set.0.as_ptr().cast()), table(set.0.as_ptr().add(2).cast()));
        let (bit, nibble) = (table(BIT.as_ptr()), _mm256_set1_epi8(15));
        let direction = _mm256_loadu_si256(ways.direction.as_ptr().add(first).cast());
        let back = _mm256_shuffle_epi8(table(BACK.as_ptr()), direction);
        let count = _mm256_set1_epi8((ways.count - first).min(WAYS_AT_ONCE) as i8);
        let numbers = _mm256_loadu_si256(NUMBERS.as_ptr().cast());
        let mut left = _mm256_cmpgt_epi8(count, numbers);
        let mut at = _mm256_add_epi8(_mm256_loadu_si256(ways.from.as_ptr().add(first).cast()), back);
        let mut steps = _mm256_set1_epi8(1);
        for _ in 0..16 / STEPS_AT_ONCE {
            for _ in 0..STEPS_AT_ONCE {
                // The byte of the set that has the bit of this space. The highest bit of the index tells its half.
                let byte = _mm256_and_si256(_mm256_srli_epi16::<3>(at), nibble);
                let (in_low, in_high) = (_mm256_shuffle_epi8(low, byte), _mm256_shuffle_epi8(high, byte));
                let byte = _mm256_blendv_epi8(in_low, in_high, at);
                let bit = _mm256_shuffle_epi8(bit, _mm256_and_si256(at, nibble));
                let found = _mm256_cmpeq_epi8(_mm256_and_si256(byte, bit), bit);
                left = _mm256_andnot_si256(found, left);
                at = _mm256_add_epi8(at, _mm256_and_si256(back, left));
                steps = _mm256_sub_epi8(steps, left);
            }
            if _mm256_testz_si256(left, left) == 1 {
                break;
            }
        }
        _mm256_storeu_si256(ways.from.as_mut_ptr().add(first).cast(), at);
        _mm256_storeu_si256(ways.steps.as_mut_ptr().add(first).cast(), steps);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::geometry::bitboard::instructions::{Avx2, Avx512};
    use crate::geometry::bitboard::wide::Instructions;
    use crate::geometry::bitboard::{Lookout, SpaceSet, Task};
    use crate::geometry::sky::Edge;
    use crate::geometry::space::Space;

    type Way = (Space, Direction, u8);

    struct FindWays(Bitboard, [Bitboard; 6]);

    impl Task for FindWays {
        type Output = Option<Vec<Way>>;

        #[inline(always)]
        fn run<S: SpaceSet>(self) -> Option<Vec<Way>> {
            let mut ways = Ways::<128>::NONE;
            for (direction, ends) in Direction::ALL.into_iter().zip(self.1) {
                for (word, bits) in ends.0.into_iter().enumerate() {
                    S::list_ways(&mut ways, direction, 64 * word as u8, bits)?;
                }
            }
            S::load(self.0).find_ways(&mut ways);
            Some(ways.each().collect())
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
            let spaces = Edge::MAX.sky().spaces();
            let mut set = Bitboard(some) & Bitboard(others) & spaces;
            if fewer {
                set &= Bitboard(vacant);
            }
            let vacant = (Bitboard(vacant) & spaces | Bitboard(others) & spaces).without(set);
            let ends = [
                set.slide::<0, 16>(vacant),
                set.slide::<1, 16>(vacant),
                set.slide::<2, 16>(vacant),
                set.slide::<3, 16>(vacant),
                set.slide::<4, 16>(vacant),
                set.slide::<5, 16>(vacant),
            ];
            let lookout = Lookout::new(set);
            let mut expected = Vec::new();
            for (direction, ends) in Direction::ALL.into_iter().zip(ends) {
                for end in ends.by_index() {
                    let steps = lookout.distance(end, direction.opposite());
                    expected.push((end.offset(-direction.offset() * isize::from(steps)), direction, steps));
                }
            }
            let is_full = expected.len() > 64 || ends.iter().any(|ends| ends.0.iter().any(|word| word.count_ones() > 32));
            let expected = (!is_full).then_some(expected);
            prop_assert_eq!(&FindWays(set, ends).run::<Bitboard>(), &expected);
            if Avx2::available() {
                // SAFETY: `available` returned `true`.
                prop_assert_eq!(&unsafe { Avx2::run(FindWays(set, ends)) }, &expected);
            }
            if Avx512::available() {
                // SAFETY: `available` returned `true`.
                prop_assert_eq!(&unsafe { Avx512::run(FindWays(set, ends)) }, &expected);
            }
        }
    }
}
