//! The tally of recorded games.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::geometry::sky::Edge;
use crate::position::Position;
use crate::position::play::IllegalMove;
use crate::rules::moves::Move;
use crate::simulate::tally::{Scorer, Tally};
use crate::support::fallible::Halt;
use crate::support::stop::{Stop, Stopped};
use crate::support::threads::{self, FirstError};

/// The number of games that a thread takes at a time.
const GAMES_AT_A_TIME: usize = 64;

/// Why recorded games could not be tallied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TallyError {
    /// The run was stopped before the last game was counted.
    Stopped,
    /// There is not enough memory.
    OutOfMemory,
    /// An offset is less than the offset before it, or greater than the number of moves.
    Offset {
        /// The index of the offset.
        index: usize,
    },
    /// A game has a move that cannot be played. This is the first such game.
    Game {
        /// The index of the game, from 0.
        game: usize,
        /// The ply of the move, from 1.
        ply: usize,
        /// Why the move cannot be played.
        fault: TallyFault,
    },
}

/// Why a recorded move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TallyFault {
    /// A number that is not the [code](Move::code) of a move.
    NoMove {
        /// The number.
        code: u32,
    },
    /// A move on a sky of another edge than that of the game's sky.
    OtherSky {
        /// The edge of the move's sky.
        edge: Edge,
    },
    /// A move that the rules do not allow.
    Illegal(IllegalMove),
}

impl fmt::Display for TallyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TallyFault::NoMove { code } => write!(f, "{code} is not the code of a move"),
            TallyFault::OtherSky { edge } => write!(f, "a move on a sky of edge {}", edge.length()),
            TallyFault::Illegal(error) => write!(f, "illegal move {}: {error}", error.move_text()),
        }
    }
}

impl fmt::Display for TallyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TallyError::Stopped => f.write_str("the run was stopped"),
            TallyError::OutOfMemory => f.write_str("not enough memory for the tally"),
            TallyError::Offset { index } => {
                write!(
                    f,
                    "offset {index} must not be less than the offset before it, nor greater than the number of moves"
                )
            }
            TallyError::Game { game, ply, fault } => write!(f, "game {game}, ply {ply}: {fault}"),
        }
    }
}

impl std::error::Error for TallyError {}

impl From<Stopped> for TallyError {
    fn from(_: Stopped) -> TallyError {
        TallyError::Stopped
    }
}

impl From<Halt> for TallyError {
    fn from(halt: Halt) -> TallyError {
        match halt {
            Halt::OutOfMemory => TallyError::OutOfMemory,
            Halt::Stopped => TallyError::Stopped,
        }
    }
}

impl Tally {
    /// The tally of recorded games that begin at one position. The moves of game `i` are
    /// `codes[offsets[i]..offsets[i + 1]]`. All games are replayed and every move is checked. A game that is
    /// not over at its end counts as truncated (\[R19\]).
    ///
    /// # Errors
    /// If an offset is less than the offset before it or greater than the number of moves, if a move cannot be
    /// played, or if there is not enough memory.
    pub fn of_games(
        start: &Position,
        codes: &[u32],
        offsets: &[i64],
        threads: usize,
    ) -> Result<Tally, TallyError> {
        Tally::of_games_until(start, codes, offsets, threads, &Stop::never())
    }

    /// Like [`Tally::of_games`], but stops when `stop` is set. It is checked before every ply.
    ///
    /// # Errors
    /// Those of [`Tally::of_games`]; also if `stop` was set.
    pub fn of_games_until(
        start: &Position,
        codes: &[u32],
        offsets: &[i64],
        threads: usize,
        stop: &Stop,
    ) -> Result<Tally, TallyError> {
        Tally::check_offsets(offsets, codes.len())?;
        let games = offsets.len().saturating_sub(1);
        let untaken = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let wrong = FirstError::new();
        let count = || {
            let mut scorer = Scorer::default();
            // Blocks are taken in order. So every block before a failing block is checked completely, and the
            // first error is found.
            while !failed.load(Ordering::Relaxed) {
                let block = untaken.fetch_add(GAMES_AT_A_TIME, Ordering::Relaxed);
                if block >= games {
                    break;
                }
                let bounds = offsets.windows(2).skip(block).take(GAMES_AT_A_TIME);
                for (game, bounds) in (block..).zip(bounds) {
                    if let Err(error) = score(game, start, game_of(codes, bounds), &mut scorer, stop) {
                        failed.store(true, Ordering::Relaxed);
                        wrong.record(game, error);
                        break;
                    }
                }
            }
            scorer.into_tally()
        };
        let parts = threads::on_each(threads.min(games.div_ceil(GAMES_AT_A_TIME)), count);
        stop.check()?;
        wrong.into_result()?;
        let mut tally = Tally::default();
        #[allow(clippy::arithmetic_side_effects, reason = "64 bits count all moves that fit into memory")]
        parts.iter().for_each(|part| tally += part);
        Ok(tally)
    }

    /// Checks that no offset is less than the offset before it or greater than the number of moves. Returns the
    /// last offset, which is the end of the last game, or 0 if there are no offsets.
    ///
    /// # Errors
    /// If an offset is out of order or out of range. The error names the first such offset.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::playouts::{Tally, TallyError};
    /// assert_eq!(Tally::check_offsets(&[0, 2, 3], 5), Ok(3));
    /// assert_eq!(Tally::check_offsets(&[0, 2, 9], 5), Err(TallyError::Offset { index: 2 }));
    /// ```
    pub fn check_offsets(offsets: &[i64], moves: usize) -> Result<usize, TallyError> {
        let mut end = 0;
        for (index, &offset) in offsets.iter().enumerate() {
            let offset = to_index(offset);
            if offset < end || offset > moves {
                return Err(TallyError::Offset { index });
            }
            end = offset;
        }
        Ok(end)
    }
}

/// An offset as an index. A negative offset becomes an index beyond all moves.
fn to_index(offset: i64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

/// The codes of the game with these bounds.
fn game_of<'a>(codes: &'a [u32], bounds: &[i64]) -> &'a [u32] {
    match bounds {
        &[from, to] => codes.get(to_index(from)..to_index(to)).unwrap_or(&[]),
        _ => &[],
    }
}

/// Replays a game and counts it.
fn score(
    game: usize,
    start: &Position,
    codes: &[u32],
    scorer: &mut Scorer,
    stop: &Stop,
) -> Result<(), TallyError> {
    stop.check()?;
    let edge = start.rules().edge();
    let mut position = *start;
    for (ply, &code) in (1..).zip(codes) {
        stop.check()?;
        let wrong = |fault| TallyError::Game { game, ply, fault };
        let mv = match Move::from_code(code) {
            None => return Err(wrong(TallyFault::NoMove { code })),
            Some((_, other)) if other != edge => return Err(wrong(TallyFault::OtherSky { edge: other })),
            Some((mv, _)) => mv,
        };
        let next = position.play(mv).map_err(|error| wrong(TallyFault::Illegal(error)))?;
        scorer.ply(&position, position.count_moves(), mv, &next)?;
        position = next;
    }
    Ok(scorer.end(&position, position.outcome())?)
}
