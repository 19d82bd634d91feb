//! Random numbers: those of playouts come from ChaCha8 and are the same on every machine.

use core::convert::Infallible;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng, TryRng};

/// The random numbers of one game: ChaCha with eight rounds (Bernstein 2008). Its key is the seed, expanded by
/// `seed_from_u64`, and its stream is the number of the game, so the numbers are the same whichever thread plays it.
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

pub(crate) struct Source<'a>(pub(crate) &'a mut dyn FnMut() -> u64);

impl TryRng for Source<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(((self.0)() >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok((self.0)())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            let number = (self.0)().to_le_bytes();
            chunk.iter_mut().zip(number).for_each(|(byte, number)| *byte = number);
        }
        Ok(())
    }
}

/// The greatest number of rejected draws. With random numbers, the probability of more is less than 2⁻⁶⁴.
const TRIES: u32 = 64;

/// A number from 0 to `bound` − 1, each equally likely (Lemire 2019). `bound` must not be 0.
///
/// A caller may pass a generator whose numbers are not random, so the tries are counted.
#[inline(always)]
pub(crate) fn below<R: Rng + ?Sized>(rng: &mut R, bound: u32) -> u32 {
    let mut tries = TRIES;
    loop {
        let product = u64::from(rng.next_u32()) * u64::from(bound);
        // Without this rejection, 2³² mod bound of the results would be slightly more likely.
        let low = product as u32;
        if low >= bound || low >= bound.wrapping_neg() % bound || tries == 0 {
            return (product >> 32) as u32;
        }
        tries -= 1;
    }
}

#[cfg(test)]
pub(crate) struct Constant(pub(crate) u32);

#[cfg(test)]
impl TryRng for Constant {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.0)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(u64::from(self.0))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.fill(self.0 as u8);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_drawn_from_numbers_that_are_not_random() {
        // 0 is rejected for every bound that is not a power of two.
        for bound in 1..2_000 {
            assert_eq!(below(&mut Constant(0), bound), 0);
            assert_eq!(below(&mut Constant(u32::MAX), bound), bound - 1);
        }
    }
}
