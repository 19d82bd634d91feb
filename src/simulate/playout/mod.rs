//! Whole games. Each player chooses moves at random by a [`Policy`](crate::playouts::Policy), or with an engine.

mod choose;
mod columns;
mod error;
mod options;
mod play;
mod policy;
#[cfg(feature = "engine")]
mod with_engine;

use std::sync::atomic::AtomicUsize;

use crate::support::stop::Stop;

pub use columns::Playouts;
pub use error::PlayoutError;
pub use options::PlayoutOptions;
pub use policy::PlayoutPolicy;

/// Plays games on `threads` threads.
///
/// At least one thread runs. At most one runs for each block of 64 games, or with an engine for each game. The results do
/// not depend on the number of threads.
///
/// # Errors
/// If there is not enough memory.
///
/// # Examples
///
/// ```
/// # use volo_rules::Position;
/// # use volo_rules::playouts::{PlayoutOptions, play_games};
/// let options = PlayoutOptions::new(Position::default(), 100).with_seed(1);
/// let playouts = play_games(&options, 2)?;
/// assert_eq!(playouts.winner.len(), 100);
/// assert!(playouts.plies.iter().all(|&plies| plies > 4));
/// # Ok::<(), volo_rules::playouts::PlayoutError>(())
/// ```
///
/// An engine plays Orange, and random moves play Blue:
///
/// ```
/// # use volo_rules::{ByColor, Position};
/// # use volo_rules::playouts::{AnyPolicy, PlayoutOptions, play_games};
/// let policies = ByColor::new("engine:200".parse()?, AnyPolicy::default());
/// let options = PlayoutOptions::new(Position::new("standard-4".parse()?), 10).with_policies(policies);
/// let playouts = play_games(&options, 2)?;
/// assert!(playouts.winner.iter().filter(|&&winner| winner == 0).count() >= 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_games<P: PlayoutPolicy>(
    options: &PlayoutOptions<P>,
    threads: usize,
) -> Result<Playouts, PlayoutError> {
    play_games_until(options, threads, &Stop::never(), &AtomicUsize::new(0))
}

/// Like [`play_games`], but stops when `stop` is set, and adds 1 to `finished` after every game. Other threads may
/// set the one and read the other. `stop` is checked at every ply, and every millisecond while an engine searches.
///
/// # Errors
/// Those of [`play_games`]; also if `stop` was set before the last game ended.
///
/// # Examples
///
/// ```
/// # use std::sync::atomic::{AtomicUsize, Ordering};
/// # use volo_rules::{Position, Stop};
/// # use volo_rules::playouts::{PlayoutOptions, play_games_until};
/// let options = PlayoutOptions::new(Position::default(), 20);
/// let finished = AtomicUsize::new(0);
/// play_games_until(&options, 2, &Stop::never(), &finished)?;
/// assert_eq!(finished.load(Ordering::Relaxed), 20);
/// # Ok::<(), volo_rules::playouts::PlayoutError>(())
/// ```
pub fn play_games_until<P: PlayoutPolicy>(
    options: &PlayoutOptions<P>,
    threads: usize,
    stop: &Stop,
    finished: &AtomicUsize,
) -> Result<Playouts, PlayoutError> {
    P::play(options, threads, stop, finished)
}
