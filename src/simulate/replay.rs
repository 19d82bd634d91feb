//! Recorded games: the check of their offsets and moves, and their positions.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use core::fmt;

use crate::geometry::sky::Edge;
use crate::learning::observation::ViewError;
use crate::position::Position;
use crate::position::play::IllegalMove;
use crate::rules::moves::Move;
use crate::support::fallible::from_halt;
use crate::support::input_error::InputError;
use crate::support::stop::Stop;

/// Why recorded games could not be replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names say it")]
pub enum ReplayError {
    /// The run was stopped before the last game was replayed.
    Stopped,
    /// There is not enough memory for the results.
    OutOfMemory,
    /// The planes of an observation are too small for the sky, or their number is wrong.
    View(ViewError),
    /// An offset is less than the offset before it, or greater than the number of moves.
    Offset { index: usize },
    /// A number that is not the [code](Move::code) of a move. This is the first one.
    NoMove { index: usize, code: u32 },
    /// A game has a move that cannot be played. This is the first such game.
    Game {
        /// The index of the game, from 0.
        game: usize,
        /// The ply of the move, from 1.
        ply: usize,
        fault: ReplayFault,
    },
}

/// Why a recorded move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names say it")]
pub enum ReplayFault {
    /// A number that is not the [code](Move::code) of a move.
    NoMove { code: u32 },
    /// A move on a sky of another edge than that of the game's sky.
    OtherSky { edge: Edge },
    /// A move that the rules do not allow.
    Illegal(IllegalMove),
}

impl fmt::Display for ReplayFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayFault::NoMove { code } => write!(f, "{code} is not the code of a move"),
            ReplayFault::OtherSky { edge } => write!(f, "a move on a sky of edge {edge}"),
            ReplayFault::Illegal(error) => write!(f, "illegal move {}: {error}", error.move_text()),
        }
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Stopped => f.write_str("the run was stopped"),
            ReplayError::OutOfMemory => f.write_str("not enough memory for the results"),
            ReplayError::View(error) => error.fmt(f),
            ReplayError::Offset { index } => {
                write!(
                    f,
                    "offset {index} must not be less than the offset before it, nor greater than the number of moves"
                )
            }
            ReplayError::NoMove { index, code } => {
                write!(f, "index {index}: {code} is not the code of a move")
            }
            ReplayError::Game { game, ply, fault } => write!(f, "game {game}, ply {ply}: {fault}"),
        }
    }
}

impl core::error::Error for ReplayError {}

impl InputError for ReplayError {
    fn ruling(&self) -> Option<&'static str> {
        match self {
            ReplayError::Game { fault: ReplayFault::Illegal(error), .. } => error.ruling(),
            _ => None,
        }
    }
}

from_halt!(ReplayError);

/// Checks that no offset is less than the offset before it or greater than the number of moves. Returns the
/// last offset, which is the end of the last game, or 0 if there are no offsets.
///
/// # Errors
/// If an offset is out of order or out of range. The error names the first such offset.
///
/// # Examples
///
/// ```
/// # use volo_rules::playouts::{ReplayError, check_offsets};
/// assert_eq!(check_offsets(&[0, 2, 3], 5), Ok(3));
/// assert_eq!(check_offsets(&[0, 2, 9], 5), Err(ReplayError::Offset { index: 2 }));
/// ```
pub fn check_offsets(offsets: &[i64], moves: usize) -> Result<usize, ReplayError> {
    let mut end = 0;
    for (index, &offset) in offsets.iter().enumerate() {
        let offset = to_index(offset);
        if offset < end || offset > moves {
            return Err(ReplayError::Offset { index });
        }
        end = offset;
    }
    Ok(end)
}

/// The number of moves between the first and the last of offsets that were [checked](check_offsets).
pub fn count_moves(offsets: &[i64]) -> usize {
    match (offsets.first(), offsets.last()) {
        (Some(&from), Some(&to)) => to_index(to.saturating_sub(from)),
        _ => 0,
    }
}

/// An offset as an index. A negative offset becomes an index beyond all moves.
pub(super) fn to_index(offset: i64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

pub(super) fn game_of<'a>(codes: &'a [u32], bounds: &[i64]) -> &'a [u32] {
    match bounds {
        &[from, to] => codes.get(to_index(from)..to_index(to)).unwrap_or(&[]),
        _ => &[],
    }
}

pub(super) fn take_slice<'a, T>(slice: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    slice.split_off_mut(..count.min(slice.len())).unwrap_or_default()
}

/// Replays a game and returns its last position. `visit` gets each move with the positions before and after it.
pub(super) fn replay(
    game: usize,
    start: &Position,
    codes: &[u32],
    stop: &Stop,
    mut visit: impl FnMut(&Position, Move, &Position),
) -> Result<Position, ReplayError> {
    stop.check()?;
    let edge = start.rules().edge();
    let mut position = *start;
    for (ply, &code) in (1..).zip(codes) {
        stop.check()?;
        let wrong = |fault| ReplayError::Game { game, ply, fault };
        let mv = match Move::from_code(code) {
            None => return Err(wrong(ReplayFault::NoMove { code })),
            Some((_, other)) if other != edge => return Err(wrong(ReplayFault::OtherSky { edge: other })),
            Some((mv, _)) => mv,
        };
        let next = position.play(mv).map_err(|error| wrong(ReplayFault::Illegal(error)))?;
        visit(&position, mv, &next);
        position = next;
    }
    Ok(position)
}
