//! The seal of a position.
//!
//! Checking a position takes a third of the time of listing its moves. So each position that this library makes has a seal,
//! which is checked in a few nanoseconds: a keyed checksum (a universal hash of pairs of words, as in Carter and Wegman
//! 1979). The key is random in each process, so bytes from a file or a network have no valid seal, and a position without
//! one is checked in full. The seal changes no result, because a position with a valid one was checked before.

use std::hash::{BuildHasher, RandomState};

use once_cell::race::OnceBox;

/// The number of words under the seal: those of `Position::words`, and the Zobrist key.
const WORDS: usize = 10;

/// The seal of some words.
#[inline]
pub(crate) fn seal(words: &[u64; WORDS]) -> u64 {
    static KEYS: OnceBox<[u64; WORDS]> = OnceBox::new();
    let keys = KEYS.get_or_init(|| {
        let random = RandomState::new();
        Box::new(std::array::from_fn(|i| random.hash_one(i)))
    });
    let mixed: [u64; WORDS] = {
        let mut keys = keys.iter();
        words.map(|word| word ^ keys.next().copied().unwrap_or_default())
    };
    let (pairs, _) = mixed.as_chunks::<2>();
    pairs.iter().fold(0, |seal, &[one, other]| {
        let product = u128::from(one).wrapping_mul(u128::from(other));
        seal ^ product as u64 ^ (product >> 64) as u64
    })
}
