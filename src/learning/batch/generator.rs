//! The random numbers of each game of a batch.

use std::convert::Infallible;

use chacha20::rand_core::{Rng, TryRng};

use crate::learning::batch::buffers::Buffers;
use crate::support::fallible::{Halt, collected};
use crate::support::rng::GameRng;
use crate::support::stop::Stop;

/// The generator of one game: xoshiro256++ (Blackman and Vigna 2019), which is small and can be saved. Its state is the
/// beginning of the stream of [`GameRng`] with the same seed and number, so different games are independent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Generator([u64; 4]);

impl Generator {
    /// The generator with this state. `None` if the state is zero: then all its numbers would be zero.
    pub(super) fn from_words(words: [u64; 4]) -> Option<Generator> {
        (words != [0; 4]).then_some(Generator(words))
    }

    pub(super) fn words(self) -> [u64; 4] {
        self.0
    }

    pub(super) fn new(seed: u64, game: u64) -> Generator {
        let mut rng = GameRng::new(seed, game);
        Generator([0; 4].map(|_: u64| rng.next_u64()))
    }
}

impl TryRng for Generator {
    type Error = Infallible;

    #[inline(always)]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64().map(|number| (number >> 32) as u32)
    }

    #[inline(always)]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let [a, b, c, d] = self.0;
        let number = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        self.0 = [a ^ d, b ^ c, c ^ b << 17, d.rotate_left(45)];
        Ok(number)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            let number = self.next_u64().to_le_bytes();
            chunk.iter_mut().zip(number).for_each(|(byte, number)| *byte = number);
        }
        Ok(())
    }
}

/// The generators of all games. They are made when they are first needed.
#[derive(Clone, Debug)]
pub(super) struct Generators {
    /// The seed of the generators. Game `i` uses stream `i`.
    pub(super) seed: u64,
    pub(super) made: Buffers<Generator>,
}

impl Generators {
    pub(super) fn from_seed(seed: u64) -> Generators {
        Generators { seed, made: Buffers::EMPTY }
    }

    /// Replaces the generators by those of the games' own seeds, whatever their indices. `None` keeps a generator.
    pub(super) fn reseed(
        &mut self,
        seeds: impl ExactSizeIterator<Item = Option<u64>>,
        stop: &Stop,
    ) -> Result<(), Halt> {
        let generators = seeds
            .enumerate()
            .map(|(game, seed)| seed.map_or_else(|| self.of(game), |seed| Generator::new(seed, 0)));
        *self = Generators { seed: 0, made: Buffers::new(collected(generators, stop)?, stop)? };
        Ok(())
    }

    pub(super) fn make(&mut self, games: usize, stop: &Stop) -> Result<(), Halt> {
        if self.made.now.len() < games {
            let seed = self.seed;
            let generators = collected((0..games).map(|game| Generator::new(seed, game as u64)), stop)?;
            self.made = Buffers::new(generators, stop)?;
        }
        Ok(())
    }

    pub(super) fn of(&self, game: usize) -> Generator {
        self.made.now.get(game).copied().unwrap_or_else(|| Generator::new(self.seed, game as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_reference_implementation() {
        let mut generator = Generator([1, 2, 3, 4]);
        let expected = [
            41943041,
            58720359,
            3588806011781223,
            3591011842654386,
            9228616714210784205,
            9973669472204895162,
            14011001112246962877,
            12406186145184390807,
            15849039046786891736,
            10450023813501588000,
        ];
        assert_eq!(expected.map(|_: u64| generator.next_u64()), expected);
    }
}
