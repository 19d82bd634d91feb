//! The tally of games that were recorded.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::grow::{Halt, unless_stopped};
use crate::legality::IllegalMove;
use crate::moves::Move;
use crate::position::Position;
use crate::sky::Edge;
use crate::tally::{Scorer, Tally};
use crate::threads::{self, FirstError};

/// How many games a thread takes at a time.
const GAMES_AT_A_TIME: usize = 64;

/// How many offsets are checked between two looks at `stop`.
const OFFSETS_AT_A_TIME: usize = 1 << 16;

/// Why recorded games have no tally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TallyError {
    /// The run was stopped before the last game was counted.
    Stopped,
    /// There is not enough memory.
    OutOfMemory,
    /// The offset with this index is less than the one before it, or beyond the moves.
    Offset(usize),
    /// A game has a move that cannot be played: of all that have one, the first.
    Game {
        /// The number of the game, from 0.
        game: usize,
        /// The ply, from 1.
        ply: usize,
        /// What is wrong with it.
        fault: TallyFault,
    },
}

/// What is wrong with a recorded move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TallyFault {
    /// A number that is no move's [code](Move::code).
    NoMove(u32),
    /// A move on a sky of this edge, and not of the game's.
    OtherSky(Edge),
    /// A move that the rules do not allow.
    Illegal(Move, IllegalMove, Edge),
}

impl fmt::Display for TallyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TallyFault::NoMove(code) => write!(f, "{code} is no move's code"),
            TallyFault::OtherSky(edge) => write!(f, "a move on a sky of edge {}", edge.length()),
            TallyFault::Illegal(mv, illegal, edge) => {
                write!(f, "illegal move {}: {illegal}", mv.display(edge.sky()))
            }
        }
    }
}

impl fmt::Display for TallyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TallyError::Stopped => f.write_str("the run was stopped"),
            TallyError::OutOfMemory => f.write_str("not enough memory for the tally"),
            TallyError::Offset(index) => {
                write!(
                    f,
                    "offset {index} must be no less than the one before it, and no more than there are moves"
                )
            }
            TallyError::Game { game, ply, fault } => write!(f, "game {game}, ply {ply}: {fault}"),
        }
    }
}

impl std::error::Error for TallyError {}

impl From<Halt> for TallyError {
    fn from(halt: Halt) -> TallyError {
        match halt {
            Halt::OutOfMemory => TallyError::OutOfMemory,
            Halt::Stopped => TallyError::Stopped,
        }
    }
}

impl Tally {
    /// The tally of recorded games that begin at one position: the moves of game `i` are those at
    /// `offsets[i]` to `offsets[i + 1]`. Plays all of them, checks every move, and takes a game
    /// that is not over for one that was cut off. `stop` is looked at before every ply.
    ///
    /// # Errors
    /// For offsets that do not ascend within the moves, and for a move that cannot be played; if `stop` was
    /// set, or memory is short.
    pub fn of_games(
        start: &Position,
        codes: &[u32],
        offsets: &[i64],
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<Tally, TallyError> {
        Tally::check_offsets(offsets, codes.len(), stop)?;
        let games = offsets.len().saturating_sub(1);
        let untaken = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let wrong = FirstError::new();
        let count = || {
            let mut scorer = Scorer::default();
            // Blocks are taken in order, so all before one that fails are looked at to their end.
            while !failed.load(Ordering::Relaxed) {
                let block = untaken.fetch_add(GAMES_AT_A_TIME, Ordering::Relaxed);
                if block >= games {
                    break;
                }
                let bounds = offsets.windows(2).skip(block).take(GAMES_AT_A_TIME);
                for (game, bounds) in (block..).zip(bounds) {
                    if let Err(error) = score(game, start, game_of(codes, bounds), &mut scorer, stop) {
                        failed.store(true, Ordering::Relaxed);
                        wrong.meet(game, error);
                        break;
                    }
                }
            }
            scorer.into_tally()
        };
        let parts = threads::on_each(threads.min(games.div_ceil(GAMES_AT_A_TIME)), count);
        unless_stopped(stop)?;
        wrong.into_result()?;
        let mut tally = Tally::default();
        #[allow(clippy::arithmetic_side_effects, reason = "64 bits count all moves that fit into memory")]
        parts.iter().for_each(|part| tally += part);
        Ok(tally)
    }

    /// Checks that the offsets ascend within so many moves. Returns the last one, where the moves of the last
    /// game end, or 0 if there are no offsets.
    ///
    /// # Errors
    /// For the first offset that does not; if `stop` was set.
    pub fn check_offsets(offsets: &[i64], moves: usize, stop: &AtomicBool) -> Result<usize, TallyError> {
        let mut end = 0;
        for (part, offsets) in offsets.chunks(OFFSETS_AT_A_TIME).enumerate() {
            unless_stopped(stop)?;
            for (i, &offset) in offsets.iter().enumerate() {
                let offset = index(offset);
                if offset < end || offset > moves {
                    return Err(TallyError::Offset(part.saturating_mul(OFFSETS_AT_A_TIME).saturating_add(i)));
                }
                end = offset;
            }
        }
        Ok(end)
    }
}

/// An offset as an index; one that is no index is beyond all moves.
fn index(offset: i64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

/// The codes of a game, given where it begins and ends.
fn game_of<'a>(codes: &'a [u32], bounds: &[i64]) -> &'a [u32] {
    match bounds {
        &[from, to] => codes.get(index(from)..index(to)).unwrap_or(&[]),
        _ => &[],
    }
}

/// Plays a game and counts it.
fn score(
    game: usize,
    start: &Position,
    codes: &[u32],
    scorer: &mut Scorer,
    stop: &AtomicBool,
) -> Result<(), TallyError> {
    unless_stopped(stop)?;
    let edge = start.rules().edge();
    let mut position = *start;
    for (ply, &code) in (1..).zip(codes) {
        unless_stopped(stop)?;
        let wrong = |fault| TallyError::Game { game, ply, fault };
        let mv = match Move::from_code(code) {
            None => return Err(wrong(TallyFault::NoMove(code))),
            Some((_, other)) if other != edge => return Err(wrong(TallyFault::OtherSky(other))),
            Some((mv, _)) => mv,
        };
        let next = position.play(mv).map_err(|illegal| wrong(TallyFault::Illegal(mv, illegal, edge)))?;
        scorer.ply(&position, position.count_moves(), mv, &next)?;
        position = next;
    }
    Ok(scorer.end(&position, position.outcome())?)
}
