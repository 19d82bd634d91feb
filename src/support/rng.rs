//! Random numbers: those of playouts come from ChaCha8 and are the same on every machine.

use std::convert::Infallible;

use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng, TryRng};

/// The random numbers of one game.
///
/// The generator is the ChaCha stream cipher with eight rounds (Bernstein 2008). Its key is the seed,
/// expanded by `seed_from_u64`, and its stream is the number of the game. So every game of a run has
/// numbers of its own, whichever thread plays it.
pub(crate) struct GameRng(ChaCha8Rng);

impl GameRng {
    pub(crate) fn new(seed: u64, game: u64) -> GameRng {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(game);
        GameRng(rng)
    }
}

impl TryRng for GameRng {
    type Error = Infallible;

    #[inline(always)]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.try_next_u32()
    }

    #[inline(always)]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(bytes)
    }
}

/// A number from 0 to `bound` − 1, each equally likely (Lemire 2019). `bound` must not be 0.
#[inline(always)]
pub(crate) fn below<R: Rng + ?Sized>(rng: &mut R, bound: u32) -> u32 {
    loop {
        let product = u64::from(rng.next_u32()) * u64::from(bound);
        // Without this rejection, 2³² mod bound of the results would be slightly more likely.
        let low = product as u32;
        if low >= bound || low >= bound.wrapping_neg() % bound {
            return (product >> 32) as u32;
        }
    }
}
