//! The tally of recorded games.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::position::Position;
use crate::simulate::replay::{ReplayError, check_offsets, game_of, replay};
use crate::simulate::tally::{Scorer, Tally};
use crate::support::stop::{Stop, Threads};
use crate::support::threads::{self, FirstError};

const GAMES_AT_A_TIME: usize = 64;

impl Tally {
    /// The tally of recorded games that begin at one position. The moves of game `i` are
    /// `codes[offsets[i]..offsets[i + 1]]`. All games are replayed and every move is checked. A game that is
    /// not over at its end counts as truncated (\[R19\]).
    ///
    /// # Errors
    /// If an offset is less than the offset before it or greater than the number of moves, if a move cannot be
    /// played, or if the flag was set.
    pub fn of_games(
        start: &Position,
        codes: &[u32],
        offsets: &[i64],
        threads: Threads<'_>,
    ) -> Result<Tally, ReplayError> {
        let Threads { number, stop } = threads;
        check_offsets(offsets, codes.len())?;
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
        let parts = threads::on_each(number.min(games.div_ceil(GAMES_AT_A_TIME)), count);
        stop.check()?;
        wrong.into_result()?;
        let mut tally = Tally::default();
        #[allow(clippy::arithmetic_side_effects, reason = "64 bits count all moves that fit into memory")]
        parts.iter().for_each(|part| tally += part);
        Ok(tally)
    }
}

fn score(
    game: usize,
    start: &Position,
    codes: &[u32],
    scorer: &mut Scorer,
    stop: &Stop,
) -> Result<(), ReplayError> {
    let last = replay(game, start, codes, stop, |position, mv, next| {
        scorer.ply(position, position.count_moves(), mv, next);
    })?;
    scorer.end(&last, last.outcome());
    Ok(())
}
