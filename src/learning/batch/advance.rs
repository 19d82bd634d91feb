//! [`Batch::advance`]: replaces all games at once, on several threads.

use crate::learning::batch::Batch;
use crate::learning::batch::buffers::{GAMES_AT_A_TIME, parts_of};
use crate::learning::batch::error::{BatchError, check_length};
use crate::learning::batch::game::BatchGame;
use crate::learning::batch::opponent::Chance;
use crate::learning::decision::Decision;
use crate::rules::movegen::Slots;
use crate::support::stop::Threads;
use crate::support::threads::try_share_out;

#[derive(Clone, Copy)]
pub(super) struct Changes {
    /// The generators, because the opponent may move.
    pub(super) chance: bool,
    pub(super) last: bool,
}

pub(super) struct GameChange<'a> {
    pub(super) index: usize,
    pub(super) game: &'a mut BatchGame,
    pub(super) start: &'a Decision,
    /// Present if the opponent may move.
    pub(super) chance: Option<Chance<'a>>,
    /// Receives the last turn of the game, if the game ends and is then reset. Present if this may happen.
    pub(super) last: Option<&'a mut Option<Decision>>,
}

impl Batch {
    /// Changes every game by a call of `work` with its input and output. If a call fails, all games are unchanged.
    pub(super) fn advance<I: Sync, O: Send>(
        &mut self,
        (inputs, outputs): (&[I], &mut [O]),
        changes: Changes,
        threads: Threads<'_>,
        work: impl Fn(GameChange<'_>, &I, &mut O) -> Result<(), BatchError> + Sync,
    ) -> Result<(), BatchError> {
        let stop = threads.stop;
        check_length(inputs.len(), self.len())?;
        if changes.chance {
            self.generators.make(self.games.now.len(), stop)?;
        }
        let generators = &mut self.generators.made;
        let drawn = if changes.chance { generators.next.as_mut_slice() } else { &mut [] };
        let last = if changes.last { self.last.next.as_mut_slice() } else { &mut [] };
        let parts = self.games.now.len().div_ceil(GAMES_AT_A_TIME);
        let games = self.games.now.chunks(GAMES_AT_A_TIME).zip(self.starts.chunks(GAMES_AT_A_TIME));
        let next = self.games.next.chunks_mut(GAMES_AT_A_TIME);
        let arguments = inputs.chunks(GAMES_AT_A_TIME).zip(outputs.chunks_mut(GAMES_AT_A_TIME));
        let others = parts_of(drawn, parts, GAMES_AT_A_TIME).zip(parts_of(last, parts, GAMES_AT_A_TIME));
        let items = games.zip(next).zip(arguments).zip(others).enumerate();
        let memory = || Ok(changes.chance.then(Slots::new));
        try_share_out(threads, items, memory, |slots, (part, item)| {
            let ((((games, starts), next), (inputs, outputs)), (drawn, last)) = item;
            let first = part.saturating_mul(GAMES_AT_A_TIME);
            let mut drawn = drawn.iter_mut().zip(generators.now.get(first..).unwrap_or_default());
            let mut last = last.iter_mut();
            let games = (first..).zip(games).zip(starts).zip(next);
            for ((((index, now), start), game), (input, output)) in games.zip(inputs.iter().zip(outputs)) {
                let chance = drawn.next().zip(slots.as_mut()).map(|((generator, now), slots)| {
                    *generator = *now;
                    Chance { generator, slots }
                });
                let last = last.next().map(|last| {
                    *last = None;
                    last
                });
                *game = *now;
                work(GameChange { index, game, start, chance, last }, input, output)?;
            }
            Ok::<(), BatchError>(())
        })?;
        self.games.swap();
        if changes.chance {
            self.generators.made.swap();
        }
        if changes.last {
            self.last.swap();
        }
        Ok(())
    }
}
