//! Sets that are faster to load from a table than to compute.

use crate::geometry::bitboard::Bitboard;

/// For each index, the set with that one space.
///
/// A wide load that follows a narrow store to the same memory stalls, because store forwarding does not apply.
pub(super) static SINGLES: [Bitboard; 256] = {
    let mut singles = [Bitboard::EMPTY; 256];
    let mut index = 0;
    while index < 256 {
        singles[index].0[index / 64] = 1 << (index % 64);
        index += 1;
    }
    singles
};

/// For each 4-bit mask of non-zero words, a set with all bits of the lowest of these words.
pub(super) static LOWEST_WORD: [Bitboard; 16] = {
    let mut lowest = [Bitboard::EMPTY; 16];
    let mut mask = 1_usize;
    while mask < 16 {
        lowest[mask].0[mask.trailing_zeros() as usize] = u64::MAX;
        mask += 1;
    }
    lowest
};
