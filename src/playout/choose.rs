//! [`PlayoutPolicy`]: how the players of playouts choose their moves.

use std::sync::atomic::{AtomicBool, AtomicUsize};

use crate::bitboard::SpaceSet;
use crate::color::{ByColor, Color};
use crate::grow::{Halt, push};
use crate::movegen::Slots;
use crate::moves::Move;
use crate::playout::{PlayoutError, PlayoutOptions, Playouts, play_all};
use crate::policy::{Policy, draw_careful};
use crate::position::Position;
use crate::rng::GameRng;
use crate::strategy::{EnginePlayer, Strategy};

/// How the players of playouts choose their moves: [`Policy`] or [`Strategy`].
///
/// Programs that use only [`Policy`] do not contain the engine.
pub trait PlayoutPolicy: Playable {}

impl PlayoutPolicy for Policy {}
impl PlayoutPolicy for Strategy {}

/// The part of [`PlayoutPolicy`] that other crates can neither call nor implement.
pub trait Playable: Copy + Send + Sync {
    /// Plays the games.
    fn play(
        options: &PlayoutOptions<Self>,
        threads: usize,
        stop: &AtomicBool,
        finished: &AtomicUsize,
    ) -> Result<Playouts, PlayoutError>;
}

// These functions are not generic, so the crate contains their code, and not each of its users.
impl Playable for Policy {
    fn play(
        options: &PlayoutOptions,
        threads: usize,
        stop: &AtomicBool,
        finished: &AtomicUsize,
    ) -> Result<Playouts, PlayoutError> {
        play_all::<AtRandom>(options, threads, stop, finished)
    }
}

impl Playable for Strategy {
    fn play(
        options: &PlayoutOptions<Strategy>,
        threads: usize,
        stop: &AtomicBool,
        finished: &AtomicUsize,
    ) -> Result<Playouts, PlayoutError> {
        let random = Color::ALL.map(|color| match options.policies[color] {
            Strategy::Random(policy) => Some(policy),
            Strategy::Engine(_) => None,
        });
        match random {
            [Some(orange), Some(blue)] => {
                let options = options.with_policies(ByColor::new(orange, blue));
                play_all::<AtRandom>(&options, threads, stop, finished)
            }
            _ => play_all::<WithEngine>(options, threads, stop, finished),
        }
    }
}

/// What one thread needs to choose the moves of both players.
pub(super) trait Choose: Sized {
    /// How a player chooses moves.
    type Policy: Copy + Sync;

    /// The number of games that a thread takes at a time. A larger number would make threads wait for the last one at
    /// the end of a run, and a smaller number would make them contend for the lock.
    const GAMES_AT_A_TIME: usize;

    fn new(policies: ByColor<Self::Policy>) -> Result<Self, Halt>;

    fn begin_game(&mut self);

    /// Chooses a move of an unfinished game. The number is that of all legal moves, or 0 if it is not needed and not
    /// known.
    fn choose<S: SpaceSet>(
        &mut self,
        position: &Position,
        counts: bool,
        rng: &mut GameRng,
        stop: &AtomicBool,
    ) -> Result<(Move, u32), Halt>;
}

/// Moves that are drawn by policies.
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
        _stop: &AtomicBool,
    ) -> Result<(Move, u32), Halt> {
        let slots = &mut self.slots;
        Ok(match self.policies[position.turn()] {
            Policy::Uniform if counts => position.draw_and_count::<S, _>(slots, rng),
            Policy::Uniform => (position.draw_move::<S, _>(slots, rng), 0),
            Policy::Careful => {
                let list = slots.listed();
                position.legal_moves_into(list);
                let count = list.len() as u32;
                (draw_careful(position, list, rng), count)
            }
        })
    }
}

/// Moves of which some are chosen by an engine. Each player with an engine has an own one.
pub(super) struct WithEngine {
    players: ByColor<Player>,
    slots: Slots,
    /// The positions of the game before the current one.
    earlier: Vec<Position>,
}

/// One of the two players.
enum Player {
    Random(Policy),
    Engine(Box<EnginePlayer>),
}

impl Player {
    fn new(strategy: Strategy) -> Result<Player, Halt> {
        Ok(match strategy {
            Strategy::Random(policy) => Player::Random(policy),
            Strategy::Engine(engine) => Player::Engine(Box::new(EnginePlayer::new(engine)?)),
        })
    }
}

impl Choose for WithEngine {
    type Policy = Strategy;

    const GAMES_AT_A_TIME: usize = 1;

    fn new(policies: ByColor<Strategy>) -> Result<WithEngine, Halt> {
        let [orange, blue] = Color::ALL.map(|color| Player::new(policies[color]));
        Ok(WithEngine { players: ByColor::new(orange?, blue?), slots: Slots::new(), earlier: Vec::new() })
    }

    fn begin_game(&mut self) {
        self.earlier.clear();
        for color in Color::ALL {
            if let Player::Engine(engine) = &mut self.players[color] {
                engine.begin_game();
            }
        }
    }

    // This function is not inlined, so what needs vector instructions is a task of its own.
    #[inline(never)]
    fn choose<S: SpaceSet>(
        &mut self,
        position: &Position,
        _counts: bool,
        rng: &mut GameRng,
        stop: &AtomicBool,
    ) -> Result<(Move, u32), Halt> {
        let list = self.slots.listed();
        position.legal_moves_into(list);
        let count = list.len() as u32;
        let mv = match &mut self.players[position.turn()] {
            Player::Random(Policy::Uniform) => position.draw_one(&mut self.slots, rng),
            Player::Random(Policy::Careful) => draw_careful(position, list, rng),
            Player::Engine(engine) => engine.choose(position, &self.earlier, list, rng, stop),
        };
        push(&mut self.earlier, *position)?;
        Ok((mv, count))
    }
}
