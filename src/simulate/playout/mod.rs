//! Whole games. Each player chooses moves at random by a [`Policy`](crate::playouts::Policy), or with an engine.

mod choose;
mod columns;
mod error;
mod options;
mod play;
#[cfg(feature = "engine")]
mod with_engine;

use core::slice;

use crate::position::Position;

pub use columns::Playouts;
pub use error::PlayoutError;
pub use options::PlayoutOptions;
pub use play::PlayoutPolicy;

/// Plays games on `threads` threads.
///
/// At least one thread runs. At most one runs for each block of 64 games, or with an engine for each game. The results do
/// not depend on the number of threads.
///
/// # Errors
/// If there is not enough memory, or the flag of the options was set before the last game ended.
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
/// # #[cfg(feature = "engine")]
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # use volo_rules::{ByColor, Position};
/// # use volo_rules::playouts::{AnyPolicy, PlayoutOptions, play_games};
/// let policies = ByColor::new("engine:200".parse()?, AnyPolicy::default());
/// let options = PlayoutOptions::new(Position::new("standard-4".parse()?), 10).with_policies(policies);
/// let playouts = play_games(&options, 2)?;
/// assert!(playouts.winner.iter().filter(|&&winner| winner == 0).count() >= 8);
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "engine"))]
/// # fn main() {}
/// ```
pub fn play_games<P: PlayoutPolicy>(
    options: &PlayoutOptions<'_, P>,
    threads: usize,
) -> Result<Playouts, PlayoutError> {
    P::play(slice::from_ref(&options.position), options, threads)
}

/// Like [`play_games`], but plays `options.games` games from each of the positions, instead of from `options.position`.
///
/// The games of the first position come first in the results, and the numbers of all games are consecutive. So the games
/// of position `i` are those of `play_games` from this position, with a number of the first game that is
/// `i * options.games` greater.
///
/// # Errors
/// Those of [`play_games`].
///
/// # Examples
///
/// ```
/// # use volo_rules::Position;
/// # use volo_rules::playouts::{PlayoutOptions, play_games, play_games_from};
/// let positions = [Position::new("standard-4".parse()?), Position::new("standard-5".parse()?)];
/// let options = PlayoutOptions::new(Position::default(), 10).with_seed(1);
/// let playouts = play_games_from(&positions, &options, 2)?;
/// let second = play_games(&PlayoutOptions::new(positions[1], 10).with_seed(1).with_first(10), 1)?;
/// assert_eq!(playouts.winner.len(), 20);
/// assert_eq!(playouts.plies[10..], second.plies);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_games_from<P: PlayoutPolicy>(
    positions: &[Position],
    options: &PlayoutOptions<'_, P>,
    threads: usize,
) -> Result<Playouts, PlayoutError> {
    P::play(positions, options, threads)
}
