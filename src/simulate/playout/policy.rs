//! [`PlayoutPolicy`]: how players choose moves in playouts. A [`Policy`] chooses at random.

use crate::position::Position;
use crate::position::policy::Policy;
use crate::simulate::playout::choose::AtRandom;
use crate::simulate::playout::play::play_all;
use crate::simulate::playout::{PlayoutError, PlayoutOptions, Playouts};

/// How the players of playouts choose their moves: [`Policy`] or [`AnyPolicy`](crate::playouts::AnyPolicy).
///
/// Programs that use only [`Policy`] do not contain the engine.
pub trait PlayoutPolicy: Playable {}

impl PlayoutPolicy for Policy {}

/// The part of [`PlayoutPolicy`] that other crates can neither call nor implement.
pub trait Playable: Copy + Send + Sync {
    /// Plays the games, `options.games` from each of the positions.
    fn play(
        positions: &[Position],
        options: &PlayoutOptions<'_, Self>,
        threads: usize,
    ) -> Result<Playouts, PlayoutError>;
}

// These functions are not generic, so they are compiled once in this crate, and not in every crate that uses it.
impl Playable for Policy {
    fn play(
        positions: &[Position],
        options: &PlayoutOptions<'_>,
        threads: usize,
    ) -> Result<Playouts, PlayoutError> {
        play_all::<AtRandom>(positions, options, threads)
    }
}
