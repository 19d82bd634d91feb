//! [`Batch::legal_moves`] and [`Batch::play`]: whole turns.

use crate::learning::batch::Batch;
use crate::learning::batch::advance::{Changes, GameChange};
use crate::learning::batch::buffers::GAMES_AT_A_TIME;
use crate::learning::batch::error::BatchError;
use crate::learning::batch::game::BatchGame;
use crate::rules::moves::MoveList;
use crate::support::fallible::{Halt, filled, joined};
use crate::support::stop::Threads;
use crate::support::threads::try_share_out;

/// The legal moves of the games of a batch, in the order of the games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BatchMoves {
    /// The [codes](crate::Move::code) of all moves.
    pub codes: Vec<u32>,
    /// The index in `codes` at which each game begins, then the length of `codes`.
    pub offsets: Vec<i64>,
}

impl Batch {
    /// The code that leaves a game unchanged. It is not the code of any move. It is the only code that a
    /// finished game accepts.
    pub const SKIP: u32 = u32::MAX;

    /// The legal moves of all games, in the order of [`Position::legal_moves`](crate::Position::legal_moves). A
    /// finished game has no legal moves. In a game between two decisions of a turn, these are the moves that
    /// finish the turn.
    ///
    /// # Errors
    /// If the call was stopped, or there is not enough memory.
    pub fn legal_moves(&self, threads: Threads<'_>) -> Result<BatchMoves, BatchError> {
        let (codes, offsets) = self.listed(threads, MoveList::new, |game, moves, codes| {
            if game.outcome.is_none() {
                game.legal_moves_into(moves);
                let edge = game.position().rules().edge();
                codes.try_reserve(moves.len())?;
                codes.extend(moves.iter().map(|mv| mv.code(edge)));
            }
            Ok(())
        })?;
        Ok(BatchMoves { codes, offsets })
    }

    /// What `list` appends for each game, with memory of its thread, and the index at which each game begins.
    pub(super) fn listed<M, T: Copy + Send>(
        &self,
        threads: Threads<'_>,
        memory: impl Fn() -> M + Sync,
        list: impl Fn(&BatchGame, &mut M, &mut Vec<T>) -> Result<(), Halt> + Sync,
    ) -> Result<(Vec<T>, Vec<i64>), BatchError> {
        let stop = threads.stop;
        let mut offsets = filled(0, self.len().saturating_add(1), stop)?;
        let mut listed = filled(Vec::new(), self.len().div_ceil(GAMES_AT_A_TIME), stop)?;
        let (_, counts) = offsets.split_at_mut(1);
        let parts = self.games.now.chunks(GAMES_AT_A_TIME).zip(counts.chunks_mut(GAMES_AT_A_TIME));
        let memory = || Ok(memory());
        try_share_out(threads, parts.zip(&mut listed), memory, |memory, ((games, counts), listed)| {
            for (game, count) in games.iter().zip(counts) {
                let before = listed.len();
                list(game, memory, listed)?;
                *count = listed.len().saturating_sub(before) as i64;
            }
            Ok::<(), Halt>(())
        })?;
        let mut end = 0_i64;
        for offset in &mut offsets {
            end = end.saturating_add(*offset);
            *offset = end;
        }
        Ok((joined(listed, stop)?, offsets))
    }

    /// Plays a turn in every game: the move whose code is at the game's index. A game whose code is
    /// [`Batch::SKIP`] is unchanged. As in [`Position::play`](crate::Position::play), a kept region may be named
    /// by any of its spaces. A game between two decisions of a turn accepts only moves that finish the turn.
    ///
    /// # Errors
    /// If the number of codes differs from the number of games, if a code is not the code of a legal move of
    /// its game, or if the call was stopped. The error names the first wrong code. All games are unchanged after an
    /// error.
    pub fn play(&mut self, codes: &[u32], threads: Threads<'_>) -> Result<(), BatchError> {
        let mut nothing = filled((), self.len(), threads.stop)?;
        let changes = Changes { chance: false, last: false };
        self.advance((codes, &mut nothing), changes, threads, |GameChange { index, game, .. }, &code, _| {
            if code == Batch::SKIP { Ok(()) } else { game.play_code(index, code) }
        })
    }
}
