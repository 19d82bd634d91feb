//! The tally of recorded games.
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use crate::position::Position;
use crate::simulate::replay::{ReplayError, check_offsets, game_of, replay};
use crate::simulate::tally::{Scorer, Tally};
use crate::support::stop::Threads;
use crate::support::threads::{Lock, try_share_out};

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
        check_offsets(offsets, codes.len())?;
        let firsts = (0..offsets.len().saturating_sub(1)).step_by(GAMES_AT_A_TIME);
        let tally = Lock::new(Tally::default());
        let count = |(): &mut (), first: usize| {
            let mut scorer = Scorer::default();
            let games = offsets.windows(2).enumerate().skip(first).take(GAMES_AT_A_TIME);
            for (game, bounds) in games {
                let codes = game_of(codes, bounds);
                let last = replay(game, start, codes, threads.stop, |position, mv, next| {
                    scorer.ply(position, position.count_moves(), mv, next);
                })?;
                scorer.end(&last, last.outcome());
            }
            #[expect(
                clippy::arithmetic_side_effects,
                reason = "64 bits count all moves that fit into memory"
            )]
            {
                *tally.lock() += &scorer.into_tally();
            }
            Ok::<(), ReplayError>(())
        };
        try_share_out(threads, firsts, || Ok(()), count)?;
        Ok(tally.into_inner())
    }
}
