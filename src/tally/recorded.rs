//! The tally of games that were recorded.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::legality::IllegalMove;
use crate::moves::Move;
use crate::position::Position;
use crate::sky::Edge;
use crate::tally::{Scorer, Tally};
use crate::threads;

/// How many games a thread takes at a time.
const GAMES_AT_A_TIME: usize = 64;

/// Why recorded games have no tally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TallyError {
    /// The run was stopped before the last game was counted.
    Stopped,
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

impl Tally {
    /// The tally of recorded games that begin at one position: the moves of game `i` are those at
    /// `offsets[i]` to `offsets[i + 1]`. Plays all of them, checks every move, and takes a game
    /// that is not over for one that was cut off. `stop` is looked at before every game.
    ///
    /// # Errors
    /// For offsets that do not ascend within the moves, and for a move that cannot be played; or if
    /// `stop` was set.
    pub fn of_games(
        start: &Position,
        codes: &[u32],
        offsets: &[i64],
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<Tally, TallyError> {
        let games = slices(codes, offsets)?;
        let untaken = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let first_error: Mutex<Option<TallyError>> = Mutex::new(None);
        let count = || {
            let mut scorer = Scorer::default();
            // Blocks are taken in order, so all before one that fails are looked at to their end.
            while !failed.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                let block = untaken.fetch_add(GAMES_AT_A_TIME, Ordering::Relaxed);
                if block >= games.len() {
                    break;
                }
                for (game, codes) in (block..).zip(games.iter().skip(block).take(GAMES_AT_A_TIME)) {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let Err((ply, fault)) = score(start, codes, &mut scorer) else { continue };
                    failed.store(true, Ordering::Relaxed);
                    if let Ok(mut first) = first_error.lock() {
                        let is_first =
                            !matches!(*first, Some(TallyError::Game { game: other, .. }) if other < game);
                        if is_first {
                            *first = Some(TallyError::Game { game, ply, fault });
                        }
                    }
                    break;
                }
            }
            scorer.into_tally()
        };
        let parts = threads::on_each(threads.min(games.len().div_ceil(GAMES_AT_A_TIME)), count);
        if stop.load(Ordering::Relaxed) {
            return Err(TallyError::Stopped);
        }
        if let Some(error) = first_error.into_inner().ok().flatten() {
            return Err(error);
        }
        let mut tally = Tally::default();
        #[allow(clippy::arithmetic_side_effects, reason = "64 bits count all moves that fit into memory")]
        parts.iter().for_each(|part| tally += part);
        Ok(tally)
    }
}

/// The codes of each game.
fn slices<'a>(codes: &'a [u32], offsets: &[i64]) -> Result<Vec<&'a [u32]>, TallyError> {
    let bounds = offsets.iter().map(|&offset| usize::try_from(offset).unwrap_or(usize::MAX));
    let bounds: Vec<usize> = bounds.collect();
    if let Some(&first) = bounds.first()
        && first > codes.len()
    {
        return Err(TallyError::Offset(0));
    }
    let pairs = (1..).zip(bounds.iter().zip(bounds.iter().skip(1)));
    pairs.map(|(index, (&from, &to))| codes.get(from..to).ok_or(TallyError::Offset(index))).collect()
}

/// Plays a game and counts it. What is wrong comes with its ply, from 1.
fn score(start: &Position, codes: &[u32], scorer: &mut Scorer) -> Result<(), (usize, TallyFault)> {
    let edge = start.rules().edge();
    let mut position = *start;
    for (ply, &code) in (1..).zip(codes) {
        let mv = match Move::from_code(code) {
            None => return Err((ply, TallyFault::NoMove(code))),
            Some((_, other)) if other != edge => return Err((ply, TallyFault::OtherSky(other))),
            Some((mv, _)) => mv,
        };
        let next = position.play(mv).map_err(|illegal| (ply, TallyFault::Illegal(mv, illegal, edge)))?;
        scorer.ply(&position, position.count_moves(), mv, &next);
        position = next;
    }
    scorer.end(&position, position.outcome());
    Ok(())
}
