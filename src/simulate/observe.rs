//! [`observe_games`]: recorded games as planes of numbers.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use crate::learning::observation::{PLANES, View, ViewError};
use crate::position::Position;
use crate::simulate::replay::{ReplayError, check_offsets, count_moves, game_of, replay, take_slice};
use crate::support::stop::Threads;
use crate::support::threads::try_share_out;

/// Writes the position before each move of recorded games as [`PLANES`], in the order of the moves. The moves of game
/// `i` are `codes[offsets[i]..offsets[i + 1]]`. All games are replayed and every move is checked.
///
/// # Errors
/// If an offset is less than the offset before it or greater than the number of moves, a move cannot be played, a plane
/// of the view is too small for the sky, or `planes` does not have a number for each space of each plane of each move of
/// the games; or if the flag was set. If a move cannot be played, some of the planes may have been written.
///
/// # Examples
///
/// ```
/// # use volo_rules::{Edge, Position, Threads};
/// # use volo_rules::learning::View;
/// # use volo_rules::playouts::{PlayoutOptions, observe_games, play_games};
/// let start = Position::new("standard-4".parse()?);
/// let games = play_games(&PlayoutOptions::new(start, 1).with_record(true), 1)?;
/// let offsets = [0, games.moves.len() as i64];
/// let mut planes = vec![0_u8; games.moves.len() * 490];
/// observe_games(&start, &games.moves, &offsets, View::of(Edge::MIN), &mut planes, Threads::new(1))?;
/// let mut first = vec![0; 490];
/// start.observe_into(View::of(Edge::MIN), &mut first)?;
/// assert_eq!(planes[..490], first);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn observe_games<T: Copy + From<u8> + Send>(
    start: &Position,
    codes: &[u32],
    offsets: &[i64],
    view: View,
    planes: &mut [T],
    threads: Threads<'_>,
) -> Result<(), ReplayError> {
    check_offsets(offsets, codes.len())?;
    view.check(start.sky()).map_err(ReplayError::View)?;
    let length = view.numbers(PLANES.len());
    let expected = length.saturating_mul(count_moves(offsets));
    if planes.len() != expected {
        return Err(ReplayError::View(ViewError::Length { length: planes.len(), expected }));
    }
    let mut rest = planes;
    let games = offsets.windows(2).enumerate().map(|(game, bounds)| {
        let codes = game_of(codes, bounds);
        (game, codes, take_slice(&mut rest, codes.len().saturating_mul(length)))
    });
    try_share_out(
        threads,
        games,
        || Ok(()),
        |(), (game, codes, planes)| {
            let mut planes = planes.chunks_mut(length);
            replay(game, start, codes, threads.stop, |position, _, _| {
                // The view suits the sky, and the chunk has the length of the planes.
                if let Some(planes) = planes.next() {
                    position.observe_into(view, planes).unwrap_or_default();
                }
            })
            .map(drop)
        },
    )
}
