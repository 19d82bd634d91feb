//! The random numbers of playouts: ChaCha8, the same on every machine.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// The random numbers of one game.
///
/// They are the ChaCha stream cipher with eight rounds (Bernstein 2008): the key is the seed, as
/// the generator's `seed_from_u64` spreads it, and the number of the game is the stream. So every
/// game of a run has numbers of its own, whichever thread plays it.
pub(crate) struct GameRng(ChaCha8Rng);

impl GameRng {
    pub(crate) fn new(seed: u64, game: u64) -> GameRng {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(game);
        GameRng(rng)
    }

    /// A whole number from 0 to `bound` − 1, each equally likely (Lemire 2019). `bound` is not 0.
    #[inline(always)]
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            // The lowest 2³² mod bound values of the lower half would be drawn once too often.
            let low = product as u32;
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }
}
