//! [`Choose`]: chooses the moves of a playout. [`AtRandom`] chooses them at random.

use crate::geometry::bitboard::SpaceSet;
use crate::geometry::color::ByColor;
use crate::position::Position;
use crate::position::policy::{Policy, draw_careful};
use crate::rules::movegen::Slots;
use crate::rules::moves::Move;
use crate::support::fallible::Halt;
use crate::support::rng::GameRng;
use crate::support::stop::Stop;

pub(super) trait Choose: Sized {
    type Policy: Copy + Sync;

    /// How many games a thread takes at a time: with more, threads wait for the last one, and with fewer for the lock.
    const GAMES_AT_A_TIME: usize;

    fn new(policies: ByColor<Self::Policy>) -> Result<Self, Halt>;

    fn begin_game(&mut self);

    /// A move of an unfinished game, and the number of legal moves, or 0 if it is neither needed nor known.
    fn choose<S: SpaceSet>(
        &mut self,
        position: &Position,
        counts: bool,
        rng: &mut GameRng,
        stop: &Stop,
    ) -> (Move, u32);
}

pub(super) struct AtRandom {
    policies: ByColor<Policy>,
    slots: Slots,
}

impl Choose for AtRandom {
    type Policy = Policy;

    const GAMES_AT_A_TIME: usize = 64;

    fn new(policies: ByColor<Policy>) -> Result<AtRandom, Halt> {
        Ok(AtRandom { policies, slots: Slots::new() })
    }

    #[inline(always)]
    fn begin_game(&mut self) {}

    #[inline(always)]
    fn choose<S: SpaceSet>(
        &mut self,
        position: &Position,
        counts: bool,
        rng: &mut GameRng,
        _stop: &Stop,
    ) -> (Move, u32) {
        let slots = &mut self.slots;
        match self.policies[position.turn()] {
            Policy::Uniform => position.draw_move::<S, _>(slots, counts, rng),
            Policy::Careful => {
                let list = slots.listed();
                position.legal_moves_into(list);
                let count = list.len() as u32;
                (draw_careful(position, list, rng), count)
            }
        }
    }
}
